"""Noticing what is not part of the game: hands, sleeves, cups over the board.

Whatever is neither bare board nor, near a spot, a known piece is foreign; where enough of it
hangs together over the board, nothing under it is believed.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.art import DOUBT, Art
from vision.background import UNKNOWN, Mask
from vision.blur import Blur
from vision.light import Floats
from vision.masks import Bits, without_specks
from vision.passing_light import PLAIN, PassingLight
from vision.plan import ROOM, Plan
from vision.view import Lit, View

LEAST_MM2: Final = 350.0
"""The smallest foreign thing that counts: more than a merchant that fell over between spots."""
LEAST_ON_BOARD_MM2: Final = 60.0
"""How much of it must lie over the printed board: a fingertip."""
SUSPECT: Final = 0.25
"""A shade, as log of lightness, deep enough to be in truth a hand over art of its own hue."""
GONE: Final = 0.58
"""Share of its contrast below which the art of a window is hidden, not merely in shade."""
GAP_MM: Final = 60.0
"""Width of what may look like the board between parts of a hand: skin or cloth of its hue."""
LEFT: Final = 0.65
"""Share of a window's contrast that blur must leave for it to tell anything."""
FRINGE_MM: Final = 12.0
"""How far around a hand nothing is held to be light: half the window that art is looked for in."""
AS_LIT: Final = 0.1
"""Change of lightness, as its log, below which bare board is in the light that all of it is in."""
HIDDEN: Final = 0.25
"""Share of a location that must be covered for it to count as hidden."""

_THREE: Final = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True)
class Cover:
    """What foreign things cover: whether there is any, and which locations it hides or nears.

    ``glared`` are those within reach of a mirrored lamp, which is no cover; ``tiles`` marks the
    outlines of ``Plan.tiles`` that it reaches into.
    """

    hand: bool
    covered: Mask
    near: Mask
    glared: Mask
    tiles: Mask


@dataclass(frozen=True, slots=True)
class _Found:
    """What a view (N cells) shows.

    ``odd`` are the cells that do not look like the bare board, ``foreign`` those of them like no
    piece or tile, ``light`` those to which nothing but light happened; ``shown`` is what share of
    the art's contrast shows, as ``Art.shown`` tells it.
    """

    odd: Mask
    foreign: Mask
    light: Mask
    shown: Floats


