"""What was probably tried when no legal event explains the board, what refuses it, what is near."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.table.game import LiveGame
from companion.tracking.decision import rehearse
from companion.tracking.notes import Line
from engine.fields import Fields
from engine.ruling import Finding

SOURCE: Final = "table"
"""Names what people say at the table, where an error names a file."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The event that was tried and the first finding against it, None where no single event was.

    ``nearest`` are legal events, the nearest first.
    """

    attempt: Any | None
    finding: Finding | None
    nearest: tuple[Any, ...]


def refusal(live: LiveGame, note: Line) -> Refusal:
    """Find out what stands behind a note that says ``unexplained``."""
    game, state = live.history.game, live.history.state
    seen = {at: looks for at, (_, looks) in note["differences"].items()}
    for event in game.attempts(state, seen):
        ruling = game.check(state, event)
        if not ruling.holds:
            finding = next(one for one in ruling.findings if not one.holds)
            nearest = tuple(one for one, _ in game.nearest(state, event))
            return Refusal(event, finding, nearest)
    close = note["nearest"]
    near = () if close is None else (game.parse_event(Fields(SOURCE, "nearest", dict(close))),)
    return Refusal(None, None, near)


def touched(live: LiveGame, events: Sequence[Any]) -> list[str]:
    """List the locations that would change if events happened which the rules allow."""
    game = live.history.game
    before, *_, after = (game.expected_view(one).board for one in rehearse(live.history, events))
    places = zip(live.board.locations, before, after, strict=True)
    return [one.id for one, then, there in places if then != there]
