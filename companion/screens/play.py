"""The screen of a game that goes on: the board, the ranking, whose turn it is, what was seen."""

from dataclasses import dataclass

from companion.language import Language
from companion.scene import StateObject
from companion.screens.boxes import bottom_and_rest
from companion.screens.pen import Box, Pen
from companion.screens.sizes import TEXT
from engine.board import Board


@dataclass(frozen=True, slots=True)
class Play:
    """A game that goes on.

    ``event`` is the last event in words, ``touched`` the locations that it changed; ``reminder``
    is what somebody forgot.
    """

    board: Board
    state: StateObject
    event: str = ""
    touched: tuple[str, ...] = ()
    reminder: str = ""

    def draw(self, pen: Pen, box: Box, words: Language) -> None:
        """Draw the board with all around it."""
        del words
        bottom, _ = bottom_and_rest(box, 68)
        pen.text(self.reminder or self.event, bottom, TEXT, lines=2)
