"""The first steps: a picture of the empty board, whether that is known, where it lies, its size."""

import math
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.boards.known import KnownBoard, board_of_game, known_boards
from companion.calibration.desk import flat_of
from companion.calibration.draft import Corners, Draft, Point
from companion.calibration.pictures import PicturePage, PlaceStop, pairs
from companion.calibration.step import LOOKING, Lesson, Part, WaitPage
from companion.journal.store import Store
from companion.language import Saying, said
from companion.pages.name_page import DIGITS, NamePage
from companion.pages.registry import PAGES
from companion.session.look import Look, TaughtTable
from companion.session.session import Page, Session
from companion.settings import Settings
from companion.ui.guided_photo import Mark
from companion.ui.screen import DOWN, MOVE, UP
from companion.words.names import board_called
from engine.board import NO_GAME, Board
from engine.errors import InputError
from hardware.panel import Light
from vision.proposing.outline import find_outline
from vision.proposing.view import find_foreground, find_glare, judge_view
from vision.reading import Floats, Image, Kind, Reading, Trouble
from vision.registration import recognise

# The live picture, judged, until a picture of the empty board is taken.

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
BLANK: Final = np.full((480, 640, 3), 90, np.uint8)
ROOM: Final = 0.08
"""How far from the edges of the picture the guide lies, as a share of it."""


class ViewPage(PicturePage):
    """Shows what the camera sees, says what would help, and takes the picture."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson, "blank", BLANK)
        if self._look is not None:
            self.on_look(self._look)

    def light(self) -> Light:
        return Light.BLUE if self._look and not self._trouble else Light.AMBER

    def on_look(self, look: Look) -> None:
        if look.picture is not None:
            self.name, self.image = look.name, look.picture

    def parts(self) -> Iterable[Part]:
        yield self._asked()
        yield self.row("take", self.say("Take the picture"), self._take)
        yield from self.around(_inset(self.image, ROOM), "faint")
        if self._trouble is not None and self._trouble.box is not None:
            x, y, width, height = self._trouble.box
            yield Mark((x + width / 2, y + height / 2), "wrong", max(width, height) / 2)

    def _asked(self) -> str:
        if self._look is None:
            return self.say("Waiting for a picture from the camera…")
        return self.say(TROUBLES[self._trouble.kind] if self._trouble else FINE)

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
            self.confirm(self._asked(), anyway, self._keep, no=no)
        else:
            self._keep()

    def _keep(self) -> None:
        """Keep the picture; everything lies elsewhere in it than in the one before."""
        in_use = self.draft.empty or ""
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


# Whether it is a known board.

Known = tuple[KnownBoard, Corners]


class KnownPage(PicturePage):
    """Shows which board was recognised; the owner says whether it is that one."""

    def __init__(self, lesson: Lesson, board: KnownBoard, corners: Corners) -> None:
        super().__init__(lesson)
        self._board: Final = board
        self._corners: Final = corners

    def parts(self) -> Iterable[Part]:
        say = self.say
        yield say(
            "{name}. Does the line run around it?", name=board_called(self._board.board, self.words)
        )
        yield self.row("go-on", say("Yes, continue"), self._agree)
        yield self.row("other", say("No, another board"), partial(is_another, self.lesson))
        yield from self.around(self._corners)

    def _agree(self) -> None:
        board = self._board.board
        begun = replace(_begun_anew(self.lesson), known=self._board.text, name=board.name)
        placed = replace(begun, size_mm=board.size_mm, corners_px=self._corners)
        self.desk.change(placed)
        self.done()


def known_board_page(lesson: Lesson) -> Page:
    """Compare the picture with all known boards; give way where it is none of them."""

    def page(found: Known | None) -> Page | None:
        if found is not None:
            return KnownPage(lesson, *found)
        is_another(lesson)
        return None

    work = partial(_recognised, lesson.desk.picture(), lesson.desk.game.game)
    return WaitPage(lesson, said("Checking whether this board is known…"), work, page)


def is_another(lesson: Lesson) -> None:
    """Let the owner show a board that is not known from here on."""
    if lesson.draft.known is not None:
        lesson.desk.change(_begun_anew(lesson).reopened("board"))
    lesson.done()


def _begun_anew(lesson: Lesson) -> Draft:
    """Keep of a draft what holds for any board."""
    draft, blank = lesson.draft, lesson.desk.game.blank
    return replace(blank, empty=draft.empty, colours=draft.colours, finished=draft.finished)


def _recognised(picture: Image, game: str) -> Known | None:
    """Find which of a game's known boards lies there, and where its corners are in the picture."""
    boards = {one.name: one for one in known_boards() if one.board.game == game}
    references = {}
    for name, board in boards.items():
        with suppress(InputError):  # a picture that is gone shows nothing
            references[name] = board.reference()
    found = recognise(picture, references)
    return None if found is None else (boards[found.name], _corners(found.corners))


