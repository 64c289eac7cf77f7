"""Caution on spots whose bare look is only guessed: no emptiness is claimed that may be a piece."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.background import UNKNOWN
from vision.light import Floats
from vision.scores import CLIP
from vision.spots import Spots

POSSIBLE: Final = 1.3
"""Log likelihood of a point by which a colour must fit better than the unknown to be there."""

Rows = npt.NDArray[np.float64]


class Caution:
    """Makes a reading unsure on some places, where it says empty and a piece would fit too."""

    def __init__(self, spots: Spots, places: Sequence[int]) -> None:
        """Watch over the places by number."""
        self._spots = spots
        self._places = np.array(places, np.int64)
        squares = spots.squares
        points = squares.side**2
        self._points = (self._places[:, None] * points + np.arange(points)).ravel()
        reach = max(1, round(spots.core_mm / squares.step_mm))
        span = np.arange(-reach, reach + 1) * squares.step_mm
        disc = np.hypot(*np.meshgrid(span, span)) <= spots.core_mm
        self._disc = (disc / disc.sum()).astype(np.float32)
        reach_mm = np.maximum(squares.places.reach_mm[self._places], squares.step_mm)
        self._near = squares.distance_mm[None] <= reach_mm[:, None]

    def check(self, seen: Floats, log_likelihood: Rows) -> Rows:
        """Return the log likelihoods (N x choices) with those rows flat where caution bids it.

        ``seen`` are the points of all squares (N · side² x 3, light and shade removed).
        """
        side = self._spots.squares.side
        fits = np.clip(self._spots.likeliest(seen[self._points]) - UNKNOWN, -CLIP, CLIP)
        means = [
            cv2.filter2D(fit, -1, self._disc, borderType=cv2.BORDER_REFLECT)
            for fit in fits.reshape(-1, side, side)
        ]
        best = np.where(self._near, np.reshape(means, self._near.shape), -CLIP).max(axis=1)
        empty = log_likelihood[self._places].argmax(axis=1) == 0
        careful = log_likelihood.copy()
        careful[self._places[empty & (best > POSSIBLE)]] = 0.0
        return careful
