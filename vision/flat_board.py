"""Sampling the board flat, and patches around places, at points given in millimetres.

One even lattice of cells over the board serves to estimate the light and to find what covers it; a
lattice of points around each place of a slot group, and discs on it, serve to read what lies there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.art import Art, showing
from vision.camera import Points, Pose, PoseCache
from vision.config import EvidenceConfig, IlluminationConfig, OcclusionConfig
from vision.illumination import (
    Grid,
    Illumination,
    Light,
    channel_max,
    field_terms,
    logs,
    mean_log,
    opponent,
    saturated,
)
from vision.motion_gate import Change
from vision.picture import shrink_again, shrunk
from vision.plan import Plan, usual_spacing_mm
from vision.reading import Floats, Image, Indices, Mask, Reals

CONFIG: Final = OcclusionConfig()
LIGHT: Final = IlluminationConfig()
PATCH: Final = EvidenceConfig()
CORE, EDGE, RING, MIDDLE = range(4)
HALVES: Final = slice(4, None)
"""The parts of a disc, in order."""
_WAYS: Final = np.array([(1, 0), (1, 1), (0, 1), (-1, 1)], np.float32)
"""Directions across the lines that halve a disc."""


class Lattice(PoseCache[tuple[Points, Mask]]):
    """Points of a board (rows x columns x 2, mm), projected to a shrunk picture under a pose.

    ``get`` gives where they are (rows x columns x 2, pixels), and a mask of those in view.
    """

    def __init__(self, plan: Plan, points_mm: Reals, factor: int, size: tuple[int, int]) -> None:
        """Take pictures of a ``size`` (width, height) that were shrunk by ``factor``."""
        super().__init__(self._project)
        self._straight = plan.straight(points_mm.reshape(-1, 2))
        self._shape: tuple[int, ...] = points_mm.shape
        self._factor = factor
        self._last = np.array(size) // factor - 1

    def _project(self, pose: Pose) -> tuple[Points, Mask]:
        at = np.asarray(
            (pose.apply_straight(self._straight) + 0.5) / self._factor - 0.5, np.float32
        )
        x, y = at.T  # apart, as NumPy is slow along a short axis
        inside = (x >= 0) & (y >= 0) & (x <= self._last[0]) & (y <= self._last[1])
        return at.reshape(self._shape), np.asarray(inside).reshape(self._shape[:2])


class Patches:
    """Square patches of ``side`` x ``side`` points around round places of about one size.

    ``offsets_mm`` (side² x 2) are the points relative to the middle, ``away_mm`` (side²) their
    distances from it, ``step_mm`` the distance of neighbours. ``radius_mm`` is the places' usual
    radius, ``spacing_mm`` how far apart they usually are, ``grid`` has the points, for the light's
    field.
    """

    def __init__(
        self,
        plan: Plan,
        centres_mm: Reals,
        radii_mm: Reals,
        factor: int,
        size: tuple[int, int],
    ) -> None:
        self.centres_mm = centres_mm
        self.count = len(centres_mm)
        self.radius_mm = float(np.median(radii_mm))
        self.spacing_mm = usual_spacing_mm(centres_mm, radii_mm)
        half = PATCH.half_radii * self.radius_mm
        side = PATCH.side
        span = ((np.arange(side) + 0.5) / side * 2 - 1) * half
        self.step_mm = float(span[1] - span[0])
        self.offsets_mm = np.stack(np.meshgrid(span, span), axis=-1).reshape(-1, 2)
        self.away_mm: Floats = np.linalg.norm(self.offsets_mm, axis=1).astype(np.float32)
        points = centres_mm[:, None] + self.offsets_mm
        x, y = centres_mm.T[..., None] + span
        self.grid = Grid(x, y, plan.size_mm)
        self._lattice = Lattice(plan, points, factor, size)

    def sample(
        self, picture: Image, pose: Pose, places: Indices | None = None
    ) -> tuple[Image, Mask]:
        """Sample a shrunk picture (BGR): give places x side² x 3, and a mask of points in view.

        ``places`` are the numbers of those wanted, all by default.
        """
        at, inside = self._lattice.get(pose)
        if places is not None:
            at, inside = at[places], inside[places]
        taken = cv2.remap(picture, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(taken, np.uint8), inside


@dataclass(frozen=True, slots=True)
class Discs:
    """Where a piece may lie on a patch, as weights of its points; each column adds up to one.

    ``shifts_mm`` (M x 2) are the middles that are tried, relative to the place's, ``distance_mm``
    (M) how far off they are. ``core`` (points x M) is the piece, ``middle`` (points) the innermost
    part of a piece that lies exactly on the place. ``parts`` (M x 12 x points) are core, edge, ring
    and middle of each disc, and eight halves of its core on either side of four lines: a piece on
    the place fills its disc, a neighbour only comes in from a side. The ring is what is around a
    piece and its contact shadow.
    """

    shifts_mm: Reals
    distance_mm: Floats
    core: Floats
    middle: Floats
    parts: Floats

    @classmethod
    def of(cls, patches: Patches, radius_mm: float, reach_mm: float) -> "Discs":
        """Give the discs for pieces of a radius that may lie within reach of a place's middle."""
        shifts, away = _tried(patches, reach_mm)
        core = _disc(patches, PATCH.core_radii * radius_mm, away)
        near, far = (_disc(patches, radii * radius_mm, away) for radii in PATCH.ring_radii)
        edge, ring = np.clip(near - core, 0, 1), np.clip(far - near, 0, 1)
        own = patches.away_mm.astype(np.float64)
        middle = _disc(patches, PATCH.middle_radii * radius_mm, own)
        whole = [_weights(one) for one in (core, edge, ring)]
        inner = _weights(middle)
        beside = patches.offsets_mm[None] - shifts[:, None]  # M x points x 2
        sides = (beside @ _WAYS.T > 0).transpose(0, 2, 1)
        halves = whole[0].T[:, None] * np.concatenate([sides, ~sides], axis=1)
        halves /= halves.sum(axis=2, keepdims=True)
        discs = np.stack([*(one.T for one in whole), np.broadcast_to(inner, core.T.shape)], axis=1)
        parts = np.concatenate([discs, halves], axis=1, dtype=np.float32)
        return cls(shifts, _far(shifts), whole[CORE], inner, parts)


