"""The steps about printed lines: stretch by stretch, how they go on where they meet, a trial."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import combinations
from random import Random
from typing import Final

import numpy as np

from companion.boards.warnings import dead_ends, off_route, parts
from companion.calibration.draft import Draft, Point, Stretch, toggled, with_stretches
from companion.calibration.network import (
    neighbours,
    place_at,
    stretch_at,
    toggled_way,
    ways_on,
    with_ways,
)
from companion.calibration.picture_page import (
    SIDE,
    FlatPage,
    PicturePage,
    flattening,
    ways_drawn,
)
from companion.calibration.step import Lesson, WaitPage
from companion.calibration.teaching import Lines, Trial
from companion.language import Saying, counted, said
from companion.pages.kinds import Stop
from companion.session.session import Page
from companion.ui.guided_photo import Mark, Stroke, magnified
from companion.ui.screen import DOWN, MOVE, UP
from companion.words.names import capitalised
from vision.proposing.borders import neighbours as adjacent
from vision.proposing.flat import PX_PER_MM, Flat
from vision.proposing.stretches import stretches_on

REACH: Final = 1.6
"""How near to a spot's middle a finger must come down to mean it, in radii."""
FORK_REACH: Final = 2.5
"""The same where only those count in which lines meet: most spots are none."""
FOLLOWING: Final = said("Following the printed lines…")
TO: Final = said("From: {place}. To which spot?")
DEAD_ENDS: Final = counted(
    "{number} spot is the end of a line.", "{number} spots are the ends of lines.", "number"
)
MEETING: Final = said("Finding where lines meet…")
WAYS: Final = said(
    "Blue: how a line continues past an occupied spot. Touch a spot where this is wrong."
)
FORKS: Final = counted("{number} spot", "{number} spots", "number")
FORK_FROM: Final = said("Touch two spots: blue leads from one to the other, or does not any more.")
MAY_IT: Final = said("May it go on this way?")
HOP: Final = 1.0
"""Seconds that a piece takes from one spot to the next."""
HIGH: Final = 2.0
"""How high it hops, by the radius of a spot."""
FORK_TO: Final = said("To which spot does a line continue from {place}?")
BEYOND: Final = 3.0
"""How much of the board is seen beyond the farthest neighbour, in radii of that."""
SHARE: Final = 0.4
"""How many of the spots hold an imaginary piece."""


