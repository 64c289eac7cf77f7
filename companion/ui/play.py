"""The screen of a game that goes on: the board, the scores, whose turn it is, what was seen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from companion.ui.diagram import Diagram
from companion.ui.layout import across, beside_or_below, bottom_and_rest, draw_card, inset
from companion.ui.pen import Box, Pen
from companion.ui.pieces import piece_image
from companion.ui.style import ALARM, FAINT, INK, SMALL, TEXT, WHITE
from engine.board import Board

GAP: Final = 6
NOTE: Final = 16
MARGIN: Final = 8
LEAST_LINES: Final = (2, 3)
"""Of the sentence, in a wide screen and in an upright one: nothing jumps from event to event."""
MOST_LINES: Final = (3, 5)
PROGRESS: Final = 36
"""How high a line of the progress is at most."""
CELL_HEIGHT: Final = 66
NAME_HEIGHT: Final = 24
"""How much higher a cell is with its player's name."""
CELL_GAP: Final = 4
PIECES: Final = (11, 14)
"""Radii in a narrow cell and in another one."""
NARROW: Final = 112
"""Below this width a cell has no room for all."""


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
            if height >= CELL_HEIGHT + NAME_HEIGHT:
                name = (left + CELL_GAP, top + 2, width - 2 * CELL_GAP, NAME_HEIGHT)
                pen.text(self.called[player], name, SMALL, align=0.5)
                top, height = top + NAME_HEIGHT, height - NAME_HEIGHT
            self.draw_holdings(pen, (left, top, width, height), player)

    def draw_holdings(self, pen: Pen, cell: Box, player: str) -> None:
        """Draw what a player has; a game that has more to show draws over this."""
        self.draw_points(pen, cell, player, cell[1] + cell[3] / 2)

    def draw_points(self, pen: Pen, cell: Box, player: str, y: float) -> float:
        """Draw a player's piece and points at a height; give where they end."""
        left, _, width, _ = cell
        radius = PIECES[width >= NARROW]
        pen.stamp(piece_image(player, round(radius * pen.unit)), left + CELL_GAP + radius, y)
        points = str(self.points[player])
        x = left + 2 * CELL_GAP + 2 * radius
        room = pen.width(points, TEXT, bold=True) + 2
        pen.text(points, (x, y - TEXT / 2, room, TEXT), TEXT, bold=True)
        return x + room


@dataclass(frozen=True, slots=True)
class Play:
    """A game that goes on.

    ``standing`` tells whose piece is on each location that is not empty, ``progress`` how far the
    game is, a line each. ``event`` is the last event in words, ``touched`` the locations that it
    changed; ``reminder`` is what the table is to do, and stands in the event's place;
    ``is_stopped``: nothing goes on until it is done. ``note`` is what must be said of the board.
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

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw the board with all around it: beside it, or in an upright screen below."""
        box = self._draw_sentence(pen, box)
        tall = box[3] - MARGIN - self.beside.height()
        rest, place = beside_or_below(box, self.beside.width(pen), tall, MARGIN)
        self._draw_progress(pen, self.beside.draw(pen, place))
        height = CELL_HEIGHT + (NAME_HEIGHT if box[3] > box[2] else 0)
        cells, middle = bottom_and_rest(rest, height, gap=GAP)
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
        step = min(PROGRESS, height / max(1, len(self.progress)))
        for i, line in enumerate(self.progress):
            y = top + height - (len(self.progress) - i) * step
            pen.text(line, (left, y, width, step), TEXT, bold=i == 0, align=1)
        above = (left, top, width, height - len(self.progress) * step)
        pen.text(self.note, above, NOTE, colour=FAINT, align=1, lines=4)
