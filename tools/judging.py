"""Setting what the eye says of each location of a frame beside what is true of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import numpy as np

from companion.sighting import sighting
from engine.board import LOCATIONS, Board
from tools.truth import FrameTruth
from vision.reading import Reading

EMPTY: Final = "empty"
"""What stands for a bare location where others are named by the colour of their piece."""


class Held(StrEnum):
    """Why nothing is claimed of a location."""

    UNSURE = "unsure"
    HIDDEN = "hidden"
    LOST = "lost"


class Where(StrEnum):
    """How a location lies to what is not part of the game.

    Clear: no hand is in the picture. Beside: one is, but does not hide it. Under: a hand or a
    gleam hides it, or part of it.
    """

    CLEAR = "clear"
    BESIDE = "beside"
    UNDER = "under"


@dataclass(frozen=True, slots=True)
class Judged:
    """One location: what is there, what is claimed, and the likeliest with its probability.

    ``near`` tells that the eye itself calls it covered by a hand or near one. ``likeliest`` is
    None, and the probability 0, where the board was not found.
    """

    at: str
    where: Where
    there: str
    claimed: str
    likeliest: str | None
    probability: float
    near: bool

    @property
    def held(self) -> bool:
        """Tell whether nothing is claimed."""
        return self.claimed in set(Held)

    @property
    def right(self) -> bool:
        """Tell whether just what is there is claimed."""
        return self.claimed == self.there


def judge(truth: FrameTruth, reading: Reading, board: Board) -> Iterator[Judged]:
    """Judge each location of the frame, in board order; none where truth does not tell enough."""
    if truth.board is None or (truth.hand and truth.occluded is None):
        return
    seen = sighting(reading, board, truth.file)
    for i, location in enumerate(board.locations):
        likeliest, probability = _likeliest(reading, i)
        yield Judged(
            at=location.id,
            where=_where(truth, location.id),
            there=truth.board.get(location.id, EMPTY),
            claimed=_claim(seen, location.id),
            likeliest=likeliest,
            probability=probability,
            near=reading.registered and bool(reading.groups[LOCATIONS].near[i]),
        )


def _where(truth: FrameTruth, at: str) -> Where:
    if at in truth.doubtful or (truth.occluded and at in truth.occluded):
        return Where.UNDER
    return Where.BESIDE if truth.hand else Where.CLEAR


def _claim(seen: dict[str, Any], at: str) -> str:
    if not seen["registered"]:
        return Held.LOST
    if at in seen["occluded"]:
        return Held.HIDDEN
    if at in seen["unsure"]:
        return Held.UNSURE
    return str(seen["board"].get(at, EMPTY))


def _likeliest(reading: Reading, i: int) -> tuple[str | None, float]:
    """Give the likeliest choice, all equally likely beforehand, and its probability."""
    if not reading.registered:
        return None, 0.0
    spots = reading.groups[LOCATIONS]
    row = spots.log_likelihood[i]
    best = int(row.argmax())
    return spots.classes[best] or EMPTY, float(1 / np.exp(row - row[best]).sum())
