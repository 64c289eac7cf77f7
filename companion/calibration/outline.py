"""The steps about the board as a whole: whether it is known, where it lies, and how large it is."""

import math
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.boards.known import KnownBoard, board_of_game, known_boards
from companion.calibration.desk import flat_of
from companion.calibration.draft import Corners, Draft, Point, moved, unfinished, with_place
from companion.calibration.picture_page import AimPage, PicturePage, around, empty_picture, pairs
from companion.calibration.step import LOOKING, Lesson, WaitPage
from companion.language import said
from companion.pages.kinds import Stop
from companion.pages.name_page import DIGITS, NamePage
from companion.session.session import Page
from companion.ui.guided_photo import Mark, Stroke
from companion.ui.menu import Row
from companion.ui.screen import DOWN, MOVE, UP
from companion.words.names import board_called
from engine.errors import InputError
from vision.proposing.outline import find_outline
from vision.reading import Image
from vision.registration import recognise

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
Known = tuple[KnownBoard, Corners]
COMPARING: Final = said("Checking whether this board is known…")
RECOGNISED: Final = said("{name}. Does the line run around it?")


class OutlinePage(PicturePage):
    """Shows the outline; corners are dragged, or aimed at by buttons."""

    def __init__(self, lesson: Lesson, corners: Corners | None) -> None:
        super().__init__(lesson, *empty_picture(lesson.desk))
        self._found: Final = corners is not None
        self.corners_px = corners or _somewhere(self.image)
        self._held: int | None = None
        self._offset: Point = (0.0, 0.0)
        self._moved = False

    def asks(self) -> str:
        return self.say(FOUND if self._found else NOT_FOUND)

    def stops(self) -> Sequence[Stop]:
        say, size = self.say, self.desk.draft.size_mm or (0.0, 0.0)
        width, height = (f"{side:g} mm" if side else "?" for side in size)
        return [
            self.row("go-on", say("Continue"), self._go_on),
            *(Stop(f"corner-{i}", partial(self._aim, i)) for i in range(len(self.corners_px))),
            Stop("width", partial(self._measure, 0), Row(say("Width"), width)),
            Stop("height", partial(self._measure, 1), Row(say("Height"), height)),
        ]

    def marks(self) -> Iterable[Mark]:
        corners = self.corners_px
        yield from (Mark(at, "corner") for at in corners)
        here = self.pointed
        yield from (Mark(at, "chosen") for i, at in enumerate(corners) if here == f"corner-{i}")

    def strokes(self) -> Iterable[Stroke]:
        return around(self.corners_px)

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
        at = self.corners_px[corner]
        self.session.open(AimPage(self.lesson, self.image, at, text, take))

    def _measure(self, side: int) -> None:
        def take(text: str) -> None:
            self._take_size(side, int("0" + "".join(one for one in text if one.isdecimal())))

        say, size = self.say, self.desk.draft.size_mm
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
        sides, shape = [*(self.desk.draft.size_mm or (0.0, 0.0))], _shape(self.corners_px)
        sides[side] = float(millimetres)
        width, height = sides
        self._keep((width or round(height * shape), height or round(width / shape)))

    def _keep(self, size_mm: Point | None = None) -> None:
        """Keep corners and size; what was pointed at stays where it is in the picture."""
        draft = self.desk.draft
        new = replace(draft, corners_px=self.corners_px, size_mm=size_mm or draft.size_mm)
        if not _crooked(self.corners_px):
            self.desk.change(replaced(draft, new, self.image))

    def _go_on(self) -> None:
        self._keep()
        if _crooked(self.corners_px):
            self.message(self.say(CROOKED))
        elif self.desk.draft.size_mm is None:
            self._measure(0)
        elif self._misfit:
            width, height = (f"{side:g}" for side in self.desk.draft.size_mm)
            yes, no = self.say("Yes, continue"), self.say("No, change it")
            self.confirm(self.say(UNLIKE, width=width, height=height), yes, self.done, no=no)
        else:
            self.done()

    @property
    def _misfit(self) -> bool:
        """Whether the board is said to be much wider, or higher, than it looks."""
        width, height = self.desk.draft.size_mm or (1.0, 1.0)
        wider = width / height / _shape(self.corners_px)
        return max(wider, 1 / wider) > MISFIT


def outline_page(lesson: Lesson) -> Page:
    """Begin with the corners that are known; where they are not, look for the outline."""
    corners = lesson.desk.draft.corners_px
    if corners is not None:
        return OutlinePage(lesson, corners)
    _, picture = empty_picture(lesson.desk)
    return WaitPage(lesson, LOOKING, partial(found_outline, picture), partial(OutlinePage, lesson))


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

    found = moved(new, move)
    outlines = tuple(tuple(map(within, one)) for one in found.outlines)
    for number, place in enumerate(found.places):
        if place and within(place.at_mm) != place.at_mm:
            found = unfinished(with_place(found, number, None), "locations")
    return replace(found, outlines=outlines)


def _somewhere(picture: Image) -> Corners:
    height, width = picture.shape[:2]
    left, top = INSET * width, INSET * height
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


class KnownPage(PicturePage):
    """Shows which board was recognised; the owner says whether it is that one."""

    def __init__(self, lesson: Lesson, board: KnownBoard, corners: Corners) -> None:
        super().__init__(lesson, *empty_picture(lesson.desk))
        self._board: Final = board
        self._corners: Final = corners

    def asks(self) -> str:
        return self.say(RECOGNISED, name=board_called(self._board.board, self.words))

    def stops(self) -> Sequence[Stop]:
        say = self.say
        return [
            self.row("go-on", say("Yes, continue"), self._agree),
            self.row("other", say("No, another board"), partial(is_another, self.lesson)),
        ]

    def strokes(self) -> Iterable[Stroke]:
        return around(self._corners)

    def _agree(self) -> None:
        draft, board = self.desk.draft, self._board.board
        begun = replace(
            self.desk.game.blank,
            empty=draft.empty,
            colours=draft.colours,
            finished=draft.finished,
            known=self._board.text,
            name=board.name,
            size_mm=board.size_mm,
            corners_px=self._corners,
        )
        self.desk.change(begun)
        self.done()


def known_board_page(lesson: Lesson) -> Page:
    """Compare the picture with all known boards; give way where it is none of them."""

    def page(found: Known | None) -> Page | None:
        if found is not None:
            return KnownPage(lesson, *found)
        is_another(lesson)
        return None

    _, picture = empty_picture(lesson.desk)
    work = partial(_recognised, picture, lesson.desk.game.game)
    return WaitPage(lesson, COMPARING, work, page)


def is_another(lesson: Lesson) -> None:
    """Let the owner show a board that is not known from here on."""
    desk = lesson.desk
    draft = desk.draft
    if draft.known is not None:
        begun = replace(
            desk.game.blank, empty=draft.empty, colours=draft.colours, finished=draft.finished
        )
        desk.change(unfinished(begun, "board"))
    lesson.done()


def _recognised(picture: Image, game: str) -> Known | None:
    """Find which of a game's known boards lies there, and where its corners are in the picture."""
    boards = {one.name: one for one in known_boards() if one.board.game == game}
    references = {}
    for name, board in boards.items():
        with suppress(InputError):  # a picture that is gone shows nothing
            references[name] = board.reference()
    found = recognise(picture, references)
    return None if found is None else (boards[found.name], _corners(found.corners))


def _corners(found: npt.NDArray[np.floating]) -> Corners:
    one, two, three, four = pairs(found)
    return one, two, three, four
