"""The screen of a game that goes on: the board, the scores, whose turn it is, what was seen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from companion.ui.diagram import Diagram
from companion.ui.layout import (
    SLACK,
    across,
    beside_or_below,
    bottom_and_rest,
    draw_card,
    inset,
    paragraph_above,
)
from companion.ui.pen import Box, Pen
from companion.ui.pieces import piece_image
from companion.ui.style import ALARM, FAINT, INK, LARGE, SMALL, TEXT, WHITE
from engine.board import Board

GAP: Final = 6
NOTE: Final = 16
MARGIN: Final = 8
NAME: Final = 22
"""How large a player's name in his cell is written, and how far the game is."""
LEAST_LINES: Final = (2, 3)
"""Of the sentence, in a wide screen and in an upright one: nothing jumps from event to event."""
MOST_LINES: Final = (3, 5)
PROGRESS: Final = 22
DOTS: Final = 20
"""How high a line of dots is."""
"""How high a line of the progress is at most."""
CELL_HEIGHT: Final = 104
NAME_HEIGHT: Final = 26
POINTS: Final = (54, LARGE, TEXT, 24)
"""How large points are written, the largest that fits."""
CELL_GAP: Final = 4
PIECE: Final = 16
DOT: Final = 8
"""The radius of the dots that count rounds."""
SPREAD: Final = 2.7
"""From one dot to the next, by their radius."""


class Beside(Protocol):
    """What a game shows beside the board, or below it where the screen is upright."""

    def width(self, pen: Pen) -> float:
        """Tell how much room it takes beside the board."""

    def height(self) -> float:
        """Tell how much room it takes below the board."""

    def draw(self, pen: Pen, box: Box) -> Box:
        """Draw into a box; give what of it is left for how far the game is."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """Stands beside the board where a game has nothing to show there but how far it is."""

    def width(self, pen: Pen) -> float:
        del pen
        return 160

    def height(self) -> float:
        return 2 * PROGRESS

    def draw(self, pen: Pen, box: Box) -> Box:
        del pen
        return box


@dataclass(frozen=True, slots=True)
class ScoreCells:
    """What each player has, in the ``order`` of play; whoever is ``to_play`` is marked.

    ``called`` are the names of the players by colour, in seat order.
    """

    called: Mapping[str, str]
    points: Mapping[str, int]
    order: Sequence[str] = ()
    to_play: str | None = None

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw into a box that is at least ``CELL_HEIGHT`` high."""
        players = list(self.order) or list(self.called)
        cells = across(box, (1,) * len(players), gap=CELL_GAP)
        for player, cell in zip(players, cells, strict=True):
            draw_card(pen, cell, corner=6, marked=player == self.to_play)
            left, top, width, height = cell
            name = (left + CELL_GAP, top + 2, width - 2 * CELL_GAP, NAME_HEIGHT)
            pen.text(self.called[player], name, NAME, bold=True, align=0.5)
            below = (left, top + NAME_HEIGHT, width, height - NAME_HEIGHT)
            self.draw_holdings(pen, below, player)

    def draw_holdings(self, pen: Pen, cell: Box, player: str) -> None:
        """Draw what a player has; a game that has more to show draws over this."""
        self.draw_points(pen, cell, player, cell[1] + cell[3] / 2)

    def draw_points(
        self, pen: Pen, cell: Box, player: str, y: float, kept: float = CELL_GAP
    ) -> float:
        """Draw a player's piece and points at a height; give where they end.

        So much of the width is ``kept`` free at the right.
        """
        left, _, width, _ = cell
        pen.stamp(piece_image(player, round(PIECE * pen.unit)), left + CELL_GAP + PIECE, y)
        points = str(self.points[player])
        x = left + 2 * CELL_GAP + 2 * PIECE
        room = left + width - kept - x
        widths = ((size, pen.width(points, size, bold=True) + 2) for size in POINTS)
        size, wide = next(((one, wide) for one, wide in widths if wide <= room), (POINTS[-1], room))
        pen.text(points, (x, y - size / 2, wide, size), size, bold=True)
        return x + wide


@dataclass(frozen=True, slots=True)
class Play:
    """A game that goes on.

    ``standing`` tells whose piece is on each location that is not empty, ``progress`` how far the
    game is, a line each; beside each, ``dots`` are (how many are filled, of how many). ``legend``
    tells what the signs beside the board mean. ``event`` is the last event in words, ``touched``
    the locations that it changed; ``reminder`` is what the table is to do, and stands in the
    event's place; ``is_stopped``: nothing goes on until it is done. ``note`` is what must be said
    of the board.
    """

    board: Board
    standing: Mapping[str, str]
    cells: ScoreCells
    progress: tuple[str, ...] = ()
    event: str = ""
    touched: Sequence[str] = ()
    reminder: str = ""
    is_stopped: bool = False
    note: str = ""
    beside: Beside = Nothing()
    dots: tuple[tuple[int, int], ...] = ()
    legend: str = ""

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw the board with all around it: beside it, or in an upright screen below."""
        box = self._draw_sentence(pen, box)
        tall = box[3] - MARGIN - self.beside.height()
        rest, place = beside_or_below(box, self.beside.width(pen), tall, MARGIN)
        self._draw_progress(pen, self.beside.draw(pen, place))
        cells, middle = bottom_and_rest(rest, CELL_HEIGHT, gap=GAP)
        self.cells.draw(pen, cells)
        seats = tuple(self.cells.called)
        Diagram(self.board, self.standing, seats, self.touched).draw(pen, middle)

    def _draw_sentence(self, pen: Pen, box: Box) -> Box:
        """Write along the bottom what happened or what is to be done; give what is left."""
        text = self.reminder or self.event
        width = box[2] - 2 * MARGIN
        upright = box[3] > box[2]
        needed = len(pen.wrapped(text, width, TEXT))
        lines = min(MOST_LINES[upright], max(LEAST_LINES[upright], needed))
        place, rest = bottom_and_rest(box, pen.height(lines, TEXT), gap=GAP)
        if self.is_stopped:
            pen.fill(place, ALARM, corner=8)
        elif self.reminder:
            draw_card(pen, place, marked=True, thick=2)
        left, top, _, height = place
        colour = WHITE if self.is_stopped else INK
        pen.text(text, (left + MARGIN, top, width, height), TEXT, colour=colour, lines=lines)
        return rest

    def _draw_progress(self, pen: Pen, box: Box) -> None:
        left, top, width, height = inset(box, 2)
        step = min(PROGRESS + DOTS, height / max(1, len(self.progress)))
        for i, line in enumerate(self.progress):
            y = top + height - (len(self.progress) - i) * step
            many = self.dots[i][1] if i < len(self.dots) else 0
            pen.text(line, (left, y, width, step - DOTS if many else step), NAME, bold=True)
            for dot in range(many):
                place = (left + dot * SPREAD * DOT, y + step - DOTS, 2 * DOT, 2 * DOT)
                filled = dot < self.dots[i][0]
                pen.fill(place, INK, corner=DOT, outline=0 if filled else 1.5)
        above = (left, top, width, height - len(self.progress) * step)
        rest = above
        for size in (SMALL, NOTE):
            tall = pen.height(len(pen.wrapped(self.legend, width - SLACK, size)), size) + 2 * SLACK
            if tall <= above[3]:
                rest = paragraph_above(pen, self.legend, above, size=size)
                break
        if rest[3] >= 2 * NOTE:
            pen.text(self.note, rest, NOTE, colour=FAINT, lines=3)
