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
        self._events: Final[list[E | Undo]] = []

    @property
    def states(self) -> Sequence[S]:
        """The state after each line of the record, the header's first."""
        return self._states

    @property
    def events(self) -> Sequence[E | Undo]:
        """The event of each line after the header; that of event number n is ``events[n - 1]``."""
        return self._events

    @property
    def state(self) -> S:
        """Where the game stands."""
        return self._states[-1]

    @property
    def event(self) -> int:
        """The number of the State (formats, section 4): the lines after the header."""
        return len(self._states) - 1

    def at(self, number: int) -> S:
        """Give the state after event ``number`` (0: after the header); ValueError if none is."""
        if not 0 <= number <= self.event:
            raise ValueError(f"expected an event from 0 to {self.event}, found {number}")
        return self._states[number]

    def in_effect(self, number: int) -> tuple[int, ...]:
        """List the events that led to the state after event ``number``, those undone left out.

        Undos are not among them. Raises ValueError where there is no such event.
        """
        self.at(number)
        found = []
        while number:
            event = self._events[number - 1]
            if isinstance(event, Undo):
                number = event.to - 1
            else:
                found.append(number)
                number -= 1
        return tuple(reversed(found))

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
        self._events.append(event)
        return step

    def to_json(self) -> dict[str, object]:
        """Write where the game stands as formats, section 4."""
        return {"event": self.event, **self.game.to_json(self.state)}
