"""Where a camera hangs above a table, what its lens shows, and how a board may stand up."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.virtual.look import FLAT, PIN_HOLE, Lens, Nudge, Sheet, TableLook
from hardware.virtual.painting import Field, Points

WIDTH_PX: Final = 1280
HEIGHT_PX: Final = 960
MIDDLE_PX: Final = np.array([WIDTH_PX / 2, HEIGHT_PX / 2])


SETTLING: Final = 3
"""Rounds in which a ray finds the height at which it meets a bent board."""
IN_VIEW_MM: Final = 40.0
"""How much of the table around the board is always seen."""
HIGHER: Final = 1.01
"""Steps in which the camera is raised until it sees everything."""


@dataclass(frozen=True)
class CameraPose:
    """A camera above a table.

    The world is mm from the board's top-left corner, x to the right, y down, height above its
    printed face. ``eye_mm`` is the pin-hole (x, y, height), ``aim_mm`` the point of the board's
    plane in the middle of the picture, ``roll`` a turn about the axis in radians. On a bent
    ``sheet`` heights still count from the printed face, where it is.
    """

    eye_mm: tuple[float, float, float]
    aim_mm: tuple[float, float]
    roll: float = 0.0
    lens: Lens = PIN_HOLE
    sheet: Sheet = FLAT

    @cached_property
    def matrix(self) -> Points:
        """The 3 x 4 pin-hole projection from (x, y, height, 1) to homogeneous pixels."""
        eye = np.array(self.eye_mm)
        forward = np.array([*self.aim_mm, 0.0]) - eye
        forward /= np.linalg.norm(forward)
        right = np.array([np.cos(self.roll), np.sin(self.roll), 0.0])
        right -= forward * (right @ forward)
        right /= np.linalg.norm(right)
        down = np.cross(right, forward)  # x, y, height are left-handed, so this points down
        axes = np.stack([right, down, forward])
        focal, (x, y) = self.lens.focal_px, MIDDLE_PX
        lens = np.array([[focal, 0.0, x], [0.0, focal, y], [0.0, 0.0, 1.0]])
        return np.asarray(lens @ np.column_stack([axes, -axes @ eye]))

    def project(self, points: Points) -> Points:
        """Turn world points (n x 3) into pixels (n x 2)."""
        height = points[:, 2] + self.sheet.lift(points[:, :2])
        seen = np.column_stack([points[:, :2], height, np.ones(len(points))]) @ self.matrix.T
        return self.lens.distort(seen[:, :2] / seen[:, 2:])

    def homography(self, height_mm: float = 0.0) -> Points:
        """Map (x, y, 1) of a flat plane at a height to homogeneous pixels of a pin-hole, 3 x 3."""
        m = self.matrix
        return np.column_stack([m[:, 0], m[:, 1], m[:, 2] * height_mm + m[:, 3]])

    def on_table(self, pixels: Points, height_mm: float) -> Points:
        """Find where on a flat plane at a height pixels (n x 2) look at: n x 2, mm."""
        rays = np.column_stack([self.lens.undistort(pixels), np.ones(len(pixels))])
        met = rays @ np.linalg.inv(self.homography(height_mm)).T
        return np.asarray(met[:, :2] / met[:, 2:])

    def on_board(self, pixels: Points) -> Points:
        """Find where on the printed face, bent as it is, pixels (n x 2) look at: n x 2, mm."""
        flat = self.on_table(pixels, 0.0)
        eye = np.array(self.eye_mm)
        met = flat
        for _ in range(SETTLING):
            rise = self.sheet.lift(met)[:, None] / eye[2]
            met = flat + (eye[:2] - flat) * rise
        return np.asarray(met)

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


def overhead(size_mm: tuple[float, float], seed: int, look: TableLook | None = None) -> CameraPose:
    """Hang a camera over a board as people do: nearly above its middle, a little askew.

    The height is such that the board and a hand's breadth of table on every side are seen.
    """
    look = look or TableLook()
    lens, sheet = look.lens, replace(look.sheet, size_mm=size_mm)
    rng = np.random.default_rng(seed)
    width, height = size_mm
    away = lens.focal_px * max((width + 190.0) / WIDTH_PX, (height + 150.0) / HEIGHT_PX)
    away *= look.height
    aim = (width / 2 + rng.uniform(-8.0, 8.0), height / 2 + rng.uniform(-5.0, 5.0))
    lean = rng.uniform(-0.06, 0.06), rng.uniform(0.12, 0.20)
    roll = rng.uniform(-0.03, 0.03)
    lean, roll = look.lean or lean, roll if look.roll is None else look.roll
    room = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * IN_VIEW_MM
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)]) + room
    while True:
        eye = (aim[0] + away * lean[0], aim[1] + away * lean[1], away)
        pose = CameraPose(eye, aim, roll, lens, sheet)
        seen = pose.project(np.column_stack([corners, np.zeros(4)]))
        if (seen > 0.0).all() and (seen < (WIDTH_PX, HEIGHT_PX)).all():
            return pose
        away *= HIGHER


STEP_PX: Final = 8
"""Between neighbours of the grid nothing bends by more than a hundredth of a pixel."""
ROWS: Final = HEIGHT_PX // STEP_PX + 1
COLUMNS: Final = WIDTH_PX // STEP_PX + 1


def nodes() -> Points:
    """List the pixels of the grid, row by row: n x 2 (x, y)."""
    y, x = np.mgrid[0:ROWS, 0:COLUMNS] * float(STEP_PX)
    return np.stack([x.ravel(), y.ravel()], axis=1)


def spread(values: npt.NDArray[np.floating]) -> Field:
    """Fill in all pixels of the picture from values at ``nodes`` (n or n x channels)."""
    coarse = values.reshape(ROWS, COLUMNS, *values.shape[1:]).astype(np.float32)
    down = np.array([[1.0 / STEP_PX, 0.0, 0.0], [0.0, 1.0 / STEP_PX, 0.0]])
    size = (WIDTH_PX, HEIGHT_PX)
    full = cv2.warpAffine(coarse, down, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return np.asarray(full, np.float32)
