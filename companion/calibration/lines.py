"""The steps about printed lines: which spots they join, and how they go on where they meet."""

import math
from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import combinations, pairwise
from random import Random
from typing import Final

import numpy as np

from companion.boards.warnings import dead_ends, off_route, parts
from companion.calibration.draft import Draft, Point, Stretch, place_at
from companion.calibration.pictures import FlatPage, PlaceStop, pairs
from companion.calibration.step import Lesson, Part, from_above
from companion.calibration.teaching import Lines, Trial
from companion.language import Saying, counted, said
from companion.pages.kinds import Stop
from companion.session.session import Page
from companion.ui.guided_photo import Mark, Stroke
from companion.ui.screen import DOWN, MOVE, UP
from companion.words.names import capitalised
from vision.proposing.borders import neighbours as adjacent
from vision.proposing.flat import Flat
from vision.proposing.stretches import stretches_on

REACH: Final = 1.6
"""How near to a spot's middle a finger must come down to mean it, in radii."""
DEAD_ENDS: Final = counted(
    "{number} location is the end of a line.", "{number} locations are the ends of lines.", "number"
)


class JoiningPage(FlatPage):
    """Shows spots of which two are joined, or parted: one is touched after the other.

    ``origin`` is the number of the first of the two, once there is one.
    """

    origin: int | None = None

    @abstractmethod
    def join(self, one: int, other: int) -> None:
        """Join two spots, or part them where they are joined."""

    def touch_spot(self, place: int) -> None:
        """Begin with a spot, or end with another one."""
        self.at = None
        origin, self.origin = self.origin, None
        if origin is None:
            self.origin = place
        elif place != origin:
            self.join(origin, place)

    def rows_and_spots(self, rows: Iterable[Stop], numbers: Iterable[int]) -> Iterable[Part]:
        """List rows and spots, what is wanted next first, and ring where one begins."""
        spots = self.spot_stops(numbers, self.touch_spot)
        yield from (*rows, *spots) if self.origin is None else (*spots, *rows)
        yield from self.rings([self.origin], "chosen")


class LinesPage(JoiningPage):
    """Shows the stretches, proposed ones first; two spots join or part, a touch erases a line."""

    def __init__(self, lesson: Lesson, lines: Lines, flat: Flat) -> None:
        super().__init__(lesson, flat)
        self._lines: Final = lines
        self._places: Final = lesson.draft.spots
        self._finger: int | None = None

    def status(self) -> str:
        return self.say(self._lines.counted, number=len(self._stretches))

    def parts(self) -> Iterable[Part]:
        say, places = self.say, self._places
        if self.origin is None:
            yield say(self._lines.text)
        else:
            yield say("From: {place}. Where to?", place=self.called(self.origin))
        for outline in self.draft.outlines:
            yield from self.around(outline, "faint")
        yield from lines_drawn(self)
        yield from self.spot_marks()
        yield from self.rings(places.keys() - parts([*places], self._stretches)[0], "wrong")
        rows = [self.go_on()]
        if self._lines.trial is not None:
            rows.append(self.row("try", say("Try it"), partial(self._try, self._lines.trial)))
        yield from self.rows_and_spots((*rows, *self.undo_row()), self._order())

    def drawn_for(self, stop: Stop) -> Iterable[Mark | Stroke]:
        yield from super().drawn_for(stop)
        if self.origin is not None and isinstance(stop, PlaceStop):
            yield Stroke(self.to_px(self._places[self.origin].at_mm), stop.mark.at, "faint")

    def point(self, what: str, at_px: Point) -> None:
        """Begin or end a stretch at a spot, follow a finger from spot to spot, erase a line."""
        at = self.to_mm(at_px)
        if what == DOWN:
            self._finger = place_at(self._places, at, REACH)
            if self._finger is not None:
                self.touch_spot(self._finger)
            elif (line := self.draft.stretch_at(at)) is not None:
                self.origin = None
                self.join(*line)
        elif what == MOVE and self._finger is not None:
            reached = place_at(self._places, at)
            if reached is not None and reached != self._finger:
                joined = [*self._stretches, (self._finger, reached)]
                self.desk.change(self.draft.with_stretches(joined))
                self._finger, self.origin = reached, None
        elif what == UP:
            self._finger = None

    @property
    def _stretches(self) -> Sequence[Stretch]:
        return self.draft.stretches or ()

    def _order(self) -> list[int]:
        """List spots: from where a stretch begins by nearness, else those without one first."""
        if self.origin is not None:
            begin = self._places[self.origin].at_mm
            return sorted(self._places, key=lambda i: math.dist(begin, self._places[i].at_mm))[1:]
        lonely = off_route([*self._places], self._stretches)
        return [*lonely, *(i for i in self._places if i not in lonely)]

    def join(self, one: int, other: int) -> None:
        self.desk.change(self.draft.toggled(one, other))

    def undo(self) -> None:
        self.origin = None
        super().undo()

    def refusal(self) -> str | None:
        wrong = refusal(self.draft, self._lines)
        return None if wrong is None else self.say(wrong[0], number=wrong[1])

    def doubt(self) -> str | None:
        ends = dead_ends([*self._places], self._stretches)
        if not ends or self._lines.trial is None:
            return None
        found = self.say(DEAD_ENDS, number=len(ends))
        return " ".join((found, self.say("Is it like this on your board?")))

    def _try(self, trial: Trial) -> None:
        self.origin = None
        if not self.is_refused():
            self.session.open(TryPage(self.lesson, self.flat, trial))