def cores_of(patches: Patches, radius_mm: float, reach_mm: float) -> tuple[Reals, Floats, Floats]:
    """Give ``shifts_mm``, ``distance_mm`` and ``core`` of such ``Discs``, which takes less time."""
    shifts, away = _tried(patches, reach_mm)
    return shifts, _far(shifts), _weights(_disc(patches, PATCH.core_radii * radius_mm, away))


def _tried(patches: Patches, reach_mm: float) -> tuple[Reals, Reals]:
    """Give the middles that are tried (M x 2, mm), and how far each point is off (points x M)."""
    step = max(PATCH.least_step_mm, reach_mm / PATCH.steps)
    count = int(np.ceil(reach_mm / step))
    span = np.arange(-count, count + 1) * step
    shifts = np.stack(np.meshgrid(span, span), axis=-1).reshape(-1, 2)
    shifts = shifts[np.linalg.norm(shifts, axis=1) <= reach_mm + 1e-6]
    away = np.linalg.norm(patches.offsets_mm[:, None] - shifts[None], axis=2)
    return shifts, np.asarray(away)


def _disc(patches: Patches, radius_mm: float, away_mm: Reals) -> Reals:
    """Draw a disc by how far points are off its middle: 1 inside, 0 outside."""
    return np.asarray(np.clip((radius_mm - away_mm) / patches.step_mm + 0.5, 0, 1))


def _far(shifts_mm: Reals) -> Floats:
    return np.asarray(np.linalg.norm(shifts_mm, axis=1), np.float32)


def _weights(part: Reals) -> Floats:
    """Make each column (points, or points x M) add up to one."""
    return np.asarray(part / part.sum(axis=0), np.float32)


