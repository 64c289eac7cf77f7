"""What follows from an event by the rules alone, as data for screens to word."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Swapped:
    """Two neighbours in the ranking changed places (S-17, S-22 or S-24: ``rule``)."""

    rule: str
    rose: str
    fell: str


@dataclass(frozen=True, slots=True)
class Controlled:
    """Who holds a scored city-state (S-26); ``by`` is S-27, or S-28 where a tie was broken.

    ``rank`` is 1 to 3. None: nobody stands there, or nobody is second.
    """

    rank: int
    city_state: str
    controller: str | None
    by: str | None
    runner_up: str | None
    runner_up_by: str | None


@dataclass(frozen=True, slots=True)
class Awarded:
    """A player takes influence tiles (S-29, S-30 or S-31: ``rule``)."""

    rule: str
    player: str
    city_state: str
    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Discarded:
    """Influence tiles leave the game: nobody was there (S-32), or only one player (S-33)."""

    rule: str
    city_state: str
    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NextFirst:
    """Who opens the next dynasty and why (S-36, S-37).

    ``fewest`` is who has fewest merchants, the last in the next order. ``narrowing`` tells for
    each city-state that was looked at, in ranking order, who was still tied after it. ``rule``
    is S-36 when the first decided, S-37 when a later one did, S-C12 when none could.
    """

    rule: str
    player: str
    fewest: str
    narrowing: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Rotated:
    """The ranking after the three scored city-states went to its end (S-38)."""

    ranking: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """The game is over (S-40): who won (S-42), several when they share the victory."""

    winners: tuple[str, ...]


Effect = Swapped | Controlled | Awarded | Discarded | NextFirst | Rotated | Finished
