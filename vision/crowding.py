"""Pieces beside each other: where one stands no other can be.

On a full board the dark side of a piece, and its shadow on the bare place beside it, together look
much like a piece that stands close to it.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.background import Mask
from vision.sampling import Indices
from vision.squares import Squares

SURE: Final = 5.0
"""Log likelihood by which a piece must be there, rather than none, to keep others off; and by
which it must not be there for it not to matter where it would stand."""
OVERLAP: Final = 0.15
"""Share of their width by which two pieces may seem to overlap, as each is found a little off."""

SIDES: Final = 1.1
"""Radii of a piece within which its top is seen, or one of its sides."""

Rows = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Crowd:
    """Some ``places`` (N, by number) and what the pieces beside them leave of their squares.

    ``barred`` (N x side²) marks the points where no piece can have its middle, ``theirs`` those
    that show other pieces.
    """

    places: Indices
    barred: Mask
    theirs: Mask


class Crowding:
    """Tells where on its square a piece may be, by the pieces on the places around it."""

    def __init__(self, squares: Squares, radius_mm: float) -> None:
        """Find the places whose pieces, of a radius, may stand in each other's way."""
        lay = squares.places
        self._offsets_mm = squares.offsets_mm
        self._at_mm = lay.centres_mm + lay.lean_mm
        self._theirs_mm = SIDES * radius_mm
        self._least_mm = 2 * radius_mm * (1 - OVERLAP)
        apart = np.linalg.norm(self._at_mm[:, None] - self._at_mm, axis=2)
        self._near = apart < self._least_mm + lay.reach_mm[:, None] + lay.reach_mm
        np.fill_diagonal(self._near, val=False)

    def found(self, rows: Rows, middles: Indices, places: Indices) -> Crowd | None:
        """Find those of some places (by number) where a piece seems to stand in a surer one.

        ``rows`` are the log likelihoods of all places, as `Spots.read` has them, ``middles``
        numbers, on the square of each, the point where a piece has its middle. A piece is held to
        stand where it is seen and where its place is: it shows its dark side to one of its
        neighbours, and so it is seen a little towards the other.
        """
        if not self._near[places].any():
            return None
        surely = rows[:, 1:].max(axis=1) - rows[:, 0]
        asked = places[surely[places] > -SURE]
        surer = self._near[asked] & (surely > np.maximum(surely[asked, None], SURE))
        if not surer.any():
            return None
        stand_mm = np.stack([self._at_mm + self._offsets_mm[middles], self._at_mm])
        found, barred, theirs = [], [], []
        for place, others in zip(asked.tolist(), surer, strict=True):
            if not others.any():
                continue
            points_mm = self._at_mm[place] + self._offsets_mm
            apart = np.linalg.norm(points_mm - stand_mm[:, others].reshape(-1, 1, 2), axis=2)
            nearest = apart.min(axis=0)
            if nearest[middles[place]] < self._least_mm:
                found.append(place)
                barred.append(nearest < self._least_mm)
                theirs.append(nearest < self._theirs_mm)
        return Crowd(np.array(found), np.array(barred), np.array(theirs)) if found else None