def lines_page(lesson: Lesson, lines: Lines) -> Page:
    """Propose stretches, where none are known yet, and show them."""
    desk, draft = lesson.desk, lesson.draft

    def work(flat: Flat) -> Sequence[Stretch]:
        if draft.stretches is not None:
            return ()
        if draft.outlines:
            return adjacent(draft.outlines)
        return proposed_stretches(flat, [one.at_mm for one in draft.spots.values()])

    def page(flat: Flat, proposed: Sequence[Stretch]) -> Page:
        if draft.stretches is None:
            numbers = list(draft.spots)
            joined = [(numbers[one], numbers[other]) for one, other in proposed]
            desk.change(desk.draft.with_stretches(joined))
            desk.begin()
        return LinesPage(lesson, lines, flat)

    return from_above(lesson, said("Following the printed lines…"), work, page)


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


# How lines go on where they meet.

FORK_REACH: Final = 2.5
"""How near to the middle of one where lines meet a finger must come down, in radii: few are one."""
WAYS: Final = said(
    "Blue: how a line continues past an occupied location. Touch a location where this is wrong."
)
FORKS: Final = counted("{number} location", "{number} locations", "number")
FORK_FROM: Final = said(
    "Touch two locations: blue leads from one to the other, or does not any more."
)
MAY_IT: Final = said("May a piece go on this way?")
HOP: Final = 1.0
"""Seconds that a piece takes from one spot to the next."""
HIGH: Final = 2.0
"""How high it hops, by the radius of a spot."""
FORK_TO: Final = said("To which location does a line continue from {place}?")
BEYOND: Final = 3.0
"""How much of the board is seen beyond the farthest neighbour, in radii of that."""
BEND_PIECES: Final = 6
"""Straight pieces of which a bend is drawn."""


