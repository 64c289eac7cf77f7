"""The judge of a single event: every rule consulted and what it found.

Written apart from ``legal``, which generates; tests hold the two against each other.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from engine.ruling import Finding, Ruling
from engine.siberia import check_actions, check_table
from engine.siberia.events import Event
from engine.siberia.state import State

ACTING: Final = ("action",)
JUDGES: Final[Mapping[str, tuple[tuple[str, ...], Callable[[State, Any], Iterator[Finding]]]]] = {
    "setup": (("setup",), check_table.setup),
    "place": (("place",), check_table.place),
    "ready": (("place",), check_table.ready),
    "research": (ACTING, check_actions.research),
    "discover": (("research",), check_actions.discover),
    "manager": (ACTING, check_actions.manager),
    "logistics": (ACTING, check_actions.logistics),
    "move": (("logistics",), check_actions.move),
    "done": (("research", "logistics"), check_actions.done),
    "salesman": (ACTING, check_actions.salesman),
    "worker": (ACTING, check_actions.worker),
    "investor": (ACTING, check_actions.investor),
    "refill": (("refill",), check_actions.refill),
    "mine": (ACTING, check_actions.mine),
    "pass": (ACTING, check_actions.leave),
    "discard": (("discard",), check_table.discard),
    "correct": (("place", "action"), check_table.correct),
}
"""For each verb the phases in which it may be done, and who judges it then."""


def check(state: State, event: Event) -> Ruling:
    """Judge any well-formed event, also one that names ids which do not exist.

    The first finding that does not hold names the rule of the table "Which rule refuses what".
    """
    findings = tuple(_judge(state, event))
    return Ruling(event.verb, all(finding.holds for finding in findings), findings)


def _judge(state: State, event: Event) -> Iterator[Finding]:
    needs, judge = JUDGES[event.verb]
    facts = (("phase", state.phase), ("needs", needs))
    if state.phase == "over":
        yield Finding("I-36", holds=False, facts=facts)
        return
    in_time = state.phase in needs
    yield Finding("I-10", in_time, facts)
    if in_time:
        yield from judge(state, event)
