"""What covers the board: hands, sleeves, a cup set down on it.

The board and a rim around it are sampled flat, an even lattice in millimetres, in the light of the
empty frame. A cell is foreground where its colour is not the board's, where it is darker or
lighter than shadow and lamp explain, or where the art that should be seen there is not. How far a
cell may be off is measured on the frame itself, so a dim and noisy picture does not see hands.
Pieces and tiles lie on known places, which do not count. A hand is foreground of its size over
the board, or less of it that reaches in over the edge; what lies beside the board is none.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.config import NORMAL_MEDIAN, AreaConfig, IlluminationConfig, OcclusionConfig
from vision.flat_board import Flat, FlatBoard
from vision.illumination import (
    OPPONENT,
    Floats,
    Light,
    Mask,
    least,
    logs,
    most,
    opponent,
    saturated,
)
from vision.plan import Plan
from vision.reading import Image

Bits = npt.NDArray[np.uint8]

CONFIG: Final = OcclusionConfig()
DARK: Final = IlluminationConfig().dark
_TO_LOGS: Final = np.linalg.inv(OPPONENT).astype(np.float32)
_THIRDS: Final = np.full(3, 1 / 3, np.float32)
_GAMMA: Final = 2.2
"""A display's: levels to its power are about proportional to light."""


@dataclass(frozen=True, slots=True)
class Cover:
    """What covers the board: whether anything does, and which locations it hides or nears.

    ``tiles`` marks the outlines of ``Plan.tiles`` that it reaches into, ``cells`` the cells of the
    flat board that it hides, None where it hides none.
    """

    hand: bool
    covered: Mask
    near: Mask
    tiles: Mask
    cells: Mask | None = None


