"""Stretches become routes that hold each of them, and go straight on where there is a choice."""

from itertools import pairwise

import pytest

from companion.boards.warnings import dead_ends, forks, off_route, parts
from companion.games.sumeria.routes import routes_of
from engine.games import parse_board
from seeds.boards import builtin_board_text
from tests.hard_tables.random_board import random_board

CROSS = [(0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (10.0, 10.0), (10.0, -10.0)]
"""Four places around one, number 1 in the middle."""


def joined(routes: tuple[tuple[int, ...], ...]) -> set[frozenset[int]]:
    return {frozenset(pair) for route in routes for pair in pairwise(route)}


def passages(routes: tuple[tuple[int, ...], ...]) -> set[tuple[int, int, int]]:
    """Give each three places in a row, in the direction in which the first is the lower number."""
    found = set()
    for route in routes:
        line = (*route, route[1]) if route[0] == route[-1] else route
        for one, via, other in zip(line, line[1:], line[2:], strict=False):
            found.add((min(one, other), via, max(one, other)))
    return found


def test_lines_that_cross_go_straight_on() -> None:
    routes = routes_of(CROSS, [(0, 1), (1, 2), (1, 3), (1, 4)])
    assert passages(routes) == {(0, 1, 2), (3, 1, 4)}


def test_a_line_that_ends_at_another_ends_there() -> None:
    routes = routes_of(CROSS, [(0, 1), (1, 2), (1, 3)])
    assert passages(routes) == {(0, 1, 2)}
    assert (1, 3) in routes or (3, 1) in routes


def test_a_line_goes_on_where_the_owner_says_so() -> None:
    stretches = [(0, 1), (1, 2), (1, 3), (1, 4)]
    assert passages(routes_of(CROSS, stretches, {1: {(0, 3)}})) == {(0, 1, 3)}
    assert passages(routes_of(CROSS, stretches, {1: set()})) == set()


def test_two_routes_may_share_a_stretch_and_part() -> None:
    stretches = [(0, 1), (1, 2), (1, 3), (1, 4)]
    routes = routes_of(CROSS, stretches, {1: {(0, 2), (0, 3), (3, 4)}})
    assert passages(routes) == {(0, 1, 2), (0, 1, 3), (3, 1, 4)}
    assert joined(routes) == {frozenset(one) for one in stretches}


def test_a_ring_becomes_one_closed_route() -> None:
    square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    (route,) = routes_of(square, [(0, 1), (1, 2), (2, 3), (0, 3)])
    assert route[0] == route[-1]
    assert len(passages((route,))) == 4


def test_a_line_that_crosses_itself_is_cut_and_still_leads_on() -> None:
    loop = [(0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (20.0, 10.0), (10.0, 10.0), (10.0, -10.0)]
    stretches = [(0, 1), (1, 2), (2, 3), (3, 4), (1, 4), (1, 5)]
    routes = routes_of(loop, stretches)
    assert all(len(set(route)) == len(route) for route in routes)
    assert passages(routes) == {(0, 1, 2), (1, 2, 3), (2, 3, 4), (1, 4, 3), (4, 1, 5)}


@pytest.mark.parametrize("seed", range(6))
def test_the_routes_of_any_board_hold_its_stretches_and_no_other(seed: int) -> None:
    board = random_board(seed)
    at = [one.at_mm for one in board.locations]
    stretches = {
        (min(pair), max(pair))
        for pair in ((board.index[one], board.index[other]) for one, other in board.stretches())
    }
    routes = routes_of(at, stretches)
    assert joined(routes) == {frozenset(pair) for pair in stretches}
    for route in routes:
        closed = route[0] == route[-1]
        assert len(set(route)) == len(route) - closed >= 2


def test_where_two_stretches_meet_one_line_goes_through() -> None:
    board = random_board(3)
    at = [one.at_mm for one in board.locations]
    index = board.index
    stretches = [(index[one], index[other]) for one, other in board.stretches()]
    through = passages(routes_of(at, {(min(one), max(one)) for one in stretches}))
    for ident, around in board.neighbours.items():
        if len(around) == 2:
            one, other = sorted(index[neighbour] for neighbour in around)
            assert (one, index[ident], other) in through


def test_what_is_odd_about_a_network_is_named() -> None:
    stretches = [(0, 1), (1, 2), (1, 3), (4, 5)]
    places = range(7)
    assert off_route(places, stretches) == [6]
    assert dead_ends(places, stretches) == [0, 2, 3, 4, 5]
    assert forks(places, stretches, without=[]) == [1]
    assert forks(places, stretches, without=[1]) == []
    assert parts(places, stretches) == [{0, 1, 2, 3}, {4, 5}, {6}]


def test_the_built_in_board_hangs_together() -> None:
    board = parse_board(builtin_board_text("dubsar"), "dubsar.toml")
    places = [one.id for one in board.locations]
    assert off_route(places, board.stretches()) == []
    assert len(parts(places, board.stretches())) == 1
