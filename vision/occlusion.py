"""What covers the board: hands, sleeves, a cup set down on it.

The board and a rim around it are sampled flat, an even grid in millimetres, in the light of the
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

from engine.board import Board
from vision.config import OcclusionConfig
from vision.light import DARK, OPPONENT, Floats
from vision.plan import Plan
from vision.pose import Kept, Points, Pose
from vision.reading import Image
from vision.registration import shrunk

Mask = npt.NDArray[np.bool_]
Bits = npt.NDArray[np.uint8]

CONFIG: Final = OcclusionConfig()
_LOG: Final = np.log(np.arange(256) + DARK).astype(np.float32)
_TERMS: Final = 10
_SOFT: Final = np.array([1e-6, *[1.0] * (_TERMS - 1), 3.0])
"""How firmly the light's field is kept even, and its tone curve as when taught."""
_MEDIAN: Final = 1.4826
"""Standard deviations in the median of absolute values, of a normal distribution."""
_ROUNDS: Final = 5
_SATURATED: Final = 250


@dataclass(frozen=True, slots=True)
class Cover:
    """What covers the board: whether anything does, and which locations it hides or nears.

    ``glared`` marks those within reach of a mirrored lamp, which is no cover; ``tiles`` the
    outlines of ``Plan.tiles`` that it reaches into.
    """

    hand: bool
    covered: Mask
    near: Mask
    glared: Mask
    tiles: Mask


