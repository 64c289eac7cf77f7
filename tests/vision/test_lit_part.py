"""A piece shows its lit part: of a white one that is white, whatever its sides are like."""

from collections.abc import Mapping
from typing import Final

import cv2
import numpy as np
import pytest

from tests.vision import drawn
from vision.background import EmptyFrame
from vision.lessons import SIDE as FINE
from vision.lessons import Lesson, learn_looks
from vision.light import Floats, opponent
from vision.plan import Plan
from vision.pose import Pose
from vision.reading import Image
from vision.scores import SIDE, half_mm
from vision.spots import Spots
from vision.squares import Places, Squares
from vision.table import load_table

Levels = tuple[int, int]
NAMES: Final = [*drawn.PLACES]
WHITE: Final[Levels] = (225, 72)
BLACK: Final[Levels] = (44, 26)
SHEEN: Final[Levels] = (56, 56)
"""How light the tops and the sides of pieces are; one is black and gleams a little all over."""
TAUGHT: Final[Mapping[str, Levels]] = {"a1": WHITE, "c4": WHITE, "b2": BLACK, "a4": BLACK}
LESSONS: Final = [
    Lesson(NAMES.index(at), "white" if levels == WHITE else "black", 0)
    for at, levels in TAUGHT.items()
]


def picture(pieces: Mapping[str, Levels], seed: int) -> Image:
    """Draw grey pieces, of which the lower half is their side."""
    frame = drawn.picture(noise=0.0).astype(np.float64)
    for at, (top, side) in pieces.items():
        x, y = (round(value) for value in drawn.to_px(drawn.PLACES[at]))
        cv2.ellipse(frame, (x, y), (12, 12), 0, 180, 360, (top,) * 3, -1)
        cv2.ellipse(frame, (x, y), (12, 12), 0, 0, 180, (side,) * 3, -1)
    return drawn.as_picture(frame + np.random.default_rng(seed).normal(0.0, 2.0, frame.shape))


def seen(squares: Squares, frame: Image) -> Floats:
    return squares.unshaded(opponent(squares.sampler.take(frame, Pose())))


@pytest.fixture(scope="module")
def spots(drawn_files: drawn.Files) -> Spots:
    """Give spots that have learnt white and black."""
    plan = Plan(load_table(drawn_files.table).board, drawn.CORNERS_PX)
    places = Places(plan.centres_mm, plan.radii_mm)
    empty, taught = picture({}, 1), picture(TAUGHT, 2)
    half = float(places.reach_mm.max()) + places.largest_mm
    fine = Squares(places, half, FINE, plan.pixels, EmptyFrame(empty))
    looks = learn_looks(fine, LESSONS, [seen(fine, taught)])
    squares = Squares(places, half_mm(fine, looks.radius_mm), SIDE, plan.pixels, EmptyFrame(empty))
    spots = Spots(squares, looks)
    spots.measure(LESSONS, [seen(squares, taught)], seen(squares, empty))
    return spots


def white_over_black(spots: Spots, levels: Levels) -> float:
    """Tell how much likelier than black a piece is white; it must be read as one of them."""
    frame = picture({"b3": levels}, 3)
    row = spots.log_likelihood(spots.scores(seen(spots.squares, frame)))[NAMES.index("b3")]
    assert row.argmax() > 0
    return float(row[1 + spots.names.index("white")] - row[1 + spots.names.index("black")])


def test_pieces_are_read_as_they_were_taught(spots: Spots) -> None:
    assert white_over_black(spots, WHITE) > 6
    assert white_over_black(spots, BLACK) < -6


def test_a_black_piece_as_light_as_the_side_of_a_white_one_is_not_white(spots: Spots) -> None:
    assert white_over_black(spots, SHEEN) < 0


def test_a_white_piece_in_a_dimmer_light_is_still_white(spots: Spots) -> None:
    assert white_over_black(spots, (170, 54)) > 6