class LinesPage(FlatPage):
    """Shows the stretches, proposed ones first; two spots join or part, a touch erases a line."""

    def __init__(self, lesson: Lesson, lines: Lines, flat: Flat) -> None:
        super().__init__(lesson, flat)
        self._lines: Final = lines
        self._places: Final = lesson.desk.draft.spots
        self._origin: int | None = None
        self._finger: int | None = None

    def status(self) -> str:
        return self._counted(self._lines.counted, len(self._stretches))

    def asks(self) -> str:
        if self._origin is None:
            return self.say(self._lines.text)
        called = self.desk.game.spots.spot_called(self.words, self.desk.draft, self._origin)
        return self.say(TO, place=called)

    def stops(self) -> Sequence[Stop]:
        say = self.say
        rows = [self.row("go-on", say("Continue"), self._go_on)]
        if self._lines.trial is not None:
            rows.append(self.row("try", say("Try it"), partial(self._try, self._lines.trial)))
        if self.desk.can_undo:
            rows.append(self.row("undo", say("Undo"), self._undo))
        spots = [Stop(f"spot-{i}", partial(self._choose, i)) for i in self._order()]
        return [*spots, *rows] if self._origin is not None else [*rows, *spots]

    def marks(self, stop: str) -> Iterable[Mark]:
        """Show the spots, and those that nothing joins to most others."""
        places, about = list(self._places), {self._pointed(stop), self._origin}
        yield from self.spot_marks()
        yield from self.rings(set(places) - parts(places, self._stretches)[0], "wrong")
        yield from self.rings((i for i in about if i is not None), "chosen")

    def strokes(self, stop: str) -> Iterable[Stroke]:
        yield from self.outline_strokes("faint")
        yield from (Stroke(self._px(one), self._px(other)) for one, other in self._stretches)
        pointed = self._pointed(stop)
        if pointed is not None and self._origin is not None:
            yield Stroke(self._px(self._origin), self._px(pointed), "faint")

    def point(self, what: str, at_px: Point) -> None:
        """Begin or end a stretch at a spot, follow a finger from spot to spot, erase a line."""
        at = self.to_mm(at_px)
        if what == DOWN:
            self._finger = place_at(self._places, at, REACH)
            if self._finger is not None:
                self._choose(self._finger)
            elif (line := stretch_at(self._places, self._stretches, at)) is not None:
                self._origin = None
                self.desk.change(toggled(self.desk.draft, *line))
        elif what == MOVE and self._finger is not None:
            reached = place_at(self._places, at)
            if reached is not None and reached != self._finger:
                joined = [*self._stretches, (self._finger, reached)]
                self.desk.change(with_stretches(self.desk.draft, joined))
                self._finger, self._origin = reached, None
        elif what == UP:
            self._finger = None

    @property
    def _stretches(self) -> Sequence[Stretch]:
        return self.desk.draft.stretches or ()

    def _px(self, place: int) -> Point:
        return self.to_px(self._places[place].at_mm)

    def _counted(self, saying: Saying, number: int) -> str:
        return self.say(saying, number=number)

    def _pointed(self, stop: str) -> int | None:
        """Give the spot that a press of OK is about."""
        return next((i for i in self._places if stop == f"spot-{i}"), None)

    def _order(self) -> list[int]:
        """List spots: from where a stretch begins by nearness, else those without one first."""
        if self._origin is not None:
            begin = self._places[self._origin].at_mm
            return sorted(self._places, key=lambda i: math.dist(begin, self._places[i].at_mm))[1:]
        lonely = off_route(list(self._places), self._stretches)
        return [*lonely, *(i for i in self._places if i not in lonely)]

    def _choose(self, place: int) -> None:
        """Begin a stretch, or end it: then it is there, or not any more."""
        self.at = None
        if self._origin is None:
            self._origin = place
            return
        origin, self._origin = self._origin, None
        if place != origin:
            self.desk.change(toggled(self.desk.draft, origin, place))

    def _undo(self) -> None:
        self._origin = None
        self.desk.undo()

    def _refused(self) -> bool:
        wrong = refusal(self.desk.draft, self._lines)
        if wrong is not None:
            self.message(self._counted(*wrong))
        return wrong is not None

    def _try(self, trial: Trial) -> None:
        self._origin = None
        if not self._refused():
            self.session.open(TryPage(self.lesson, self.flat, trial))

    def _go_on(self) -> None:
        if self._refused():
            return
        ends = dead_ends(list(self._places), self._stretches)
        if not ends or self._lines.trial is None:
            self.done()
            return
        say = self.say
        question = " ".join(
            (self._counted(DEAD_ENDS, len(ends)), say("Is it like this on your board?"))
        )
        self.confirm(question, say("Yes, continue"), self.done)


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


class TryPage(FlatPage):
    """Shows for one spot where a piece from there may stop; others stand in its way."""

    def __init__(self, lesson: Lesson, flat: Flat, trial: Trial) -> None:
        """Begin with some pieces; raises InputError where the draft makes no board."""
        super().__init__(lesson.titled(lesson.session.words.say("Try it")), flat)
        self._trial: Final = trial
        self._places: Final = lesson.desk.draft.spots
        self._numbers: Final = list(self._places)
        self._destinations: Final = trial.destinations(lesson.desk.game.board(lesson.desk.draft))
        self._seed = 1
        self._standing = self._scattered()
        self._origin: int | None = None

    def asks(self) -> str:
        return self.say(self._trial.text)

    def stops(self) -> Sequence[Stop]:
        return [
            *(Stop(f"spot-{i}", partial(self._move, i)) for i in self._places),
            self.row("other", self.say(self._trial.others), self._scatter),
            self.row("back", self.say(self._trial.back), partial(self.session.close, self)),
        ]

    def marks(self, stop: str) -> Iterable[Mark]:
        yield from self.spot_marks()
        yield from self.rings(sorted(self._standing), "stands")
        if self._origin is not None:
            yield from self.rings([self._origin], "moving")
            yield from self.rings(self._reached(self._origin), "fine")
        yield from self.rings((i for i in self._places if stop == f"spot-{i}"), "chosen")

    def strokes(self, stop: str) -> Iterable[Stroke]:
        del stop
        at_px = {i: self.to_px(one.at_mm) for i, one in self._places.items()}
        stretches = self.desk.draft.stretches or ()
        return [Stroke(at_px[one], at_px[other]) for one, other in stretches]

    def point(self, what: str, at_px: Point) -> None:
        if what == DOWN:
            at = self.to_mm(at_px)
            self._move(min(self._places, key=lambda i: math.dist(self._places[i].at_mm, at)))

    def _move(self, place: int) -> None:
        self._origin = place
        self.at = f"spot-{place}"

    def _reached(self, origin: int) -> list[int]:
        index = self._numbers.index
        occupied = {index(i) for i in {*self._standing, origin}}
        return [self._numbers[i] for i in self._destinations(index(origin), occupied)]

    def _scatter(self) -> None:
        self._seed += 1
        self._standing = self._scattered()

    def _scattered(self) -> frozenset[int]:
        choice = Random(self._seed)  # noqa: S311 - any will do
        return frozenset(choice.sample(self._numbers, round(SHARE * len(self._numbers))))


