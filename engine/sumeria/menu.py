"""The events that one player may choose from, prepared so that listing them is joining lists."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final, Generic, TypeVar

from engine.sumeria.events import Add, Move, Place, Remove
from engine.sumeria.memo import Memo, numbers_of

T = TypeVar("T")

PART: Final = 8
"""Locations a part: few enough for a list of events for each subset of a part's locations."""


class Listing(Generic[T]):
    """One event a location, listed for any set of locations."""

    def __init__(self, events: Sequence[T]) -> None:
        """Take the event of each location, in board order."""
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
    return Memo(lambda locations: [events[number] for number in numbers_of(locations)])


class Menu:
    """All that one player could ever place, add, remove or move."""

    def __init__(self, player: str, locations: Sequence[str]) -> None:
        """Prepare the player's events; ``locations`` are the ids in board order."""
        self.placements: Final = Listing([Place(player, at) for at in locations])
        self.additions: Final = Listing([Add(player, at) for at in locations])
        self.departures: Final = tuple(Departures(player, at, locations) for at in locations)


class Departures:
    """What the merchant on one location may do: go back into the supply, or move."""

    def __init__(self, player: str, origin: str, locations: Sequence[str]) -> None:
        """Prepare the removal, and the moves when they are first asked for."""
        self.removal: Final = Remove(player, origin)
        self._locations: Final = locations

    @cached_property
    def moves(self) -> Sequence[Move]:
        """The move to each location, in board order."""
        removal = self.removal
        return [Move(removal.player, removal.origin, to) for to in self._locations]
