"""Noticing what is not part of the game: hands, sleeves, cups over the board.

The whole view is looked at through a coarse grid. Whatever is neither bare board nor, near a
spot, a known piece is foreign; where enough of it hangs together over the board, nothing under
it is believed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.background import UNKNOWN, Background, EmptyFrame, Mask, Slack
from vision.light import Floats
from vision.masks import Bits, without_specks
from vision.plan import Plan
from vision.sampling import Sampler

LEAST_STEP_MM: Final = 4.0
MOST_CELLS: Final = 110
"""Points along the board's longer side, unless that puts them nearer than need be.

On a board of half a metre they are 5 mm apart: three of them lie across a finger.
"""
RIM_MM: Final = 25.0
"""How far beyond the board's edge is looked."""
LEAST_MM2: Final = 350.0
"""The smallest foreign thing that counts: more than a merchant that fell over between spots."""
LEAST_ON_BOARD_MM2: Final = 60.0
"""How much of it must lie over the printed board: a fingertip."""
SLACK: Final = Slack(art=0.3, shaded=0.1, dark=0.5, light=0.1)
"""Arms cast deep shadows; and skin over art of its own hue shows only by the art it hides."""
HIDDEN: Final = 0.25
"""Share of a location that must be covered for it to count as hidden."""


@dataclass(frozen=True, slots=True)
class Cover:
    """What foreign things cover: whether there is any, and which locations it hides or nears."""

    hand: bool
    covered: Mask
    near: Mask


class View:
    """The coarse grid over the board and its rim, in the empty frame.

    ``shape`` is rows and columns, ``step_mm`` the distance between its points.
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


class HandFinder:
    """Finds foreign things in a view."""

    def __init__(self, view: View, locations: list[Floats], pieces: Mask, tiles: Mask) -> None:
        """Know where the game's own things may lie.

        ``locations`` are the outlines of the printed spots (pixels of the empty frame); in
        ``pieces`` merchants may lie, in ``tiles`` things of any look may.
        """
        self._view = view
        self._pieces = pieces.ravel()
        self._tiles = tiles.ravel()
        self._spots = [
            inside if len(inside) else view.cells(outline.mean(axis=0)[None])
            for outline in locations
            for inside in [np.flatnonzero(view.mask([outline]))]
        ]

    def find(
        self, off: Floats, noise: float, likeliest: Callable[[Floats], Floats], spacing_mm: float
    ) -> Cover:
        """Find what covers the board.

        ``off`` is how far the view's points are off the empty board's (N x 3, opponent space) in
        a frame so many times noisier than usual; ``likeliest`` gives the log density of pixels
        under the likeliest piece; ``spacing_mm`` is what counts as near.
        """
        bare = self._view.background
        odd = (bare.log_density_off(off, noise) < UNKNOWN) & self._view.sampler.inside
        foreign = odd & ~self._tiles
        near_spots = np.flatnonzero(foreign & self._pieces)
        pixels = off[near_spots] + bare.mean[near_spots]
        foreign[near_spots] = likeliest(pixels) < UNKNOWN
        nothing = np.zeros(len(self._spots), bool)
        hand = self._large(odd, foreign)
        if hand is None:
            return Cover(hand=False, covered=nothing, near=nothing)
        covered = np.array([hand.ravel()[spot].mean() >= HIDDEN for spot in self._spots])
        reach = round(spacing_mm / self._view.step_mm)
        wide = cv2.dilate(hand, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1,) * 2))
        near = np.array([bool(wide.ravel()[spot].any()) for spot in self._spots])
        return Cover(hand=True, covered=covered, near=near | covered)

    def _large(self, odd: Mask, foreign: Mask) -> Bits | None:
        """Keep the patches of ``odd`` with enough ``foreign`` in them, over the board, filled."""
        shape, cell = self._view.shape, self._view.step_mm**2
        alien = without_specks(foreign.reshape(shape).astype(np.uint8))
        if cv2.countNonZero(alien) * cell < LEAST_MM2:
            return None
        bits = without_specks(odd.reshape(shape).astype(np.uint8))
        bits = cv2.morphologyEx(bits, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        count, labels = cv2.connectedComponents(bits)
        over = bits * self._view.on_board
        size = np.bincount(labels.ravel(), alien.ravel(), count) * cell
        size_over = np.bincount(labels.ravel(), over.ravel(), count) * cell
        large = (size >= LEAST_MM2) & (size_over >= LEAST_ON_BOARD_MM2)
        large[0] = False
        if not large.any():
            return None
        kept = large[labels].astype(np.uint8)
        outlines, _ = cv2.findContours(kept, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        return np.asarray(cv2.drawContours(kept, outlines, -1, 1, cv2.FILLED), np.uint8)