class ForksPage(FlatPage):
    """Shows how lines go on; a spot that is touched is seen large, and can be put right there."""

    def __init__(self, lesson: Lesson, trial: Trial, flat: Flat) -> None:
        super().__init__(lesson, flat)
        self._trial: Final = trial
        self._forks: Final = {i: lesson.desk.draft.spots[i] for i in _ways(lesson)}

    def status(self) -> str:
        return self.say(FORKS, number=len(self._forks))

    def asks(self) -> str:
        return self.say(WAYS)

    def stops(self) -> Sequence[Stop]:
        say = self.say
        rows = [
            self.row("go-on", say("Continue"), self.done),
            self.row("try", say("Try it"), self._try),
        ]
        if self.desk.can_undo:
            rows.append(self.row("undo", say("Undo"), self.desk.undo))
        return [*rows, *(Stop(f"spot-{i}", partial(self._open, i)) for i in self._forks)]

    def marks(self, stop: str) -> Iterable[Mark]:
        yield from self.spot_marks(self._forks)
        yield from self.rings((i for i in self._forks if stop == f"spot-{i}"), "chosen")

    def strokes(self, stop: str) -> Iterable[Stroke]:
        del stop
        draft = self.desk.draft
        at_px = {i: self.to_px(one.at_mm) for i, one in draft.spots.items()}
        return ways_drawn(at_px, draft.stretches or (), _ways(self.lesson))

    def point(self, what: str, at_px: Point) -> None:
        via = place_at(self._forks, self.to_mm(at_px), FORK_REACH)
        if what == DOWN and via is not None:
            self._open(via)

    def _open(self, via: int) -> None:
        self.session.open(ForkPage(self.lesson, self.flat, via))

    def _try(self) -> None:
        self.session.open(TryPage(self.lesson, self.flat, self._trial))


