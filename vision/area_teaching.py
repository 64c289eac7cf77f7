"""Learning what lies in areas: colours and outlines of each class, from frames of teaching."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Final

import numpy as np

from engine.layout import Box, Place, Shape, SlotGroup, Spot
from vision.area_colours import Looks
from vision.area_lamps import lamps_of
from vision.area_lessons import (
    LEAST_CELLS,
    Grounds,
    Shown,
    agreed,
    heap,
    heap_feet,
    own_cells,
    shadows,
    shown,
    small_outline,
    stand_of,
    tall_feet,
    tall_outline,
)
from vision.area_map import AreaSight, Lit, Plot
from vision.area_shapes import Lamp, Lean, Outline
from vision.area_tiles import TilesUnder
from vision.config import AreaConfig, EvidenceConfig
from vision.kept import ANEW, Anew
from vision.looks import Appearance
from vision.picture import load_picture
from vision.reading import Floats, Mask, Reals
from vision.table import Table, UnteachableError
from vision.tiles import TileRow

CONFIG: Final = AreaConfig()
EVIDENCE: Final = EvidenceConfig()
CELLS: Final = 24
"""Cells of a class by which it is judged where pieces of it can be seen."""


@dataclass(frozen=True, slots=True)
class _Lesson:
    """What lies on one place in a frame of teaching."""

    name: str
    frame: Path
    place: Place


@dataclass(frozen=True, slots=True)
class Standing:
    """What is learnt from heaps and players' pieces: colours and outlines by class, and light."""

    pixels: Mapping[str, Sequence[Floats]]
    outlines: Mapping[str, Outline]
    lean: Lean
    shadows: Appearance | None
    lamps: tuple[Lamp, ...]


class _Lessons:
    """What the frames of teaching show: heaps, single pieces of players, and flat markers."""

    def __init__(self, look: AreaSight, table: Table) -> None:
        self._look = look
        groups = {group.id: group for group in table.board.layout}
        places = {place.id: place for group in table.board.layout for place in group.places}
        taught = [
            (groups[one.group].shape, _Lesson(name, one.frame, place))
            for one in table.groups
            for place, name in zip(groups[one.group].places, one.names, strict=True)
        ]
        self.heaps = tuple(one for shape, one in taught if shape is Shape.AREAS)
        self._flat = [
            one for shape, one in taught if shape is not Shape.AREAS and isinstance(one.place, Spot)
        ]
        self.tall = tuple(
            _Lesson(sample.colour, sample.frame, places[at])
            for sample in table.samples
            for at in sample.at
        )
        used = {*self.heaps, *self._flat, *self.tall}
        ordered = [*(one for _, one in taught if one in used), *self.tall]
        self._frames = {
            frame: self._measured(frame) for frame in dict.fromkeys(one.frame for one in ordered)
        }
        look.sight.look_at_empty()

    @property
    def noise(self) -> Reals:
        """Give the noise of the frames of teaching (3): deviation times level of a cell."""
        each = [noise for _, noise in self._frames.values()]
        return np.asarray(np.mean(each, axis=0) if each else np.zeros(3), np.float64)

    def flat(self) -> Iterator[tuple[str, Floats, float]]:
        """Give the colours of each marker, and its radius in mm: it fills its round place."""
        for one in self._flat:
            _, lit, plot = self._taken(one)
            if isinstance(one.place, Spot):
                yield one.name, lit[plot.inside], one.place.radius_mm

    def standing(self) -> Standing:
        heaps = [heap(one.name, *self._taken(one)) for one in self.heaps]
        tall = self._tall_shown()
        step, sight = self._look.map.step_mm, self._look.sight
        peg, lean = tall_outline(tall, sight.plan, sight.size, step)
        small = small_outline(heaps, lean)
        pixels: dict[str, list[Floats]] = {}
        outlines: dict[str, Outline] = {}
        for kinds, outline in ((heaps, small), (tall, peg)):
            for one in kinds:
                pixels.setdefault(one.name, []).append(own_cells(one))
                outlines[one.name] = outline
        stands = [
            *(stand_of(one, small, heap_feet(one, small, lean)) for one in heaps),
            *(stand_of(one, peg, tall_feet(one, peg, lean)) for one in tall),
        ]
        return Standing(pixels, outlines, lean, shadows([*heaps, *tall], step), lamps_of(stands))

    def _tall_shown(self) -> list[Shown]:
        by_class: dict[str, list[Shown]] = {}
        for one in self.tall:
            by_class.setdefault(one.name, []).append(shown(one.name, *self._taken(one)))
        return [one for pieces in by_class.values() for one in agreed(pieces)]

    def _measured(self, frame: Path) -> tuple[Lit, Reals]:
        lit = self._look.lesson(frame)
        return lit, self._look.noise(lit)

    def _taken(self, lesson: _Lesson) -> tuple[Grounds, Floats, Plot]:
        plot = self._look.map.plot(lesson.place)
        seen, noise = self._frames[lesson.frame]
        grounds = Grounds(self._look.bare(plot.window), plot.step_mm, noise)
        return grounds, self._look.lit(seen, plot.window), plot