# Where it lies, and how large it is.

INSET: Final = 0.12
"""Where corners that nobody found are put, as a share of the picture."""
REACH: Final = 0.12
"""How near to a corner a finger takes hold of it, as a share of the picture's width."""
SIZES_MM: Final = (100, 1500)
"""Board games are not smaller, nor larger."""
FOUND: Final = said(
    "Are the marks on the board’s corners? Drag them, or touch one to see it large."
)
NOT_FOUND: Final = said("The board was not found. Drag the marks onto the board’s corners.")
CROOKED: Final = said("These corners can’t be right: their lines cross.")
MISFIT: Final = 1.6
"""How far the shape of a board may be from how it looks: a camera that looks aslant makes 1.4."""
UNLIKE: Final = said(
    "You entered: width {width}\u00a0mm, height {height}\u00a0mm. The picture shows another shape. "
    "The width is the board’s upper edge there. Are both right?"
)
TOO_LARGE: Final = said("A board is {least} to {most} millimetres wide and high.")


class OutlinePage(PicturePage):
    """Shows the outline; corners are dragged, or aimed at by buttons."""

    def __init__(self, lesson: Lesson, corners: Corners | None) -> None:
        super().__init__(lesson)
        self._found: Final = corners is not None
        self.corners_px = corners or _inset(self.image, INSET)
        self._held: int | None = None
        self._offset: Point = (0.0, 0.0)
        self._moved = False

    def parts(self) -> Iterable[Part]:
        say, size = self.say, self.draft.size_mm or (0.0, 0.0)
        yield say(FOUND if self._found else NOT_FOUND)
        yield self.go_on()
        for i, at in enumerate(self.corners_px):
            yield PlaceStop(f"corner-{i}", partial(self._aim, i), mark=Mark(at, "chosen"))
            yield Mark(at, "corner")
        sides = ("width", say("Width")), ("height", say("Height"))
        for i, (name, text) in enumerate(sides):
            measure = partial(self._measure, i)
            yield self.row(name, text, measure, f"{size[i]:g} mm" if size[i] else "?")
        yield from self.around(self.corners_px)

    def magnified_at(self) -> Point | None:
        return None if self._held is None else self.corners_px[self._held]

    def point(self, what: str, at_px: Point) -> None:
        """Take hold of the nearest corner, move it, and let it go; a mere touch enlarges it."""
        if what == DOWN:
            near = min(range(4), key=lambda i: math.dist(self.corners_px[i], at_px))
            x, y = self.corners_px[near]
            if math.dist((x, y), at_px) <= REACH * self.image.shape[1]:
                self._held, self._offset = near, (x - at_px[0], y - at_px[1])
                self._moved = False
        elif self._held is None:
            return
        elif what == MOVE or self._moved:
            to = at_px[0] + self._offset[0], at_px[1] + self._offset[1]
            self._move(self._held, to)
            self._moved = True
        if what == UP and self._held is not None:
            held, self._held = self._held, None
            if self._moved:
                self._keep()
            else:
                self._aim(held)

    def _move(self, corner: int, at: Point) -> None:
        one, two, three, four = (at if i == corner else c for i, c in enumerate(self.corners_px))
        self.corners_px = one, two, three, four

    def _aim(self, corner: int) -> None:
        def take(at: Point) -> None:
            self._move(corner, at)
            self._keep()

        text = self.say("Bring the corner of the board under the cross.")
        self.aim(self.corners_px[corner], text, take)

    def _measure(self, side: int) -> None:
        def take(text: str) -> None:
            self._take_size(side, int("0" + "".join(one for one in text if one.isdecimal())))

        say, size = self.say, self.draft.size_mm
        before = f"{size[side]:g}" if size and size[side] else self._usual(side)
        title = (
            say("Measure the width with a ruler (mm)"),
            say("Measure the height with a ruler (mm)"),
        )[side]
        self.session.open(NamePage(self.session, before, take, title=title, letters=DIGITS))

    def _usual(self, side: int) -> str:
        """Propose the size of the board for the game that comes with the program."""
        width = board_of_game(self.desk.game.game).board.size_mm[0]
        return f"{round(width / _shape(self.corners_px)) if side else width:g}"

    def _take_size(self, side: int, millimetres: int) -> None:
        """Take a measure; the other one is guessed from the picture until it is given."""
        least, most = SIZES_MM
        if not least <= millimetres <= most:
            self.message(self.say(TOO_LARGE, least=least, most=most))
            return
        sides, shape = [*(self.draft.size_mm or (0.0, 0.0))], _shape(self.corners_px)
        sides[side] = float(millimetres)
        width, height = sides
        self._keep((width or round(height * shape), height or round(width / shape)))

    def _keep(self, size_mm: Point | None = None) -> None:
        """Keep corners and size; what was pointed at stays where it is in the picture."""
        draft = self.draft
        new = replace(draft, corners_px=self.corners_px, size_mm=size_mm or draft.size_mm)
        if not _crooked(self.corners_px):
            self.desk.change(replaced(draft, new, self.image))

    def finish(self) -> None:
        """Go on once the size is known, too."""
        self._keep()
        if self.draft.size_mm is None and not _crooked(self.corners_px):
            self._measure(0)
        else:
            super().finish()

    def refusal(self) -> str | None:
        return self.say(CROOKED) if _crooked(self.corners_px) else None

    def doubt(self) -> str | None:
        """Ask where the board is said to be much wider, or higher, than it looks."""
        width, height = self.draft.size_mm or (1.0, 1.0)
        wider = width / height / _shape(self.corners_px)
        if max(wider, 1 / wider) <= MISFIT:
            return None
        return self.say(UNLIKE, width=f"{width:g}", height=f"{height:g}")


