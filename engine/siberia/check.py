"""The judge of a single event: every rule consulted and what it found.

Written apart from ``legal``, which generates; tests hold the two against each other.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from engine.ruling import Finding, Ruling
from engine.siberia import check_actions, check_table
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
from engine.siberia.state import State

ACTING: Final = ("action",)
PHASES: Final[Mapping[type, tuple[str, ...]]] = {
    Setup: ("setup",),
    Place: ("place",),
    Ready: ("place",),
    Research: ACTING,
    Discover: ("research",),
    Manager: ACTING,
    Logistics: ACTING,
    Move: ("logistics",),
    Done: ("research", "logistics"),
    Salesman: ACTING,
    Worker: ACTING,
    Investor: ACTING,
    Refill: ("refill",),
    Mine: ACTING,
    Pass: ACTING,
    Discard: ("discard",),
    Correct: ("place", "action"),
}
JUDGES: Final[Mapping[type, Callable[[State, Any], Iterator[Finding]]]] = {
    Setup: check_table.setup,
    Place: check_table.place,
    Ready: check_table.ready,
    Research: check_actions.research,
    Discover: check_actions.discover,
    Manager: check_actions.manager,
    Logistics: check_actions.logistics,
    Move: check_actions.move,
    Done: check_actions.done,
    Salesman: check_actions.salesman,
    Worker: check_actions.worker,
    Investor: check_actions.investor,
    Refill: check_actions.refill,
    Mine: check_actions.mine,
    Pass: check_actions.leave,
    Discard: check_table.discard,
    Correct: check_table.correct,
}


def check(state: State, event: Event) -> Ruling:
    """Judge any well-formed event, also one that names ids which do not exist.

    The first finding that does not hold names the rule of the table "Which rule refuses what".
    """
    findings = tuple(_judge(state, event))
    return Ruling(event.verb, all(finding.holds for finding in findings), findings)


def _judge(state: State, event: Event) -> Iterator[Finding]:
    needs = PHASES[type(event)]
    facts = (("phase", state.phase), ("needs", needs))
    if state.phase == "over":
        yield Finding("I-36", holds=False, facts=facts)
        return
    in_time = state.phase in needs
    yield Finding("I-10", in_time, facts)
    if in_time:
        yield from JUDGES[type(event)](state, event)
