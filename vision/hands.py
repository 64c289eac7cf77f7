"""Noticing what is not part of the game: hands, sleeves, cups over the board.

The whole view is looked at through a coarse grid. Whatever is neither bare board nor, near a
spot, a known piece is foreign; where enough of it hangs together over the board, nothing under
it is believed.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.background import UNKNOWN, Background, EmptyFrame, Mask, Slack
from vision.light import Floats, levels
from vision.masks import Bits, without_specks
from vision.plan import ROOM, Plan
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
SUSPECT: Final = 0.25
"""A shade, as log of lightness, deep enough to be in truth a hand over art of its own hue."""
WINDOWS_MM: Final = (25.0, 45.0, 65.0)
"""Sides of the windows in which the art is looked for: the smallest that holds enough of it."""
LEAST_ART: Final = 30.0
"""Art that a window must hold to be missed: sum of squares over the noise's variance."""
ART_NOISE: Final = (0.08, 0.04, 0.04)
"""Standard deviation of a cell of bare board in a light that is not even."""
GONE: Final = 0.45
"""Share of its contrast below which the art of a window is hidden, not merely in shade."""
SHOWS: Final = 0.3
"""Share of its contrast above which the art of a window may be seen through a gleam."""
UNEVEN: Final = 0.4
"""Share by which a gleam may brighten one channel more than another."""
DOUBT: Final = 0.5
"""What is said of windows with too little art to tell."""
HALO_MM: Final = 60.0
"""How far around a mirrored lamp, where nothing can be seen, its light may drown the art."""
EDGE: Final = 0.4
"""Step of lightness, as its log, between neighbouring cells that a gleam never makes."""
KEPT: Final = 0.8
"""Share of its contrast that a window must keep on the empty board when that is nudged a little."""
HIDDEN: Final = 0.25
"""Share of a location that must be covered for it to count as hidden."""


@dataclass(frozen=True, slots=True)
class Cover:
    """What foreign things cover: whether there is any, and which locations it hides or nears.

    ``tiles`` marks the outlines of ``Plan.tiles`` that it reaches into.
    """

    hand: bool
    covered: Mask
    near: Mask
    tiles: Mask


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


@dataclass(frozen=True, slots=True)
class Lit:
    """A view in the light of the empty frame.

    ``off`` is how far its points are off the empty board's (N x 3, opponent space), ``shade`` the
    lightness (N) that was taken off each for a shadow or a gleam, ``noise`` how many times
    noisier than usual the frame is, ``inside`` (N) which of them are in view at all, ``blind``
    (N) which are too bright to show anything.
    """

    off: Floats
    shade: Floats
    noise: float
    inside: Mask
    blind: Mask


_THREE: Final = np.ones((3, 3), np.uint8)


class Art:
    """The printed art where no piece lies: it shows through a shadow, never through a hand."""

    def __init__(self, view: View, free: Mask) -> None:
        """Take the art of the view's cells that are ``free`` (rows x columns)."""
        self._shape = view.shape
        self._weights = free[..., None] / np.array(ART_NOISE, np.float32)
        self._art = view.background.mean.reshape(*view.shape, 3) * self._weights
        sides = [2 * round(width / view.step_mm / 2) + 1 for width in WINDOWS_MM]
        self._windows = [_Window(self._art, free, side) for side in sides]

    def nudged(self, off: Floats) -> None:
        """Learn which art is too fine for the grid, from the empty board seen a little aside.

        ``off`` is as in ``Lit``.
        """
        change = np.multiply(off.reshape(*self._shape, 3), self._weights)
        for window in self._windows:
            window.tells &= window.shown(change, _over_channels(change * self._art)) >= KEPT

    def shown(self, off: Floats) -> Floats:
        """Tell what share of the art's contrast shows around each cell (N): 1 all, 0 none.

        ``off`` is as in ``Lit``; where there is too little art to tell, it is DOUBT.
        """
        change = np.multiply(off.reshape(*self._shape, 3), self._weights)
        both = _over_channels(change * self._art)
        shown = np.full(self._shape, DOUBT, np.float32)
        for window in reversed(self._windows):  # what a smaller one tells is told more precisely
            shown = np.where(window.tells, window.shown(change, both), shown)
        return np.asarray(shown, np.float32)


class _Window:
    """The art in a window around each cell: whether it ``tells`` anything, and what shows of it."""

    def __init__(self, art: Floats, free: Mask, side: int) -> None:
        self._size = (side, side)
        count = np.maximum(self._sum(free.astype(np.float32)), 1)[..., None]
        # Centred in the window, so that what is added to all of it makes no difference.
        self._mean = self._sum(art) / count
        energy = self._sum(art * art) - self._mean**2 * count
        self._energy = _over_channels(np.asarray(energy, np.float32))
        self.tells: Mask = self._energy >= LEAST_ART

    def shown(self, change: Floats, both: Floats) -> Floats:
        """Tell what share of the art's contrast shows (rows x columns): 1 all, 0 none.

        ``change`` is how the view changed (rows x columns x 3), ``both`` its product with the art
        (rows x columns), added up over the channels.
        """
        both = self._sum(both)
        common = both - _over_channels(np.multiply(self._mean, self._sum(change)))
        return np.asarray(1 + common / np.maximum(self._energy, LEAST_ART), np.float32)

    def _sum(self, values: Floats) -> Floats:
        return np.asarray(cv2.boxFilter(values, -1, self._size, normalize=False), np.float32)