class ForksPage(FlatPage):
    """Shows how lines go on; a spot that is touched is seen large, and can be put right there."""

    def __init__(self, lesson: Lesson, trial: Trial, flat: Flat) -> None:
        super().__init__(lesson, flat)
        self._trial: Final = trial
        self._forks: Final = {i: lesson.draft.spots[i] for i in _ways(lesson)}

    def status(self) -> str:
        return self.say(FORKS, number=len(self._forks))

    def parts(self) -> Iterable[Part]:
        yield self.say(WAYS)
        yield self.go_on()
        yield self.row("try", self.say("Try it"), self._try)
        yield from self.undo_row()
        yield from self.spot_stops(self._forks, self._open)
        yield from lines_drawn(self, _ways(self.lesson))
        yield from self.spot_marks(self._forks)

    def touch(self, at_mm: Point) -> None:
        via = place_at(self._forks, at_mm, FORK_REACH)
        if via is not None:
            self._open(via)

    def _open(self, via: int) -> None:
        self.session.open(ForkPage(self.lesson, self.flat, via))

    def _try(self) -> None:
        self.session.open(TryPage(self.lesson, self.flat, self._trial))


class ForkPage(JoiningPage):
    """Shows the lines that meet at one spot, large; two of its neighbours are joined or not.

    A piece hops from one neighbour past the spot to another, and it is asked whether it may; who
    knows better touches two neighbours.
    """

    def __init__(self, lesson: Lesson, flat: Flat, via: int) -> None:
        draft, spots = lesson.draft, lesson.desk.game.spots
        called = spots.spot_called(lesson.words, draft, via)
        super().__init__(lesson.titled(capitalised(called)), flat)
        self._via: Final = via
        self._places: Final = draft.spots
        self._around: Final = draft.meetings(spots.free)[via]
        self._left: list[tuple[int, int]] = [*combinations(sorted(self._around), 2)]
        middle, around = draft.spots[via].at_mm, [draft.spots[i] for i in self._around]
        reach = max(math.dist(middle, one.at_mm) + BEYOND * one.radius_mm for one in around)
        self.show_around(middle, reach, f"fork {via}")

    def parts(self) -> Iterable[Part]:
        say, via, asking = self.say, self._via, bool(self._left)
        if self.origin is not None:
            yield say(FORK_TO, place=self.called(self.origin))
        else:
            yield say(MAY_IT if asking else FORK_FROM)
        ways = _ways(self.lesson)[via]
        yield from lines_drawn(self, {via: ways}, at=via)
        yield from self.spot_marks((*self._around, via))
        rows = [self.row("go-on", say("Continue"), self.close)]
        if asking:
            answers = (("yes", say("Yes"), True), ("no", say("No"), False))
            rows[:0] = [
                self.row(name, text, partial(self._answer, may)) for name, text, may in answers
            ]
        if ways:
            rows.append(self.row("none", say("All lines end here"), self._end_all))
        yield from self.rows_and_spots(rows, self._around)
        if asking and self.origin is None:
            radius = self._places[via].radius_mm * self.px_per_mm
            yield Mark(self._hopping(*self._left[0], HIGH * radius), "moving", radius)

    def _hopping(self, start: int, end: int, high: float) -> Point:
        come = round(self.session.now % (2 * HOP) / HOP, 1)
        stops = [self.to_px(self._places[i].at_mm) for i in (start, self._via, end)]
        (x0, y0), (x1, y1) = stops[int(come) : int(come) + 2]
        share = come % 1
        height = high * math.sin(math.pi * share)
        return x0 + share * (x1 - x0), y0 + share * (y1 - y0) - height

    def _answer(self, may: bool) -> None:  # noqa: FBT001 - what was chosen
        way, self.at = self._left.pop(0), None
        if (way in _ways(self.lesson)[self._via]) != may:
            self.join(*way)

    def point(self, what: str, at_px: Point) -> None:
        """Take the neighbour that is nearest; a finger may be drawn from one to another."""
        at, places = self.to_mm(at_px), self._places
        near = min(self._around, key=lambda i: math.dist(places[i].at_mm, at))
        if what == DOWN or (what == UP and self.origin not in {None, near}):
            self.touch_spot(near)

    def join(self, one: int, other: int) -> None:
        self.desk.change(self.draft.toggled_way(self._via, one, other))

    def _end_all(self) -> None:
        self.desk.change(self.draft.with_ways(self._via, frozenset()))
        self.close()


