"""Noticing what is not part of the game: hands, sleeves, cups over the board.

The whole view is looked at through a coarse grid. Whatever is neither bare board nor, near a
spot, a known piece is foreign; where enough of it hangs together over the board, nothing under
it is believed.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.background import UNKNOWN, Background, EmptyFrame, Mask, Slack
from vision.light import Floats
from vision.masks import without_specks
from vision.sampling import Sampler

STEP_MM: Final = 4.0
"""Distance between points of the grid: two of them lie across a finger."""
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
    """The coarse grid over the whole empty frame."""

    def __init__(
        self,
        empty: EmptyFrame,
        step_px: float,
        outline: Floats,
    ) -> None:
        """Lay the grid every ``step_px`` pixels; ``outline`` are the board's corners (4 x 2)."""
        height, width = empty.mean.shape[:2]
        self.shape = (int(height / step_px), int(width / step_px))
        self.step_px = step_px
        rows, columns = np.mgrid[: self.shape[0], : self.shape[1]]
        points = (np.stack([columns, rows], axis=-1).reshape(-1, 2) + 0.5) * step_px
        self.sampler = Sampler(points.astype(np.float32))
        self.background = Background(empty, self.sampler.points, SLACK)
        self.on_board = self.mask([outline])

    def mask(self, outlines: list[Floats]) -> Mask:
        """Mark the grid points inside any of the outlines (each N x 2 pixels)."""
        picture = np.zeros(self.shape, np.uint8)
        for outline in outlines:
            corners = np.round((outline / self.step_px - 0.5) * 16).astype(np.int32)
            cv2.fillPoly(picture, [corners], 1, shift=4)
        return np.asarray(picture > 0)


class HandFinder:
    """Finds foreign things in a view."""

    def __init__(self, view: View, locations: list[Floats], pieces: Mask, tiles: Mask) -> None:
        """Know where the game's own things may lie.

        ``locations`` are the outlines of the printed spots (pixels of the empty frame); in
        ``pieces`` merchants may lie, in ``tiles`` things of any look may.
        """
        self._view = view
        self._pieces = pieces
        self._tiles = tiles
        self._spots = [np.flatnonzero(view.mask([outline])) for outline in locations]

    def find(self, bare: Floats, known: Floats, spacing_mm: float) -> Cover:
        """Find what covers the board.

        ``bare`` and ``known`` are the log densities of the grid's points under the bare board
        and under the likeliest piece; ``spacing_mm`` is what counts as near.
        """
        shape = self._view.shape
        inside = self._view.sampler.inside.reshape(shape)
        odd = (bare < UNKNOWN).reshape(shape) & inside
        piece = (known >= UNKNOWN).reshape(shape) & self._pieces
        hand = self._large(odd.astype(np.uint8), (odd & ~piece & ~self._tiles).astype(np.uint8))
        nothing = np.zeros(len(self._spots), bool)
        if not hand.any():
            return Cover(hand=False, covered=nothing, near=nothing)
        covered = np.array([hand.ravel()[spot].mean() >= HIDDEN for spot in self._spots])
        reach = round(spacing_mm / STEP_MM)
        wide = cv2.dilate(hand, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1,) * 2))
        near = np.array([bool(wide.ravel()[spot].any()) for spot in self._spots])
        return Cover(hand=True, covered=covered, near=near | covered)

    def _large(
        self, odd: npt.NDArray[np.uint8], foreign: npt.NDArray[np.uint8]
    ) -> npt.NDArray[np.uint8]:
        """Keep the patches of ``odd`` with enough ``foreign`` in them, over the board, filled."""
        foreign = without_specks(foreign)
        odd = cv2.morphologyEx(without_specks(odd), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        count, labels = cv2.connectedComponents(odd)
        over = odd * self._view.on_board
        cell = STEP_MM**2
        size = np.bincount(labels.ravel(), foreign.ravel(), count) * cell
        size_over = np.bincount(labels.ravel(), over.ravel(), count) * cell
        large = (size >= LEAST_MM2) & (size_over >= LEAST_ON_BOARD_MM2)
        large[0] = False
        kept = large[labels].astype(np.uint8)
        outlines, _ = cv2.findContours(kept, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        return np.asarray(cv2.drawContours(kept, outlines, -1, 1, cv2.FILLED), np.uint8)