class HandFinder:
    """Finds foreign things in a view."""

    def __init__(
        self, view: View, plan: Plan, nudges: Iterable[Lit], softened: Iterable[Lit]
    ) -> None:
        """Know where the game's own things may lie: merchants about spots, tiles of any look.

        ``nudges`` are views of the empty board seen a little aside, ``softened`` those of it ever
        more blurred.
        """
        locations = plan.spots()
        pieces, tiles = view.mask(plan.spots(ROOM)), view.mask(plan.tiles())
        self._view = view
        free = ~(pieces | tiles | view.dazzled) & view.on_board
        self._art = Art(view, free)
        for lit in nudges:
            self._art.nudged(lit.off)
        self._light = PassingLight(view, free)
        self._blur = Blur([lit.off for lit in softened], view.background, free.ravel())
        self._spacing_mm = plan.spacing_mm
        # What reaches over the board from outside crosses its edge, if only over tiles.
        self._board, beside = view.on_board.astype(np.uint8), np.ones((5, 5), np.uint8)
        self._close = cv2.dilate(self._board, beside)
        self._edges = self._close - self._board, self._board - cv2.erode(self._board, beside)
        self._pieces = pieces.ravel()
        self._untiled = ~tiles.ravel()
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
        bare = self._view.background
        foreign = self._foreign(lit, bare.strange(lit.off, lit.noise, self._untiled), likeliest)
        shaded = np.count_nonzero(np.abs(lit.shade[:, 0]) > SUSPECT)
        alien = (self._without_specks(foreign) | self._crossing(foreign)) & self._close
        nothing, untouched = (np.zeros(len(each), bool) for each in (self._spots, self._tiles_at))
        glared = self._glared(lit.blind)
        clear = Cover(hand=False, covered=nothing, near=nothing, glared=glared, tiles=untouched)
        if not (shaded or alien.any()):
            return clear
        over = max(np.count_nonzero(alien & self._view.on_board), shaded)
        little = over * self._view.step_mm**2 < LEAST_ON_BOARD_MM2
        if little and self._large(bare.strange(lit.off, lit.noise, lit.inside), foreign) is None:
            return clear
        found = self._by_art(lit, likeliest)
        hand = self._large(found.odd & ~found.light, found.foreign & ~found.light)
        if hand is None:
            return clear
        hand = self._joined(lit, self._with_rim(hand, found.odd), found)
        covered = np.array([hand.ravel()[spot].mean() >= HIDDEN for spot in self._spots])
        reach = round(self._spacing_mm / self._view.step_mm)
        wide = cv2.dilate(hand, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1,) * 2))
        near = np.array([bool(wide.ravel()[spot].any()) for spot in self._spots])
        tiles = np.array([bool(hand.ravel()[cells].any()) for cells in self._tiles_at], bool)
        return Cover(hand=True, covered=covered, near=near | covered, glared=glared, tiles=tiles)

    def _crossing(self, foreign: Mask) -> Bits:
        """Mark what reaches over the board's edge in scraps, as skin over land of its hue does.

        Alone they are specks; they count where they hang together with enough beyond the edge.
        """
        bits, cell = self._bits(foreign), self._view.step_mm**2
        enough = cv2.countNonZero(bits) * cell >= LEAST_MM2
        if not enough or not all((bits & edge).any() for edge in self._edges):
            return np.zeros_like(bits)
        near = without_specks(np.asarray(cv2.morphologyEx(bits, cv2.MORPH_CLOSE, _THREE), np.uint8))
        over = near & self._board
        if cv2.countNonZero(over) * cell < LEAST_ON_BOARD_MM2:
            return np.zeros_like(bits)
        count, labels = cv2.connectedComponents(near)
        inside, whole = (
            np.bincount(labels.ravel(), part.ravel(), count) * cell for part in (over, near)
        )
        crossing = (whole - inside >= LEAST_MM2) & (inside >= LEAST_ON_BOARD_MM2)
        crossing[0] = False
        return np.asarray(crossing[labels], np.uint8)

    def _foreign(self, lit: Lit, odd: Mask, likeliest: Callable[[Floats], Floats]) -> Mask:
        """Mark those of the cells that do not look like the bare board that are like no piece."""
        foreign = odd & self._untiled & lit.inside
        near_spots = np.flatnonzero(foreign & self._pieces)
        off, bare = lit.off, self._view.background.mean
        pixels = np.take(off, near_spots, axis=0) + np.take(bare, near_spots, axis=0)
        foreign[near_spots] = likeliest(pixels) < UNKNOWN
        return foreign

    def _by_art(self, lit: Lit, likeliest: Callable[[Floats], Floats]) -> _Found:
        """Add the cells whose art is hidden, and mark those where light is all there is."""
        blurred = self._blur.found(lit.off)
        sharp = replace(lit, off=lit.off - blurred)
        odd = self._view.background.strange(sharp.off, lit.noise, lit.inside)
        foreign = self._foreign(sharp, odd, likeliest)
        shown = self._shown(lit.off, blurred)
        # A window is gone from where it is half hidden, so the mask reaches a little too far.
        hidden = (shown != DOUBT) & (self._light.fair(sharp, shown) < GONE)
        gone = (cv2.erode(self._bits(hidden), _THREE).ravel() > 0) & ~lit.blind
        light = self._light.find(sharp, shown, odd | gone)
        return _Found(odd | gone, foreign | (gone & self._untiled), light, shown)

    def _shown(self, off: Floats, blurred: Floats) -> Floats:
        """Tell what share of what blur left of the art's contrast shows around each cell (N)."""
        shown = self._art.shown(off).ravel()
        if not blurred.any():
            return shown
        left = self._art.shown(blurred).ravel()
        told = (shown != DOUBT) & (left > LEFT)
        return np.where(told, shown / np.maximum(left, LEFT), DOUBT).astype(np.float32)

    def _with_rim(self, hand: Bits, odd: Mask) -> Bits:
        """Add what is odd right beside a hand: art that shows in part there looks like light."""
        side = 2 * round(FRINGE_MM / self._view.step_mm) + 1
        beside = cv2.dilate(hand, np.ones((side, side), np.uint8))
        return np.asarray(hand | (beside & odd.reshape(hand.shape)), np.uint8)

    def _large(self, odd: Mask, foreign: Mask) -> Bits | None:
        """Keep the patches that are odd with enough foreign in them, over the board, filled."""
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

    def _joined(self, lit: Lit, hand: Bits, found: _Found) -> Bits:
        """Add to a hand what lies between parts of it and does not plainly show the board."""
        reach = round(GAP_MM / self._view.step_mm)
        oval = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
        between = cv2.morphologyEx(hand, cv2.MORPH_CLOSE, oval)
        level = np.abs(lit.off[:, 0] + lit.shade[:, 0]) < AS_LIT
        plain = (found.shown > PLAIN) & (found.shown != DOUBT)
        plain |= level & ~(found.odd & ~found.light)
        return np.asarray(hand | (between & ~plain.reshape(hand.shape)), np.uint8)

    def _glared(self, blind: Mask) -> Mask:
        """Mark the locations (N) within reach of a mirrored lamp, as ``blind`` in ``Lit`` tells."""
        if not blind.any():
            return np.zeros(len(self._spots), bool)
        mirrored = self._light.beside(blind)
        return np.array([bool(mirrored[spot].any()) for spot in self._spots])

    def _without_specks(self, cells: Mask) -> Bits:
        return without_specks(self._bits(cells))

    def _bits(self, cells: Mask) -> Bits:
        return cells.reshape(self._view.shape).astype(np.uint8)
