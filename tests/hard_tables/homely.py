"""People whose table is no studio: things stand about, arms rest on it, heads come in between."""

from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import partial
from typing import ClassVar, Final

from companion.games.sumeria.virtual_table import SumeriaPeople
from engine.board import Board
from engine.game import Step
from engine.record import Undo
from engine.sumeria.board_file import INFLUENCE, RANKING
from engine.sumeria.effects import Effect
from engine.sumeria.events import Add, Event, Move, Place, Remove
from engine.sumeria.state import State
from hardware.virtual.handling import Stage
from hardware.virtual.look import TableLook
from hardware.virtual.painting import Point
from hardware.virtual.people import Gestures, Moment, Tick
from hardware.virtual.scene import Scene
from hardware.virtual.tabletop import Tabletop
from tests.hard_tables.hands import HastyGestures, UntidyTabletop
from tests.hard_tables.household import Household
from tests.hard_tables.mishaps import Mishaps
from tests.hard_tables.props import Clutter

TIDY: Final = 0.3
"""How often, a turn, somebody tidies a merchant up."""


class HomelyPeople(SumeriaPeople):
    """People at whose table cups and dice stand about, arms rest and heads lean in.

    ``eye_mm`` is where the camera hangs (x, y, height); ``mishaps`` tells how often what happens.
    Whatever hides a deed is taken away before it.
    """

    tabletop: ClassVar[type[Tabletop]] = UntidyTabletop
    hands: ClassVar[type[Gestures]] = HastyGestures
    top: UntidyTabletop
    _hands: HastyGestures

    def __init__(  # noqa: PLR0913 - a table is laid with that much
        self,
        board: Board,
        players: Sequence[str],
        first: str,
        seed: int,
        settled: int,
        *,
        look: TableLook,
        mishaps: Mishaps,
        eye_mm: tuple[float, float, float],
    ) -> None:
        """Lay out the table and deal; raises ValueError for players who cannot play."""
        super().__init__(board, players, first, seed, settled, look=look)
        self._mishaps = mishaps
        self._players = tuple(players)
        self._house = Household(self.top, eye_mm, self._rng)

    def _turn(self, event: Event) -> Iterator[Moment]:
        yield from self._clear(self._points(event))
        if self._rng.random() < self._mishaps.head:
            self._house.lean_in(str(self._rng.choice(self._players)))
        yield from super()._turn(event)

    def _happen(
        self, event: Event | Undo, deed: Iterator[Tick]
    ) -> Generator[Moment, None, Step[State, Effect]]:
        step = yield from super()._happen(event, deed)
        self._house.lean_back()
        return step

    def _work(self, player: str, stages: Sequence[Stage]) -> Iterator[Moment]:
        yield from self._clear(at for at, _ in stages)
        yield from super()._work(player, stages)

    def _between(self) -> Iterator[Moment]:
        """Let things be put down and taken away, arms come to rest, and merchants be tidied up."""
        if self._rng.random() < self._mishaps.cleared:
            for thing in self._house.over_board():
                yield from self._take_away(thing)
                yield from self._pause("clutter")
        if self._rng.random() < self._mishaps.clutter:
            yield from self._bring_or_take()
        if self._rng.random() < self._mishaps.rest:
            far = bool(self._rng.random() < 0.5)
            ticks = int(self._rng.integers(self._mishaps.rest_ticks))
            self._house.rest(self._somebody(), ticks, far=far)
        if self.top.untidy and self._rng.random() < TIDY:
            fallen = sorted(self.top.untidy)
            yield from self._clear(map(self.top.where, fallen))
            stages = [(self.top.where(at), partial(self.top.straighten, at)) for at in fallen]
            yield from self._show("tidy", self._hands.work(self._somebody(), stages))
            yield from self._pause("tidy")

    def _bring_or_take(self) -> Iterator[Moment]:
        """Put a cup or a die down somewhere, or take one away."""
        clutter = self._house.clutter
        if clutter and self._rng.random() < 0.5:
            yield from self._take_away(clutter[self._rng.integers(len(clutter))])
        elif (thing := self._house.something()) is not None:
            stages = [(thing.at_mm, partial(clutter.append, thing))]
            yield from self._show("clutter", self._hands.work(self._somebody(), stages))
        yield from self._pause("clutter")

    def _clear_board(self) -> Iterator[Moment]:
        """Clear all of the board, as the companion reads no tiles past what covers it."""
        width, height = self.top.board.size_mm
        yield from self._clear(
            (x * width, y * height) for x in (0.0, 0.25, 0.5, 0.75, 1.0) for y in (0.0, 0.5, 1.0)
        )
        yield from self._clear(one.at_mm for one in self.top.board.locations)
        for group in (RANKING, INFLUENCE):
            yield from self._clear(map(self.top.middle, self.top.ats(group)))

    def _clear(self, points: Iterable[Point]) -> Iterator[Moment]:
        """Make points on the board (mm) free to be seen: arms withdraw, cups are taken away."""
        points = tuple(points)
        self._house.withdraw(points)
        for thing in self._house.in_the_way(points):
            yield from self._take_away(thing)

    def _take_away(self, thing: Clutter) -> Iterator[Moment]:
        stages = [(thing.at_mm, partial(self._house.clutter.remove, thing))]
        yield from self._show("clutter", self._hands.work(self._somebody(), stages))

    def _moment(self, scene: Scene, what: str) -> Moment:
        return super()._moment(self._house.dress(scene), what)

    def _somebody(self) -> str:
        return str(self._rng.choice(self._players))

    def _points(self, event: Event) -> list[Point]:
        return [self.top.where(at) for at in touched(event)]


def touched(event: Event) -> tuple[str, ...]:
    """Name the locations at which a deed is done."""
    match event:
        case Place(_, at) | Add(_, at):
            return (at,)
        case Move(_, origin, to):
            return origin, to
        case Remove(_, origin):
            return (origin,)
        case _:
            return ()
