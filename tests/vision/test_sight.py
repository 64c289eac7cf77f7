"""One frame, its board found and its light known."""

import cv2
import numpy as np
import pytest

from tests.vision import drawn
from tools.disturb import light
from tools.disturb.camera import toned
from vision.camera import Sampler
from vision.plan import Plan
from vision.reading import Image
from vision.sight import Sight
from vision.table import load_table

EMPTY = drawn.picture(seed=1)
LAMP_MM = (80.0, 105.0)
AROUND = [(80.0 + 32 * x, 105.0 + 32 * y) for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))]
BESIDE_IT = np.array([drawn.to_px(at) for at in AROUND], np.float32)
BOARD = np.array([drawn.to_px((x, y)) for x in (15, 80, 225) for y in (8, 72, 200)], np.float32)


@pytest.fixture(scope="module")
def sight(drawn_files: drawn.Files) -> Sight:
    return Sight(EMPTY, Plan(load_table(drawn_files.table).board, drawn.CORNERS_PX))


def mirroring(frame: Image) -> Image:
    """Let the board mirror a lamp so brightly that nothing else is seen there."""
    x, y = (round(value) for value in drawn.to_px(LAMP_MM))
    return np.asarray(cv2.circle(frame.copy(), (x, y), 24, (255, 255, 255), -1), np.uint8)


def test_a_mirrored_lamp_has_no_say_in_what_the_light_is(sight: Sight) -> None:
    beside = Sampler(BESIDE_IT)
    sight.find_board(EMPTY)
    before = sight.seen(beside)
    sight.find_board(mirroring(EMPTY))
    assert np.abs(sight.seen(beside) - before).max() < 0.05


@pytest.mark.parametrize(
    "frame",
    [
        light.brightened(EMPTY, 0.5),
        light.tinted(EMPTY, 0.2),
        light.lit_from_side(EMPTY, 0.5),
        toned(EMPTY, 0.6),
        toned(EMPTY, 1.6),
    ],
    ids=["darker", "warmer", "lit from a side", "flatter curve", "steeper curve"],
)
def test_the_board_looks_as_when_taught_in_any_light(sight: Sight, frame: Image) -> None:
    points = Sampler(BOARD)
    sight.find_board(EMPTY)
    before = sight.seen(points)
    sight.find_board(frame)
    assert np.abs(sight.seen(points) - before).max() < 0.2


def test_some_points_show_what_all_of_them_do(sight: Sight) -> None:
    points = Sampler(BOARD)
    sight.find_board(drawn.picture(drawn.SAMPLES, seed=2))
    chosen = np.array([4, 1])
    assert np.allclose(sight.seen(points, chosen), sight.seen(points)[chosen], atol=1e-5)


def test_a_frame_of_another_size_is_refused_by_name(sight: Sight) -> None:
    with pytest.raises(Exception, match=r"expected a frame of 640 x 480.*found 640 x 400"):
        sight.check_size(EMPTY[:400], "small.png")
