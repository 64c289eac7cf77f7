"""Events that nobody can be seen to have done, and what else on the table tells of them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.tracking.explanation import COST, Evidence, Explanation
from companion.tracking.second_thoughts import taken_back
from engine.game import Game
from engine.history import History


def ended(game: Game[Any, Any, Any], now: Explanation, evidence: Evidence) -> list[Explanation]:
    """List the events that may have ended a dynasty, as influence tiles that are taken tell.

    The likeliest comes first.
    """
    found = [one for one in _unseen(game, now, evidence) if game.automatic(one.state) is not None]
    return sorted(found, key=lambda one: -one.score)


def swapped(
    history: History[Any, Any, Any], now: Explanation, evidence: Evidence
) -> list[Explanation]:
    """List the events that the ranking row tells of: it lies as the rules want it after them.

    That the last event was taken back is one.

    The likeliest comes first. There are none unless all that it changes looked otherwise a moment
    ago.
    """
    game = history.game
    if evidence.lies_as(game.expected_view(now.state).ranking) or not evidence.turned:
        return []
    told = [*_unseen(game, now, evidence), *_taken_back(history, evidence)]
    found = [one for one in told if evidence.lies_as(game.expected_view(one.state).ranking)]
    found.sort(key=lambda one: -one.score)
    before = game.expected_view(now.state).board
    for one in found[:1]:
        after = enumerate(game.expected_view(one.state).board)
        if not {i for i, there in after if there != before[i]} <= evidence.turned.keys():
            return []
    return found


def _taken_back(history: History[Any, Any, Any], evidence: Evidence) -> Iterator[Explanation]:
    """Give the state before the last event, if it may be that nothing looks otherwise in it."""
    possible = evidence.possible()
    for one in taken_back(history, evidence):
        board = history.game.expected_view(one.state).board
        if all(there in may for there, may in zip(board, possible, strict=True)):
            yield replace(one, astray=evidence.unmoved(board))


def _unseen(
    game: Game[Any, Any, Any], now: Explanation, evidence: Evidence
) -> Iterator[Explanation]:
    """List the events that change only what is in doubt.

    What surely looks otherwise than after ``now`` is for ``explain``.
    """
    possible = evidence.possible()
    for event in game.legal_events(now.state):
        state = game.apply(now.state, event).state
        board = game.expected_view(state).board
        if all(there in may for there, may in zip(board, possible, strict=True)):
            turned = evidence.unmoved(board)
            yield Explanation((event,), state, evidence.score(board), COST, turned)