class ForkPage(PicturePage):
    """Shows the lines that meet at one spot, large; two of its neighbours are joined or not.

    A piece hops from one neighbour past the spot to another, and it is asked whether it may; who
    knows better touches two neighbours.
    """

    def __init__(self, lesson: Lesson, flat: Flat, via: int) -> None:
        """Look at the spot numbered ``via`` on a board seen from above."""
        draft, game = lesson.desk.draft, lesson.desk.game
        self._via: Final = via
        self._around: Final = neighbours(draft, game.spots.free)[via]
        self._places: Final = draft.spots
        middle = self._places[via].at_mm
        reach = max(
            math.dist(middle, self._places[i].at_mm) + BEYOND * self._places[i].radius_mm
            for i in self._around
        )
        self._power: Final = SIDE / (2 * reach * PX_PER_MM)
        name = f"fork {via} of {draft.empty} {draft.corners_px} {draft.size_mm}"
        image = magnified(flat.picture, FlatPage.to_px(middle), SIDE, self._power)
        called = capitalised(game.spots.spot_called(lesson.session.words, draft, via))
        super().__init__(lesson.titled(called), name, image)
        self._origin: int | None = None
        self._left: list[tuple[int, int]] = [*combinations(sorted(self._around), 2)]

    def asks(self) -> str:
        if self._origin is None:
            return self.say(MAY_IT if self._left else FORK_FROM)
        called = self.desk.game.spots.spot_called(self.words, self.desk.draft, self._origin)
        return self.say(FORK_TO, place=called)

    def stops(self) -> Sequence[Stop]:
        say = self.say
        rows = [self.row("go-on", say("Continue"), self._close)]
        if self._left:
            answers = (("yes", say("Yes"), True), ("no", say("No"), False))
            rows[:0] = [
                self.row(name, text, partial(self._answer, may)) for name, text, may in answers
            ]
        if _ways(self.lesson)[self._via]:
            rows.append(self.row("none", say("All lines end here"), self._end_all))
        spots = [Stop(f"spot-{i}", partial(self._touch, i)) for i in self._around]
        return [*spots, *rows] if self._origin is not None else [*rows, *spots]

    def marks(self, stop: str) -> Iterable[Mark]:
        spots, about = self.desk.game.spots, {stop, f"spot-{self._origin}"}
        for i in (*self._around, self._via):
            yield Mark(self.to_px(i), "known", self._radius(i), spots.kind(i), spots.region(i))
        for i in self._around:
            if f"spot-{i}" in about:
                yield Mark(self.to_px(i), "chosen", self._radius(i))
        if self._left and self._origin is None:
            yield Mark(self._hopping(*self._left[0]), "moving", self._radius(self._via))

    def _hopping(self, start: int, end: int) -> Point:
        """Tell where a piece is on its way past the spot, a hop from each spot to the next."""
        come = round(self.session.now % (2 * HOP) / HOP, 1)
        stops = [self.to_px(one) for one in (start, self._via, end)]
        (x0, y0), (x1, y1) = stops[int(come) : int(come) + 2]
        share = come % 1
        height = HIGH * self._radius(self._via) * math.sin(math.pi * share)
        return x0 + share * (x1 - x0), y0 + share * (y1 - y0) - height

    def _answer(self, may: bool) -> None:  # noqa: FBT001 - what was chosen
        """Take whether it may go that way, and ask about the next one."""
        way, self.at = self._left.pop(0), None
        if (way in _ways(self.lesson)[self._via]) != may:
            self.desk.change(toggled_way(self.desk.draft, self._via, *way))

    def strokes(self, stop: str) -> Iterable[Stroke]:
        del stop
        via = self._via
        at_px = {i: self.to_px(i) for i in (*self._around, via)}
        stretches = [one for one in self.desk.draft.stretches or () if via in one]
        return ways_drawn(at_px, stretches, {via: _ways(self.lesson)[via]})

    def point(self, what: str, at_px: Point) -> None:
        """Take the neighbour that is nearest; a finger may be drawn from one to another."""
        near = min(self._around, key=lambda i: math.dist(self.to_px(i), at_px))
        if what == DOWN or (what == UP and self._origin not in {None, near}):
            self._touch(near)

    def to_px(self, place: int) -> Point:
        """Find the pixel of the image where a spot is."""
        (x, y), (x0, y0) = self._places[place].at_mm, self._places[self._via].at_mm
        scale = self._power * PX_PER_MM
        return SIDE / 2 + (x - x0) * scale, SIDE / 2 + (y - y0) * scale

    def _radius(self, place: int) -> float:
        return self._places[place].radius_mm * PX_PER_MM * self._power

    def _touch(self, place: int) -> None:
        """Begin with a neighbour, or toggle the way between it and the one begun with."""
        self.at = None
        if self._origin is None:
            self._origin = place
            return
        origin, self._origin = self._origin, None
        if place != origin:
            self.desk.change(toggled_way(self.desk.draft, self._via, origin, place))

    def _end_all(self) -> None:
        self.desk.change(with_ways(self.desk.draft, self._via, frozenset()))
        self._close()

    def _close(self) -> None:
        self.session.close(self)


def forks_page(lesson: Lesson, trial: Trial) -> Page:
    """Show how lines go on; where they meet in free spots only, there is nothing to ask."""

    def page(flat: Flat) -> Page | None:
        if _ways(lesson):
            return ForksPage(lesson, trial, flat)
        lesson.done()
        return None

    return WaitPage(lesson, MEETING, flattening(lesson.desk), page)


def _ways(lesson: Lesson) -> Mapping[int, Collection[Stretch]]:
    """Give the ways past each spot where it matters."""
    return ways_on(lesson.desk.draft, lesson.desk.game.spots.free)
