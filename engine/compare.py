"""Two histories of a game side by side: where they first differ, and how."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.history import History
from engine.record import Undo

E = TypeVar("E")

Change = tuple[str, object, object]


@dataclass(frozen=True, slots=True)
class Difference(Generic[E]):
    """The first line at which two histories differ.

    ``number`` is the event's, 0 the header's. ``events`` are what stands there in each, None in
    one that has ended (and in both for the header). ``changes`` names each key of the State JSON
    that differs after that line ("board.ur.city"), with its two values, None where it is absent;
    it is empty where one has ended, and where headers differ only in what a State does not show.
    """

    number: int
    events: tuple[E | Undo | None, E | Undo | None]
    changes: tuple[Change, ...]


def compare(one: History[Any, E, Any], other: History[Any, E, Any]) -> Difference[E] | None:
    """Find the first line at which two histories differ; None where they are the same."""
    if one.at(0) != other.at(0):
        return Difference(0, (None, None), _changes(one, other, 0))
    for number in range(1, max(one.event, other.event) + 1):
        events = _event(one, number), _event(other, number)
        if events[0] != events[1]:
            both = None not in events
            return Difference(number, events, _changes(one, other, number) if both else ())
    return None  # the same events lead to the same states


def _event(history: History[Any, E, Any], number: int) -> E | Undo | None:
    return history.events[number - 1] if number <= history.event else None


def _changes(
    one: History[Any, E, Any], other: History[Any, E, Any], number: int
) -> tuple[Change, ...]:
    states = one.game.to_json(one.at(number)), other.game.to_json(other.at(number))
    return tuple(_differing("", *states))


def _differing(path: str, one: object, other: object) -> Iterator[Change]:
    """Yield what differs, going down into objects; a key of one only has the value None."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in dict.fromkeys([*one, *other]):
            below = f"{path}.{key}" if path else str(key)
            yield from _differing(below, one.get(key), other.get(key))
    elif one != other:
        yield path, one, other
