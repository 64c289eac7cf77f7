"""The last step: the owner moves pieces about, and the screen shows what is seen of it."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from companion.calibration.desk import Desk
from companion.calibration.draft import Draft, Point
from companion.calibration.files import learnt
from companion.calibration.picture_page import PlanPage, Stop
from companion.calibration.step import Lesson, WaitPage
from companion.language import said
from companion.session.look import Look
from companion.session.session import Page, Task
from companion.ui.guided_photo import Mark
from companion.words.eye import refusal_sentences
from companion.words.names import names_of
from engine.errors import InputError
from hardware.panel import Light
from vision.eye import Eye
from vision.plan import Plan, aim
from vision.reading import Reading

WANTED: Final = 10
"""Moves in a row that must be seen right."""
SETTLED: Final = 0.6
"""Seconds for which the board must look the same before it is believed."""
LEARNING: Final = said("Learning this table…")
LOST: Final = said("The board can’t be seen: {number} of {all}.")
PROVED: Final = said("✓ Ten moves in a row were seen correctly. Ready to play.")

Standing = Mapping[str, str]
"""Whose piece stands on which spot."""
Learnt = tuple[Plan, Eye | None, InputError | OSError | None]
"""How the board lies, what reads it, and why nothing does."""
Read = tuple[Look, Reading, list[Point]]
"""What was read in which picture, and where the spots are in it."""


class MovesSeen:
    """``count`` moves, one piece at a time, were seen since somebody said that one was wrong.

    ``last`` are the spots that the last change touched; ``several`` tells that it was more than one
    piece, which is no move and does not count.
    """

    def __init__(self) -> None:
        self.count = 0
        self.last: tuple[str, ...] = ()
        self.several = False
        self._settled: Standing | None = None
        self._seen: Standing | None = None
        self._since = 0.0

    def add(self, standing: Standing, now: float) -> None:
        """Take what is seen on a clear board at a time in seconds."""
        if standing != self._seen:
            self._seen, self._since = standing, now
        if now - self._since < SETTLED or standing == self._settled:
            return
        before, self._settled = self._settled, standing
        if before is None:
            return
        spots = sorted({*before, *standing})
        self.last = tuple(at for at in spots if before.get(at) != standing.get(at))
        self.several = not _is_move(before, standing, self.last)
        self.count += not self.several

    def object(self) -> None:
        """Begin to count again: what was seen last was wrong."""
        self.count = 0
        self.last = ()
        self.several = False
        self._settled = None


class ProofPage(PlanPage):
    """Shows the pieces that are seen; the owner says when that is wrong."""

    def __init__(self, lesson: Lesson, found: Learnt) -> None:
        plan, self._eye, self._why = found
        super().__init__(lesson, plan)
        self.moves: Final = MovesSeen()
        self._reading = False
        self._seen: Standing = {}
        self._clear = True

    def light(self) -> Light:
        return Light.GREEN if self.moves.count >= WANTED else Light.BLUE

    def on_look(self, look: Look) -> None:
        if look.picture is None or self._eye is None or self._reading:
            return
        self._reading = True
        work = partial(_read, self._eye, look)
        self.session.tasks.append(Task(self, work, self._take))

    def show_standing(self, standing: Standing) -> None:
        """Take who stands where, on a board that nothing covers."""
        self._seen = standing
        self.moves.add(standing, self.session.now)

    def asks(self) -> str:
        if self._why:
            return refusal_sentences(self._why, names_of(self.words, self.board))
        if self.moves.count >= WANTED:
            return self.words.tell(PROVED, {})
        pieces = self.desk.game.pieces
        asked = pieces.several if self.moves.several else pieces.move
        if not self._clear:
            asked = LOST
        return self.words.tell(asked, {"number": f"{self.moves.count}", "all": f"{WANTED}"})

    def stops(self) -> Sequence[Stop]:
        say = self.words.say
        on = self.row("go-on", say("Continue"), self.done)
        if self.moves.count >= WANTED:
            return [on]
        if self._why:
            return [self.row("back", say("Back"), partial(self.session.close, self))]
        wrong = self.row("wrong", say("That is wrong"), self.moves.object)
        if self.desk.draft.known is not None and not self.moves.last:
            return [on, wrong]  # such a board was proved before: OK alone leads to a game
        return [wrong, self.row("skip", say("Skip this"), self.done)]

    def marks(self, stop: str) -> Iterable[Mark]:
        del stop
        colours = [sample.colour for sample in self.desk.draft.samples]
        spots, size = self.board.index, self.radius_px
        for at, colour in self._seen.items():
            yield Mark(self.at_px[spots[at]], "piece", size, colour, colours.index(colour))
        for at in self.moves.last:
            yield Mark(self.at_px[spots[at]], "wrong" if self.moves.several else "fine", size)

    def _take(self, read: Read | None) -> None:
        """Take what was read, and count what is moved."""
        self._reading = False
        if read is None:
            return
        look, reading, places = read
        if look.picture is not None:
            self.name, self.image = look.name, look.picture
        self._clear = reading.registered and not reading.hand
        if self._clear:
            self.at_px = places
            self.show_standing(self._standing(reading))

    def _standing(self, reading: Reading) -> dict[str, str]:
        """Tell whom the eye most likely sees where."""
        group = reading.groups[self.board.pieces.id]
        seen = zip(self.board.locations, group.likeliest(), strict=True)
        return {one.id: colour for one, colour in seen if colour is not None}


def proof_page(lesson: Lesson) -> Page:
    """Learn the table as it will be used, and have moves shown."""
    work = partial(_learnt, lesson.desk, lesson.desk.draft)
    lesson.desk.picture(lesson.desk.draft.empty or "")  # where it is gone, this step is not begun
    return WaitPage(lesson, LEARNING, work, partial(ProofPage, lesson))


def _learnt(desk: Desk, draft: Draft) -> Learnt:
    plan = aim(desk.game.board(draft), draft.corners_px or (), desk.picture(draft.empty or ""))
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


def _is_move(before: Standing, after: Standing, changed: tuple[str, ...]) -> bool:
    """Tell whether one piece came, went, or went from one place to another."""
    if len(changed) == 1:
        return (changed[0] in before) != (changed[0] in after)
    left = [before[at] for at in changed if at in before and at not in after]
    come = [after[at] for at in changed if at in after and at not in before]
    return len(changed) == 2 and len(left) == 1 and left == come  # noqa: PLR2004 - from and to
