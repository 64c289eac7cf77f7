"""The page on which a point of a picture is aimed at, much enlarged."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from companion.calibration.draft import Point
from companion.picture import Image
from companion.session.session import Page
from companion.ui.guided_photo import PICTURE, GuidedPhoto, Mark, magnified
from companion.ui.menu import ROW_TARGET, Row
from companion.ui.screen import DOWN, Body, Drag, Labels
from hardware.panel import Button

if TYPE_CHECKING:
    from companion.session.session import Session

SIDE: Final = 480
"""Pixels of the enlarged picture, which is square."""
POWER: Final = 6.0
QUICK: Final = 0.4
"""Seconds between two steps up to which the next one is longer."""
FASTER: Final = 1.35
LONGEST: Final = 24.0


class AimPage(Page):
    """A cross over a picture that is moved under it: sideways first, then up and down.

    SCORE and WHY? move, faster while they are held; OK goes on to the other direction, and then
    takes the point. A touch moves the point touched under the cross.
    """

    scrolls: ClassVar[bool] = True

    def __init__(  # noqa: PLR0913, PLR0917 - what is aimed at, where, and what for
        self,
        session: "Session",
        image: Image,
        at: Point,
        taken: Callable[[Point], None],
        text: str,
        title: str = "",
    ) -> None:
        """Begin at a pixel of the picture; ``taken`` is told the one that was aimed at."""
        super().__init__(session)
        self._image: Final = image
        self._at = at
        self._taken: Final = taken
        self._text: Final = text
        self._title: Final = title
        self._upright = False
        self._step = 1.0
        self._moved = float("-inf")

    def title(self) -> str:
        """Give the title of the page that it lies on."""
        return self._title

    def status(self) -> str:
        """Say nothing of a table that is not known yet."""
        return ""

    def body(self) -> Body:
        """Show the cross in the middle of what lies around it."""
        view = magnified(self._image, self._at, SIDE, POWER)
        middle = Mark((SIDE / 2, SIDE / 2), "aim")
        return GuidedPhoto(
            f"{self._at}", view, self._text, (middle,), rows=(*self._rows(),), chosen=0
        )

    def labels(self) -> Labels:
        """Name the four."""
        say = self.session.words.say
        less, more = ("▲", "▼") if self._upright else ("◀", "▶")
        ok = say("Take it") if self._upright else "▲ ▼"
        return Labels(score=less, ok=ok, back=say("Back"), why=more)

    def press(self, button: Button) -> None:
        """Move, go on to the other direction, take the point, or leave."""
        match button:
            case Button.SCORE:
                self._move(-1)
            case Button.WHY:
                self._move(1)
            case Button.OK if self._upright:
                self._take()
            case Button.OK:
                self._upright = True
            case Button.BACK:
                self.session.close(self)

    def tap(self, target: str) -> None:
        """Take the point."""
        if target == ROW_TARGET.format(0):
            self._take()

    def drag(self, drag: Drag) -> None:
        """Bring the point touched under the cross."""
        if drag.pad == PICTURE and drag.what == DOWN:
            by = [(share - 0.5) * SIDE / POWER for share in drag.at]
            self._go(by[0], by[1])

    def _rows(self) -> Sequence[Row]:
        return [Row(self.session.words.say("Take it"))]

    def _move(self, way: int) -> None:
        now = self.session.now
        quick = now - self._moved <= QUICK
        self._step = min(LONGEST, self._step * FASTER) if quick else 1.0
        self._moved = now
        by = way * round(self._step)
        self._go(*((0, by) if self._upright else (by, 0)))

    def _go(self, x: float, y: float) -> None:
        height, width = self._image.shape[:2]
        self._at = (
            min(width - 1.0, max(0.0, self._at[0] + x)),
            min(height - 1.0, max(0.0, self._at[1] + y)),
        )

    def _take(self) -> None:
        self.session.close(self)
        self._taken(self._at)
