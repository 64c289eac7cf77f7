"""What there is to show at one moment: plain data, drawn by the screens and by nothing else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypedDict

import numpy as np
import numpy.typing as npt

from engine.board import Board

Image = npt.NDArray[np.uint8]

FICTIONAL: Final = "Fictional board, not the boxed game's"


class StateObject(TypedDict):
    """The part of the State object (formats, section 4) that a screen shows."""

    phase: str
    dynasty: int
    turn: int
    to_play: str | None
    order: Sequence[str]
    ranking: Sequence[str]
    board: Mapping[str, str]
    supply: Mapping[str, int]
    influence: Sequence[str | None]
    tiles: Mapping[str, Mapping[str, int]]
    points: Mapping[str, int]
    bag: Mapping[str, int]
    winners: Sequence[str]


@dataclass(frozen=True, slots=True)
class Award:
    """What one scored city-state gave (rules S-26 to S-33).

    ``tiles`` holds (player, kinds of influence tile) for each who took some; ``discarded`` the
    kinds that nobody took.
    """

    city_state: str
    controller: str | None
    runner_up: str | None
    tiles: tuple[tuple[str, tuple[str, ...]], ...]
    discarded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DynastyResult:
    """The end of a dynasty: the three city-states by rank, and who opens the next and why.

    ``next_first`` is a sentence; empty after the sixth dynasty.
    """

    dynasty: int
    awards: tuple[Award, ...]
    next_first: str


@dataclass(frozen=True, slots=True)
class FinalResult:
    """The end of the game: a sentence that names the winner and what decided."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture of the game in front of the players.

    ``event`` is the last event in words, ``touched`` the locations it changed; ``status`` what the
    eye is doing, in a few words; ``question`` is put to the table in place of the event; ``note``
    is what must be said of the board. ``camera`` is the latest frame, BGR, 8 bits, height x width
    x 3; ``marks`` are what was read in it: x and y in its pixels, and a colour or None for a
    location that is hidden. ``result`` lies over the board while it is there. Two scenes are
    equal whatever their cameras show.
    """

    board: Board
    state: StateObject
    event: str = ""
    touched: tuple[str, ...] = ()
    status: str = ""
    question: str = ""
    note: str = FICTIONAL
    camera: Image | None = field(default=None, compare=False)
    marks: tuple[tuple[float, float, str | None], ...] = field(default=(), compare=False)
    result: DynastyResult | FinalResult | None = None
