"""Robots at a virtual table: they play a game by its rules, and do it with their hands."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal, TypeVar

import numpy as np

from engine.game import Game, Step, Waits
from engine.history import History
from engine.layout import View
from hardware.virtual.handling import Stage, views
from hardware.virtual.painting import Picture, Point
from hardware.virtual.scene import Hand, Piece, Scene
from hardware.virtual.seats import jitter
from hardware.virtual.tabletop import Tabletop

What = Literal["still", "reach", "hold", "release", "leave"]
Tick = tuple[What, Scene]
T = TypeVar("T")

BEHIND_MM: Final = 8.0
HELD_MM: Final = 9.0
"""How high above the board a hand holds a piece."""


class Gestures:
    """The hands of all players over one table.

    Every method yields what the hand does and the scene at that tick: ``reach`` and ``hold``
    before the deed, ``release`` and ``leave`` after it.
    """

    def __init__(self, top: Tabletop, rng: np.random.Generator) -> None:
        self._top = top
        self._rng = rng
        self._lean = 0.0

    def still(self, ticks: int) -> Iterator[Tick]:
        for _ in range(ticks):
            yield "still", self._top.scene()

    def hover(self, player: str, location: str) -> Iterator[Tick]:
        """Reach for a location, think better of it and withdraw."""
        at = self._top.where(location)
        yield from self._reach(player, at, None)
        yield "hold", self._over(player, at)
        yield "leave", self._over(player, at, part=self._some())

    def put(self, player: str, location: str, paint: str | None = None) -> Iterator[Tick]:
        """Bring a piece from the supply to a location; of another ``paint`` by mistake."""
        at, paint = self._top.where(location), paint or player
        self._top.fetch(paint)
        yield from self._reach(player, at, paint)
        yield from self._set_down(player, location, paint)

    def carry(self, player: str, origin: str, to: str) -> Iterator[Tick]:
        yield from self._reach(player, self._top.where(origin), None)
        yield "hold", self._over(player, self._top.where(origin))
        self._top.lift(origin)
        (x, y), (u, v) = self._top.where(origin), self._top.where(to)
        for at in (self._top.where(origin), ((x + u) / 2, (y + v) / 2)):
            yield "hold", self._over(player, at, player)
        yield from self._set_down(player, to)

    def take(self, player: str, location: str) -> Iterator[Tick]:
        at = self._top.where(location)
        yield from self._reach(player, at, None)
        yield "hold", self._over(player, at)
        self._top.lift(location)
        yield "leave", self._over(player, at, player)
        yield "leave", self._over(player, at, player, self._some())
        self._top.keep(player)

    def moved(self, before: View, after: View) -> tuple[str, Iterator[Tick]]:
        """Name whose piece stands elsewhere in another view, and move it there."""
        pieces = self._top.board.pieces
        ids = [one.id for one in pieces.places]
        both = zip(ids, before.singles(pieces.id), after.singles(pieces.id), strict=True)
        changed = [one for one in both if one[1] != one[2]]
        goes = [(at, was) for at, was, _ in changed if was is not None]
        comes = [(at, now) for at, _, now in changed if now is not None]
        match goes, comes:
            case [(origin, player)], [(to, _)]:
                return player, self.carry(player, origin, to)
            case [(origin, player)], []:
                return player, self.take(player, origin)
            case _, [(to, player)]:
                return player, self.put(player, to)
        raise AssertionError(changed)

    def work(self, player: str, stages: Sequence[Stage]) -> Iterator[Tick]:
        """Handle tiles: for each stage go to a point of the table and do something there."""
        yield from self._reach(player, stages[0][0], None)
        for at, deed in stages:
            yield "hold", self._over(player, at)
            deed()
            yield "release", self._over(player, at)
        yield "leave", self._over(player, stages[-1][0], part=self._some())

    def _set_down(self, player: str, location: str, paint: str | None = None) -> Iterator[Tick]:
        at, paint = self._top.where(location), paint or player
        yield "hold", self._over(player, at, paint)
        self._top.stand(location, paint)
        yield "release", self._over(player, at)
        yield "leave", self._over(player, at, part=self._some())

    def _reach(self, player: str, at: Point, paint: str | None) -> Iterator[Tick]:
        self._lean = float(self._rng.uniform(-90.0, 90.0))
        yield "reach", self._over(player, at, paint, self._some())

    def _some(self) -> float:
        return float(self._rng.uniform(0.62, 0.86))

    def _over(self, player: str, at: Point, paint: str | None = None, part: float = 1.0) -> Scene:
        return self._top.scene(self._hand(player, at, self._lean, paint, part))

    def _hand(self, player: str, at: Point, lean: float, paint: str | None, part: float) -> Hand:
        """Hold out a hand that has gone a part of its way, perhaps with a piece of a paint in it.

        ``lean`` is how far aside of the seat's middle it comes from, in mm.
        """
        seat = self._top.seats[player]
        x, y = seat.shoulder(lean)
        to = jitter(self._rng, at, 1.5, 4.0)
        spot = (x + (to[0] - x) * part, y + (to[1] - y) * part)
        piece = Piece(paint, spot, lift_mm=HELD_MM) if paint else None
        # Empty fingers stay a little short of what they are about to grasp.
        short = 0.0 if piece else BEHIND_MM / max(float(np.hypot(x - spot[0], y - spot[1])), 1.0)
        tip = (spot[0] + (x - spot[0]) * short, spot[1] + (y - spot[1]) * short)
        return Hand(tip, (x, y), seat.sleeve, seat.skin, piece)


SECOND_THOUGHTS: Final = 0.08
"""How often a hand reaches for some other place first."""
LONGER: Final = 0.3
"""How often a pause is a tick longer, and something is done in more than one go."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A tick at the table: what lies there, how many events have fully happened, what goes on.

    ``amiss`` names what is not as the rules want it.
    """

    scene: Scene
    events: int
    what: str
    amiss: tuple[str, ...] = ()


def pick(rng: np.random.Generator, options: Sequence[T], liking: Sequence[float]) -> T:
    """Pick one of several, as likely as it is liked."""
    weights = np.array(liking)
    return options[rng.choice(len(options), p=weights / weights.sum())]


class People:
    """Players of one game, at a table of their own; all that they know of it is behind the seam.

    ``history`` is the truth: what has fully happened so far; ``under_way`` is what has been begun.
    ``settled`` is how many ticks at least the table lies still after each deed. ``turn`` is what
    whoever plays has done in his turn, where people end that by a button: in a moment of that name.
    """

    hands: ClassVar[type[Gestures]] = Gestures

    def __init__(
        self,
        game: Game[Any, Any, Any],
        start: Any,  # noqa: ANN401 - a state of the game
        top: Tabletop,
        settled: int,
    ) -> None:
        self.history: History[Any, Any, Any] = History(game, start)
        self.under_way: Any = None
        self.turn: list[Any] = []
        self.top = top
        self._game = game
        self._rng = top.rng
        self._settled = settled
        self._hands = self.hands(top, top.rng)

    @property
    def faces(self) -> Mapping[str, Picture]:
        return {}

    @property
    def state(self) -> Any:  # noqa: ANN401 - of the game
        return self.history.state

    def set_up(self, setup: Any) -> None:  # noqa: ANN401 - an event of the game
        """Note how the game begins, and lay the table so."""
        self._note(setup)
        self.top.lay_all(self._game.expected(self.state))

    def play(self) -> Iterator[Moment]:
        yield from self._pause("setup")
        while self._game.phase(self.state).waits is not Waits.OVER:
            yield from self._go_on()
        yield from self._pause("over")

    def _go_on(self) -> Iterator[Moment]:
        """Do what is to be done next."""
        yield from self._turn(self._choice())

    def _choice(self) -> Any:  # noqa: ANN401 - an event of the game
        legal = self._game.legal_events(self.state)
        return legal[int(self._rng.integers(len(legal)))]

    def _turn(self, event: Any) -> Iterator[Moment]:  # noqa: ANN401 - of the game
        """Move a piece, perhaps after second thoughts, then do what follows."""
        player, deed = self._deed(event)
        if self._rng.random() < SECOND_THOUGHTS:
            elsewhere = self._rng.choice([one.id for one in self.top.board.locations])
            yield from self._show("hover", self._hands.hover(player, str(elsewhere)))
        step = yield from self._happen(event, deed)
        yield from self._follow(event.verb, player, step)

    def _happen(self, event: Any, deed: Iterator[Tick]) -> Generator[Moment, None, Step[Any, Any]]:  # noqa: ANN401
        """Do something to a piece; it has happened once the hand lets go or leaves."""
        step = None
        for what, scene in deed:
            if step is None and what in ("release", "leave"):
                step = self._note(event)
            yield self._moment(scene, what)
        return step or self._note(event)

    def _follow(self, verb: str, player: str, step: Step[Any, Any]) -> Iterator[Moment]:
        """Do what the rules want after an event: nothing, in a game of pieces alone."""
        del player, step
        yield from self._pause(verb)

    def _deed(self, event: Any) -> tuple[str, Iterator[Tick]]:  # noqa: ANN401 - of the game
        """Name whose piece an event moves, and move it."""
        before, _, after = views(self._game, self.state, event)
        return self._hands.moved(before, after)

    def _work(self, player: str, stages: Sequence[Stage]) -> Iterator[Moment]:
        yield from self._show("rank", self._hands.work(player, stages))
        yield from self._pause("rank")

    def _show(self, what: str, ticks: Iterator[Tick]) -> Iterator[Moment]:
        for _, scene in ticks:
            yield self._moment(scene, what)

    def _moment(self, scene: Scene, what: str) -> Moment:
        return Moment(scene, self.history.event, what)

    def _pause(self, what: str) -> Iterator[Moment]:
        ticks = self._settled + int(self._rng.random() < LONGER)
        yield from self._show(what, self._hands.still(ticks))

    def _note(self, event: Any) -> Step[Any, Any]:  # noqa: ANN401 - of the game, or an undo
        self.under_way = None
        return self.history.append(event)
