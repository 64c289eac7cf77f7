"""Why an event is legal or not, and what follows from it and by which rule: one whole ruling.

Nothing here decides anything: the judge and the play itself do, and are told here rule by rule.
"""

from dataclasses import replace
from typing import assert_never

from engine.ruling import Finding, Ruling
from engine.sumeria import actions, dynasty
from engine.sumeria.check import check
from engine.sumeria.events import (
    Add,
    Claim,
    Correct,
    Draw,
    Event,
    Move,
    Place,
    Remove,
    Score,
    Setup,
)
from engine.sumeria.explain_board import after_turn, corrected, entered, placed, swapped
from engine.sumeria.explain_deal import began, dealt
from engine.sumeria.explain_end import settled
from engine.sumeria.state import State


def explain(state: State, event: Event) -> Ruling:
    """Judge any well-formed event and, where it is legal, tell all that follows from it.

    The verdict and its findings are those of ``check``; a refused event has no consequences.
    """
    ruling = check(state, event)
    return replace(ruling, consequences=_consequences(state, event)) if ruling.holds else ruling


def _consequences(  # noqa: PLR0911 - a case a verb
    state: State, event: Event
) -> tuple[Finding, ...]:
    match event:
        case Setup():
            return began(actions.setup(state, event))
        case Place():
            after = actions.place(state, event)
            return placed(state, after, event)
        case Add():
            after, _ = actions.add(state, event)
            swap = swapped("S-17", state, after, state.setting.city_state_of[event.at])
            return (swap, *after_turn(state, after))
        case Move():
            after, _ = actions.move(state, event)
            return (*entered(state, after, event), *after_turn(state, after))
        case Remove():
            after, _ = actions.remove(state, event)
            swap = swapped("S-24", state, after, state.setting.city_state_of[event.origin])
            return (swap, *after_turn(state, after))
        case Correct():
            after = actions.correct(state, event)
            return (corrected(state, after, event), *after_turn(state, after))
        case Score():
            return settled(state, *dynasty.score(state))
        case Claim():
            return settled(state, *dynasty.claim(state, event))
        case Draw():
            return dealt(dynasty.draw(state, event))
        case _:
            assert_never(event)