def _gleams(bare: Floats, off: Floats, mirrored: Mask) -> Mask:
    """Tell where a gleam is all that was added to the bare board (N x 3, opponent space).

    A mirrored lamp adds as much to each channel, within what its own colour makes; right beside
    it, as marked, the channels end at what the camera can tell.
    """
    added = levels(bare + off) - levels(bare)
    least, most = added.min(axis=1), added.max(axis=1)
    return np.asarray((least > 0) & (mirrored | (most - least < UNEVEN * most)))


def _over_channels(values: Floats) -> Floats:
    """Add up the channels of a picture (rows x columns x 3)."""
    return np.asarray(cv2.transform(values, np.ones((1, 3), np.float32)), np.float32)


class HandFinder:
    """Finds foreign things in a view."""

    def __init__(self, view: View, plan: Plan, nudges: Iterable[Lit]) -> None:
        """Know where the game's own things may lie: merchants about spots, tiles of any look.

        ``nudges`` are views of the empty board seen a little aside.
        """
        locations = plan.spots()
        pieces, tiles = view.mask(plan.spots(ROOM)), view.mask(plan.tiles())
        self._view = view
        self._art = Art(view, ~(pieces | tiles) & view.on_board)
        for lit in nudges:
            self._art.nudged(lit.off)
        self._spacing_mm = plan.spacing_mm
        # What reaches over the board from outside crosses its edge, if only over tiles.
        self._close = cv2.dilate(view.on_board.astype(np.uint8), np.ones((5, 5), np.uint8))
        self._pieces = pieces.ravel()
        self._tiles = tiles.ravel()
        self._tiles_at = [np.flatnonzero(view.mask([outline])) for outline in plan.tiles()]
        self._spots = [
            inside if len(inside) else view.cells(outline.mean(axis=0)[None])
            for outline in locations
            for inside in [np.flatnonzero(view.mask([outline]))]
        ]

    def find(self, lit: Lit, likeliest: Callable[[Floats], Floats]) -> Cover:
        """Find what covers the board.

        ``likeliest`` gives the log density of pixels under the likeliest piece.
        """
        bare, off = self._view.background, lit.off
        odd = (bare.log_density_off(off, lit.noise) < UNKNOWN) & lit.inside
        foreign = odd & ~self._tiles
        near_spots = np.flatnonzero(foreign & self._pieces)
        pixels = off[near_spots] + bare.mean[near_spots]
        foreign[near_spots] = likeliest(pixels) < UNKNOWN
        shaded = np.count_nonzero(np.abs(lit.shade) > SUSPECT)
        alien = self._without_specks(foreign) & self._close
        nothing = np.zeros(len(self._spots), bool)
        clear = Cover(
            hand=False, covered=nothing, near=nothing, tiles=np.zeros(len(self._tiles_at), bool)
        )
        if not (shaded or alien.any()):
            return clear
        if (
            max(np.count_nonzero(alien & self._view.on_board), shaded) * self._view.step_mm**2
            >= LEAST_ON_BOARD_MM2
        ):
            shown = self._art.shown(off)
            # A window is gone from where it is half hidden, so the mask reaches a little too far.
            gone = cv2.erode((shown < GONE).astype(np.uint8), _THREE).ravel() > 0
            told = shown.ravel()
            mirrored = self._beside(lit.blind)
            seen = np.flatnonzero(
                (foreign | gone) & (mirrored | ((told > SHOWS) & (told != DOUBT)))
            )
            gleam = seen[_gleams(bare.mean[seen], off[seen], mirrored[seen])]
            foreign[gleam] = gone[gleam] = False
            bright = np.flatnonzero(foreign & self._even(off))
            foreign[bright] = ~_gleams(bare.mean[bright], off[bright], mirrored[bright])
            odd |= gone
            foreign |= gone & ~self._tiles
        hand = self._large(odd, foreign)
        if hand is None:
            return clear
        covered = np.array([hand.ravel()[spot].mean() >= HIDDEN for spot in self._spots])
        reach = round(self._spacing_mm / self._view.step_mm)
        wide = cv2.dilate(hand, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1,) * 2))
        near = np.array([bool(wide.ravel()[spot].any()) for spot in self._spots])
        tiles = np.array([bool(hand.ravel()[cells].any()) for cells in self._tiles_at], bool)
        return Cover(hand=True, covered=covered, near=near | covered, tiles=tiles)

    def _large(self, odd: Mask, foreign: Mask) -> Bits | None:
        """Keep the patches of ``odd`` with enough ``foreign`` in them, over the board, filled."""
        cell = self._view.step_mm**2
        alien = self._without_specks(foreign)
        if cv2.countNonZero(alien) * cell < LEAST_MM2:
            return None
        bits = self._without_specks(odd)
        bits = cv2.morphologyEx(bits, cv2.MORPH_CLOSE, _THREE)
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

    def _beside(self, blind: Mask) -> Mask:
        """Mark the cells near those where the board mirrors a lamp, too brightly to be seen."""
        side = 2 * round(HALO_MM / self._view.step_mm) + 1
        mirrored = self._without_specks(blind)
        return np.asarray(cv2.dilate(mirrored, np.ones((side, side), np.uint8)).ravel() > 0)

    def _even(self, off: Floats) -> Mask:
        """Mark the cells across which the change of lightness has no edge, as a hand's has."""
        change = np.ascontiguousarray(off[:, 0]).reshape(self._view.shape)
        edge = cv2.morphologyEx(change, cv2.MORPH_GRADIENT, _THREE)
        return np.asarray(edge.ravel() < EDGE)

    def _without_specks(self, cells: Mask) -> Bits:
        return without_specks(cells.reshape(self._view.shape).astype(np.uint8))
