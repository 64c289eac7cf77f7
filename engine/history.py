"""How a game came to stand where it does: one state a line of its record, undos included."""

from collections.abc import Sequence
from typing import Any, Final, Generic, TypeVar

from engine.game import AnyEvent, AnyState, Game, Step
from engine.record import Undo
from engine.ruling import Finding, Ruling

S = TypeVar("S")
E = TypeVar("E")
F = TypeVar("F")


class History(Generic[S, E, F]):
    """The states of one game, in the order of its record's lines; nothing is ever taken out.

    ``states[0]`` stood after the header (line 1), ``states[n]`` after event number n.
    """

    def __init__(self, game: Game[S, E, F], start: S) -> None:
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

    @property
    def counting(self) -> dict[int, E]:
        """The events that led to where the game stands, by their numbers."""
        events = ((number, self._events[number - 1]) for number in self.in_effect(self.event))
        return {number: event for number, event in events if not isinstance(event, Undo)}

    def append(self, event: E | Undo) -> Step[S, F]:
        """Play an event or go back; raises ValueError, changing nothing, where that cannot be.

        It is an IllegalError where the rules refuse the event.
        """
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


UNDO: Final = "undo"
"""What stands in place of a rule's id where the record decides: no leaflet knows an undo."""


AnyHistory = History[AnyState, AnyEvent, Any]
"""The history of a game that is not known by name."""


def explain_line(history: History[S, E, F], number: int) -> Ruling:
    """Explain event ``number`` of a history; raises ValueError where there is none."""
    if not 1 <= number <= history.event:
        raise ValueError(f"expected an event from 1 to {history.event}, found {number}")
    return _explain(history, number, history.events[number - 1])


def explain_next(history: History[S, E, F], event: E | Undo) -> Ruling:
    """Explain what an event would be, legal or not, as the next line of a history."""
    return _explain(history, history.event + 1, event)


def _explain(history: History[S, E, F], number: int, event: E | Undo) -> Ruling:
    if not isinstance(event, Undo):
        since = _cause(history, number - 1)
        return history.game.explain(history.at(number - 1), event, since)
    facts = (("to", event.to), ("lines", number))
    finding = Finding(UNDO, 1 <= event.to <= number, facts)
    consequences = (_undone(history, number, event),) if finding.holds else ()
    return Ruling(UNDO, finding.holds, (finding,), consequences)


def _cause(history: History[S, E, F], number: int) -> int | None:
    """Find the event by which the end was in sight after event ``number``, if it was."""
    cause = history.game.cause(history.at(number))
    if cause is None:
        return None
    counting = history.in_effect(number)
    return next((one for one in counting if history.events[one - 1] is cause), None)


def _undone(history: History[S, E, F], number: int, undo: Undo) -> Finding:
    """Tell to which event's state the game goes back (0: the header's).

    Its children are the events taken back (not holding) and, where an undo is undone, those that
    count again (holding).
    """
    before, after = history.in_effect(number - 1), history.in_effect(undo.to - 1)
    children = tuple(
        Finding(UNDO, one in after, (("event", one),)) for one in sorted(set(before) ^ set(after))
    )
    return Finding(UNDO, holds=True, facts=(("event", undo.to - 1),), children=children)
