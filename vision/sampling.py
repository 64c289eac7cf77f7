"""Taking chosen points straight from a frame, through indices computed once a pose."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.pose import Points as Floats
from vision.pose import Pose
from vision.reading import Image

Indices = npt.NDArray[np.int64]

ROW: Final = 128
"""Points in a row of the look-up, as OpenCV wants a picture and not a list.

Longer rows and much shorter ones take longer to look up.
"""


class Sampler:
    """A fixed set of points of the empty frame, looked up in frames seen under any pose."""

    def __init__(self, points: Floats) -> None:
        """Keep the points (N x 2, pixels of the empty frame)."""
        self.points = points.astype(np.float32)
        self._pose: Pose | None = None
        self._shape: tuple[int, ...] = ()
        self._maps: tuple[Image, Image] = (np.zeros(0, np.uint8),) * 2
        self.inside: npt.NDArray[np.bool_] = np.zeros(len(points), bool)

    def take(self, frame: Image, pose: Pose, points: Indices | None = None) -> Image:
        """Take the colour at each point (N x 3, BGR), the mean of the four pixels around it.

        The mean of four halves the noise. Where a point is out of view it is the nearest pixel
        in view; ``inside`` tells afterwards which points were in view. ``points`` are the numbers
        of those to take, when not all.
        """
        if self._pose is not pose or self._shape != frame.shape:
            self._aim(frame.shape, pose)
        maps, count = self._maps, len(self.points)
        if points is not None:
            count = len(points)
            chosen = np.resize(points, (-(-count // ROW), ROW))
            maps = maps[0].reshape(-1, 2)[chosen], maps[1].ravel()[chosen]
        taken = cv2.remap(frame, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(taken.reshape(-1, 3)[:count], np.uint8)

    def _aim(self, shape: tuple[int, ...], pose: Pose) -> None:
        at = pose.apply(self.points)
        height, width = shape[:2]
        x, y = at.T
        self.inside = (x >= 0) & (x <= width - 1) & (y >= 0) & (y <= height - 1)
        between = np.clip(np.floor(at) + np.float32(0.5), -1, max(shape)).astype(np.float32)
        short = -len(between) % ROW
        rows = np.pad(between, ((0, short), (0, 0)), mode="edge").reshape(-1, ROW, 2)
        self._maps = cv2.convertMaps(rows, None, cv2.CV_16SC2)
        self._pose, self._shape = pose, shape
