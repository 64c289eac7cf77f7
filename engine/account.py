"""Why a line of a record stands: its event explained by the game, an undo by the record."""

from typing import Final, TypeVar

from engine.history import History
from engine.record import Undo
from engine.ruling import Finding, Ruling

S = TypeVar("S")
E = TypeVar("E")
F = TypeVar("F")

UNDO: Final = "undo"
"""What stands in place of a rule's id where the record decides: no leaflet knows an undo."""


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
        return history.game.explain(history.at(number - 1), event)
    facts = (("to", event.to), ("lines", number))
    finding = Finding(UNDO, 1 <= event.to <= number, facts)
    consequences = (_undone(history, number, event),) if finding.holds else ()
    return Ruling(UNDO, finding.holds, (finding,), consequences)


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
