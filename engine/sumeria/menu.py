"""The events that one player may choose from, prepared so that listing them is joining lists."""

from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from engine.sumeria.events import Add, Move, Place, Remove

T = TypeVar("T")

PART: Final = 8
"""Locations a part: few enough for a list of events for each subset of a part's locations."""
REMEMBERED: Final = 1024


class Listing(Generic[T]):
    """One event a location, listed for any set of locations."""

    def __init__(self, events: Sequence[T]) -> None:
        """Take the event of each location, in board order."""
        self._events: Final = events
        self._parts: Final[Sequence[tuple[int, dict[int, list[T]]]]] = tuple(
            (start, {}) for start in range(0, len(events), PART)
        )

    def of(self, locations: int) -> list[T]:
        """List the events of a set of locations, in board order."""
        found: list[T] = []
        for start, lists in self._parts:
            part = locations >> start & (1 << PART) - 1
            if part not in lists:
                lists[part] = [
                    event
                    for number, event in enumerate(self._events[start : start + PART])
                    if part >> number & 1
                ]
            found += lists[part]
        return found


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
        """Prepare the removal; of all moves few are ever needed."""
        self._locations: Final = locations
        self._removal: Final = Remove(player, origin)
        self._moves: dict[int, Move] = {}
        self._lists: dict[int, list[Remove | Move]] = {}

    def to(self, destinations: int) -> list[Remove | Move]:
        """List the removal, and the moves to a set of locations."""
        events = self._lists.get(destinations)
        if events is None:
            if len(self._lists) >= REMEMBERED:
                self._lists.clear()
            events = self._lists[destinations] = self._make(destinations)
        return events

    def _make(self, destinations: int) -> list[Remove | Move]:
        events: list[Remove | Move] = [self._removal]
        while destinations:
            nearest = destinations & -destinations
            destinations ^= nearest
            if nearest not in self._moves:
                to = self._locations[nearest.bit_length() - 1]
                self._moves[nearest] = Move(self._removal.player, self._removal.origin, to)
            events.append(self._moves[nearest])
        return events
