"""The printed art as evidence: what shows it is not covered, whatever its light."""

from typing import Final

import cv2
import numpy as np

from vision.background import Mask
from vision.light import Floats
from vision.view import View

WINDOWS_MM: Final = (25.0, 45.0, 65.0)
"""Sides of the windows in which the art is looked for: the smallest that holds enough of it."""
LEAST_ART: Final = 30.0
"""Art that a window must hold to be missed: sum of squares over the noise's variance."""
ART_NOISE: Final = (0.08, 0.04, 0.04)
"""Standard deviation of a cell of bare board in a light that is not even."""
DOUBT: Final = 0.5
"""What is said of windows with too little art to tell."""
KEPT: Final = 0.8
"""Share of its contrast that a window must keep on the empty board when that is nudged a little."""


class Art:
    """The printed art where no piece lies: it shows through a shadow, never through a hand."""

    def __init__(self, view: View, free: Mask) -> None:
        """Take the art of the view's cells that are ``free`` (rows x columns)."""
        self._shape = view.shape
        self._weights = free[..., None] / np.array(ART_NOISE, np.float32)
        self._art = view.background.mean.reshape(*view.shape, 3) * self._weights
        sides = [2 * round(width / view.step_mm / 2) + 1 for width in WINDOWS_MM]
        self._windows = [_Window(self._art, free, side) for side in sides]

    def nudged(self, off: Floats) -> None:
        """Learn which art is too fine for the grid, from the empty board seen a little aside.

        ``off`` is as in ``Lit``.
        """
        change = np.multiply(off.reshape(*self._shape, 3), self._weights)
        for window in self._windows:
            window.tells &= window.shown(change) >= KEPT

    def shown(self, off: Floats) -> Floats:
        """Tell what share of the art's contrast shows around each cell (N): 1 all, 0 none.

        ``off`` is as in ``Lit``; where there is too little art to tell, it is DOUBT.
        """
        change = np.multiply(off.reshape(*self._shape, 3), self._weights)
        shown = np.full(self._shape, DOUBT, np.float32)
        for window in reversed(self._windows):  # what a smaller one tells is told more precisely
            shown = np.where(window.tells, window.shown(change), shown)
        return np.asarray(shown, np.float32)


class _Window:
    """The art in a window around each cell: whether it ``tells`` anything, and what shows of it."""

    def __init__(self, art: Floats, free: Mask, side: int) -> None:
        self._size = (side, side)
        self._free = free[..., None].astype(np.float32)
        self._count = np.maximum(self._sum(free.astype(np.float32)), 1)[..., None]
        self._art = self._contrast(art)
        self._energy = self._sum(_over_channels(np.square(self._art)))
        self.tells: Mask = self._energy >= LEAST_ART

    def shown(self, change: Floats) -> Floats:
        """Tell what share of the art's contrast shows (rows x columns): 1 all, 0 none.

        ``change`` is how the view changed (rows x columns x 3).
        """
        common = self._sum(_over_channels(self._contrast(change) * self._art))
        return np.asarray(1 + common / np.maximum(self._energy, LEAST_ART), np.float32)

    def _contrast(self, picture: Floats) -> Floats:
        """Take off each cell the mean of its own window, and so whatever changes evenly there."""
        mean = self._sum(picture) / self._count
        return np.asarray((picture - mean) * self._free, np.float32)

    def _sum(self, values: Floats) -> Floats:
        return np.asarray(cv2.boxFilter(values, -1, self._size, normalize=False), np.float32)


def _over_channels(values: Floats) -> Floats:
    """Add up the channels of a picture (rows x columns x 3)."""
    return np.asarray(cv2.transform(values, np.ones((1, 3), np.float32)), np.float32)
