"""The second step: where the printed board lies in the picture, and how large it is."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from companion.calibration.aim_page import AimPage
from companion.calibration.desk import Desk
from companion.calibration.draft import Corners, Point
from companion.calibration.photo_page import PhotoPage, Stop
from companion.calibration.proposing import found_outline
from companion.calibration.replaced import replaced
from companion.calibration.step import Done
from companion.language import said
from companion.pages.kinds import DIGITS, MessagePage, NamePage
from companion.picture import Image
from companion.session.session import Task
from companion.ui.guided_photo import GuidedPhoto, Mark, Stroke
from companion.ui.menu import Row
from companion.ui.screen import DOWN, MOVE, UP

if TYPE_CHECKING:
    from companion.session.session import Session

INSET: Final = 0.12
"""Where corners that nobody found are put, as a share of the picture."""
REACH: Final = 0.12
"""How near to a corner a finger takes hold of it, as a share of the picture's width."""
SIZES_MM: Final = (100, 1500)
"""Board games are not smaller, nor larger."""
FOUND: Final = said(
    "Do the corners lie on the board’s corners? Drag them, or touch one to see it large."
)
NOT_FOUND: Final = said("The board was not found. Drag the corners onto the board’s corners.")
CROOKED: Final = said("These corners are no board’s: they must not cross.")
TOO_LARGE: Final = said("A board is {least} to {most} millimetres wide and high.")


