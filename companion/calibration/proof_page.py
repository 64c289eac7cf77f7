"""The last step: the owner moves merchants about, and the screen shows what is seen of it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from companion.calibration.board_photo import BoardPhoto
from companion.calibration.desk import Desk
from companion.calibration.learning import learnt
from companion.calibration.moves_seen import MovesSeen, Standing
from companion.calibration.photo_page import Stop
from companion.calibration.step import Done
from companion.language import said
from companion.scene import Image
from companion.screens.guided_photo import GuidedPhoto
from companion.screens.menu import Row
from companion.screens.photo_marks import Look as MarkLook
from companion.screens.photo_marks import Mark
from companion.table.look import Look
from engine.errors import InputError
from hardware.panel import Light
from vision.eye import Eye
from vision.reading import Reading

if TYPE_CHECKING:
    from companion.table.session import Session

WANTED: Final = 10
"""Moves in a row that must be seen right."""
LEARNING: Final = said("Learning this table…")
MOVE: Final = said("Move some merchants, one at a time. Seen right in a row: {number} of {all}.")
SEVERAL: Final = said("More than one merchant changed. Move one at a time: {number} of {all}.")
LOST: Final = said("The board is not seen: {number} of {all}.")
PROVED: Final = said("✓ Ten moves in a row were seen right. All is ready.")
BROKEN: Final = said("This does not work yet: {why}. Go back to the step about it.")


class ProofPage(BoardPhoto):
    """Shows the merchants that are seen; the owner says when that is wrong."""

    def __init__(self, session: "Session", desk: Desk, done: Done) -> None:
        """Begin with nothing seen; raises InputError where a picture is gone."""
        super().__init__(session, desk, done)
        self._eye: Eye | None = None
        self._why = ""
        self.moves: Final = MovesSeen()
        self._look: Look | None = None
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

    def prepare(self) -> None:
        """Learn the table as it will be used."""
        super().prepare()
        try:
            self._eye = learnt(self.desk, self.desk.draft)
        except InputError as error:
            self._why = str(error)

    def see(self, look: Look) -> None:
        """Read the picture, and count what is moved."""
        if look.picture is None or self._eye is None:
            return
        try:
            reading = self._eye.read(look.picture, look.name)
        except InputError:  # a picture of another size
            return
        self._look = look
        self._clear = reading.registered and not reading.hand
        if self._clear:
            self.at_px = [(float(x), float(y)) for x, y in self._eye.places()]
            self.see_standing(self._standing(reading))

    def see_standing(self, standing: Standing) -> None:
        """Take who stands where, on a board that nothing covers."""
        self._seen = standing
        self.moves.see(standing, self.session.now)

    def stops(self) -> Sequence[Stop]:
        """Say that something is wrong, or go on."""
        say = self.session.words.say
        on = Stop("go-on", self.done, Row(say("Go on")))
        if self.moves.count >= WANTED:
            return [on]
        if self._why:
            return [Stop("back", lambda: self.session.close(self), Row(say("Back")))]
        wrong = Stop("wrong", self.moves.object, Row(say("That is wrong")))
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

    @property
    def image(self) -> Image:
        """What the camera sees."""
        if self._look is not None and self._look.picture is not None:
            return self._look.picture
        return super().image

    def _text(self) -> str:
        words, count = self.session.words, self.moves.count
        if self._why:
            return words.tell(BROKEN, {"why": self._why})
        if count >= WANTED:
            return words.tell(PROVED, {})
        asked = SEVERAL if self.moves.several else MOVE
        if not self._clear:
            asked = LOST
        return words.tell(asked, {"number": str(count), "all": str(WANTED)})

    def _standing(self, reading: Reading) -> dict[str, str]:
        """Tell whom the eye most likely sees where."""
        likeliest = reading.log_likelihood.argmax(axis=1).tolist()
        seen = zip(self.board.locations, likeliest, strict=True)
        choices = reading.choices
        return {one.id: colour for one, k in seen if (colour := choices[k]) is not None}
