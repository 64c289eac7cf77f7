"""The eye for boards with areas: taught once from a table file, then frames become readings."""

from typing import Final

import cv2
import numpy as np

from engine.layout import Shape, SlotGroup, Spot
from vision.area_reader import GroupReader, distances
from vision.area_teaching import AreaSight, outline_mm, teach_looks, teach_row_of, teach_under
from vision.areas import Looks
from vision.camera import Kept, Lens, Marks
from vision.eye import Eye
from vision.illumination import Floats, Mask
from vision.motion_gate import Watch, bounds
from vision.occlusion import Cover, Occlusion
from vision.picture import load_picture
from vision.plan import Plan
from vision.reading import Areas, Image, Reading, Slots
from vision.sight import Sight
from vision.table import Table, UnteachableError
from vision.teaching import Confusion
from vision.trouble import Diagnosis


class AreaEye:
    """Reads frames of one table whose board has areas. Frames come in order, as from one camera.

    ``warnings``, ``unlearnt`` and ``dazzled`` are as those of ``Eye``.
    """

    def __init__(self, table: Table) -> None:
        """Learn the table from the pictures that its file names; raises InputError."""
        self.table = table
        self.warnings: tuple[Confusion, ...] = ()
        self.unlearnt: tuple[str, ...] = ()
        self.dazzled: tuple[str, ...] = ()
        empty = load_picture(table.empty)
        height, width = empty.shape[:2]
        plan = Plan(table.board, table.corners_px, Lens(width, height))
        self._sight = sight = Sight(empty, plan)
        if not sight.has_landmarks:
            wrong = "too little is to be seen within the corners to find the board by"
            raise UnteachableError(str(table.empty), "", wrong, "plain")
        groups = [group for group in table.board.areas if group.places]
        places = [place for group in groups for place in group.places]
        rounds = [
            place
            for group in table.board.layout
            for place in group.places
            if isinstance(place, Spot)
        ]
        look = AreaSight(sight, empty, [*places, *rounds])
        looks = teach_looks(look, table)
        tiled = [group for group in table.board.layout if group.shape is not Shape.AREAS]
        taught = {group.id: teach_row_of(look, table, group) for group in tiled}
        self._rows = {ident: row for ident, row in taught.items() if row is not None}
        flat = sight.flat_board
        self._tile_cells = {
            group.id: [flat.outline(outline_mm(place)) for place in group.places] for group in tiled
        }
        readers = [self._reader(look, looks, group) for group in groups]
        self._readers = [reader for reader in readers if reader.names]
        self._areas = look
        self._diagnosis = Diagnosis(empty, plan.corners)
        self._occlusion = Occlusion(sight.flat_board, plan)
        middles = np.array([outline_mm(place).mean(axis=0) for place in places])
        self._centres = Marks(plan.pixels(middles))
        self._region = Marks(np.vstack([plan.corners, *plan.tiles()]))
        self._bounds = Kept(lambda pose: bounds(self._region.under(pose)))
        smallest = 2 * min(one.radius_mm for one in looks.outlines) * plan.px_per_mm
        self._watch = Watch(sight.size, smallest)
        self._last: Reading | None = None

    def _reader(self, look: AreaSight, looks: Looks, group: SlotGroup) -> GroupReader:
        """Make the reader of one group of areas, on a row's tiles where they share their places."""
        known = {*group.classes, *(self.table.colours if group.players else ())}
        names = [name for name in looks.names if name in known]
        for row in self.table.board.layout:
            if row.shape is Shape.ROW and row.id in self._rows and row.places == group.places:
                under = teach_under(look, self.table, row)
                if under is not None:
                    return GroupReader(look, looks, group, names, (under, row.id))
        return GroupReader(look, looks, group, names)

    def places(self) -> Floats:
        """Tell where the middles of the areas are in the last frame (N x 2, pixels)."""
        return self._centres.under(self._sight.pose).copy()

    def outline(self) -> Floats:
        """Tell the convex outline of the board and the tiles beside it in the last frame."""
        around = self._region.under(self._sight.pose).astype(np.float32)
        return np.asarray(cv2.convexHull(around)[:, 0], np.float32)

    def read(self, frame: Image, name: str = "frame") -> Reading:
        """Read one frame (BGR, 8 bits); raises InputError, naming it, when its size is another.

        Where nothing changed since the frame last looked at, its reading holds. After a change
        one more frame is looked at whatever it shows.
        """
        self._sight.check_size(frame, name)
        if self._last is None or self._watch.news(frame).share:
            self._last = self._look(frame)
            seen = self._bounds.under(self._sight.pose) if self._last.registered else None
            self._watch.looked(frame, seen, everything=True)
        return self._last

    def _look(self, frame: Image) -> Reading:
        sight = self._sight
        if not sight.look(frame):
            troubles = self._diagnosis.lost(frame, sight.pose, sight.cut)
            return Reading(registered=False, hand=False, groups={}, troubles=troubles)
        lit = self._areas.seen(frame)
        tiles = {ident: row.read(sight.seen) for ident, row in self._rows.items()}
        # What looks like a hand at first may be pieces that are not read yet; what stays is one.
        stays = self._last is not None and self._last.hand
        cells = self._cover().cells if stays else None
        away = None if cells is None else distances(cells)
        for reader in self._readers:
            under = tiles.get(reader.row) if reader.row is not None else None
            reader.read(lit, None if under is None else under.likeliest(), away)
        cover = self._cover()
        areas = {reader.group.id: reader.result(cover) for reader in self._readers}
        groups = {ident: self._uncovered(ident, slots, cover) for ident, slots in tiles.items()}
        rows = np.concatenate([_two_best(each) for each in areas.values()])
        covered = np.concatenate([~each.observed for each in areas.values()])
        return Reading(
            registered=True,
            hand=cover.hand,
            groups=groups,
            troubles=self._diagnosis.found(frame, self.places(), covered, rows),
            areas=areas,
        )

    def _cover(self) -> Cover:
        """Find what covers the board beside the pieces that are read."""
        sight = self._sight
        pieces = np.any([reader.explained() for reader in self._readers], axis=0)
        return self._occlusion.find(sight.flat, sight.light, _no_colour, _nowhere, pieces)

    def _uncovered(self, ident: str, slots: Slots, cover: Cover) -> Slots:
        """Mark the tiles that a hand hides or nears."""
        if cover.cells is None:
            return slots
        near = np.array([bool(cover.cells[cells].any()) for cells in self._tile_cells[ident]], bool)
        return Slots(slots.classes, slots.log_likelihood, slots.observed & ~near, near)


AnyEye = Eye | AreaEye


def eye_of(table: Table) -> AnyEye:
    """Teach the eye that a table's board needs; raises InputError."""
    return AreaEye(table) if table.board.areas else Eye(table)


def _no_colour(seen: Floats) -> Mask:
    """Tell of no colour that it may be a piece's: pieces are explained where they are read."""
    return np.zeros(len(seen), bool)


def _nowhere() -> Mask:
    return np.zeros(0, bool)


def _two_best(areas: Areas) -> Floats:
    """Give the two greatest log likelihoods of each place (places x 2)."""
    values = [[*each.values()][:2] for each in areas.log_likelihood]
    return np.array([[one[0], one[1] if len(one) > 1 else one[0] - FAR] for one in values])


FAR: Final = 20.0
"""Nats by which what is not listed is behind."""
