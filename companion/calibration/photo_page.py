"""A page of a step that shows a picture: what buttons go through, and where fingers point."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from companion.calibration.desk import Desk
from companion.calibration.draft import Point
from companion.calibration.step import Done, StepPage
from companion.picture import Image
from companion.session.session import Task
from companion.ui.guided_photo import PICTURE, GuidedPhoto
from companion.ui.menu import ROW_TARGET, Row
from companion.ui.screen import Body, Drag, Labels
from companion.ui.texts import Message
from hardware.panel import Button

if TYPE_CHECKING:
    from companion.session.session import Session


@dataclass(frozen=True, slots=True)
class Stop:
    """Something that buttons go to; ``do`` is what OK does there.

    A stop with a ``row`` is one beside the picture, one without is in the picture.
    """

    name: str
    do: Callable[[], None]
    row: Row | None = None


class PhotoPage(StepPage):
    """SCORE and WHY? go from stop to stop, OK takes one, BACK leaves; a touch takes one at once.

    Subclasses give the stops, what is drawn, and what a finger in the picture does.
    """

    scrolls: ClassVar[bool] = True

    def __init__(self, session: "Session", desk: Desk, done: Done) -> None:
        """Show that there is something to wait for, if there is."""
        super().__init__(session, desk, done)
        self.at: str | None = None
        self.prepared = False
        self._sent = False

    @abstractmethod
    def stops(self) -> Sequence[Stop]:
        """List what buttons go through, the one to begin with first."""

    @abstractmethod
    def photo(self, rows: tuple[Row, ...], chosen: int | None, stop: str) -> GuidedPhoto:
        """Show the picture; ``stop`` names the stop that OK is about."""

    def task(self) -> Task[Any] | None:
        """Give what takes long, once, before anything can be done here; None if nothing does.

        Whatever takes what comes of it says that the page is ``prepared``.
        """
        return None

    def point(self, what: str, at_px: Point) -> None:
        """Take a finger in the picture: where it comes down, goes and is lifted."""
        del what, at_px

    def waiting(self) -> str:
        """Say what is waited for; nothing where nothing is."""
        return ""

    def body(self) -> Body:
        """Show the picture, and the rows beside it."""
        if not self.ready:
            return Message(self.waiting())
        stops = self.stops()
        rows = [stop for stop in stops if stop.row is not None]
        here = self._here(stops)
        chosen = next((i for i, stop in enumerate(rows) if stop.name == here), None)
        return self.photo(tuple(stop.row for stop in rows if stop.row), chosen, here)

    def labels(self) -> Labels:
        """Name the four."""
        say = self.session.words.say
        if not self.ready:
            return Labels(back=say("Back"))
        return Labels(score="◀", ok=say("Choose"), back=say("Back"), why="▶")

    @property
    def ready(self) -> bool:
        """Whether what takes long is done."""
        return self.prepared or not self.waiting()

    def pass_time(self, now: float) -> None:
        """Have done what takes long."""
        del now
        if self._sent or self.prepared:
            return
        self._sent = True
        task = self.task()
        if task is not None:
            self.session.tasks.append(task)

    def press(self, button: Button) -> None:
        """Go on, take, or leave."""
        if button is Button.BACK:
            self.session.close(self)
            return
        if not self.ready:
            return
        stops = self.stops()
        names = [stop.name for stop in stops]
        here = names.index(self._here(stops))
        match button:
            case Button.SCORE:
                self.at = names[here - 1]
            case Button.WHY:
                self.at = names[(here + 1) % len(names)]
            case Button.OK:
                stops[here].do()

    def tap(self, target: str) -> None:
        """Take the row that was touched."""
        if not self.ready:
            return
        rows = [stop for stop in self.stops() if stop.row is not None]
        for number, stop in enumerate(rows):
            if target == ROW_TARGET.format(number):
                stop.do()
                return

    def drag(self, drag: Drag) -> None:
        """Take a finger in the picture."""
        if drag.pad == PICTURE and self.ready:
            height, width = self.image.shape[:2]
            self.point(drag.what, (drag.at[0] * width, drag.at[1] * height))

    @property
    @abstractmethod
    def image(self) -> Image:
        """The picture at present (BGR)."""

    def _here(self, stops: Sequence[Stop]) -> str:
        """Name the stop that OK is about."""
        names = [stop.name for stop in stops]
        return self.at if self.at in names else names[0]
