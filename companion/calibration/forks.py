"""The step in which the owner says how lines go on where three or more of them meet."""

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Final

from companion.calibration.draft import Point, Stretch
from companion.calibration.network import (
    neighbours,
    place_at,
    toggled_way,
    ways_on,
    with_ways,
)
from companion.calibration.picture_page import SIDE, FlatPage, PicturePage, Stop, flattening
from companion.calibration.step import Lesson, WaitPage
from companion.language import counted, said
from companion.session.session import Page
from companion.ui.guided_photo import Mark, Stroke, magnified
from companion.ui.screen import DOWN, UP
from companion.words.names import capitalised
from vision.proposing.flat import PX_PER_MM, Flat

REACH: Final = 2.5
"""How near to a spot's middle a finger must come down to mean it, in radii: most spots are none."""
BEYOND: Final = 3.0
"""How much of the board is seen beyond the farthest neighbour, in radii of that."""
HALF: Final = 0.5
BEND_PIECES: Final = 6
"""Straight pieces of which a bend is drawn."""
LOOKING: Final = said("Finding where lines meet…")
WAYS: Final = said(
    "Blue: how a line continues past an occupied spot. Touch a spot where this is wrong."
)
SPOTS: Final = counted("{number} spot", "{number} spots", "number")
FROM: Final = said("Touch two spots: blue leads from one to the other, or does not any more.")
TO: Final = said("To which spot does a line continue from {place}?")

Trial = Callable[[Lesson, Flat], Page]
"""Makes the page on which lines are tried."""


class ForksPage(FlatPage):
    """Shows how lines go on; a spot that is touched is seen large, and can be put right there."""

    def __init__(self, lesson: Lesson, trial: Trial, flat: Flat) -> None:
        super().__init__(lesson, flat)
        self._trial: Final = trial
        self._forks: Final = {i: lesson.desk.draft.spots[i] for i in _ways(lesson)}

    def status(self) -> str:
        return self.words.tell(SPOTS, {"number": f"{len(self._forks)}"})

    def asks(self) -> str:
        return self.words.tell(WAYS, {})

    def stops(self) -> Sequence[Stop]:
        say = self.words.say
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
        if what == DOWN and (via := place_at(self._forks, self.to_mm(at_px), REACH)) is not None:
            self._open(via)

    def _open(self, via: int) -> None:
        self.session.open(ForkPage(self.lesson, self.flat, via))

    def _try(self) -> None:
        self.session.open(self._trial(self.lesson, self.flat))


class ForkPage(PicturePage):
    """Shows the lines that meet at one spot, large; two of its neighbours are joined or not."""

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

    def asks(self) -> str:
        if self._origin is None:
            return self.words.tell(FROM, {})
        called = self.desk.game.spots.spot_called(self.words, self.desk.draft, self._origin)
        return self.words.tell(TO, {"place": called})

    def stops(self) -> Sequence[Stop]:
        say = self.words.say
        rows = [self.row("go-on", say("Continue"), self._close)]
        if _ways(self.lesson)[self._via]:
            rows.append(self.row("none", say("All lines end here"), self._end_all))
        spots = [Stop(f"spot-{i}", partial(self._touch, i)) for i in self._around]
        return [*spots, *rows] if self._origin is not None else [*rows, *spots]

    def marks(self, stop: str) -> Iterable[Mark]:
        spots, about = self.desk.game.spots, {stop, f"spot-{self._origin}"}
        for i in (*self._around, self._via):
            yield Mark(self.to_px(i), "told", self._radius(i), spots.kind(i), spots.region(i))
        for i in self._around:
            if f"spot-{i}" in about:
                yield Mark(self.to_px(i), "chosen", self._radius(i))

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

    return WaitPage(lesson, LOOKING, flattening(lesson.desk), page)


def ways_drawn(
    at_px: Mapping[int, Point],
    stretches: Sequence[Stretch],
    ways: Mapping[int, Collection[Stretch]],
) -> list[Stroke]:
    """Draw stretches up to half way before spots that ``ways`` knows, and bend the ways past.

    A line that goes on nowhere so ends before it gets there.
    """
    strokes = []
    for one, other in stretches:
        start, end = at_px[one], at_px[other]
        middle = _between(start, end, HALF)
        strokes.append(Stroke(middle if one in ways else start, middle if other in ways else end))
    for via, pairs in ways.items():
        for one, other in pairs:
            ends = [_between(at_px[via], at_px[place], HALF) for place in (one, other)]
            shares = [piece / BEND_PIECES for piece in range(BEND_PIECES + 1)]
            bend = [_bent(ends[0], at_px[via], ends[1], share) for share in shares]
            strokes += [Stroke(start, end, "chosen") for start, end in pairwise(bend)]
    return strokes


def _ways(lesson: Lesson) -> Mapping[int, Collection[Stretch]]:
    """Give the ways past each spot where it matters."""
    return ways_on(lesson.desk.draft, lesson.desk.game.spots.free)


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _bent(start: Point, past: Point, end: Point, share: float) -> Point:
    """Go from start to end, drawn towards a point (a quadratic Bézier curve)."""
    return _between(_between(start, past, share), _between(past, end, share), share)
