"""How likely a pixel is to show the bare board, given how the board looked when empty."""

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.dazzle import DAZZLED, UNSEEN, dazzle
from vision.light import DARK, OPPONENT, Floats, Marks, beyond_range, opponent
from vision.reading import Image

Mask = npt.NDArray[np.bool_]

NOISE: Final = 2.6
"""Noise of a channel of a pixel in grey levels, with the stray light that comes and goes."""
UNEVEN: Final = 4.0
"""What is added to the noise of lightness, in grey levels, for light that is not even."""
FLOOR: Final = (0.05, 0.03, 0.03)
"""The part of the noise that does not fall with brightness: what small light changes leave."""
MEDIAN_STEP: Final = 0.674
"""Median of the absolute value of a standard normal variable."""
UNKNOWN: Final = -math.log(3.5 * 1.6 * 1.6)
"""Log density of an object of which nothing is known: any colour is as likely as any other."""
UNKNOWN_SHARE: Final = 0.02
_SHARE: Final = np.array([0, 1, 1, 2, 1, 2, 2, 3], np.float32) / 3
"""Of the channels, by how they are marked as clipped."""
_SUM: Final = np.ones((1, 3), np.float32)
LEAST_DENSITY: Final = np.float32(UNKNOWN + math.log(UNKNOWN_SHARE))


class EmptyFrame:
    """The empty frame as a statistic: mean, variation of the art, and noise at each pixel.

    ``dazzled`` (rows x columns) marks where a lamp was mirrored, None where none was.
    """

    def __init__(self, empty: Image, doubt: Floats | None = None) -> None:
        """Measure the frame (BGR); variation covers the art within a misplacement of a pixel.

        ``doubt`` (rows x columns x 3) is the variance of what is only guessed, nought elsewhere.
        """
        seen = opponent(empty)
        self.mean = cv2.blur(seen, (3, 3))
        spread = cv2.blur(seen * seen, (5, 5)) - cv2.blur(seen, (5, 5)) ** 2
        self.noise = _noise(self.mean)
        if doubt is not None:
            self.noise += doubt
        share = dazzle(empty)
        self.dazzled: Mask | None = None
        if share is not None:
            self.noise += share[..., None] * np.array(UNSEEN, np.float32)
            self.dazzled = share > DAZZLED
        self.art = np.maximum(spread, 0)


def _noise(mean: Floats) -> Floats:
    """Give the variance of the noise in each channel (rows x columns x 3, opponent space).

    A grey level is the larger a share of a channel the darker that is, so deep colours are
    noisy in hue.
    """
    channels = np.exp(cv2.transform(mean, np.linalg.inv(OPPONENT)))
    each = np.square(NOISE / np.maximum(channels, DARK))
    noise = cv2.transform(each, OPPONENT**2) + np.square(np.array(FLOOR, np.float32))
    noise[..., 0] += np.square(UNEVEN / np.exp(np.maximum(mean[..., 0], np.log(DARK))))
    return np.asarray(noise, np.float32)


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
    """The bare board at chosen points; log densities of pixels seen there.

    ``peak`` is the log density of a pixel that is just as on the empty board (N); ``dazzled`` (N)
    marks those that a mirrored lamp hid when the board was taught.
    """

    def __init__(self, empty: EmptyFrame, points: Floats, slack: Slack) -> None:
        """Look the points (N x 2, pixels of the empty frame) up in ``empty``."""
        height, width = empty.mean.shape[:2]
        x = np.clip(np.round(points[:, 0]).astype(int), 0, width - 1)
        y = np.clip(np.round(points[:, 1]).astype(int), 0, height - 1)
        self.mean = empty.mean[y, x]
        self.dazzled: Mask = (
            np.zeros(len(x), bool) if empty.dazzled is None else empty.dazzled[y, x]
        )
        variance = empty.noise[y, x] + slack.art * empty.art[y, x]
        self.spread = np.sqrt(variance).astype(np.float32)
        self._half_precision = (0.5 / variance).astype(np.float32)
        self._norm = (-0.5 * np.log(2 * np.pi * variance)).astype(np.float32)
        self.peak: Floats = self._norm.sum(axis=1)
        self._slack = slack
        self._shade = np.float32(math.log(slack.shaded / (slack.dark + slack.light)))
        self._per_dark = np.float32(-1 / slack.dark)

    def log_density(
        self,
        seen: Floats,
        noise: float = 1.0,
        points: npt.NDArray[np.int64] | None = None,
        over: Marks | None = None,
    ) -> Floats:
        """Judge pixels (N x 3, opponent space, light removed): log density, never below a floor.

        ``noise`` is how many times noisier the frame is than an ordinary one; ``points`` (N) says
        which points they are, when not all. Of the channels that ``over`` (N) marks as clipped
        it is the log probability that they are at least so bright.
        """
        mean = self.mean if points is None else np.take(self.mean, points, axis=0)
        off = seen - mean
        if over is None:
            return self.log_density_off(off, noise, points)
        density = self.log_density_off(beyond_range(off, over), noise, points)
        peak = self.peak if points is None else self.peak[points]
        marked = _SHARE[over]
        return np.maximum(density - marked * peak, LEAST_DENSITY)

    def log_density_off(
        self, off: Floats, noise: float = 1.0, points: npt.NDArray[np.int64] | None = None
    ) -> Floats:
        """Judge in the same way how far pixels are off the empty board's (N x 3)."""
        precision, norm = self._half_precision, self._norm
        if points is not None:
            precision, norm = (np.take(each, points, axis=0) for each in (precision, norm))
        fit = off * off
        fit *= precision
        fit *= np.float32(-1 / noise**2)
        fit += norm
        fit -= np.float32(math.log(noise))
        shift = np.ascontiguousarray(off[:, 0])
        depth = np.maximum(shift * np.float32(1 / self._slack.light), shift * self._per_dark)
        density = np.maximum(fit[:, 0], self._shade - depth)
        density += fit[:, 1]
        density += fit[:, 2]
        return np.asarray(np.maximum(density, LEAST_DENSITY), np.float32)

    def strange(self, off: Floats, noise: float, among: Mask) -> Mask:
        """Mark the pixels (N) ``among`` some that look like a thing of which nothing is known.

        ``off`` (N x 3) is how far they are off the empty board's. Most are so little off that a
        sum tells.
        """
        steps = off * off
        steps *= self._half_precision
        spent = cv2.transform(steps[None], _SUM).ravel()
        room = self.peak - np.float32(UNKNOWN + 3 * math.log(noise))
        strange = (spent > room * np.float32(noise**2)) & among
        asked = np.flatnonzero(strange)
        strange[asked] = self.log_density_off(off[asked], noise, asked) < UNKNOWN
        return np.asarray(strange)

    def noise(self, off: Floats, points: npt.NDArray[np.int64]) -> float:
        """Tell how many times noisier some of the points are than expected, from 1.

        ``off`` (N x 3) is how far they, the ``points`` (N), are off the empty board's.
        """
        steps = (off * off * np.take(self._half_precision, points, axis=0)).ravel()
        middle = [(len(steps) - 1) // 2, len(steps) // 2]
        steps.partition(middle)
        low, high = (math.sqrt(2 * step) for step in steps[middle].tolist())
        return max(1.0, (low + high) / 2 / MEDIAN_STEP)