class BoardPage(PhotoPage):
    """Shows the outline; corners are dragged, or aimed at by buttons."""

    def __init__(self, session: "Session", desk: Desk, done: Done) -> None:
        """Begin with the corners told, or those found."""
        super().__init__(session, desk, done)
        self._image: Final = desk.picture(desk.draft.empty or "")
        self._held: int | None = None
        self._offset: Point = (0.0, 0.0)
        self._moved = False
        self._found = True
        self._corners = desk.draft.corners_px or self._somewhere()

    def title(self) -> str:
        """Name the step."""
        return self.session.words.say("The board")

    @property
    def image(self) -> Image:
        """The picture of the empty board."""
        return self._image

    @property
    def corners_px(self) -> Corners:
        """The corners as they are shown at present."""
        return self._corners

    def stops(self) -> Sequence[Stop]:
        """Go on first, then the corners, then the size."""
        say = self.session.words.say
        width, height = self.desk.draft.size_mm or (0.0, 0.0)
        return [
            Stop("go-on", self._go_on, Row(say("Go on"))),
            *(Stop(f"corner-{i}", self._aim(i)) for i in range(len(self._corners))),
            Stop("width", self._measure(0), Row(say("Width"), f"{width:g} mm" if width else "?")),
            Stop(
                "height", self._measure(1), Row(say("Height"), f"{height:g} mm" if height else "?")
            ),
        ]

    def photo(self, rows: tuple[Row, ...], chosen: int | None, stop: str) -> GuidedPhoto:
        """Show the outline, and a magnifier over a corner that is held."""
        words, corners = self.session.words, self._corners
        around = zip(corners, (*corners[1:], corners[0]), strict=True)
        marks = [Mark(at, "corner") for at in corners]
        marks += [Mark(at, "chosen") for i, at in enumerate(corners) if stop == f"corner-{i}"]
        return GuidedPhoto(
            self.desk.draft.empty or "",
            self._image,
            words.tell(FOUND if self._found else NOT_FOUND, {}),
            tuple(marks),
            tuple(Stroke(start, end) for start, end in around),
            rows,
            chosen,
            None if self._held is None else corners[self._held],
        )

    def point(self, what: str, at_px: Point) -> None:
        """Take hold of the nearest corner, move it, and let it go; a mere touch enlarges it."""
        if what == DOWN:
            near = min(range(len(self._corners)), key=lambda i: math.dist(self._corners[i], at_px))
            x, y = self._corners[near]
            if math.dist((x, y), at_px) > REACH * self._image.shape[1]:
                return
            self._held, self._offset = near, (x - at_px[0], y - at_px[1])
            self._moved = False
        if self._held is None:
            return
        self._moved |= what == MOVE
        if what == UP and not self._moved:
            held, self._held = self._held, None
            self._aim(held)()
            return
        to = at_px[0] + self._offset[0], at_px[1] + self._offset[1]
        self._corners = _with(self._corners, self._held, to)
        if what == UP:
            self._held = None
            self._keep()

    def waiting(self) -> str:
        """Say what takes a moment, where the corners were not told before."""
        if self.desk.draft.corners_px is not None:
            return ""
        return self.session.words.say("Looking where the board lies…")

    def task(self) -> Task[Corners | None] | None:
        """Find the outline, where it was not told."""
        if self.desk.draft.corners_px is not None:
            return None
        return Task(self, partial(found_outline, self._image), self.propose)

    def propose(self, corners: Corners | None) -> None:
        """Show the outline that was found, or that none was."""
        self._found, self._corners = corners is not None, corners or self._corners
        self.prepared = True

    def _somewhere(self) -> Corners:
        """Give an outline to begin with."""
        height, width = self._image.shape[:2]
        left, top = INSET * width, INSET * height
        right, bottom = width - left, height - top
        return (left, top), (right, top), (right, bottom), (left, bottom)

    def _aim(self, number: int) -> Callable[[], None]:
        def aim() -> None:
            def taken(at: Point) -> None:
                self._corners = _with(self._corners, number, at)
                self._keep()

            say = self.session.words.say
            text = say("Bring the corner of the board under the cross.")
            at = self._corners[number]
            self.session.open(AimPage(self.session, self._image, at, taken, text, self.title()))

        return aim

    def _measure(self, side: int) -> Callable[[], None]:
        def measure() -> None:
            def told(text: str) -> None:
                self._tell_size(side, int("0" + "".join(one for one in text if one.isdecimal())))

            say, size = self.session.words.say, self.desk.draft.size_mm
            before = f"{size[side]:g}" if size and size[side] else ""
            title = (say("Width in millimetres"), say("Height in millimetres"))[side]
            self.session.open(NamePage(self.session, before, told, title=title, letters=DIGITS))

        return measure

    def _tell_size(self, side: int, millimetres: int) -> None:
        """Take a measure; the other one is guessed from the picture until it is told."""
        least, most = SIZES_MM
        if not least <= millimetres <= most:
            words = self.session.words
            told = words.tell(TOO_LARGE, {"least": f"{least}", "most": f"{most}"})
            self.session.open(MessagePage(self.session, told, self.title()))
            return
        width, height = self.desk.draft.size_mm or (0.0, 0.0)
        if side:
            height = float(millimetres)
            width = width or round(height * self._shape())
        else:
            width = float(millimetres)
            height = height or round(width / self._shape())
        self._keep((width, height))

    def _shape(self) -> float:
        """Tell how much wider than high the board looks."""
        top_left, top_right, bottom_right, bottom_left = self._corners
        wide = math.dist(top_left, top_right) + math.dist(bottom_left, bottom_right)
        high = math.dist(top_left, bottom_left) + math.dist(top_right, bottom_right)
        return wide / max(1.0, high)

    def _keep(self, size_mm: Point | None = None) -> None:
        """Keep corners and size; what was told to lie in the picture stays where it is there."""
        draft = self.desk.draft
        new = replace(draft, corners_px=self._corners, size_mm=size_mm or draft.size_mm)
        if not _crooked(self._corners):
            self.desk.change(replaced(draft, new, self._image))

    def _go_on(self) -> None:
        words, session = self.session.words, self.session
        self._keep()
        if _crooked(self._corners):
            session.open(MessagePage(session, words.tell(CROOKED, {}), self.title()))
        elif self.desk.draft.size_mm is None:
            self._measure(0)()
        else:
            self.done()


def _with(corners: Corners, number: int, at: Point) -> Corners:
    one, two, three, four = (at if i == number else old for i, old in enumerate(corners))
    return one, two, three, four


def _crooked(corners: Corners) -> bool:
    """Tell whether the corners do not run clockwise around a board."""
    for i in range(len(corners)):
        (x0, y0), (x1, y1), (x2, y2) = (corners[(i + k) % len(corners)] for k in range(3))
        if (x1 - x0) * (y2 - y1) - (y1 - y0) * (x2 - x1) <= 0:
            return True
    return False
