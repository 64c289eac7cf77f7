"""The last step: the owner moves merchants about, and the screen shows what is seen of it."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from companion.calibration.board_photo import BoardPhoto
from companion.calibration.desk import Desk
from companion.calibration.draft import Draft, Point
from companion.calibration.learning import learnt
from companion.calibration.moves_seen import MovesSeen, Standing
from companion.calibration.photo_page import Stop
from companion.calibration.step import Done
from companion.calibration.writing import board_of
from companion.language import said
from companion.picture import Image
from companion.session.look import Look
from companion.session.session import Task
from companion.ui.guided_photo import GuidedPhoto, Mark
from companion.ui.guided_photo import Look as MarkLook
from companion.ui.menu import Row
from companion.words.eye import refusal_sentences
from companion.words.names import names_of
from engine.board import LOCATIONS
from engine.errors import InputError
from hardware.panel import Light
from vision.aiming import aim
from vision.eye import Eye
from vision.plan import Plan
from vision.reading import Reading

if TYPE_CHECKING:
    from companion.session.session import Session

WANTED: Final = 10
"""Moves in a row that must be seen right."""
LEARNING: Final = said("Learning this table…")
MOVE: Final = said("Move some merchants, one at a time. Seen right in a row: {number} of {all}.")
SEVERAL: Final = said("More than one merchant changed. Move one at a time: {number} of {all}.")
LOST: Final = said("The board is not seen: {number} of {all}.")
PROVED: Final = said("✓ Ten moves in a row were seen right. All is ready.")

Learnt = tuple[Plan, Eye | None, InputError | OSError | None]
"""How the board lies, what reads it, and why nothing does."""
Read = tuple[Look, Reading, list[Point]]
"""What was read in which picture, and where the locations are in it."""


class ProofPage(BoardPhoto):
    """Shows the merchants that are seen; the owner says when that is wrong."""

    def __init__(self, session: "Session", desk: Desk, done: Done) -> None:
        """Begin with nothing seen; raises InputError where a picture is gone."""
        super().__init__(session, desk, done)
        self._eye: Eye | None = None
        self._why: InputError | OSError | None = None
        self.moves: Final = MovesSeen()
        self._look: Look | None = None
        self._reading = False
        self._seen: Standing = {}
        self._clear = True

    def title(self) -> str:
        """Name the step."""
        return self.session.words.say("Proof")

    def waiting(self) -> str:
        """Say what takes a moment."""
        return self.session.words.tell(LEARNING, {})

    def light(self) -> Light:
        """Be green once it is proved."""
        return Light.GREEN if self.moves.count >= WANTED else Light.BLUE

    def task(self) -> Task[Learnt]:
        """Learn the table as it will be used."""
        return Task(self, partial(_learnt, self.desk, self.desk.draft), self._begin)

    def on_look(self, look: Look) -> None:
        """Have the picture read, unless another one is being read."""
        if look.picture is None or self._eye is None or self._reading:
            return
        self._reading = True
        work = partial(_read, self._eye, look)
        self.session.tasks.append(Task(self, work, self._take))

    def see_standing(self, standing: Standing) -> None:
        """Take who stands where, on a board that nothing covers."""
        self._seen = standing
        self.moves.add(standing, self.session.now)

    def stops(self) -> Sequence[Stop]:
        """Say that something is wrong, or go on."""
        say = self.session.words.say
        on = Stop("go-on", self.done, Row(say("Go on")))
        if self.moves.count >= WANTED:
            return [on]
        if self._why:
            return [Stop("back", lambda: self.session.close(self), Row(say("Back")))]
        wrong = Stop("wrong", self.moves.object, Row(say("That is wrong")))
        if self.desk.draft.known is not None and not self.moves.last:
            return [on, wrong]  # such a board was proved before: OK alone leads to a game
        return [wrong, Stop("skip", self.done, Row(say("Skip this")))]

    def photo(self, rows: tuple[Row, ...], chosen: int | None, stop: str) -> GuidedPhoto:
        """Show who is seen where, and what changed last."""
        del stop
        colours = [sample.colour for sample in self.desk.draft.samples]
        spots = self.board.index
        size = self.radius_px
        marks = [
            Mark(self.at_px[spots[at]], "merchant", size, colour, colours.index(colour))
            for at, colour in self._seen.items()
        ]
        changed: MarkLook = "wrong" if self.moves.several else "fine"
        marks += [Mark(self.at_px[spots[at]], changed, self.radius_px) for at in self.moves.last]
        name = self._look.name if self._look else self.desk.draft.empty or ""
        return GuidedPhoto(name, self.image, self._text(), tuple(marks), (), rows, chosen)

    def _begin(self, found: Learnt) -> None:
        plan, self._eye, self._why = found
        self.lie(plan)

    def _take(self, read: Read | None) -> None:
        """Take what was read, and count what is moved."""
        self._reading = False
        if read is None:
            return
        self._look, reading, places = read
        self._clear = reading.registered and not reading.hand
        if self._clear:
            self.at_px = places
            self.see_standing(self._standing(reading))

    @property
    def image(self) -> Image:
        """What the camera sees."""
        if self._look is not None and self._look.picture is not None:
            return self._look.picture
        return super().image

    def _text(self) -> str:
        words, count = self.session.words, self.moves.count
        if self._why:
            return refusal_sentences(self._why, names_of(words, self.board))
        if count >= WANTED:
            return words.tell(PROVED, {})
        asked = SEVERAL if self.moves.several else MOVE
        if not self._clear:
            asked = LOST
        return words.tell(asked, {"number": str(count), "all": str(WANTED)})

    def _standing(self, reading: Reading) -> dict[str, str]:
        """Tell whom the eye most likely sees where."""
        seen = zip(self.board.locations, reading.groups[LOCATIONS].likeliest(), strict=True)
        return {one.id: colour for one, colour in seen if colour is not None}


def _learnt(desk: Desk, draft: Draft) -> Learnt:
    board = board_of(draft)
    plan = aim(board, draft.corners_px or (), desk.picture(draft.empty or ""))
    try:
        return plan, learnt(desk, draft), None
    except (InputError, OSError) as error:
        return plan, None, error


def _read(eye: Eye, look: Look) -> Read | None:
    """Read a picture; None where it has another size than those the eye was taught with."""
    if look.picture is None:
        return None
    try:
        reading = eye.read(look.picture, look.name)
    except InputError:
        return None
    return look, reading, [(float(x), float(y)) for x, y in eye.places()]
