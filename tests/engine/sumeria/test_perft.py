"""How many sequences of legal events there are from a position, as chess engines are tested.

The counts are frozen; the judge, asked of every well-formed event, must count the same.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple

import pytest

from engine.sumeria import SUMERIA
from engine.sumeria.events import Add, Claim, Event, Move, Place, Remove, Score
from engine.sumeria.state import State
from tests.engine.sumeria.golden import replayed
from tests.sampled import few


class Position(NamedTuple):
    """A place in a golden game, and how many sequences of one, two and three events follow."""

    game: str
    event: int
    counts: tuple[int, ...]


POSITIONS = {
    "dubsar, the opening placement": Position("three-players", 1, (56, 3080, 166320)),
    "dubsar, the last turn of a dynasty": Position("three-players", 72, (56, 56, 168)),
    "goods, four players in the middle of a dynasty": Position(
        "four-players", 28, (62, 3807, 228315)
    ),
    "goods, the last button": Position("four-players", 113, (1, 2, 4)),
    "goods, three players who branch anywhere": Position("house-rules", 52, (97, 8220, 678957)),
}


def count(state: State, depth: int, events: Callable[[State], Iterable[Event]]) -> int:
    """Count the sequences of so many events; what chance deals is not among them."""
    choices = list(events(state))
    if depth == 1:
        return len(choices)
    return sum(count(SUMERIA.apply(state, event).state, depth - 1, events) for event in choices)


def judged(state: State) -> Iterator[Event]:
    """Find the legal events by asking the judge about every well-formed one."""
    return (event for event in well_formed(state) if SUMERIA.check(state, event).holds)


def well_formed(state: State) -> Iterator[Event]:
    """Make every event that a record could hold here, of what players do."""
    board = state.setting.board
    locations = [location.id for location in board.locations]
    yield Score()
    for player in state.setting.players:
        for at in locations:
            yield Place(player, at)
            yield Add(player, at)
            yield Remove(player, at)
            yield from (Move(player, at, to) for to in locations)
        for number in range(4):
            for tiles in combinations_with_replacement(state.setting.counts.kinds, number):
                yield from (Claim(player, one.id, tiles) for one in board.regions)


def start(position: Position) -> State:
    """Go to a position."""
    return replayed(position.game, position.event).state


@pytest.mark.parametrize("name", few(4, POSITIONS))
def test_legal_sequences_are_as_many_as_ever(name: str) -> None:
    position = POSITIONS[name]
    state = start(position)
    counts = tuple(count(state, depth, SUMERIA.legal_events) for depth in (1, 2, 3))
    assert counts == position.counts


def test_placing_is_choosing_among_all_free_locations() -> None:
    assert POSITIONS["dubsar, the opening placement"].counts == (56, 56 * 55, 56 * 55 * 54)


# In a shorter form `test_whole_games.py` has the judge try every event at moments of chance.
@pytest.mark.long
@pytest.mark.parametrize("name", POSITIONS)
def test_the_judge_counts_the_same_for_one_event(name: str) -> None:
    position = POSITIONS[name]
    assert count(start(position), 1, judged) == position.counts[0]


@pytest.mark.long
def test_the_judge_counts_the_same_for_three_events_at_the_end_of_the_game() -> None:
    position = POSITIONS["goods, the last button"]
    assert count(start(position), 3, judged) == position.counts[2]


@pytest.mark.long
@pytest.mark.parametrize("name", POSITIONS)
def test_the_judge_counts_the_same_for_two_events(name: str) -> None:
    position = POSITIONS[name]
    assert count(start(position), 2, judged) == position.counts[1]


@pytest.mark.long
def test_the_judge_counts_the_same_for_three_events_as_a_dynasty_ends() -> None:
    position = POSITIONS["dubsar, the last turn of a dynasty"]
    assert count(start(position), 3, judged) == position.counts[2]
