"""The step in which the owner shows all locations, city-state by city-state."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import median
from typing import TYPE_CHECKING, Final

from companion.calibration.aim_page import AimPage
from companion.calibration.called import place_called
from companion.calibration.desk import Desk
from companion.calibration.draft import (
    PLACES,
    Place,
    Point,
    city_state_of,
    kind_of,
    with_place,
)
from companion.calibration.flat_page import FlatPage
from companion.calibration.photo_page import Stop
from companion.calibration.pointing import place_at
from companion.calibration.proposing import proposed_places
from companion.calibration.step import Done
from companion.calibration.turning import turned, turned_place
from companion.language import said
from companion.session.session import Task
from companion.ui.guided_photo import GuidedPhoto
from companion.ui.menu import Row
from companion.ui.screen import DOWN
from vision.proposing.flat import Flat, snap_on, turn

if TYPE_CHECKING:
    from companion.session.session import Session

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
TOLD: Final = said("{number} of {all} told")


class LocationsPage(FlatPage):
    """Shows the spots ``proposed`` and those told; each touch tells the next one."""

    def __init__(self, session: "Session", desk: Desk, done: Done) -> None:
        """Begin with the first that is not told."""
        super().__init__(session, desk, done)
        self.proposed: Sequence[Place] = ()
        self._again: int | None = None
        self._last: int | None = None
        self._touched = float("-inf")

    def title(self) -> str:
        """Name the step."""
        return self.session.words.say("Locations")

    def status(self) -> str:
        """Count."""
        values = {"number": f"{self.desk.draft.told}", "all": f"{PLACES}"}
        return self.session.words.tell(TOLD, values)

    def waiting(self) -> str:
        """Say what takes a moment."""
        return self.session.words.tell(LOOKING, {})

    def task(self) -> Task[tuple[Flat, list[Place]]]:
        """Look for spots on the board seen from above."""
        flattened = self.flattened()

        def looked() -> tuple[Flat, list[Place]]:
            flat = flattened()
            return flat, proposed_places(flat)

        return Task(self, looked, self._propose)

    def stops(self) -> Sequence[Stop]:
        """Go from the nearest spot that is free to the farthest, then what else can be done."""
        say = self.session.words.say
        rows = []
        if self._wanted is None:
            rows.append(Stop("go-on", self.done, Row(say("Go on"))))
        else:
            rows.append(Stop("elsewhere", self._aim, Row(say("Another spot"))))
        if self.desk.can_undo:
            rows.append(Stop("undo", self._undo, Row(say("Undo"))))
        if self._again is not None:
            rows.append(Stop("away", self._take_away, Row(say("Take it away"))))
        elif self.desk.draft.told in {0, PLACES}:  # no slip of the finger while they are told
            rows.append(Stop("turn", self._turn, Row(say("Turn the picture"))))
        if self._wanted is None:
            return [*rows, *(Stop(f"told-{i}", self._changing(i)) for i in range(PLACES))]
        spots = [
            Stop(f"spot-{one.at_mm[0]:g}-{one.at_mm[1]:g}", self._telling(one))
            for one in self._free()
        ]
        return [*spots, *rows]

    def photo(self, rows: tuple[Row, ...], chosen: int | None, stop: str) -> GuidedPhoto:
        """Show the board straight from above."""
        marks = [self.mark(one, "proposed") for one in self._free()]
        marks += [
            self.mark(one, "told", kind_of(number), city_state_of(number))
            for number, one in enumerate(self.desk.draft.places)
            if one is not None
        ]
        pointed = self._pointed(stop)
        if pointed is not None:
            marks.append(self.mark(pointed, "chosen"))
        return self.shown(self._text(), marks, (), rows, chosen)

    def point(self, what: str, at_px: Point) -> None:
        """Take the spot that was touched: a new one, or one that is to be changed."""
        if what != DOWN:
            return
        at = self.to_mm(at_px)
        places = {i: one for i, one in enumerate(self.desk.draft.places) if one is not None}
        told = place_at(places, at)
        if told is None:
            if self._wanted is not None:
                self._tell(self._snapped(at))
        elif told != self._last or self.session.now - self._touched > TWICE:
            if self._again == told:
                self._again = None
            else:
                self.change_place(told)
        self._touched = self.session.now

    def change_place(self, number: int) -> None:
        """Ask anew where a place is that was told."""
        self._again = number

    def _propose(self, found: tuple[Flat, list[Place]]) -> None:
        flat, self.proposed = found
        self.look_at(flat)

    @property
    def _wanted(self) -> int | None:
        """The number of the place that is to be told."""
        return self.desk.draft.next_place if self._again is None else self._again

    def _text(self) -> str:
        words, draft = self.session.words, self.desk.draft
        if self._wanted is None:
            return words.tell(ALL, {})
        saying = NEXT if self._again is None else AGAIN
        return words.tell(saying, {"place": place_called(words, draft, self._wanted)})

    def _free(self) -> list[Place]:
        """List the proposed spots that are not told, the nearest to the last told first."""
        told = [one for one in self.desk.draft.places if one is not None]
        free = [
            one
            for one in self.proposed
            if all(math.dist(one.at_mm, other.at_mm) > other.radius_mm for other in told)
        ]
        last = self.desk.draft.places[self._last] if self._last is not None else None
        begin = last.at_mm if last else (0.0, 0.0)
        return sorted(free, key=lambda one: math.dist(one.at_mm, begin))

    def _pointed(self, stop: str) -> Place | None:
        """Tell which spot a press of OK, or the next touch, is about."""
        if self._again is not None and not stop.startswith("spot"):
            return self.desk.draft.places[self._again]
        if stop.startswith("told"):
            return self.desk.draft.places[int(stop.removeprefix("told-"))]
        names = {f"spot-{one.at_mm[0]:g}-{one.at_mm[1]:g}": one for one in self._free()}
        return names.get(stop)

    def _snapped(self, at_mm: Point) -> Place:
        """Find the printed spot that a finger means."""
        near = min(self._free(), key=lambda one: math.dist(one.at_mm, at_mm), default=None)
        if near is not None and math.dist(near.at_mm, at_mm) <= max(REACH_MM, near.radius_mm):
            return near
        return Place(snap_on(self.flat, at_mm), self._radius())

    def _radius(self) -> float:
        known = [one.radius_mm for one in (*self.proposed, *self.desk.draft.places) if one]
        return median(known) if known else USUAL_RADIUS_MM

    def _changing(self, number: int) -> Callable[[], None]:
        return lambda: self.change_place(number)

    def _telling(self, place: Place) -> Callable[[], None]:
        return lambda: self._tell(place)

    def _tell(self, place: Place) -> None:
        number, (_, (width, height)) = self._wanted, self.outline
        if number is None:
            return
        self._again, self._last, self.at = None, number, None
        # A mark at the edge may be seen a hair beyond it.
        x, y = min(width, max(0.0, place.at_mm[0])), min(height, max(0.0, place.at_mm[1]))
        inside = replace(place, at_mm=(x, y))
        self.desk.change(with_place(self.desk.draft, number, inside))

    def _take_away(self) -> None:
        if self._again is not None:
            self.desk.change(with_place(self.desk.draft, self._again, None))
        self._again = self.at = None

    def _undo(self) -> None:
        self._again = None
        self.desk.undo()

    def _turn(self) -> None:
        """Let the picture be the way up in which the board is printed; four turns undo it."""
        desk, (_, (_, height)) = self.desk, self.outline
        desk.change(turned(desk.draft))
        desk.begin()
        self.proposed = [turned_place(one, height) for one in self.proposed]
        self.look_at(turn(self.flat))

    def _aim(self) -> None:
        """Aim at a spot that was not found, from where it was told, or from the last one."""
        near = self._last if self._again is None else self._again
        begin = self.desk.draft.places[near] if near is not None else None
        height, width = self.image.shape[:2]
        start = self.to_px(begin.at_mm) if begin else (width / 2, height / 2)

        def taken(at: Point) -> None:
            self._tell(Place(self.to_mm(at), self._radius()))

        self.session.open(
            AimPage(self.session, self.image, start, taken, self._text(), self.title())
        )