class Occlusion:
    """Finds what covers one board."""

    def __init__(self, board: Board, plan: Plan, empty: Image, factor: int) -> None:
        """Learn the bare board (BGR) and where its pieces and tiles may lie.

        Pictures that are looked at, this one too, have been shrunk by ``factor``.
        """
        width, height = board.size_mm
        self._step = step = max(CONFIG.step_mm, max(width, height) / CONFIG.most_cells)
        rim = CONFIG.rim_mm
        x = np.arange(-rim + step / 2, width + rim, step)
        y = np.arange(-rim + step / 2, height + rim, step)
        self.shape = (len(y), len(x))
        cells = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        self._origin = np.array([x[0], y[0]])
        self._more = max(1, int(step * plan.px_per_mm / factor))
        self._factor = factor * self._more
        self._at = plan.pixels(cells)
        self._where = Kept(self._project)
        self.board: Mask = ((cells > 0) & (cells < (width, height))).all(axis=1).reshape(self.shape)
        reach = CONFIG.piece_radii * plan.radii_mm
        self._spots = [
            self._disc(at, r) for at, r in zip(plan.centres_mm, plan.radii_mm, strict=True)
        ]
        pieces = self._any(
            [self._disc(at, r) for at, r in zip(plan.centres_mm, reach, strict=True)]
        )
        self._tiles = [self._outline(one) for one in plan.tiles_mm()]
        tiles = [self._outline(one) for one in plan.tiles_mm(CONFIG.tile_rim)]
        free = ~pieces & ~self._any(tiles)
        self._crowded = bool((free & self.board).sum() < CONFIG.least_free * self.board.sum())
        if self._crowded:
            free = np.ones(self.shape, bool)
        self._counts = free
        self._spacing = plan.spacing_mm
        self._least_mm2 = CONFIG.least_spots * np.pi * float(np.median(plan.radii_mm)) ** 2
        middle = cells / np.array([width, height]) * 2 - 1
        u, v = middle.T
        terms = [np.ones_like(u), u, v, u * u, u * v, v * v, u**3, u * u * v, u * v * v, v**3]
        flat, _ = self._flat(empty, Pose(lens=plan.lens))
        self._bare = _LOG[flat].reshape(-1, 3)
        self._grey = np.ascontiguousarray(self._bare.mean(axis=1))
        judges = (free & self.board).ravel()
        tone = self._grey - self._grey[judges].mean()
        self._design = np.stack([*terms, tone], axis=1).astype(np.float32)
        chosen = np.random.default_rng(0).permutation(np.flatnonzero(judges))
        self._judges = np.sort(chosen[: CONFIG.judges])
        grey = self._grey.reshape(self.shape)
        slopes = [cv2.Sobel(grey, -1, *way) / 8 for way in ((1, 0), (0, 1))]
        self._slope = np.hypot(*slopes)
        self._mean, self._deviation = _local(grey)
        self._clear: Bits | None = None

    def find(
        self, frame: Image, pose: Pose, piece: Callable[[Floats], Mask], glared: Mask | None = None
    ) -> Cover:
        """Find what covers the board in a shrunk frame (BGR) in which it lies under ``pose``.

        ``piece`` marks which of some colours (N x 3, opponent space, as in the empty frame's
        light) may be a piece's. It is asked where places leave next to nothing of the board.
        ``glared`` goes into the answer as it is.
        """
        flat, inside = self._flat(frame, pose)
        nothing = np.zeros(len(self._spots), bool)
        glared = nothing if glared is None else glared
        untouched = np.zeros(len(self._tiles), bool)
        clear = Cover(hand=False, covered=nothing, near=nothing, glared=glared, tiles=untouched)
        if self._as_before(flat):
            return clear
        foreground = self._foreground(flat, piece) & inside
        hand = self._hand(foreground)
        if hand is None:
            self._clear = flat
            return clear
        covered = np.array([bool(hand[spot].mean() >= CONFIG.hidden) for spot in self._spots])
        wide = cv2.dilate(hand.astype(np.uint8), self._oval(2 * self._spacing)) > 0
        near = np.array([bool(wide[spot].any()) for spot in self._spots])
        tiles = np.array([bool(hand[tile].any()) for tile in self._tiles], bool)
        return Cover(hand=True, covered=covered, near=near | covered, glared=glared, tiles=tiles)

    def _as_before(self, flat: Bits) -> bool:
        """Tell whether nothing changed, where it counts, since the last picture without a hand."""
        if self._clear is None:
            return False
        apart = cv2.blur(cv2.absdiff(flat, self._clear), (3, 3)).max(axis=2)
        changed = (apart > CONFIG.unchanged) & self._counts & self.board
        return bool(changed.sum() * self._step**2 < CONFIG.least_changed_mm2)

    def _foreground(self, flat: Bits, piece: Callable[[Floats], Mask]) -> Mask:
        """Mark the cells that do not show the board as it looks in this light."""
        logs = _LOG[flat].reshape(-1, 3)
        saturated = (flat >= _SATURATED).any(axis=2).ravel()
        off = logs - self._bare - self._design @ self._light(logs, saturated)
        off = cv2.blur((off @ OPPONENT.T).reshape(*self.shape, 3), (3, 3))
        # Noise is a constant and a share that falls with the level: read noise, then shot noise.
        noise = 1 / (flat.mean(axis=2) + DARK) + CONFIG.level_noise
        judges = np.unravel_index(self._judges, self.shape)
        noise = (noise / np.median(noise[judges]))[..., None]
        spread = _MEDIAN * np.median(np.abs(off / noise)[judges], axis=0)
        spread = np.maximum(spread, CONFIG.least_noise) * noise
        chroma = np.hypot(off[..., 1], off[..., 2])
        relative = np.hypot(off[..., 1] / spread[..., 1], off[..., 2] / spread[..., 2])
        strange = (relative > CONFIG.sure) & (chroma > CONFIG.least_chroma)
        lightness, slack = off[..., 0], spread[..., 0] + CONFIG.misplaced * self._slope
        strange |= (lightness > CONFIG.brightest + 4 * slack) | (lightness < -CONFIG.darkest)
        hidden = self._hidden(logs, spread[..., 0])
        blown = saturated.reshape(self.shape) & (lightness > 0)
        found: Mask = (strange | hidden) & ~blown
        if self._crowded:
            asked = found & self.board
            colours = off[asked] + (self._bare @ OPPONENT.T).reshape(*self.shape, 3)[asked]
            found[asked] = ~piece(colours)
        return np.asarray(found)

    def _light(self, logs: Floats, saturated: Mask) -> Floats:
        """Fit a smooth field and a tone curve to what changed on the free board (terms x 3)."""
        chosen = self._judges
        design = self._design[chosen].astype(np.float64)
        off = (logs - self._bare)[chosen]
        usable = ~saturated[chosen]
        weights = usable.astype(np.float64)
        terms = np.zeros((design.shape[1], 3))
        for _ in range(_ROUNDS):
            weighted = design.T * weights
            terms = np.linalg.solve(weighted @ design + np.diag(_SOFT), weighted @ off)
            left = np.sqrt(((off - design @ terms) ** 2).mean(axis=1))
            usual = max(float(np.median(left)) * 1.2, 0.02)
            weights = usable / (1 + (left / (1.5 * usual)) ** 2) ** 2
        return terms.astype(np.float32)

    def _hidden(self, logs: Floats, noise: Floats) -> Mask:
        """Mark where the bare board has art and the frame correlates with none of it."""
        grey = logs.mean(axis=1).reshape(self.shape)
        mean, deviation = _local(grey)
        both = cv2.blur(grey * self._grey.reshape(self.shape), CONFIG.window) - mean * self._mean
        alike = both / (deviation * self._deviation + CONFIG.least_noise[0] ** 2)
        enough = self._deviation > np.maximum(CONFIG.least_art, 3 * noise)
        return np.asarray(enough & (alike < CONFIG.gone))

    def _hand(self, foreground: Mask) -> Mask | None:
        """Keep the foreground of a hand's size, its gaps filled; None where there is none."""
        cell = self._step**2
        bits = (foreground & self._counts).astype(np.uint8)
        bits = cv2.morphologyEx(bits, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
        joined = cv2.morphologyEx(bits, cv2.MORPH_CLOSE, self._oval(CONFIG.gap_mm))
        count, labels = cv2.connectedComponents(joined)
        counted = foreground & self._counts
        over = np.bincount(labels.ravel(), (counted & self.board).ravel(), count) * cell
        beside = np.bincount(labels.ravel(), (counted & ~self.board).ravel(), count) * cell
        large = over >= self._least_mm2
        large |= (over >= CONFIG.least_edge_mm2) & (over + beside >= CONFIG.least_reach_mm2)
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

    def _flat(self, frame: Image, pose: Pose) -> tuple[Bits, Mask]:
        """Sample a shrunk frame flat (rows x columns x 3, BGR); mark the cells in view."""
        where = self._where.under(pose)
        small = shrunk(frame, self._more)
        size = small.shape[1::-1]
        flat = cv2.remap(small, where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        within = (where >= 0).all(axis=2)
        within &= (where[..., 0] <= size[0] - 1) & (where[..., 1] <= size[1] - 1)
        return np.asarray(flat, np.uint8), np.asarray(within)

    def _project(self, pose: Pose) -> Points:
        at = (pose.apply(self._at) + 0.5) / self._factor - 0.5
        return np.asarray(at, np.float32).reshape(*self.shape, 2)

    def _disc(self, at: npt.NDArray[np.float64], radius: float) -> Mask:
        bits = np.zeros(self.shape, np.uint8)
        centre = tuple(np.round((at - self._origin) / self._step * 16).astype(int).tolist())
        cv2.circle(bits, centre, round(radius / self._step * 16), 1, cv2.FILLED, shift=4)
        bits[self._cell(at)] = 1
        return bits > 0

    def _outline(self, corners_mm: npt.NDArray[np.float64]) -> Mask:
        bits = np.zeros(self.shape, np.uint8)
        corners = np.round((corners_mm - self._origin) / self._step * 16).astype(np.int32)
        cv2.fillPoly(bits, [corners], 1, shift=4)
        bits[self._cell(corners_mm.mean(axis=0))] = 1
        return bits > 0

    def _cell(self, at: npt.NDArray[np.float64]) -> tuple[int, ...]:
        """Find the cell nearest to a point (2, mm): row and column."""
        column, row = np.round((at - self._origin) / self._step).astype(int).tolist()
        rows, columns = self.shape
        return min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)

    def _any(self, masks: list[Mask]) -> Mask:
        return np.asarray(np.any([np.zeros(self.shape, bool), *masks], axis=0))

    def _oval(self, diameter_mm: float) -> Bits:
        side = max(1, round(diameter_mm / self._step)) | 1
        return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)


def _local(grey: Floats) -> tuple[Floats, Floats]:
    """Give the mean and the standard deviation in the window around each cell."""
    mean = cv2.blur(grey, CONFIG.window)
    variance = np.maximum(cv2.blur(grey * grey, CONFIG.window) - mean * mean, 0)
    return mean, np.sqrt(variance)
