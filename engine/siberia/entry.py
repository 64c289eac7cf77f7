"""What people may say of a game of Siberia: the events that are legal now, as forms."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.game import Form, Question
from engine.siberia.events import format_event
from engine.siberia.legal import legal_events
from engine.siberia.material import ACTIONS
from engine.siberia.state import State

Given = tuple[tuple[str, str | None], ...]
KNOWN: Final = ("type", "player")
"""Keys that a form gives whatever is asked."""


def entry(state: State) -> Sequence[Form]:
    """List what may be said now: a form for all events that differ in their last key alone."""
    if state.phase == "refill":
        return (Form((("type", "refill"),), (Question("investment", ACTIONS),)),)
    found: dict[Given, dict[str, list[str]]] = {}
    for event in legal_events(state):
        line = {
            key: None if value is None else str(value) for key, value in format_event(event).items()
        }
        asked = [key for key, value in line.items() if key not in KNOWN and value is not None][-1:]
        given = tuple((key, value) for key, value in line.items() if key not in asked)
        choices = found.setdefault(given, {})
        for key in asked:
            choices.setdefault(key, []).append(str(line[key]))
    return tuple(Form(given, _questions(choices)) for given, choices in found.items())


def _questions(choices: Mapping[str, Sequence[str]]) -> tuple[Question, ...]:
    return tuple(Question(key, tuple(each)) for key, each in choices.items())
