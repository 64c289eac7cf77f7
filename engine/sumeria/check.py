"""The judge of a single event: every rule consulted and what it found.

Written apart from ``legal``, which generates; tests hold the two against each other.
"""

from collections.abc import Iterator
from typing import assert_never

from engine.ruling import Finding, Ruling
from engine.sumeria import check_board, check_tiles
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
from engine.sumeria.state import State

PHASES = {
    Setup.verb: ("setup",),
    Place.verb: ("placement",),
    Add.verb: ("action",),
    Move.verb: ("action",),
    Remove.verb: ("action",),
    Score.verb: ("score",),
    Claim.verb: ("claim",),
    Draw.verb: ("draw",),
    Correct.verb: ("placement", "action"),
}


def check(state: State, event: Event) -> Ruling:
    """Judge any well-formed event, also one that names ids which do not exist.

    The first finding that does not hold names the rule of the table "Which rule refuses what".
    Out of time, what the board alone says of a merchant's event is still told; nothing after the
    end.
    """
    findings = tuple(_timing(state, event))
    if all(finding.holds for finding in findings):
        findings += tuple(_judge(state, event))
    elif isinstance(event, Place | Add | Move | Remove) and state.phase != "over":
        findings += tuple(check_board.on_board(state, event))
    return Ruling(event.verb, all(finding.holds for finding in findings), findings)


def _timing(state: State, event: Event) -> Iterator[Finding]:
    """Ask whether it is time for such an event at all."""
    facts = (("phase", state.phase), ("needs", PHASES[event.verb]))
    yield Finding("S-40", state.phase != "over", facts)
    placed = isinstance(event, Place) and state.phase not in ("setup", "placement")
    in_time = state.phase in PHASES[event.verb]
    yield Finding("S-12" if placed else "S-26", in_time, facts)


def _judge(state: State, event: Event) -> Iterator[Finding]:
    match event:
        case Place() | Add() | Move() | Remove():
            return check_board.act(state, event)
        case Correct():
            return check_board.correct(state, event)
        case Setup():
            return check_tiles.setup(state, event)
        case Draw():
            return check_tiles.draw(state, event)
        case Claim():
            return check_tiles.claim(state, event)
        case Score():
            return iter(())
        case _:
            assert_never(event)
