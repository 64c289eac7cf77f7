"""The first step: the live picture, judged, until a picture of the empty board is taken."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from companion.calibration.desk import Desk
from companion.calibration.draft import retaken
from companion.calibration.photo_page import PhotoPage, Stop
from companion.calibration.step import Done
from companion.language import Saying, said
from companion.pages.kinds import ConfirmPage
from companion.picture import Image
from companion.session.look import Look
from companion.ui.guided_photo import GuidedPhoto, Mark, Stroke
from companion.ui.menu import Row
from hardware.panel import Light
from vision.reading import Kind, Trouble

if TYPE_CHECKING:
    from companion.session.session import Session

EMPTY: Final = ("empty", "empty-again")
"""Names for the picture of the empty board: the one in use is not written over."""
TROUBLES: Final[Mapping[Kind, Saying]] = {
    "dark": said("It is too dark: more light, please."),
    "blurred": said("It is not sharp: set the focus, and hold the camera still."),
    "glare": said("A lamp is mirrored in the board: move the lamp or the camera."),
    "cut-off": said("The whole board must be in the picture, with room for a hand’s width around."),
    "low": said("The camera is too low or too slanted: the board is hardly seen from above."),
}
"""What helps against each kind of trouble with the view."""
FINE: Final = said("Clear the board of everything. Then take the picture.")
NONE_YET: Final = said("Waiting for a picture from the camera…")
BLANK: Final = np.full((480, 640, 3), 90, np.uint8)
ROOM: Final = 0.08
"""How far from the edges of the picture the guide lies, as a share of it."""


class ViewPage(PhotoPage):
    """Shows what the camera sees, says what would help, and takes the picture."""

    def __init__(self, session: "Session", desk: Desk, done: Done) -> None:
        """Begin with the last picture there is."""
        super().__init__(session, desk, done)
        self._look: Look | None = None
        if session.look is not None:
            self.on_look(session.look)

    def title(self) -> str:
        """Name the step."""
        return self.session.words.say("What the camera sees")

    def light(self) -> Light:
        """Wait for OK where nothing is in the way."""
        return Light.BLUE if self._look and not self._trouble else Light.AMBER

    def on_look(self, look: Look) -> None:
        """Show the picture."""
        if look.picture is not None:
            self._look = look

    def stops(self) -> Sequence[Stop]:
        """Offer one thing."""
        return [Stop("take", self._take, Row(self.session.words.say("Take the picture")))]

    def photo(self, rows: tuple[Row, ...], chosen: int | None, stop: str) -> GuidedPhoto:
        """Show the picture with a guide within which the board is to lie."""
        del stop
        name = self._look.name if self._look else ""
        return GuidedPhoto(
            name, self.image, self._text(), self._glare(), self._guide(), rows, chosen
        )

    @property
    def image(self) -> Image:
        """What the camera sees."""
        if self._look is None or self._look.picture is None:
            return BLANK
        return self._look.picture

    @property
    def _trouble(self) -> Trouble | None:
        """What is wrong with the view, the worst of it."""
        troubles = self._look.reading.troubles if self._look else ()
        return next((one for one in troubles if one.kind in TROUBLES), None)

    def _glare(self) -> tuple[Mark, ...]:
        """Show where a lamp is mirrored, if that is the trouble."""
        if self._trouble is None or self._trouble.box is None:
            return ()
        x, y, width, height = self._trouble.box
        return (Mark((x + width / 2, y + height / 2), "wrong", max(width, height) / 2),)

    def _text(self) -> str:
        words = self.session.words
        if self._look is None:
            return words.tell(NONE_YET, {})
        if self._trouble:
            return words.tell(TROUBLES[self._trouble.kind], {})
        return words.tell(FINE, {})

    def _guide(self) -> tuple[Stroke, ...]:
        height, width = self.image.shape[:2]
        left, right = ROOM * width, (1 - ROOM) * width
        top, bottom = ROOM * height, (1 - ROOM) * height
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        around = zip(corners, (*corners[1:], corners[0]), strict=True)
        return tuple(Stroke(start, end, "faint") for start, end in around)

    def _take(self) -> None:
        """Take the picture, or ask first where it is not good."""
        if self._look is None:
            return
        if not self._trouble:
            self._keep()
            return
        session, say = self.session, self.session.words.say
        self.session.open(
            ConfirmPage(
                session, self._text(), say("Take it all the same"), self._keep, self.title()
            )
        )

    def _keep(self) -> None:
        """Keep the picture; everything lies elsewhere in it than in the one before."""
        desk = self.desk
        name = EMPTY[(desk.draft.empty or "").endswith(f"/{EMPTY[0]}.png")]
        empty = desk.keep_picture(name, self.image)
        desk.change(retaken(desk.draft, empty))
        self.done()
