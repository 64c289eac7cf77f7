"""Everything that can happen in a game of Siberia: one frozen class a verb (formats, section 3)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, get_args

from engine.events import Happening, format_plain, parse_plain
from engine.fields import IDENTIFIER, Fields
from engine.siberia.material import RESOURCES

Cubes = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Setup(Happening):
    """The start is laid out (I-02 to I-06): the cubes of each region, active sides, open markers.

    ``markers`` is "told" or "untold": whether the record holds what lies on the players' boards.
    """

    first: str
    cubes: Cubes
    exchanges: tuple[str, ...]
    open: tuple[str, ...]
    markers: str

    def __post_init__(self) -> None:
        """Sort the cubes, so that equal setups compare equal."""
        object.__setattr__(self, "cubes", _sorted_cubes(self.cubes))


@dataclass(frozen=True, slots=True)
class Place(Happening):
    """A drawn action marker is placed on an action or in research (I-13)."""

    player: str
    marker: str
    to: str


@dataclass(frozen=True, slots=True)
class Ready(Happening):
    """All have placed their markers, which nobody has told."""


@dataclass(frozen=True, slots=True)
class Research(Happening):
    """A player begins his research (I-21)."""

    player: str


@dataclass(frozen=True, slots=True)
class Discover(Happening):
    """Research puts a cube into a region (I-21)."""

    player: str
    resource: str
    at: str


@dataclass(frozen=True, slots=True)
class Manager(Happening):
    """A manager marker becomes the joker of another action, or none (I-24)."""

    player: str
    to: str | None


@dataclass(frozen=True, slots=True)
class Logistics(Happening):
    """A player begins to move his workers (I-25)."""

    player: str


@dataclass(frozen=True, slots=True)
class Move(Happening):
    """A worker walks to another region (I-25)."""

    player: str
    origin: str
    to: str


@dataclass(frozen=True, slots=True)
class Done(Happening):
    """A player ends his logistics or his research before it ends by itself."""

    player: str


@dataclass(frozen=True, slots=True)
class Salesman(Happening):
    """A pawn goes to an exchange (I-26)."""

    player: str
    origin: str
    to: str


@dataclass(frozen=True, slots=True)
class Worker(Happening):
    """A pawn goes to the start region (I-27)."""

    player: str
    origin: str


@dataclass(frozen=True, slots=True)
class Investor(Happening):
    """A player takes an open investment marker (I-29)."""

    player: str
    investment: str


@dataclass(frozen=True, slots=True)
class Refill(Happening):
    """Chance opens the next investment marker (I-29)."""

    investment: str


@dataclass(frozen=True, slots=True)
class Mine(Happening):
    """A player mines a resource wherever he has workers, and sells it (I-31)."""

    player: str
    resource: str
    exchange: str


@dataclass(frozen=True, slots=True)
class Pass(Happening):
    """A player has done what he wanted in this round (I-18)."""

    player: str


@dataclass(frozen=True, slots=True)
class Discard(Happening):
    """A player returns a surplus marker at the end of a round (I-33)."""

    player: str
    marker: str
    origin: str


@dataclass(frozen=True, slots=True)
class Correct(Happening):
    """The table agrees on what lies where.

    Each part names only what is put right: ``cubes`` pairs regions with all that lies there,
    ``pawns`` places with (player, number) pairs; ``locked`` lists all locked regions, or is None.
    ``as_turn_of`` names the player whose turn this uses up.
    """

    cubes: Cubes = ()
    locked: tuple[str, ...] | None = None
    pawns: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = ()
    supply: tuple[tuple[str, int], ...] = ()
    money: tuple[tuple[str, int], ...] = ()
    as_turn_of: str | None = None

    def __post_init__(self) -> None:
        """Sort all parts, so that equal corrections compare equal."""
        pawns = sorted((at, tuple(sorted(dict(many).items()))) for at, many in self.pawns)
        object.__setattr__(self, "cubes", _sorted_cubes(self.cubes))
        object.__setattr__(self, "pawns", tuple(pawns))
        object.__setattr__(self, "supply", tuple(sorted(dict(self.supply).items())))
        object.__setattr__(self, "money", tuple(sorted(dict(self.money).items())))
        if self.locked is not None:
            object.__setattr__(self, "locked", tuple(sorted(set(self.locked))))


def _sorted_cubes(cubes: Iterable[tuple[str, tuple[str, ...]]]) -> Cubes:
    def rank(resource: str) -> tuple[int, str]:
        known = RESOURCES.index(resource) if resource in RESOURCES else len(RESOURCES)
        return known, resource

    return tuple(
        (region, tuple(sorted(held, key=rank))) for region, held in sorted(dict(cubes).items())
    )


Event = (
    Setup
    | Place
    | Ready
    | Research
    | Discover
    | Manager
    | Logistics
    | Move
    | Done
    | Salesman
    | Worker
    | Investor
    | Refill
    | Mine
    | Pass
    | Discard
    | Correct
)


TOLD: Final = "told"
UNTOLD: Final = "untold"


def parse_event(fields: Fields) -> Event:
    """Read one event by its shape, leaving keys that it does not know; raises InputError.

    Whether the ids exist is for the rules to say.
    """
    return READERS[fields.choice("type", VERBS, "undo")](fields)


def _setup(fields: Fields) -> Setup:
    first = fields.identifier("first")
    cubes = _lists(fields, "cubes")
    exchanges, opened = fields.identifiers("exchanges"), fields.identifiers("open")
    return Setup(first, cubes, exchanges, opened, fields.choice("markers", (TOLD, UNTOLD)))


def _manager(fields: Fields) -> Manager:
    player = fields.identifier("player")
    raw = fields.take("to")
    if raw is not None and not (isinstance(raw, str) and IDENTIFIER.fullmatch(raw)):
        raise fields.error("to", "expected an action or null")
    return Manager(player, raw)


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


READERS: Final[Mapping[str, Callable[[Fields], Event]]] = {
    **{kind.verb: partial(parse_plain, kind) for kind in get_args(Event)},
    "setup": _setup,
    "manager": _manager,
    "correct": _correct,
}
VERBS: Final = tuple(READERS)


def format_event(event: Event) -> dict[str, object]:
    """Write an event as the keys of a record's line, in the order of the formats.

    A correction says only what it puts right.
    """
    keys = format_plain(event)
    if isinstance(event, Setup | Correct):
        keys["cubes"] = {region: list(held) for region, held in event.cubes}
    if isinstance(event, Correct):
        keys["pawns"] = {at: dict(numbers) for at, numbers in event.pawns}
        keys |= {"supply": dict(event.supply), "money": dict(event.money)}
        return {key: one for key, one in keys.items() if one or (key == "locked" and one == [])}
    return keys
