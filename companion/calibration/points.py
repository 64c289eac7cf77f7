"""The steps that show what is printed by single points: spots, regions, and areas beside these."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, pairwise
from statistics import median
from typing import Final

import cv2
import numpy as np

from companion.boards.outlines import crossings
from companion.calibration.draft import (
    FEWEST_CORNERS,
    Draft,
    Place,
    Point,
    Rows,
    place_at,
    turned_point,
)
from companion.calibration.pictures import FlatPage, PlaceStop, TapsPage, pairs
from companion.calibration.step import LOOKING, Lesson, Part, from_above
from companion.calibration.teaching import Areas, Outlines
from companion.language import counted, said
from companion.pages.kinds import Stop
from companion.session.session import Page
from companion.ui.guided_photo import Mark, Stroke
from vision.proposing.borders import SNAP_MM, Borders, Outline, outline_along, roomiest
from vision.proposing.flat import Flat, snap_on
from vision.proposing.spots import spots_on
from vision.reading import Image

# Spots, one after the other.

REACH_MM: Final = 8.0
"""A finger that comes down so near to a proposed spot means that one."""
USUAL_RADIUS_MM: Final = 9.0
"""Of a printed spot, where none was found to measure."""
TWICE: Final = 1.0
"""Seconds within which a second touch of the same spot is one that bounced."""
LOOKING_FOR_SPOTS: Final = said("Looking for the printed locations…")
NEXT: Final = said("Touch: {place}.")
AGAIN: Final = said("Touch where it is: {place}.")


class SpotsPage(FlatPage):
    """Shows the spots ``proposed`` and those known; each touch says where the next one is."""

    def __init__(self, lesson: Lesson, flat: Flat, proposed: Sequence[Place]) -> None:
        super().__init__(lesson, flat)
        self.proposed = proposed
        self._again: int | None = None
        self._last: int | None = None
        self._touched = -math.inf

    def status(self) -> str:
        draft = self.draft
        return self.say("{number} of {all} done", number=len(draft.spots), all=len(draft.places))

    def parts(self) -> Iterable[Part]:
        say, draft, wanted, again = self.say, self.draft, self._wanted, self._again
        free = self._free()
        yield from (self.mark(one, "proposed") for one in free)
        if wanted is None:
            yield say("All done. Touch one to change it.")
            yield self.go_on()
        else:
            asked = say(NEXT if again is None else AGAIN, place=self.called(wanted))
            yield asked
            for one in free:
                take = partial(self._take, one)
                yield PlaceStop(_name(one), take, mark=self.mark(one, "chosen"))
            yield self.row("elsewhere", say("Another location"), partial(self._aim, asked))
        yield from self.undo_row()
        if again is not None:
            yield self.row("away", say("Remove it"), self._take_away)
        elif len(draft.spots) in {0, len(draft.places)}:  # no slip of the finger in between
            yield self.row("turn", say("Turn the picture"), self.turn)
        yield from self.spot_marks()
        if wanted is None:
            yield from self.spot_stops(draft.spots, self.change)

    def drawn_for(self, stop: Stop) -> Iterable[Mark | Stroke]:
        return [*super().drawn_for(stop)] or self.rings([self._again], "chosen")

    def touch(self, at_mm: Point) -> None:
        touched = place_at(self.draft.spots, at_mm)
        if touched is None:
            if self._wanted is not None:
                self._take(self._snapped(at_mm))
        elif touched != self._last or self.session.now - self._touched > TWICE:
            self.change(touched if self._again != touched else None)
        self._touched = self.session.now

    def change(self, number: int | None) -> None:
        """Ask anew where a spot is that is known; with None, leave it as it is."""
        self._again = number

    @property
    def _wanted(self) -> int | None:
        return self.draft.next_place if self._again is None else self._again

    def _free(self) -> list[Place]:
        """List the proposed spots that are none of those known, the nearest to the last first."""
        known = self.draft.spots
        free = [
            one
            for one in self.proposed
            if all(math.dist(one.at_mm, other.at_mm) > other.radius_mm for other in known.values())
        ]
        last = self._at_mm(self._last) or (0.0, 0.0)
        return sorted(free, key=lambda one: math.dist(one.at_mm, last))

    def _at_mm(self, number: int | None) -> Point | None:
        known = self.draft.spots
        return known[number].at_mm if number in known else None

    def _snapped(self, at_mm: Point) -> Place:
        near = min(self._free(), key=lambda one: math.dist(one.at_mm, at_mm), default=None)
        if near is not None and math.dist(near.at_mm, at_mm) <= max(REACH_MM, near.radius_mm):
            return near
        return Place(snap_on(self.flat, at_mm), self._radius())

    def _radius(self) -> float:
        radii = [one.radius_mm for one in (*self.proposed, *self.draft.spots.values())]
        return median(radii) if radii else USUAL_RADIUS_MM

    def _take(self, place: Place) -> None:
        """Say that the spot asked for is there; one at the edge may be seen a hair beyond it."""
        number = self._wanted
        if number is None:
            return
        self._again, self._last, self.at = None, number, None
        width, height = self.flat.size_mm
        x, y = min(width, max(0.0, place.at_mm[0])), min(height, max(0.0, place.at_mm[1]))
        self.desk.change(self.draft.with_place(number, replace(place, at_mm=(x, y))))

    def _take_away(self) -> None:
        if self._again is not None:
            self.desk.change(self.draft.with_place(self._again, None))
        self._again = self.at = None

    def undo(self) -> None:
        self._again = None
        super().undo()

    def turn(self) -> None:
        _, height = self.flat.size_mm
        self.proposed = [
            replace(one, at_mm=turned_point(one.at_mm, height)) for one in self.proposed
        ]
        super().turn()

    def _aim(self, asked: str) -> None:
        start = self._at_mm(self._last if self._again is None else self._again)
        self.aim(start, asked, lambda at_mm: self._take(Place(at_mm, self._radius())))


def spots_page(lesson: Lesson) -> Page:
    """Look for spots on the board seen from above, and ask for them."""
    return from_above(lesson, LOOKING_FOR_SPOTS, proposed_spots, partial(SpotsPage, lesson))


def proposed_spots(flat: Flat) -> list[Place]:
    """Propose spots, the likeliest first."""
    found = spots_on(flat)
    return [Place((float(one.at_mm[0]), float(one.at_mm[1])), one.radius_mm) for one in found]


def _name(place: Place) -> str:
    return f"found-{place.at_mm[0]:g}-{place.at_mm[1]:g}"


# Regions, by taps along a border and the print between them.

CLOSING_MM: Final = 10.0
"""A touch so near to the first point closes the outline."""
BORDERS: Final = said("Finding the printed borders…")
BEGIN: Final = said("Touch the border of a region, point after point around it.")
AROUND: Final = said("Continue around it. Touch the first point again to close it.")
REGIONS: Final = counted(
    "{number} region outlined, {least} to {most} needed",
    "{number} regions outlined, {least} to {most} needed",
    "number",
)
TOO_FEW: Final = said("{least} to {most} regions are to be outlined.")
SLIP: Final = 0.15
"""Share of a region that its outline may be off: more is no tremble of a hand."""
NO_ROOM: Final = said(
    "There is no room for pieces inside these points. Touch more of them, all around the region."
)
CROSSED: Final = said(
    "This outline crosses itself. Undo the last points, and touch the border in order."
)
SHARED: Final = said(
    "This outline covers part of {region}. Undo the last points, and touch the border between them."
)


class RegionsPage(TapsPage, FlatPage):
    """Shows the outlines that are known, and the one that is being made.

    A touch inside a known region chooses it, any other is a point of the next one's border.
    """

    taps_of = "regions"

    def __init__(self, lesson: Lesson, outlines: Outlines, flat: Flat, borders: Borders) -> None:
        super().__init__(lesson, flat)
        self._outlines: Final = outlines
        self._limits: Final = {"least": outlines.fewest, "most": outlines.most}
        # They may say something of a region.
        self._sheets: Final = [sheet.step for sheet in lesson.desk.game.sheets]
        self._borders = borders
        self._ways: Final[dict[tuple[Point, Point], Sequence[Point]]] = {}
        self._chosen: int | None = None

    def leave(self) -> None:
        """Choose no region any more; where none is chosen leave."""
        if self._chosen is None:
            super().leave()
        self._choose(None)

    def status(self) -> str:
        return self.say(REGIONS, number=len(self.draft.outlines), **self._limits)

    def parts(self) -> Iterable[Part]:
        say, outlines, chosen, taps = self.say, self.draft.outlines, self._chosen, self.taps
        for outline in outlines:
            yield from self.around(outline)
        for number, at in enumerate(map(self.to_px, taps)):
            yield Mark(at, "aim") if number else Mark(at, "fine", 8)
        for start, end in pairwise(taps):
            way = [*map(self.to_px, self._way(start, end))]
            yield from (Stroke(one, other, "chosen") for one, other in pairwise(way))
        if chosen is not None:
            yield from self.around(outlines[chosen], "chosen")
            yield say("Is the outline of {region} right?", region=self.called(chosen))
            yield self.row("leave", say("Yes, continue"), partial(self._choose, None))
            yield self.row("name", say("Name it"), partial(self._name, chosen))
            yield self.row("away", say("Remove it"), partial(self._take_away, chosen))
            return
        asked = say(AROUND if taps else BEGIN)
        yield asked
        if len(taps) >= FEWEST_CORNERS:
            yield self.row("close", say("Close it"), self._close)
        if not taps and len(outlines) >= self._outlines.fewest:
            yield self.go_on()
        yield from self.aim_and_undo(asked)
        if not (taps or outlines):
            yield self.row("turn", say("Turn the picture"), self.turn)
        if not taps:
            yield from self.spot_stops(range(len(outlines)), self._choose)

    def touch(self, at_mm: Point) -> None:
        """Take a point of the border, close it, or choose a region."""
        region = None if self.taps else region_inside(self.draft, at_mm)
        if region is not None or self._chosen is not None:
            self._choose(region)
        else:
            self.take(at_mm)

    def take(self, at_mm: Point) -> None:
        if len(self.taps) >= FEWEST_CORNERS and math.dist(at_mm, self.taps[0]) <= CLOSING_MM:
            self._close()
            return
        snapped = self._borders.snap(at_mm)
        if not self.bounced(snapped):
            self.keep(self.draft, *self.taps, snapped)

    def _close(self) -> None:
        ends = pairwise((*self.taps, self.taps[0]))
        outline = outline_along([self._way(*pair) for pair in ends])
        refused = self._refused(outline)
        if refused is not None:
            self.message(refused)
            return
        self._borders.learn(outline)
        self._ways.clear()
        self.keep(self.draft.with_outline(outline))
        self._name(len(self.draft.outlines) - 1)

    def _refused(self, outline: Outline) -> str | None:
        """Say why an outline cannot be a region's, if so; its points stay, to be put right."""
        known = self.draft.outlines
        if roomiest(outline)[1] <= SNAP_MM:
            return self.say(NO_ROOM)
        for one, other in crossings((*known, outline), self.flat.size_mm, SLIP):
            if one == len(known):
                return self.say(CROSSED)
            if other == len(known):
                return self.say(SHARED, region=self.called(one))
        return None

    def _name(self, region: int) -> None:
        self.ask_name(region, self._outlines.unnamed, *self._sheets)

    def _choose(self, region: int | None) -> None:
        self._chosen = region
        self.at = None

    def _take_away(self, region: int) -> None:
        self._choose(None)
        self.desk.change(self.draft.without_outline(region).reopened(*self._sheets))
        self._look_again()

    def undo(self) -> None:
        super().undo()
        self._look_again()

    def turn(self) -> None:
        super().turn()
        self._look_again()

    def _look_again(self) -> None:
        self._borders = Borders(self.flat, self.draft.outlines)
        self._ways.clear()

    def _way(self, start: Point, end: Point) -> Sequence[Point]:
        """Follow the border from one point to another; that takes too long for each drawing."""
        if (start, end) not in self._ways:
            self._ways[start, end] = self._borders.way(start, end)
        return self._ways[start, end]

    def refusal(self) -> str | None:
        too_many = len(self.draft.outlines) > self._outlines.most
        return self.say(TOO_FEW, **self._limits) if too_many else None


