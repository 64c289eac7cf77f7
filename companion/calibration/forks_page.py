"""The step in which the owner says how lines go on where three or more of them meet."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from companion.calibration.desk import Desk
from companion.calibration.draft import Place, Point, city_state_of, kind_of
from companion.calibration.flat_page import FlatPage
from companion.calibration.fork_page import ForkPage
from companion.calibration.forks import ways_on
from companion.calibration.photo_page import Stop
from companion.calibration.pointing import place_at
from companion.calibration.step import Done
from companion.calibration.try_page import TryPage
from companion.calibration.ways_drawn import drawn_ways
from companion.language import counted, said
from companion.ui.guided_photo import GuidedPhoto
from companion.ui.menu import Row
from companion.ui.screen import DOWN
from vision.proposing.flat import Flat

if TYPE_CHECKING:
    from companion.session.session import Session

REACH: Final = 2.5
"""How near to a spot's middle a finger must come down to mean it, in radii: most spots are none."""
WAYS: Final = said(
    "Blue: how a line goes on past an occupied spot. Touch a spot where it goes on otherwise."
)
SPOTS: Final = counted("{number} spot", "{number} spots", "number")


class ForksPage(FlatPage):
    """Shows how lines go on; a spot that is touched is seen large and told anew."""

    def __init__(self, session: "Session", desk: Desk, done: Done) -> None:
        """Begin with what was told, or with lines as straight as they can be."""
        super().__init__(session, desk, done)
        self._places: Final[dict[int, Place]] = {
            i: one for i, one in enumerate(desk.draft.places) if one is not None
        }
        self._forks: Final = tuple(ways_on(desk.draft))

    def title(self) -> str:
        """Name the step."""
        return self.session.words.say("Where lines meet")

    def status(self) -> str:
        """Count."""
        number = len(self._forks)
        return self.session.words.tell(SPOTS, {"number": f"{number}"})

    def waiting(self) -> str:
        """Say what takes a moment."""
        return self.session.words.say("Looking where lines meet…")

    def look_at(self, flat: Flat) -> None:
        """Take the board from above; where lines meet in cities only, there is nothing to ask."""
        super().look_at(flat)
        if not self._forks:
            self.done()

    def stops(self) -> Sequence[Stop]:
        """Go on first, then what else can be done, then the spots."""
        say = self.session.words.say
        rows = [
            Stop("go-on", self.done, Row(say("Go on"))),
            Stop("try", self._try, Row(say("Try it"))),
        ]
        if self.desk.can_undo:
            rows.append(Stop("undo", self.desk.undo, Row(say("Undo"))))
        return [*rows, *(Stop(f"spot-{i}", self._opening(i)) for i in self._forks)]

    def photo(self, rows: tuple[Row, ...], chosen: int | None, stop: str) -> GuidedPhoto:
        """Show the network, its lines as they go on."""
        draft = self.desk.draft
        at_px = {i: self.to_px(one.at_mm) for i, one in self._places.items()}
        strokes = drawn_ways(at_px, draft.stretches or (), ways_on(draft))
        marks = [
            self.mark(self._places[i], "told", kind_of(i), city_state_of(i)) for i in self._forks
        ]
        marks += [self.mark(self._places[i], "chosen") for i in self._forks if stop == f"spot-{i}"]
        return self.shown(self.session.words.tell(WAYS, {}), marks, strokes, rows, chosen)

    def point(self, what: str, at_px: Point) -> None:
        """Look closer at the spot that was touched."""
        forks = {i: self._places[i] for i in self._forks}
        if what == DOWN and (via := place_at(forks, self.to_mm(at_px), REACH)) is not None:
            self._open(via)

    def _opening(self, via: int) -> Callable[[], None]:
        return lambda: self._open(via)

    def _open(self, via: int) -> None:
        self.session.open(ForkPage(self.session, self.desk, self.flat, via))

    def _try(self) -> None:
        self.session.open(TryPage(self.session, self.desk, self.flat))
