"""The motion gate: where a frame has changed, if anywhere, at next to no cost.

A coarse picture of single pixels is compared with that of the last frame that was read, so that
slow changes add up. Sums over squares as large as a piece suppress the sensor's noise; how much
noise is usual is learnt, tile by tile, from the frames themselves.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.camera import Points
from vision.config import NORMAL_MEDIAN, MotionConfig
from vision.reading import Floats, Image, Mask, Reals

CONFIG: Final = MotionConfig()
_EVEN: Final = np.ones((1, 1, 1), np.float32)

Sums = npt.NDArray[np.int16]


Box = tuple[int, int, int, int]
"""An upright rectangle in pixels: left, top, right, bottom, the last two exclusive."""


@dataclass(frozen=True, slots=True)
class Change:
    """Where a frame changed: a ``share`` of the watched region, all of it within the ``boxes``.

    ``light`` is the share by which the whole region became brighter or darker in some channel.
    """

    share: float
    boxes: tuple[Box, ...] = ()
    light: float = 0.0

    def __or__(self, other: "Change") -> "Change":
        share, light = self.share + other.share, max(self.light, other.light)
        return Change(min(1.0, share), _joined(self.boxes + other.boxes), light)


EVERYWHERE: Final = Change(1.0)
NOWHERE: Final = Change(0.0)


class MotionGate:
    """Tells where a part of the frame has changed since a frame was last noted."""

    def __init__(self, region: Points, piece_px: float) -> None:
        """Watch the upright rectangle round ``region`` (N x 2, pixels of the frame).

        ``piece_px`` is the width of the smallest thing to notice, in pixels.
        """
        low, high = np.floor(region.min(axis=0)), np.ceil(region.max(axis=0))
        (self._left, self._top), (self._right, self._low) = low.astype(int), high.astype(int)
        self._stride = max(1, int(piece_px / CONFIG.across))
        self._square = max(1, round(CONFIG.square * piece_px / self._stride))
        self._corner = (max(0, int(self._left)), max(0, int(self._top)))
        self._last: Image | None = None
        self._now: Image | None = None
        self._moved: Mask = np.ones((1, 1), bool)
        self._noise = 0.0
        self._share = _EVEN

    def changes(self, frame: Image) -> Change:
        """Give where the frame (BGR, 8 bits) differs from the noted one; at first everywhere.

        A caller who reads what is given here, and then calls ``note``, misses nothing.
        """
        part = self._part(frame)
        self._now = now = self._thin(part)
        last = self._last
        if last is None:
            return EVERYWHERE
        if last.shape != now.shape:
            self._last, self._noise = None, 0.0
            return EVERYWHERE
        if not self._noise:  # not yet known
            self._noise = self._most_noise(part)
            self._share = _EVEN
        gains = _gains(last, now)
        if gains is None:  # a change of light tells nothing about noise
            height, width = now.shape[:2]
            self._moved = np.ones((-(-height // CONFIG.tile), -(-width // CONFIG.tile)), bool)
            return EVERYWHERE
        over = self._differences(last, now, gains) / (self._share * self._noise)
        self._moved = np.asarray((over > CONFIG.sure).any(axis=2))
        anywhere = bool(self._moved.any())
        self._learn(over, moved=anywhere)
        return self._change(float(np.abs(gains - 1).max())) if anywhere else NOWHERE

    def note(self, *, everything: bool) -> None:
        """Compare later frames with the last one: with all of it, or only where it changed.

        Elsewhere slow changes go on adding up.
        """
        if everything or self._last is None or self._now is None:
            self._last = self._now
            return
        height, width = self._last.shape[:2]
        whole = self._moved.repeat(CONFIG.tile, axis=0)[:height].repeat(CONFIG.tile, axis=1)[
            :, :width
        ]
        cv2.copyTo(self._now, whole.view(np.uint8), self._last)

    def _change(self, light: float) -> Change:
        """Give the tiles that changed, with the width of a piece around them."""
        found = cv2.connectedComponentsWithStats(self._moved.view(np.uint8))[2][1:]
        boxes = []
        for x, y, wide, high in (found[:, :4] * CONFIG.tile).tolist():
            ends = (
                x - CONFIG.around,
                y - CONFIG.around,
                x + wide + CONFIG.around,
                y + high + CONFIG.around,
            )
            left, top, right, low = (self._stride * end for end in ends)
            over, down = self._corner
            boxes.append((left + over, top + down, right + over, low + down))
        return Change(float(self._moved.mean()), _joined(tuple(boxes)), light)

    def _part(self, frame: Image) -> Image:
        return frame[max(0, self._top) : self._low, max(0, self._left) : self._right]

    def _thin(self, part: Image) -> Image:
        """Take one pixel of every few: averages would cost more than all the rest."""
        height, width = (max(1, side // self._stride) for side in part.shape[:2])
        return np.asarray(cv2.resize(part, (width, height), interpolation=cv2.INTER_NEAREST))

    def _differences(self, last: Image, now: Image, gains: Reals) -> Floats:
        """Find the greatest difference in each tile (rows x columns x 3), summed over a square."""
        if np.abs(gains - 1).max() >= 0.5 / 255:  # less changes no level
            last = cv2.LUT(last, _brighter(gains))
        apart = np.subtract(now, last, dtype=np.int16)
        size = (self._square, self._square)
        sums: Sums = np.abs(cv2.boxFilter(apart, cv2.CV_16S, size, normalize=False))
        height, width = sums.shape[:2]
        rows = np.stack(
            [sums[y : y + CONFIG.tile].max(axis=0) for y in range(0, height, CONFIG.tile)]
        )
        return np.maximum.reduceat(rows, np.arange(0, width, CONFIG.tile), axis=1).astype(
            np.float32
        )

    def _learn(self, over: Floats, *, moved: bool) -> None:
        """Learn the noise; ``over`` is each tile's difference relative to what was usual.

        It falls faster than it rises, so that a camera that slowly sinks is not taken for a noisy
        one.
        """
        seen = _middle(over)
        self._noise = max(
            self._floor(),
            self._noise * max(CONFIG.fall, min(seen, CONFIG.rise if moved else CONFIG.creep)),
        )
        own = np.minimum(over / max(seen, 1e-6), CONFIG.rise)
        share = self._share * (1 + CONFIG.rate * (own - 1))
        self._share = np.clip(share / _middle(share), *CONFIG.uneven).astype(np.float32)

    def _floor(self) -> float:
        """Give the noise that rounding to whole levels leaves in the sum over a square."""
        return 0.5 * self._square * CONFIG.usual

    def _most_noise(self, part: Image) -> float:
        """Estimate the most noise from one picture, as a tile's usual difference.

        Of three neighbouring pixels the middle one would lie between the others but for noise.
        """
        rows = part[:: CONFIG.tile * self._stride // 2].astype(np.int16)
        bend = np.abs(rows[:, 1:-1] * 2 - rows[:, 2:] - rows[:, :-2])
        pixel = float(np.median(bend)) / NORMAL_MEDIAN / np.sqrt(6) if bend.size else 1.0
        return max(self._floor(), CONFIG.usual * self._square * float(np.sqrt(2)) * pixel)


class Watch:
    """Which parts of a camera's frames must be read: those that changed, and once more after that.

    What has just changed may not have come to rest yet.
    """

    def __init__(self, size: tuple[int, int], piece_px: float) -> None:
        """Watch frames of a ``size``; ``piece_px`` is as ``MotionGate`` wants it."""
        self._whole = np.array([[0, 0], size], np.float32)
        self._piece_px = piece_px
        self._gate: MotionGate | None = None
        self._watched = np.full((2, 2), np.nan, np.float32)
        self._again = NOWHERE

    def forget(self) -> None:
        self._again = EVERYWHERE

    def changes(self, frame: Image) -> Change:
        """Give the part of a frame (BGR) that must be read."""
        change = EVERYWHERE if self._gate is None else self._gate.changes(frame)
        found, self._again = change | self._again, NOWHERE if self._again.share else change
        return found

    def note(self, frame: Image, board: Points | None, *, everything: bool) -> None:
        """Note a frame that was read, all of it (``everything``) or what changed.

        ``board`` (2 x 2, pixels) is the upright rectangle around the board, None where that was not
        found: then the whole frame is watched.
        """
        region = self._whole if board is None else board
        if self._gate is not None:
            self._gate.note(everything=everything)
        if not np.abs(self._watched - region).max() <= CONFIG.stray_px:  # nor where none is known
            self._watched = region
            self._gate = MotionGate(region, self._piece_px)
            self._gate.changes(frame)
            self._gate.note(everything=True)


def bounds(points: Points) -> Points:
    """Give the upright rectangle around points (N x 2): its first and its last corner."""
    return np.array([points.min(axis=0), points.max(axis=0)], np.float32)


def _middle(levels: Floats) -> float:
    """Give the median; of an even number the upper middle value."""
    return float(np.partition(levels, levels.size // 2, axis=None)[levels.size // 2])


def _brighter(gains: Reals) -> Image:
    """Give a look-up table that multiplies each channel (1 x 256 x 3)."""
    levels = np.arange(256)[None, :, None] * gains + 0.5
    return np.asarray(np.clip(levels, 0, 255), np.uint8)


def _gains(last: Image, now: Image) -> Reals | None:
    """Give by which factor each channel became brighter; None for more than a flicker."""
    thin = (one[:: CONFIG.thinning, :: CONFIG.thinning].reshape(-1, 3).T for one in (last, now))
    before, after = (np.add(one, 1.0, order="C") for one in thin)  # sorts faster
    count = before.shape[1]
    gains = np.sort(after / before, axis=1)[:, count // 4 : count - count // 4].mean(axis=1)
    flickers = np.abs(gains - 1) <= CONFIG.flicker + 0.5 / before.mean(axis=1)
    return gains if flickers.all() else None


def _joined(boxes: tuple[Box, ...]) -> tuple[Box, ...]:
    apart: list[Box] = []
    for box in boxes:
        left, top, right, low = box
        while touching := [
            one
            for one in apart
            if one[0] < right and left < one[2] and one[1] < low and top < one[3]
        ]:
            apart = [one for one in apart if one not in touching]
            left, top = (
                min(left, *(one[0] for one in touching)),
                min(top, *(one[1] for one in touching)),
            )
            right, low = (
                max(right, *(one[2] for one in touching)),
                max(low, *(one[3] for one in touching)),
            )
        apart.append((left, top, right, low))
    return tuple(apart)
