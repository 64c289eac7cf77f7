"""Everything that can happen in a game of Sumeria: one frozen class a verb (formats, section 3)."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Setup:
    """Chance deals the start (S-06 to S-10): first player, row of city-states, six tiles."""

    verb: ClassVar[str] = "setup"
    first: str
    ranking: tuple[str, ...]
    influence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A merchant is placed before the first dynasty (S-11)."""

    verb: ClassVar[str] = "place"
    player: str
    at: str


@dataclass(frozen=True, slots=True)
class Add:
    """A merchant comes from the supply onto the board (S-16)."""

    verb: ClassVar[str] = "add"
    player: str
    at: str


@dataclass(frozen=True, slots=True)
class Move:
    """A merchant travels along trade routes (S-19)."""

    verb: ClassVar[str] = "move"
    player: str
    origin: str
    to: str


@dataclass(frozen=True, slots=True)
class Remove:
    """A merchant goes back into the supply (S-24)."""

    verb: ClassVar[str] = "remove"
    player: str
    origin: str


@dataclass(frozen=True, slots=True)
class Score:
    """The end-of-dynasty button is pressed (S-26)."""

    verb: ClassVar[str] = "score"


@dataclass(frozen=True, slots=True)
class Claim:
    """The controller of a city-state chooses his tiles (S-29, S-30); their order says nothing."""

    verb: ClassVar[str] = "claim"
    player: str
    city_state: str
    tiles: tuple[str, ...]

    def __post_init__(self) -> None:
        """Sort the tiles, so that equal choices compare equal."""
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles)))


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance deals the next dynasty's six tiles (S-35)."""

    verb: ClassVar[str] = "draw"
    influence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Correct:
    """The table agrees on what stands where (S-C36).

    ``board`` pairs each named location with its player, or None for an empty one; ``ranking``
    is the new row, or None to leave it; ``as_turn_of`` names the player whose turn this uses up.
    """

    verb: ClassVar[str] = "correct"
    board: tuple[tuple[str, str | None], ...]
    ranking: tuple[str, ...] | None = None
    as_turn_of: str | None = None

    def __post_init__(self) -> None:
        """Sort the locations, so that equal corrections compare equal."""
        object.__setattr__(self, "board", tuple(sorted(dict(self.board).items())))


Event = Setup | Place | Add | Move | Remove | Score | Claim | Draw | Correct
VERBS = tuple(kind.verb for kind in (Setup, Place, Add, Move, Remove, Score, Claim, Draw, Correct))