def teach_looks(look: AreaSight, table: Table, known: Anew = ANEW) -> Looks:
    """Learn the looks of everything that may lie in areas; raises InputError."""
    lessons = _Lessons(look, table)
    words = lessons.heaps, lessons.tall
    frames = [one.frame for each in words for one in each]
    standing = known.part("standing", lessons.standing, frames, words)
    pixels = {name: [*each] for name, each in standing.pixels.items()}
    outlines = {**standing.outlines}
    for name, seen, radius_mm in lessons.flat():
        pixels.setdefault(name, []).append(seen)
        outlines[name] = Outline(radius_mm, radius_mm, 0.0)
    colours = {name: common_cells(each) for name, each in pixels.items()}
    for name, each in colours.items():
        if len(each) < LEAST_CELLS:
            wrong = f"nothing of {name} is seen where it should be"
            raise UnteachableError(str(table.path), "sample", wrong, "unseen", (name,))
    names, each_outline = tuple(colours), tuple(outlines[name] for name in colours)
    leads = leads_of([*colours.values()])
    alike = of_one_paint(each_outline, leads)
    appearance = Appearance(_shared([*colours.values()], alike), lamps=True)
    cells = [each[np.linspace(0, len(each) - 1, CELLS).astype(int)] for each in colours.values()]
    return Looks(
        names,
        appearance,
        each_outline,
        standing.lean,
        alike,
        standing.shadows,
        confused(names, each_outline, leads),
        lessons.noise,
        standing.lamps,
        tuple((each, appearance.log_density(each)[:, k]) for k, each in enumerate(cells)),
    )


def common_cells(places: Sequence[Floats]) -> Floats:
    """Give the cells of a class (N x 3) that show what it shows at other places, too.

    ``places`` are its cells at each place where it was taught. Where its colour is mixed with that
    of the ground no other place shows the same. All are given if it was taught at one place, or
    if places hardly show anything in common.
    """
    places = [cells for cells in places if len(cells)]
    every = np.concatenate([np.zeros((0, 3), np.float32), *places])
    if len(places) <= 1:
        return every
    others = [
        Appearance([np.concatenate([*places[:k], *places[k + 1 :]])]) for k in range(len(places))
    ]
    likely = [
        known.log_density(cells)[:, 0] > EVIDENCE.any_colour
        for known, cells in zip(others, places, strict=True)
    ]
    kept = every[np.concatenate(likely)]
    return kept if len(kept) >= LEAST_CELLS else every


def leads_of(colours: Sequence[Floats]) -> Floats:
    """Give by how many nats a look each class's own colour leads over each other class."""
    known = Appearance(colours)
    mean = np.array([known.log_density(each).mean(axis=0) for each in colours])
    lead = np.diag(mean)[:, None] - mean
    return np.asarray((lead + lead.T) / 2, np.float32)


def confused(
    names: Sequence[str], outlines: Sequence[Outline], leads: Floats
) -> tuple[tuple[str, str, float], ...]:
    """List the pairs of classes with one outline and nearly one colour, the worst first."""
    pairs = [
        (names[k], names[m], float(leads[k, m]))
        for k, m in combinations(range(len(names)), 2)
        if outlines[k] == outlines[m] and leads[k, m] < CONFIG.alike
    ]
    return tuple(sorted(pairs, key=lambda pair: pair[2]))


def of_one_paint(outlines: Sequence[Outline], leads: Floats) -> Mask:
    """Mark pairs of standing classes that differ in outline and have nearly one colour."""
    alike = leads < CONFIG.alike
    for k, one in enumerate(outlines):
        for m, other in enumerate(outlines):
            standing = min(one.height_mm, other.height_mm) > 0
            alike[k, m] &= k == m or (standing and one != other)
    return np.asarray(alike)


def _shared(colours: list[Floats], alike: Mask) -> list[Floats]:
    """Give the cells of each class, with those of all classes of its colour."""
    return [np.concatenate([colours[m] for m in np.flatnonzero(row).tolist()]) for row in alike]


def teach_row_of(look: AreaSight, table: Table, group: SlotGroup) -> TileRow | None:
    """Learn the tiles of a group of boxes, if they are taught."""
    lessons = [taught for taught in table.groups if taught.group == group.id]
    boxes = tuple(place.box_mm for place in group.places if isinstance(place, Box))
    if not lessons or not boxes or len(boxes) != len(group.places):
        return None
    sight = look.sight
    row = TileRow(boxes, sight.plan.pixels, once=group.once)
    seen = []
    for taught in lessons:
        sight.look_at_lesson(load_picture(taught.frame), str(taught.frame))
        seen.append((sight.seen(row.sampler), taught.names))
    sight.look_at_empty()
    row.learn(seen, sight.seen(row.sampler))
    return row


def teach_under(look: AreaSight, table: Table, group: SlotGroup) -> TilesUnder | None:
    """Learn how a row's tiles look under what stands on them, if they are taught."""
    plots = [look.map.plot(place) for place in group.places]
    known: dict[str, Floats] = {}
    for taught in table.groups:
        if taught.group == group.id:
            lit = look.lesson(taught.frame)
            for name, plot in zip(taught.names, plots, strict=True):
                if name:
                    known[name] = look.lit(lit, plot.window)
    look.sight.look_at_empty()
    box = group.places[0] if group.places else None
    if not known or not isinstance(box, Box):
        return None
    return TilesUnder(known, (box.box_mm[2], box.box_mm[3]), look.map.step_mm)
