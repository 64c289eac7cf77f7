"""The step in which the owner shows the trade routes, stretch by stretch."""

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from companion.calibration import checks
from companion.calibration.called import place_called
from companion.calibration.desk import Desk
from companion.calibration.draft import (
    Draft,
    Place,
    Point,
    Stretch,
    city_state_of,
    kind_of,
    toggled,
    with_stretches,
)
from companion.calibration.flat_page import FlatPage
from companion.calibration.photo_page import Stop
from companion.calibration.pointing import place_at, stretch_at
from companion.calibration.proposing import proposed_stretches
from companion.calibration.step import Done
from companion.calibration.try_page import TryPage
from companion.language import Saying, counted, said
from companion.pages.kinds import ConfirmPage, MessagePage
from companion.session.session import Task
from companion.ui.guided_photo import GuidedPhoto, Stroke
from companion.ui.menu import Row
from companion.ui.screen import DOWN, MOVE, UP
from vision.proposing.flat import Flat

if TYPE_CHECKING:
    from companion.session.session import Session

REACH: Final = 1.6
"""How near to a spot's middle a finger must come down to mean it, in radii."""
LOOKING: Final = said("Following the printed lines…")
FROM: Final = said("Drag along each line from spot to spot. Touch a line to erase it.")
TO: Final = said("From: {place}. To which spot?")
STRETCHES: Final = counted("{number} stretch", "{number} stretches", "number")
LONELY: Final = counted(
    "{number} spot lies on no trade route. It is marked red.",
    "{number} spots lie on no trade route. They are marked red.",
    "number",
)
APART: Final = said("The trade routes do not hang together. The smaller part is marked red.")
DEAD_ENDS: Final = counted(
    "{number} spot is the end of a line.", "{number} spots are the ends of lines.", "number"
)


