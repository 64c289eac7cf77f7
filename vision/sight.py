"""Looking at one board through one camera: where it is in a frame, and in what light."""

from collections.abc import Iterator
from typing import Final
from weakref import WeakKeyDictionary

import cv2
import numpy as np

from vision.background import EmptyFrame, Mask
from vision.light import (
    ALL_CLIPPED,
    CLIPPED,
    DARK,
    Floats,
    LightField,
    Marks,
    beyond_range,
    clipped,
    opponent,
)
from vision.masks import without_specks
from vision.plan import ROOM, Plan
from vision.pose import Pose
from vision.reading import Image, Side
from vision.registration import LEAST_FOUND, Registrar
from vision.sampling import Indices, Sampler
from vision.squares import Closeup, Look, Places, Squares
from vision.unteachable import UnteachableError
from vision.view import Lit, View

LEAST_FREE: Final = 0.15
"""Share of the board that must be free of spots and tiles for the light to be judged there."""
GLEAM: Final = 2.0
"""Standard deviations by which a point is brighter than the bare board where a lamp is mirrored."""
BLOCKS: Final = 4
"""Blocks along each axis of a place by which it is seen whether it changed."""
HALO_MM: Final = 60.0
"""How far around a mirrored lamp its light may drown the art."""
LEAST_TONE: Final = 0.15
"""Change of a tone curve's slope, as its log, under which light alone may seem to be one."""
MOST_TONE: Final = 0.65
"""The same above which it is no camera's: their curves differ by less than a factor of two."""
LEAST_USABLE: Final = 0.5
"""Share of the free board that must not be saturated for a slope to be told."""
LEAST_RANGE: Final = 0.8
"""Range of the bare board's lightness, as log, from which it tells a slope."""
TONE_ROUNDS: Final = 4
NUDGE: Final = 1.0
"""Pixels by which a point of the empty frame may be missed."""


