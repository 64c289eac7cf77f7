"""The steps in which the owner names the regions and shows all spots, region by region."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from statistics import median
from typing import Final

from companion.calibration.draft import (
    Place,
    Point,
    turned,
    turned_place,
    with_name,
    with_place,
)
from companion.calibration.network import place_at
from companion.calibration.picture_page import AimPage, FlatPage, Stop, flattening
from companion.calibration.step import Lesson, StepMenu, WaitPage
from companion.calibration.teaching import Regions
from companion.language import said
from companion.pages.kinds import NamePage
from companion.session.session import Page
from companion.ui.guided_photo import Mark
from companion.ui.menu import Row
from companion.ui.screen import DOWN
from companion.words.names import capitalised
from vision.proposing.flat import Flat, snap_on, turn
from vision.proposing.spots import spots_on

REACH_MM: Final = 8.0
"""A finger that comes down so near to a proposed spot means that one."""
USUAL_RADIUS_MM: Final = 9.0
"""Of a printed spot, where none was found to measure."""
TWICE: Final = 1.0
"""Seconds within which a second touch of the same spot is one that bounced."""
LOOKING: Final = said("Looking for the printed spots…")
NEXT: Final = said("Touch: {place}.")
AGAIN: Final = said("Touch where it is: {place}.")
ALL: Final = said("All are told. Touch one to change it.")
KNOWN: Final = said("{number} of {all} told")


class NamesPage(StepMenu):
    """Lists the regions by name or number; going on is at hand."""

    def __init__(self, lesson: Lesson, regions: Regions) -> None:
        """Begin at what leads on."""
        super().__init__(lesson)
        self._regions: Final = regions

    def text(self) -> str:
        return self.words.tell(self._regions.text, {})

    def rows(self) -> Sequence[Row]:
        names = enumerate(self.desk.draft.names, 1)
        return [Row(self.words.say("Go on")), *(Row(f"{number}", name) for number, name in names)]

    def choose(self, number: int) -> None:
        """Go on, or write a name."""
        if number == 0:
            self.done()
            return
        region = number - 1

        def take(name: str) -> None:
            self.desk.change(with_name(self.desk.draft, region, name.strip()))

        title = capitalised(self.words.tell(self._regions.unnamed, {"number": f"{number}"}))
        before = self.desk.draft.names[region]
        self.session.open(NamePage(self.session, before, take, title=title))


class SpotsPage(FlatPage):
    """Shows the spots ``proposed`` and those known; each touch says where the next one is."""

    def __init__(self, lesson: Lesson, flat: Flat, proposed: Sequence[Place]) -> None:
        """Begin with the first that is not known."""
        super().__init__(lesson, flat)
        self.proposed = proposed
        self._again: int | None = None
        self._last: int | None = None
        self._touched = float("-inf")

    def status(self) -> str:
        places = self.desk.draft.places
        return self.words.tell(
            KNOWN, {"number": f"{len(self.desk.draft.spots)}", "all": f"{len(places)}"}
        )

    def asks(self) -> str:
        if self._wanted is None:
            return self.words.tell(ALL, {})
        called = self.desk.game.spots.spot_called(self.words, self.desk.draft, self._wanted)
        return self.words.tell(NEXT if self._again is None else AGAIN, {"place": called})

    def stops(self) -> Sequence[Stop]:
        """Go from the nearest spot that is free to the farthest, then what else can be done."""
        say, draft = self.words.say, self.desk.draft
        rows = []
        if self._wanted is None:
            rows.append(self.row("go-on", say("Go on"), self.done))
        else:
            rows.append(self.row("elsewhere", say("Another spot"), self._aim))
        if self.desk.can_undo:
            rows.append(self.row("undo", say("Undo"), self._undo))
        if self._again is not None:
            rows.append(self.row("away", say("Take it away"), self._take_away))
        elif len(draft.spots) in {0, len(draft.places)}:  # no slip of the finger in between
            rows.append(self.row("turn", say("Turn the picture"), self._turn))
        if self._wanted is None:
            return [*rows, *(Stop(f"known-{i}", partial(self.change, i)) for i in draft.spots)]
        return [*(Stop(_name(one), partial(self._take, one)) for one in self._free()), *rows]

    def marks(self, stop: str) -> Iterable[Mark]:
        """Show the spots, and the one that a press of OK, or the next touch, is about."""
        free, known = self._free(), self.desk.draft.spots
        yield from (self.mark(one, "proposed") for one in free)
        yield from self.spot_marks()
        stops = {_name(one): one for one in free} | {f"known-{i}": at for i, at in known.items()}
        about = stops.get(stop, self._place(self._again))
        if about is not None:
            yield self.mark(about, "chosen")

    def point(self, what: str, at_px: Point) -> None:
        """Take the spot that was touched: a new one, or one that is to be changed."""
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
        """The number of the spot that is asked for."""
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
        """Find the printed spot that a finger means."""
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
        """Let the picture be the way up in which the board is printed; four turns undo it."""
        _, height = self.flat.size_mm
        self.desk.change(turned(self.desk.draft))
        self.desk.begin()
        self.proposed = [turned_place(one, height) for one in self.proposed]
        self.show(turn(self.flat))

    def _aim(self) -> None:
        """Aim at a spot that was not found, from where it was, or from the last one."""
        begin = self._place(self._last if self._again is None else self._again)
        height, width = self.image.shape[:2]
        start = self.to_px(begin.at_mm) if begin else (width / 2, height / 2)

        def take(at: Point) -> None:
            self._take(Place(self.to_mm(at), self._radius()))

        self.session.open(AimPage(self.lesson, self.image, start, self.asks(), take))


def spots_page(lesson: Lesson) -> Page:
    """Look for spots on the board seen from above, and ask for them."""
    flattened = flattening(lesson.desk)

    def work() -> tuple[Flat, list[Place]]:
        flat = flattened()
        return flat, proposed_spots(flat)

    return WaitPage(lesson, LOOKING, work, lambda found: SpotsPage(lesson, *found))


def proposed_spots(flat: Flat) -> list[Place]:
    """Propose printed spots."""
    found = spots_on(flat)
    return [Place((float(one.at_mm[0]), float(one.at_mm[1])), one.radius_mm) for one in found]


def _name(place: Place) -> str:
    """Name the stop at a proposed spot."""
    return f"spot-{place.at_mm[0]:g}-{place.at_mm[1]:g}"
