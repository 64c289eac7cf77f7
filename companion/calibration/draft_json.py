"""A draft as text, and back."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Final

from companion.calibration.draft import (
    PLACES,
    Draft,
    Fork,
    InfluenceShown,
    Place,
    RowShown,
    Sample,
)
from engine.board import CITY_STATES, INFLUENCE_KINDS, INFLUENCE_SPACES
from engine.fields import Fields
from engine.jsonline import parse_object

FORMAT: Final = 1
NUMBERS_OF_PLACE: Final = 3


def format_draft(draft: Draft) -> str:
    """Write a draft as one JSON object; what nobody has told yet is not in it."""
    begun, told = asdict(Draft()), asdict(draft)
    told["places"] = [
        None if one is None else [*one["at_mm"], one["radius_mm"]] for one in told["places"]
    ]
    begun["places"] = [None] * len(begun["places"])
    changed = {key: value for key, value in told.items() if value != begun[key]}
    return json.dumps({"format": FORMAT, **changed})


def parse_draft(data: bytes, file: str) -> Draft:
    """Read what ``format_draft`` wrote; raises InputError, naming ``file``, for anything else."""
    top = Fields(file, "", parse_object(data, file, ""))
    top.version("format", FORMAT)
    told: dict[str, Any] = {key: read(top, key) for key, read in READERS.items() if top.has(key)}
    top.finish()
    return Draft(**told)


def _text(top: Fields, key: str) -> str:
    return top.text(key)


def _names(top: Fields, key: str) -> tuple[str, ...]:
    raw = top.sequence(key)
    if len(raw) != len(Draft().names) or not all(isinstance(name, str) for name in raw):
        raise top.error(key, f"expected {len(Draft().names)} texts")
    return tuple(map(str, raw))


def _places(top: Fields, key: str) -> tuple[Place | None, ...]:
    raw = top.sequence(key)
    if len(raw) != PLACES:
        raise top.error(key, f"expected {PLACES} places, found {len(raw)}")
    return tuple(None if one is None else _place(top, key, one) for one in raw)


def _place(top: Fields, key: str, raw: object) -> Place:
    match raw:
        case [float() | int() as x, float() | int() as y, float() | int() as radius]:
            return Place((float(x), float(y)), float(radius))
    raise top.error(key, f"expected lists of {NUMBERS_OF_PLACE} numbers")


def _stretches(top: Fields, key: str) -> tuple[tuple[int, int], ...]:
    return tuple(
        (one, other) for one, other in (_integers(top, key, raw, 2) for raw in top.sequence(key))
    )


def _integers(top: Fields, key: str, raw: object, count: int | None = None) -> tuple[int, ...]:
    if not isinstance(raw, list) or not all(type(one) is int for one in raw):
        raise top.error(key, "expected whole numbers")
    if count is not None and len(raw) != count:
        raise top.error(key, f"expected {count} whole numbers each")
    if not all(0 <= one < PLACES for one in raw):
        raise top.error(key, f"expected numbers from 0 to {PLACES - 1}")
    return tuple(raw)


def _rows(count: int) -> Callable[[Fields, str], tuple[tuple[float, ...], ...]]:
    def read(top: Fields, key: str) -> tuple[tuple[float, ...], ...]:
        rows = top.sequence(key)
        inside = Fields(top.file, key, {str(number): row for number, row in enumerate(rows)})
        return tuple(inside.numbers(str(number), count) for number in range(len(rows)))

    return read


def _corners(top: Fields, key: str) -> tuple[tuple[float, ...], ...]:
    return top.rows(key, 4, 2)


def _size(top: Fields, key: str) -> tuple[float, ...]:
    width, height = top.numbers(key, 2)
    if min(width, height) <= 0:
        raise top.error(key, "expected two numbers above 0")
    return width, height


def _forks(top: Fields, key: str) -> tuple[Fork, ...]:
    return tuple(
        Fork(
            one.integer("at"),
            _integers(one, "around", one.take("around")),
            _stretches(one, "ways"),
        )
        for one in top.tables(key)
    )


def _samples(top: Fields, key: str) -> tuple[Sample, ...]:
    return tuple(
        Sample(one.text("frame"), one.identifier("colour"), _integers(one, "at", one.take("at")))
        for one in top.tables(key)
    )


def _row(top: Fields, key: str) -> RowShown:
    inside = top.table(key)
    shown = _integers(inside, "city_states", inside.take("city_states"))
    if sorted(shown) != list(range(CITY_STATES)):
        raise inside.error("city_states", "expected each city-state once")
    return RowShown(inside.text("frame"), shown)


def _influence(top: Fields, key: str) -> InfluenceShown:
    inside = top.table(key)
    kinds = inside.identifiers("kinds")
    if len(kinds) != INFLUENCE_SPACES or not {*kinds} <= {*INFLUENCE_KINDS}:
        raise inside.error("kinds", f"expected {INFLUENCE_SPACES} kinds of influence tiles")
    return InfluenceShown(inside.text("frame"), kinds)


def _identifiers(top: Fields, key: str) -> tuple[str, ...]:
    return top.identifiers(key)


READERS: Final[Mapping[str, Callable[[Fields, str], object]]] = {
    "known": _text,
    "name": _text,
    "size_mm": _size,
    "empty": _text,
    "corners_px": _corners,
    "names": _names,
    "places": _places,
    "stretches": _stretches,
    "forks": _forks,
    "slots_mm": _rows(4),
    "influence_mm": _rows(3),
    "turns_mm": _rows(3),
    "tapped": _rows(2),
    "tapped_in": _text,
    "colours": _identifiers,
    "samples": _samples,
    "row": _row,
    "influence": _influence,
    "finished": _identifiers,
}