Window = tuple[slice, slice]
ALL: Final[Window] = (slice(None), slice(None))


@dataclass(frozen=True, slots=True)
class Flat:
    """A frame's board sampled flat.

    ``pixels`` are rows x columns x 3, BGR; ``soft`` are means of 3 x 3 of these, with little of the
    sensor's noise left. ``inside`` marks the cells in view, ``changed`` those that may have changed
    since the last frame, which lie in the ``windows``.
    """

    pixels: Image
    soft: Image
    inside: Mask
    changed: Mask
    windows: tuple[Window, ...]


class Regions:
    """Regions of the lattice, ``count`` of them, which may overlap."""

    def __init__(self, masks: Sequence[Mask]) -> None:
        self.count = len(masks)
        cells = [np.flatnonzero(mask) for mask in masks]
        self._sizes = np.array([len(each) for each in cells])
        self._cells = np.concatenate([*cells, np.zeros(0, np.int64)])
        self._starts = np.concatenate([[0], np.cumsum(self._sizes)])[:-1]

    def share(self, marked: Mask) -> Reals:
        """Give the share of each region's cells that are marked."""
        if not self.count:
            return np.zeros(0)
        sums = np.add.reduceat(marked.ravel()[self._cells], self._starts, dtype=np.int64)
        return np.asarray(sums / self._sizes)


