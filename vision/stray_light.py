"""Stray light: what a lamp that shines into the lens, or a greasy lens, adds to all of a picture.

In logarithms that is the more the darker a pixel is. On the board the slope of a tone curve may
explain it nearly as well, but what is darker than the board would be read wrong then.
"""

from typing import Final

import numpy as np

from vision.config import ROUNDS, IlluminationConfig, StrayLightConfig
from vision.reading import Floats, Mask, Reals

CONFIG: Final = StrayLightConfig()
LIGHT: Final = IlluminationConfig()
GAMMA: Final = 2.2
"""That of a display: levels to this power are about proportional to light."""
_TINY: Final = 1e-6


class StrayLight:
    """The stray light in frames of one board.

    It is fitted to logarithms of levels together with a smooth field, by Gauss-Newton steps, as it
    adds to light itself. A tone curve is not fitted with it: both together explain nearly the same
    by any shares of the two. Which of them changed is seen by what each leaves unexplained.
    """

    def __init__(self, terms: Floats, bare: Reals) -> None:
        """Take free points of the board: their field terms (N x F) and bare levels (N x 3)."""
        self._bare = np.maximum(bare.T, 1)
        self._logs = np.log(self._bare)
        self._fixed = np.broadcast_to(terms.T, (3, *terms.T.shape)).astype(np.float64)
        self._terms = count = self._fixed.shape[1] + 1
        rigid = np.full(count, LIGHT.even)
        rigid[[0, -1]] = _TINY
        self._rigid = np.zeros((3, count, 3, count))
        for channel in range(3):
            self._rigid[channel, :, channel] = np.diag(rigid)
        shared = np.full((3, 3), 1 / 3)
        self._prior = shared / CONFIG.usual**2 + (np.eye(3) - shared) / CONFIG.colour**2

    def fit(self, levels: Reals, usable: Mask) -> tuple[Reals, float]:
        """Fit robustly to the points' levels in a frame (N x 3).

        Gives shares of the brightest (3), and the median of what is left (log units). The shares
        are 0 where more or less light may be all there is.
        """
        seen = np.maximum(levels.T, 1)
        shares = (seen / 255) ** GAMMA
        sure = usable * _certainty(np.minimum(seen, self._bare))
        parts = sure / np.maximum(sure.sum(axis=0), _TINY)
        usual, weights = LIGHT.least_left, np.ones(len(usable))
        stray, fitted, middle = np.zeros(3), np.zeros_like(seen), 0.0
        firm, square = 0.0, np.eye(3 * self._terms)
        for _ in range(2 * ROUNDS):  # steps settle more slowly than weights
            left = np.maximum(shares - stray[:, None], CONFIG.dark)
            off = np.log(255) + np.log(left) / GAMMA - self._logs
            effects = _effects(self._logs + fitted)
            design = np.concatenate([self._fixed, effects[:, None]], axis=1)
            weighted = design * (sure * weights)[:, None]
            firm = (1 + np.count_nonzero(usable)) * usual**2
            wanted = (weighted @ off[..., None])[..., 0]
            wanted[:, -1] -= firm * self._prior @ stray
            blocks = self._rigid.copy()
            blocks[:, -1, :, -1] += firm * self._prior
            for channel, block in enumerate(weighted @ design.transpose(0, 2, 1)):
                blocks[channel, :, channel] += block
            square = blocks.reshape(3 * self._terms, -1)
            found = np.linalg.solve(square, wanted.ravel()).reshape(3, -1)
            explained = (found[:, None] @ design)[:, 0]
            apart = np.sqrt((parts * np.square(off - explained)).sum(axis=0))
            middle = float(np.median(apart[usable])) if usable.any() else 0.0
            usual = max(middle, LIGHT.least_left)
            weights = 1 / (1 + (apart / (LIGHT.tolerance * usual)) ** 2) ** 2
            fitted = explained - found[:, -1:] * effects
            stray = np.clip(stray + found[:, -1], *CONFIG.limits)
        doubt = np.sqrt(firm * np.diag(np.linalg.inv(square)))[self._terms - 1 :: self._terms]
        return (stray if (stray > CONFIG.sure * doubt).all() else np.zeros(3)), middle


def without(levels: Reals, stray: Reals) -> Reals:
    """Give levels (... x 3) without stray light (3, shares of the brightest)."""
    shares = np.maximum((levels / 255) ** GAMMA - stray, 0)
    return np.asarray(255 * shares ** (1 / GAMMA))


def _certainty(levels: Reals) -> Reals:
    """Weigh levels by their noise, relative to bright ones."""
    read, dark = LIGHT.level_noise
    return np.asarray(1 / (1 + np.square(dark / levels / read)))


def _effects(logarithms: Reals) -> Reals:
    """Differentiate logarithms of levels by stray light."""
    shares = np.exp(GAMMA * np.minimum(logarithms - np.log(255), 0))
    return np.asarray(1 / (GAMMA * np.maximum(shares, CONFIG.dark)))
