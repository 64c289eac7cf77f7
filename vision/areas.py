"""Reading areas: which pieces stand in each, found one by one, and how likely other counts are.

Each class has a map of evidence: how much likelier a cell shows it than bare ground. A piece's
evidence is what its outline covers, less what of its colour lies around it. The piece with most of
it is taken, what it covers is explained, and so on. Then each piece is weighed against its absence
and against the other classes, and the best one that was not taken against its presence.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.area_map import Ground, Window
from vision.camera import Matrix
from vision.config import AreaConfig
from vision.illumination import Floats, Mask
from vision.looks import Appearance
from vision.plan import Plan

CONFIG: Final = AreaConfig()
Lying = tuple[str, ...]
Vector = npt.NDArray[np.float64]
Part = tuple[slice, slice]
NONE: Final = -1e6
"""Evidence where no piece may stand."""
COARSER: Final = 2
"""Steps between the points at which an area is first looked at."""


PARTS: Final = 9
"""Discs between foot and head."""


@dataclass(frozen=True, slots=True)
class Lean:
    """Where the camera is: above ``below_mm`` on the board, ``distance_mm`` high."""

    below_mm: tuple[float, float]
    distance_mm: float

    def of(self, height_mm: float, at_mm: Vector) -> Vector:
        """Tell how far aside the top of a piece is seen (2, mm) that stands somewhere."""
        share = height_mm / max(self.distance_mm - height_mm, height_mm)
        return np.asarray(share * (at_mm - np.array(self.below_mm)))


def camera_above(plan: Plan, focal_px: float, size: tuple[int, int]) -> Lean:
    """Work out from a board's homography where a camera of a focal length hangs.

    ``size`` is its picture's width and height, whose middle it looks through.
    """
    width, height = size
    inner: Matrix = np.array(
        [[focal_px, 0, (width - 1) / 2], [0, focal_px, (height - 1) / 2], [0, 0, 1.0]]
    )
    seen = np.linalg.solve(inner, plan.to_px)
    seen = seen / np.linalg.norm(seen[:, :2], axis=0).mean()
    across, down = (seen[:, k] / np.linalg.norm(seen[:, k]) for k in (0, 1))
    turned = np.stack([across, down, np.cross(across, down)], axis=1)
    x, y, z = np.linalg.solve(turned, -seen[:, 2]).tolist()
    return Lean((x, y), abs(z))


@dataclass(frozen=True, slots=True)
class Outline:
    """A piece's shape: the radii of its foot and its head, and the head's height, in mm."""

    foot_mm: float
    head_mm: float
    height_mm: float

    @property
    def radius_mm(self) -> float:
        return max(self.foot_mm, self.head_mm)

    def kernel(
        self, aside_mm: Vector, step_mm: float, wider_mm: float = 0.0, share: float = 1.0
    ) -> Floats:
        """Draw it with its foot in the middle and its head aside (2, mm): 1 where it is seen.

        Its radii are taken ``share`` times and so much wider.
        """
        x, y = (np.round(aside_mm / step_mm * 2) / 2).tolist()
        foot, head = ((share * r + wider_mm) / step_mm for r in (self.foot_mm, self.head_mm))
        return _drawn(foot, head, x, y)


@lru_cache(maxsize=4096)
def _drawn(foot: float, head: float, x: float, y: float) -> Floats:
    """Draw discs from the foot (radius in cells) to the head at x and y."""
    reach = int(np.ceil(max(foot, head) + max(abs(x), abs(y)))) + 1
    span = np.arange(-reach, reach + 1)
    across, down = np.meshgrid(span, span)
    drawn = np.zeros(across.shape)
    for part in np.linspace(0, 1, PARTS):
        radius = foot + part * (head - foot)
        away = np.hypot(across - part * x, down - part * y)
        drawn = np.maximum(drawn, np.clip(radius - away + 0.5, 0, 1))
    return drawn.astype(np.float32)


@dataclass(frozen=True)
class Looks:
    """How the classes look: their ``names``, colours, outlines, and where the camera is.

    ``shadows`` is what they cast on the ground beside them, as far as that was seen. ``confused``
    are pairs of names that neither colour nor outline tells apart, each with the lead of the truth.
    """

    names: tuple[str, ...]
    appearance: Appearance
    outlines: tuple[Outline, ...]
    lean: Lean
    shadows: Appearance | None = None
    confused: tuple[tuple[str, str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece that may stand in an area.

    ``kind`` is its class, by its number, ``foot`` its cell in the window (row, column), ``gains``
    what each class has of evidence there, in nats above what chance may show.
    """

    kind: int
    foot: tuple[int, int]
    gains: npt.NDArray[np.float64]


