"""Second thoughts: an event taken back, the last one or one before it."""

from collections.abc import Iterator
from typing import Any, Final

from companion.explanation import COST, FURTHER, Evidence, Explanation
from engine.history import History
from engine.record import Undo

TAKEN_BACK: Final = 4.0
"""What it costs, as log likelihood, to hold that the last event was taken back."""
MOST_CHANGED: Final = 2
"""The most locations that one event at the table changes."""

Events = tuple[Any, ...]


def taken_back(
    history: History[Any, Any, Any], evidence: Evidence, *, auto_score: bool
) -> Iterator[Explanation]:
    """Offer the state before the last event, for a player who changed his mind.

    A score that followed by itself goes with the event that it followed from. In the opening
    placement, whose order says nothing, the state before the first merchant that is no longer
    where it was placed is offered too, unless another stands in its place. What players did not
    do, as a correction, stays; so does what would leave more to explain than one event can.
    """
    game = history.game
    played = history.in_effect(history.event)
    if not played:
        return
    if auto_score and game.automatic(history.at(played[-1] - 1)) is not None:
        played = played[:-1]
    elif _phase(history, history.event) not in ("placement", "action"):
        return
    odd = evidence.differences(game.expected_view(history.state).board)
    last = played[-1]
    before = history.at(last - 1)
    board = game.expected_view(before).board
    few = len(evidence.differences(board)) <= len(odd) + MOST_CHANGED
    if few and history.events[last - 1] in game.legal_events(before):
        yield Explanation((Undo(last),), before, evidence.score(board), TAKEN_BACK)
    placed = [number for number in played if _phase(history, number - 1) == "placement"]
    now = game.expected_view(history.state).board
    if not placed or placed[-1] != last or any(now[i] and seen for i, seen in odd.items()):
        return
    for undone, number in zip(range(len(placed), 0, -1), placed[:-1], strict=False):
        before, after = (game.expected_view(history.at(one)).board for one in (number - 1, number))
        if any(i in odd for i in range(len(before)) if before[i] != after[i]):
            # Those placed after it will be found again: that is to cost nothing.
            cost = TAKEN_BACK - COST - FURTHER * (undone - 2)
            score = evidence.score(before)
            yield Explanation((Undo(number),), history.at(number - 1), score, cost)
            return


def replayed(history: History[Any, Any, Any], evidence: Evidence, turns: int) -> list[Events]:
    """List how the board came about if one of the last events was another than was written.

    The events after it stand: they are written again. ``turns`` is how far back is looked. The
    table is to be asked about these; they are too far-fetched to be believed by themselves.
    """
    game = history.game
    found = []
    kept: list[Any] = []
    for number in reversed(history.in_effect(history.event)[-turns:]):
        written = history.events[number - 1]
        legal = game.legal_events(history.at(number - 1))
        if written not in legal:
            break
        for event in legal if kept else ():
            state = history.at(number - 1)
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
