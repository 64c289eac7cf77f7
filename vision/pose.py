"""Where the board lies in a frame: a map from the empty frame's pixels to the frame's."""

from collections.abc import Callable
from typing import Final, Generic, TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Lens

Kind = TypeVar("Kind")
Matrix = npt.NDArray[np.float64]
Points = npt.NDArray[np.float32]

SLANT_PX: Final = 16.0
"""Pixels over which the slant around a point is measured."""


class Pose:
    """How the board moved since the empty frame was taken.

    It never changes, so whatever depends on it may be kept as long as the very same pose holds.
    ``matrix`` is a homography (3 x 3) between pixels as a lens without distortion would show
    them; ``lens``, if any, is the one that took both frames.
    """

    def __init__(self, matrix: Matrix | None = None, lens: Lens | None = None) -> None:
        """Take a homography from the empty frame to the frame."""
        self.matrix: Final[Matrix] = np.eye(3) if matrix is None else matrix
        self.lens: Final = lens
        self._unmoved: Final = matrix is None

    def apply(self, points: npt.NDArray[np.floating]) -> Points:
        """Find points of the empty frame (N x 2, pixels) in the frame (N x 2, pixels)."""
        if self._unmoved or not len(points):
            return np.array(points, np.float32).reshape(-1, 2)
        straight = points if self.lens is None else self.lens.straighten(points)
        moved = cv2.perspectiveTransform(straight[:, None].astype(np.float64), self.matrix)[:, 0]
        return np.asarray(moved if self.lens is None else self.lens.distort(moved), np.float32)

    def around(self, points: Points, offsets: Points) -> Points:
        """Find what lies around points (N x 2) at offsets (M x 2), as ``apply`` does: N x M x 2.

        So near a point perspective and lens are no more than a slant, and cost no more.
        """
        steps = np.array([[0, 0], [SLANT_PX, 0], [0, SLANT_PX]], np.float32)
        at = self.apply((points[:, None] + steps).reshape(-1, 2)).reshape(-1, 3, 2)
        slants = (at[:, 1:] - at[:, :1]) / np.float32(SLANT_PX)
        return np.asarray(at[:, :1] + offsets @ slants, np.float32)


class Kept(Generic[Kind]):
    """What follows from a pose alone: worked out once a pose, however often it is wanted."""

    def __init__(self, work: Callable[[Pose], Kind]) -> None:
        """Keep how it is worked out."""
        self._work = work
        self._known: tuple[Pose, Kind] | None = None

    def under(self, pose: Pose) -> Kind:
        """Give it for a pose."""
        if self._known is None or self._known[0] is not pose:
            self._known = pose, self._work(pose)
        return self._known[1]


class Marks(Kept[Points]):
    """Points of the empty frame (N x 2, pixels), to be found in the frame (N x 2, pixels)."""

    def __init__(self, points: Points) -> None:
        """Keep the points."""
        super().__init__(lambda pose: pose.apply(points))
