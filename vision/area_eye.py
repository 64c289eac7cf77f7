"""The eye for boards with areas: taught from a table file, then every frame becomes a reading."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from engine.layout import Shape, SlotGroup, Spot
from vision.area_colours import Ground, Looks, evidence_of, tile_ground
from vision.area_map import AreaSight, Lit, outline_mm
from vision.area_teaching import teach_looks, teach_row_of, teach_under
from vision.area_tiles import Laid, TilesUnder
from vision.areas import Lying, Piece, Search, counts
from vision.config import NORMAL_MEDIAN, AreaConfig, EvidenceConfig, IlluminationConfig
from vision.eye import Eye, Found, TableEye
from vision.illumination import levels_of, medians
from vision.kept import ANEW, Anew
from vision.motion_gate import Change
from vision.occlusion import Cover
from vision.picture import load_picture
from vision.plan import aim
from vision.reading import Areas, Floats, Image, Indices, Mask, Reading, Reals, Slots
from vision.table import Table
from vision.teaching import Confusion
from vision.tiles import TileRow

CONFIG: Final = AreaConfig()
EVIDENCE: Final = EvidenceConfig()
LIGHT: Final = IlluminationConfig()
OVERLOOKED: Final = float(np.exp(CONFIG.overlooked))
SETTLED: Final = 0.98
"""Probability of its likeliest content from which an area is not read again until it changes."""
MOST_HIDDEN: Final = 0.5
"""Share of a slot that may look foreign to the tile that lay there before: more is another tile."""
BLEED_MM: Final = 4.0
"""How far beyond a piece that was read foreground is explained by its edge and contact shadow."""
APART: Final = 3
"""Cells between which noise is compared: means of 3 x 3 that are nearer share some of them."""
NEAR_MM: Final = 30.0
"""How near a hand must come to an area for something to be about to change there."""


class Changes:
    """Tells what changed in a frame, by its flat board.

    ``seen`` (rows x columns x 3) is the frame in taught light, opponent space, ``last`` the frame
    before it, ``level`` (rows x columns) how bright the bare board is: a camera's noise is about
    equal in levels, so that logarithms are noisier where a board is dark. Most of it does not
    change from one frame to the next. Light that does changes neighbouring cells alike.
    """

    def __init__(self, seen: Floats, last: Floats | None, level: Floats) -> None:
        self._seen = seen.reshape(-1, 3)
        self._limits = np.full_like(self._seen, np.array(EVIDENCE.unchanged))
        if last is not None:
            off = (seen - last) * level[..., None]
            apart = np.abs(off[:, APART:] - off[:, :-APART]).reshape(-1, 3)
            noise = medians(apart.T) / (NORMAL_MEDIAN * 2**0.5)
            usual = np.asarray(CONFIG.noise * noise, np.float32) / level.reshape(-1, 1)
            self._limits = np.maximum(self._limits, usual)

    def at(self, cells: Indices) -> Floats:
        """Give how some cells (N), by their numbers, look (N x 3)."""
        return np.asarray(self._seen[cells], np.float32)

    def same(self, cells: Indices, seen: Floats | None, before: Floats | None) -> bool:
        """Tell whether cells look as they did before; not so where either look is unknown."""
        if seen is None or before is None:
            return False
        return bool((np.abs(seen - before) <= self._limits[cells]).all())


class GroupReader:
    """Reads the places of one group of areas.

    ``under`` finds the tiles that lie under the pieces, and names the group whose tiles these are
    (``row``); without it the ground is the printed board.
    """

    def __init__(
        self,
        look: AreaSight,
        looks: Looks,
        group: SlotGroup,
        names: Sequence[str],
        under: tuple[TilesUnder, str] | None = None,
    ) -> None:
        self.group, self.names, self._looks = group, tuple(names), looks
        self._look, self._under = look, under
        self.row = under[1] if under else None
        self._plots = [look.map.plot(place) for place in group.places]
        self._bare = [
            Ground(look.bare(one.window), one.step_mm, looks.noise) for one in self._plots
        ]
        kinds = [looks.names.index(name) for name in names]
        own = [[k for k in kinds if looks.names[k] == place.id] for place in group.places]
        self._kinds = [each or kinds for each in own]
        flat = look.sight.flat_board
        shapes = [flat.outline(_wider(outline_mm(place))) for place in group.places]
        self._inner = [flat.outline(outline_mm(place)) for place in group.places]
        self._cells = [np.flatnonzero(one) for one in shapes]
        count = len(self._plots)
        self._before: list[Floats | None] = [None] * count
        self._lately: list[Floats | None] = [None] * count
        self._means: list[tuple[int, Floats] | None] = [None] * count
        self._tiles: list[str | None] = [None] * count
        self._found: list[dict[Lying, float]] = [{(): 0.0}] * count
        self._pieces: list[list[Piece]] = [[] for _ in range(count)]
        self._laid: list[Laid | None] = [None] * count
        self._expected: dict[tuple[int, str], list[Floats]] = {}
        self._in_view = np.ones(count, bool)

    def read(
        self,
        lit: Lit,
        changes: Changes,
        tiles: Sequence[str | None] | None = None,
        away: Floats | None = None,
    ) -> None:
        """Read the places that changed, or whose last reading is in doubt.

        The latter are averaged over the frames since they changed, which leaves less noise.
        ``tiles`` are the names of what lies under the pieces, None where that is not known.
        ``away`` is how far each cell of the flat board is from a hand that has been there for some
        frames, in cells: a place near it is not read while it changes.
        """
        sight = self._look.sight
        for i, (plot, cells) in enumerate(zip(self._plots, self._cells, strict=True)):
            seen = changes.at(cells)
            named = tiles[i] if tiles else None
            lately, self._lately[i] = self._lately[i], seen
            same = changes.same(cells, seen, self._before[i])
            if same and self._probability(i) >= SETTLED and named == self._tiles[i]:
                continue
            near = away is not None and self._is_near(i, away)
            if near and not changes.same(cells, seen, lately):
                continue
            self._before[i], self._tiles[i] = seen, named
            visible = self._look.map.in_view(sight.pose, sight.size, plot.window)
            self._in_view[i] = bool(visible[plot.inside].all())
            if not same:
                self._means[i] = None
            self._read_place(i, self._mean(i, self._look.lit(lit, plot.window)), lit)

    def _mean(self, i: int, seen: Floats) -> Floats:
        """Average a place's window over the frames in which it has been read since it changed."""
        count, mean = self._means[i] or (0, seen)
        mean = mean + (seen - mean) / np.float32(count + 1)
        self._means[i] = (min(count + 1, CONFIG.averaged - 1), mean)
        return mean

    def washed_out(self) -> list[str]:
        """List the places where a whole piece would lie on ground washed out when taught."""
        found = []
        for i, (place, plot) in enumerate(zip(self.group.places, self._plots, strict=True)):
            white = levels_of(self._bare[i].bare).min(axis=-1) >= LIGHT.saturated
            least = min(self._looks.outlines[k].radius_mm for k in self._kinds[i])
            if distances(~(white & plot.inside)).max() * plot.step_mm >= least:
                found.append(place.id)
        return found

    def unlike_empty(self, lit: Lit) -> list[str]:
        """List the places with a piece in a frame, or on the empty board as judged by the frame."""
        found = []
        for i, (place, plot) in enumerate(zip(self.group.places, self._plots, strict=True)):
            bare, seen = self._bare[i], self._look.lit(lit, plot.window)
            limited = self._look.limited(lit, plot.window)
            other = Ground(seen, plot.step_mm, self._looks.noise)
            there = self._search(i, bare, seen, limited).run(1)
            if there or self._search(i, other, bare.bare).run(1):
                found.append(place.id)
        return found

    def explained(self) -> Mask:
        """Mark the cells of the flat board that the pieces read explain as foreground.

        A hand may be read as many pieces, but it is hardly sure which ones: where no content of a
        place is likely, its pieces explain nothing.
        """
        flat = self._look.sight.flat_board
        bits = np.zeros(flat.shape, np.uint8)
        for i, (plot, pieces) in enumerate(zip(self._plots, self._pieces, strict=True)):
            for piece in pieces if self._probability(i) >= CONFIG.explained else ():
                outline = self._looks.outlines[piece.kind]
                foot = plot.at_mm + np.array(piece.foot[::-1]) * plot.step_mm
                head = foot + self._looks.lean.of(outline.height_mm, foot)
                ends = [(at - flat.origin_mm) / flat.step_mm * 16 for at in (foot, head)]
                one, other = (tuple(np.round(end).astype(int).tolist()) for end in ends)
                width = 2 * (outline.radius_mm + BLEED_MM) / flat.step_mm
                cv2.line(bits, one, other, 1, max(1, round(width)), shift=4)
        return np.asarray(bits > 0)

    def result(self, cover: Cover, changes: Changes) -> Areas:
        """Give what was read, for a known cover of the board.

        What lies under a hand is read again when it is gone.
        """
        near = np.zeros(len(self._plots), bool)
        hidden = np.zeros(len(self._plots), bool)
        if cover.cells is not None:
            cell = self._look.sight.flat_board.step_mm**2
            away = distances(cover.cells)
            for i, (inner, cells) in enumerate(zip(self._inner, self._cells, strict=True)):
                near[i] = self._is_near(i, away)
                hidden[i] = bool((cover.cells & inner).sum() * cell >= CONFIG.hidden_mm2)
                if hidden[i] and changes.same(cells, self._lately[i], self._before[i]):
                    self._before[i] = None
        observed = self._in_view & ~hidden
        return Areas(tuple(self._found), observed, near | ~observed)

    def _is_near(self, i: int, away: Floats) -> bool:
        """Tell whether a hand is so near to a place that something may be about to change."""
        step = self._look.sight.flat_board.step_mm
        return bool(away[self._inner[i]].min(initial=np.inf) * step < NEAR_MM)

    def _probability(self, i: int) -> float:
        """Give the probability of a place's likeliest content."""
        values = np.array(list(self._found[i].values()))
        return float(np.exp(values.max() - np.logaddexp.reduce(values)))

    def _read_place(self, i: int, lit: Floats, frame: Lit) -> None:
        trust = frame.trust
        plot, ground = self._plots[i], self._bare[i]
        kinds, looks = self._kinds[i], self._looks
        if self._under is not None:
            tile = self._beneath(i, self._under[0], lit)
            if tile is None and not self._is_bare(i, lit):
                every = ((), *((looks.names[k],) for k in kinds))
                self._found[i], self._pieces[i] = dict.fromkeys(every, 0.0), []
                return
            ground = ground if tile is None else self._tile(i, tile)
        names = tuple(looks.names[k] for k in kinds)
        search = self._search(i, ground, lit, self._look.limited(frame, plot.window))
        pieces = search.run(1 if self.group.capacity == 1 else CONFIG.most_pieces)
        left = search.left(trust)
        shares = search.unseen(self._expected_nats(i, ground), trust)
        if self.group.capacity == 1:
            odds = (trust * float(piece.gains.max()) for piece in pieces)
            here = max(*odds, float(left.max()), float(np.log(shares.max() + OVERLOOKED)))
            found = {(names[0],): here, (): 0.0}
            self._found[i] = dict(sorted(found.items(), key=lambda one: -one[1]))
        else:
            unseen = np.log(CONFIG.usual * shares + OVERLOOKED)
            more = np.maximum(left, unseen)
            self._found[i] = counts(plot, names, pieces, more, trust)
        self._pieces[i] = [replace(piece, kind=kinds[piece.kind]) for piece in pieces]

    def _search(self, i: int, ground: Ground, lit: Floats, limited: Mask | None = None) -> Search:
        kinds, looks = self._kinds[i], self._looks.at(self._plots[i].middle_mm)
        evidence = evidence_of(looks, kinds, ground, lit, limited)
        outlines = tuple(looks.outlines[k] for k in kinds)
        return Search(self._plots[i], outlines, looks.lean, evidence, looks.lamps)

    def prepare(self) -> None:
        """Work out what no frame changes: the evidence of pieces on each bare place."""
        for i, ground in enumerate(self._bare):
            self._expected_nats(i, ground)

    def _expected_nats(self, i: int, ground: Ground) -> list[Floats]:
        """Give the evidence that a piece of each class would have on a place's cells.

        It is computed once for the printed board, and once for each tile whose name is known.
        """
        tile = "" if ground is self._bare[i] else self._tiles[i]
        known = self._expected.get((i, tile)) if tile is not None else None
        if known is None:
            known = [ground.expected_nats(*self._looks.cells[k]) for k in self._kinds[i]]
            if tile is not None:
                self._expected[i, tile] = known
        return known

    def _beneath(self, i: int, known: TilesUnder, lit: Floats) -> Floats | None:
        """Give the look of the tile in a slot: lying as found now, or as before pieces hid it.

        Of these the one of which least looks foreign is taken: with many pieces on a tile its print
        hardly correlates, but all else of the slot still looks like it. None for the printed board,
        or if no tile is known: one that was not taught may have much of its frame in common with
        others, and what differs would be read as pieces.
        """
        bare = self._bare[i].bare
        tiles, alike = known.under(lit, bare, self._tiles[i])
        foreign = self._foreign(i, self._bare[i], lit)
        is_bare = foreign < CONFIG.bare_share
        if is_bare and not alike:
            tiles = []
        most = 1.0 if alike and self._tiles[i] is not None else CONFIG.bare_share
        rated = [(self._foreign(i, self._tile(i, one.shown), lit), one) for one in tiles]
        found: list[tuple[float, Laid | None]] = [one for one in rated if one[0] <= most]
        if (before := self._laid[i]) is not None:
            before = known.laid(lit, bare, before.name, before.turn)
            left = self._foreign(i, self._tile(i, before.shown), lit)
            found += [(left, before)] * (left < MOST_HIDDEN)
        if is_bare:
            found.append((foreign, None))
        _, laid = min(found, key=lambda one: one[0], default=(1.0, None))
        self._laid[i] = laid
        return None if laid is None else laid.shown

    def _tile(self, i: int, shown: Floats) -> Ground:
        return tile_ground(shown, self._plots[i].step_mm, self._looks.noise)

    def _is_bare(self, i: int, lit: Floats) -> bool:
        """Tell whether a slot that may hold a tile shows the printed board."""
        return self._foreign(i, self._bare[i], lit) < CONFIG.bare_share

    def _foreign(self, i: int, ground: Ground, lit: Floats) -> float:
        """Give the share of a place that does not look like a ground."""
        return float(ground.foreign(lit)[1][self._plots[i].inside].mean())


