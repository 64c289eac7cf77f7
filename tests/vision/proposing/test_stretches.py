"""Which spots printed lines join."""

import numpy as np
import pytest

from tests.vision.proposing import printed
from vision.proposing.flat import Flat
from vision.proposing.paths import crossing, near_pairs
from vision.proposing.stretches import Stretch, stretches_on


@pytest.fixture(scope="module")
def proposed(flat_board: Flat) -> list[Stretch]:
    return stretches_on(flat_board, printed.places())


def test_printed_lines_are_proposed(proposed: list[Stretch]) -> None:
    found = {(stretch.i, stretch.j) for stretch in proposed}
    assert len(found & printed.stretches()) >= 0.97 * len(printed.stretches())


def test_neighbours_without_a_line_are_not_joined(proposed: list[Stretch]) -> None:
    found = {(stretch.i, stretch.j) for stretch in proposed}
    assert len(found - printed.stretches()) <= 0.03 * len(found)


def test_the_clearest_come_first(proposed: list[Stretch]) -> None:
    scores = [stretch.score for stretch in proposed]
    assert scores == sorted(scores, reverse=True)
    assert 0.5 < scores[0] < 2.0


def test_too_few_spots_have_no_stretches(flat_board: Flat) -> None:
    assert stretches_on(flat_board, printed.places()[:2]) == []
    assert stretches_on(flat_board, np.empty((0, 2))) == []


def test_no_stretch_passes_through_a_third_spot() -> None:
    row = np.array([[50.0, 50.0], [100.0, 52.0], [150.0, 50.0]])
    assert near_pairs(row) == [(0, 1), (1, 2)]


def test_no_stretch_passes_by_a_spot_that_lies_between() -> None:
    bent = np.array([[50.0, 50.0], [100.0, 70.0], [150.0, 50.0]])
    assert near_pairs(bent) == [(0, 1), (1, 2)]


def test_the_corners_of_a_triangle_are_all_near() -> None:
    triangle = np.array([[50.0, 50.0], [100.0, 130.0], [150.0, 50.0]])
    assert near_pairs(triangle) == [(0, 1), (0, 2), (1, 2)]


def test_lines_cross_only_between_their_ends() -> None:
    level = np.array([[0.0, 0.0], [10.0, 0.0]])
    assert crossing(level, np.array([[5.0, -5.0], [5.0, 5.0]]))
    assert not crossing(level, np.array([[12.0, -5.0], [12.0, 5.0]]))
    assert not crossing(level, np.array([[10.0, 0.0], [10.0, 9.0]]))
