"""The last step: the owner moves pieces about, and the screen shows what is seen of it."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from itertools import combinations
from typing import Final

from companion.calibration.desk import Desk
from companion.calibration.draft import Draft, Point
from companion.calibration.pictures import PlanPage, pairs
from companion.calibration.step import Failure, Lesson, Part, WaitPage, attempt
from companion.language import said
from companion.session.look import Look
from companion.session.session import Page, Task
from companion.sighting import shares
from companion.ui.guided_photo import Found, Mark
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
LOST: Final = said("The board can’t be seen right now.")
COUNT: Final = said("Seen correctly in a row: {number} of {all}.")
AGAIN: Final = said(
    "The count starts again. If pieces are misread once more, go back and repeat “{pieces}”, with "
    "more light on the board."
)
SEEN_LAST: Final = said("Last change: {colours}.")
CLOSE: Final = 0.47
"""How large the marks of one place are at most, as a share of the way to the next."""
NEAR: Final = 1.8
"""Rings closer than so often their radii together would touch, as they are thick."""

Circle = tuple[Point, float]
"""Its middle and its radius."""
Standing = Mapping[str, Lying]
"""Whose pieces stand on which place, each colour as often as it stands there; none is left out."""
Learnt = tuple[Plan, AnyEye | Failure | None]
"""How the board lies, and what reads it, if anything does, or why nothing does."""


class MovesSeen:
    """``count`` moves, one piece at a time, were seen since somebody said that one was wrong.

    ``last`` are the spots that the last change touched, ``colours`` those of the pieces that came
    or went; ``several`` tells that it was more than one piece, which is no move and does not count.
    """

    def __init__(self) -> None:
        self.count = 0
        self.last: tuple[str, ...] = ()
        self.colours: tuple[str, ...] = ()
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
        changed = _pieces(before) - _pieces(standing), _pieces(standing) - _pieces(before)
        left, come = (sorted(each.elements()) for each in changed)
        self.last = tuple(sorted({at for at, _ in (*left, *come)}))
        self.colours = tuple(dict.fromkeys(colour for _, colour in (*left, *come)))
        # One piece came, went, or went from one place to another.
        one = max(len(left), len(come)) == 1 and len(self.colours) == 1
        self.several = not one
        self.count += one

    def object(self) -> None:
        """Begin to count again: what was seen last was wrong."""
        self.count, self.last, self.colours, self.several = 0, (), (), False
        self._settled = None


class ProofPage(PlanPage):
    """Shows the pieces that are seen; the owner says when that is wrong."""

    def __init__(self, lesson: Lesson, found: Learnt) -> None:
        plan, eye = found
        super().__init__(lesson, plan)
        self._why = eye if isinstance(eye, Failure) else None
        self._eye = None if isinstance(eye, Failure) else eye
        self.moves: Final = MovesSeen()
        pairs_of = combinations(self.at_px, 2)
        self._apart: Final = min((math.dist(*pair) for pair in pairs_of), default=math.inf)
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

    def parts(self) -> Iterable[Part]:
        say = self.say
        yield self._asked()
        if self.moves.count >= WANTED:
            yield self.go_on()
        elif self._why:
            yield self.row("back", say("Back"), self.close)
        else:
            # A known board was proved before: OK alone leads to a game.
            at_once = self.draft.known is not None and not self.moves.last
            if at_once:
                yield self.go_on()
            yield self.row("wrong", say("That is wrong"), self._object)
            if not at_once:
                yield self.row("skip", say("Skip this"), self.done)
        yield from self._marks()

    def _asked(self) -> str:
        if self._why:
            return refusal_sentences(self._why, names_of(self.words, self.board).brief())
        if self.moves.count >= WANTED:
            return self.say("✓ Ten moves in a row were seen correctly. Ready to play.")
        pieces, moves = self.desk.game.pieces, self.moves
        asked = (pieces.several if moves.several else pieces.move) if self._clear else LOST
        told = [self.say(asked), self.say(COUNT, number=moves.count, all=WANTED)]
        if self._clear and moves.colours:
            colours = map(names_of(self.words, self.board).colour, moves.colours)
            told.append(self.say(SEEN_LAST, colours=", ".join(colours)))
        return " ".join(told)

    def _object(self) -> None:
        self.moves.object()
        self.message(self.say(AGAIN, pieces=self.say(self.desk.game.pieces.title)))

    def _marks(self) -> Iterable[Mark]:
        """Mark the pieces over the rings around them, so that no ring hides one; name each heap."""
        colours = [sample.colour for sample in self.draft.samples]
        names = names_of(self.words, self.board)
        at_px = dict(zip((place.id for place in self.places), self.at_px, strict=True))
        seen = self.moves.seen or {}
        heaps = {at: self._heap(at_px[at], standing) for at, standing in seen.items()}
        look: Found = "wrong" if self.moves.several else "fine"
        rings = []
        for at in self.moves.last:
            around = [math.dist(at_px[at], one) + size for one, size in heaps.get(at, ())]
            rings.append((at_px[at], max(around, default=self.piece_px)))
        # Signs stand at the upper right: a ring there is drawn before them.
        for middle, size in sorted(_joined(rings), key=lambda ring: ring[0][1] - ring[0][0]):
            yield Mark(middle, look, size)
        for at, heap in heaps.items():
            for (beside, size), colour in zip(heap, seen[at], strict=True):
                yield Mark(beside, "piece", size, colour, colours.index(colour))
            half = max(abs(x - at_px[at][0]) + size for (x, _), size in heap)
            called = ", ".join(dict.fromkeys(map(names.colour, seen[at])))
            yield Mark(at_px[at], "named", half, label=called.capitalize())

    def _heap(self, middle: Point, standing: Lying) -> list[Circle]:
        """Tell where around a point each of some pieces is marked, and how large: from afar."""
        wide = max(1, math.ceil(math.sqrt(len(standing))))
        size = max(self.radius_px, min(self.piece_px, CLOSE * self._apart / wide))
        rows = [standing[i : i + wide] for i in range(0, len(standing), wide)]
        heap = []
        for number, row in enumerate(rows):
            y = middle[1] + (2 * number + 1 - len(rows)) * size
            left = middle[0] + (1 - len(row)) * size
            heap += [((left + 2 * column * size, y), size) for column in range(len(row))]
        return heap

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
        colours = {sample.colour for sample in self.draft.samples}
        likeliest: list[Lying] = []
        for group in self.board.layout:
            if group.players:
                seen = reading.areas.get(group.id) or reading.groups[group.id]
                likeliest += [lying for lying, _ in shares(seen)]
        each = zip(self.places, likeliest, strict=True)
        found = {at.id: tuple(one for one in lying if one in colours) for at, lying in each}
        return {at: lying for at, lying in found.items() if lying}


def _joined(rings: list[Circle]) -> list[Circle]:
    """Put one ring around those that are too close together for rings of their own."""
    for one, other in combinations(rings, 2):
        (middle, size), (another, its) = sorted((one, other), key=lambda ring: -ring[1])
        apart = math.dist(middle, another)
        if apart < NEAR * (size + its):
            whole = max(size, (apart + size + its) / 2)
            share = (whole - size) / apart if apart else 0.0
            x, y = (at + share * (to - at) for at, to in zip(middle, another, strict=True))
            left = [ring for ring in rings if ring not in (one, other)]
            return _joined([*left, ((x, y), whole)])
    return rings


def proof_page(lesson: Lesson) -> Page:
    """Learn the table as it will be used, and have moves shown."""
    work = partial(_learnt, lesson.desk, lesson.draft)
    lesson.desk.picture()  # where it is gone, this step is not begun
    return WaitPage(lesson, LEARNING, work, partial(ProofPage, lesson))


def _learnt(desk: Desk, draft: Draft) -> Learnt:
    plan = aim(desk.game.board(draft), draft.corners_px or (), desk.picture(draft.empty))
    return plan, attempt(partial(desk.learnt, draft))


def _pieces(standing: Standing) -> Counter[tuple[str, str]]:
    """Count the pieces of each colour on each place."""
    return Counter((at, colour) for at, lying in standing.items() for colour in lying)
