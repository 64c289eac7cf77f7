"""Taking chosen points straight from a frame, through indices computed once a pose."""

import cv2
import numpy as np
import numpy.typing as npt

from vision.light import Floats
from vision.reading import Image
from vision.registration import Matrix


class Sampler:
    """A fixed set of points of the empty frame, looked up in frames seen under any pose."""

    def __init__(self, points: Floats) -> None:
        """Keep the points (N x 2, pixels of the empty frame)."""
        self.points = points.astype(np.float32)
        self._pose: Matrix | None = None
        self._shape: tuple[int, ...] = ()
        self._indices = np.zeros(0, np.int64)
        self.inside: npt.NDArray[np.bool_] = np.zeros(len(points), bool)

    def take(self, frame: Image, pose: Matrix) -> Image:
        """Take the pixel at each point (N x 3, BGR); the nearest one where it is out of view.

        ``inside`` tells afterwards which points were in view.
        """
        if self._pose is not pose or self._shape != frame.shape:
            self._aim(frame.shape, pose)
        return np.asarray(np.take(frame.reshape(-1, 3), self._indices, axis=0), np.uint8)

    def _aim(self, shape: tuple[int, ...], pose: Matrix) -> None:
        at = cv2.perspectiveTransform(self.points[:, None], pose)[:, 0]
        height, width = shape[:2]
        x, y = np.round(at[:, 0]), np.round(at[:, 1])
        self.inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        column = np.clip(x, 0, width - 1).astype(np.int64)
        row = np.clip(y, 0, height - 1).astype(np.int64)
        self._indices = row * width + column
        self._pose, self._shape = pose, shape
