"""Where the board lies in a frame: a map from the empty frame's pixels to the frame's."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float64]
Points = npt.NDArray[np.float32]


class Pose:
    """How the board moved since the empty frame was taken.

    It never changes, so whatever depends on it may be kept as long as the very same pose holds.
    ``matrix`` is the homography, 3 x 3.
    """

    def __init__(self, matrix: Matrix | None = None) -> None:
        """Take a homography from pixels of the empty frame to pixels of the frame."""
        self.matrix: Final[Matrix] = np.eye(3) if matrix is None else matrix

    def apply(self, points: npt.NDArray[np.floating]) -> Points:
        """Find points of the empty frame (N x 2, pixels) in the frame (N x 2, pixels)."""
        if not len(points):
            return np.zeros((0, 2), np.float32)
        moved = cv2.perspectiveTransform(points[:, None].astype(np.float64), self.matrix)
        return np.asarray(moved[:, 0], np.float32)
