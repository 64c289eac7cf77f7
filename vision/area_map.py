"""The map: an even lattice over all areas of a board, and how its colours look in taught light."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.camera import Kept, Points, Pose
from vision.config import AreaConfig
from vision.illumination import Floats, Light, Mask, field_terms, logs, opponent
from vision.plan import Plan
from vision.reading import Image

CONFIG: Final = AreaConfig()
COARSE: Final = 10
"""Cells between the points that are projected; perspective and light are even between them."""


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of the map's cells: rows and columns."""

    rows: slice
    columns: slice

    @property
    def both(self) -> tuple[slice, slice]:
        """The index of the cells in a picture of the map."""
        return self.rows, self.columns

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns there are."""
        return self.rows.stop - self.rows.start, self.columns.stop - self.columns.start


class AreaMap:
    """The lattice over one board's areas.

    ``step_mm`` is the cells' distance, ``origin_mm`` the place of the first, ``shape`` rows and
    columns.
    """

    def __init__(self, plan: Plan, corners_mm: npt.NDArray[np.float64]) -> None:
        """Cover all of these corners (N x 2, mm) and a rim around them."""
        self.step_mm = max(CONFIG.step_mm, CONFIG.step_px / plan.px_per_mm)
        rim = CONFIG.rim_mm + 3 * self.step_mm
        low, high = corners_mm.min(axis=0) - rim, corners_mm.max(axis=0) + rim
        columns, rows = (np.ceil((high - low) / self.step_mm / COARSE).astype(int)).tolist()
        self.origin_mm = low
        self.shape = (rows * COARSE, columns * COARSE)
        x, y = (np.arange(count + 1) * COARSE * self.step_mm for count in (columns, rows))
        coarse = low + np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        self._coarse = (rows + 1, columns + 1)
        self._at = plan.pixels(coarse)
        self._terms = field_terms(coarse, plan.size_mm)
        self._maps = Kept(self._project)

    def sample(self, frame: Image, pose: Pose) -> Image:
        """Sample a frame (BGR) in which the board lies under ``pose``: rows x columns x 3."""
        where = self._maps.under(pose)
        soft = cv2.blur(frame, (CONFIG.soft_px, CONFIG.soft_px))
        seen = cv2.remap(soft, where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen, np.uint8)

    def in_view(self, pose: Pose, size: tuple[int, int]) -> Mask:
        """Mark the cells that lie within a frame of a width and a height."""
        where = self._maps.under(pose)
        return np.asarray(((where >= 0) & (where <= np.array(size) - 1)).all(axis=2))

    def lit(self, pixels: Image, window: Window, light: Light) -> Floats:
        """Show what was sampled in a window in taught light: opponent space."""
        field = (self._terms @ light.field).reshape(*self._coarse, 3)
        return opponent(light.without(logs(pixels), self._spread(field, window)))

    def window(self, corners_mm: npt.NDArray[np.float64], rim_mm: float) -> Window:
        """Find the cells of the rectangle round corners (N x 2, mm) and a rim around it.

        Its middle is a cell, so that rectangles of one size have windows of one shape.
        """
        low, high = corners_mm.min(axis=0), corners_mm.max(axis=0)
        column, row = np.round(self.cells((low + high)[None] / 2)[0]).astype(int).tolist()
        across, down = np.ceil(((high - low) / 2 + rim_mm) / self.step_mm).astype(int).tolist()
        return Window(
            slice(row - down, row + down + 1), slice(column - across, column + across + 1)
        )

    def cells(self, points_mm: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Find points (N x 2, mm) on the lattice: column and row, with fractions."""
        return np.asarray((points_mm - self.origin_mm) / self.step_mm)

    def millimetres(self, cells: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
        """Find places of the lattice (N x 2, column and row) on the board (mm)."""
        return np.asarray(self.origin_mm + cells * self.step_mm)

    def inside(self, corners_mm: npt.NDArray[np.float64], window: Window) -> Mask:
        """Mark a window's cells within an outline (N x 2, mm)."""
        bits = np.zeros(window.shape, np.uint8)
        corner = (window.columns.start, window.rows.start)
        corners = np.round((self.cells(corners_mm) - corner) * 16).astype(np.int32)
        cv2.fillPoly(bits, [corners], 1, shift=4)
        return np.asarray(bits > 0)

    def _project(self, pose: Pose) -> Points:
        coarse = pose.apply(self._at).reshape(*self._coarse, 2)
        rows, columns = self.shape
        return self._spread(coarse, Window(slice(0, rows), slice(0, columns)))

    def _spread(self, coarse: Floats, window: Window) -> Floats:
        """Interpolate between the coarse points over a window."""
        across = np.arange(window.columns.start, window.columns.stop, dtype=np.float32) / COARSE
        down = np.arange(window.rows.start, window.rows.stop, dtype=np.float32) / COARSE
        x, y = np.meshgrid(across, down)
        fine = cv2.remap(np.ascontiguousarray(coarse, np.float32), x, y, cv2.INTER_LINEAR)
        return np.asarray(fine, np.float32)
