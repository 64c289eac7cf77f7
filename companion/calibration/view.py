"""The first step: the live picture, judged, until a picture of the empty board is taken."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import numpy as np

from companion.calibration.picture_page import PicturePage, around
from companion.calibration.step import Lesson
from companion.journal.store import Store
from companion.language import Saying, said
from companion.pages.kinds import Stop
from companion.pages.registry import PAGES
from companion.session.look import Look, TaughtTable
from companion.session.session import Session
from companion.settings import Settings
from companion.ui.guided_photo import Mark, Stroke
from engine.board import NO_GAME, Board
from hardware.panel import Light
from vision.proposing.view import find_foreground, find_glare, judge_view
from vision.reading import Floats, Image, Kind, Reading, Trouble

NO_BOARD: Final = Board("", NO_GAME, (1.0, 1.0))
"""What is known of a board before anything was taught."""
EVERY: Final = 1.0
"""Seconds from one judgement of the view to the next, where it is quick."""
REST: Final = 4.0
"""How many times as long as a judgement took pictures are shown until the next one."""
EMPTY: Final = ("empty", "empty-again")
"""Names for the picture of the empty board: the one in use is not written over."""
TROUBLES: Final[Mapping[Kind, Saying]] = {
    "dark": said("It is too dark: more light, please."),
    "blurred": said("It is not sharp: set the focus, and hold the camera still."),
    "glare": said("A lamp is reflected in the board: move the lamp or the camera."),
    "cut-off": said("The whole board must be in the picture, with a hand’s width around it."),
    "low": said("The camera is too low or tilted: it must look straight down on the board."),
}
"""What helps against each kind of trouble with the view."""
FINE: Final = said("Clear the board completely. Then take the picture.")
NONE_YET: Final = said("Waiting for a picture from the camera…")
BLANK: Final = np.full((480, 640, 3), 90, np.uint8)
ROOM: Final = 0.08
"""How far from the edges of the picture the guide lies, as a share of it."""


class ViewPage(PicturePage):
    """Shows what the camera sees, says what would help, and takes the picture."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson, "", BLANK)
        if self._look is not None:
            self.on_look(self._look)

    def light(self) -> Light:
        return Light.BLUE if self._look and not self._trouble else Light.AMBER

    def on_look(self, look: Look) -> None:
        if look.picture is not None:
            self.name, self.image = look.name, look.picture

    def asks(self) -> str:
        if self._look is None:
            return self.say(NONE_YET)
        return self.say(TROUBLES[self._trouble.kind] if self._trouble else FINE)

    def stops(self) -> Sequence[Stop]:
        return [self.row("take", self.say("Take the picture"), self._take)]

    def marks(self) -> Iterable[Mark]:
        if self._trouble is None or self._trouble.box is None:
            return ()
        x, y, width, height = self._trouble.box
        return (Mark((x + width / 2, y + height / 2), "wrong", max(width, height) / 2),)

    def strokes(self) -> Iterable[Stroke]:
        height, width = self.image.shape[:2]
        left, right = ROOM * width, (1 - ROOM) * width
        top, bottom = ROOM * height, (1 - ROOM) * height
        return around([(left, top), (right, top), (right, bottom), (left, bottom)], "faint")

    @property
    def _look(self) -> Look | None:
        return self.session.look

    @property
    def _trouble(self) -> Trouble | None:
        troubles = self._look.reading.troubles if self._look else ()
        return next((one for one in troubles if one.kind in TROUBLES), None)

    def _take(self) -> None:
        if self._look is None:
            return
        if self._trouble:
            anyway, no = self.say("Use it anyway"), self.say("Another picture")
            self.confirm(self.asks(), anyway, self._keep, no=no)
        else:
            self._keep()

    def _keep(self) -> None:
        """Keep the picture; everything lies elsewhere in it than in the one before."""
        in_use = self.desk.draft.empty or ""
        name = EMPTY[in_use.endswith(f"/{EMPTY[0]}.png")]
        self.desk.retake(self.desk.keep_picture(name, self.image))
        self.done()


class UntaughtEye:
    """Stands for an eye where nothing was taught: it shows pictures, and judges the view.

    Judging takes longer than from one picture to the next, so that is done now and then: on a slow
    machine the picture would hardly move otherwise.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock: Final = clock
        self._next = clock()
        self._troubles: tuple[Trouble, ...] = ()

    def read(self, frame: Image, name: str = "frame") -> Reading:
        begun = self._clock()
        if begun >= self._next:
            self._troubles = _judged(frame)
            ended = self._clock()
            self._next = ended + max(EVERY, REST * (ended - begun))
        return untaught_look(frame, name, self._troubles).reading

    def places(self) -> Floats:
        return np.zeros((0, 2), np.float32)

    def outline(self) -> Floats:
        return np.zeros((0, 2), np.float32)


def untaught_session(settings: Settings, store: Store) -> Session:
    """Begin a session without a table; pages of a game are not for it."""
    table = TaughtTable(NO_BOARD, "none", "", (), tiles=False)
    return Session(table, settings, store, lambda name, _: PAGES[name])


def untaught_look(picture: Image, name: str, troubles: tuple[Trouble, ...] = ()) -> Look:
    """Show a picture (BGR) in which nothing is read; ``name`` is the frame's."""
    reading = Reading(registered=False, hand=False, groups={}, troubles=troubles)
    return Look(reading, name, picture)


def _judged(picture: Image) -> tuple[Trouble, ...]:
    """Say what is wrong with a view of a board, the worst first."""
    troubles = []
    for kind in judge_view(picture):
        thing = find_foreground(picture) if kind == "glare" else None
        box = find_glare(picture, thing.inside) if thing else None
        troubles.append(Trouble(kind, box=box))
    return tuple(troubles)
