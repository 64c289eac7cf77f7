"""The step in which merchants of all colours stand on spots that light up."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.calibration.board_photo import BoardPhoto
from companion.calibration.desk import Desk
from companion.calibration.draft import Point, Sample
from companion.calibration.learning_page import LearningPage
from companion.calibration.photo_page import Stop
from companion.calibration.spread import spread
from companion.calibration.step import Done
from companion.language import said
from companion.ui.guided_photo import GuidedPhoto, Mark
from companion.ui.menu import Row
from companion.ui.screen import DOWN

if TYPE_CHECKING:
    from companion.session.session import Session

LARGER: Final = 1.8
"""How much larger than a spot a merchant is shown: it must be seen from afar."""
EACH: Final = 2
"""Merchants of each colour."""
FRAME: Final = "merchants"
PUT: Final = said("Put two merchants of each colour where they are shown, and nothing else.")
ELSEWHERE: Final = said("Touch the spot where this one stands.")


class MerchantsPage(BoardPhoto):
    """Shows where merchants are to stand, and takes a picture of them.

    One that is touched is shown elsewhere, where another spot is easier.
    """

    def __init__(self, session: "Session", desk: Desk, done: Done) -> None:
        """Choose the spots; raises InputError where the picture is gone or there is no board."""
        super().__init__(session, desk, done)
        colours = desk.draft.colours
        at_mm = [location.at_mm for location in self.board.locations]
        chosen = spread(at_mm, EACH * len(colours))
        # A colour's second merchant is far from its first, and in other light.
        self._where = {colour: tuple(chosen[i :: len(colours)]) for i, colour in enumerate(colours)}
        told = {sample.colour: sample.at for sample in desk.draft.samples}
        if told.keys() == self._where.keys():
            self._where = {colour: told[colour] for colour in colours}
        self._moving: int | None = None

    def title(self) -> str:
        """Name the step."""
        return self.session.words.say("Merchants")

    def stops(self) -> Sequence[Stop]:
        """Offer to take the picture, then to show a merchant elsewhere."""
        take = Stop("take", self._take, Row(self.session.words.say("They stand there")))
        lit = [number for numbers in self._where.values() for number in numbers]
        if self._moving is None:
            return [take, *(Stop(f"spot-{i}", self._touching(i)) for i in lit)]
        near = self.at_px[self._moving]
        free = sorted(
            (i for i in range(len(self.at_px)) if i not in lit),
            key=lambda i: math.dist(self.at_px[i], near),
        )
        return [Stop(f"spot-{i}", self._touching(i)) for i in (*free, self._moving)]

    def photo(self, rows: tuple[Row, ...], chosen: int | None, stop: str) -> GuidedPhoto:
        """Show where each is to stand."""
        size = LARGER * self.radius_px
        marks = [
            Mark(self.at_px[number], "merchant", size, colour, seat)
            for seat, (colour, numbers) in enumerate(self._where.items())
            for number in numbers
        ]
        about = {f"spot-{self._moving}", stop}
        marks += [
            Mark(at, "chosen", size) for i, at in enumerate(self.at_px) if f"spot-{i}" in about
        ]
        text = self.session.words.tell(PUT if self._moving is None else ELSEWHERE, {})
        return GuidedPhoto(
            self.desk.draft.empty or "", self.image, text, tuple(marks), (), rows, chosen
        )

    def point(self, what: str, at_px: Point) -> None:
        """Take hold of the merchant that was touched, or show it where a finger comes down."""
        near = min(range(len(self.at_px)), key=lambda i: math.dist(self.at_px[i], at_px))
        if what == DOWN and math.dist(self.at_px[near], at_px) <= LARGER * self.radius_px:
            self._touch(near)

    def _touching(self, number: int) -> Callable[[], None]:
        return lambda: self._touch(number)

    def _touch(self, number: int) -> None:
        """Take hold of the merchant there; where there is none, the one that is held goes there."""
        self.at = None
        held = self._moving
        if any(number in numbers for numbers in self._where.values()):
            self._moving = None if number == held else number
        elif held is not None:
            self._moving = None
            self._where = {
                colour: tuple(number if one == held else one for one in numbers)
                for colour, numbers in self._where.items()
            }

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
