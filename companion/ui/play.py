"""The screen of a game that goes on: the board, the scores, whose turn it is, what was seen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from companion.language import Language
from companion.state_object import StateObject
from companion.ui.diagram import Diagram
from companion.ui.layout import across, bottom_and_rest, inset
from companion.ui.pen import Box, Pen
from companion.ui.pieces import piece_image
from companion.ui.style import CARD, FAINT, GOLD, LINE, PALE_GOLD, SMALL, TEXT
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
    """Stands beside the board where a game has nothing to show there."""

    def width(self, pen: Pen) -> float:
        """Leave room for how far the game is."""
        del pen
        return 160

    def height(self) -> float:
        """Leave room for two lines."""
        return 2 * PROGRESS

    def draw(self, pen: Pen, box: Box) -> Box:
        """Draw nothing."""
        del pen
        return box


@dataclass(frozen=True, slots=True)
class ScoreCells:
    """What each player has, in the order of play; whoever must act is marked.

    ``called`` are the names of the players by colour, in seat order.
    """

    state: StateObject
    called: Mapping[str, str]
    points: Mapping[str, int]

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw into a box that is at least ``CELL_HEIGHT`` high."""
        players = list(self.state["order"]) or list(self.called)
        cells = across(box, (1,) * len(players), gap=CELL_GAP)
        for player, cell in zip(players, cells, strict=True):
            acting = player == self.state["to_play"]
            pen.fill(cell, PALE_GOLD if acting else CARD, corner=6)
            pen.fill(cell, GOLD if acting else LINE, corner=6, outline=3 if acting else 1)
            self._draw_player(pen, cell, player)

    def _draw_player(self, pen: Pen, cell: Box, player: str) -> None:
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
        seat = list(self.called).index(player)
        pen.stamp(piece_image(player, seat, round(radius * pen.unit)), left + CELL_GAP + radius, y)
        points = str(self.points[player])
        x = left + 2 * CELL_GAP + 2 * radius
        room = pen.width(points, TEXT, bold=True) + 2
        pen.text(points, (x, y - TEXT / 2, room, TEXT), TEXT, bold=True)
        return x + room


@dataclass(frozen=True, slots=True)
class Play:
    """A game that goes on.

    ``called`` are the players' names by colour, in seat order; ``standing`` tells whose piece is on
    each location that is not empty, ``progress`` how far the game is, a line each. ``event`` is the
    last event in words, ``touched`` the locations that it changed; ``reminder`` is what the table
    is to do, and stands in the event's place. ``note`` is what must be said of the board. A game
    that shows more than board and points draws over ``beside`` and ``cells``.
    """

    board: Board
    state: StateObject
    called: Mapping[str, str]
    standing: Mapping[str, str]
    points: Mapping[str, int]
    progress: tuple[str, ...] = ()
    event: str = ""
    touched: Sequence[str] = ()
    reminder: str = ""
    note: str = ""

    def beside(self) -> Beside:
        """Give what stands beside the board."""
        return Nothing()

    def cells(self) -> ScoreCells:
        """Give what each player has."""
        return ScoreCells(self.state, self.called, self.points)

    def draw(self, pen: Pen, box: Box, words: Language) -> None:
        """Draw the board with all around it: beside it, or in an upright screen below."""
        del words  # all that is said comes with the data
        box = self._draw_sentence(pen, box)
        left, top, width, height = box
        beside = self.beside()
        if width > height:
            taken = beside.width(pen)
            place = (left + width - taken, top, taken, height)
            rest = (left, top, width - taken - MARGIN, height)
        else:
            place, rest = bottom_and_rest(box, beside.height(), gap=MARGIN)
        self._draw_progress(pen, beside.draw(pen, place))
        below = CELL_HEIGHT + (NAME_HEIGHT if width < height else 0)
        cells, middle = bottom_and_rest(rest, below, gap=GAP)
        self.cells().draw(pen, cells)
        Diagram(self.board, self.standing, tuple(self.called), self.touched).draw(pen, middle)

    def _draw_sentence(self, pen: Pen, box: Box) -> Box:
        """Write along the bottom what happened or what is to be done; give what is left."""
        text = self.reminder or self.event
        width = box[2] - 2 * MARGIN
        upright = box[3] > box[2]
        needed = len(pen.wrapped(text, width, TEXT))
        lines = min(MOST_LINES[upright], max(LEAST_LINES[upright], needed))
        place, rest = bottom_and_rest(box, pen.height(lines, TEXT), gap=GAP)
        if self.reminder:
            pen.fill(place, PALE_GOLD, corner=8)
            pen.fill(place, GOLD, corner=8, outline=2)
        left, top, _, height = place
        pen.text(text, (left + MARGIN, top, width, height), TEXT, lines=lines)
        return rest

    def _draw_progress(self, pen: Pen, box: Box) -> None:
        left, top, width, height = inset(box, 2)
        step = min(PROGRESS, height / max(1, len(self.progress)))
        for i, line in enumerate(self.progress):
            y = top + height - (len(self.progress) - i) * step
            pen.text(line, (left, y, width, step), TEXT, bold=i == 0, align=1)
        above = (left, top, width, height - len(self.progress) * step)
        pen.text(self.note, above, NOTE, colour=FAINT, align=1, lines=4)
