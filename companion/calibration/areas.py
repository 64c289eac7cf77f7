"""Steps in which something printed beside the spots is shown by a few touches."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from companion.calibration.draft import RECTANGLE, Point, Rows, with_rows
from companion.calibration.picture_page import (
    AimPage,
    PicturePage,
    Stop,
    around,
    empty_picture,
    flattening,
)
from companion.calibration.step import LOOKING, Lesson, WaitPage
from companion.calibration.teaching import Areas
from companion.language import said
from companion.session.session import Page
from companion.ui.guided_photo import Mark, Stroke
from companion.ui.screen import DOWN
from vision.proposing.flat import Flat

RIGHT: Final = said("Is this where they are?")


class AreasPage(PicturePage):
    """Asks for point after point in the camera's picture, as areas may lie beside the board."""

    def __init__(self, lesson: Lesson, areas: Areas, flat: Flat) -> None:
        """Go on where the owner left; raises InputError where the picture is gone."""
        super().__init__(lesson, *empty_picture(lesson.desk))
        self._areas: Final = areas
        self._flat: Final = flat

    def asks(self) -> str:
        return self.words.tell(RIGHT if self._rows else self._areas.asks[len(self._points)], {})

    def stops(self) -> Sequence[Stop]:
        """Aim, go back or skip; or go on where all is known."""
        say = self.words.say
        if self._rows:
            return [
                self.row("go-on", say("Go on"), self.done),
                self.row("again", say("Once more"), self._begin_again),
            ]
        found = [self.row("aim", say("Aim with the buttons"), self._aim)]
        if self._points:
            found.append(self.row("undo", say("Undo"), self._undo))
        return [*found, self.row("skip", say("Skip this"), self.done)]

    def marks(self, stop: str) -> Iterable[Mark]:
        """Show the points, or the circles made of them."""
        del stop
        yield from (Mark(self._px(at), "aim") for at in self._points)
        for x, y, radius in (row for row in self._rows if len(row) != RECTANGLE):
            middle, rim = self._px((x, y)), self._px((x + radius, y))
            yield Mark(middle, "fine", rim[0] - middle[0])

    def strokes(self, stop: str) -> Iterable[Stroke]:
        """Show the rectangles made of the points."""
        del stop
        for x, y, width, height in (row for row in self._rows if len(row) == RECTANGLE):
            right, low = x + width, y + height
            yield from around([*map(self._px, ((x, y), (right, y), (right, low), (x, low)))])

    def point(self, what: str, at_px: Point) -> None:
        """Take the point that was touched."""
        if what == DOWN and not self._rows:
            self._take(at_px)

    @property
    def _rows(self) -> Rows:
        return self.desk.draft.rows(self._areas.step)

    @property
    def _points(self) -> tuple[Point, ...]:
        """The points shown so far, in mm."""
        draft = self.desk.draft
        return draft.tapped if draft.tapped_in == self._areas.step else ()

    def _take(self, at_px: Point) -> None:
        ((x, y),) = self._flat.to_mm(np.array([at_px])).tolist()
        points = (*self._points, (x, y))
        draft, areas = self.desk.draft, self._areas
        self.at = None
        if len(points) < len(areas.asks):
            self.desk.change(replace(draft, tapped=points, tapped_in=areas.step))
        else:
            made = with_rows(draft, areas.step, areas.made(points))
            self.desk.change(replace(made, tapped=(), tapped_in=""))

    def _undo(self) -> None:
        self.desk.change(replace(self.desk.draft, tapped=self._points[:-1]))

    def _begin_again(self) -> None:
        self.at = None
        self.desk.change(with_rows(self.desk.draft, self._areas.step, ()))

    def _aim(self) -> None:
        """Aim at the next point by buttons, from the last one or the middle of the picture."""
        height, width = self.image.shape[:2]
        start = self._px(self._points[-1]) if self._points else (width / 2, height / 2)
        self.session.open(AimPage(self.lesson, self.image, start, self.asks(), self._take))

    def _px(self, at_mm: Point) -> Point:
        ((x, y),) = self._flat.to_px(np.array([at_mm])).tolist()
        return x, y


def areas_page(lesson: Lesson, areas: Areas) -> Page:
    """Learn how the board lies in the picture, and ask for points of it."""
    work = flattening(lesson.desk)
    return WaitPage(lesson, LOOKING, work, lambda flat: AreasPage(lesson, areas, flat))
