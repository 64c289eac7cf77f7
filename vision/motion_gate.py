"""The motion gate: noticing, at next to no cost, that nothing happened.

A coarse picture of single pixels is compared with the one that was last looked at in full, so
that slow changes add up. Sums over squares as large as a piece leave little of the sensor's
noise; what noise is usual is learnt, tile by tile, from the frames themselves.
"""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.camera import Points
from vision.config import NORMAL_MEDIAN
from vision.reading import Image

ACROSS: Final = 4.5
"""Pixels looked at across the smallest piece, at least."""
SQUARE: Final = 0.8
"""Side of the square that is summed over, as a share of the smallest piece's width."""
TILE: Final = 16
"""Pixels looked at along a side of a tile, each with a noise of its own."""
SURE: Final = 2.2
"""How many times its usual greatest difference a tile must show to have changed.

The usual one is about 2.4 standard deviations, so this makes 5.3, which noise reaches in fewer
than one of a hundred frames.
"""
LIGHT: Final = 0.03
"""Share by which the light may flicker or fade without anything having changed."""
RISE: Final = 1.3
"""How many times higher the noise is believed to be after a frame that shows a change."""
CREEP: Final = 1.002
"""The same after any other frame."""
RATE: Final = 0.03
"""How fast the noise of a tile, beside that of the others, is learnt."""
UNEVEN: Final = (0.5, 1.7)
"""The least and most that is, as a share of the noise of all."""
USUAL: Final = 2.4
"""Greatest difference usual in a tile, in standard deviations."""

_EVEN: Final = np.ones((1, 1, 1), np.float32)

Sums = npt.NDArray[np.int16]
Levels = npt.NDArray[np.float32]


class MotionGate:
    """Tells whether anything changed in one part of the frame since it was last said so."""

    def __init__(self, region: Points, piece_px: float) -> None:
        """Watch the upright rectangle round ``region`` (N x 2, pixels of the frame).

        ``piece_px`` is the width of the smallest thing to notice, in pixels.
        """
        low, high = np.floor(region.min(axis=0)), np.ceil(region.max(axis=0))
        (self._left, self._top), (self._right, self._low) = low.astype(int), high.astype(int)
        self._stride = max(1, int(piece_px / ACROSS))
        self._square = max(1, round(SQUARE * piece_px / self._stride))
        self._last: Image | None = None
        self._noise = 0.0
        self._share = _EVEN

    def changed(self, frame: Image) -> bool:
        """Tell whether the frame (BGR, 8 bits) differs from the last for which this was so.

        True for the first. When in doubt it is true: a caller who then looks at the frame in
        full, and only then, misses nothing.
        """
        part = self._part(frame)
        now = self._thin(part)
        last = self._last
        if last is None:
            self._last = now
            return True
        if last.shape != now.shape:
            self._last, self._noise = now, 0.0
            return True
        if not self._noise:  # not yet known
            self._noise = self._most_noise(part)
            self._share = _EVEN
        gain = _gain(last, now)
        most = self._differences(last, now, 1.0 if gain is None else gain)
        over = most / (self._share * self._noise)
        moved = gain is None or bool((over > SURE).any())
        self._learn(over, moved=moved)
        if moved:
            self._last = now
        return moved

    def note(self, frame: Image) -> None:
        """Compare the next frames with this one, which is looked at in full whatever it shows."""
        self._last = self._thin(self._part(frame))

    def _part(self, frame: Image) -> Image:
        return frame[max(0, self._top) : self._low, max(0, self._left) : self._right]

    def _thin(self, part: Image) -> Image:
        """Take one pixel of every few: averages would cost more than all the rest."""
        height, width = (max(1, side // self._stride) for side in part.shape[:2])
        return np.asarray(cv2.resize(part, (width, height), interpolation=cv2.INTER_NEAREST))

    def _differences(self, last: Image, now: Image, gain: float) -> Levels:
        """Find the greatest difference in each tile (rows x columns x 3), summed over a square."""
        brighter = cv2.convertScaleAbs(last, alpha=gain)
        apart = np.subtract(now, brighter, dtype=np.int16)
        size = (self._square, self._square)
        sums: Sums = np.abs(cv2.boxFilter(apart, cv2.CV_16S, size, normalize=False))
        height, width = sums.shape[:2]
        rows = np.stack([sums[y : y + TILE].max(axis=0) for y in range(0, height, TILE)])
        return np.maximum.reduceat(rows, np.arange(0, width, TILE), axis=1).astype(np.float32)

    def _learn(self, over: Levels, *, moved: bool) -> None:
        """Learn the noise; ``over`` is each tile's difference in units of what was usual.

        It may fall at once and rise but slowly, lest a camera that sags counts for a noisy one.
        """
        seen = _middle(over)
        self._noise = max(self._floor(), self._noise * min(seen, RISE if moved else CREEP))
        own = np.minimum(over / max(seen, 1e-6), RISE)
        share = self._share * (1 + RATE * (own - 1))
        self._share = np.clip(share / _middle(share), *UNEVEN).astype(np.float32)

    def _floor(self) -> float:
        """Give what rounding to whole levels leaves in the sum over a square."""
        return 0.5 * self._square * USUAL

    def _most_noise(self, part: Image) -> float:
        """Judge from one picture how much noise there is at most, as a tile's usual difference.

        Of three pixels side by side the middle one lies between the others but for noise.
        """
        rows = part[:: TILE * self._stride // 2].astype(np.int16)
        bend = np.abs(rows[:, 1:-1] * 2 - rows[:, 2:] - rows[:, :-2])
        pixel = float(np.median(bend)) / NORMAL_MEDIAN / np.sqrt(6) if bend.size else 1.0
        return max(self._floor(), USUAL * self._square * float(np.sqrt(2)) * pixel)


def _middle(levels: Levels) -> float:
    """Give the median, the upper of two."""
    return float(np.partition(levels, levels.size // 2, axis=None)[levels.size // 2])


def _gain(last: Image, now: Image) -> float | None:
    """Tell how many times brighter it has become; None for more than a flicker."""
    before, after = (float(sum(cv2.mean(one)[:3])) for one in (last, now))
    if abs(after - before) > LIGHT * before + 1.0:
        return None
    return (after + 1e-6) / (before + 1e-6)
