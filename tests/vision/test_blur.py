"""What blur does to the bare board is known, and found all over a frame."""

import cv2
import numpy as np
import pytest

from tests.vision import drawn
from vision.background import EmptyFrame
from vision.blur import Blur
from vision.light import Floats, opponent
from vision.plan import ROOM, Plan
from vision.reading import Image
from vision.table import load_table
from vision.view import View


@pytest.fixture(scope="module")
def plan(drawn_files: drawn.Files) -> Plan:
    return Plan(load_table(drawn_files.table).board, drawn.CORNERS_PX)


@pytest.fixture(scope="module")
def view(plan: Plan) -> View:
    return View(EmptyFrame(drawn.picture(seed=1)), plan)


def soft(deviation: float, seed: int = 1) -> Image:
    return np.asarray(cv2.GaussianBlur(drawn.picture(seed=seed), (0, 0), deviation), np.uint8)


def change(view: View, frame: Image) -> Floats:
    """Tell how far a frame is off the empty board in the view (N x 3)."""
    x, y = np.round(view.sampler.points).astype(int).T
    return np.asarray(opponent(frame)[y, x] - view.background.mean, np.float32)


@pytest.fixture(scope="module")
def blur(view: View, plan: Plan) -> Blur:
    free = (view.on_board & ~view.mask(plan.spots(ROOM))).ravel()
    return Blur([change(view, soft(1.5)), change(view, soft(3.0))], view.background, free)


def test_a_sharp_frame_is_left_as_it_is(view: View, blur: Blur) -> None:
    assert not blur.found(change(view, drawn.picture(seed=2))).any()


@pytest.mark.parametrize("deviation", [2.0, 3.0, 4.0])
def test_most_of_what_blur_changes_is_found(view: View, blur: Blur, deviation: float) -> None:
    seen = change(view, soft(deviation, seed=2))[view.on_board.ravel()]
    found = blur.found(change(view, soft(deviation, seed=2)))[view.on_board.ravel()]
    assert np.square(seen - found).sum() < 0.4 * np.square(seen).sum()


def test_a_cloth_over_a_third_of_the_board_makes_little_difference(view: View, blur: Blur) -> None:
    frame = soft(3.0, seed=2)
    open_to_all = blur.found(change(view, frame))
    frame[:, : drawn.WIDTH_PX // 3] = (40, 60, 150)
    assert np.abs(blur.found(change(view, frame)) - open_to_all).mean() < 0.01
