"""Second thoughts: an event taken back, the last one or one before it."""

from collections.abc import Iterator
from typing import Any, Final

from companion.tracking.explanation import Evidence, Explanation
from engine.history import History
from engine.record import Undo

TAKEN_BACK: Final = 4.0
"""What it costs, as log likelihood, to hold that the last event was taken back."""
MOST_CHANGED: Final = 2
"""The most locations that one event at the table changes."""

Events = tuple[Any, ...]


def taken_back(history: History[Any, Any, Any], evidence: Evidence) -> Iterator[Explanation]:
    """Offer the state before the last event, for a player who changed his mind.

    A score goes with the event that it followed from. What players did not do, as a correction,
    stays; so does what would leave more to explain than one event can.
    """
    game = history.game
    played = history.in_effect(history.event)
    if not played:
        return
    if game.automatic(history.at(played[-1] - 1)) is not None:
        played = played[:-1]
    elif _phase(history, history.event) not in ("placement", "action", "score"):
        return
    odd = evidence.differences(game.expected_view(history.state).board)
    last = played[-1]
    before = history.at(last - 1)
    board = game.expected_view(before).board
    few = len(evidence.differences(board)) <= len(odd) + MOST_CHANGED
    if few and history.events[last - 1] in game.legal_events(before):
        yield Explanation((Undo(last),), before, evidence.score(board), TAKEN_BACK)


def replayed(history: History[Any, Any, Any], evidence: Evidence) -> list[Events]:
    """List how the board came about if an earlier event was another than was written.

    The events after it stand: they are written again. Looked at are the opening, and else the
    turns since the same player acted. The table is to be asked about these: as likely as not
    somebody only made a mistake.
    """
    game = history.game
    odd = evidence.differences(game.expected_view(history.state).board)
    opening = _phase(history, history.event) == "placement"
    turns = history.event if opening else len(game.standing(history.state))
    found = []
    kept: list[Any] = []
    for number in reversed(history.in_effect(history.event)[-turns:]):
        written, before = history.events[number - 1], history.at(number - 1)
        legal = game.legal_events(before)
        if written not in legal:
            break
        then, now = (game.expected_view(history.at(one)).board for one in (number - 1, number))
        gone = any(i in odd for i in range(len(now)) if then[i] != now[i])
        for event in legal if kept and gone else ():
            state = before
            for one in (event, *kept):
                if not game.check(state, one).holds:
                    break
                state = game.apply(state, one).state
            else:
                if not evidence.differences(game.expected_view(state).board):
                    found.append((Undo(number), event, *kept))
        kept.insert(0, written)
    return found


def _phase(history: History[Any, Any, Any], number: int) -> str:
    return str(history.game.to_json(history.at(number))["phase"])