def regions_page(lesson: Lesson, outlines: Outlines) -> Page:
    """Look for borders on the board seen from above, and have regions outlined."""
    known, page = lesson.draft.outlines, partial(RegionsPage, lesson, outlines)
    return from_above(lesson, BORDERS, lambda flat: Borders(flat, known), page)


def region_inside(draft: Draft, at_mm: Point) -> int | None:
    """Find the outlined region that a touch lies inside, well away from its border."""
    for number, outline in enumerate(draft.outlines):
        corners = np.array(outline, np.float32)[:, None]
        if cv2.pointPolygonTest(corners, at_mm, measureDist=True) > SNAP_MM:
            return number
    return None


# Areas, which may lie beside the board, by points of the camera's picture.

REACH: Final = 0.4
"""How far the cross on a touched point reaches, as a share of the distance to another one."""
QUARTERS: Final = 4
POINTS: Final = said("{number} of {all} points")


class AreasPage(TapsPage):
    """Asks for point after point in the camera's picture, as areas may lie beside the board.

    The picture is turned by quarters, so that what is printed above is above: corners are asked
    for, and order from the left.
    """

    def __init__(self, lesson: Lesson, areas: Areas, flat: Flat) -> None:
        """Go on where the owner left; raises InputError where the picture is gone."""
        name, picture = lesson.draft.empty, lesson.desk.picture()
        self._seen: Final = picture.shape[1], picture.shape[0]
        self._quarters: Final = quarters_to_turn(flat)
        turned: Image = np.ascontiguousarray(np.rot90(picture, self._quarters))
        super().__init__(lesson, f"{name} {self._quarters}", turned)
        self._areas: Final = areas
        self._flat: Final = flat
        self.taps_of = areas.step

    def status(self) -> str:
        points = len(self._areas.asks)
        return self.say(POINTS, number=points if self._rows else len(self.taps), all=points)

    def parts(self) -> Iterable[Part]:
        say, touched = self.say, [*map(self.to_px, self.taps)]
        apart = min((math.dist(*pair) for pair in combinations(touched, 2)), default=0.0)
        yield from (Mark(at, "aim", REACH * apart) for at in touched)
        for x, y, *size in self._rows:
            if len(size) == 1:
                middle, rim = self.to_px((x, y)), self.to_px((x + size[0], y))
                yield Mark(middle, "fine", math.dist(middle, rim))
            else:
                right, low = x + size[0], y + size[1]
                yield from self.around(((x, y), (right, y), (right, low), (x, low)))
        if self._rows:
            yield say("Are these the right places?")
            yield self.go_on()
            yield from self.undo_row(can_undo=bool(self.taps))
            yield self.row("again", say("Again"), self._begin_again)
        else:
            asked = say(self._areas.asks[len(self.taps)])
            yield asked
            yield from self.aim_and_undo(asked)
            yield self.row("skip", say("Skip this"), self.done)

    def point(self, what: str, at_px: Point) -> None:
        if not self._rows:
            super().point(what, at_px)

    @property
    def _rows(self) -> Rows:
        return self.draft.rows(self._areas.step)

    def take(self, at_mm: Point) -> None:
        if self.bounced(at_mm):
            return
        draft, points, areas = self.draft, (*self.taps, at_mm), self._areas
        wrong = areas.refusal(points)
        if wrong is not None:
            self.message(self.say(wrong, undo=self.say("Undo")))
        elif len(points) < len(areas.asks):
            self.keep(draft, *points)
        else:
            self.keep(draft.with_rows(areas.step, areas.made(points)))

    def _begin_again(self) -> None:
        self.at = None
        self.desk.change(self.draft.with_rows(self._areas.step, ()))

    def to_px(self, at_mm: Point) -> Point:
        (at_px,) = pairs(self._flat.to_px(np.array([at_mm])))
        return turned_by(self._quarters, at_px, self._seen)

    def to_mm(self, at_px: Point) -> Point:
        height, width = self.image.shape[:2]
        seen_at = turned_by(QUARTERS - self._quarters, at_px, (width, height))
        (at_mm,) = pairs(self._flat.to_mm(np.array([seen_at])))
        return at_mm


def areas_page(lesson: Lesson, areas: Areas) -> Page:
    """Learn how the board lies in the picture, and ask for points of it."""
    return from_above(
        lesson, LOOKING, lambda _: None, lambda flat, _: AreasPage(lesson, areas, flat)
    )


def quarters_to_turn(flat: Flat) -> int:
    """Tell how many quarter turns, anticlockwise, show the board the way up it is printed."""
    width, height = flat.size_mm
    left, right = flat.to_px(np.array([(0.0, height / 2), (width, height / 2)]))
    across, down = right - left
    return round(math.atan2(down, across) / (math.tau / QUARTERS)) % QUARTERS


def turned_by(quarters: int, at_px: Point, size_px: tuple[int, int]) -> Point:
    """Find where a point of a picture is after quarter turns of that, anticlockwise."""
    (x, y), (width, height) = at_px, size_px
    for _ in range(quarters):
        x, y = y, width - x
        width, height = height, width
    return x, y
