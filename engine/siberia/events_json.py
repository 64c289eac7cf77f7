"""Events as the keys of a record's line, and back (formats, section 3)."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, get_args

from engine.events import format_plain, parse_plain
from engine.fields import IDENTIFIER, Fields
from engine.siberia.events import Correct, Event, Manager, Setup

TOLD: Final = "told"
UNTOLD: Final = "untold"


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
    **{kind.verb: partial(parse_plain, kind) for kind in get_args(Event)},
    "setup": _setup,
    "manager": _manager,
    "correct": _correct,
}
VERBS: Final = tuple(READERS)


def format_event(event: Event) -> dict[str, object]:
    """Write an event as the keys of a record's line, in the order of the formats."""
    if isinstance(event, Setup):
        cubes = {region: list(held) for region, held in event.cubes}
        return format_plain(event) | {"cubes": cubes}
    if isinstance(event, Correct):
        return {"type": event.verb, **_correction(event)}
    return format_plain(event)


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
