"""The tracker of any board: whoever follows a game need not ask which it is."""

from typing import Any

from companion.tracking.areas import AreaTracker
from companion.tracking.tracker import Tracker
from engine.board import Board
from engine.history import History

AnyTracker = Tracker | AreaTracker
"""Both take readings, events and answers alike; ``Tracker`` says what their attributes are."""


def tracker_of(  # noqa: PLR0913 - what a table may want otherwise
    history: History[Any, Any, Any],
    board: Board,
    *,
    agree: int = 1,
    patience: int | None = None,
    auto_score: bool = True,
    live: bool = False,
    answered: bool = False,
) -> AnyTracker:
    """Follow a game where ``history`` stands, as its board needs it; see ``Tracker``."""
    if board.areas:
        return AreaTracker(
            history, board, agree=agree, patience=patience, live=live, answered=answered
        )
    return Tracker(
        history,
        board,
        agree=agree,
        patience=patience,
        auto_score=auto_score,
        live=live,
        answered=answered,
    )
