"""Random boards are boards to play on: whole, roomy and joined by roads that never cross."""

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import Board
from engine.games import format_board, parse_board
from tests.hard_tables.random_board import random_board
from tests.sampled import one_in

# A fault here lets tests fail that use such tables; what it is, the long form tells.
pytestmark = pytest.mark.long

SEEDS = st.integers(0, 10**9)
Point = tuple[float, float]


def side(one: Point, other: Point, at: Point) -> bool:
    """Tell on which side of a road a point lies."""
    across = (other[0] - one[0]) * (at[1] - one[1]) - (other[1] - one[1]) * (at[0] - one[0])
    return across > 0.0


def where(board: Board, ident: str) -> Point:
    return board.locations[board.index[ident]].at_mm


@settings(max_examples=one_in(8), deadline=None)
@given(SEEDS)
def test_every_seed_gives_a_board_that_the_rules_accept(seed: int) -> None:
    board = random_board(seed)
    assert parse_board(format_board(board), "board.toml") == board
    assert random_board(seed) == board
    assert random_board(seed + 1) != board


@settings(max_examples=one_in(8), deadline=None)
@given(SEEDS)
def test_there_is_room_around_every_location(seed: int) -> None:
    board = random_board(seed)
    width, height = board.size_mm
    at = np.array([one.at_mm for one in board.locations])
    radius = board.locations[0].radius_mm
    nearest = min(float(np.hypot(*(one - other))) for one, other in combinations(at, 2))
    assert nearest >= max(24.0, 2.4 * radius)
    assert at.min() > radius
    assert (at.max(axis=0) < (width - radius, height - radius)).all()
    printed = [*board.tile_circles, *board.marker_circles]
    for x, y, size in printed:
        assert np.hypot(*(at - (x, y)).T).min() > size + radius
    for x, y, wide, high in board.row_boxes:
        apart = np.maximum(np.abs(at - (x + wide / 2, y + high / 2)) - (wide / 2, high / 2), 0.0)
        assert np.hypot(*apart.T).min() > radius


@settings(max_examples=one_in(8), deadline=None)
@given(SEEDS)
def test_roads_meet_at_locations_only(seed: int) -> None:
    board = random_board(seed)
    assert all(3 <= len(route) <= 7 for route in board.routes)
    roads = {tuple(sorted(road)) for route in board.routes for road in pairwise(route)}
    for (a, b), (c, d) in combinations(sorted(roads), 2):
        if {a, b}.isdisjoint((c, d)):
            p, q, r, s = (where(board, ident) for ident in (a, b, c, d))
            assert side(p, q, r) == side(p, q, s) or side(r, s, p) == side(r, s, q)


def test_the_ranking_row_lies_inside_some_boards_and_below_others() -> None:
    inside = [board.row_boxes[0][1] < board.size_mm[1] for board in map(random_board, range(20))]
    assert 3 < sum(inside) < 17


def test_tiles_and_influence_spaces_do_not_overlap() -> None:
    for board in map(random_board, range(40)):
        for (x, _, wide, _), (following, *_) in pairwise(board.row_boxes):
            assert x + wide < following
        for (x, y, size), (u, v, other) in combinations(board.tile_circles, 2):
            assert np.hypot(x - u, y - v) >= size + other
        row_top = board.row_boxes[0][1]
        assert all(y + size <= row_top for _, y, size in board.tile_circles)