def outline_page(lesson: Lesson) -> Page:
    """Begin with the corners that are known; where they are not, look for the outline."""
    corners = lesson.draft.corners_px
    if corners is not None:
        return OutlinePage(lesson, corners)
    work = partial(found_outline, lesson.desk.picture())
    return WaitPage(lesson, LOOKING, work, partial(OutlinePage, lesson))


def found_outline(picture: Image) -> Corners | None:
    """Find the corners of the printed board, where that is plain."""
    found = find_outline(picture)
    return None if found is None else _corners(found)


def replaced(old: Draft, new: Draft, picture: Image) -> Draft:
    """Let all that was pointed at stay where it is in the picture; ``new`` has other corners.

    A spot that is not on the board any more is to be shown again.
    """
    same = (old.corners_px, old.size_mm) == (new.corners_px, new.size_mm)
    if same or not old.is_placed or not (new.spots or new.areas or new.tapped):
        return new
    before, after = flat_of(old, picture), flat_of(new, picture)
    width, height = after.size_mm

    def move(at_mm: Point) -> Point:
        return pairs(after.to_mm(before.to_px(np.array([at_mm]))))[0]

    def within(at_mm: Point) -> Point:
        return min(width, max(0.0, at_mm[0])), min(height, max(0.0, at_mm[1]))

    found = new.moved(move)
    outlines = tuple(tuple(map(within, one)) for one in found.outlines)
    for number, place in enumerate(found.places):
        if place and within(place.at_mm) != place.at_mm:
            found = found.with_place(number, None).reopened("locations")
    return replace(found, outlines=outlines)


def _inset(picture: Image, share: float) -> Corners:
    """Give the corners of what is left of a picture, inside a rim that is a share of it."""
    height, width = picture.shape[:2]
    left, top = share * width, share * height
    right, bottom = width - left, height - top
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _shape(corners: Corners) -> float:
    """Tell how much wider than high the board looks."""
    top_left, top_right, bottom_right, bottom_left = corners
    wide = math.dist(top_left, top_right) + math.dist(bottom_left, bottom_right)
    high = math.dist(top_left, bottom_left) + math.dist(top_right, bottom_right)
    return wide / max(1.0, high)


def _crooked(corners: Corners) -> bool:
    """Tell whether the corners do not run clockwise around a board."""
    for i in range(len(corners)):
        (x0, y0), (x1, y1), (x2, y2) = (corners[(i + k) % len(corners)] for k in range(3))
        if (x1 - x0) * (y2 - y1) - (y1 - y0) * (x2 - x1) <= 0:
            return True
    return False


def _corners(found: npt.NDArray[np.floating]) -> Corners:
    one, two, three, four = pairs(found)
    return one, two, three, four
