"""The events that one player may choose from, prepared so that listing them is joining lists."""

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Final, Generic, TypeVar

from engine.setting import REMEMBERED, members
from engine.sumeria.events import Add, Move, Place, Remove

T = TypeVar("T")


class Memo(dict[int, T]):
    """``memo[key]`` is the answer for a location (its number) or a set (bit i: location i).

    A dictionary, because looking up an answer in one costs no call of a function.
    """

    def __init__(self, work_out: Callable[[int], T]) -> None:
        super().__init__()
        self._work_out: Final = work_out

    def __missing__(self, key: int) -> T:
        """Work out an answer; all are forgotten when they have become too many."""
        if len(self) >= REMEMBERED:
            self.clear()
        answer = self[key] = self._work_out(key)
        return answer


Departures = Sequence[Move | Remove]
Chooser = Callable[[Departures], Departures]

PART: Final = 8
"""Locations a part: few enough for a list of events for each subset of a part's locations."""


class Listing(Generic[T]):
    """One event a location, listed for any set of locations."""

    def __init__(self, events: Sequence[T]) -> None:
        self._parts: Final = tuple(
            (start, _choices(events[start : start + PART])) for start in range(0, len(events), PART)
        )

    def of(self, locations: int) -> list[T]:
        """List the events of a set of locations, in board order."""
        found: list[T] = []
        for start, lists in self._parts:
            found += lists[locations >> start & (1 << PART) - 1]
        return found


def _choices(events: Sequence[T]) -> Memo[list[T]]:
    return Memo(lambda locations: [events[number] for number in members(locations)])


class Menu:
    """All that one player could ever place, add, remove or move.

    ``departures[number]`` lists what the merchant on a location may do: move to each location,
    in board order, and at the end go back into the supply.
    """

    def __init__(self, player: str, locations: Sequence[str]) -> None:
        self.placements: Final = Listing([Place(player, at) for at in locations])
        self.additions: Final = Listing([Add(player, at) for at in locations])
        self.departures: Final = Memo(lambda number: _departures(player, number, locations))


def _departures(player: str, number: int, locations: Sequence[str]) -> Departures:
    origin = locations[number]
    return [*(Move(player, origin, to) for to in locations), Remove(player, origin)]


def chooser(destinations: int) -> Chooser:
    """Make what picks, from a list of departures, the moves to a set of locations and the rest."""
    if destinations:
        return itemgetter(*members(destinations), -1)
    return itemgetter(slice(-1, None))