class Plot:
    """One area on the map: its window, its cells, and how far inside each of them lies.

    ``inside`` marks the window's cells within the outline; ``away_mm`` is how far each is from
    the outline, less than none outside. ``at_mm`` is the window's first cell on the board,
    ``middle_mm`` the area's middle.
    """

    def __init__(self, window: Window, inside: Mask, at_mm: Vector, step_mm: float) -> None:
        self.window, self.inside, self.step_mm, self.at_mm = window, inside, step_mm, at_mm
        within = cv2.distanceTransform(inside.astype(np.uint8), cv2.DIST_L2, 5)
        outside = cv2.distanceTransform((~inside).astype(np.uint8), cv2.DIST_L2, 5)
        self.away_mm: Floats = (within - outside).astype(np.float32) * np.float32(step_mm)
        rows, columns = np.nonzero(inside)
        self.middle_mm = at_mm + np.array([columns.mean(), rows.mean()]) * step_mm


def evidence(looks: Looks, ground: Ground, lit: Floats, step_mm: float, noise: float) -> Floats:
    """Tell how much likelier each cell shows each class than bare ground: nats a cell.

    2 x classes x rows x columns: with colours that may be mixed with the ground's, and with those
    that are not. What sets one class apart from the likeliest counts in full, while what sets that
    one apart from the ground is cut. The noisier a frame, the more its colours are smeared.
    """
    seen, bare = ground.log_density(lit, looks.shadows)
    found = []
    for density in _densities(looks.appearance, seen, ground.bare, noise):
        best = density.max(axis=0)
        ahead = np.clip(best - bare, CONFIG.least, CONFIG.most)
        each = np.maximum(density + (ahead - best), CONFIG.least)
        found.append(each * np.float32(step_mm**2 / CONFIG.look_mm2))
    return np.stack(found)


def _densities(
    appearance: Appearance, seen: Floats, bare: Floats, noise: float
) -> tuple[Floats, Floats]:
    """Give log densities of colours under each class (classes x ...), mixed with the ground or not.

    A lens that is a little out of focus mixes all of a small piece with what is around it; coding
    mixes its colour, of which it keeps a quarter of the pixels or fewer, over more than that.
    """
    own = appearance.log_density(seen)
    share = float(np.interp(noise, CONFIG.noises, CONFIG.mixed_shares))
    found = cv2.exp(own) * np.float32(1 - share)
    off = seen - bare
    for light, chroma, part in CONFIG.mixed:
        weight = share * part
        cleared = np.asarray(bare + off / np.array((light, chroma, chroma)), np.float32)
        each = cv2.exp(appearance.log_density(cleared))
        found += each * np.float32(weight / (light * chroma**2))
    return _classes_first(np.asarray(cv2.log(found), np.float32)), _classes_first(own)


def _classes_first(density: Floats) -> Floats:
    return np.ascontiguousarray(np.moveaxis(density, -1, 0))


class _Shapes:
    """The weights with which an outline is looked for on a lattice, by class.

    ``cores`` weigh what lies within it, ``rings`` what lies around it. ``covers`` mark what a
    piece covers, ``halos`` how far its colour may be smeared.
    """

    def __init__(
        self, outlines: tuple[Outline, ...], lean: Lean, at_mm: tuple[float, float], step_mm: float
    ) -> None:
        aside = [lean.of(one.height_mm, np.array(at_mm)) for one in outlines]

        def kernels(wider_mm: float, share: float = 1.0) -> list[Floats]:
            both = zip(outlines, aside, strict=True)
            return [one.kernel(leant, step_mm, wider_mm, share) for one, leant in both]

        within, whole, wide = kernels(0.0, CONFIG.core), kernels(0.0), kernels(CONFIG.ring_mm)
        self.covers = kernels(CONFIG.edge_mm)
        self.halos = [
            _faded(*each)
            for each in zip(kernels(CONFIG.smear_mm / 2), kernels(CONFIG.smear_mm), strict=True)
        ]
        self.cores = [_padded(*each) for each in zip(within, whole, strict=True)]
        self.rings = [_ring(*each) for each in zip(whole, wide, strict=True)]
        self.reach = max(len(kernel) for kernel in (*wide, *self.covers)) // 2

    def gain(self, k: int, nats: Floats) -> Floats:
        """Tell what each place says for a piece of a class there, before chance is counted."""
        own = cv2.filter2D(nats, -1, self.cores[k], borderType=cv2.BORDER_CONSTANT)
        around = np.maximum(nats, 0)
        beside = cv2.filter2D(around, -1, self.rings[k], borderType=cv2.BORDER_CONSTANT)
        return np.asarray(own - np.float32(CONFIG.ring_weight) * beside, np.float32)


