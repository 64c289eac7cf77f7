"""A list to choose from, with a text above it where there is something to say."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import pygame

from companion.ui.layout import MORE, across, draw_card, draw_more, top_and_rest
from companion.ui.pen import Box, Pen
from companion.ui.pieces import piece_image
from companion.ui.style import COMPACT, FAINT, GROWING, INK, LARGE, TEXT

ROW_GAP: Final = 3
"""Between two rows; it belongs to the upper one."""
ROW_MARGIN: Final = 6
LARGE_ROW: Final = 64
LEAST_ROW: Final = 40
"""No row is lower: a finger must hit it."""
PIECE: Final = 16
TAILS: Final = 4
"""Below a value under its text, for the tails of its letters."""
BESIDE: Final = 12
"""Between the text and the value."""
NARROW: Final = 0.4
"""The share of its line up to which a value stands beside a text that it breaks in two."""
PAIR_GAP: Final = 8
"""Between two rows on one line."""
AT_ONCE: Final = (COMPACT, 26, 24)
"""How large a list to be read at once is written where all of it would not be seen larger."""
FILLING: Final = 0.75
"""How much of its room a list takes at most if larger rows take more lines."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list: what it is, its value at the right, and whose it is.

    ``player`` is the colour of a piece before the text. One that is not
    ``choosable`` is a heading, or tells something between the others. What is ``struck`` out does
    not count any more; a ``large`` one is what most people come for.
    """

    text: str
    value: str = ""
    player: str | None = None
    choosable: bool = True
    struck: bool = False
    large: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """Something drawn that can be touched, in words."""

    target: str
    text: str
    value: str
    chosen: bool


def row_height(pen: Pen, row: Row, width: float, size: float = TEXT) -> float:
    """Tell how high a row is, with the gap below it, if its text is so large."""
    text, value, below = _wrapped(pen, row, width, size)
    if below:
        return pen.height(text, size) + pen.height(value, size) + TAILS + ROW_GAP
    least = (LARGE_ROW if row.large else LEAST_ROW) * size / TEXT
    return max(least, pen.height(max(text, value), _size(row, size))) + ROW_GAP


def draw_row(pen: Pen, place: Box, row: Row, *, chosen: bool, size: float = TEXT) -> None:
    """Draw a row into its place, ``row_height`` high without the gap."""
    if row.choosable:
        draw_card(pen, place, marked=chosen)
    left, top, width, height = place
    before = _before(row, size)
    if row.player is not None:
        radius = _piece(size)
        middle = left + ROW_MARGIN + radius + 2, top + height / 2
        pen.stamp(piece_image(row.player, round(radius * pen.unit)), *middle)
    left, width = left + before, width - before - ROW_MARGIN - 2
    text, value, below = _wrapped(pen, row, place[2], size)
    # The text of the chosen row keeps its weight: a bolder one might need another line.
    ink = INK if row.choosable and not row.struck else FAINT
    if not row.value:
        since = len(pen.written)
        place = (left, top, width, height)
        pen.text(row.text, place, _size(row, size), colour=ink, lines=text, bold=row.large)
        if row.struck:
            _strike(pen, since)
        return
    if below:
        upper = pen.height(text, size)
        pen.text(row.text, (left, top, width, upper), size, colour=ink, lines=text)
        at = (left, top + upper, width, height - upper - TAILS)
        pen.text(row.value, at, size, colour=FAINT, align=1, lines=value)
        return
    taken = pen.width(row.value, size) + 2
    pen.text(row.text, (left, top, width - taken - BESIDE, height), size, colour=ink, lines=text)
    pen.text(row.value, (left + width - taken, top, taken, height), size, colour=FAINT, align=1)


def _strike(pen: Pen, since: int) -> None:
    for _, ink in pen.written[since:]:
        thick = max(1, round(2 * pen.unit))
        pygame.draw.line(pen.surface, FAINT, ink.midleft, ink.midright, thick)


def _size(row: Row, size: float) -> float:
    return size * LARGE / TEXT if row.large else size


def _piece(size: float) -> float:
    return PIECE * size / TEXT


def _before(row: Row, size: float) -> float:
    return ROW_MARGIN + 2 + (2 * _piece(size) + ROW_MARGIN if row.player is not None else 0)


def _wrapped(pen: Pen, row: Row, width: float, size: float) -> tuple[int, int, bool]:
    """Tell the lines of text and of value, and whether the value must stand below the text."""
    room = width - _before(row, size) - ROW_MARGIN - 2
    if not row.value:
        return len(pen.wrapped(row.text, room, _size(row, size), bold=row.large)), 0, False
    beside = room - pen.width(row.value, size) - 2 - BESIDE
    longest = max((pen.width(word, size) for word in row.text.split()), default=0)
    lines = len(pen.wrapped(row.text, beside, size)) if longest <= beside else 0
    alone = len(pen.wrapped(row.text, room, size))
    least = room / 2 if alone == lines else (1 - NARROW) * room
    if lines == 1 or (lines == 2 and beside > least):  # noqa: PLR2004 - two lines
        return lines, 1, False
    return alone, len(pen.wrapped(row.value, room, size)), True


ROW_TARGET: Final = "row-{}"
"""Under which name a row can be touched; rows are counted from 0."""


@dataclass(frozen=True, slots=True)
class Menu:
    """Rows of which the one numbered ``chosen`` is marked; ``text`` stands above them.

    All of it is larger where there are so few rows that they leave room. In one to be read
    ``at_once`` rows with a value stand two on a line, or all is smaller, where all of it can be
    seen so. Values are left out where not all can be seen with them, if it can ``spare_values``.
    A ``compact`` one is written smaller, where something beside it leaves little room.
    """

    rows: tuple[Row, ...]
    chosen: int = 0
    text: str = ""
    at_once: bool = False
    spare_values: bool = False
    compact: bool = False

    def draw(self, pen: Pen, box: Box) -> None:
        if self.spare_values and self.high(pen, box[2]) > box[3] + ROW_GAP:
            rows = tuple(replace(row, value="") for row in self.rows)
            replace(self, rows=rows, spare_values=False).draw(pen, box)
            return
        if paired := self._paired_size(pen, box):
            self._draw_paired(pen, self._draw_text(pen, box, paired), paired)
            return
        size = self.size(pen, box)
        box = self._draw_text(pen, box, size)
        heights = self._heights(pen, box[2], size)
        room = box[3] + ROW_GAP  # the gap below the last row may lie outside
        if sum(heights) > room:
            box = (box[0], box[1], box[2] - MORE, box[3])
            heights = self._heights(pen, box[2], size)
        shown = visible(heights, self.chosen, room)
        left, y, width, _ = box
        for i in shown:
            place = (left, y, width, heights[i] - ROW_GAP)
            draw_row(pen, place, self.rows[i], chosen=i == self.chosen, size=size)
            if self.rows[i].choosable:
                pen.target(ROW_TARGET.format(i), place)
            y += heights[i]
        x = left + width + MORE / 2 + 2
        draw_more(pen, x, box, above=shown.start > 0, below=shown.stop < len(self.rows))

    def _draw_text(self, pen: Pen, box: Box, size: float) -> Box:
        """Write the text; give what is left below it."""
        if not self.text:
            return box
        lines = len(pen.wrapped(self.text, box[2], size))
        above, rest = top_and_rest(box, pen.height(lines, size), gap=ROW_GAP)
        pen.text(self.text, above, size, lines=lines)
        return rest

    def _draw_paired(self, pen: Pen, box: Box, size: float) -> None:
        left, y, width, _ = box
        for line in self._lines_of_pairs():
            high = max(row_height(pen, self.rows[i], width / len(line), size) for i in line)
            places = across((left, y, width, high - ROW_GAP), (1,) * len(line), PAIR_GAP)
            for i, place in zip(line, places, strict=True):
                draw_row(pen, place, self.rows[i], chosen=i == self.chosen, size=size)
                if self.rows[i].choosable:
                    pen.target(ROW_TARGET.format(i), place)
            y += high

    def _lines_of_pairs(self) -> list[range]:
        """Group the numbers of rows by line: two with a value each share one."""
        lines: list[range] = []
        at = 0
        while at < len(self.rows):
            pair = self.rows[at : at + 2]
            many = 2 if len(pair) == 2 and all(row.value for row in pair) else 1  # noqa: PLR2004
            lines.append(range(at, at + many))
            at += many
        return lines

    def _paired_size(self, pen: Pen, box: Box) -> float | None:
        """Find the size for rows in pairs, where that shows all of a list to be read at once.

        None where one row a line does as well.
        """
        width, room = box[2], box[3] + ROW_GAP
        lines = self._lines_of_pairs()
        for size in (TEXT, COMPACT) if self.at_once else ():
            if self.high(pen, width, size) <= room:
                return None
            half = (width - PAIR_GAP) / 2
            values = [self.rows[i] for line in lines if len(line) > 1 for i in line]
            if all(_wrapped(pen, row, half, size) == (1, 1, False) for row in values):
                saved = sum(
                    row_height(pen, self.rows[line[-1]], half, size)
                    for line in lines
                    if len(line) > 1
                )
                if self.high(pen, width, size) - saved <= room:
                    return size
        return None

    def _heights(self, pen: Pen, width: float, size: float) -> list[float]:
        return [row_height(pen, row, width, size) for row in self.rows]

    def size(self, pen: Pen, box: Box, *, whole: bool = False) -> float:
        """Find the largest size at which all is shown and no row takes another line.

        Where there is none, rows may take more lines as long as much of the room is left, unless
        they are to stay ``whole``.
        """
        if self.compact:
            return COMPACT
        width, room = box[2], box[3] + ROW_GAP
        usual = self._lines(pen, width, TEXT)
        sizes = [one for one in GROWING if self.is_narrow(pen, width, one)]
        high = {size: self.high(pen, width, size) for size in sizes}
        level = (one for one in sizes if one > TEXT and self._lines(pen, width, one) == usual)
        fitting = [one for one in level if high[one] <= room]
        if whole:
            return next(iter(fitting), TEXT)
        if self.at_once and self.high(pen, width) > room:
            seen_whole = (one for one in AT_ONCE if self.high(pen, width, one) <= room)
            return next(seen_whole, TEXT)
        broken = [one for one in sizes if one <= LARGE and high[one] <= FILLING * room]
        return next(iter([*fitting, *broken]), TEXT)

    def is_narrow(self, pen: Pen, width: float, size: float) -> bool:
        """Tell whether no word is wider than its line."""
        words = ((width, word) for word in self.text.split())
        rooms = ((width - _before(row, size) - ROW_MARGIN - 2, row) for row in self.rows)
        of_rows = ((room, word) for room, row in rooms for word in row.text.split())
        return all(pen.width(word, size) <= room for room, word in (*words, *of_rows))

    def high(self, pen: Pen, width: float, size: float = TEXT) -> float:
        above = pen.height(len(pen.wrapped(self.text, width, size)), size) + ROW_GAP
        return sum(self._heights(pen, width, size)) + (above if self.text else 0)

    def _lines(self, pen: Pen, width: float, size: float) -> list[tuple[int, int, bool]]:
        return [_wrapped(pen, row, width, size) for row in self.rows]


def visible(heights: Sequence[float], chosen: int, room: float) -> range:
    """Find the rows that fit into the room around the chosen one, as many as can be."""
    if not heights:
        return range(0)
    chosen = min(max(0, chosen), len(heights) - 1)
    first, past = chosen, chosen + 1
    left = room - heights[chosen]
    above = below = True
    while above or below:
        # Turn about, so that the chosen row stands in the middle where it can.
        above = first > 0 and heights[first - 1] <= left
        if above:
            first -= 1
            left -= heights[first]
        below = past < len(heights) and heights[past] <= left
        if below:
            left -= heights[past]
            past += 1
    return range(first, past)
