"""The tracker of any board: whoever follows a game need not ask which it is."""

from companion.tracking.areas import AreaTracker
from companion.tracking.spots import SpotTracker
from companion.tracking.tracker import Options, Tracker
from engine.board import Board
from engine.history import AnyHistory


def tracker_of(history: AnyHistory, board: Board, options: Options) -> Tracker:
    """Follow a game where ``history`` stands, as its board needs it."""
    return (AreaTracker if board.areas else SpotTracker)(history, board, options)
