"""Why an event is legal or not, and what follows from it and by which rule: one whole ruling.

Nothing here decides anything: the judge and the play itself do, and are told here rule by rule.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from engine.ruling import Finding, Ruling
from engine.siberia import explain_actions, explain_table
from engine.siberia.check import check
from engine.siberia.events import (
    Correct,
    Discard,
    Discover,
    Done,
    Event,
    Investor,
    Logistics,
    Manager,
    Mine,
    Move,
    Pass,
    Place,
    Ready,
    Refill,
    Research,
    Salesman,
    Setup,
    Worker,
)
from engine.siberia.explain_table import what_is_next
from engine.siberia.play import play
from engine.siberia.state import State

Explainer = Callable[[State, State, Any], Iterator[Finding]]

EXPLAINERS: Final[Mapping[type, Explainer]] = {
    Setup: explain_table.began,
    Place: explain_table.placed,
    Ready: explain_table.all_ready,
    Research: explain_actions.begun,
    Discover: explain_actions.discovered,
    Manager: explain_actions.joker,
    Logistics: explain_actions.set_out,
    Move: explain_actions.walked,
    Done: explain_actions.ended,
    Salesman: explain_actions.sent,
    Worker: explain_actions.sent,
    Investor: explain_actions.invested,
    Refill: explain_actions.opened,
    Mine: explain_actions.mined,
    Pass: explain_table.left,
    Discard: explain_table.returned,
    Correct: explain_table.corrected,
}


def explain(state: State, event: Event) -> Ruling:
    """Judge any well-formed event and, where it is legal, tell all that follows from it.

    The verdict and its findings are those of ``check``; a refused event has no consequences.
    """
    ruling = check(state, event)
    if not ruling.holds:
        return ruling
    after, _ = play(state, event)
    told = EXPLAINERS[type(event)](state, after, event)
    return replace(ruling, consequences=(*told, *what_is_next(state, after)))
