"""The board on which a location is chosen, and beside it what is to be said of that."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.language import Language
from companion.screens.boxes import bottom_and_rest
from companion.screens.diagram import Diagram
from companion.screens.menu_row import Row, draw_row, row_height
from companion.screens.pen import Box, Pen
from companion.screens.sizes import TEXT
from engine.board import Board

READY: Final = "ready"
"""Under which name the row can be touched that says that all has been told."""
ASIDE: Final = 264
"""How wide what stands beside the board is."""
BELOW: Final = 190
"""How high it is at least where it stands below."""
TALL: Final = 0.8
"""How high the board is there at most, by its width: it is wider than high."""
GAP: Final = 8


@dataclass(frozen=True, slots=True)
class Tell:
    """A board as it is told to stand.

    ``standing`` gives the colour on each location that is not empty, ``seats`` the colours in seat
    order, ``told`` the locations told so far. ``chosen`` is the location about to be chosen, None
    where it is the row that says that all has been told; ``place`` names it and ``who`` says who
    stands there. ``ready`` are the words of that row, empty while nothing has been told.
    """

    board: Board
    standing: Mapping[str, str]
    seats: tuple[str, ...]
    told: tuple[str, ...]
    chosen: str | None
    place: str
    who: Row | None
    ready: str

    def draw(self, pen: Pen, box: Box, words: Language) -> None:
        """Draw the board as large as it may be."""
        del words  # all that is said comes with the rest
        left, top, width, height = box
        aside: Box
        if height > width:
            tall = min(width * TALL, height - BELOW - GAP)
            board = (left, top, width, tall)
            aside = (left, top + tall + GAP, width, height - tall - GAP)
        else:
            board = (left, top, width - ASIDE - GAP, height)
            aside = (left + width - ASIDE, top, ASIDE, height)
        diagram = Diagram(
            self.board, self.standing, self.seats, self.told, self.chosen, touchable=True
        )
        diagram.draw(pen, board)
        if self.ready:
            row = Row(self.ready)
            tall = row_height(pen, row, aside[2])
            place, aside = bottom_and_rest(aside, tall, GAP)
            draw_row(pen, place, row, chosen=self.chosen is None)
            pen.target(READY, place)
        self._draw_place(pen, aside)

    def _draw_place(self, pen: Pen, box: Box) -> None:
        """Name the location and who stands there."""
        left, top, width, _ = box
        lines = len(pen.wrapped(self.place, width, TEXT))
        tall = pen.height(lines, TEXT)
        pen.text(self.place, (left, top, width, tall), TEXT, lines=lines)
        if self.who is not None:
            place = (left, top + tall + GAP, width, row_height(pen, self.who, width))
            draw_row(pen, place, self.who, chosen=False)
