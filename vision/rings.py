"""Seeing where printed spots really lie: what is round looks alike all around its middle.

Whatever is printed there, ring, disc or square, most of its art depends on the distance from the
middle alone; the point round which that is most so is the middle. No radius, colour or drawing is
presumed.
"""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.plan import ToPixels
from vision.pose import Points
from vision.reading import Image

ACROSS: Final = 8
"""Points looked at along a spot's radius."""
BEYOND: Final = 10
"""As many along the whole distance that is looked at from a supposed middle."""
FEW_LEVELS: Final = 2.0
"""Standard deviation, in grey levels, of a place where nothing but noise is to be seen."""

Round = npt.NDArray[np.float32]


class Rings:
    """The surroundings of the spots in one picture."""

    def __init__(self, picture: Image) -> None:
        """Take a picture (BGR)."""
        self._picture = picture

    def find(
        self, places_mm: npt.NDArray[np.float64], to_px: ToPixels, reach_px: float
    ) -> tuple[Points, Round]:
        """Look for the middles of spots (N x 3: x, y, radius in mm) near where they should be.

        Gives where they are (N x 2, mm from there) and how round each is (N): the share of the
        art, 0 to 1, that depends on the distance from the middle alone. ``reach_px`` is how far
        they are looked for, in pixels.
        """
        step_mm = places_mm[:, 2] / ACROSS
        ends = places_mm[:, None, :2] + np.array([[0, 0], [1, 0]]) * step_mm[:, None, None]
        one, other = to_px(ends.reshape(-1, 2)).reshape(-1, 2, 2).transpose(1, 0, 2)
        step_px = float(np.median(np.linalg.norm(other - one, axis=1)))
        reach = max(2, int(np.ceil(reach_px / step_px)))
        span = np.arange(-(BEYOND + reach), BEYOND + reach + 1)
        grid = np.stack(np.meshgrid(span, span), axis=-1).reshape(1, -1, 2)
        where = places_mm[:, None, :2] + grid * step_mm[:, None, None]
        at = to_px(where.reshape(-1, 2)).astype(np.float32).reshape(-1, len(span), 2)
        smooth = cv2.GaussianBlur(self._picture, (0, 0), max(0.5, step_px / 2))
        seen = cv2.remap(smooth, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        inner = slice(BEYOND, -BEYOND)
        rounds = _roundness(seen).reshape(-1, len(span), len(span))[:, inner, inner]
        middles = np.array([_summit(each) for each in rounds], np.float32) - reach
        return middles * step_mm[:, None].astype(np.float32), rounds.max(axis=(1, 2))


def _roundness(seen: Image) -> Round:
    """Tell for each point of a picture (BGR) how round what surrounds it is."""
    span = np.arange(-BEYOND, BEYOND + 1)
    far = np.round(np.hypot(*np.meshgrid(span, span))).astype(int)
    levels = seen.astype(np.float32) - seen.mean(dtype=np.float32)
    disc = (far <= BEYOND).astype(np.float32)
    count = float(disc.sum())
    mean = cv2.filter2D(levels, -1, disc / count)
    whole = cv2.filter2D(levels * levels, -1, disc / count) - mean * mean
    rings = -mean * mean
    for distance in range(BEYOND + 1):
        ring = (far == distance).astype(np.float32)
        share = float(ring.sum()) / count
        around = cv2.filter2D(levels, -1, ring / ring.sum())
        rings += share * around * around
    whole_sum = whole.sum(axis=2) + 3 * FEW_LEVELS**2
    return np.asarray(np.clip(rings.sum(axis=2) / whole_sum, 0, 1), np.float32)


def _summit(heights: Round) -> tuple[float, float]:
    """Place the maximum between samples, by parabolas through it and its neighbours: x, y."""
    row, column = divmod(int(heights.argmax()), heights.shape[1])
    across, down = heights[row], heights[:, column]
    return column + _peak(across, column), row + _peak(down, row)


def _peak(line: Round, at: int) -> float:
    if not 0 < at < len(line) - 1:
        return 0.0
    left, middle, right = (float(line[at + k]) for k in (-1, 0, 1))
    bend = left - 2 * middle + right
    return 0.5 * (left - right) / bend if bend < 0 else 0.0
