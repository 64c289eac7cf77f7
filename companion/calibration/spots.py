"""The steps that show the printed places: the regions' names, the spots, and areas beside them."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from statistics import median
from typing import Final

import numpy as np

from companion.calibration.draft import (
    RECTANGLE,
    Place,
    Point,
    Rows,
    place_at,
    turned_point,
    with_place,
)
from companion.calibration.picture_page import (
    FlatPage,
    PicturePage,
    around,
    empty_picture,
    flattening,
    pairs,
)
from companion.calibration.step import LOOKING, Lesson, StepPage, WaitPage
from companion.calibration.teaching import Areas, Regions
from companion.language import said
from companion.pages.kinds import MenuPage, Option, Stop
from companion.session.session import Page
from companion.ui.guided_photo import Mark, Stroke
from companion.ui.menu import Row
from companion.ui.screen import DOWN
from vision.proposing.flat import Flat, snap_on
from vision.proposing.spots import spots_on

REACH_MM: Final = 8.0
"""A finger that comes down so near to a proposed spot means that one."""
USUAL_RADIUS_MM: Final = 9.0
"""Of a printed spot, where none was found to measure."""
TWICE: Final = 1.0
"""Seconds within which a second touch of the same spot is one that bounced."""
LOOKING_FOR_SPOTS: Final = said("Looking for the printed locations…")
NEXT: Final = said("Touch: {place}.")
AGAIN: Final = said("Touch where it is: {place}.")
ALL: Final = said("All done. Touch one to change it.")
KNOWN: Final = said("{number} of {all} done")
RIGHT: Final = said("Are these the right places?")


class NamesPage(StepPage, MenuPage):
    """Lists the regions by name or number; going on is at hand."""

    def __init__(self, lesson: Lesson, regions: Regions) -> None:
        super().__init__(lesson)
        self._regions: Final = regions

    def text(self) -> str:
        return self.say(self._regions.text)

    def options(self) -> Sequence[Option]:
        names = enumerate(self.desk.draft.names)
        return [
            (Row(self.say("Continue")), self.done),
            *(
                (Row(f"{i + 1}", name), partial(self.ask_name, i, self._regions.unnamed))
                for i, name in names
            ),
        ]


class SpotsPage(FlatPage):
    """Shows the spots ``proposed`` and those known; each touch says where the next one is."""

    def __init__(self, lesson: Lesson, flat: Flat, proposed: Sequence[Place]) -> None:
        super().__init__(lesson, flat)
        self.proposed = proposed
        self._again: int | None = None
        self._last: int | None = None
        self._touched = float("-inf")

    def status(self) -> str:
        places = self.desk.draft.places
        return self.say(KNOWN, number=len(self.desk.draft.spots), all=len(places))

    def asks(self) -> str:
        if self._wanted is None:
            return self.say(ALL)
        asked = NEXT if self._again is None else AGAIN
        return self.say(asked, place=self.called(self._wanted))

    def stops(self) -> Sequence[Stop]:
        say, draft = self.say, self.desk.draft
        if self._wanted is None:
            rows = [self.row("go-on", say("Continue"), self.done)]
        else:
            rows = [self.row("elsewhere", say("Another location"), self._aim)]
        if self.desk.can_undo:
            rows.append(self.row("undo", say("Undo"), self._undo))
        if self._again is not None:
            rows.append(self.row("away", say("Remove it"), self._take_away))
        elif len(draft.spots) in {0, len(draft.places)}:  # no slip of the finger in between
            rows.append(self.row("turn", say("Turn the picture"), self._turn))
        if self._wanted is None:
            return [*rows, *self.spot_stops(draft.spots, self.change)]
        return [*(Stop(_name(one), partial(self._take, one)) for one in self._free()), *rows]

    def marks(self) -> Iterable[Mark]:
        free = {_name(one): one for one in self._free()}
        yield from (self.mark(one, "proposed") for one in free.values())
        yield from self.spot_marks()
        if (pointed := free.get(self.pointed)) is not None:
            yield self.mark(pointed, "chosen")
        else:
            yield from self.rings([self.pointed_spot, self._again], "chosen")

    def point(self, what: str, at_px: Point) -> None:
        if what != DOWN:
            return
        at = self.to_mm(at_px)
        touched = place_at(self.desk.draft.spots, at)
        if touched is None:
            if self._wanted is not None:
                self._take(self._snapped(at))
        elif touched != self._last or self.session.now - self._touched > TWICE:
            self.change(touched if self._again != touched else None)
        self._touched = self.session.now

    def change(self, number: int | None) -> None:
        """Ask anew where a spot is that is known; with None, leave it as it is."""
        self._again = number

    @property
    def _wanted(self) -> int | None:
        return self.desk.draft.next_place if self._again is None else self._again

    def _free(self) -> list[Place]:
        """List the proposed spots that are none of those known, the nearest to the last first."""
        known = self.desk.draft.spots
        free = [
            one
            for one in self.proposed
            if all(math.dist(one.at_mm, other.at_mm) > other.radius_mm for other in known.values())
        ]
        last = self._place(self._last)
        begin = last.at_mm if last else (0.0, 0.0)
        return sorted(free, key=lambda one: math.dist(one.at_mm, begin))

    def _place(self, number: int | None) -> Place | None:
        return None if number is None else self.desk.draft.spots.get(number)

    def _snapped(self, at_mm: Point) -> Place:
        near = min(self._free(), key=lambda one: math.dist(one.at_mm, at_mm), default=None)
        if near is not None and math.dist(near.at_mm, at_mm) <= max(REACH_MM, near.radius_mm):
            return near
        return Place(snap_on(self.flat, at_mm), self._radius())

    def _radius(self) -> float:
        radii = [one.radius_mm for one in (*self.proposed, *self.desk.draft.spots.values())]
        return median(radii) if radii else USUAL_RADIUS_MM

    def _take(self, place: Place) -> None:
        """Say that the spot asked for is there; one at the edge may be seen a hair beyond it."""
        number = self._wanted
        if number is None:
            return
        self._again, self._last, self.at = None, number, None
        width, height = self.flat.size_mm
        x, y = min(width, max(0.0, place.at_mm[0])), min(height, max(0.0, place.at_mm[1]))
        self.desk.change(with_place(self.desk.draft, number, replace(place, at_mm=(x, y))))

    def _take_away(self) -> None:
        if self._again is not None:
            self.desk.change(with_place(self.desk.draft, self._again, None))
        self._again = self.at = None

    def _undo(self) -> None:
        self._again = None
        self.desk.undo()

    def _turn(self) -> None:
        _, height = self.flat.size_mm
        self.proposed = [
            replace(one, at_mm=turned_point(one.at_mm, height)) for one in self.proposed
        ]
        self.turn()

    def _aim(self) -> None:
        begin = self._place(self._last if self._again is None else self._again)
        self.aim(
            self.to_px(begin.at_mm) if begin else self.middle_px,
            lambda at_px: self._take(Place(self.to_mm(at_px), self._radius())),
        )


def spots_page(lesson: Lesson) -> Page:
    """Look for spots on the board seen from above, and ask for them."""
    flattened = flattening(lesson.desk)

    def work() -> tuple[Flat, list[Place]]:
        flat = flattened()
        return flat, proposed_spots(flat)

    return WaitPage(lesson, LOOKING_FOR_SPOTS, work, lambda found: SpotsPage(lesson, *found))


def proposed_spots(flat: Flat) -> list[Place]:
    """Propose printed spots."""
    found = spots_on(flat)
    return [Place((float(one.at_mm[0]), float(one.at_mm[1])), one.radius_mm) for one in found]


def _name(place: Place) -> str:
    return f"found-{place.at_mm[0]:g}-{place.at_mm[1]:g}"


class AreasPage(PicturePage):
    """Asks for point after point in the camera's picture, as areas may lie beside the board."""

    def __init__(self, lesson: Lesson, areas: Areas, flat: Flat) -> None:
        """Go on where the owner left; raises InputError where the picture is gone."""
        super().__init__(lesson, *empty_picture(lesson.desk))
        self._areas: Final = areas
        self._flat: Final = flat

    def status(self) -> str:
        points = len(self._areas.asks)
        return self.say(KNOWN, number=points if self._rows else len(self._points), all=points)

    def asks(self) -> str:
        return self.say(RIGHT if self._rows else self._areas.asks[len(self._points)])

    def stops(self) -> Sequence[Stop]:
        say = self.say
        can_undo = self.desk.can_undo or self._points
        undo = [self.row("undo", say("Undo"), self._undo)] if can_undo else []
        if self._rows:
            go_on = self.row("go-on", say("Continue"), self.done)
            return [go_on, *undo, self.row("again", say("Again"), self._begin_again)]
        aim = self.row("aim", say("Aim with the buttons"), self._aim)
        return [aim, *undo, self.row("skip", say("Skip this"), self.done)]

    def marks(self) -> Iterable[Mark]:
        yield from (Mark(self._px(at), "aim") for at in self._points)
        for x, y, radius in (row for row in self._rows if len(row) != RECTANGLE):
            middle, rim = self._px((x, y)), self._px((x + radius, y))
            yield Mark(middle, "fine", rim[0] - middle[0])

    def strokes(self) -> Iterable[Stroke]:
        for x, y, width, height in (row for row in self._rows if len(row) == RECTANGLE):
            right, low = x + width, y + height
            yield from around([*map(self._px, ((x, y), (right, y), (right, low), (x, low)))])

    def point(self, what: str, at_px: Point) -> None:
        if what == DOWN and not self._rows:
            self._take(at_px)

    @property
    def _rows(self) -> Rows:
        return self.desk.draft.rows(self._areas.step)

    @property
    def _points(self) -> tuple[Point, ...]:
        return self.desk.draft.tapped_for(self._areas.step)

    def _take(self, at_px: Point) -> None:
        points = (*self._points, *pairs(self._flat.to_mm(np.array([at_px]))))
        draft, areas = self.desk.draft, self._areas
        self.at = None
        if len(points) < len(areas.asks):
            self.desk.change(replace(draft, tapped=points, tapped_in=areas.step))
        else:
            made = {**draft.areas, areas.step: areas.made(points)}
            self.desk.change(replace(draft, areas=made, tapped=(), tapped_in=""))

    def _undo(self) -> None:
        self.at = None
        self.desk.undo_tap()

    def _begin_again(self) -> None:
        self.at = None
        kept = {**self.desk.draft.areas, self._areas.step: ()}
        self.desk.change(replace(self.desk.draft, areas=kept))

    def _aim(self) -> None:
        self.aim(self._px(self._points[-1]) if self._points else self.middle_px, self._take)

    def _px(self, at_mm: Point) -> Point:
        return pairs(self._flat.to_px(np.array([at_mm])))[0]


def areas_page(lesson: Lesson, areas: Areas) -> Page:
    """Learn how the board lies in the picture, and ask for points of it."""
    work = flattening(lesson.desk)
    return WaitPage(lesson, LOOKING, work, lambda flat: AreasPage(lesson, areas, flat))
