"""The eye: taught once from a table file, then every frame becomes a reading."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.camera import Points
from vision.config import SURE
from vision.flat_board import Regions
from vision.inpainting import BareBoard, with_pieces
from vision.kept import ANEW, Anew
from vision.looks import Correction
from vision.motion_gate import Change, Watch, bounds
from vision.occlusion import Occlusion
from vision.picture import load_picture
from vision.plan import Plan, aim
from vision.reading import Floats, Image, Mask, Reading, Reals, Slots
from vision.sight import Sight
from vision.table import Table, UnteachableError, check_view
from vision.teaching import Confusion, teach_pieces, teach_row, teach_tiles
from vision.trouble import Diagnosis


@dataclass(frozen=True, slots=True)
class Found:
    """What is learnt from the empty frame: how to find the board, what covers it, what is amiss."""

    sight: Sight
    diagnosis: Diagnosis
    occlusion: Occlusion

    @classmethod
    def by(cls, empty: Image, plan: Plan, table: Table) -> "Found":
        sight = Sight(empty, plan)
        if not sight.has_landmarks:
            wrong = "too little is to be seen within the corners to find the board by"
            raise UnteachableError(str(table.empty), "", wrong, "plain")
        return cls(sight, Diagnosis(empty, plan.corners), Occlusion(sight.flat_board, plan))


class TableEye(ABC):
    """Reads frames of one table, which must come in order, as from one camera.

    ``warnings`` say what will be hard to read here, the worst first. ``unlearnt`` are the locations
    whose empty look could only be guessed, as pieces stood there; ``saturated`` those that a
    highlight hid in all pictures.
    """

    table: Table
    warnings: tuple[Confusion, ...] = ()
    unlearnt: tuple[str, ...] = ()
    saturated: tuple[str, ...] = ()

    def _find_by(self, found: Found) -> Sight:
        """Find the board, and what covers it, by what was learnt from the empty frame."""
        self._sight, plan = found.sight, found.sight.plan
        self._diagnosis, self._occlusion = found.diagnosis, found.occlusion
        self._region: Points = np.vstack([plan.corners, *plan.tiles()])
        self._last: Reading | None = None
        return self._sight

    def _watch_for(self, middles_mm: Reals, watched: Points, smallest_mm: float) -> None:
        """Watch the ``watched`` part of frames for changes; ``middles_mm`` are the places."""
        plan = self._sight.plan
        self._centres, self._watched = plan.pixels(middles_mm), watched
        self._watch = Watch(self._sight.size, smallest_mm * plan.px_per_mm)

    def places(self) -> Floats:
        """Give where the places are in the last frame (N x 2, pixels, board order)."""
        return self._sight.pose.apply(self._centres)

    def outline(self) -> Floats:
        """Give the convex outline of the board and the tiles beside it in the last frame.

        N x 2, pixels, in order around it.
        """
        around = self._sight.pose.apply(self._region)
        return np.asarray(cv2.convexHull(around)[:, 0], np.float32)

    def read(self, frame: Image, name: str = "frame") -> Reading:
        """Read one frame (BGR, 8 bits); raises InputError, naming it, if its size is another.

        Only what has changed is read again; if nothing has, the last reading is returned.
        """
        sight = self._sight
        sight.check_size(frame, name)
        change = self._watch.changes(frame)
        if self._last is None or change.share:
            self._last = self._look(frame, change)
            found = self._last.registered
            seen = bounds(sight.pose.apply(self._watched)) if found else None
            everything = seen is None or bool(sight.flat.changed.all())
            self._watch.note(frame, seen, everything=everything)
        return self._last

    def unlike_empty(self, path: Path, besides: Collection[str]) -> tuple[str, ...]:
        """List the places that look as if a frame of teaching, or the empty one, showed a piece.

        Any place listed means that the board was not empty, or that more lay there than was said. A
        piece in both frames is not noticed, nor is every one that hardly stands out from the board.
        Places in ``besides``, where pieces are known to lie, are left out.
        """
        frame, sight = load_picture(path), self._sight
        sight.look_at_lesson(frame, str(path))
        found = self._unlike_empty(frame)
        sight.look_at_empty()
        return tuple(one for one in found if one not in besides)

    def _lost(self, frame: Image) -> Reading:
        sight = self._sight
        troubles = self._diagnosis.lost(frame, sight.pose, sight.cut)
        return Reading(registered=False, hand=False, groups={}, troubles=troubles)

    @abstractmethod
    def _look(self, frame: Image, change: Change) -> Reading:
        """Read a frame that has changed."""

    @abstractmethod
    def _unlike_empty(self, frame: Image) -> Sequence[str]:
        """List the places with a piece in the frame that the sight took, or in the empty one."""


class Eye(TableEye):
    """Reads frames of a table with pieces on spots, and tiles."""

    def __init__(
        self, table: Table, standing: Mapping[str, str] | None = None, known: Anew = ANEW
    ) -> None:
        """Learn the table from the pictures that its file names, unless it is ``known``.

        ``standing`` says whose pieces stand where in the empty frame (location to colour),
        besides those that the table file says stand there. Raises InputError when a picture is
        missing or of another size, when the empty frame cannot show the board, when a sample
        shows nothing, or when colours cannot be distinguished.
        """
        self.table = with_pieces(table, standing or {})
        empty = load_picture(table.empty)
        check_view(table, Plan(table.board, table.corners_px), empty)

        def found() -> Found:
            return Found.by(empty, aim(table.board, table.corners_px, empty), table)

        sight = self._find_by(known.part("board", found))
        self._plan, row = sight.plan, table.row
        self._row = (
            known.part("row", lambda: teach_row(sight, table), [row.frame], row.names)
            if row
            else None
        )
        if not self.table.standing and (self._row is None or not self._row.was_laid):
            self._learn(known)
            return
        # A game was on: pieces stand on the board, or tiles lie in the row.
        bare = BareBoard(self.table, self._plan, empty)
        self._learn_from(bare)
        filled = [self._fill(bare, path) for path in sorted(table.frames - {table.empty})]
        if any(filled):
            self._learn_from(bare)
        self.unlearnt = bare.unlearnt

    def _fill(self, bare: BareBoard, path: Path) -> bool:
        frame = load_picture(path)
        return bare.fill(path, frame, self.read(frame, str(path)), self._sight.pose)

    def _learn_from(self, bare: BareBoard) -> None:
        """Learn all from the empty frame as it would look without what lies there."""
        sight = self._find_by(Found.by(bare.picture, self._plan, self.table))
        self._row = teach_row(sight, self.table)
        self._learn(ANEW, bare.unlearnt)

    def _learn(self, known: Anew, guessed: tuple[str, ...] = ()) -> None:
        """Learn pieces and tiles where the board was found.

        ``guessed`` are locations whose empty look is only guessed.
        """
        table, sight, tiles = self.table, self._sight, self.table.tiles
        samples = tuple((one.frame, one.colour, one.at) for one in table.samples)
        self.spots, self.warnings = known.part(
            "pieces",
            lambda: teach_pieces(sight, table, guessed),
            [frame for frame, *_ in samples],
            samples,
        )
        unknown = [table.board.locations[place].id for place in self.spots.unknown()]
        self.saturated = tuple(name for name in unknown if name not in guessed)
        self._tiles = (
            known.part("tiles", lambda: teach_tiles(sight, table), [tiles.frame], tiles.names)
            if tiles
            else None
        )
        flat_board = sight.flat_board
        slots = self._plan.tiles_mm()[: len(table.board.row_boxes)]
        self._slots = Regions([flat_board.outline(one) for one in slots])
        rim = self._plan.pixels(flat_board.corners_mm)
        self._watch_for(self._plan.centres_mm, rim, 2 * self.spots.learnt.radius_mm)

    def correct(self, at: str, name: str | None) -> Correction | None:
        """Learn from players that a location is empty in the last frame, or whose piece is there.

        Returns None, learning nothing, where the location could not be seen in it.
        """
        place = self.table.board.index[at]
        last = self._last
        if (
            last is None
            or not last.registered
            or last.groups[self.table.board.pieces.id].near[place]
        ):
            return None
        self._watch.forget()
        return self.spots.correct(self._sight, place, name)

    def take_back(self, correction: Correction) -> None:
        self._watch.forget()
        self.spots.take_back(correction)

    def _look(self, frame: Image, change: Change) -> Reading:
        choices = (None, *self.spots.names)
        sight = self._sight
        if not sight.find_board(frame, change):
            return self._lost(frame)
        cover = self._occlusion.find(sight.flat, sight.light, self._pieces_read)
        likelihood, observed = self.spots.read(sight, cover.covered)
        places = self.places()
        hidden = ((places < 0) | (places >= sight.size)).any(axis=1) | ~observed
        covered = cover.covered | hidden
        board = self.table.board
        slots = len(board.row_boxes)
        spaces = slots + len(board.tile_circles)
        groups = {board.pieces.id: Slots(choices, likelihood, ~covered, cover.near | hidden)}
        if self._row is not None and board.row is not None:
            changed = self._slots.share(sight.flat.changed) > 0
            groups[board.row.id] = self._row.read(sight.seen, cover.tiles[:slots], changed)
        if self._tiles is not None and board.tiles is not None:
            under, near = (one[slots:spaces] for one in (cover.tiles, cover.near_tiles))
            rows, seen = self._tiles.read(sight, under)
            groups[board.tiles.id] = Slots((None, *self._tiles.names), rows, seen & ~under, near)
        return Reading(
            registered=True,
            hand=cover.hand,
            groups=groups,
            troubles=self._diagnosis.found(frame, places, covered, likelihood),
        )

    def _unlike_empty(self, frame: Image) -> Sequence[str]:  # noqa: ARG002 - it is looked at
        rows = self.spots.weigh(self._sight.view(self.spots.learnt.measure.patches))
        bare = rows[:, 0] - np.logaddexp.reduce(rows[:, 1:], axis=1) >= SURE
        bare[self.spots.unknown()] = True  # nothing can be said of these
        return [self.table.board.locations[place].id for place in np.flatnonzero(~bare)]

    def _pieces_read(self) -> Mask:
        return np.asarray(self.spots.read(self._sight)[0].argmax(axis=1) > 0)
