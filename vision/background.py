"""How likely a pixel is to show the bare board, given how the board looked when empty."""

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.light import DARK, Floats, opponent
from vision.reading import Image

Mask = npt.NDArray[np.bool_]

NOISE: Final = (5.0, 3.0, 3.5)
"""Noise of a pixel in grey levels, by channel of the opponent space."""
FLOOR: Final = (0.05, 0.03, 0.03)
"""The part of the noise that does not fall with brightness: what small light changes leave."""
MEDIAN_STEP: Final = 0.674
"""Median of the absolute value of a standard normal variable."""
UNKNOWN: Final = -math.log(3.5 * 1.6 * 1.6)
"""Log density of an object of which nothing is known: any colour is as likely as any other."""
UNKNOWN_SHARE: Final = 0.02


class EmptyFrame:
    """The empty frame as a statistic: mean, variation of the art, and noise at each pixel."""

    def __init__(self, empty: Image) -> None:
        """Measure the frame (BGR); variation covers the art within a misplacement of a pixel."""
        seen = opponent(empty)
        self.mean = cv2.blur(seen, (3, 3))
        spread = cv2.blur(seen * seen, (5, 5)) - cv2.blur(seen, (5, 5)) ** 2
        level = np.exp(np.clip(self.mean[..., :1], np.log(DARK), None))
        noise = (np.array(NOISE, np.float32) / level) ** 2 + np.array(FLOOR, np.float32) ** 2
        self.art = np.maximum(spread, 0)
        self.noise = noise


@dataclass(frozen=True, slots=True)
class Slack:
    """What the bare board is forgiven.

    ``art`` is the share of the art's local variation that is taken for misplacement; ``shaded``
    is the share of points in a shadow or a gleam, ``dark`` and ``light`` how deep these are on
    the average, as log of lightness.
    """

    art: float
    shaded: float
    dark: float
    light: float


class Background:
    """The bare board at chosen points; log densities of pixels seen there."""

    def __init__(self, empty: EmptyFrame, points: Floats, slack: Slack) -> None:
        """Look the points (N x 2, pixels of the empty frame) up in ``empty``."""
        height, width = empty.mean.shape[:2]
        x = np.clip(np.round(points[:, 0]).astype(int), 0, width - 1)
        y = np.clip(np.round(points[:, 1]).astype(int), 0, height - 1)
        self.mean = empty.mean[y, x]
        variance = empty.noise[y, x] + slack.art * empty.art[y, x]
        self.spread = np.sqrt(variance).astype(np.float32)
        self._half_precision = (0.5 / variance).astype(np.float32)
        self._norm = (-0.5 * np.log(2 * np.pi * variance)).astype(np.float32)
        self._slack = slack
        self._shade = math.log(slack.shaded / (slack.dark + slack.light))

    @property
    def peak(self) -> Floats:
        """The log density of a pixel that is just as on the empty board (N)."""
        return np.asarray(self._norm.sum(axis=1))

    def log_density(self, seen: Floats, noise: float = 1.0) -> Floats:
        """Judge pixels (N x 3, opponent space, light removed): log density, never below a floor.

        ``noise`` is how many times noisier the frame is than an ordinary one.
        """
        off = seen - self.mean
        fit = self._norm - off * off * (self._half_precision / noise**2) - math.log(noise)
        shift = off[:, 0]
        depth = np.maximum(shift / -self._slack.dark, shift / self._slack.light)
        density = np.maximum(fit[:, 0], self._shade - depth) + fit[:, 1] + fit[:, 2]
        return np.asarray(np.maximum(density, UNKNOWN + math.log(UNKNOWN_SHARE)), np.float32)

    def noise(self, seen: Floats) -> float:
        """Tell how many times noisier pixels (N x 3, light removed) are than expected, from 1."""
        steps = np.abs(seen - self.mean) * np.sqrt(2 * self._half_precision)
        return max(1.0, float(np.median(steps)) / MEDIAN_STEP)
