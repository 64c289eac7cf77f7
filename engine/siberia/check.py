"""The judge of a single event: every rule consulted and what it found; and what a legal one brings.

Written apart from ``legal``, which generates; tests hold the two against each other.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from engine.ruling import Finding, Ruling
from engine.siberia import check_actions, check_table, explain_actions, explain_table
from engine.siberia.events import Event
from engine.siberia.play import play
from engine.siberia.state import State

Judge = Callable[[State, Any], Iterator[Finding]]
Explainer = Callable[[State, State, Any], Iterator[Finding]]
ACTING: Final = ("action",)
VERBS: Final[Mapping[str, tuple[tuple[str, ...], Judge, Explainer]]] = {
    "setup": (("setup",), check_table.setup, explain_table.began),
    "place": (("place",), check_table.place, explain_table.placed),
    "ready": (("place",), check_table.ready, explain_table.all_ready),
    "research": (ACTING, check_actions.research, explain_actions.begun),
    "discover": (("research",), check_actions.discover, explain_actions.discovered),
    "manager": (ACTING, check_actions.manager, explain_actions.joker),
    "logistics": (ACTING, check_actions.logistics, explain_actions.set_out),
    "move": (("logistics",), check_actions.move, explain_actions.walked),
    "done": (("research", "logistics"), check_actions.done, explain_actions.ended),
    "salesman": (ACTING, check_actions.salesman, explain_actions.sent),
    "worker": (ACTING, check_actions.worker, explain_actions.sent),
    "investor": (ACTING, check_actions.investor, explain_actions.invested),
    "refill": (("refill",), check_actions.refill, explain_actions.opened),
    "mine": (ACTING, check_actions.mine, explain_actions.mined),
    "pass": (ACTING, check_actions.leave, explain_table.left),
    "discard": (("discard",), check_table.discard, explain_table.returned),
    "correct": (("place", "action"), check_table.correct, explain_table.corrected),
}
"""For each verb the phases in which it may be done, who judges it then, and who tells of it."""


def check(state: State, event: Event) -> Ruling:
    """Judge any well-formed event, also one that names ids which do not exist.

    The first finding that does not hold names the rule of the table "Which rule refuses what".
    """
    findings = tuple(_judge(state, event))
    return Ruling(event.verb, all(finding.holds for finding in findings), findings)


def _judge(state: State, event: Event) -> Iterator[Finding]:
    needs, judge, _ = VERBS[event.verb]
    facts = (("phase", state.phase), ("needs", needs))
    if state.phase == "over":
        yield Finding("I-36", holds=False, facts=facts)
        return
    in_time = state.phase in needs
    yield Finding("I-10", in_time, facts)
    if in_time:
        yield from judge(state, event)


def consequences(state: State, event: Event, since: int | None) -> Iterator[Finding]:
    """Tell all that follows from a legal event.

    ``since`` is the number of the event by which the end has come in sight, where that is known.
    """
    _, _, explainer = VERBS[event.verb]
    after, _ = play(state, event)
    yield from explainer(state, after, event)
    yield from explain_table.what_is_next(state, after, since)
