"""Trying the trade routes: where a merchant could move, with imaginary ones on its way."""

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from companion.calibration.desk import Desk
from companion.calibration.draft import Place, Point, city_state_of, kind_of
from companion.calibration.flat_page import FlatPage
from companion.calibration.photo_page import Stop
from companion.calibration.writing import board_of
from companion.ui.guided_photo import GuidedPhoto, Stroke
from companion.ui.menu import Row
from companion.ui.screen import DOWN
from engine.sumeria.movement import Network
from vision.proposing.flat import Flat

if TYPE_CHECKING:
    from companion.session.session import Session

SHARE: Final = 0.4
"""How many of the spots hold an imaginary merchant."""


class TryPage(FlatPage):
    """Shows for one spot where a merchant from there may stop; others stand in its way."""

    def __init__(self, session: "Session", desk: Desk, flat: Flat) -> None:
        """Begin with some merchants, on a board already seen from above (``flat``)."""
        super().__init__(session, desk, lambda: None)
        self.look_at(flat)
        self._places: Final[dict[int, Place]] = {
            i: one for i, one in enumerate(desk.draft.places) if one is not None
        }
        self._network: Final = Network(board_of(desk.draft), branch_anywhere=False)
        self._lot = 1
        self._standing = self._scattered()
        self._origin: int | None = None

    def title(self) -> str:
        """Say what this is."""
        return self.session.words.say("Try it")

    def stops(self) -> Sequence[Stop]:
        """Go through the spots, then what else can be done."""
        say = self.session.words.say
        return [
            *(Stop(f"spot-{i}", self._moving(i)) for i in self._places),
            Stop("other", self._scatter, Row(say("Other merchants"))),
            Stop("back", lambda: self.session.close(self), Row(say("Back to the routes"))),
        ]

    def photo(self, rows: tuple[Row, ...], chosen: int | None, stop: str) -> GuidedPhoto:
        """Show who stands where, and where the chosen one may stop."""
        numbers = list(self._places)
        marks = [
            self.mark(one, "told", kind_of(i), city_state_of(i)) for i, one in self._places.items()
        ]
        marks += [self.mark(self._places[i], "stands") for i in sorted(self._standing)]
        if self._origin is not None:
            marks.append(self.mark(self._places[self._origin], "mover"))
            reached = self._reached(self._origin)
            marks += [self.mark(self._places[i], "fine") for i in reached]
        marks += [self.mark(self._places[i], "chosen") for i in numbers if stop == f"spot-{i}"]
        strokes = [
            Stroke(self.to_px(self._places[one].at_mm), self.to_px(self._places[other].at_mm))
            for one, other in self.desk.draft.stretches or ()
        ]
        text = self.session.words.say("Touch a spot: green is where a merchant could go from it.")
        return self.shown(text, marks, strokes, rows, chosen)

    def point(self, what: str, at_px: Point) -> None:
        """Let a merchant move from the spot that was touched."""
        if what == DOWN:
            at = self.to_mm(at_px)
            self._move(min(self._places, key=lambda i: math.dist(self._places[i].at_mm, at)))

    def _moving(self, place: int) -> Callable[[], None]:
        return lambda: self._move(place)

    def _move(self, place: int) -> None:
        self._origin = place
        self.at = f"spot-{place}"

    def _reached(self, origin: int) -> list[int]:
        """List the places where a merchant from here may stop (S-19 to S-21)."""
        numbers = list(self._places)
        occupied = sum(1 << numbers.index(i) for i in {*self._standing, origin})
        found = self._network.destinations(numbers.index(origin), occupied)
        return [place for bit, place in enumerate(numbers) if found >> bit & 1]

    def _scatter(self) -> None:
        """Let others stand in the way."""
        self._lot += 1
        self._standing = self._scattered()

    def _scattered(self) -> frozenset[int]:
        numbers = list(self._places)
        lot = Random(self._lot)  # noqa: S311 - any will do
        return frozenset(lot.sample(numbers, round(SHARE * len(numbers))))
