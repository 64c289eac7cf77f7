"""What follows from an event by the rules alone, as data for screens to word."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Used:
    """Research has used up an action marker (I-C39); it is in the bag."""

    player: str
    marker: str


@dataclass(frozen=True, slots=True)
class Voided:
    """These markers of a research had no effect (I-22); they are in the bag."""

    player: str
    markers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sold:
    """So many cubes left the game for so much money each (I-32)."""

    player: str
    resource: str
    cubes: int
    exchange: str
    price: int


@dataclass(frozen=True, slots=True)
class Locked:
    """A region was emptied and is locked (I-34)."""

    region: str


@dataclass(frozen=True, slots=True)
class SentHome:
    """So many workers went from a locked region into their owner's depot (I-34)."""

    player: str
    region: str
    pawns: int


@dataclass(frozen=True, slots=True)
class Surplus:
    """A player must return so many action markers (I-33)."""

    player: str
    markers: int


@dataclass(frozen=True, slots=True)
class NextRound:
    """A new round begins (I-10); the first-player marker went to the left."""

    round: int
    first: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The game is over (I-36): who won, several when they share the victory (I-C05)."""

    winners: tuple[str, ...]


Effect = Used | Voided | Sold | Locked | SentHome | Surplus | NextRound | Finished
