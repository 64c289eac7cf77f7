"""The step about printed lines, stretch by stretch."""

import math
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

import numpy as np

from companion.boards.warnings import dead_ends, off_route, parts
from companion.calibration.draft import (
    Draft,
    Point,
    Stretch,
    place_at,
    stretch_at,
    toggled,
    with_stretches,
)
from companion.calibration.picture_page import FlatPage, JoiningPage, TryPage, flattening
from companion.calibration.step import Lesson, WaitPage
from companion.calibration.teaching import Lines, Trial
from companion.language import Saying, counted, said
from companion.pages.kinds import Stop
from companion.session.session import Page
from companion.ui.guided_photo import Mark, Stroke
from companion.ui.screen import DOWN, MOVE, UP
from vision.proposing.borders import neighbours as adjacent
from vision.proposing.flat import Flat
from vision.proposing.stretches import stretches_on

REACH: Final = 1.6
"""How near to a spot's middle a finger must come down to mean it, in radii."""
FOLLOWING: Final = said("Following the printed lines…")
TO: Final = said("From: {place}. Where to?")
DEAD_ENDS: Final = counted(
    "{number} location is the end of a line.", "{number} locations are the ends of lines.", "number"
)


class LinesPage(JoiningPage, FlatPage):
    """Shows the stretches, proposed ones first; two spots join or part, a touch erases a line."""

    def __init__(self, lesson: Lesson, lines: Lines, flat: Flat) -> None:
        super().__init__(lesson, flat)
        self._lines: Final = lines
        self._places: Final = lesson.desk.draft.spots
        self._finger: int | None = None

    def status(self) -> str:
        return self.say(self._lines.counted, number=len(self._stretches))

    def asks(self) -> str:
        if self.origin is None:
            return self.say(self._lines.text)
        return self.say(TO, place=self.called(self.origin))

    def stops(self) -> Sequence[Stop]:
        say = self.say
        rows = [self.row("go-on", say("Continue"), self._go_on)]
        if self._lines.trial is not None:
            rows.append(self.row("try", say("Try it"), partial(self._try, self._lines.trial)))
        if self.desk.can_undo:
            rows.append(self.row("undo", say("Undo"), self._undo))
        return self.rows_and_spots(rows, self._order())

    def marks(self) -> Iterable[Mark]:
        places = list(self._places)
        yield from self.spot_marks()
        yield from self.rings(set(places) - parts(places, self._stretches)[0], "wrong")
        yield from self.rings({self.pointed_spot, self.origin}, "chosen")

    def strokes(self) -> Iterable[Stroke]:
        yield from self.outline_strokes("faint")
        yield from (Stroke(self._px(one), self._px(other)) for one, other in self._stretches)
        pointed = self.pointed_spot
        if pointed is not None and self.origin is not None:
            yield Stroke(self._px(self.origin), self._px(pointed), "faint")

    def point(self, what: str, at_px: Point) -> None:
        """Begin or end a stretch at a spot, follow a finger from spot to spot, erase a line."""
        at = self.to_mm(at_px)
        if what == DOWN:
            self._finger = place_at(self._places, at, REACH)
            if self._finger is not None:
                self.touch_spot(self._finger)
            elif (line := stretch_at(self._places, self._stretches, at)) is not None:
                self.origin = None
                self.join(*line)
        elif what == MOVE and self._finger is not None:
            reached = place_at(self._places, at)
            if reached is not None and reached != self._finger:
                joined = [*self._stretches, (self._finger, reached)]
                self.desk.change(with_stretches(self.desk.draft, joined))
                self._finger, self.origin = reached, None
        elif what == UP:
            self._finger = None

    @property
    def _stretches(self) -> Sequence[Stretch]:
        return self.desk.draft.stretches or ()

    def _px(self, place: int) -> Point:
        return self.to_px(self._places[place].at_mm)

    def _order(self) -> list[int]:
        """List spots: from where a stretch begins by nearness, else those without one first."""
        if self.origin is not None:
            begin = self._places[self.origin].at_mm
            return sorted(self._places, key=lambda i: math.dist(begin, self._places[i].at_mm))[1:]
        lonely = off_route(list(self._places), self._stretches)
        return [*lonely, *(i for i in self._places if i not in lonely)]

    def join(self, one: int, other: int) -> None:
        self.desk.change(toggled(self.desk.draft, one, other))

    def _undo(self) -> None:
        self.origin = None
        self.desk.undo()

    def _refused(self) -> bool:
        wrong = refusal(self.desk.draft, self._lines)
        if wrong is not None:
            saying, number = wrong
            self.message(self.say(saying, number=number))
        return wrong is not None

    def _try(self, trial: Trial) -> None:
        self.origin = None
        if not self._refused():
            self.session.open(TryPage(self.lesson, self.flat, trial))

    def _go_on(self) -> None:
        if self._refused():
            return
        ends = dead_ends(list(self._places), self._stretches)
        if not ends or self._lines.trial is None:
            self.done()
            return
        found, asked = (
            self.say(DEAD_ENDS, number=len(ends)),
            self.say("Is it like this on your board?"),
        )
        yes, no = self.say("Yes, continue"), self.say("No, change it")
        self.confirm(f"{found} {asked}", yes, self.done, no=no)


def lines_page(lesson: Lesson, lines: Lines) -> Page:
    """Propose stretches, where none are known yet, and show them."""
    desk = lesson.desk
    flattened, known = flattening(desk), desk.draft.stretches is not None
    spots, outlines = desk.draft.spots, desk.draft.outlines

    def work() -> tuple[Flat, list[Stretch]]:
        flat = flattened()
        if known:
            return flat, []
        if outlines:
            return flat, adjacent(outlines)
        return flat, proposed_stretches(flat, [one.at_mm for one in spots.values()])

    def page(found: tuple[Flat, list[Stretch]]) -> Page:
        flat, proposed = found
        if not known:
            numbers = list(spots)
            pairs = [(numbers[one], numbers[other]) for one, other in proposed]
            desk.change(with_stretches(desk.draft, pairs))
            desk.begin()
        return LinesPage(lesson, lines, flat)

    return WaitPage(lesson, FOLLOWING, work, page)


def proposed_stretches(flat: Flat, at_mm: Sequence[Point]) -> list[Stretch]:
    """Propose stretches between spots; they go by their position in ``at_mm``."""
    return [(one.i, one.j) for one in stretches_on(flat, np.array(at_mm))]


def refusal(draft: Draft, lines: Lines) -> tuple[Saying, int] | None:
    """Tell what is wrong with the stretches of a draft, and of how many spots; None if nothing."""
    places = list(draft.spots)
    lonely = off_route(places, draft.stretches or ())
    if lonely:
        return lines.lonely, len(lonely)
    apart = parts(places, draft.stretches or ())[1:]
    return (lines.apart, len(apart)) if apart else None
