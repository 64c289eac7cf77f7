"""A step in which something printed beside the locations is shown by a few touches."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from companion.calibration.aim_page import AimPage
from companion.calibration.desk import Desk
from companion.calibration.draft import Point
from companion.calibration.furniture import Furniture, Rows
from companion.calibration.photo_page import PhotoPage, Stop
from companion.calibration.step import Done
from companion.language import said
from companion.picture import Image
from companion.session.session import Page, Task
from companion.ui.guided_photo import GuidedPhoto, Mark, Stroke
from companion.ui.menu import Row
from companion.ui.screen import DOWN
from vision.proposing.flat import Flat, flatten

if TYPE_CHECKING:
    from companion.session.session import Session

MEASURING: Final = said("Looking where the board lies…")
RIGHT: Final = said("Is this where they are?")
SLOT: Final = 4
"""Numbers that tell of a slot; a space has fewer."""


def furniture_page(furniture: Furniture) -> Callable[["Session", Desk, Done], Page]:
    """Make what opens the page of such a step."""
    return lambda session, desk, done: FurniturePage(session, desk, done, furniture)


class FurniturePage(PhotoPage):
    """Asks for point after point in the camera's picture, as tiles may lie beside the board."""

    def __init__(self, session: "Session", desk: Desk, done: Done, furniture: Furniture) -> None:
        """Go on where the owner left; raises InputError where the picture is gone."""
        super().__init__(session, desk, done)
        self._furniture: Final = furniture
        self._image: Final = desk.picture(desk.draft.empty or "")
        self._flat: Flat | None = None

    def title(self) -> str:
        """Name the step."""
        return self.session.words.tell(self._furniture.title, {})

    def waiting(self) -> str:
        """Say what takes a moment."""
        return self.session.words.tell(MEASURING, {})

    def task(self) -> Task[Flat] | None:
        """Learn how the board lies in the picture."""
        corners, size_mm = self.desk.draft.corners_px, self.desk.draft.size_mm
        if corners is None or size_mm is None:
            return None
        return Task(self, partial(flatten, self._image, np.array(corners), size_mm), self.lie)

    def lie(self, flat: Flat) -> None:
        """Take it that the board lies so."""
        self._flat, self.prepared = flat, True

    @property
    def image(self) -> Image:
        """The picture of the empty board."""
        return self._image

    def stops(self) -> Sequence[Stop]:
        """Aim, go back or skip; or go on where all is told."""
        say = self.session.words.say
        if self._told:
            return [
                Stop("go-on", self.done, Row(say("Go on"))),
                Stop("again", self._again, Row(say("Once more"))),
            ]
        found = [Stop("aim", self._aim, Row(say("Aim with the buttons")))]
        if self._points:
            found.append(Stop("undo", self._undo, Row(say("Undo"))))
        return [*found, Stop("skip", self.done, Row(say("Skip this")))]

    def photo(self, rows: tuple[Row, ...], chosen: int | None, stop: str) -> GuidedPhoto:
        """Show what is told so far, and what to touch."""
        del stop
        words, told = self.session.words, self._told
        marks = [Mark(self._px(at), "aim") for at in self._points]
        strokes: list[Stroke] = []
        for row in told:
            if len(row) == SLOT:
                strokes += self._around(row)
            else:
                marks.append(self._ring(row))
        asked = RIGHT if told else self._furniture.asks[len(self._points)]
        return GuidedPhoto(
            self.desk.draft.empty or "",
            self._image,
            words.tell(asked, {}),
            tuple(marks),
            tuple(strokes),
            rows,
            chosen,
        )

    def point(self, what: str, at_px: Point) -> None:
        """Take the point that was touched."""
        if what == DOWN and not self._told:
            self._take(at_px)

    @property
    def _told(self) -> Rows:
        return self._furniture.told(self.desk.draft)

    @property
    def _points(self) -> tuple[Point, ...]:
        """The points shown so far, in mm."""
        draft = self.desk.draft
        return draft.tapped if draft.tapped_in == self._furniture.name else ()

    def _take(self, at_px: Point) -> None:
        if self._flat is None:
            return
        ((x, y),) = self._flat.to_mm(np.array([at_px])).tolist()
        points = (*self._points, (x, y))
        draft, furniture = self.desk.draft, self._furniture
        self.at = None
        if len(points) < len(furniture.asks):
            self.desk.change(replace(draft, tapped=points, tapped_in=furniture.name))
        else:
            cleared = replace(draft, tapped=(), tapped_in="")
            self.desk.change(furniture.tell(cleared, furniture.made(points)))

    def _undo(self) -> None:
        self.desk.change(replace(self.desk.draft, tapped=self._points[:-1]))

    def _again(self) -> None:
        self.at = None
        self.desk.change(self._furniture.tell(self.desk.draft, ()))

    def _aim(self) -> None:
        """Aim at the next point by buttons, from the last one or the middle of the picture."""
        height, width = self._image.shape[:2]
        start = self._px(self._points[-1]) if self._points else (width / 2, height / 2)
        text = self.session.words.tell(self._furniture.asks[len(self._points)], {})
        self.session.open(AimPage(self.session, self._image, start, self._take, text, self.title()))

    def _px(self, at_mm: Point) -> Point:
        if self._flat is None:
            return 0.0, 0.0
        ((x, y),) = self._flat.to_px(np.array([at_mm])).tolist()
        return x, y

    def _around(self, slot: tuple[float, ...]) -> list[Stroke]:
        """Outline a slot."""
        x, y, width, height = slot
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        pixels = [self._px(at) for at in corners]
        return [
            Stroke(one, other) for one, other in zip(pixels, pixels[1:] + pixels[:1], strict=True)
        ]

    def _ring(self, space: tuple[float, ...]) -> Mark:
        x, y, radius = space
        middle, rim = self._px((x, y)), self._px((x + radius, y))
        return Mark(middle, "fine", rim[0] - middle[0])
