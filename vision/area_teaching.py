"""What lies in areas: colours and outlines of each class, learnt from the frames of teaching."""

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

import numpy as np

from engine.layout import Box, Place, Shape, SlotGroup, Spot
from vision.area_colours import Looks
from vision.area_map import Ground, TilesUnder
from vision.area_samples import Shown, heap, inner, shadows, shown, small_outline, tall_outline
from vision.area_shapes import Outline
from vision.area_sight import AreaSight, Lit
from vision.areas import Plot
from vision.config import AreaConfig
from vision.illumination import Floats, Mask
from vision.looks import Appearance
from vision.picture import load_picture
from vision.table import Table, UnteachableError
from vision.tiles import TileRow

CONFIG: Final = AreaConfig()
MARKER: Final = 0.95
"""A marker's radius as a share of its round place's: it fills it."""
LEAST_CELLS: Final = 12
"""Cells from which the colour of a class can be learnt."""


class _Lessons:
    """What the frames of teaching show: heaps, single pieces of players, and flat markers."""

    def __init__(self, look: AreaSight, table: Table) -> None:
        self._look, self._table = look, table
        self._frames: dict[Path, Lit] = {}
        self._grounds: list[Ground] = []
        self.heaps: list[Shown] = []
        self.tall: list[Shown] = []
        self.flat: list[tuple[str, Floats, Spot]] = []
        groups = {group.id: group for group in table.board.layout}
        places = {place.id: place for group in table.board.layout for place in group.places}
        for taught in table.groups:
            group = groups[taught.group]
            for place, name in zip(group.places, taught.names, strict=True):
                self._learn(taught.frame, group, place, name)
        for sample in table.samples:
            for at in sample.at:
                ground, lit, plot = self._taken(sample.frame, places[at])
                self.tall.append(shown(sample.colour, ground, lit, plot.inside, plot.at_mm))
        look.sight.look_at_empty()

    def shadows(self) -> Appearance | None:
        # Grounds are those of the heaps, then those of the single pieces.
        return shadows([*self.heaps, *self.tall], self._grounds, self._look.map.step_mm)

    def _learn(self, frame: Path, group: SlotGroup, place: Place, name: str) -> None:
        if group.shape is Shape.AREAS:
            ground, lit, plot = self._taken(frame, place)
            self.heaps.append(heap(name, ground, lit, plot.inside, plot.at_mm))
        elif isinstance(place, Spot):
            lit, plot = self._window(frame, place)
            self.flat.append((name, lit[plot.inside], place))

    def _taken(self, frame: Path, place: Place) -> tuple[Ground, Floats, Plot]:
        lit, plot = self._window(frame, place)
        self._grounds.append(Ground(self._look.bare(plot.window), plot.step_mm))
        return self._grounds[-1], lit, plot

    def _window(self, frame: Path, place: Place) -> tuple[Floats, Plot]:
        if frame not in self._frames:
            self._frames[frame] = self._look.lesson(frame)
        plot = self._look.plot(place)
        return self._look.lit(self._frames[frame], plot.window), plot


def teach_looks(look: AreaSight, table: Table) -> Looks:
    """Learn the looks of everything that may lie in areas; raises InputError."""
    lessons, step = _Lessons(look, table), look.map.step_mm
    peg, lean = tall_outline(lessons.tall, look.sight.plan, look.sight.size, step)
    small = small_outline(lessons.heaps, step)
    pixels: dict[str, list[Floats]] = {}
    outlines: dict[str, Outline] = {}
    for kinds, outline in ((lessons.heaps, small), (lessons.tall, peg)):
        for one in kinds:
            pixels.setdefault(one.name, []).append(one.seen[inner(one.mask)])
            outlines[one.name] = outline
    for name, seen, spot in lessons.flat:
        pixels.setdefault(name, []).append(seen)
        outlines[name] = Outline(MARKER * spot.radius_mm, MARKER * spot.radius_mm, 0.0)
    colours = {name: np.concatenate(each) for name, each in pixels.items()}
    for name, each in colours.items():
        if len(each) < LEAST_CELLS:
            wrong = f"nothing of {name} is seen where it should be"
            raise UnteachableError(str(table.path), "sample", wrong, "unseen", (name,))
    names, each_outline = tuple(colours), tuple(outlines[name] for name in colours)
    leads = leads_of([*colours.values()])
    alike = of_one_paint(each_outline, leads)
    return Looks(
        names,
        Appearance(_shared([*colours.values()], alike)),
        each_outline,
        lean,
        alike,
        lessons.shadows(),
        confused(names, each_outline, leads),
    )


def leads_of(colours: Sequence[Floats]) -> Floats:
    """Measure by how much the truth leads between the colours of two classes, in nats a look."""
    known = Appearance(colours)
    mean = np.array([known.log_density(each).mean(axis=0) for each in colours])
    lead = np.diag(mean)[:, None] - mean
    return np.asarray((lead + lead.T) / 2, np.float32)


def confused(
    names: Sequence[str], outlines: Sequence[Outline], leads: Floats
) -> tuple[tuple[str, str, float], ...]:
    """List the pairs of one outline whose colours are alike, the worst first."""
    pairs = [
        (names[k], names[m], float(leads[k, m]))
        for k, m in combinations(range(len(names)), 2)
        if outlines[k] == outlines[m] and leads[k, m] < CONFIG.alike
    ]
    return tuple(sorted(pairs, key=lambda pair: pair[2]))


def of_one_paint(outlines: Sequence[Outline], leads: Floats) -> Mask:
    """Mark the pairs of standing classes of different outlines whose colours are alike."""
    alike = leads < CONFIG.alike
    for k, one in enumerate(outlines):
        for m, other in enumerate(outlines):
            standing = min(one.height_mm, other.height_mm) > 0
            alike[k, m] &= k == m or (standing and one != other)
    return np.asarray(alike)


def _shared(colours: list[Floats], alike: Mask) -> list[Floats]:
    """Let classes of one paint share their pixels."""
    return [np.concatenate([colours[m] for m in np.flatnonzero(row).tolist()]) for row in alike]


def teach_row_of(look: AreaSight, table: Table, group: SlotGroup) -> TileRow | None:
    """Learn the tiles of a group of boxes, if they are taught."""
    lessons = [taught for taught in table.groups if taught.group == group.id]
    boxes = tuple(place.box_mm for place in group.places if isinstance(place, Box))
    if not lessons or len(boxes) != len(group.places):
        return None
    sight = look.sight
    row = TileRow(boxes, sight.plan.pixels, once=group.once)
    seen = []
    for taught in lessons:
        sight.look_at_lesson(load_picture(taught.frame), str(taught.frame))
        seen.append((sight.seen(row.sampler), taught.names))
    sight.look_at_empty()
    row.learn_from(seen, sight.seen(row.sampler))
    return row


def teach_under(look: AreaSight, table: Table, group: SlotGroup) -> TilesUnder | None:
    """Learn how a row's tiles look under what stands on them, if they are taught."""
    plots = [look.plot(place) for place in group.places]
    known: dict[str, Floats] = {}
    for taught in table.groups:
        if taught.group == group.id:
            lit = look.lesson(taught.frame)
            for name, plot in zip(taught.names, plots, strict=True):
                known[name] = look.lit(lit, plot.window)
    look.sight.look_at_empty()
    box = group.places[0] if group.places else None
    if not known or not isinstance(box, Box):
        return None
    return TilesUnder(known, (box.box_mm[2], box.box_mm[3]), look.map.step_mm)
