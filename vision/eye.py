"""The eye: taught once from a table file, then every frame becomes a reading."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.aiming import aim
from vision.background import UNKNOWN, Mask
from vision.blown_out import too_bright
from vision.caution import Caution
from vision.checks import check_view
from vision.doubts import doubted
from vision.ground import Ground, beside
from vision.haze import in_haze
from vision.light import Floats
from vision.occlusion import Occlusion
from vision.only_light import in_light_alone
from vision.picture import load_picture
from vision.plan import Plan
from vision.pose import Kept, Marks, Points
from vision.reading import Image, Reading, Trouble
from vision.registration import shrunk
from vision.scores import SIDE
from vision.sight import Sight
from vision.spots import Rows, Spots
from vision.standing import BareBoard, with_standing
from vision.steady import Steady
from vision.stillness import Stillness
from vision.table import Table
from vision.teaching import teach_influence, teach_merchants, teach_ranking
from vision.trouble import Doctor
from vision.two_lights import in_one_light
from vision.undazzled import undazzled, under_a_lamp
from vision.unteachable import UnteachableError

Row = tuple[str | None, ...]
UNTOLD: Final = 3.0
"""Log likelihood by which an influence space must look rather like one thing than like another."""
ASTRAY_PX: Final = 4.0
"""How far the corners of the part of the frame that is watched may lie from the board's."""


