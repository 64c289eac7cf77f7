"""The printed art as evidence: what shows it is not covered, whatever its light."""

from typing import Final

import cv2
import numpy as np

from vision.background import Mask
from vision.light import Floats, levels
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
FAINT: Final = 10.0
"""Levels that a gleam adds at least; less is what any two places differ by."""
UNEVEN: Final = 0.5
"""Share by which a gleam may brighten one channel more than another."""


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
            window.tells &= window.shown(change, _over_channels(change * self._art)) >= KEPT

    def shown(self, off: Floats) -> Floats:
        """Tell what share of the art's contrast shows around each cell (N): 1 all, 0 none.

        ``off`` is as in ``Lit``; where there is too little art to tell, it is DOUBT.
        """
        change = np.multiply(off.reshape(*self._shape, 3), self._weights)
        both = _over_channels(change * self._art)
        shown = np.full(self._shape, DOUBT, np.float32)
        for window in reversed(self._windows):  # what a smaller one tells is told more precisely
            shown = np.where(window.tells, window.shown(change, both), shown)
        return np.asarray(shown, np.float32)


class _Window:
    """The art in a window around each cell: whether it ``tells`` anything, and what shows of it."""

    def __init__(self, art: Floats, free: Mask, side: int) -> None:
        self._size = (side, side)
        count = np.maximum(self._sum(free.astype(np.float32)), 1)[..., None]
        # Centred in the window, so that what is added to all of it makes no difference.
        self._mean = self._sum(art) / count
        energy = self._sum(art * art) - self._mean**2 * count
        self._energy = _over_channels(np.asarray(energy, np.float32))
        self.tells: Mask = self._energy >= LEAST_ART

    def shown(self, change: Floats, both: Floats) -> Floats:
        """Tell what share of the art's contrast shows (rows x columns): 1 all, 0 none.

        ``change`` is how the view changed (rows x columns x 3), ``both`` its product with the art
        (rows x columns), added up over the channels.
        """
        both = self._sum(both)
        common = both - _over_channels(np.multiply(self._mean, self._sum(change)))
        return np.asarray(1 + common / np.maximum(self._energy, LEAST_ART), np.float32)

    def _sum(self, values: Floats) -> Floats:
        return np.asarray(cv2.boxFilter(values, -1, self._size, normalize=False), np.float32)


def gleams(bare: Floats, off: Floats, mirrored: Mask) -> Floats:
    """Tell how many levels a gleam added to the bare board (N x 3, opponent space), 0 for none.

    A mirrored lamp adds as much to each channel, within what its own colour makes; right beside
    it, as marked, the channels end at what the camera can tell.
    """
    added = levels(bare + off) - levels(bare)
    least, most = added.min(axis=1), added.max(axis=1)
    gleam = (least > FAINT) & (mirrored | (most - least < UNEVEN * most))
    return np.where(gleam, least, 0).astype(np.float32)


def _over_channels(values: Floats) -> Floats:
    """Add up the channels of a picture (rows x columns x 3)."""
    return np.asarray(cv2.transform(values, np.ones((1, 3), np.float32)), np.float32)
