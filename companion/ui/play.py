"""The screen of a game that goes on: the board, the scores, whose turn it is, what was seen."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from companion.ui.diagram import Diagram
from companion.ui.layout import (
    FITTING,
    SLACK,
    across,
    beside_or_below,
    bottom_and_rest,
    down,
    draw_card,
    paragraph_above,
    paragraph_height,
    top_and_rest,
    write_fitting,
)
from companion.ui.legend import Sign, draw_signs, signs_height
from companion.ui.pen import Box, Pen
from companion.ui.pieces import piece_image
from companion.ui.style import ALARM, COMPACT, FAINT, INK, LARGE, LEAST, SMALL, TEXT, WHITE
from engine.board import Board

GAP: Final = 6
NOTE: Final = 16
MARGIN: Final = 8
LEAST_LINES: Final = 2
"""Of the sentence: nothing jumps from event to event."""
MOST_LINES: Final = (3, 5)
"""Of it in a wide screen, and in an upright one."""
LEAST_BOARD: Final = 160
"""How high the board is at least in an upright screen; what else is there gets smaller before."""
LOWER: Final = 0.72
"""Of its usual height what the game shows below the board takes at least."""
PROGRESS: Final = 38
"""How high a line is that tells how far the game is."""
ASIDE: Final = 18
"""Between two things that are told on one line of it."""
CELLS: Final = 232
"""How wide the column of what each player has is."""
CELL: Final = 66
"""How high a player's cell is in an upright screen, where two stand beside each other."""
CELL_GAP: Final = 4
UPPER: Final = 0.54
"""How much of a cell's height name and points take, where a game has more to show."""
POINTS: Final = (46, LARGE, TEXT, 24)
"""How large points are written, the largest that fits."""
POINTS_ROOM: Final = 64
DIGITS: Final = 1.4
"""How large they are at most, by the height of their line: digits take less than their size."""
PIECE: Final = 15
DOT: Final = 8
"""The radius of the dots that count rounds."""
SPREAD: Final = 2.7
"""From one dot to the next, by their radius."""
LEGENDS: Final = (COMPACT, 24, SMALL, NOTE)
"""How large the legend is written; it gives way to the note down to the second of these."""
SIGNS: Final = 0.9
"""How large the words of signs are, by the size of the legend."""
LEAST_SIGN: Final = 18
"""How large they are at least: letters on smaller signs would reach over their edges."""


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
        return 2 * NOTE

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

    @property
    def holds(self) -> bool:
        """Whether a player has more than points; a game in which he has draws it."""
        return False

    def draw_holdings(self, pen: Pen, box: Box, player: str) -> None:
        """Draw what else a player has, below his name."""

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw the cells below each other, in a broad box two in a row."""
        players = list(self.order) or list(self.called)
        columns = 1 if box[2] <= CELLS else 2
        lines = down(box, (1,) * math.ceil(len(players) / columns), gap=CELL_GAP)
        cells = [cell for line in lines for cell in across(line, (1,) * columns, gap=CELL_GAP)]
        for player, cell in zip(players, cells, strict=False):
            draw_card(pen, cell, corner=6, marked=player == self.to_play)
            left, top, width, height = cell
            inside = (left + CELL_GAP, top, width - 2 * CELL_GAP, height)
            upper, lower = top_and_rest(inside, height * UPPER if self.holds else height)
            self._draw_player(pen, upper, player)
            self.draw_holdings(pen, lower, player)

    def _draw_player(self, pen: Pen, box: Box, player: str) -> None:
        left, top, width, height = box
        pen.stamp(piece_image(player, round(PIECE * pen.unit)), left + PIECE, top + height / 2)
        before = 2 * PIECE + CELL_GAP + 2
        room = width - before - POINTS_ROOM
        write_fitting(pen, self.called[player], (left + before, top, room, height), FITTING)
        points = (left + width - POINTS_ROOM, top, POINTS_ROOM, height)
        low = [size for size in POINTS if size <= DIGITS * height]
        write_fitting(pen, str(self.points[player]), points, low or POINTS[-1:], align=1)


@dataclass(frozen=True, slots=True)
class Sentence:
    """What happened or what is to be done, along the bottom; ``lines`` are the fewest and most.

    It is written large unless it takes more than ``large_lines``, and the rest would be too low.
    """

    text: str
    lines: tuple[int, int]
    large_lines: int = LEAST_LINES
    is_marked: bool = False
    is_alarm: bool = False

    def draw(self, pen: Pen, box: Box, least: float) -> Box:
        """Write it; give what is left, ``least`` high if that can be."""
        width = box[2] - 2 * MARGIN
        size, needed = TEXT, len(pen.wrapped(self.text, width, TEXT))
        if needed > self.large_lines and box[3] - pen.height(needed, size) - GAP < least:
            size, needed = COMPACT, len(pen.wrapped(self.text, width, COMPACT))
        fewest, most = self.lines
        lines = max(fewest, min(most, needed))
        place, rest = bottom_and_rest(box, pen.height(lines, size), gap=GAP)
        if self.is_alarm:
            pen.fill(place, ALARM, corner=8)
        elif self.is_marked:
            draw_card(pen, place, marked=True, thick=2)
        left, top, _, height = place
        colour = WHITE if self.is_alarm else INK
        pen.text(self.text, (left + MARGIN, top, width, height), size, colour=colour, lines=lines)
        return rest


@dataclass(frozen=True, slots=True)
class Play:
    """A game that goes on.

    ``standing`` tells whose piece is on each location that is not empty, ``progress`` how far the
    game is, a line each; beside each, ``dots`` are (how many are filled, of how many). ``signs``
    are those beside the board, ``legend`` tells what stands beside them. ``event`` is the last
    event in words, ``touched`` the locations that it changed; ``reminder`` is what the table is to
    do, and stands in the event's place; ``is_stopped``: nothing goes on until it is done. ``note``
    is what must be said of the board.
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
    signs: Sequence[Sign] = ()

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw players, board and the rest side by side, or in an upright screen below."""
        upright = box[3] > box[2]
        rows = math.ceil(len(self.cells.called) / 2)
        tall = rows * (CELL + CELL_GAP) - CELL_GAP  # of the cells in an upright screen
        least = LEAST_BOARD + GAP + tall + MARGIN
        sentence = Sentence(
            self.reminder or self.event,
            (LEAST_LINES, MOST_LINES[upright]),
            is_marked=bool(self.reminder),
            is_alarm=self.is_stopped,
        )
        box = sentence.draw(pen, box, least + self.beside.height() if upright else 0)
        if upright:
            high = self.beside.height()
            place, rest = bottom_and_rest(
                box, min(high, max(LOWER * high, box[3] - least)), gap=MARGIN
            )
            aside = self._draw_progress(pen, self.beside.draw(pen, place))
            cells, middle = bottom_and_rest(rest, tall, gap=GAP)
            self._draw_words(pen, aside)
        else:
            wide = self.beside.width(pen)
            (left, top, width, height), place = beside_or_below(box, wide, 0, MARGIN)
            aside = self.beside.draw(pen, place)
            cells = (left, top, CELLS, height)
            middle = (left + CELLS + MARGIN, top, width - CELLS - MARGIN, height)
            middle = self._draw_progress(pen, middle)
            if not self._draw_words(pen, aside):
                middle = self._draw_note(pen, middle)
        self.cells.draw(pen, cells)
        Diagram(self.board, self.standing, self.touched).draw(pen, middle)

    def _draw_progress(self, pen: Pen, box: Box) -> Box:
        """Tell at the bottom how far the game is, on as many lines as that takes."""
        if not self.progress:
            return box
        dots = (*self.dots, *((0, 0),) * (len(self.progress) - len(self.dots)))
        words = [pen.width(line, COMPACT, bold=True) + SLACK for line in self.progress]
        wide = [
            word + MARGIN + SPREAD * DOT * many for word, (_, many) in zip(words, dots, strict=True)
        ]
        together = sum(wide) + ASIDE * (len(wide) - 1) <= box[2]
        broken = [pen.wrapped(line, box[2] - SLACK, COMPACT, bold=True) for line in self.progress]
        heights = [max(PROGRESS, pen.height(len(lines), COMPACT)) for lines in broken]
        below, rest = bottom_and_rest(box, max(heights) if together else sum(heights), gap=GAP)
        x, y = below[:2]
        for number, (filled, many) in enumerate(dots):
            lines, high = broken[number], heights[number]
            place = (x, y, min(words[number], box[2]), high)
            pen.text(self.progress[number], place, COMPACT, bold=True, lines=len(lines))
            first = x + pen.width(lines[-1], COMPACT, bold=True) + SLACK + MARGIN
            step = min(SPREAD * DOT, (box[0] + box[2] - first) / max(1, many))
            radius = min(DOT, step / 2 - 1)
            middle = y + high - PROGRESS / 2
            for dot in range(many):
                at = (first + dot * step, middle - radius, 2 * radius, 2 * radius)
                pen.fill(at, INK, corner=radius, outline=0 if dot < filled else 1.5)
            x, y = (x + wide[number] + ASIDE, y) if together else (x, y + high)
        return rest

    def _draw_words(self, pen: Pen, box: Box) -> bool:
        """Write what the signs mean, and what must be said of the board; tell if that has room."""
        left, top, width, height = box
        box = (left + 2, top, width - 4, height)
        note = paragraph_height(pen, self.note, box[2], NOTE)
        heights = {size: self._legend_height(pen, box[2], size) for size in LEGENDS}
        fitting = [size for size in LEGENDS if heights[size] <= box[3]]
        beside_note = [size for size in LEGENDS[:2] if heights[size] + note <= box[3]]
        size = next(iter(beside_note or fitting), None)
        words = LEAST_SIGN if size is None else max(LEAST_SIGN, SIGNS * size)
        rest, high = box, signs_height(pen, self.signs, box[2], words)
        if high <= box[3]:
            above, rest = top_and_rest(box, high)
            draw_signs(pen, self.signs, above, words)
        if size is not None:
            rest = paragraph_above(pen, self.legend, rest, size=size)
        if note > rest[3]:
            return False
        paragraph_above(pen, self.note, rest, size=NOTE, colour=FAINT)
        return True

    def _legend_height(self, pen: Pen, width: float, size: float) -> float:
        signs = signs_height(pen, self.signs, width, max(LEAST_SIGN, SIGNS * size))
        return signs + paragraph_height(pen, self.legend, width, size)

    def _draw_note(self, pen: Pen, box: Box) -> Box:
        """Write below the board what must be said of it, where that has room; give what is left."""
        heights = {size: paragraph_height(pen, self.note, box[2], size) for size in (NOTE, LEAST)}
        size = min(heights, key=heights.__getitem__)
        if box[3] - heights[size] < LEAST_BOARD:
            return box
        below, rest = bottom_and_rest(box, heights[size])
        paragraph_above(pen, self.note, below, size=size, colour=FAINT)
        return rest
