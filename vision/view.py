"""The whole board and its rim looked at through a coarse grid."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.background import Background, EmptyFrame, Mask, Slack
from vision.light import Floats
from vision.plan import Plan
from vision.sampling import Sampler

LEAST_STEP_MM: Final = 4.0
MOST_CELLS: Final = 110
"""Points along the board's longer side, unless that puts them nearer than need be.

On a board of half a metre they are 5 mm apart: three of them lie across a finger.
"""
RIM_MM: Final = 25.0
"""How far beyond the board's edge is looked."""
SLACK: Final = Slack(art=0.3, shaded=0.1, dark=0.5, light=0.1)
"""Arms cast deep shadows; and skin over art of its own hue shows only by the art it hides."""


class View:
    """The coarse grid over the board and its rim, in the empty frame.

    ``shape`` is rows and columns, ``step_mm`` the distance between its points; ``dazzled`` marks
    those that a mirrored lamp hid when the board was taught.
    """

    def __init__(self, empty: EmptyFrame, plan: Plan) -> None:
        """Lay the grid over the board of ``plan``."""
        height, width = empty.mean.shape[:2]
        px_per_mm = plan.px_per_mm
        self.step_mm = max(LEAST_STEP_MM, max(plan.size_mm) / MOST_CELLS)
        self.step_px = self.step_mm * px_per_mm
        rim = RIM_MM * px_per_mm
        low = np.maximum(plan.corners.min(axis=0) - rim, 0)
        high = np.minimum(plan.corners.max(axis=0) + rim, (width, height))
        self._origin = low + self.step_px / 2
        columns, rows = (int(side) for side in (high - low) / self.step_px)
        self.shape = (rows, columns)
        down, across = np.mgrid[:rows, :columns]
        points = np.stack([across, down], axis=-1).reshape(-1, 2) * self.step_px + self._origin
        self.sampler = Sampler(points.astype(np.float32))
        self.background = Background(empty, self.sampler.points, SLACK)
        self.on_board = self.mask([plan.corners])
        self.dazzled: Mask = self.background.dazzled.reshape(self.shape)

    def mask(self, outlines: list[Floats]) -> Mask:
        """Mark the grid points inside any of the outlines (each N x 2 pixels)."""
        picture = np.zeros(self.shape, np.uint8)
        for outline in outlines:
            corners = np.round((outline - self._origin) / self.step_px * 16).astype(np.int32)
            cv2.fillPoly(picture, [corners], 1, shift=4)
        return np.asarray(picture > 0)

    def cells(self, points: Floats) -> npt.NDArray[np.int64]:
        """Find the grid point nearest to each point (N x 2, pixels): its index, row by row."""
        at = np.round((points - self._origin) / self.step_px).astype(np.int64)
        at = np.clip(at, 0, np.array(self.shape[::-1]) - 1)
        return np.asarray(at[:, 1] * self.shape[1] + at[:, 0])


@dataclass(frozen=True, slots=True)
class Lit:
    """A view in the light of the empty frame.

    ``off`` is how far its points are off the empty board's (N x 3, opponent space), ``shade`` what
    was taken off each for a shadow or a gleam (N x 3), ``noise`` how many times
    noisier than usual the frame is, ``inside`` (N) which of them are in view at all, ``blind``
    (N) which are too bright to show anything, and brighter than the bare board would be.
    """

    off: Floats
    shade: Floats
    noise: float
    inside: Mask
    blind: Mask
