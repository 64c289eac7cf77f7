"""How evenly a place differs from the bare board: a piece has sides, and hides what is printed.

Of a white merchant on a white spot little else is to be seen. Lamps and soft shadows change a
whole place alike, or more to one side.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.background import Mask
from vision.light import Floats
from vision.sampling import Indices
from vision.squares import Squares

STILL: Final = 0.03
"""Unevenness of lightness, as its log, that the very same frame may show the next moment."""
FRESH: Final = 1.25
"""How much more a frame's noise varies from the mean than that of the frame it is the mean of."""
MISPLACED: Final = 0.5
"""Share of what art makes of a pixel's displacement that a bare place shows, as a variance."""
SURELY: Final = 0.15
"""The log of how many times more than all that makes it uneven a place must be to tell all it can.

Measured at hard tables: bare places show at most 0.96 times that, white merchants on white at
least 1.07 times, and half of them more than 1.3 times.
"""
DEEPEST: Final = 1.5
"""The most by which a point may differ, as log of lightness."""


class Evenness:
    """Measures places for pieces of one radius."""

    def __init__(self, squares: Squares, radius_mm: float) -> None:
        """Measure as much of each place as a piece upon it takes."""
        lay = squares.places
        self._alone: Mask = lay.free_mm(radius_mm) > radius_mm
        self._tells = self._alone
        self._inside = np.flatnonzero(squares.distance_mm <= radius_mm)
        terms = np.column_stack([np.ones(len(self._inside)), squares.offsets_mm[self._inside]])
        self._even = np.linalg.qr(terms)[0].astype(np.float32)
        lightness = squares.background.mean[:, 0].reshape(squares.count, -1)
        self._bare = lightness[:, self._inside]
        self._usual = np.zeros(squares.count)

    def learn(
        self,
        bare: Floats,
        aside: Sequence[Floats],
        asked: Mask | None = None,
        guessed: Sequence[int] = (),
    ) -> None:
        """Learn what the bare board shows, and what it does from a little ``aside``.

        Each is the points of all squares (N x 3, opponent space, light and shade removed);
        ``asked`` (squares) marks those that are to tell of a piece, if not all are. Those of which
        the bare look is but ``guessed`` tell nothing.
        """
        self._alone = self._alone.copy()
        self._alone[list(guessed)] = False
        self._tells = self._alone if asked is None else self._alone & asked
        everywhere = np.arange(len(self._usual))
        still, *moved = (
            np.square(self._unevenness(_lightness(one, everywhere), everywhere))
            for one in (bare, *aside)
        )
        noise = FRESH * still
        self._usual = noise + MISPLACED * np.maximum(np.max(moved, axis=0) - noise, 0)

    def told(self, seen: Floats, noise: float, places: Indices) -> Floats:
        """Tell what some places show, from nothing, 0, to what only a piece does, 1.

        ``seen`` is as above, of these places; ``noise`` is how many times noisier than usual the
        frame is. Where a piece on the next place may reach into one it tells nothing.
        """
        told = np.zeros(len(places), np.float32)
        at = np.flatnonzero(self._tells[places])
        if len(at):
            share = self._share(_lightness(seen, places)[at], noise, places[at])
            told[at] = np.clip(np.log(share) / SURELY, 0, 1)
        return told

    def usual(self, seen: Floats, noise: float, places: Indices) -> Mask:
        """Mark the places, given in the same way, that are no more uneven than the bare board.

        Never those into which a piece on the next place may reach.
        """
        share = self._share(_lightness(seen, places), noise, places)
        return np.asarray((share <= 1) & self._alone[places])

    def _share(self, lightness: Floats, noise: float, places: Indices) -> Floats:
        """Tell how many times more uneven places are than what makes the bare ones so."""
        usual = np.sqrt(self._usual[places] + STILL**2) * noise
        uneven = np.maximum(self._unevenness(lightness, places), STILL)
        return np.asarray(uneven / usual, np.float32)

    def _unevenness(self, lightness: Floats, places: Indices) -> Floats:
        """Give the standard deviation (places) of how lightness differs, all slopes left out.

        ``lightness`` is that of the places' points (places x side²).
        """
        off = np.clip(lightness[:, self._inside] - self._bare[places], -DEEPEST, DEEPEST)
        off -= (off @ self._even) @ self._even.T
        return np.asarray(np.sqrt(np.square(off).mean(axis=1)), np.float32)


def _lightness(seen: Floats, places: Indices) -> Floats:
    """Take the lightness of all points of places (N x 3): places x side²."""
    return seen[:, 0].reshape(len(places), -1)