@lru_cache(maxsize=64)
def _shapes(
    outlines: tuple[Outline, ...], lean: Lean, at_mm: tuple[float, float], step_mm: float
) -> _Shapes:
    """Give the shapes at a place of the board; they are the same in every frame."""
    return _Shapes(outlines, lean, at_mm, step_mm)


class Search:
    """The search for pieces of some classes in one area of one frame.

    It begins on a coarser lattice: classes that are nowhere near showing a piece there are not
    looked for on the fine one.
    """

    def __init__(self, area: Plot, looks: Looks, nats: Floats) -> None:
        step = area.step_mm
        self._step = step
        self._nats: Floats = nats[0]
        self._clear: Floats = nats[1]
        self._outlines = looks.outlines
        at_mm: tuple[float, float] = tuple(area.middle_mm.tolist())
        self._shapes = _shapes(looks.outlines, looks.lean, at_mm, step)
        self._covers, self._most = self._shapes.covers, self._shapes.reach
        self._gain = self._shapes.gain
        self._free = np.ones(area.inside.shape, np.float32)
        self._halo = np.zeros(area.inside.shape, np.float32)
        outside = area.away_mm < -3 * CONFIG.border_mm
        rough = self._rough(_shapes(looks.outlines, looks.lean, at_mm, COARSER * step))
        rough[:, outside] = NONE
        self._looked_for = np.flatnonzero(rough.max(axis=(1, 2)) > CONFIG.hopeless)
        self._gains = rough
        for k in self._looked_for.tolist():
            self._gains[k] = self._gain(k, self._nats[k])
        self._gains[:, outside] = NONE

    def _rough(self, shapes: _Shapes) -> Floats:
        """Tell what places say for each class, from a lattice of twice the step."""
        found = np.empty_like(self._nats)
        size = self._nats.shape[:0:-1]
        half = tuple(-(-side // COARSER) for side in size)
        for k, nats in enumerate(self._nats):
            small = cv2.resize(nats, half, interpolation=cv2.INTER_AREA) * np.float32(COARSER**2)
            found[k] = cv2.resize(shapes.gain(k, small), size, interpolation=cv2.INTER_NEAREST)
        return found

    def run(self, most: int = CONFIG.most_pieces) -> list[Piece]:
        """Take pieces while there are any; tell of each how likely other classes are there."""
        pieces: list[Piece] = []
        while len(pieces) < most:
            k, row, column = np.unravel_index(int(self._gains.argmax()), self._gains.shape)
            if self._gains[k, row, column] <= CONFIG.presence:
                break
            pieces.append(Piece(int(k), (int(row), int(column)), np.zeros(len(self._gains))))
            self._take(pieces[-1])
        return [self._weighed(piece, pieces) for piece in pieces]

    def left(self) -> npt.NDArray[np.float64]:
        return np.asarray(self._gains.max(axis=(1, 2)) - CONFIG.presence, np.float64)

    def _take(self, piece: Piece) -> None:
        """Hold a piece to explain what it covers, and let none stand where it stands."""
        cover, shape = self._covers[piece.kind], self._free.shape
        _hide(self._free, cover, piece.foot)
        halo = self._shapes.halos[piece.kind]
        _smear(self._halo, halo, piece.foot)
        reach = self._most + len(halo) // 2
        target = _around(piece.foot, reach, shape)
        source = _around(piece.foot, reach + self._most, shape)
        within = _inside(target, source)
        for k in self._looked_for.tolist():
            gains = self._gains[k]
            nats = self._left_over(k, source, self._free, self._halo)
            held = gains[target] == NONE
            gains[target] = np.where(held, NONE, self._gain(k, nats)[within])
            feet = self._outlines[piece.kind].foot_mm + self._outlines[k].foot_mm
            near = _around(piece.foot, int(CONFIG.apart * feet / self._step) + 1, shape)
            rows, columns = np.ogrid[near]
            away = np.hypot(rows - piece.foot[0], columns - piece.foot[1]) * self._step
            gains[near][away < CONFIG.apart * feet] = NONE

    def _left_over(self, k: int, part: Part, free: Floats, halo: Floats) -> Floats:
        """Leave of a class's evidence what other pieces do not explain.

        What they cover says nothing; about them smeared colour is theirs, so that only clear
        colour speaks for another piece.
        """
        mixed, share = self._nats[k][part], halo[part]
        clear = np.minimum(mixed, self._clear[k][part])
        return np.asarray((mixed + share * (clear - mixed)) * free[part], np.float32)

    def _weighed(self, piece: Piece, pieces: Sequence[Piece]) -> Piece:
        """Weigh the classes where a piece stands, while the other pieces explain their cells."""
        shape = self._free.shape
        reach = int(CONFIG.aside_mm / self._step)
        part = _around(piece.foot, reach + self._most, shape)
        free, halo = np.ones(shape, np.float32), np.zeros(shape, np.float32)
        for other in pieces:
            if other is not piece:
                _hide(free, self._covers[other.kind], other.foot)
                _smear(halo, self._shapes.halos[other.kind], other.foot)
        near = _inside(_around(piece.foot, reach, shape), part)
        gains = [
            self._gain(k, self._left_over(k, part, free, halo))[near].max()
            for k in range(len(self._nats))
        ]
        return Piece(piece.kind, piece.foot, np.array(gains, np.float64) - CONFIG.presence)


def counts(
    area: Plot, names: Sequence[str], pieces: Sequence[Piece], left: npt.NDArray[np.float64]
) -> dict[Lying, float]:
    """Give log likelihoods of what may lie in an area, the likeliest first.

    A piece that stands near the border belongs to the area or not; ``left`` is the evidence for
    one more piece of each class.
    """
    trust = CONFIG.trust
    found: dict[Lying, float] = {(): 0.0}
    for piece in pieces:
        away = float(area.away_mm[piece.foot]) / CONFIG.border_mm
        log_in, log_out = -np.logaddexp(0, -_LOGISTIC * away), -np.logaddexp(0, _LOGISTIC * away)
        elsewhere = trust * float(piece.gains.max()) + log_out
        options: dict[Lying, float] = {(): float(np.logaddexp(0.0, elsewhere))}
        for name, gain in zip(names, piece.gains.tolist(), strict=True):
            options[name,] = trust * gain + log_in
        found = _combined(found, options)
    gains = np.maximum(trust * left, CONFIG.overlooked).tolist()
    more: dict[Lying, float] = {(name,): gain for name, gain in zip(names, gains, strict=True)}
    return _combined(found, {(): 0.0, **more})


_LOGISTIC: Final = 1.702
"""The logistic curve of this slope is within 0.01 of the normal distribution's."""


def _combined(found: Mapping[Lying, float], options: Mapping[Lying, float]) -> dict[Lying, float]:
    both: dict[Lying, float] = {}
    for lying, likely in found.items():
        for more, also in options.items():
            key = tuple(sorted((*lying, *more)))
            both[key] = float(np.logaddexp(both.get(key, -np.inf), likely + also))
    ranked = sorted(both.items(), key=lambda one: -one[1])[: CONFIG.beam]
    return dict(ranked)


def _padded(core: Floats, whole: Floats) -> Floats:
    """Weigh what lies within an outline: in full in its core, less at its rim."""
    rim = (len(whole) - len(core)) // 2
    own = np.pad(core, rim)
    return np.asarray(own + np.float32(CONFIG.rim_weight) * (whole - own), np.float32)


def _faded(near: Floats, far: Floats) -> Floats:
    rim = (len(far) - len(near)) // 2
    return np.asarray((far + np.pad(near, rim)) / 2, np.float32)


def _ring(kernel: Floats, wide: Floats) -> Floats:
    rim = (len(wide) - len(kernel)) // 2
    return np.asarray(wide - np.pad(kernel, rim), np.float32)


def _around(foot: tuple[int, int], reach: int, shape: tuple[int, ...]) -> Part:
    (row, column), (rows, columns) = foot, shape
    return (
        slice(max(0, row - reach), min(rows, row + reach + 1)),
        slice(max(0, column - reach), min(columns, column + reach + 1)),
    )


def _inside(part: Part, whole: Part) -> Part:
    (rows, columns), (top, left) = part, (whole[0].start, whole[1].start)
    return (
        slice(rows.start - top, rows.stop - top),
        slice(columns.start - left, columns.stop - left),
    )


def _hide(free: Floats, cover: Floats, foot: tuple[int, int]) -> None:
    part, shown = _laid(cover, foot, free.shape)
    free[part] *= 1 - shown


def _smear(halo: Floats, drawn: Floats, foot: tuple[int, int]) -> None:
    part, shown = _laid(drawn, foot, halo.shape)
    halo[part] = np.maximum(halo[part], shown)


def _laid(drawn: Floats, foot: tuple[int, int], shape: tuple[int, ...]) -> tuple[Part, Floats]:
    """Lay what is drawn about a foot onto a window: the part of it, and what is drawn there."""
    reach = len(drawn) // 2
    part = _around(foot, reach, shape)
    return part, drawn[_inside(part, _whole(foot, reach))]


def _whole(foot: tuple[int, int], reach: int) -> Part:
    row, column = foot
    return slice(row - reach, row + reach + 1), slice(column - reach, column + reach + 1)
