"""The notes of ``dubsar track`` (commands): what the table is asked, and reminded of."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.tracking.explanation import Evidence
from engine.board import Board
from engine.game import Game

Line = dict[str, Any]


def differences_of(
    expected: Sequence[str | None], odd: Mapping[int, str | None], board: Board
) -> dict[str, list[str | None]]:
    """Name the locations that look other than expected: who is expected and who is seen."""
    return {board.locations[i].id: [expected[i], seen] for i, seen in sorted(odd.items())}


def unexplained(
    game: Game[Any, Any, Any],
    state: Any,  # noqa: ANN401 - the companion knows no game's states
    differences: Mapping[str, Sequence[str | None]],
    evidence: Evidence,
) -> Line:
    """Note that no legal event explains the board, what comes closest and what is broken."""
    close = nearest(game, state, evidence)
    tried = game.attempts(state, {name: seen for name, (_, seen) in differences.items()})
    rules = (game.check(state, event).broken for event in tried)
    return {
        "note": "unexplained",
        "differences": dict(differences),
        "nearest": None if close is None else game.format_event(close),
        "rule": next((rule for rule in rules if rule), None),
    }


def unseen_choice(game: Game[Any, Any, Any], claim: Any) -> Line:  # noqa: ANN401 - a game's event
    """Note that a choice was not watched, and that this claim is held likeliest."""
    return {"note": "choice-unseen", "city_state": game.format_event(claim)["city_state"]}


def unseen_order(events: int) -> Line:
    """Note that it was not seen in which order the next so many events happened."""
    return {"note": "order-unseen", "events": events}


def wrong_row(expected: Sequence[str | None], seen: Sequence[str | None]) -> Line:
    """Note that the ranking row on the table is not what the rules say."""
    return {"note": "ranking", "expected": list(expected), "seen": list(seen)}


def nearest(game: Game[Any, Any, Any], state: Any, evidence: Evidence) -> Any | None:  # noqa: ANN401
    """Name the legal event that brings the state closest to what is seen, if any does."""
    now = evidence.score(game.expected_view(state).board)
    best, most = None, now
    for event in game.legal_events(state):
        then = evidence.score(game.expected_view(game.apply(state, event).state).board)
        if then > most:
            best, most = event, then
    return best