class RoutesPage(FlatPage):
    """Shows the stretches, proposed ones first; two spots join or part, a touch erases a line."""

    def __init__(self, session: "Session", desk: Desk, done: Done) -> None:
        """Begin with what was told, or with what is proposed."""
        super().__init__(session, desk, done)
        self._places: Final[dict[int, Place]] = {
            i: one for i, one in enumerate(desk.draft.places) if one is not None
        }
        self._origin: int | None = None
        self._finger: int | None = None

    def title(self) -> str:
        """Name the step."""
        return self.session.words.say("Trade routes")

    def status(self) -> str:
        """Count."""
        return self._counted(STRETCHES, len(self._stretches))

    def waiting(self) -> str:
        """Say what takes a moment."""
        return self.session.words.tell(LOOKING, {})

    def task(self) -> Task[tuple[Flat, list[Stretch] | None]]:
        """Propose stretches, where nothing was told yet."""
        flattened, told = self.flattened(), self.desk.draft.stretches is not None
        at_mm = [one.at_mm for one in self._places.values()]

        def looked() -> tuple[Flat, list[Stretch] | None]:
            flat = flattened()
            return flat, None if told else proposed_stretches(flat, at_mm)

        return Task(self, looked, self._propose)

    def stops(self) -> Sequence[Stop]:
        """Go on first; then spots, those near to where a stretch begins before all others."""
        say = self.session.words.say
        rows = [
            Stop("go-on", self._go_on, Row(say("Go on"))),
            Stop("try", self._try, Row(say("Try it"))),
        ]
        if self.desk.can_undo:
            rows.append(Stop("undo", self._undo, Row(say("Undo"))))
        spots = [Stop(f"spot-{i}", self._choosing(i)) for i in self._order()]
        return [*spots, *rows] if self._origin is not None else [*rows, *spots]

    def photo(self, rows: tuple[Row, ...], chosen: int | None, stop: str) -> GuidedPhoto:
        """Show the network over the board."""
        strokes = [Stroke(self._px(one), self._px(other)) for one, other in self._stretches]
        pointed = next((i for i in self._places if stop == f"spot-{i}"), None)
        if pointed is not None and self._origin is not None:
            strokes.append(Stroke(self._px(self._origin), self._px(pointed), "faint"))
        marks = [
            self.mark(one, "told", kind_of(i), city_state_of(i)) for i, one in self._places.items()
        ]
        marks += [self.mark(self._places[i], "wrong") for i in self._wrong()]
        marks += [
            self.mark(self._places[i], "chosen") for i in {pointed, self._origin} if i is not None
        ]
        return self.shown(self._text(), marks, strokes, rows, chosen)

    def point(self, what: str, at_px: Point) -> None:
        """Begin or end a stretch at a spot, follow a finger from spot to spot, erase a line."""
        at = self.to_mm(at_px)
        if what == DOWN:
            self._finger = place_at(self._places, at, REACH)
            if self._finger is not None:
                self._choose(self._finger)
            elif (line := stretch_at(self._places, self._stretches, at)) is not None:
                self._origin = None
                self.desk.change(toggled(self.desk.draft, *line))
        elif what == MOVE and self._finger is not None:
            reached = place_at(self._places, at)
            if reached is not None and reached != self._finger:
                self._join(self._finger, reached)
                self._finger, self._origin = reached, None
        elif what == UP:
            self._finger = None

    def _propose(self, found: tuple[Flat, list[Stretch] | None]) -> None:
        flat, stretches = found
        if stretches is not None:
            numbers = list(self._places)
            told = [(numbers[one], numbers[other]) for one, other in stretches]
            self.desk.change(with_stretches(self.desk.draft, told))
            self.desk.begin()
        self.look_at(flat)

    @property
    def _stretches(self) -> Sequence[Stretch]:
        return self.desk.draft.stretches or ()

    def _px(self, place: int) -> Point:
        return self.to_px(self._places[place].at_mm)

    def _counted(self, saying: Saying, number: int) -> str:
        return self.session.words.tell(saying, {"number": f"{number}"})

    def _text(self) -> str:
        words = self.session.words
        if self._origin is None:
            return words.tell(FROM, {})
        return words.tell(TO, {"place": place_called(words, self.desk.draft, self._origin)})

    def _order(self) -> list[int]:
        """List spots: from where a stretch begins by nearness, else those without one first."""
        if self._origin is not None:
            begin = self._places[self._origin].at_mm
            return sorted(self._places, key=lambda i: math.dist(begin, self._places[i].at_mm))[1:]
        lonely = checks.off_route(list(self._places), self._stretches)
        return [*lonely, *(i for i in self._places if i not in lonely)]

    def _wrong(self) -> set[int]:
        """List the spots that nothing joins to most others."""
        return set(self._places) - checks.parts(list(self._places), self._stretches)[0]

    def _choosing(self, place: int) -> Callable[[], None]:
        return lambda: self._choose(place)

    def _choose(self, place: int) -> None:
        """Begin a stretch, or end it: then it is there, or not any more."""
        self.at = None
        if self._origin is None:
            self._origin = place
            return
        origin, self._origin = self._origin, None
        if place != origin:
            self.desk.change(toggled(self.desk.draft, origin, place))

    def _join(self, one: int, other: int) -> None:
        self.desk.change(with_stretches(self.desk.draft, [*self._stretches, (one, other)]))

    def _undo(self) -> None:
        self._origin = None
        self.desk.undo()

    def _refused(self) -> bool:
        """Say what is wrong with the network, if anything is."""
        wrong = refusal(self.desk.draft)
        if wrong is not None:
            told = self._counted(*wrong)
            self.session.open(MessagePage(self.session, told, self.title()))
        return wrong is not None

    def _try(self) -> None:
        self._origin = None
        if not self._refused():
            self.session.open(TryPage(self.session, self.desk, self.flat))

    def _go_on(self) -> None:
        """Go on with one network; ask about what is unusual."""
        if self._refused():
            return
        ends = checks.dead_ends(list(self._places), self._stretches)
        if not ends:
            self.done()
            return
        session, say = self.session, self.session.words.say
        question = " ".join((self._counted(DEAD_ENDS, len(ends)), say("Is it so on your board?")))
        session.open(ConfirmPage(session, question, say("Yes, go on"), self.done, self.title()))


def refusal(draft: Draft) -> tuple[Saying, int] | None:
    """Tell what is wrong with the stretches of a draft, and of how many spots; None if nothing."""
    places = [number for number, one in enumerate(draft.places) if one is not None]
    lonely = checks.off_route(places, draft.stretches or ())
    if lonely:
        return LONELY, len(lonely)
    apart = checks.parts(places, draft.stretches or ())[1:]
    return (APART, len(apart)) if apart else None
