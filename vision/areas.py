"""Reading areas: which pieces stand in each, found one by one, and how likely other counts are.

Each class has a map of evidence: how much likelier a cell shows it than bare ground. A piece's
evidence is what its outline covers, less what of its colour lies around it. The piece with most of
it is taken, what it covers is explained, and so on. Then each piece is weighed against its absence
and against the other classes, and the best one that was not taken against its presence.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.area_colours import Evidence
from vision.area_map import Window
from vision.area_shapes import Lean, Outline, Shapes, shapes_at
from vision.config import AreaConfig
from vision.illumination import Floats, Mask

CONFIG: Final = AreaConfig()
Lying = tuple[str, ...]
Vector = npt.NDArray[np.float64]
Part = tuple[slice, slice]
NONE: Final = -1e6
"""Evidence where no piece may stand."""
COARSER: Final = 2
"""Steps between the points at which an area is first looked at."""


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


class Search:
    """The search for pieces of some classes in one area of one frame.

    It begins on a coarser lattice: classes that are nowhere near showing a piece there are not
    looked for on the fine one.
    """

    def __init__(
        self, area: Plot, outlines: tuple[Outline, ...], lean: Lean, evidence: Evidence
    ) -> None:
        step = area.step_mm
        self._step = step
        self._evidence = evidence
        self._outlines = outlines
        at_mm: tuple[float, float] = tuple(area.middle_mm.tolist())
        self._shapes = shapes_at(outlines, lean, at_mm, step)
        self._covers, self._most = self._shapes.covers, self._shapes.reach
        self._gain = self._shapes.gain
        self._pieces: list[Piece] = []
        self._free = np.ones(area.inside.shape, np.float32)
        self._halo = np.zeros(area.inside.shape, np.float32)
        outside = area.away_mm < -3 * CONFIG.border_mm
        rough = self._rough(shapes_at(outlines, lean, at_mm, COARSER * step))
        rough[:, outside] = NONE
        self._looked_for = np.flatnonzero(rough.max(axis=(1, 2)) > CONFIG.hopeless)
        self._gains = rough
        for k in self._looked_for.tolist():
            self._gains[k] = self._gain(k, evidence.mixed[k])
        self._gains[:, outside] = NONE

    def _rough(self, shapes: Shapes) -> Floats:
        """Tell what places say for each class, from a lattice of twice the step."""
        nats_of = self._evidence.mixed
        found = np.empty_like(nats_of)
        size = nats_of.shape[:0:-1]
        half = tuple(-(-side // COARSER) for side in size)
        for k, nats in enumerate(nats_of):
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
        self._pieces = pieces
        return [self._weighed(piece) for piece in pieces]

    def left(self) -> npt.NDArray[np.float64]:
        """Tell what evidence there is for one more piece of each class."""
        found = np.asarray(self._gains.max(axis=(1, 2)) - CONFIG.presence, np.float64)
        if len(self._evidence.ways) > 1:
            for k in self._looked_for.tolist():
                foot = np.unravel_index(int(self._gains[k].argmax()), self._free.shape)
                one = Piece(k, (int(foot[0]), int(foot[1])), found)
                shifted = self._shifted(one, self._gains[k] > NONE)[k]
                found[k] = max(found[k], min(shifted, 0.0))
        return found

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
            each = self._evidence.mixed[k][source], self._evidence.clear[k][source]
            nats = _left_over(*each, self._free[source], self._halo[source])
            held = gains[target] == NONE
            gains[target] = np.where(held, NONE, self._gain(k, nats)[within])
            feet = self._outlines[piece.kind].foot_mm + self._outlines[k].foot_mm
            near = _around(piece.foot, int(CONFIG.apart * feet / self._step) + 1, shape)
            rows, columns = np.ogrid[near]
            away = np.hypot(rows - piece.foot[0], columns - piece.foot[1]) * self._step
            gains[near][away < CONFIG.apart * feet] = NONE

    def _weighed(self, piece: Piece) -> Piece:
        """Weigh the classes where a piece stands, while the other pieces explain their cells."""
        gains = self._shifted(piece, np.ones(self._free.shape, np.bool_))
        heights = np.array([one.height_mm for one in self._outlines])
        smaller = self._evidence.alike & (heights[None] < heights[:, None])
        for k in np.flatnonzero(smaller.any(axis=1)).tolist():
            # It may be one of these and its shadow.
            least = gains[smaller[k]].max()
            gains[k] = max(gains[k] - CONFIG.own_shadow, min(gains[k], least))
        return replace(piece, gains=gains)

    def _shifted(self, piece: Piece, free_for: Mask) -> Vector:
        """Tell what each class has of evidence about a piece, where it may stand.

        In a frame worse than those of teaching it may look otherwise as a whole.
        """
        evidence, shape = self._evidence, self._free.shape
        reach = int(CONFIG.aside_mm / self._step)
        part = _around(piece.foot, reach + self._most, shape)
        free, halo = np.ones(shape, np.float32), np.zeros(shape, np.float32)
        for other in self._pieces:
            if other is not piece:
                _hide(free, self._covers[other.kind], other.foot)
                _smear(halo, self._shapes.halos[other.kind], other.foot)
        about = _around(piece.foot, reach, shape)
        near, may = _inside(about, part), free_for[about]
        gains = []
        for way in evidence.ways:
            mixed, clear = evidence.within(part, way)
            left = [
                _left_over(*each, free[part], halo[part]) for each in zip(mixed, clear, strict=True)
            ]
            each = [self._gain(k, one)[near][may] for k, one in enumerate(left)]
            gains.append([one.max(initial=NONE) for one in each])
        nats = CONFIG.trust * np.array(gains, np.float64)
        nats += np.array([[way.weight] for way in evidence.ways])
        return np.asarray(np.logaddexp.reduce(nats, axis=0) / CONFIG.trust - CONFIG.presence)


def _left_over(mixed: Floats, clear: Floats, free: Floats, halo: Floats) -> Floats:
    """Leave of a class's evidence what other pieces do not explain.

    What they cover says nothing; about them smeared colour is theirs, so that only clear colour
    speaks for another piece.
    """
    clear = np.minimum(mixed, clear)
    return np.asarray((mixed + halo * (clear - mixed)) * free, np.float32)


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
