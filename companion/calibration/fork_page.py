"""One place where lines meet, seen large: two of its neighbours are joined by a way, or not."""

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from companion.calibration.called import place_called
from companion.calibration.desk import Desk
from companion.calibration.draft import Place, Point, city_state_of, kind_of
from companion.calibration.flat_page import FlatPage
from companion.calibration.forks import neighbours, turned, ways_on, with_ways
from companion.calibration.photo_page import PhotoPage, Stop
from companion.calibration.ways_drawn import drawn_ways
from companion.language import said
from companion.picture import Image
from companion.ui.guided_photo import GuidedPhoto, Mark, magnified
from companion.ui.menu import Row
from companion.ui.screen import DOWN, UP
from companion.words.names import capitalised
from vision.proposing.flat import PX_PER_MM, Flat

if TYPE_CHECKING:
    from companion.session.session import Session

SIDE: Final = 480
"""Pixels of the enlarged picture, which is square."""
MARGIN: Final = 3.0
"""How much of the board is seen beyond the farthest neighbour, in radii of that."""
FROM: Final = said("Touch two spots: blue leads from one to the other, or does not any more.")
TO: Final = said("From {place} a line goes on to which spot?")


class ForkPage(PhotoPage):
    """Shows the lines that meet at a place; what is told is in the draft at once."""

    def __init__(self, session: "Session", desk: Desk, flat: Flat, via: int) -> None:
        """Look at the place numbered ``via`` on a board seen from above."""
        super().__init__(session, desk, lambda: session.close(self))
        self._via: Final = via
        self._around: Final = neighbours(desk.draft)[via]
        self._places: Final[dict[int, Place]] = {
            i: one for i, one in enumerate(desk.draft.places) if one is not None
        }
        middle = self._places[via].at_mm
        reach = max(
            math.dist(middle, self._places[i].at_mm) + MARGIN * self._places[i].radius_mm
            for i in self._around
        )
        self._power: Final = SIDE / (2 * reach * PX_PER_MM)
        self._image: Final = magnified(flat.picture, FlatPage.to_px(middle), SIDE, self._power)
        self._origin: int | None = None

    def title(self) -> str:
        """Name the place."""
        return capitalised(place_called(self.session.words, self.desk.draft, self._via))

    @property
    def image(self) -> Image:
        """The place and its neighbours from above."""
        return self._image

    def stops(self) -> Sequence[Stop]:
        """Go on, or say that no line does; then the neighbours, first where a line begins."""
        say = self.session.words.say
        rows = [Stop("go-on", self.done, Row(say("Go on")))]
        if ways_on(self.desk.draft)[self._via]:
            rows.append(Stop("none", self._end_all, Row(say("All lines end here"))))
        spots = [Stop(f"spot-{i}", self._touching(i)) for i in self._around]
        return [*spots, *rows] if self._origin is not None else [*rows, *spots]

    def photo(self, rows: tuple[Row, ...], chosen: int | None, stop: str) -> GuidedPhoto:
        """Show which lines are one."""
        draft, via = self.desk.draft, self._via
        at_px = {i: self.to_px(i) for i in (*self._around, via)}
        strokes = drawn_ways(
            at_px,
            [one for one in draft.stretches or () if via in one],
            {via: ways_on(draft)[via]},
        )
        marks = [self._mark(i) for i in (*self._around, via)]
        about = {stop, f"spot-{self._origin}"}
        marks += [
            Mark(at_px[i], "chosen", self._radius(i)) for i in self._around if f"spot-{i}" in about
        ]
        words = self.session.words
        text = words.tell(FROM, {})
        if self._origin is not None:
            text = words.tell(TO, {"place": place_called(words, draft, self._origin)})
        name = f"fork {via} of {draft.empty} {draft.corners_px} {draft.size_mm}"
        return GuidedPhoto(name, self._image, text, tuple(marks), tuple(strokes), rows, chosen)

    def point(self, what: str, at_px: Point) -> None:
        """Take the neighbour that is nearest; a finger may be drawn from one to another."""
        near = min(self._around, key=lambda i: math.dist(self.to_px(i), at_px))
        if what == DOWN or (what == UP and self._origin not in {None, near}):
            self._touch(near)

    def to_px(self, place: int) -> Point:
        """Find the pixel of the image where a place is."""
        (x, y), (x0, y0) = self._places[place].at_mm, self._places[self._via].at_mm
        scale = self._power * PX_PER_MM
        return SIDE / 2 + (x - x0) * scale, SIDE / 2 + (y - y0) * scale

    def _radius(self, place: int) -> float:
        return self._places[place].radius_mm * PX_PER_MM * self._power

    def _mark(self, place: int) -> Mark:
        kind, state = kind_of(place), city_state_of(place)
        return Mark(self.to_px(place), "told", self._radius(place), kind, state)

    def _touching(self, place: int) -> Callable[[], None]:
        return lambda: self._touch(place)

    def _touch(self, place: int) -> None:
        """Begin with a neighbour, or turn the way between it and the one begun with."""
        self.at = None
        if self._origin is None:
            self._origin = place
            return
        origin, self._origin = self._origin, None
        if place != origin:
            self.desk.change(turned(self.desk.draft, self._via, origin, place))

    def _end_all(self) -> None:
        self.desk.change(with_ways(self.desk.draft, self._via, frozenset()))
        self.done()