class Eye:
    """Reads frames of one table. Frames come in order, as from one camera.

    ``warnings`` say what will be hard to read here, the worst first; ``unlearnt`` are the
    locations whose look when empty could only be guessed, as merchants stood there, ``dazzled``
    those that a mirrored lamp hid in all pictures.
    """

    def __init__(self, table: Table, standing: Mapping[str, str] | None = None) -> None:
        """Learn the table from the pictures that its file names.

        ``standing`` says whose merchants stand where in the empty frame (location to colour),
        besides those that the table file says stand there. Raises InputError when a picture is
        missing or of another size, when the empty frame cannot show the board, when a sample
        shows nothing, or when colours cannot be told apart.
        """
        self.table = with_standing(table, standing or {})
        self._caution: Caution | None = None
        empty = load_picture(table.empty)
        check_view(table, Plan(table.board, table.corners_px), empty)
        self._plan = aim(table.board, table.corners_px, empty)
        empty = undazzled(table, self._plan, empty)
        if not self.table.standing:
            self._learn(empty)
            self.unlearnt: tuple[str, ...] = ()
            return
        bare = BareBoard(self.table, self._plan, empty)
        self._learn(bare.picture, bare)
        filled = [self._fill(bare, path) for path in sorted(table.frames - {table.empty})]
        if any(filled):
            self._learn(bare.picture, bare)
        self.unlearnt = bare.unlearnt
        if bare.buried:
            self._caution = Caution(self.spots, bare.buried)

    def _fill(self, bare: BareBoard, path: Path) -> bool:
        """Fill in what another frame of teaching shows bare; tell whether anything was."""
        frame = load_picture(path)
        return bare.fill(path, frame, self.read(frame, str(path)), self._sight.pose)

    def _learn(self, empty: Image, bare: BareBoard | None = None) -> None:
        """Learn from a picture of the empty board, which ``bare`` may have pieced together."""
        table = self.table
        self._sight = Sight(empty, self._plan, None if bare is None else bare.doubt)
        if not self._sight.has_landmarks:
            wrong = "too little is to be seen within the corners to find the board by"
            raise UnteachableError(str(table.empty), "", wrong, "plain")
        dazzled = self._sight.dazzled()
        self.dazzled = tuple(table.board.locations[i].id for i in dazzled)
        guessed = (*(() if bare is None else bare.unlearnt), *self.dazzled)
        self.spots, self.warnings = teach_merchants(self._sight, table, empty, guessed)
        self._influence = teach_influence(self._sight, table, empty)
        self._ranking = teach_ranking(self._sight, table, empty)
        self._sight.look_at_empty(empty)
        self._doctor = Doctor(empty, self._plan.corners)
        self._occlusion = Occlusion(
            table.board, self._plan, shrunk(empty, self._sight.factor), self._sight.factor
        )
        samplers = [one.squares.sampler for one in (self.spots, self._influence) if one]
        self._sight.gather(*samplers, *([self._ranking.coarse] if self._ranking else []), side=SIDE)
        doubts = in_one_light, in_haze, in_light_alone
        self._checks = [
            too_bright(self.spots, self._sight),
            doubted(doubts, self.spots, self._sight),
            *([under_a_lamp(self.spots, dazzled)] if dazzled else []),
        ]
        self._steady = Steady(self.spots.squares.places, self.spots.radius_mm)
        self._ground = Ground(self.spots)
        for _ in self._sight.nudges(empty):
            self._ground.nudged(self._sight.seen(self.spots.squares.sampler))
        self._sight.look_at_empty(empty)
        self._centres = Marks(self._plan.pixels(self._plan.centres_mm))
        self._region = Marks(np.vstack([self._plan.corners, *self._plan.tiles()]))
        self._bounds = Kept(lambda pose: _bounds(self._region.under(pose)))
        self._hidden = Kept(lambda pose: _outside(self._centres.under(pose), self._sight.size))
        self._last: Reading | None = None
        self._restless = False
        self._watched = np.full((2, 2), np.nan, np.float32)

    def places(self) -> Floats:
        """Tell where the locations are in the last frame (N x 2, pixels, board order)."""
        return self._centres.under(self._sight.pose).copy()

    def outline(self) -> Floats:
        """Tell the convex outline of the board and the tiles beside it in the last frame.

        N x 2, pixels, in order around it.
        """
        around = self._region.under(self._sight.pose).astype(np.float32)
        return np.asarray(cv2.convexHull(around)[:, 0], np.float64)

    def read(self, frame: Image, name: str = "frame") -> Reading:
        """Read one frame (BGR, 8 bits); raises InputError, naming it, when its size is another.

        Where nothing changed since the frame last looked at, its reading holds. After a change
        one more frame is looked at whatever it shows.
        """
        self._sight.check_size(frame, name)
        if self._last is not None:
            if self._restless:  # what has just changed may not have come to rest
                self._still.note(frame)
            elif not self._still.changed(frame):
                self._steady.rest()
                return self._last
        self._restless = not self._restless
        self._last = self._look(frame)
        self._watch(frame)
        return self._last

    def _watch(self, frame: Image) -> None:
        """Watch the board where it is, or all of the frame when it is not to be seen."""
        width, height = self._sight.size
        bounds = np.array([[0, 0], [width, height]], np.float32)
        if self._last and self._last.registered:
            bounds = self._bounds.under(self._sight.pose)
        if not np.abs(self._watched - bounds).max() <= ASTRAY_PX:  # nor where none is known
            self._watched = bounds
            self._still = Stillness(bounds, 2 * self.spots.radius_mm * self._plan.px_per_mm)
            self._still.changed(frame)

    def _look(self, frame: Image) -> Reading:
        choices = (None, *self.spots.names)
        sight = self._sight
        if not sight.look(frame):
            return _lost(choices, self._doctor.lost(frame, sight.pose, sight.cut))
        squares = self.spots.squares
        glared = sight.glared()
        cover = self._occlusion.find(sight.working, sight.pose, self._may_be_piece, glared)
        places, hidden = self.places(), self._hidden.under(sight.pose)
        likelihood = self._weigh(self.spots, all_lights=True)
        steady = self._steady.look(self.spots.changed, hand=cover.hand)
        if self._caution is not None:
            seen = squares.unshaded(sight.seen(squares.sampler))
            likelihood = self._caution.check(seen, likelihood)
        if cover.hand or cover.glared.any():
            seen, over = sight.seen(squares.sampler), sight.over(squares.sampler)
            if cover.hand:
                cover, likelihood = beside(cover, self._ground, seen, likelihood, over, steady)
            if cover.glared.any():
                shade = sight.shade(squares.sampler)
                likelihood = self._ground.unwashed(seen, shade, likelihood, cover.glared, over)
        covered = cover.covered | hidden
        slots = len(self.table.board.ranking_slots)
        spaces = slots + len(self.table.board.influence_spaces)
        near_slots, near_spaces = (
            frozenset(np.flatnonzero(near).tolist())
            for near in (cover.tiles[:slots], cover.tiles[slots:spaces])
        )
        influence, doubtful = self._read_influence()
        return Reading(
            registered=True,
            hand=cover.hand,
            choices=choices,
            log_likelihood=likelihood,
            covered=covered,
            near_hand=cover.near | hidden,
            ranking=self._read_ranking(),
            influence=influence,
            untold_slots=near_slots,
            untold_spaces=near_spaces | doubtful,
            troubles=self._doctor.found(frame, places, covered, likelihood),
        )

    def _may_be_piece(self, seen: Floats) -> Mask:
        """Mark the colours (N x 3) that a piece may have."""
        return np.asarray(self.spots.likeliest(np.ascontiguousarray(seen, np.float32)) >= UNKNOWN)

    def _weigh(self, spots: Spots, *, all_lights: bool) -> Rows:
        """Weigh what lies on places, as `Spots.read` does, in their own light alone or in all."""
        sight, squares = self._sight, spots.squares
        look = sight.closely(squares.sampler, squares.side)
        means = sight.means(squares.sampler)
        return spots.read(means, look, sight.lit.noise, self._checks if all_lights else ())

    def _read_ranking(self) -> Row | None:
        row = self._ranking
        if row is None:
            return None
        means = self._sight.means(row.coarse)
        return row.read(means, self._sight.closely(row.sampler, row.side))

    def _read_influence(self) -> tuple[Row | None, frozenset[int]]:
        """Name the tile on each influence space, and tell which spaces are in doubt."""
        spots = self._influence
        if spots is None:
            return None, frozenset()
        rows = self._weigh(spots, all_lights=False)
        second, first = np.sort(rows, axis=1)[:, -2:].T
        doubtful = np.flatnonzero(first - second < UNTOLD)
        named = tuple((None, *spots.names)[i] for i in rows.argmax(axis=1))
        return named, frozenset(doubtful.tolist())


def _bounds(points: Points) -> Points:
    """Give the upright rectangle round points (N x 2): its first corner and its last."""
    return np.array([points.min(axis=0), points.max(axis=0)], np.float32)


def _outside(points: Points, size: tuple[int, int]) -> Mask:
    """Mark the points (N x 2, pixels) outside a frame of a width and a height."""
    return np.asarray(((points < 0) | (points >= size)).any(axis=1))


def _lost(choices: tuple[str | None, ...], troubles: tuple[Trouble, ...]) -> Reading:
    none = np.zeros(0, bool)
    return Reading(
        registered=False,
        hand=False,
        choices=choices,
        log_likelihood=np.zeros((0, len(choices))),
        covered=none,
        near_hand=none,
        ranking=None,
        influence=None,
        troubles=troubles,
    )