def forks_page(lesson: Lesson, trial: Trial) -> Page:
    """Show how lines go on; where they meet in free spots only, there is nothing to ask."""

    def page(flat: Flat, _: None) -> Page | None:
        if _ways(lesson):
            return ForksPage(lesson, trial, flat)
        lesson.done()
        return None

    return from_above(lesson, said("Finding where lines meet…"), lambda _: None, page)


def _ways(lesson: Lesson) -> Mapping[int, Collection[Stretch]]:
    return lesson.draft.ways_on(lesson.desk.game.spots.free)


def lines_drawn(
    page: FlatPage, ways: Mapping[int, Collection[Stretch]] | None = None, at: int | None = None
) -> Iterable[Stroke]:
    """Draw all stretches, or those ``at`` a spot, and bend them as the ``ways`` past spots go.

    Before such a spot they are drawn up to half way: a line that goes on nowhere ends there.
    """
    draft, known = page.desk.draft, ways or {}
    at_px = {i: page.to_px(one.at_mm) for i, one in draft.spots.items()}
    for one, other in draft.stretches or ():
        if at in (None, one, other):
            start, end = at_px[one], at_px[other]
            middle = _halfway(start, end)
            yield Stroke(middle if one in known else start, middle if other in known else end)
    for via, passing in known.items():
        for one, other in passing:
            start, end = (_halfway(at_px[via], at_px[place]) for place in (one, other))
            bend = pairwise(_bend(start, at_px[via], end))
            yield from (Stroke(*piece, "chosen") for piece in bend)


def _halfway(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _bend(start: Point, past: Point, end: Point) -> list[Point]:
    """Go from start to end, drawn towards a point (a quadratic Bézier curve)."""
    share = np.linspace(0, 1, BEND_PIECES + 1)[:, None]
    ends = np.multiply((1 - share) ** 2, start) + np.multiply(share**2, end)
    return pairs(ends + np.multiply(2 * share * (1 - share), past))


# Trying what was said.

SHARE: Final = 0.4
"""How many of the spots hold an imaginary piece."""


class TryPage(FlatPage):
    """Shows for one spot where a piece from there may stop; others stand in its way."""

    def __init__(self, lesson: Lesson, flat: Flat, trial: Trial) -> None:
        """Begin with some pieces; raises InputError where the draft makes no board."""
        super().__init__(lesson.titled(lesson.words.say("Try it")), flat)
        self._trial: Final = trial
        self._places: Final = lesson.draft.spots
        self._destinations: Final = trial.destinations(lesson.desk.game.board(lesson.draft))
        self._chance: Final = Random(1)  # noqa: S311 - any will do
        self._standing: frozenset[int] = frozenset()
        self._scatter()
        self._origin: int | None = None

    def parts(self) -> Iterable[Part]:
        yield self.say(self._trial.text)
        yield from self.spot_stops(self._places, self._move)
        yield self.row("other", self.say(self._trial.others), self._scatter)
        yield self.row("back", self.say(self._trial.back), self.close)
        yield from lines_drawn(self)
        yield from self.spot_marks()
        yield from self.rings(sorted(self._standing), "stands")
        if self._origin is not None:
            yield from self.rings([self._origin], "moving")
            yield from self.rings(self._reached(self._origin), "fine")

    def touch(self, at_mm: Point) -> None:
        self._move(min(self._places, key=lambda i: math.dist(self._places[i].at_mm, at_mm)))

    def _move(self, place: int) -> None:
        self._origin = place
        self.at = f"spot-{place}"

    def _reached(self, origin: int) -> list[int]:
        """List the spots where it may stop; the rules number those of the board in their order."""
        numbers = [*self._places]
        occupied = {numbers.index(i) for i in {*self._standing, origin}}
        return [numbers[i] for i in self._destinations(numbers.index(origin), occupied)]

    def _scatter(self) -> None:
        number = round(SHARE * len(self._places))
        self._standing = frozenset(self._chance.sample([*self._places], number))