def _wider(outline: Reals) -> Reals:
    """Widen an outline by as far as pieces beside it may lean into it."""
    middle = outline.mean(axis=0)
    away = np.linalg.norm(outline - middle, axis=1, keepdims=True)
    return np.asarray(middle + (outline - middle) * (1 + CONFIG.rim_mm / 2 / np.maximum(away, 1)))


def distances(cells: Mask) -> Floats:
    """Give how far each cell is from the nearest marked one, in cells."""
    return np.asarray(cv2.distanceTransform((~cells).astype(np.uint8), cv2.DIST_L2, 5), np.float32)


class AreaEye(TableEye):
    """Reads frames of one table whose board has areas."""

    def __init__(self, table: Table, known: Anew = ANEW) -> None:
        """Learn the table from the pictures that its file names, unless it is ``known``."""
        self.table = table
        empty = load_picture(table.empty)
        groups = [group for group in table.board.areas if group.places]
        places = [place for group in groups for place in group.places]
        rounds = [
            place
            for group in table.board.layout
            for place in group.places
            if isinstance(place, Spot)
        ]

        def board() -> tuple[Found, AreaSight]:
            found = Found.by(empty, aim(table.board, table.corners_px, empty), table)
            return found, AreaSight(found.sight, empty, [*places, *rounds])

        found, look = known.part("board", board)
        sight = self._find_by(found)
        looks = teach_looks(look, table, known)
        self.warnings = tuple(
            Confusion((one, other), None, lead) for one, other, lead in looks.confused
        )
        tiled = [group for group in table.board.layout if group.shape is not Shape.AREAS]
        taught = {group.id: self._row_of(look, group, known) for group in tiled}
        self._rows = {ident: row for ident, row in taught.items() if row is not None}
        flat = sight.flat_board
        self._tile_cells = {
            group.id: [flat.outline(outline_mm(place)) for place in group.places] for group in tiled
        }
        readers = [self._reader(look, looks, group) for group in groups]
        self._readers = [reader for reader in readers if reader.names]
        self.saturated = tuple(at for reader in self._readers for at in reader.washed_out())
        self._known = {one.group.id for one in self._readers if self._is_known(one)}
        self._areas = look
        self._lately: Floats | None = None
        bare = flat.soft
        self._level: Floats = np.exp(bare[..., 0])
        middles = np.array([outline_mm(place).mean(axis=0) for place in places])
        smallest = 2 * min(one.radius_mm for one in looks.outlines)
        self._watch_for(middles, self._region, smallest)

    def prepare(self) -> None:
        """Work out what reading needs that no frame changes, so that it is kept with the eye."""
        for reader in self._readers:
            reader.prepare()

    def _row_of(self, look: AreaSight, group: SlotGroup, known: Anew) -> TileRow | None:
        lessons = [taught for taught in self.table.groups if taught.group == group.id]
        return known.part(
            f"row {group.id}",
            lambda: teach_row_of(look, self.table, group),
            [one.frame for one in lessons],
            tuple(one.names for one in lessons),
        )

    def _reader(self, look: AreaSight, looks: Looks, group: SlotGroup) -> GroupReader:
        known = {*group.classes, *(self.table.colours if group.players else ())}
        names = [name for name in looks.names if name in known]
        for row in self.table.board.layout:
            if row.shape is Shape.ROW and row.id in self._rows and row.places == group.places:
                under = teach_under(look, self.table, row)
                if under is not None:
                    return GroupReader(look, looks, group, names, (under, row.id))
        return GroupReader(look, looks, group, names)

    def _is_known(self, reader: GroupReader) -> bool:
        """Tell whether a group can be read: its pieces were taught, and the tiles below them."""
        group = reader.group
        below = [row for row in self.table.board.layout if row.shape is Shape.ROW]
        if any(row.places == group.places for row in below) and reader.row is None:
            return False
        return not group.classes or any(name in reader.names for name in group.classes)

    def _unlike_empty(self, frame: Image) -> Sequence[str]:
        """List places of players' pieces, but for those that have tiles: these may differ."""
        lit = self._areas.seen(frame)
        readers = (one for one in self._readers if one.group.players and one.row is None)
        return [place for reader in readers for place in reader.unlike_empty(lit)]

    def _look(self, frame: Image, change: Change) -> Reading:  # noqa: ARG002 - all is looked at
        sight = self._sight
        if not sight.find_board(frame):
            return self._lost(frame)
        lit = self._areas.seen(frame)
        tiles = {ident: row.read(sight.seen) for ident, row in self._rows.items()}
        # At first a "hand" may be pieces that are not read yet; if it stays it is one.
        stays = self._last is not None and self._last.hand
        cells = self._cover().cells if stays else None
        away = None if cells is None else distances(cells)
        seen = sight.flat_board.lit(sight.flat, sight.light)
        changes = Changes(seen, self._lately, self._level)
        self._lately = seen
        for reader in self._readers:
            under = tiles.get(reader.row) if reader.row is not None else None
            reader.read(lit, changes, None if under is None else under.likeliest(), away)
        cover = self._cover()
        areas = {reader.group.id: reader.result(cover, changes) for reader in self._readers}
        groups = {ident: self._uncovered(ident, slots, cover) for ident, slots in tiles.items()}
        rows = np.concatenate([_two_best(each) for each in areas.values()])
        covered = np.concatenate([~each.observed for each in areas.values()])
        return Reading(
            registered=True,
            hand=cover.hand,
            groups=groups,
            troubles=self._diagnosis.found(frame, self.places(), covered, rows),
            areas={ident: one for ident, one in areas.items() if ident in self._known},
        )

    def _cover(self) -> Cover:
        sight = self._sight
        pieces = np.any([reader.explained() for reader in self._readers], axis=0)
        return self._occlusion.find(sight.flat, sight.light, _nowhere, pieces)

    def _uncovered(self, ident: str, slots: Slots, cover: Cover) -> Slots:
        if cover.cells is None:
            return slots
        near = np.array([bool(cover.cells[cells].any()) for cells in self._tile_cells[ident]], bool)
        return Slots(slots.classes, slots.log_likelihood, slots.observed & ~near, near)


AnyEye = Eye | AreaEye


def eye_of(table: Table, known: Anew = ANEW) -> AnyEye:
    """Teach the kind of eye that a table's board needs what is not ``known``; raises InputError."""
    return AreaEye(table, known) if table.board.areas else Eye(table, known=known)


def _nowhere() -> Mask:
    return np.zeros(0, bool)


def _two_best(areas: Areas) -> Floats:
    """Give the two greatest log likelihoods of each place (places x 2)."""
    values = [[*each.values()][:2] for each in areas.log_likelihood]
    return np.array([[one[0], one[1] if len(one) > 1 else -np.inf] for one in values])
