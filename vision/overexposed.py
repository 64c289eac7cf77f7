"""The light over a board of which much is brighter than the camera can tell.

A channel that ends tells only that it is at least so bright. Were such cells left out, those would
remain that are darker than most, as beside pieces. So what the board would show in a light decides
which cells tell of it, not what they show. All is in logarithms of channels.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Terms = npt.NDArray[np.float64]

LIFTS: Final = np.arange(0.0, 1.05, 0.1)
"""By how much brighter the light may be than it seems, as what tells of it is cut off above."""
ROUNDS: Final = 4
LEAST_TOLD: Final = 6.0
"""Cells, by what they weigh, that must tell of a channel, or it changed as the others did."""


@dataclass(frozen=True, slots=True)
class Judges:
    """Cells (N) from which the light is judged.

    ``seen`` (N x 3) is how much brighter each channel is than on the empty board, ``ends`` (N x 3)
    marks those that end there, ``room`` (N x 3) is how much brighter each may become at most;
    ``basis`` (N x 3) is the plane's at each. ``weigh`` gives the weights of residuals (N x 3).
    """

    seen: Floats
    ends: Mask
    room: Floats
    basis: Floats
    weigh: Callable[[Floats], Floats]

    def likeliest(self, guesses: list[Terms]) -> Terms:
        """Choose the plane (terms x channels) that explains most, each guess lifted or as it is."""
        lifted = [(guess, lift) for guess in guesses for lift in LIFTS]
        scores = [self._explained(guess, lift) for guess, lift in lifted]
        guess, lift = lifted[int(np.argmax(scores))]
        return self._lifted(guess, lift)

    def refined(self, terms: Terms, hold: Terms) -> Terms:
        """Fit the plane to what should not end in its light; ``hold`` (3 x 3) keeps it level."""
        for _ in range(ROUNDS):
            expected = self.basis @ terms.astype(np.float32)
            within = expected < self.room
            free = np.maximum(within.sum(axis=1, keepdims=True), 1)
            off = np.where(within, self.seen - expected, 0)
            off = np.where(within, off, off.sum(axis=1, keepdims=True) / free)
            weights = self.weigh(off)[:, None] * within
            told = weights.sum(axis=0) >= LEAST_TOLD
            if not told.any():
                break
            fitted = terms.copy()
            for channel in np.flatnonzero(told):
                weighted = self.basis * weights[:, channel, None]
                start = np.array([terms[0, channel], 0, 0])
                square = weighted.T @ self.basis + hold
                left = self.seen[:, channel] - start[0]
                fitted[:, channel] = start + np.linalg.solve(square, weighted.T @ left)
            fitted[:, ~told] = fitted[:, told].mean(axis=1, keepdims=True)
            terms = fitted
        return terms

    def _explained(self, guess: Terms, lift: float) -> float:
        """Tell how many cells look as they must in a light; those that end may be brighter."""
        off = self.seen - self.basis @ self._lifted(guess, lift).astype(np.float32)
        return float(self.weigh(np.where(self.ends & (off < 0), 0, off)).sum())

    @staticmethod
    def _lifted(guess: Terms, lift: float) -> Terms:
        return np.asarray(guess + np.array([[lift], [0], [0]]), np.float64)
