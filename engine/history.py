"""How a game came to stand where it does: one state a line of its record, undos included."""

from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from engine.game import Game, Step
from engine.record import Undo

S = TypeVar("S")
E = TypeVar("E")
F = TypeVar("F")


class History(Generic[S, E, F]):
    """The states of one game, in the order of its record's lines; nothing is ever taken out.

    ``states[0]`` stood after the header (line 1), ``states[n]`` after event number n.
    """

    def __init__(self, game: Game[S, E, F], start: S) -> None:
        """Begin at the state after the header."""
        self.game: Final = game
        self._states: Final = [start]

    @property
    def states(self) -> Sequence[S]:
        """The state after each line of the record, the header's first."""
        return self._states

    @property
    def state(self) -> S:
        """Where the game stands."""
        return self._states[-1]

    @property
    def event(self) -> int:
        """The number of the State (formats, section 4): the lines after the header."""
        return len(self._states) - 1

    def append(self, event: E | Undo) -> Step[S, F]:
        """Play an event or go back; raises ValueError, changing nothing, where that cannot be."""
        if isinstance(event, Undo):
            if not 1 <= event.to <= len(self._states):
                raise ValueError(
                    f"expected a line from 1 to {len(self._states)} to go back to, found {event.to}"
                )
            step: Step[S, F] = Step(self._states[event.to - 1], ())
        else:
            step = self.game.apply(self.state, event)
        self._states.append(step.state)
        return step

    def to_json(self) -> dict[str, object]:
        """Write where the game stands as formats, section 4."""
        return {"event": self.event, **self.game.to_json(self.state)}
