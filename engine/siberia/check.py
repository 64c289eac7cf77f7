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
PHASES: Final[Mapping[str, tuple[str, ...]]] = {
    "setup": ("setup",),
    "place": ("place",),
    "ready": ("place",),
    "research": ACTING,
    "discover": ("research",),
    "manager": ACTING,
    "logistics": ACTING,
    "move": ("logistics",),
    "done": ("research", "logistics"),
    "salesman": ACTING,
    "worker": ACTING,
    "investor": ACTING,
    "refill": ("refill",),
    "mine": ACTING,
    "pass": ACTING,
    "discard": ("discard",),
    "correct": ("place", "action"),
}
JUDGES: Final[Mapping[str, Callable[[State, Any], Iterator[Finding]]]] = {
    "setup": check_table.setup,
    "place": check_table.place,
    "ready": check_table.ready,
    "research": check_actions.research,
    "discover": check_actions.discover,
    "manager": check_actions.manager,
    "logistics": check_actions.logistics,
    "move": check_actions.move,
    "done": check_actions.done,
    "salesman": check_actions.salesman,
    "worker": check_actions.worker,
    "investor": check_actions.investor,
    "refill": check_actions.refill,
    "mine": check_actions.mine,
    "pass": check_actions.leave,
    "discard": check_table.discard,
    "correct": check_table.correct,
}


def check(state: State, event: Event) -> Ruling:
    """Judge any well-formed event, also one that names ids which do not exist.

    The first finding that does not hold names the rule of the table "Which rule refuses what".
    """
    findings = tuple(_judge(state, event))
    return Ruling(event.verb, all(finding.holds for finding in findings), findings)


def _judge(state: State, event: Event) -> Iterator[Finding]:
    needs = PHASES[event.verb]
    facts = (("phase", state.phase), ("needs", needs))
    if state.phase == "over":
        yield Finding("I-36", holds=False, facts=facts)
        return
    in_time = state.phase in needs
    yield Finding("I-10", in_time, facts)
    if in_time:
        yield from JUDGES[event.verb](state, event)
