"""Everything that can happen in a game: one frozen class a verb, and its line in a record.

Formats, section 3.
"""

from dataclasses import dataclass
from typing import Final, get_args

from engine.events import Happening, format_plain, parse_plain
from engine.fields import IDENTIFIER, Fields


@dataclass(frozen=True, slots=True)
class Setup(Happening):
    """Chance deals the start (S-06 to S-10): first player, row of city-states, six tiles."""

    first: str
    ranking: tuple[str, ...]
    influence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place(Happening):
    """A merchant is placed before the first dynasty (S-11)."""

    player: str
    at: str


@dataclass(frozen=True, slots=True)
class Add(Happening):
    """A merchant comes from the supply onto the board (S-16)."""

    player: str
    at: str


@dataclass(frozen=True, slots=True)
class Move(Happening):
    """A merchant travels along trade routes (S-19)."""

    player: str
    origin: str
    to: str


@dataclass(frozen=True, slots=True)
class Remove(Happening):
    """A merchant goes back into the supply (S-24)."""

    player: str
    origin: str


@dataclass(frozen=True, slots=True)
class Score(Happening):
    """The end-of-dynasty button is pressed (S-26)."""


@dataclass(frozen=True, slots=True)
class Claim(Happening):
    """The controller of a city-state chooses his tiles (S-29, S-30); their order says nothing."""

    player: str
    city_state: str
    tiles: tuple[str, ...]

    def __post_init__(self) -> None:
        """Sort the tiles, so that equal choices compare equal."""
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles)))


@dataclass(frozen=True, slots=True)
class Draw(Happening):
    """Chance deals the next dynasty's six tiles (S-35)."""

    influence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Correct(Happening):
    """The table agrees on what stands where (S-C36).

    ``board`` pairs each named location with its player, or None for an empty one; ``ranking``
    is the new row, or None to leave it; ``as_turn_of`` names the player whose turn this uses up.
    """

    board: tuple[tuple[str, str | None], ...]
    ranking: tuple[str, ...] | None = None
    as_turn_of: str | None = None

    def __post_init__(self) -> None:
        """Sort the locations, so that equal corrections compare equal."""
        object.__setattr__(self, "board", tuple(sorted(dict(self.board).items())))


TurnEvent = Place | Add | Move | Remove
"""What a player does in his turn."""
Event = Setup | Place | Add | Move | Remove | Score | Claim | Draw | Correct
KINDS: Final = {kind.verb: kind for kind in get_args(Event)}
VERBS: Final = tuple(KINDS)


def parse_event(fields: Fields) -> Event:
    """Read one event by its shape, leaving keys that it does not know; raises InputError.

    Whether the ids exist is for the rules to say.
    """
    kind = KINDS[fields.choice("type", VERBS, "undo")]
    event: Event = _parse_correct(fields) if kind is Correct else parse_plain(kind, fields)
    return event


def _parse_correct(fields: Fields) -> Correct:
    raw = fields.take("board") if fields.has("board") else {}
    if not isinstance(raw, dict):
        raise fields.error("board", "expected locations with the player or null for each")
    for location, player in raw.items():
        if not IDENTIFIER.fullmatch(location):
            raise fields.error("board", f"expected the id of a location, found {location!a}")
        if player is not None and not (isinstance(player, str) and IDENTIFIER.fullmatch(player)):
            raise fields.error(f"board.{location}", "expected a player or null")
    ranking = fields.identifiers("ranking") if fields.has("ranking") else None
    player = fields.identifier("as_turn_of") if fields.has("as_turn_of") else None
    return Correct(tuple(raw.items()), ranking, player)


def format_event(event: Event) -> dict[str, object]:
    """Write an event as the keys of a record's line, in the order of the formats."""
    if not isinstance(event, Correct):
        return format_plain(event)
    keys: dict[str, object] = {"type": event.verb, "board": dict(event.board)}
    keys |= {} if event.ranking is None else {"ranking": list(event.ranking)}
    keys |= {} if event.as_turn_of is None else {"as_turn_of": event.as_turn_of}
    return keys
