"""Noticing what is not part of the game: hands, sleeves, cups over the board.

Whatever is neither bare board nor, near a spot, a known piece is foreign; where enough of it
hangs together over the board, nothing under it is believed.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.art import DOUBT, Art, gleams
from vision.background import UNKNOWN, Mask
from vision.light import Floats, levels
from vision.masks import Bits, without_specks
from vision.plan import ROOM, Plan
from vision.view import Lit, View

Indices = npt.NDArray[np.int64]

LEAST_MM2: Final = 350.0
"""The smallest foreign thing that counts: more than a merchant that fell over between spots."""
LEAST_ON_BOARD_MM2: Final = 60.0
"""How much of it must lie over the printed board: a fingertip."""
SUSPECT: Final = 0.25
"""A shade, as log of lightness, deep enough to be in truth a hand over art of its own hue."""
GONE: Final = 0.45
"""Share of its contrast below which the art of a window is hidden, not merely in shade."""
SHOWS: Final = 0.3
"""Share of its contrast above which the art of a window may be seen through a gleam."""
PLAIN: Final = 0.7
"""The same above which it is plainly seen."""
GAP_MM: Final = 60.0
"""Width of what may look like the board between parts of a hand: skin or cloth of its hue."""
AS_LIT: Final = 0.1
"""Change of lightness, as its log, below which bare board is in the light that all of it is in."""
HALO_MM: Final = 60.0
"""How far around a mirrored lamp, where nothing can be seen, its light may drown the art."""
PEAK: Final = 40.0
"""Levels that a mirrored lamp adds at least in its middle."""
FALLS_OFF: Final = 0.65
"""Share of that which half of its patch must stay under."""
GOES_ON: Final = 0.25
"""Share of what it adds at the rim of its patch that it adds right beyond: light has no edge."""
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
        nothing, untouched = (np.zeros(len(each), bool) for each in (self._spots, self._tiles_at))
        glared = self._glared(lit.blind)
        clear = Cover(hand=False, covered=nothing, near=nothing, glared=glared, tiles=untouched)
        if not (shaded or alien.any()):
            return clear
        if (
            max(np.count_nonzero(alien & self._view.on_board), shaded) * self._view.step_mm**2
            >= LEAST_ON_BOARD_MM2
        ):
            odd, foreign = self._by_art(lit, odd, foreign)
        hand = self._large(odd, foreign)
        if hand is None:
            return clear
        hand = self._joined(lit, hand, odd)
        covered = np.array([hand.ravel()[spot].mean() >= HIDDEN for spot in self._spots])
        reach = round(self._spacing_mm / self._view.step_mm)
        wide = cv2.dilate(hand, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1,) * 2))
        near = np.array([bool(wide.ravel()[spot].any()) for spot in self._spots])
        tiles = np.array([bool(hand.ravel()[cells].any()) for cells in self._tiles_at], bool)
        return Cover(hand=True, covered=covered, near=near | covered, glared=glared, tiles=tiles)

    def _by_art(self, lit: Lit, odd: Mask, foreign: Mask) -> tuple[Mask, Mask]:
        """Add the cells whose art is hidden, and take out those where a gleam is all there is."""
        mean, off = self._view.background.mean, lit.off
        shown = self._art.shown(off).ravel()
        # A window is gone from where it is half hidden, so the mask reaches a little too far.
        hidden = (shown < GONE).reshape(self._view.shape).astype(np.uint8)
        gone = cv2.erode(hidden, _THREE).ravel() > 0
        mirrored = self._beside(lit.blind)
        # Beyond the board's edge a window shows art that lies beside what covers the rim.
        told = (shown != DOUBT) & self._view.on_board.ravel()
        seen = np.flatnonzero((foreign | gone) & (mirrored | (told & (shown > SHOWS))))
        gleam = seen[gleams(mean[seen], off[seen], mirrored[seen]) > 0]
        foreign = foreign.copy()
        foreign[gleam] = gone[gleam] = False
        bright = np.flatnonzero(foreign & (~told | mirrored))
        added = gleams(mean[bright], off[bright], mirrored[bright])
        foreign[self._mirrors(lit, bright, added)] = False
        return odd | gone, foreign | (gone & ~self._tiles)

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

    def _joined(self, lit: Lit, hand: Bits, odd: Mask) -> Bits:
        """Add to a hand what lies between parts of it and does not plainly show the board."""
        reach = round(GAP_MM / self._view.step_mm)
        oval = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
        between = cv2.morphologyEx(hand, cv2.MORPH_CLOSE, oval)
        shown = self._art.shown(lit.off).ravel()
        bare = ~odd & (np.abs(lit.off[:, 0] + lit.shade) < AS_LIT)
        plain = bare | ((shown > PLAIN) & (shown != DOUBT))
        return np.asarray(hand | (between & ~plain.reshape(hand.shape)), np.uint8)

    def _glared(self, blind: Mask) -> Mask:
        """Mark the locations (N) within reach of a mirrored lamp, as ``blind`` in ``Lit`` tells."""
        if not blind.any():
            return np.zeros(len(self._spots), bool)
        mirrored = self._beside(blind)
        return np.array([bool(mirrored[spot].any()) for spot in self._spots])

    def _beside(self, blind: Mask) -> Mask:
        """Mark the cells near those where the board mirrors a lamp, too brightly to be seen.

        The larger its image, the farther its light spreads.
        """
        mirrored = self._without_specks(blind)
        radius = np.sqrt(cv2.countNonZero(mirrored) / np.pi)
        side = 2 * round(HALO_MM / self._view.step_mm + radius) + 1
        return np.asarray(cv2.dilate(mirrored, np.ones((side, side), np.uint8)).ravel() > 0)

    def _mirrors(self, lit: Lit, cells: Indices, added: Floats) -> Indices:
        """Choose the cells to which patches of light were ``added`` that fall off to all sides.

        Over land without art nothing else tells a mirrored lamp from a pale sleeve, which is
        about as bright all over and ends at an edge.
        """
        picture = np.zeros(self._view.shape, np.float32)
        picture.ravel()[cells] = added
        near = cv2.dilate((picture > 0).astype(np.uint8), _THREE)
        count, labels = cv2.connectedComponents(near)
        patches = labels.ravel()[cells]
        lamps = []
        for patch in range(1, count):
            each = added[(patches == patch) & (added > 0)]
            if (
                each.max() > PEAK
                and np.median(each) < FALLS_OFF * each.max()
                and self._goes_on(lit, (labels == patch) & (picture > 0))
            ):
                lamps.append(patch)
        return cells[np.isin(patches, lamps)]

    def _goes_on(self, lit: Lit, patch: Mask) -> bool:
        """Tell whether light goes on beyond the rim of a patch (rows x columns) of it.

        What lies beyond the view counts as dark, so that an arm reaching in from there has an edge.
        """
        mean = self._view.background.mean
        whole = lit.off.copy()
        whole[:, 0] += lit.shade
        added = (levels(mean + whole) - levels(mean)).min(axis=1).reshape(self._view.shape)
        bits = cv2.copyMakeBorder(patch.astype(np.uint8), *(1,) * 4, cv2.BORDER_CONSTANT)
        blind = cv2.copyMakeBorder(
            lit.blind.reshape(patch.shape).astype(np.uint8), *(1,) * 4, cv2.BORDER_CONSTANT
        )
        light = np.pad(np.maximum(added, 0), 1)
        rim = (bits > 0) & (cv2.erode(bits, _THREE, borderValue=0) == 0)
        beyond = (cv2.dilate(bits, _THREE) > 0) & (bits == 0) & (blind == 0)
        return not beyond.any() or bool(light[beyond].mean() > GOES_ON * light[rim].mean())

    def _without_specks(self, cells: Mask) -> Bits:
        return without_specks(cells.reshape(self._view.shape).astype(np.uint8))
