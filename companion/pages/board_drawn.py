"""The board of a game as it stood after an event, as the screen draws it."""

from collections.abc import Sequence

from companion.games import has_part, part_of
from companion.session.live_game import LiveGame
from companion.ui.diagram import Diagram
from companion.ui.pen import Drawable


def board_drawn(live: LiveGame, number: int, rings: Sequence[str] = ()) -> Drawable:
    """Draw the board after event ``number``, some places pointed out.

    A game whose board is more than spots draws it itself, in its module ``board_map``.
    """
    if has_part(live.board.game, "board_map"):
        own = part_of(live.board.game, "board_map")
        drawn: Drawable = own.board_drawn(live.board, live.state_at(number), tuple(rings))
        return drawn
    return Diagram(live.board, live.standing_at(number), live.players, tuple(rings))
