"""From likelihoods to what `dubsar read` says of a frame."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from companion.games import part_of
from engine.board import Board
from engine.layout import Lying, Shape, SlotGroup, alone
from vision.reading import Areas, Reading, Slots

SURE: Final = 0.9
"""The least probability with which a location is claimed."""
PRESENT: Final = 4.0
"""Nats by which a single tile must lie there rather than not, or not rather than so: fifty to one,
as a tile that is taken may end a round."""
KIND: Final = 2.2
"""Nats by which it must be one kind rather than any other: nine to one."""


@dataclass(frozen=True, slots=True)
class Claims:
    """What surely lies on places of pieces, by these, and which are hidden or in doubt instead.

    ``shares`` are how probable the claims are.
    """

    lying: dict[str, Lying] = field(default_factory=dict)
    occluded: list[str] = field(default_factory=list)
    unsure: list[str] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)

    @property
    def confidence(self) -> float:
        """How probable the least sure claim is; 0 without any."""
        return round(min(self.shares), 4) if self.shares else 0

    def add(self, group: SlotGroup, seen: Slots | Areas) -> None:
        """Claim what is sure of the places of a group, as they are seen."""
        each = zip(group.places, shares(seen), seen.observed.tolist(), strict=True)
        for place, (lying, share), observed in each:
            if not observed:
                self.occluded.append(place.id)
            elif share < SURE:
                self.unsure.append(place.id)
            else:
                self.lying[place.id] = lying
                self.shares.append(share)


def shares(seen: Slots | Areas) -> Sequence[tuple[Lying, float]]:
    """Tell what is likeliest on each place, all equally likely beforehand, and its probability."""
    if isinstance(seen, Areas):
        return seen.likeliest()
    rows = seen.log_likelihood
    found = 1 / np.exp(rows - rows.max(axis=1, keepdims=True)).sum(axis=1)
    return list(zip(alone(seen.likeliest()), found.tolist(), strict=True))


def sighting(reading: Reading, board: Board, frame: str) -> dict[str, Any]:
    """Say what a reading shows, as the line that `dubsar read` prints (commands)."""
    if board.areas:
        own: dict[str, Any] = part_of(board.game, "sighting").sighting(reading, board, frame)
        return own
    tiles = {
        group.id: _named(reading.groups.get(group.id), group)
        for group in board.layout
        if group is not board.pieces
    }
    line: dict[str, Any] = {
        "frame": frame,
        "registered": reading.registered,
        "hand": None,
        "occluded": [],
        "board": {},
        "unsure": [],
        "confidence": 0,
        **tiles,
    }
    if not reading.registered:
        return line
    claims = Claims()
    claims.add(board.pieces, reading.groups[board.pieces.id])
    return line | {
        "hand": reading.hand,
        "occluded": claims.occluded,
        "board": {at: one for at, lying in claims.lying.items() for one in lying},
        "unsure": claims.unsure,
        "confidence": claims.confidence,
    }


def certain(slots: Slots | None, places: int) -> tuple[str | None, ...]:
    """Name what lies on each place of a group of single tiles; None for nothing, or in doubt."""
    if slots is None:
        return (None,) * places
    both = zip(slots.likeliest(), doubtful(slots), strict=True)
    return tuple(None if in_doubt else one for one, in_doubt in both)


def kind_doubtful(slots: Slots, least: float = KIND) -> npt.NDArray[np.bool_]:
    """Mark the places whose likeliest kind does not beat the next by ``least`` nats (places).

    That some kind lies there is taken for granted.
    """
    kinds = slots.log_likelihood[:, 1:]
    near = kinds.max(axis=1, keepdims=True) - kinds < least
    return np.asarray(near.sum(axis=1) > 1)


def doubtful(slots: Slots) -> npt.NDArray[np.bool_]:
    """Mark the places of a group of single tiles of which nothing is certain (places).

    They are not observed, or it is in doubt whether a tile lies there, or which.
    """
    rows = slots.log_likelihood
    presence = np.logaddexp.reduce(rows[:, 1:], axis=1) - rows[:, 0]
    unclear = (presence > 0) & kind_doubtful(slots)
    return np.asarray((np.abs(presence) < PRESENT) | unclear | ~slots.observed)


def _named(slots: Slots | None, group: SlotGroup) -> list[str | None] | None:
    """Name what lies in the slots of a group, if the table teaches it.

    The likeliest is named: of a row, whose tiles lie there once each, always; of other tiles where
    it is readable which kind it is. What a tracker may conclude from a space is another question
    (`certain`): there a wrong answer ends a round.
    """
    if slots is None:
        return None
    if group.shape is Shape.ROW:
        return [*slots.likeliest()]
    both = zip(slots.likeliest(), kind_doubtful(slots), strict=True)
    return [None if unreadable else one for one, unreadable in both]