class Sight:
    """The frame last looked at, with its board found and its light known.

    ``empty`` is the statistic of the empty frame, ``view`` the coarse grid over it, ``lit`` what
    is seen there in the light of the empty frame.
    """

    def __init__(self, empty: Image, plan: Plan, doubt: Floats | None = None) -> None:
        """Learn the empty frame (BGR).

        ``doubt`` (rows x columns x 3) is the variance of what is only guessed, nought elsewhere.
        """
        self.plan = plan
        self.empty = EmptyFrame(empty, doubt)
        self.view = View(self.empty, plan)
        pieces = np.zeros(empty.shape[:2], np.uint8)
        for outline in plan.spots(ROOM) + plan.tiles():
            cv2.fillConvexPoly(pieces, np.round(outline).astype(np.int32), 255)
        self._registrar = Registrar(empty, plan.corners, pieces, plan.lens)
        self._light = LightField(self._free(), self.view.step_mm, self.view.background.mean)
        self._cells: WeakKeyDictionary[Sampler, Indices] = WeakKeyDictionary()
        self._blocks: Indices | None = None
        self._means: Floats | None = None
        self._toner: Sampler | None = None
        self._spot_cells = self._cells_of_spots()
        self.gather()
        self.look_at_empty(empty)

    @property
    def pose(self) -> Pose:
        """Where the board was last found: from the empty frame's pixels to the frame's."""
        return self._registrar.pose

    @property
    def working(self) -> Image:
        """The frame last looked at (BGR), shrunk by ``factor``."""
        return self._registrar.working

    @property
    def factor(self) -> int:
        """By how much frames are shrunk to be worked on."""
        return self._registrar.factor

    @property
    def cut(self) -> tuple[Side, ...]:
        """The sides of the last frame beyond which parts of the board lie, as far as is known."""
        return self._registrar.cut

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the frames in pixels."""
        height, width = self.empty.mean.shape[:2]
        return width, height

    @property
    def has_landmarks(self) -> bool:
        """Tell whether the empty frame shows enough to find the board by."""
        return self._registrar.landmarks >= LEAST_FOUND

    def look(self, frame: Image) -> bool:
        """Look at a frame; False when the board is not in it."""
        if not self._registrar.locate(frame):
            return False
        self._judge_light(self._with_tone_of_empty(frame))
        return True

    def look_at_lesson(self, frame: Image, name: str) -> None:
        """Look at a frame of teaching, which may be nudged by up to a spot's spacing.

        Where the board is not found so near, it is held to lie as in the empty frame.
        """
        self.check_size(frame, name)
        self._registrar.go_back()
        if not self._registrar.locate(frame, leap=False) or self._moved() > self.plan.spacing_mm:
            self._registrar.go_back()
        self._judge_light(frame)

    def look_at_empty(self, frame: Image) -> None:
        """Look at the empty frame itself."""
        self._registrar.go_back()
        self._judge_light(frame)

    def seen(self, sampler: Sampler) -> Floats:
        """Take a sampler's points (N x 3, opponent space) with the light of the frame removed."""
        return self._unlit(opponent(self._taken(sampler)), self._lit_by(sampler))

    def closely(self, sampler: Sampler, side: int) -> Look:
        """Make what looks at some of a sampler's places, squares of ``side`` x ``side`` points."""

        def look(places: Indices) -> Closeup:
            points = (places[:, None] * side**2 + np.arange(side**2)).ravel()
            taken = self._taken(sampler, points)
            seen = self._unlit(opponent(taken), self._lit_by(sampler)[points])
            return Closeup(places, seen, clipped(taken))

        return look

    def means(self, sampler: Sampler) -> Floats:
        """Take the means of blocks of a gathered sampler's squares (squares x N, light removed).

        The sensor's noise makes little difference to them, and they cost next to nothing.
        """
        first = len(self.view.sampler.points)
        if self._means is None:
            across = self._side // BLOCKS
            if self._blocks is None:
                squares = self._everything.points[first:]
                middles = squares.reshape(-1, BLOCKS, across, BLOCKS, across, 2).mean(axis=(2, 4))
                self._blocks = self.view.cells(middles.reshape(-1, 2))
            taken = self._all[first:].reshape(-1, self._side, 3)
            size = (BLOCKS, len(taken) // across)
            means = cv2.resize(taken, size, interpolation=cv2.INTER_AREA).reshape(-1, 3)
            seen = self._unlit(opponent(np.asarray(means, np.uint8)), self._blocks)
            self._means = seen.reshape(-1, 3 * BLOCKS**2)
        part, points = self._gathered[sampler], self._side**2
        return self._means[(part.start - first) // points : (part.stop - first) // points]

    def shade(self, sampler: Sampler, points: Indices | slice = slice(None)) -> Floats:
        """Tell by how much the light at a sampler's points, all or some, is their own (N x 3).

        It is what is in ``lit.shade``; ``points`` are their numbers.
        """
        return np.take(self.lit.shade, self._lit_by(sampler)[points], axis=0)

    def over(self, sampler: Sampler) -> Marks | None:
        """Mark the clipped channels of a sampler's points (N) as ``clipped`` does; None if none."""
        return clipped(self._taken(sampler))

    def gather(self, *samplers: Sampler, side: int = BLOCKS) -> None:
        """Take the points of these samplers all at once from now on, with those of the view.

        They are squares of ``side`` x ``side`` points.
        """
        everything = (self.view.sampler, *samplers)
        ends = np.cumsum([len(one.points) for one in everything]).tolist()
        starts = [0, *ends]
        self._gathered: WeakKeyDictionary[Sampler, slice] = WeakKeyDictionary(
            {one: slice(*ends) for one, *ends in zip(everything, starts, ends, strict=False)}
        )
        points = np.concatenate([one.points for one in everything])
        self._everything, self._side = Sampler(points), side
        self._blocks = None

    def squares(self, places: Places, half_mm: float, side: int) -> Squares:
        """Lay sample points around places of the board."""
        return Squares(places, half_mm, side, self.plan.pixels, self.empty)

    def nudges(self, empty: Image) -> Iterator[Lit]:
        """Look at the empty frame from a little aside each way, as no pose is quite exact."""
        for dx, dy in ((NUDGE, 0.0), (-NUDGE, 0.0), (0.0, NUDGE), (0.0, -NUDGE)):
            aside = Pose(np.array([[1.0, 0.0, dx], [0.0, 1.0, dy], [0.0, 0.0, 1.0]]))
            self._judge_light(empty, aside)
            yield self.lit

    def _judge_light(self, frame: Image, pose: Pose | None = None) -> None:
        self._frame, self._at = frame, pose or self.pose
        bare = self.view.background
        self._all = self._everything.take(frame, self._at)
        self._means = None
        view = self._gathered[self.view.sampler]
        off, over = opponent(self._all[view]), self.over(self.view.sampler)
        off -= bare.mean
        off -= self._light.fit(off.reshape(*self.view.shape, 3), over).reshape(-1, 3)
        blind = np.zeros(len(off), bool)
        if over is not None:
            off = beyond_range(off, over)
            blind = (over == ALL_CLIPPED) & (off[:, 0] > GLEAM * bare.spread[:, 0])
            off[blind] = 0.0
        judges = self._light.judges
        noise = bare.noise(off[judges], judges)
        inside = self._everything.inside[view]
        self.lit = Lit(off, self._light.shade, noise, inside, blind)

    def _with_tone_of_empty(self, frame: Image) -> Image:
        """Undo what a camera's tone curve changed since teaching, as a power of the levels.

        In logarithms that is a slope between the empty frame's free board and this frame's; it is
        fitted robustly beside an even change of the light. A slope near one is left as it is.
        """
        judges = self._light.judges
        at = Sampler(self.view.sampler.points[judges]) if self._toner is None else self._toner
        self._toner = at
        taken = at.take(frame, self.pose)
        usable = (taken < CLIPPED).all(axis=1)
        if usable.mean() < LEAST_USABLE:
            return frame
        seen = opponent(taken[usable])[:, 0].astype(np.float64)
        bare = self.view.background.mean[judges[usable], 0].astype(np.float64)
        across = at.points[usable] - at.points.mean(axis=0)
        across /= np.abs(across).max()
        design = np.column_stack([np.ones(len(bare)), across, bare - bare.mean()])
        off, weights = seen - bare, np.ones(len(bare))
        terms = np.zeros(design.shape[1])
        for _ in range(TONE_ROUNDS):
            weighted = design.T * weights
            terms = np.linalg.solve(weighted @ design + 1e-6 * np.eye(len(terms)), weighted @ off)
            left = np.abs(off - design @ terms)
            weights = 1 / (1 + (left / (2 * np.median(left) + 1e-3)) ** 2) ** 2
        slope = float(np.exp(np.clip(np.log(max(0.1, 1 + terms[-1])), -MOST_TONE, MOST_TONE)))
        if abs(np.log(slope)) < LEAST_TONE or np.ptp(bare) < LEAST_RANGE:
            return frame
        middle = float(np.median(seen))
        levels = np.exp(middle + (np.log(np.arange(256) + DARK) - middle) / slope) - DARK
        table = np.clip(np.round(levels), 0, CLIPPED - 1)
        table[CLIPPED:] = np.arange(CLIPPED, 256)  # what is saturated tells nothing more
        return np.asarray(cv2.LUT(frame, table.astype(np.uint8)), np.uint8)

    def _taken(self, sampler: Sampler, points: Indices | None = None) -> Image:
        """Take a sampler's points as they are (N x 3, BGR), all or some by number."""
        if sampler not in self._gathered:
            return sampler.take(self._frame, self._at, points)
        taken = self._all[self._gathered[sampler]]
        # Rows gathered so come several times faster than by indexing.
        return taken if points is None else np.take(taken, points, axis=0)

    def _lit_by(self, sampler: Sampler) -> Indices:
        """Tell by which cell's light each of a sampler's points is lit (N)."""
        if sampler not in self._cells:
            self._cells[sampler] = self.view.cells(sampler.points)
        return self._cells[sampler]

    def _unlit(self, seen: Floats, cells: Indices) -> Floats:
        """Take the light of cells (N) off what is seen there (N x 3)."""
        light = np.take(self._light.cells, cells, axis=0, mode="clip")
        return np.asarray(np.subtract(seen, light, out=light), np.float32)

    def _free(self) -> Mask:
        """Mark the cells of the view in which the bare board is always to be seen."""
        board = self.view.on_board
        for pieces in (self.plan.spots() + self.plan.tiles(), self.plan.tiles()):
            free = board & ~(self.view.mask(pieces) | self.view.dazzled)
            if free.sum() >= LEAST_FREE * board.sum():
                return np.asarray(free)
        return board

    def check_size(self, frame: Image, name: str) -> None:
        """Raise InputError, naming the frame, when it is not of the empty frame's size."""
        (width, height), (tall, wide) = self.size, frame.shape[:2]
        if (wide, tall) != (width, height):
            expected = f"expected a frame of {width} x {height} pixels as the empty one"
            found = f"{expected}, found {wide} x {tall}"
            raise UnteachableError(name, "", found, "size")

    def dazzled(self) -> list[int]:
        """List the locations, by number, of which a lamp hid some when the board was taught."""
        hidden = self.empty.dazzled
        if hidden is None:
            return []
        found = []
        for number, outline in enumerate(self.plan.spots()):
            spot = np.zeros(hidden.shape, np.uint8)
            cv2.fillConvexPoly(spot, np.round(outline).astype(np.int32), 1)
            if (hidden & (spot > 0)).any():
                found.append(number)
        return found

    def glared(self) -> Mask:
        """Mark the locations (N) near which the board mirrors a lamp too brightly to be seen.

        The larger its image, the farther its light spreads.
        """
        blind = self.lit.blind
        if not blind.any():
            return np.zeros(len(self._spot_cells), bool)
        mirrored = without_specks(blind.reshape(self.view.shape).astype(np.uint8))
        radius = np.sqrt(cv2.countNonZero(mirrored) / np.pi)
        side = 2 * round(HALO_MM / self.view.step_mm + radius) + 1
        near = cv2.dilate(mirrored, np.ones((side, side), np.uint8)).ravel() > 0
        return np.array([bool(near[cells].any()) for cells in self._spot_cells])

    def _cells_of_spots(self) -> list[Indices]:
        """List the view's cells of each location: at least the one nearest to its middle."""
        found = []
        for outline in self.plan.spots():
            inside = np.flatnonzero(self.view.mask([outline]))
            found.append(inside if len(inside) else self.view.cells(outline.mean(axis=0)[None]))
        return found

    def _moved(self) -> float:
        """Tell by how many mm the pose moves the corner that it moves most."""
        corners = self.plan.corners
        moved = self.pose.apply(corners) - corners
        return float(np.linalg.norm(moved, axis=1).max() / self.plan.px_per_mm)
