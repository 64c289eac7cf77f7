"""A lens that bends straight lines, and a printed board that does not lie quite flat."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from hardware.virtual.conditions import CORNER, FOCAL_PX

Points = npt.NDArray[np.float64]
WIDTH_PX: Final = 1280
HEIGHT_PX: Final = 960
MIDDLE_PX: Final = np.array([WIDTH_PX / 2, HEIGHT_PX / 2])
OUT_OF_VIEW: Final = 1.6
"""In parts of the way to the picture's corner: what is farther out is not distorted any more."""
ROUNDS: Final = 8
"""Newton steps: the error has long vanished in double precision."""
FLAT_AGAIN_MM: Final = 40.0
"""How far outside the board what stands there is no longer lifted."""


@dataclass(frozen=True, slots=True)
class Lens:
    """Radial distortion about the middle of the picture, as OpenCV has it (k1, k2)."""

    focal_px: float = FOCAL_PX
    k1: float = 0.0
    k2: float = 0.0

    def distort(self, pixels: Points) -> Points:
        """Turn what a pin-hole would see (n x 2, pixels) into what the lens shows."""
        if not (self.k1 or self.k2):
            return pixels
        away = pixels - MIDDLE_PX
        far = OUT_OF_VIEW * CORNER / self.focal_px
        radius = np.minimum(np.linalg.norm(away, axis=1, keepdims=True) / self.focal_px, far)
        return np.asarray(MIDDLE_PX + away * self._factor(radius))

    def undistort(self, pixels: Points) -> Points:
        """Turn pixels of a picture (n x 2) into what a pin-hole would have seen."""
        if not (self.k1 or self.k2):
            return pixels
        away = pixels - MIDDLE_PX
        shown = np.linalg.norm(away, axis=1, keepdims=True) / self.focal_px
        radius = shown.copy()
        for _ in range(ROUNDS):
            slope = 1.0 + radius**2 * (3.0 * self.k1 + 5.0 * self.k2 * radius**2)
            radius -= (radius * self._factor(radius) - shown) / slope
        return np.asarray(MIDDLE_PX + away / self._factor(radius))

    def _factor(self, radius: Points) -> Points:
        return np.asarray(1.0 + radius**2 * (self.k1 + self.k2 * radius**2))


@dataclass(frozen=True, slots=True)
class Sheet:
    """A board that stands up a little: along its middle fold, and at its corners.

    Only heights change: for a few mm the board's outline moves by less than a tenth of one.
    """

    size_mm: tuple[float, float] = (1.0, 1.0)
    fold_mm: float = 0.0
    curl_mm: float = 0.0

    def lift(self, at_mm: Points) -> npt.NDArray[np.float64]:
        """Tell how high the printed face is above a flat one at points (n x 2, mm)."""
        if not (self.fold_mm or self.curl_mm):
            return np.zeros(len(at_mm))
        inside = np.clip(at_mm, 0.0, self.size_mm)
        from_middle = np.abs(2.0 * inside / self.size_mm - 1.0)
        lift = self.fold_mm * (1.0 - from_middle[:, 0])
        lift += self.curl_mm * (from_middle**2).prod(axis=1)
        outside = np.linalg.norm(at_mm - inside, axis=1)
        return np.asarray(lift * np.clip(1.0 - outside / FLAT_AGAIN_MM, 0.0, 1.0))
