"""What covers the board: told by the printed art that it hides, and light never does that."""

import cv2
import numpy as np
import pytest

from companion.sighting import sighting
from tests.vision import drawn
from tests.vision.conftest import PIECES
from vision.art import DOUBT, Art
from vision.background import EmptyFrame
from vision.eye import Eye
from vision.light import Floats
from vision.plan import ROOM, Plan
from vision.reading import Image
from vision.table import load_table
from vision.view import View

EMPTY = drawn.picture(seed=1)
PARCHMENT = (150, 182, 200)
"""The board's own ground."""
FROM_THE_RIGHT = ((420.0, 105.0), (215.0, 105.0))


@pytest.fixture(scope="module")
def view(drawn_files: drawn.Files) -> View:
    return View(EmptyFrame(EMPTY), plan_of(drawn_files))


@pytest.fixture(scope="module")
def art(view: View, drawn_files: drawn.Files) -> Art:
    return Art(view, view.on_board & ~view.mask(plan_of(drawn_files).spots(ROOM)))


def plan_of(files: drawn.Files) -> Plan:
    return Plan(load_table(files.table).board, drawn.CORNERS_PX)


def told(art: Art, off: Floats) -> Floats:
    """Tell how much of the art shows, where there is enough of it to say."""
    nothing = np.zeros_like(off)
    tells = art.shown(nothing).ravel() != DOUBT
    assert tells.mean() > 0.3
    return np.asarray(art.shown(off).ravel()[tells], np.float32)


# The art.


def test_on_the_empty_board_all_the_art_shows(view: View, art: Art) -> None:
    assert np.allclose(told(art, np.zeros_like(view.background.mean)), 1.0)


@pytest.mark.parametrize("shade", [-0.7, -0.3, 0.4])
def test_in_a_shadow_or_a_gleam_all_the_art_shows(view: View, art: Art, shade: float) -> None:
    off = np.zeros_like(view.background.mean)
    off[:, 0] += shade
    assert np.allclose(told(art, off), 1.0, atol=0.01)


def test_under_a_cloth_of_the_board_s_own_mean_colour_none_of_it_shows(
    view: View, art: Art
) -> None:
    bare = view.background.mean
    assert np.allclose(told(art, bare[view.on_board.ravel()].mean(axis=0) - bare), 0.0, atol=0.01)


def test_where_nothing_is_printed_art_tells_nothing(view: View) -> None:
    nowhere = Art(view, np.zeros(view.shape, bool))
    assert (nowhere.shown(-view.background.mean) == DOUBT).all()


# What the eye makes of it.


def see(eye: Eye, frame: Image) -> tuple[bool, dict[str, str], list[str]]:
    """Tell whether there is a hand, who stands where, and what is unsure or hidden."""
    line = sighting(eye.read(frame), eye.table.board, "frame")
    return line["hand"], line["board"], sorted([*line["unsure"], *line["occluded"]])


def arm(frame: Image, ink: tuple[int, int, int]) -> Image:
    """Lay an arm of one colour across the picture."""
    way = np.round([drawn.to_px(point) for point in FROM_THE_RIGHT]).astype(np.int32)
    laid = cv2.polylines(frame.copy(), [way], isClosed=False, color=ink, thickness=46)
    return np.asarray(cv2.GaussianBlur(laid, (0, 0), 0.8), np.uint8)


@pytest.mark.parametrize(
    "ink", [PARCHMENT, (112, 136, 150)], ids=["of the board's hue", "the same in shadow"]
)
def test_a_sleeve_of_the_board_s_own_hue_is_noticed(eye: Eye, ink: tuple[int, int, int]) -> None:
    reading = eye.read(arm(drawn.picture(PIECES, seed=3), ink))
    assert reading.hand
    near = {at for at, is_near in zip(drawn.PLACES, reading.near_hand, strict=True) if is_near}
    assert "b4" in near
    assert not {"a1", "b1", "c1"} & near


def lamp(at_mm: drawn.Point, level: float, spread: float) -> Image:
    """Let the board mirror a lamp: so many grey levels on top, falling off over so many pixels."""
    glow = np.zeros((drawn.HEIGHT_PX, drawn.WIDTH_PX), np.float32)
    x, y = (round(value) for value in drawn.to_px(at_mm))
    glow[y, x] = 1.0
    glow = cv2.GaussianBlur(glow, (0, 0), spread)
    return drawn.as_picture(drawn.picture(PIECES, seed=3) + (level / glow.max() * glow)[..., None])


@pytest.mark.parametrize(("level", "spread"), [(50.0, 30.0), (110.0, 15.0), (150.0, 22.0)])
def test_a_gleam_on_the_board_is_no_hand(eye: Eye, level: float, spread: float) -> None:
    assert see(eye, lamp((80.0, 140.0), level, spread)) == (False, PIECES, [])


def test_where_the_board_mirrors_a_lamp_nothing_wrong_is_claimed(eye: Eye) -> None:
    for at in drawn.PLACES.values():
        _, there, unknown = see(eye, lamp(at, 400.0, 18.0))
        assert there.items() <= PIECES.items()
        assert {*there, *unknown} >= {*PIECES}