class FlatBoard:
    """The lattice of cells over one board and a rim around it.

    ``shape`` is rows and columns, ``step_mm`` the distance of cells, ``origin_mm`` where the first
    lies. ``board`` (rows x columns) marks the cells on the board, ``free`` those where neither
    piece nor tile may lie, ``between`` those of them on the board; if these are next to nothing the
    board is ``crowded``, and all cells count as free. ``bare`` are the taught picture's logarithms
    (cells x 3), ``soft`` its 3 x 3 means in the opponent space (rows x columns x 3), ``art`` its
    art, ``brightest`` the levels of its brightest channel, and ``limited`` marks the channels of
    the means that are near the camera's limit. ``judges`` are the cells from which
    the light is estimated.
    """

    def __init__(self, plan: Plan, empty: Image, factor: int) -> None:
        wide, high = plan.size_mm
        self.step_mm = max(CONFIG.step_mm, max(wide, high) / CONFIG.most_cells)
        step, rim = self.step_mm, CONFIG.rim_mm
        x = np.arange(-rim + step / 2, wide + rim, step)
        y = np.arange(-rim + step / 2, high + rim, step)
        self.shape = (len(y), len(x))
        # What was computed last, each with what it was computed from.
        self._cast: tuple[Floats | None, Floats] = (None, np.zeros(0, np.float32))
        self._grey: tuple[Flat | None, Floats] = (None, np.zeros(0, np.float32))
        self._compared: tuple[Flat | None, Floats] = (None, np.zeros(0, np.float32))
        self._all = np.ones(self.shape, bool)
        self.origin_mm = np.array([x[0], y[0]])
        self.corners_mm = np.array([[x[0], y[0]], [x[-1], y[0]], [x[-1], y[-1]], [x[0], y[-1]]])
        cells = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        self._grid = Grid(x, y, plan.size_mm)
        # The shrunk picture is shrunk once more, so that a cell is one or two pixels wide.
        self._more = max(1, int(step * plan.px_per_mm / factor))
        self._factor = factor * self._more
        height, width = empty.shape[:2]
        size = (width * factor, height * factor)
        self._where = Lattice(plan, cells.reshape(*self.shape, 2), self._factor, size)
        self._plan = plan
        self.board: Mask = ((cells > 0) & (cells < (wide, high))).all(axis=1).reshape(self.shape)
        reach = CONFIG.piece_radii * plan.radii_mm
        pieces = [self.disc(at, r) for at, r in zip(plan.centres_mm, reach, strict=True)]
        tiles = [self.outline(one) for one in plan.tiles_mm(CONFIG.tile_rim)]
        free = ~np.any([np.zeros(self.shape, bool), *pieces, *tiles], axis=0)
        self.between: Mask = free & self.board
        self.crowded = bool(self.between.sum() < CONFIG.least_free * self.board.sum())
        self.free: Mask = np.ones(self.shape, bool) if self.crowded else np.asarray(free)
        flat = self.sample(empty, Pose(lens=plan.lens))
        self.bare = logs(flat.pixels).reshape(-1, 3)
        self.soft = opponent(logs(flat.soft))
        self.brightest: Image = channel_max(flat.pixels)
        self.limited: Mask = flat.soft >= LIGHT.shoulder
        self.art = Art.of(mean_log(flat.pixels))
        self._shows_art = self.art.exceeds(0.0) & self.free & self.board
        self._shows_art &= self.brightest < LIGHT.shoulder
        judges = np.flatnonzero(self.free & self.board & ~saturated(flat.pixels))
        if not len(judges):
            judges = np.flatnonzero(self.board.ravel())
        chosen = np.random.default_rng(0).permutation(judges)
        self.judges = np.sort(chosen[: CONFIG.judges])
        off_board = np.flatnonzero(self.free & ~self.board & ~saturated(flat.pixels))
        beside = np.random.default_rng(0).permutation(off_board)[: CONFIG.beside]
        self._witnesses = np.concatenate([self.judges, beside])
        terms = field_terms(cells[self._witnesses], plan.size_mm)
        # Means of cells show stray light best: blur and noise change them least.
        soft = logs(flat.soft).reshape(-1, 3)[self._witnesses]
        count = len(self.judges)
        self._illumination = Illumination(
            terms[:count], self.bare[self.judges], Illumination(terms, soft)
        )

    def sample(self, picture: Image, pose: Pose) -> Flat:
        where, inside = self._where.get(pose)
        self._small = shrunk(picture, self._more)
        flat = cv2.remap(
            self._small, where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        soft = cv2.blur(flat, (3, 3))
        return Flat(
            np.asarray(flat, np.uint8), np.asarray(soft, np.uint8), inside, self._all, (ALL,)
        )

    def update(self, flat: Flat, picture: Image, pose: Pose, change: Change) -> Flat:
        """Sample again the cells that may have changed since a sample under the same pose."""
        where, inside = self._where.get(pose)
        changed = np.zeros(self.shape, bool)
        pixels, windows = flat.pixels.copy(), self._windows(change, pose)
        for box in change.boxes:
            small = tuple(end // self._factor + k // 2 for k, end in enumerate(box))
            if self._more > 1:
                shrink_again(self._small, picture, self._more, small)
        source = self._small if self._more > 1 else picture
        for window in windows:
            pixels[window] = cv2.remap(
                source, where[window], None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
            )
            changed[window] = True
        soft = np.asarray(cv2.blur(pixels, (3, 3)), np.uint8)
        return Flat(pixels, soft, inside, changed, windows)

    def _windows(self, change: Change, pose: Pose) -> tuple[Window, ...]:
        """Give the rows and columns of cells within each box of a change."""
        if not change.boxes:
            return ()
        ends = np.array(change.boxes, np.float32)
        corners = ends[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 2)
        cells = (self._plan.unstraight(pose.undo(corners)) - self.origin_mm) / self.step_mm
        cells = cells.reshape(-1, 4, 2)
        low, high = np.floor(cells.min(axis=1)) - 1, np.ceil(cells.max(axis=1)) + 2
        last = np.array(self.shape[::-1])
        windows = []
        for (left, top), (right, down) in zip(
            np.clip(low, 0, last).astype(int).tolist(),
            np.clip(high, 0, last).astype(int).tolist(),
            strict=True,
        ):
            if left < right and top < down:
                windows.append((slice(top, down), slice(left, right)))
        return tuple(windows)

    def light(self, flat: Flat) -> Light:
        """Estimate the light of a frame from free cells of the board."""
        pixels, soft = (one.reshape(-1, 3)[self._witnesses] for one in (flat.pixels, flat.soft))
        usable = ~saturated(pixels) & flat.inside.ravel()[self._witnesses]
        count = len(self.judges)
        light = self._illumination.fit(logs(pixels[:count]), usable[:count], (logs(soft), usable))
        off = self.lit_at(flat, light, self.judges) - self.soft.reshape(-1, 3)[self.judges]
        moved = _moved(off[:, 0]) @ off
        if moved[0] < LIGHT.white * len(self.judges) or moved[1:].max() <= 0:
            return light  # hardly any came or went, or what did was no warmer
        return replace(light, warmth=self._warmth(flat, light))

    def grey(self, flat: Flat) -> Floats:
        """Give the mean logarithms of a sample's channels (rows x columns)."""
        if self._grey[0] is not flat:
            self._grey = flat, mean_log(flat.pixels)
        return self._grey[1]

    def alike(self, flat: Flat) -> Floats:
        """Correlate the art around each cell with the bare board's (rows x columns)."""
        if self._compared[0] is not flat:
            self._compared = flat, self.art.alike(self.grey(flat))
        return self._compared[1]

    def _warmth(self, flat: Flat, light: Light) -> Floats:
        """Measure the ``Light.warmth`` of a frame where the board's art is still seen.

        It is never negative: the light that is left in a shadow is cooler, and what is taken for a
        shadow though it is a hand is warmer.
        """
        art = self._shows_art & flat.inside & (channel_max(flat.pixels) < LIGHT.shoulder)
        cells = np.flatnonzero(showing(art, self.alike(flat)))
        lit = light.as_taught(flat.soft, self._offset(light)).reshape(-1, 3)
        off = np.take(lit, cells, axis=0) - np.take(self.soft.reshape(-1, 3), cells, axis=0)
        moved, white = _moved(off[:, 0]), LIGHT.white * (1 + np.count_nonzero(art))
        warmth = moved @ off[:, 1:] / (moved @ off[:, 0] + white)
        return np.asarray(np.maximum(warmth, 0), np.float32)

    def lit(self, flat: Flat, light: Light, window: Window = ALL) -> Floats:
        """Give means of 3 x 3 cells as in the taught light: rows x columns x 3, opponent space."""
        return light.as_taught(flat.soft[window], self._offset(light)[window])

    def lit_at(self, flat: Flat, light: Light, cells: Indices) -> Floats:
        """Give the same for some cells, by their numbers (...): ... x 3."""
        pixels = np.take(flat.soft.reshape(-1, 3), cells, axis=0)
        return light.as_taught(pixels, np.take(self._offset(light).reshape(-1, 3), cells, axis=0))

    def _offset(self, light: Light) -> Floats:
        if self._cast[0] is not light.field:
            self._cast = light.field, light.offset_over(self._grid)
        return self._cast[1]

    def disc(self, at_mm: Reals, radius_mm: float) -> Mask:
        bits = np.zeros(self.shape, np.uint8)
        centre = tuple(np.round((at_mm - self.origin_mm) / self.step_mm * 16).astype(int).tolist())
        cv2.circle(bits, centre, round(radius_mm / self.step_mm * 16), 1, cv2.FILLED, shift=4)
        bits[self._cell(at_mm)] = 1
        return bits > 0

    def outline(self, corners_mm: Reals) -> Mask:
        bits = np.zeros(self.shape, np.uint8)
        corners = np.round((corners_mm - self.origin_mm) / self.step_mm * 16).astype(np.int32)
        cv2.fillPoly(bits, [corners], 1, shift=4)
        bits[self._cell(corners_mm.mean(axis=0))] = 1
        return bits > 0

    def _cell(self, at_mm: Reals) -> tuple[int, ...]:
        column, row = np.round((at_mm - self.origin_mm) / self.step_mm).astype(int).tolist()
        rows, columns = self.shape
        return min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)


def _moved(lightness: Floats) -> Floats:
    """Give differences of lightness (N), but 0 for those that are no light that came or went."""
    return np.where(np.abs(lightness) > LIGHT.moved, lightness, np.float32(0))
