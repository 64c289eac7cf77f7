"""Trying the printed lines: where a piece could move, with imaginary ones on its way."""

import math
from collections.abc import Iterable, Sequence
from functools import partial
from random import Random
from typing import Final

from companion.calibration.draft import Point
from companion.calibration.picture_page import FlatPage, Stop
from companion.calibration.step import Lesson
from companion.calibration.teaching import Lines
from companion.ui.guided_photo import Mark, Stroke
from companion.ui.screen import DOWN
from vision.proposing.flat import Flat

SHARE: Final = 0.4
"""How many of the spots hold an imaginary piece."""


class TryPage(FlatPage):
    """Shows for one spot where a piece from there may stop; others stand in its way."""

    def __init__(self, lesson: Lesson, lines: Lines, flat: Flat) -> None:
        """Begin with some pieces; raises InputError where the draft makes no board."""
        super().__init__(lesson.titled(lesson.session.words.say("Try it")), flat)
        self._lines: Final = lines
        self._places: Final = lesson.desk.draft.spots
        self._numbers: Final = list(self._places)
        self._destinations: Final = lines.destinations(lesson.desk.game.board(lesson.desk.draft))
        self._seed = 1
        self._standing = self._scattered()
        self._origin: int | None = None

    def asks(self) -> str:
        """Ask for a spot to move from."""
        return self.words.tell(self._lines.try_text, {})

    def stops(self) -> Sequence[Stop]:
        """Go through the spots, then what else can be done."""
        tell = self.words.tell
        return [
            *(Stop(f"spot-{i}", partial(self._move, i)) for i in self._places),
            self.row("other", tell(self._lines.others, {}), self._scatter),
            self.row("back", tell(self._lines.back, {}), partial(self.session.close, self)),
        ]

    def marks(self, stop: str) -> Iterable[Mark]:
        """Show who stands where, and where the chosen one may stop."""
        yield from self.spot_marks()
        yield from self.rings(sorted(self._standing), "stands")
        if self._origin is not None:
            yield from self.rings([self._origin], "mover")
            yield from self.rings(self._reached(self._origin), "fine")
        yield from self.rings((i for i in self._places if stop == f"spot-{i}"), "chosen")

    def strokes(self, stop: str) -> Iterable[Stroke]:
        """Show the stretches."""
        del stop
        at_px = {i: self.to_px(one.at_mm) for i, one in self._places.items()}
        stretches = self.desk.draft.stretches or ()
        return [Stroke(at_px[one], at_px[other]) for one, other in stretches]

    def point(self, what: str, at_px: Point) -> None:
        """Let a piece move from the spot that was touched."""
        if what == DOWN:
            at = self.to_mm(at_px)
            self._move(min(self._places, key=lambda i: math.dist(self._places[i].at_mm, at)))

    def _move(self, place: int) -> None:
        self._origin = place
        self.at = f"spot-{place}"

    def _reached(self, origin: int) -> list[int]:
        """List the spots where a piece from here may stop."""
        index = self._numbers.index
        occupied = {index(i) for i in {*self._standing, origin}}
        return [self._numbers[i] for i in self._destinations(index(origin), occupied)]

    def _scatter(self) -> None:
        """Let others stand in the way."""
        self._seed += 1
        self._standing = self._scattered()

    def _scattered(self) -> frozenset[int]:
        choice = Random(self._seed)  # noqa: S311 - any will do
        return frozenset(choice.sample(self._numbers, round(SHARE * len(self._numbers))))
