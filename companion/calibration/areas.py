"""The steps that show areas printed beside the spots, by points of the camera's picture."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

import numpy as np

from companion.calibration.draft import RECTANGLE, Point, Rows
from companion.calibration.picture_page import (
    PicturePage,
    around,
    empty_picture,
    flattening,
    pairs,
)
from companion.calibration.step import LOOKING, Lesson, WaitPage
from companion.calibration.teaching import Areas
from companion.language import said
from companion.pages.kinds import Stop
from companion.session.session import Page
from companion.ui.guided_photo import Mark, Stroke
from companion.ui.screen import UP
from vision.proposing.flat import Flat
from vision.reading import Image

BOUNCED_MM: Final = 3.0
"""A touch so near to the last point is that touch again."""
REACH: Final = 0.4
"""How far the cross on a touched point reaches, as a share of the distance to another one."""
QUARTERS: Final = 4
POINTS: Final = said("{number} of {all} points")
UNDO: Final = said("Undo")
RIGHT: Final = said("Are these the right places?")


class AreasPage(PicturePage):
    """Asks for point after point in the camera's picture, as areas may lie beside the board.

    The picture is turned by quarters, so that what is printed above is above: corners are asked
    for, and order from the left.
    """

    def __init__(self, lesson: Lesson, areas: Areas, flat: Flat) -> None:
        """Go on where the owner left; raises InputError where the picture is gone."""
        name, picture = empty_picture(lesson.desk)
        self._seen: Final = picture.shape[1], picture.shape[0]
        self._quarters: Final = quarters_to_turn(flat)
        turned: Image = np.ascontiguousarray(np.rot90(picture, self._quarters))
        super().__init__(lesson, f"{name} {self._quarters}", turned)
        self._areas: Final = areas
        self._flat: Final = flat
        self._finger: Point | None = None

    def status(self) -> str:
        points = len(self._areas.asks)
        return self.say(POINTS, number=points if self._rows else len(self._points), all=points)

    def asks(self) -> str:
        return self.say(RIGHT if self._rows else self._areas.asks[len(self._points)])

    def stops(self) -> Sequence[Stop]:
        say = self.say
        can_undo = self.desk.can_undo or self._points
        undo = [self.row("undo", say(UNDO), self._undo)] if can_undo else []
        if self._rows:
            go_on = self.row("go-on", say("Continue"), self.done)
            return [go_on, *undo, self.row("again", say("Again"), self._begin_again)]
        aim = self.row("aim", say("Aim with the buttons"), self._aim)
        return [aim, *undo, self.row("skip", say("Skip this"), self.done)]

    def marks(self) -> Iterable[Mark]:
        touched = [*map(self._px, self._points)]
        apart = min((math.dist(*pair) for pair in combinations(touched, 2)), default=0.0)
        yield from (Mark(at, "aim", REACH * apart) for at in touched)
        for x, y, radius in (row for row in self._rows if len(row) != RECTANGLE):
            middle, rim = self._px((x, y)), self._px((x + radius, y))
            yield Mark(middle, "fine", math.dist(middle, rim))

    def strokes(self) -> Iterable[Stroke]:
        for x, y, width, height in (row for row in self._rows if len(row) == RECTANGLE):
            right, low = x + width, y + height
            yield from around([*map(self._px, ((x, y), (right, y), (right, low), (x, low)))])

    def magnified_at(self) -> Point | None:
        return self._finger

    def point(self, what: str, at_px: Point) -> None:
        """Take a point where the finger is lifted: small spaces are aimed at under the glass."""
        if not self._rows:
            self._finger = None if what == UP else at_px
            if what == UP:
                self._take(at_px)

    @property
    def _rows(self) -> Rows:
        return self.desk.draft.rows(self._areas.step)

    @property
    def _points(self) -> tuple[Point, ...]:
        return self.desk.draft.tapped_for(self._areas.step)

    def _take(self, at_px: Point) -> None:
        """Take one more point, or say why it cannot be the one that is asked for."""
        at_mm, before = self._mm(at_px), self._points
        if before and math.dist(at_mm, before[-1]) <= BOUNCED_MM:
            return
        points, areas = (*before, at_mm), self._areas
        wrong = areas.refusal(points)
        if wrong is not None:
            self.message(self.say(wrong, undo=self.say(UNDO)))
            return
        draft = self.desk.draft
        self.at = None
        if len(points) < len(areas.asks):
            self.desk.change(replace(draft, tapped=points, tapped_in=areas.step))
        else:
            made = {**draft.areas, areas.step: areas.made(points)}
            self.desk.change(replace(draft, areas=made, tapped=(), tapped_in=""))

    def _undo(self) -> None:
        self.at = None
        self.desk.undo_tap()

    def _begin_again(self) -> None:
        self.at = None
        kept = {**self.desk.draft.areas, self._areas.step: ()}
        self.desk.change(replace(self.desk.draft, areas=kept))

    def _aim(self) -> None:
        self.aim(self._px(self._points[-1]) if self._points else self.middle_px, self._take)

    def _px(self, at_mm: Point) -> Point:
        """Find a place of the board in the picture that is shown."""
        (at_px,) = pairs(self._flat.to_px(np.array([at_mm])))
        return turned_by(self._quarters, at_px, self._seen)

    def _mm(self, at_px: Point) -> Point:
        """Find on the board what is at a pixel of the picture that is shown."""
        width, height = self._seen
        shown = (height, width) if self._quarters % 2 else (width, height)
        seen_at = turned_by(QUARTERS - self._quarters, at_px, shown)
        (at_mm,) = pairs(self._flat.to_mm(np.array([seen_at])))
        return at_mm


def areas_page(lesson: Lesson, areas: Areas) -> Page:
    """Learn how the board lies in the picture, and ask for points of it."""
    work = flattening(lesson.desk)
    return WaitPage(lesson, LOOKING, work, lambda flat: AreasPage(lesson, areas, flat))


def quarters_to_turn(flat: Flat) -> int:
    """Tell how many quarter turns, anticlockwise, show the board the way up it is printed."""
    width, height = flat.size_mm
    left, right = flat.to_px(np.array([(0.0, height / 2), (width, height / 2)]))
    across, down = right - left
    return round(math.atan2(down, across) / (math.tau / QUARTERS)) % QUARTERS


def turned_by(quarters: int, at_px: Point, size_px: tuple[int, int]) -> Point:
    """Find where a point of a picture is after quarter turns of that, anticlockwise."""
    (x, y), (width, height) = at_px, size_px
    for _ in range(quarters):
        x, y = y, width - x
        width, height = height, width
    return x, y
