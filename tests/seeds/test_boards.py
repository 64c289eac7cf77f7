"""The board that comes with the program: a whole Sumeria board, which says it is not the box's."""

import itertools
import math
from collections import Counter

import pytest

from engine.board import Board
from engine.games import parse_board
from seeds.boards import builtin_board_text, builtin_boards


@pytest.fixture(scope="module")
def board() -> Board:
    return parse_board(builtin_board_text("dubsar"), "dubsar.toml")


@pytest.mark.parametrize("name", builtin_boards())
def test_every_builtin_board_loads_and_says_that_it_is_fictional(name: str) -> None:
    assert "fictional" in parse_board(builtin_board_text(name), name).name


def test_an_unknown_board_is_refused() -> None:
    with pytest.raises(KeyError):
        builtin_board_text("../errors")


def test_merchants_on_neighbouring_spots_do_not_touch(board: Board) -> None:
    nearest = min(
        math.dist(a.at_mm, b.at_mm) for a, b in itertools.combinations(board.locations, 2)
    )
    assert nearest >= 30.0


def test_no_two_stretches_cross_and_none_runs_over_a_third_location(board: Board) -> None:
    at = {location.id: location.at_mm for location in board.locations}
    stretches = {tuple(sorted(stretch)) for stretch in board.stretches()}
    for one, other in itertools.combinations(stretches, 2):
        if not {*one} & {*other}:
            a, b, c, d = (at[ident] for ident in (*one, *other))
            assert not (_sides_differ(a, b, c, d) and _sides_differ(c, d, a, b)), (one, other)
    for stretch in stretches:
        for ident in at.keys() - {*stretch}:
            assert _distance(at[ident], at[stretch[0]], at[stretch[1]]) > 16.0, (ident, stretch)


def test_the_movement_rules_have_something_to_decide(board: Board) -> None:
    """S-21 needs cities to branch at; "the same route" needs towns where three stretches meet."""
    ways = Counter({ident: len(others) for ident, others in board.neighbours.items()})
    kind = {location.id: location.kind for location in board.locations}
    assert all(ways[ident] >= 3 for ident in ways if kind[ident] == "city")
    assert sum(ways[ident] >= 3 for ident in ways if kind[ident] == "town") >= 2
    assert any(route[0] == route[-1] for route in board.routes)


Point = tuple[float, float]


def _sides_differ(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point) -> float:
        return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])

    return side(c) * side(d) < 0


def _distance(p: Point, a: Point, b: Point) -> float:
    along = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / math.dist(a, b) ** 2
    t = min(1.0, max(0.0, along))
    return math.dist(p, (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))
