"""A board seen straight from above, through a lens that bends lines."""

import numpy as np
import pytest

from tests.vision.proposing import printed
from vision.proposing.flat import PX_PER_MM, Flat


def test_the_lens_is_told_from_the_boards_own_edges(flat_board: Flat) -> None:
    assert flat_board.lens.bend == pytest.approx(printed.LENS.bend, abs=0.006)


def test_places_go_to_the_picture_and_back(flat_board: Flat) -> None:
    at_mm = printed.places()
    assert flat_board.to_mm(flat_board.to_px(at_mm)) == pytest.approx(at_mm, abs=0.01)


def test_corners_lie_where_they_were_given(flat_board: Flat) -> None:
    width, height = printed.SIZE_MM
    corners_mm = np.array([[0, 0], [width, 0], [width, height], [0, height]])
    assert flat_board.to_px(corners_mm) == pytest.approx(np.array(printed.CORNERS_PX), abs=0.05)


def test_spots_lie_in_the_flat_picture_where_they_are_printed(flat_board: Flat) -> None:
    columns, rows = (round(side * PX_PER_MM) for side in printed.SIZE_MM)
    assert flat_board.picture.shape == (rows, columns, 3)
    for x, y in (printed.places() * PX_PER_MM).round().astype(int):
        paper = flat_board.picture[y - 4 : y + 5, x - 4 : x + 5]
        assert paper.min() > 190
