"""Putting a tap where it was meant: onto the middle of the round mark that it fell on."""

from typing import Final

import numpy as np

from vision.proposing.circles import SCALE, find_circles
from vision.proposing.flat import PX_PER_MM, Flat
from vision.proposing.marks import summits

AROUND_MM: Final = 24.0
"""How far around a tap the picture is looked at, which is more than a tap may miss by."""
MISS_MM: Final = 4.0
"""Standard deviation of how far a finger misses."""
FARTHEST_MM: Final = 7.0
LEAST: Final = 0.3
"""Share of a circle below which there is nothing to snap to."""


def snap_on(flat: Flat, at_mm: tuple[float, float]) -> tuple[float, float]:
    """Find the middle (x, y, mm) of the round mark at a place, or give the place as it is."""
    height, width = flat.picture.shape[:2]
    left, top = (max(0, round((at - AROUND_MM) * PX_PER_MM)) for at in at_mm)
    right, bottom = (round((at + AROUND_MM) * PX_PER_MM) for at in at_mm)
    part = flat.picture[top : min(bottom, height), left : min(right, width)]
    if not part.size:
        return at_mm
    circles = find_circles(np.ascontiguousarray(part))
    rows, columns = np.nonzero(summits(circles) & (circles.best >= LEAST))
    x = left / PX_PER_MM + (columns + 0.5) / SCALE
    y = top / PX_PER_MM + (rows + 0.5) / SCALE
    miss = np.hypot(x - at_mm[0], y - at_mm[1])
    worth = circles.best[rows, columns] * np.exp(-((miss / MISS_MM) ** 2) / 2)
    if not len(miss) or miss[best := int(np.argmax(worth))] > FARTHEST_MM:
        return at_mm
    return float(x[best]), float(y[best])
