"""The board of a game as it stood after an event, as the screen draws it."""

from collections.abc import Sequence
from typing import Any

from companion.games import has_part, part_of
from companion.ui.diagram import Diagram
from companion.ui.pen import Drawable
from engine.board import Board
from engine.history import History


def board_drawn(
    history: History[Any, Any, Any],
    board: Board,
    players: Sequence[str],
    number: int,
    rings: Sequence[str] = (),
) -> Drawable:
    """Draw the board after event ``number``, some places pointed out.

    A game whose board is more than spots draws it itself, in its module ``board_map``.
    """
    game, state = history.game, history.at(number)
    if has_part(board.game, "board_map"):
        own = part_of(board.game, "board_map")
        drawn: Drawable = own.board_drawn(board, game.to_json(state), tuple(rings))
        return drawn
    standing = game.expected(state).standing(board.pieces)
    return Diagram(board, standing, tuple(players), tuple(rings))
