"""Robots at a virtual table: they play a game by its rules, and do it with their hands."""

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from engine.game import Game, Step, Waits
from engine.history import History
from hardware.virtual.gestures import Gestures, Tick
from hardware.virtual.painting import Point
from hardware.virtual.scene import Scene
from hardware.virtual.tabletop import Tabletop

SECOND_THOUGHTS: Final = 0.08
"""How often a hand reaches for some other place first."""
LONGER: Final = 0.3
"""How often a pause is a tick longer, and something is done in more than one go."""
Stage = tuple[Point, Callable[[], None]]


@dataclass(frozen=True, slots=True)
class Moment:
    """A tick at the table: what lies there, how many events have fully happened, what goes on.

    ``amiss`` names what is not as the rules want it.
    """

    scene: Scene
    events: int
    what: str
    amiss: tuple[str, ...] = ()


class People:
    """Players of one game, at a table of their own; all that they know of it is behind the seam.

    ``history`` is the truth: what has fully happened so far; ``under_way`` is what has been begun.
    ``settled`` is how many ticks at least the table lies still after each deed.
    """

    hands: ClassVar[type[Gestures]] = Gestures

    def __init__(
        self,
        game: Game[Any, Any, Any],
        start: Any,  # noqa: ANN401 - a state of the game
        top: Tabletop,
        settled: int,
    ) -> None:
        """Sit down at a table that is laid."""
        self.history: History[Any, Any, Any] = History(game, start)
        self.under_way: Any = None
        self.top = top
        self._game = game
        self._rng = top.rng
        self._settled = settled
        self._hands = self.hands(top, top.rng)

    @property
    def state(self) -> Any:  # noqa: ANN401 - of the game
        """Where the game stands."""
        return self.history.state

    def play(self) -> Iterator[Moment]:
        """Play the game to its end, a moment a tick."""
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
        """Name whose piece an event moves, and move it: from where one goes to where one comes."""
        pieces = self.top.board.pieces
        before = self._game.expected(self.state).singles(pieces.id)
        after = self._game.expected(self._game.apply(self.state, event).state).singles(pieces.id)
        ids = [one.id for one in pieces.places]
        changed = [one for one in zip(ids, before, after, strict=True) if one[1] != one[2]]
        goes = [(at, was) for at, was, _ in changed if was is not None]
        comes = [(at, now) for at, _, now in changed if now is not None]
        match goes, comes:
            case [(origin, player)], [(to, _)]:
                return player, self._hands.carry(player, origin, to)
            case [(origin, player)], []:
                return player, self._hands.take(player, origin)
            case _, [(to, player)]:
                return player, self._hands.put(player, to)
        raise AssertionError(event)

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
