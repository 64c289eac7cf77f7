"""Events as the keys of a record's line, and back (formats, section 3)."""

import dataclasses
from collections.abc import Callable, Mapping
from typing import Final

from engine.fields import IDENTIFIER, Fields
from engine.siberia.events import (
    Correct,
    Discard,
    Discover,
    Done,
    Event,
    Investor,
    Logistics,
    Manager,
    Mine,
    Move,
    Pass,
    Place,
    Ready,
    Refill,
    Research,
    Salesman,
    Setup,
    Worker,
)

TOLD: Final = "told"
UNTOLD: Final = "untold"
KEYS: Final = {"origin": "from"}
"""The fields of events that a record calls otherwise, as Python cannot."""


def parse_event(fields: Fields) -> Event:
    """Read one event by its shape, leaving keys that it does not know; raises InputError.

    Whether the ids exist is for the rules to say.
    """
    return READERS[fields.choice("type", VERBS)](fields)


def _setup(fields: Fields) -> Setup:
    first = fields.identifier("first")
    cubes = _lists(fields, "cubes")
    exchanges, opened = fields.identifiers("exchanges"), fields.identifiers("open")
    return Setup(first, cubes, exchanges, opened, fields.choice("markers", (TOLD, UNTOLD)))


def _manager(fields: Fields) -> Manager:
    player = fields.identifier("player")
    raw = fields.take("to")
    if raw is not None and not _is_identifier(raw):
        raise fields.error("to", "expected an action or null")
    return Manager(player, None if raw is None else str(raw))


def _correct(fields: Fields) -> Correct:
    pawns: list[tuple[str, tuple[tuple[str, int], ...]]] = []
    if fields.has("pawns"):
        places = fields.table("pawns")
        pawns = [(at, _numbers(places, at)) for at in _keys(fields, "pawns", places)]
    return Correct(
        _lists(fields, "cubes") if fields.has("cubes") else (),
        fields.identifiers("locked") if fields.has("locked") else None,
        tuple(pawns),
        _numbers(fields, "supply") if fields.has("supply") else (),
        _numbers(fields, "money") if fields.has("money") else (),
        fields.identifier("as_turn_of") if fields.has("as_turn_of") else None,
    )


def _lists(fields: Fields, key: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    table = fields.table(key)
    return tuple((one, table.identifiers(one)) for one in _keys(fields, key, table))


def _numbers(fields: Fields, key: str) -> tuple[tuple[str, int], ...]:
    table = fields.table(key)
    return tuple((one, table.integer(one)) for one in _keys(fields, key, table))


def _keys(fields: Fields, key: str, table: Fields) -> tuple[str, ...]:
    for one in table.left():
        if not IDENTIFIER.fullmatch(one):
            raise fields.error(key, f"expected ids, found {one!a}")
    return table.left()


def _is_identifier(raw: object) -> bool:
    return isinstance(raw, str) and IDENTIFIER.fullmatch(raw) is not None


READERS: Final[Mapping[str, Callable[[Fields], Event]]] = {
    "setup": _setup,
    "place": lambda line: Place(
        line.identifier("player"), line.identifier("marker"), line.identifier("to")
    ),
    "ready": lambda _line: Ready(),
    "research": lambda line: Research(line.identifier("player")),
    "discover": lambda line: Discover(
        line.identifier("player"), line.identifier("resource"), line.identifier("at")
    ),
    "manager": _manager,
    "logistics": lambda line: Logistics(line.identifier("player")),
    "move": lambda line: Move(
        line.identifier("player"), line.identifier("from"), line.identifier("to")
    ),
    "done": lambda line: Done(line.identifier("player")),
    "salesman": lambda line: Salesman(
        line.identifier("player"), line.identifier("from"), line.identifier("to")
    ),
    "worker": lambda line: Worker(line.identifier("player"), line.identifier("from")),
    "investor": lambda line: Investor(line.identifier("player"), line.identifier("investment")),
    "refill": lambda line: Refill(line.identifier("investment")),
    "mine": lambda line: Mine(
        line.identifier("player"), line.identifier("resource"), line.identifier("exchange")
    ),
    "pass": lambda line: Pass(line.identifier("player")),
    "discard": lambda line: Discard(
        line.identifier("player"), line.identifier("marker"), line.identifier("from")
    ),
    "correct": _correct,
}
VERBS: Final = tuple(READERS)


def format_event(event: Event) -> dict[str, object]:
    """Write an event as the keys of a record's line, in the order of the formats."""
    keys: dict[str, object] = {"type": event.verb}
    if isinstance(event, Setup):
        cubes = {region: list(held) for region, held in event.cubes}
        keys |= {"first": event.first, "cubes": cubes, "exchanges": list(event.exchanges)}
        keys |= {"open": list(event.open), "markers": event.markers}
    elif isinstance(event, Correct):
        keys |= _correction(event)
    else:
        named = dataclasses.fields(event)
        keys |= {KEYS.get(one.name, one.name): getattr(event, one.name) for one in named}
    return keys


def _correction(event: Correct) -> dict[str, object]:
    keys: dict[str, object] = {}
    if event.cubes:
        keys["cubes"] = {region: list(held) for region, held in event.cubes}
    if event.locked is not None:
        keys["locked"] = list(event.locked)
    if event.pawns:
        keys["pawns"] = {at: dict(numbers) for at, numbers in event.pawns}
    if event.supply:
        keys["supply"] = dict(event.supply)
    if event.money:
        keys["money"] = dict(event.money)
    if event.as_turn_of is not None:
        keys["as_turn_of"] = event.as_turn_of
    return keys
