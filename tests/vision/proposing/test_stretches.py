"""Which spots printed lines join."""

import itertools

import numpy as np
import pytest

from tests.vision.proposing import printed
from vision.proposing.flat import Flat, flatten
from vision.proposing.stretches import Stretch, crossing, join_network, near_pairs, stretches_on


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
    assert scores[-1] >= 0.0


def test_too_few_spots_have_no_stretches(flat_board: Flat) -> None:
    assert stretches_on(flat_board, printed.places()[:2]) == []
    assert stretches_on(flat_board, np.empty((0, 2))) == []


def test_no_two_stretches_leave_a_spot_in_nearly_the_same_direction(
    proposed: list[Stretch],
) -> None:
    at = printed.places()
    for one, other in itertools.combinations(proposed, 2):
        for spot in {one.i, one.j} & {other.i, other.j}:
            away = [at[way.i + way.j - spot] - at[spot] for way in (one, other)]
            angles = [np.arctan2(y, x) for x, y in away]
            apart = abs(np.degrees(angles[0] - angles[1])) % 360
            assert min(apart, 360 - apart) > 30


def test_lines_join_all_spots_but_not_a_mark_on_bare_paper(flat_board: Flat) -> None:
    joined = join_network(flat_board, np.vstack([printed.places(), printed.BARE_MM]))
    assert joined is not None
    assert joined[:-1].all()
    assert not joined[-1]


@pytest.mark.long
def test_without_printed_lines_there_is_no_network() -> None:
    picture = printed.photograph(lines=False)
    flat = flatten(picture, np.array(printed.CORNERS_PX), printed.SIZE_MM)
    joined = join_network(flat, printed.places())
    assert joined is None or joined.mean() < 0.8


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
