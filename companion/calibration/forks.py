"""Where lines meet: which stretches are one line, and the pages on which the owner says so.

Which of the stretches that meet at a spot belong to one line matters where three or more meet, and
a piece that passes the spot keeps to its line. There the owner may say so; elsewhere, and until
then, each line goes on as straight as it can.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, pairwise
from typing import Final

from companion.boards.warnings import ONE_WAY_ON
from companion.boards.warnings import forks as forks_among
from companion.calibration.draft import Draft, Fork, Point, Stretch, place_at
from companion.calibration.picture_page import (
    SIDE,
    FlatPage,
    JoiningPage,
    TryPage,
    flattening,
    ways_drawn,
)
from companion.calibration.step import Lesson, WaitPage
from companion.calibration.teaching import Trial
from companion.language import counted, said
from companion.pages.kinds import Stop
from companion.session.session import Page
from companion.ui.guided_photo import Mark, Stroke, magnified
from companion.ui.screen import DOWN, UP
from companion.words.names import capitalised
from vision.proposing.flat import PX_PER_MM, Flat

FORK_REACH: Final = 2.5
"""How near to the middle of one where lines meet a finger must come down, in radii: few are one."""
MEETING: Final = said("Finding where lines meet…")
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
SHARPEST: Final = math.radians(75)
"""A printed line does not turn by more where it has a choice; where it has none, it does."""


Ways = frozenset[Stretch]
"""Pairs of a spot's neighbours, the lower number first, between which a line passes it."""


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
        return [*rows, *self.spot_stops(self._forks, self._open)]

    def marks(self) -> Iterable[Mark]:
        yield from self.spot_marks(self._forks)
        yield from self.rings([self.pointed_spot], "chosen")

    def strokes(self) -> Iterable[Stroke]:
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


class ForkPage(JoiningPage):
    """Shows the lines that meet at one spot, large; two of its neighbours are joined or not.

    A piece hops from one neighbour past the spot to another, and it is asked whether it may; who
    knows better touches two neighbours.
    """

    def __init__(self, lesson: Lesson, flat: Flat, via: int) -> None:
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
        self._left: list[tuple[int, int]] = [*combinations(sorted(self._around), 2)]

    def asks(self) -> str:
        if self.origin is None:
            return self.say(MAY_IT if self._left else FORK_FROM)
        return self.say(FORK_TO, place=self.called(self.origin))

    def stops(self) -> Sequence[Stop]:
        say = self.say
        rows = [self.row("go-on", say("Continue"), self.close)]
        if self._left:
            answers = (("yes", say("Yes"), True), ("no", say("No"), False))
            rows[:0] = [
                self.row(name, text, partial(self._answer, may)) for name, text, may in answers
            ]
        if _ways(self.lesson)[self._via]:
            rows.append(self.row("none", say("All lines end here"), self._end_all))
        return self.rows_and_spots(rows, self._around)

    def marks(self) -> Iterable[Mark]:
        spots, about = self.desk.game.spots, {self.pointed_spot, self.origin}
        for i in (*self._around, self._via):
            yield Mark(self.to_px(i), "known", self._radius(i), spots.kind(i), spots.region(i))
        for i in self._around:
            if i in about:
                yield Mark(self.to_px(i), "chosen", self._radius(i))
        if self._left and self.origin is None:
            yield Mark(self._hopping(*self._left[0]), "moving", self._radius(self._via))

    def _hopping(self, start: int, end: int) -> Point:
        come = round(self.session.now % (2 * HOP) / HOP, 1)
        stops = [self.to_px(one) for one in (start, self._via, end)]
        (x0, y0), (x1, y1) = stops[int(come) : int(come) + 2]
        share = come % 1
        height = HIGH * self._radius(self._via) * math.sin(math.pi * share)
        return x0 + share * (x1 - x0), y0 + share * (y1 - y0) - height

    def _answer(self, may: bool) -> None:  # noqa: FBT001 - what was chosen
        way, self.at = self._left.pop(0), None
        if (way in _ways(self.lesson)[self._via]) != may:
            self.join(*way)

    def strokes(self) -> Iterable[Stroke]:
        via = self._via
        at_px = {i: self.to_px(i) for i in (*self._around, via)}
        stretches = [one for one in self.desk.draft.stretches or () if via in one]
        return ways_drawn(at_px, stretches, {via: _ways(self.lesson)[via]})

    def point(self, what: str, at_px: Point) -> None:
        """Take the neighbour that is nearest; a finger may be drawn from one to another."""
        near = min(self._around, key=lambda i: math.dist(self.to_px(i), at_px))
        if what == DOWN or (what == UP and self.origin not in {None, near}):
            self.touch_spot(near)

    def to_px(self, place: int) -> Point:
        (x, y), (x0, y0) = self._places[place].at_mm, self._places[self._via].at_mm
        scale = self._power * PX_PER_MM
        return SIDE / 2 + (x - x0) * scale, SIDE / 2 + (y - y0) * scale

    def _radius(self, place: int) -> float:
        return self._places[place].radius_mm * PX_PER_MM * self._power

    def join(self, one: int, other: int) -> None:
        self.desk.change(toggled_way(self.desk.draft, self._via, one, other))

    def _end_all(self) -> None:
        self.desk.change(with_ways(self.desk.draft, self._via, frozenset()))
        self.close()


def forks_page(lesson: Lesson, trial: Trial) -> Page:
    """Show how lines go on; where they meet in free spots only, there is nothing to ask."""

    def page(flat: Flat) -> Page | None:
        if _ways(lesson):
            return ForksPage(lesson, trial, flat)
        lesson.done()
        return None

    return WaitPage(lesson, MEETING, flattening(lesson.desk), page)


