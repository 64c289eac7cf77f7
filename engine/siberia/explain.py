"""Why an event is legal or not, and what follows from it and by which rule: one whole ruling.

Nothing here decides anything: the judge and the play itself do, and are told here rule by rule.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from engine.ruling import Finding, Ruling
from engine.siberia import explain_actions, explain_table
from engine.siberia.check import check
from engine.siberia.events import Event
from engine.siberia.explain_table import what_is_next
from engine.siberia.play import play
from engine.siberia.state import State

Explainer = Callable[[State, State, Any], Iterator[Finding]]

EXPLAINERS: Final[Mapping[str, Explainer]] = {
    "setup": explain_table.began,
    "place": explain_table.placed,
    "ready": explain_table.all_ready,
    "research": explain_actions.begun,
    "discover": explain_actions.discovered,
    "manager": explain_actions.joker,
    "logistics": explain_actions.set_out,
    "move": explain_actions.walked,
    "done": explain_actions.ended,
    "salesman": explain_actions.sent,
    "worker": explain_actions.sent,
    "investor": explain_actions.invested,
    "refill": explain_actions.opened,
    "mine": explain_actions.mined,
    "pass": explain_table.left,
    "discard": explain_table.returned,
    "correct": explain_table.corrected,
}


def explain(state: State, event: Event) -> Ruling:
    """Judge any well-formed event and, where it is legal, tell all that follows from it.

    The verdict and its findings are those of ``check``; a refused event has no consequences.
    """
    ruling = check(state, event)
    if not ruling.holds:
        return ruling
    after, _ = play(state, event)
    told = EXPLAINERS[event.verb](state, after, event)
    return replace(ruling, consequences=(*told, *what_is_next(state, after)))