class Occlusion:
    """Finds what covers one board."""

    def __init__(self, flat_board: FlatBoard, plan: Plan) -> None:
        """Learn where pieces and tiles may lie."""
        self._flat_board = flat_board
        self._shape, self._board = flat_board.shape, flat_board.board
        self._spots = [
            flat_board.disc(at, r) for at, r in zip(plan.centres_mm, plan.radii_mm, strict=True)
        ]
        self._pieces = [
            flat_board.disc(at, CONFIG.explained_radii * r)
            for at, r in zip(plan.centres_mm, plan.radii_mm, strict=True)
        ]
        self._tiles = [flat_board.outline(one) for one in plan.tiles_mm()]
        self._spacing = plan.spacing_mm
        self._least_mm2 = AreaConfig().least_over_mm2
        if len(plan.radii_mm):
            self._least_mm2 = CONFIG.least_spots * np.pi * float(np.median(plan.radii_mm)) ** 2
        self._bare = opponent(flat_board.bare)
        self._grey = grey = np.ascontiguousarray(self._bare[:, 0]).reshape(self._shape)
        self._slope = np.hypot(*(cv2.Sobel(grey, -1, *way) / 8 for way in ((1, 0), (0, 1))))
        self._mean, self._deviation = _local(grey)
        self._soft = opponent(flat_board.bare_soft)
        self._brightest = flat_board.brightest
        self._linear = _linear(flat_board.bare_soft.reshape(*self._shape, 3))
        self._counts = flat_board.free & flat_board.board
        self._clear: Image | None = None

    def find(
        self,
        flat: Flat,
        light: Light,
        piece: Callable[[Floats], Mask],
        there: Callable[[], Mask],
        explained: Mask | None = None,
    ) -> Cover:
        """Find what covers the board in a frame's flat sample, seen in its light.

        Where places leave next to nothing of the board, pieces explain what is seen: ``piece``
        marks which of some colours (N x 3, opponent space, in taught light) may be a piece's, and
        ``there`` tells (places) where pieces are read. ``explained`` marks the cells of pieces that
        are read anywhere else.
        """
        nothing = np.zeros(len(self._spots), bool)
        untouched = np.zeros(len(self._tiles), bool)
        clear = Cover(hand=False, covered=nothing, near=nothing, tiles=untouched)
        if self._as_before(flat.soft):
            return clear
        foreground = self._foreground(flat, light, piece, there) & flat.inside
        if explained is not None:
            foreground &= ~explained
        hand = self._hand(foreground)
        if hand is None:
            self._clear = flat.soft
            return clear
        covered = np.array([bool(hand[spot].mean() >= CONFIG.hidden) for spot in self._spots], bool)
        wide = cv2.dilate(hand.astype(np.uint8), self._oval(2 * self._spacing)) > 0
        near = np.array([bool(wide[spot].any()) for spot in self._spots], bool)
        tiles = np.array([bool(hand[tile].any()) for tile in self._tiles], bool)
        return Cover(hand=True, covered=covered, near=near | covered, tiles=tiles, cells=hand)

    def _as_before(self, soft: Image) -> bool:
        """Tell whether nothing changed, where it counts, since the last picture without a hand."""
        if self._clear is None:
            return False
        blue, green, red = cv2.split(cv2.absdiff(soft, self._clear))
        apart = np.asarray(cv2.max(cv2.max(blue, green), red))
        changed = np.count_nonzero((apart > CONFIG.unchanged) & self._counts)
        return bool(changed * self._flat_board.step_mm**2 < CONFIG.least_changed_mm2)

    def _foreground(
        self, flat: Flat, light: Light, piece: Callable[[Floats], Mask], there: Callable[[], Mask]
    ) -> Mask:
        """Mark the cells that do not show the board as it looks in this light."""
        lit = self._flat_board.lit(flat, light)
        off = (lit - self._soft).reshape(*self._shape, 3)
        # Noise is a constant and a share that falls with the level: read noise, then shot noise.
        noise = 1 / (flat.pixels @ _THIRDS + DARK) + CONFIG.level_noise
        judges = np.unravel_index(self._flat_board.judges, self._shape)
        noise = (noise / np.median(noise[judges]))[..., None]
        usual = np.asarray(
            np.median(np.abs(off / noise)[judges], axis=0) / NORMAL_MEDIAN, np.float32
        )
        usual = np.clip(usual, CONFIG.least_noise, CONFIG.most_noise)
        spread = np.asarray(usual * noise, np.float32)
        chroma = np.hypot(off[..., 1], off[..., 2])
        relative = np.hypot(off[..., 1] / spread[..., 1], off[..., 2] / spread[..., 2])
        brightest = np.maximum(most(flat.pixels), self._brightest)
        paled = (
            np.maximum(brightest.astype(np.float32) - CONFIG.shoulder, 0) * CONFIG.shoulder_chroma
        )
        unlike = (relative > CONFIG.sure) & (chroma > CONFIG.least_chroma + paled)
        lightness, slack = off[..., 0], spread[..., 0] + CONFIG.misplaced * self._slope
        unlike |= (lightness > CONFIG.brightest + 4 * slack) | (lightness < -CONFIG.darkest)
        hidden = self._hidden(logs(flat.pixels), spread[..., 0])
        blown = saturated(flat.pixels) & (lightness > 0)
        found: Mask = (unlike | hidden) & ~blown
        size = np.count_nonzero(found & self._counts) * self._flat_board.step_mm**2
        if size >= CONFIG.least_edge_mm2:
            found &= ~self._highlight(lit.reshape(*self._shape, 3))
        if self._flat_board.crowded:
            asked = found & self._board
            found[asked] = ~piece(off[asked] + self._bare.reshape(*self._shape, 3)[asked])
            for place in np.flatnonzero(there()):
                found &= ~self._pieces[place]
        return np.asarray(found)

    def _highlight(self, lit: Floats) -> Mask:
        """Mark where a lamp's image lies over the board: white light is added to what it shows.

        Such light fades slowly, while whatever lies on the board has an edge.
        """
        linear = _linear(lit @ _TO_LOGS.T)
        added = np.maximum(least(linear - self._linear), 0)
        with_it = 255 * (self._linear + added[..., None]) ** (1 / _GAMMA)
        left = opponent(np.log(with_it + DARK)) - lit
        as_added = np.hypot(left[..., 1], left[..., 2]) < CONFIG.highlight_chroma
        around = cv2.blur(added, CONFIG.window)
        fades = np.abs(added - around) < CONFIG.highlight_step * around
        return np.asarray(as_added & fades & (added > 0))

    def _hidden(self, levels: Floats, noise: Floats) -> Mask:
        """Mark where the bare board has art and the frame correlates with none of it."""
        grey = levels @ _THIRDS
        mean, deviation = _local(grey)
        both = cv2.blur(grey * self._grey, CONFIG.window) - mean * self._mean
        alike = both / (deviation * self._deviation + CONFIG.least_noise[0] ** 2)
        enough = self._deviation > np.maximum(CONFIG.least_art, 3 * noise)
        return np.asarray(enough & (alike < CONFIG.gone))

    def _hand(self, foreground: Mask) -> Mask | None:
        """Keep the foreground of a hand's size, its gaps filled; None where there is none."""
        cell = self._flat_board.step_mm**2
        bits = (foreground & self._flat_board.free).astype(np.uint8)
        # OpenCV's own opening by an even square moves what it leaves by a cell.
        square, last = np.ones((2, 2), np.uint8), (1, 1)
        bits = cv2.dilate(cv2.erode(bits, square, anchor=(0, 0)), square, anchor=last)
        joined = cv2.morphologyEx(bits, cv2.MORPH_CLOSE, self._oval(CONFIG.gap_mm))
        count, labels = cv2.connectedComponents(joined)
        over = np.bincount(labels.ravel(), (bits * self._board).ravel(), count) * cell
        beside = np.bincount(labels.ravel(), (bits * ~self._board).ravel(), count) * cell
        large = over >= self._least_mm2
        reaches_in = CONFIG.over_weight * over + beside >= CONFIG.least_reach_mm2
        large |= (np.minimum(over, beside) >= CONFIG.least_edge_mm2) & reaches_in
        large[0] = False
        if not large.any():
            return None
        # Over the places of pieces and tiles whatever is foreground and touches it belongs to it.
        kept = large[labels].astype(np.uint8)
        bits = foreground.astype(np.uint8)
        grown = cv2.bitwise_and(cv2.dilate(kept, self._oval(CONFIG.gap_mm)), bits)
        whole = cv2.morphologyEx(
            cv2.bitwise_or(kept, grown), cv2.MORPH_CLOSE, self._oval(CONFIG.bridge_mm)
        )
        outlines, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        filled = cv2.drawContours(whole, outlines, -1, 1, cv2.FILLED)
        return np.asarray(filled > 0, bool)

    def _oval(self, diameter_mm: float) -> Bits:
        side = max(1, round(diameter_mm / self._flat_board.step_mm)) | 1
        return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)


def _linear(values: Floats) -> Floats:
    """Turn logarithms of channels into shares of the brightest light."""
    levels = np.clip(np.exp(values) - DARK, 0, 255)
    return np.asarray((levels / 255) ** _GAMMA, np.float32)


def _local(grey: Floats) -> tuple[Floats, Floats]:
    """Give the mean and the standard deviation in the window around each cell."""
    mean = cv2.blur(grey, CONFIG.window)
    variance = np.maximum(cv2.blur(grey * grey, CONFIG.window) - mean * mean, 0)
    return mean, np.sqrt(variance)
