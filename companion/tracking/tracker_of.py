"""Chooses the tracker that a board needs, so that callers need not know it."""

from companion.tracking.areas import AreaTracker
from companion.tracking.spots import SpotTracker
from companion.tracking.tracker import Options, Tracker
from engine.board import Board
from engine.history import AnyHistory


def tracker_of(history: AnyHistory, board: Board, options: Options) -> Tracker:
    """Give a tracker that follows a game from where ``history`` stands."""
    return (AreaTracker if board.areas else SpotTracker)(history, board, options)
