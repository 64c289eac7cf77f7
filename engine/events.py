"""What all events have in common; those with ids and lists of ids as a record's line, and back."""

import dataclasses
from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar, Final, TypeVar

from engine.fields import Fields

E = TypeVar("E")
Read = Callable[[Fields, str], object]
KEYS: Final = {"origin": "from"}
"""The fields of events that a record calls otherwise, as Python cannot."""


class Happening:
    """Something that may happen in a game; ``verb``, its type in a record, is the class's name."""

    __slots__ = ()
    verb: ClassVar[str]

    def __init_subclass__(cls) -> None:
        cls.verb = cls.__name__.lower()


def parse_plain(kind: Callable[..., E], line: Fields) -> E:
    """Read an event of one class, leaving keys that it does not know; raises InputError.

    Each of its fields is an id, or a list of ids. Whether these exist is for the rules to say.
    """
    return kind(*[read(line, key) for key, _, read in _fields_of(kind)])


def format_plain(event: Any) -> dict[str, object]:  # noqa: ANN401 - of any game
    """Write an event as the keys of a record's line, in the order of its fields."""
    keys: dict[str, object] = {"type": event.verb}
    for key, name, _ in _fields_of(event.__class__):
        value = getattr(event, name)
        keys[key] = list(value) if isinstance(value, tuple) else value
    return keys


@cache
def _fields_of(kind: Any) -> tuple[tuple[str, str, Read], ...]:  # noqa: ANN401 - a dataclass
    """List the fields of a class: key in a record, name, and how it is read."""
    return tuple(
        (
            KEYS.get(one.name, one.name),
            one.name,
            Fields.identifier if one.type is str else Fields.identifiers,
        )
        for one in dataclasses.fields(kind)
    )
