"""A lens that bends straight lines: radial distortion about the picture's middle."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

ROUNDS = 12
"""Steps of the inverse; each takes off most of what is left, for the strongest lens that counts."""

Reals = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Lens:
    """A lens of a camera with pictures of ``width`` by ``height`` pixels.

    ``bend`` is by which share a corner of the picture appears farther from the middle than
    through a perfect lens; less than none for the barrel of a wide one.
    """

    width: int
    height: int
    bend: float = 0.0

    def distort(self, points: npt.NDArray[np.floating]) -> Reals:
        """Find where points as a perfect lens shows them (N x 2, pixels) appear, N x 2 pixels."""
        off = points - self._middle
        return np.asarray(self._middle + off * (1 + self.bend * self._far2(off)), np.float64)

    def straighten(self, points: npt.NDArray[np.floating]) -> Reals:
        """Find where a perfect lens would show points of the picture (N x 2, pixels)."""
        seen = points - self._middle
        off = np.asarray(seen, np.float64)
        for _ in range(ROUNDS if self.bend else 0):
            off = seen / np.maximum(0.3, 1 + self.bend * self._far2(off))
        return np.asarray(self._middle + off, np.float64)

    @property
    def _middle(self) -> Reals:
        return np.array([(self.width - 1) / 2, (self.height - 1) / 2])

    def _far2(self, off: npt.NDArray[np.floating]) -> Reals:
        """Square of the distance from the middle (N x 1), that of a corner being one."""
        far = (off * off).sum(axis=1, keepdims=True) / (self._middle**2).sum()
        return np.asarray(far, np.float64)
