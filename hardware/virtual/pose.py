"""Where a camera stands above the table, and how it projects."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from hardware.virtual.conditions import FOCAL_PX, Look, Nudge

Points = npt.NDArray[np.float64]

WIDTH_PX: Final = 1280
HEIGHT_PX: Final = 960


@dataclass(frozen=True)
class CameraPose:
    """A pin-hole camera above a table.

    The world is mm from the board's top-left corner, x to the right, y down, height above its
    printed face. ``eye_mm`` is the pin-hole (x, y, height), ``aim_mm`` the point of the board's
    plane in the middle of the picture, ``roll`` a turn about the axis in radians.
    """

    eye_mm: tuple[float, float, float]
    aim_mm: tuple[float, float]
    roll: float = 0.0

    @cached_property
    def matrix(self) -> Points:
        """The 3 x 4 projection from (x, y, height, 1) to homogeneous pixels."""
        eye = np.array(self.eye_mm)
        forward = np.array([*self.aim_mm, 0.0]) - eye
        forward /= np.linalg.norm(forward)
        right = np.array([np.cos(self.roll), np.sin(self.roll), 0.0])
        right -= forward * (right @ forward)
        right /= np.linalg.norm(right)
        down = np.cross(right, forward)  # x, y, height are left-handed, so this points down
        axes = np.stack([right, down, forward])
        lens = np.array(
            [[FOCAL_PX, 0.0, WIDTH_PX / 2], [0.0, FOCAL_PX, HEIGHT_PX / 2], [0.0, 0.0, 1.0]]
        )
        return np.asarray(lens @ np.column_stack([axes, -axes @ eye]))

    def project(self, points: Points) -> Points:
        """Turn world points (n x 3) into pixels (n x 2)."""
        seen = np.column_stack([points, np.ones(len(points))]) @ self.matrix.T
        return np.asarray(seen[:, :2] / seen[:, 2:])

    def homography(self, height_mm: float = 0.0) -> Points:
        """Map (x, y, 1) of the plane at a height to homogeneous pixels, 3 x 3."""
        m = self.matrix
        return np.column_stack([m[:, 0], m[:, 1], m[:, 2] * height_mm + m[:, 3]])

    def nudged(self, nudge: Nudge) -> "CameraPose":
        """Move the camera as somebody who bumps into it does."""
        x, y, up = self.eye_mm
        dx, dy = nudge.by_mm
        right, down = (up * np.tan(np.radians(degrees)) for degrees in nudge.tilt_deg)
        aim = (self.aim_mm[0] + dx + right, self.aim_mm[1] + dy + down)
        roll = self.roll + float(np.radians(nudge.turn_deg))
        return replace(self, eye_mm=(x + dx, y + dy, up - nudge.sink_mm), aim_mm=aim, roll=roll)

    def distance(self, x: float, y: float) -> float:
        """Measure how far, in mm along the table, a point lies from below the camera."""
        return float(np.hypot(x - self.eye_mm[0], y - self.eye_mm[1]))


def overhead(
    size_mm: tuple[float, float],
    seed: int,
    look: Look | None = None,  # noqa: ARG001
) -> CameraPose:
    """Hang a camera over a board as people do: nearly above its middle, a little askew.

    The height is such that the board and a hand's breadth of table on every side are seen.
    """
    rng = np.random.default_rng(seed)
    width, height = size_mm
    away = FOCAL_PX * max((width + 190.0) / WIDTH_PX, (height + 150.0) / HEIGHT_PX)
    aim = (width / 2 + rng.uniform(-8.0, 8.0), height / 2 + rng.uniform(-5.0, 5.0))
    lean = rng.uniform(-0.06, 0.06), rng.uniform(0.12, 0.20)
    eye = (aim[0] + away * lean[0], aim[1] + away * lean[1], away)
    return CameraPose(eye, aim, rng.uniform(-0.03, 0.03))
