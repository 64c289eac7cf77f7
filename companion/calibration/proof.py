"""The last step: the owner moves pieces about, and the screen shows what is seen of it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from companion.calibration.desk import Desk
from companion.calibration.draft import Draft
from companion.calibration.picture_page import PlanPage, pairs
from companion.calibration.step import Failure, Lesson, WaitPage, attempt
from companion.language import said
from companion.pages.kinds import Stop
from companion.session.look import Look
from companion.session.session import Page, Task
from companion.sighting import shares
from companion.ui.guided_photo import Mark
from companion.words.eye import refusal_sentences
from companion.words.names import names_of
from engine.layout import Lying
from hardware.panel import Light
from vision.area_eye import AnyEye
from vision.plan import Plan, aim
from vision.reading import Reading

WANTED: Final = 10
"""Moves in a row that must be seen right."""
SETTLED: Final = 0.6
"""Seconds for which the board must look the same before it is believed."""
LEARNING: Final = said("Learning this table…")
LOST: Final = said("The board can’t be seen: {number} of {all}.")
AGAIN: Final = said(
    "The count starts again. If pieces are misread once more, go back and repeat “{pieces}”, with "
    "more light on the board."
)
PROVED: Final = said("✓ Ten moves in a row were seen correctly. Ready to play.")

Standing = Mapping[str, Lying]
"""Whose pieces stand on which place, each colour as often as it stands there; none is left out."""
Learnt = tuple[Plan, AnyEye | Failure | None]
"""How the board lies, and what reads it, if anything does, or why nothing does."""


class MovesSeen:
    """``count`` moves, one piece at a time, were seen since somebody said that one was wrong.

    ``last`` are the spots that the last change touched; ``several`` tells that it was more than one
    piece, which is no move and does not count.
    """

    def __init__(self) -> None:
        self.count = 0
        self.last: tuple[str, ...] = ()
        self.several = False
        self.seen: Standing | None = None
        self._settled: Standing | None = None
        self._since = 0.0

    def add(self, standing: Standing, now: float) -> None:
        """Take what is seen on a clear board at a time in seconds."""
        if standing != self.seen:
            self.seen, self._since = standing, now
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
        self.count, self.last, self.several = 0, (), False
        self._settled = None


class ProofPage(PlanPage):
    """Shows the pieces that are seen; the owner says when that is wrong."""

    def __init__(self, lesson: Lesson, found: Learnt) -> None:
        plan, eye = found
        super().__init__(lesson, plan)
        self._why = eye if isinstance(eye, Failure) else None
        self._eye = None if isinstance(eye, Failure) else eye
        self.moves: Final = MovesSeen()
        self._reading = False
        self._clear = True

    def light(self) -> Light:
        return Light.GREEN if self.moves.count >= WANTED else Light.BLUE

    def on_look(self, look: Look) -> None:
        if look.picture is None or self._eye is None or self._reading:
            return
        self._reading = True
        work = partial(attempt, partial(self._eye.read, look.picture, look.name))
        self.session.tasks.append(Task(self, work, partial(self._take, self._eye, look)))

    def asks(self) -> str:
        if self._why:
            return refusal_sentences(self._why, names_of(self.words, self.board).brief())
        if self.moves.count >= WANTED:
            return self.say(PROVED)
        pieces = self.desk.game.pieces
        asked = pieces.several if self.moves.several else pieces.move
        if not self._clear:
            asked = LOST
        return self.say(asked, number=self.moves.count, all=WANTED)

    def stops(self) -> Sequence[Stop]:
        say = self.say
        on = self.row("go-on", say("Continue"), self.done)
        if self.moves.count >= WANTED:
            return [on]
        if self._why:
            return [self.row("back", say("Back"), self.close)]
        wrong = self.row("wrong", say("That is wrong"), self._object)
        if self.desk.draft.known is not None and not self.moves.last:
            return [on, wrong]  # such a board was proved before: OK alone leads to a game
        return [wrong, self.row("skip", say("Skip this"), self.done)]

    def _object(self) -> None:
        self.moves.object()
        self.message(self.say(AGAIN, pieces=self.say(self.desk.game.pieces.title)))

    def marks(self) -> Iterable[Mark]:
        colours = [sample.colour for sample in self.desk.draft.samples]
        at_px = dict(zip((place.id for place in self.places), self.at_px, strict=True))
        size = self.radius_px
        for at, standing in (self.moves.seen or {}).items():
            for number, colour in enumerate(standing):  # side by side where there are several
                x, y = at_px[at]
                beside = x + (2 * number + 1 - len(standing)) * size, y
                yield Mark(beside, "piece", size, colour, colours.index(colour))
        for at in self.moves.last:
            yield Mark(at_px[at], "wrong" if self.moves.several else "fine", size)

    def _take(self, eye: AnyEye, look: Look, reading: Reading | Failure) -> None:
        """Take what was read; a picture of another size than those of teaching cannot be."""
        self._reading = False
        if isinstance(reading, Failure) or look.picture is None:
            return
        self.name, self.image = look.name, look.picture
        self._clear = reading.registered and not reading.hand
        if self._clear:
            self.at_px = pairs(eye.places()[: len(self.places)])
            self.moves.add(self._standing(reading), self.session.now)

    def _standing(self, reading: Reading) -> Standing:
        """Give whose pieces are likeliest on each place, however sure that is."""
        colours = {sample.colour for sample in self.desk.draft.samples}
        likeliest: list[Lying] = []
        for group in self.board.layout:
            if group.players:
                seen = reading.areas.get(group.id) or reading.groups[group.id]
                likeliest += [lying for lying, _ in shares(seen)]
        each = zip(self.places, likeliest, strict=True)
        found = {at.id: tuple(one for one in lying if one in colours) for at, lying in each}
        return {at: lying for at, lying in found.items() if lying}


def proof_page(lesson: Lesson) -> Page:
    """Learn the table as it will be used, and have moves shown."""
    work = partial(_learnt, lesson.desk, lesson.desk.draft)
    lesson.desk.picture(lesson.desk.draft.empty or "")  # where it is gone, this step is not begun
    return WaitPage(lesson, LEARNING, work, partial(ProofPage, lesson))


def _learnt(desk: Desk, draft: Draft) -> Learnt:
    plan = aim(desk.game.board(draft), draft.corners_px or (), desk.picture(draft.empty or ""))
    return plan, attempt(partial(desk.learnt, draft))


def _is_move(before: Standing, after: Standing, changed: tuple[str, ...]) -> bool:
    """Tell whether one piece came, went, or went from one place to another."""
    both = ([(at, one) for at in changed for one in each.get(at, ())] for each in (before, after))
    was, now = map(Counter, both)
    left, come = ([colour for _, colour in part.elements()] for part in (was - now, now - was))
    return max(len(left), len(come)) == 1 and (left == come or not left or not come)
