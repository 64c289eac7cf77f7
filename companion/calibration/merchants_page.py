"""The step in which merchants of all colours stand on spots that light up."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.calibration.board_photo import BoardPhoto
from companion.calibration.desk import Desk
from companion.calibration.draft import Sample
from companion.calibration.learning_page import LearningPage
from companion.calibration.photo_page import Stop
from companion.calibration.spread import spread
from companion.calibration.step import Done
from companion.language import said
from companion.screens.guided_photo import GuidedPhoto
from companion.screens.menu import Row
from companion.screens.photo_marks import Mark

if TYPE_CHECKING:
    from companion.table.session import Session

LARGER: Final = 1.8
"""How much larger than a spot a merchant is shown: it must be seen from afar."""
EACH: Final = 2
"""Merchants of each colour."""
FRAME: Final = "merchants"
PUT: Final = said("Put two merchants of each colour where they are shown, and nothing else.")


class MerchantsPage(BoardPhoto):
    """Shows where merchants are to stand, and takes a picture of them."""

    def __init__(self, session: "Session", desk: Desk, done: Done) -> None:
        """Choose the spots; raises InputError where the picture is gone or there is no board."""
        super().__init__(session, desk, done)
        colours = desk.draft.colours
        at_mm = [location.at_mm for location in self.board.locations]
        chosen = spread(at_mm, EACH * len(colours))
        # A colour's second merchant is far from its first, and in other light.
        self._where: Final = {
            colour: tuple(chosen[i :: len(colours)]) for i, colour in enumerate(colours)
        }

    def title(self) -> str:
        """Name the step."""
        return self.session.words.say("Merchants")

    def stops(self) -> Sequence[Stop]:
        """Offer one thing."""
        return [Stop("take", self._take, Row(self.session.words.say("They stand there")))]

    def photo(self, rows: tuple[Row, ...], chosen: int | None, stop: str) -> GuidedPhoto:
        """Show where each is to stand."""
        del stop
        marks = [
            Mark(self.at_px[number], "merchant", LARGER * self.radius_px, colour, seat)
            for seat, (colour, numbers) in enumerate(self._where.items())
            for number in numbers
        ]
        text = self.session.words.tell(PUT, {})
        return GuidedPhoto(
            self.desk.draft.empty or "", self.image, text, tuple(marks), (), rows, chosen
        )

    def _take(self) -> None:
        """Take the picture, and see whether they can be told apart in it."""
        look = self.session.look
        if look is None or look.picture is None:
            return
        frame = self.desk.keep_picture(FRAME, look.picture)
        samples = tuple(Sample(frame, colour, at) for colour, at in self._where.items())
        told = replace(self.desk.draft, samples=samples)
        session = self.session
        session.open(LearningPage(session, self.desk, self.done, told, self.title()))
