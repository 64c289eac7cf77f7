"""The board is found on its table, or not at all."""

import numpy as np
import pytest

from tests.vision.proposing import printed
from vision.proposing.outline import clockwise, find_outline
from vision.proposing.view import find_foreground
from vision.reading import Image


def test_the_boards_corners_are_found(board_picture: Image) -> None:
    found = find_outline(board_picture)
    assert found is not None
    assert np.hypot(*(found - np.array(printed.CORNERS_PX)).T).max() < 4.0


def test_a_boards_shadow_is_no_part_of_it() -> None:
    found = find_outline(printed.photograph(shadow_mm=5.0))
    assert found is not None
    assert np.hypot(*(found - np.array(printed.CORNERS_PX)).T).max() < 4.0


@pytest.mark.long
def test_a_plank_along_a_board_is_no_part_of_it() -> None:
    found = find_outline(printed.photograph(plank_mm=8.0))
    assert found is not None
    assert np.hypot(*(found - np.array(printed.CORNERS_PX)).T).max() < 4.0


@pytest.mark.long
def test_the_same_picture_is_always_parted_in_the_same_way(board_picture: Image) -> None:
    one, other = find_foreground(board_picture), find_foreground(board_picture)
    assert one is not None
    assert other is not None
    assert (one.inside == other.inside).all()


def test_a_table_without_a_board_has_no_outline() -> None:
    assert find_outline(printed.table()) is None


@pytest.mark.parametrize(
    "seen",
    [
        *(np.s_[:, :800], np.s_[400:]),
        *(pytest.param(one, marks=pytest.mark.long) for one in (np.s_[:, 500:], np.s_[:600])),
    ],
)
def test_a_board_that_is_cut_off_has_no_outline(
    board_picture: Image, seen: tuple[slice, ...]
) -> None:
    assert find_outline(np.ascontiguousarray(board_picture[seen])) is None


def test_corners_are_told_from_top_left_clockwise() -> None:
    corners = np.array(printed.CORNERS_PX)
    assert clockwise(corners[[2, 0, 3, 1]]).tolist() == corners.tolist()