def _ways(lesson: Lesson) -> Mapping[int, Collection[Stretch]]:
    return ways_on(lesson.desk.draft, lesson.desk.game.spots.free)


def neighbours(draft: Draft, free: Collection[int]) -> dict[int, tuple[int, ...]]:
    """List the spots where three stretches or more meet, and those that they lead to.

    The ``free`` ones, in which any line may be taken, are not among them.
    """
    stretches = draft.stretches or ()
    return {
        via: tuple(sorted(sum(one) - via for one in stretches if via in one))
        for via in forks_among(list(draft.spots), stretches, free)
    }


def ways_on(draft: Draft, free: Collection[int]) -> dict[int, Ways]:
    """Give the ways past each of these spots, as the owner said or as they look."""
    at = {number: one.at_mm for number, one in draft.spots.items()}
    found = {}
    for via, around in neighbours(draft, free).items():
        fork = _said_of(draft, via, around)
        if fork is None:
            found[via] = frozenset(straightest(at, via, around))
        else:
            found[via] = frozenset(way for way in fork.ways if {*way} <= {*around})
    return found


def with_ways(draft: Draft, via: int, ways: Ways) -> Draft:
    """Say which ways lead past a spot."""
    around = neighbours(draft, ())[via]
    fork = Fork(via, around, tuple(sorted(ways)))
    return replace(draft, forks=(*(one for one in draft.forks if one.at != via), fork))


def toggled_way(draft: Draft, via: int, one: int, other: int) -> Draft:
    """Let a way lead past a spot, or not any more, where it does.

    As most lines go on one way only, guessed ones that share an end with a new way go.
    """
    way = (min(one, other), max(one, other))
    ways = ways_on(draft, ())[via]
    if way not in ways and _said_of(draft, via, neighbours(draft, ())[via]) is None:
        ways = frozenset(guessed for guessed in ways if {*way}.isdisjoint(guessed))
    return with_ways(draft, via, ways ^ {way})


def routes_of(
    at: Sequence[Point],
    stretches: Iterable[Stretch],
    ways: Mapping[int, Collection[Stretch]] | None = None,
) -> tuple[tuple[int, ...], ...]:
    """Cut a network of spots (numbers, ``at`` each) into routes that hold every stretch.

    ``ways`` are, for spots where that is known, the pairs of neighbours between which a line passes
    it. A route that would pass a spot twice is cut, its last stretch repeated in the next one, so
    that it still leads on. One that comes back to where it began ends with that spot.
    """
    ahead: dict[int, list[int]] = {number: [] for number in range(len(at))}
    for one, other in sorted(stretches):
        ahead[one].append(other)
        ahead[other].append(one)
    given = ways or {}
    onward: dict[int, dict[int, int]] = {}
    found: list[tuple[int, ...]] = []
    for via, around in ahead.items():
        onward[via] = {}
        for one, other in sorted(given[via]) if via in given else straightest(at, via, around):
            if one in onward[via] or other in onward[via]:
                found.append((one, via, other))  # a stretch that is part of another route too
            else:
                onward[via] |= {one: other, other: one}
    left = {(one, other) for one, around in ahead.items() for other in around if one < other}
    while left:
        line = _line(min(left), onward)
        for start, end in pairwise(line):
            left.discard((min(start, end), max(start, end)))
        found += _simple(line)
    return tuple(found)


def straightest(
    at: Sequence[Point] | Mapping[int, Point], via: int, around: Sequence[int]
) -> list[Stretch]:
    """Pair the neighbours of a spot so that lines pass it as straight as they can."""
    if len(around) == ONE_WAY_ON:
        return [(min(around), max(around))]
    turns = sorted(
        (_turn(at, one, via, other), one, other) for one, other in combinations(sorted(around), 2)
    )
    paired: set[int] = set()
    found = []
    for turn, one, other in turns:
        if turn <= SHARPEST and paired.isdisjoint((one, other)):
            paired |= {one, other}
            found.append((one, other))
    return found


def _said_of(draft: Draft, via: int, around: tuple[int, ...]) -> Fork | None:
    """Find what the owner said of a spot, if it holds: of the lines that meet there at present."""
    return next((one for one in draft.forks if (one.at, one.around) == (via, around)), None)


def _turn(at: Sequence[Point] | Mapping[int, Point], one: int, via: int, other: int) -> float:
    """Measure by how much a line turns on its way, in radians; straight on is 0."""
    x, y = at[via]
    came = math.atan2(y - at[one][1], x - at[one][0])
    goes = math.atan2(at[other][1] - y, at[other][0] - x)
    return abs(math.remainder(goes - came, math.tau))


def _line(start: Stretch, onward: dict[int, dict[int, int]]) -> list[int]:
    """Follow a line both ways from one of its stretches; one without an end begins twice."""
    line = [*start]
    while (beyond := onward[line[-1]].get(line[-2])) is not None:
        line.append(beyond)
        if line[-2:] == [*start]:
            return line
    back = line[::-1]
    while (beyond := onward[back[-1]].get(back[-2])) is not None:
        back.append(beyond)
    return back[::-1]


def _simple(line: Sequence[int]) -> list[tuple[int, ...]]:
    """Cut a line into routes that pass no spot twice.

    One without an end, whose first stretch is its last too, becomes a closed route where it can.
    """
    whole = line[:-1]
    if line[:2] == line[-2:] and len(line) > ONE_WAY_ON and len(set(whole)) == len(whole) - 1:
        return [tuple(whole)]
    found, route = [], [line[0]]
    for place in line[1:]:
        if place in route:
            found.append(tuple(route))
            route = route[-2:]  # the place was passed earlier: no line goes straight back
        route.append(place)
    return [*found, tuple(route)]
