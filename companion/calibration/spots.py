"""The steps that show the printed places: the regions' names, and the spots."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from statistics import median
from typing import Final

from companion.calibration.draft import Place, Point, place_at, turned_point, with_place
from companion.calibration.picture_page import FlatPage, flattening
from companion.calibration.step import Lesson, StepPage, WaitPage
from companion.calibration.teaching import Regions
from companion.language import said
from companion.pages.kinds import MenuPage, Option, Stop
from companion.session.session import Page
from companion.ui.guided_photo import Mark
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
DONE_OF: Final = said("{number} of {all} done")
NEXT: Final = said("Touch: {place}.")
AGAIN: Final = said("Touch where it is: {place}.")
ALL: Final = said("All done. Touch one to change it.")


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
        return self.say(DONE_OF, number=len(self.desk.draft.spots), all=len(places))

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
