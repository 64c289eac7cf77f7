"""Numbers compared: step by step, what a result is made of, a chart of points by rounds."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, Protocol

from companion.ui.layout import (
    FITTING,
    across,
    bottom_and_rest,
    down,
    draw_card,
    draw_line,
    inset,
    paragraph_above,
    paragraph_below,
    paragraph_height,
    top_and_rest,
    write_fitting,
)
from companion.ui.legend import Sign, draw_signs, signs_height
from companion.ui.pen import Box, Drawable, Pen
from companion.ui.pieces import Person, draw_person, draw_piece
from companion.ui.style import (
    COMPACT,
    FAINT,
    GROWING,
    INK,
    LARGE,
    LINE,
    SMALL,
    TEXT,
    piece_colour,
)

HEADING: Final = 46
HEADINGS: Final = (HEADING, 60)
"""How high what stands above the columns of a table is, and on an upright screen."""
LINE_HEIGHTS: Final = (46, 72)
"""How high the line of a player is at most, and on an upright screen."""
ROOMY: Final = 42
"""From which height on names and numbers of a line are written large."""
LEAST_LINE: Final = 34
"""How high the line of a player is at least."""
NAMES: Final = 250
"""How wide the column of names is at most."""
WIDEST: Final = 240
"""How wide a column of numbers is at most."""
SIZES: Final = tuple(size for size in GROWING if size <= LARGE)
"""How large the sentence is at most."""
SUBJECT: Final = 50
"""How high the band is that names what the table is about."""


class Column(Drawable, Protocol):
    """Draws what stands above a column of numbers."""

    def least(self, pen: Pen) -> float:
        """Tell how wide the column must be for that to be read from far."""


@dataclass(frozen=True, slots=True)
class NamedColumn:
    """A column with a word above it."""

    text: str

    def least(self, pen: Pen) -> float:
        return pen.width(self.text, COMPACT) + 6

    def draw(self, pen: Pen, box: Box) -> None:
        write_fitting(pen, self.text, inset(box, 2), colour=FAINT, bold=False, align=0.5)


@dataclass(frozen=True, slots=True)
class Count:
    """The numbers of one player, None where he is not compared any more.

    ``ahead``: still in the comparison after it; ``out``: not part of it at all.
    """

    person: Person
    numbers: tuple[int | None, ...]
    ahead: bool = False
    out: bool = False


@dataclass(frozen=True, slots=True)
class Tally:
    """A table of counts under its subject or a heading; ``deciding`` is the column compared.

    A column draws what stands above its numbers.
    """

    columns: tuple[Column, ...]
    counts: tuple[Count, ...]
    text: str
    subject: Drawable | None = None
    heading: str = ""
    deciding: int | None = None

    def draw(self, pen: Pen, box: Box) -> None:
        upright = box[3] > box[2]
        most, heading = LINE_HEIGHTS[upright], HEADINGS[upright]
        above = self._above(pen, most, heading)
        size = self._text_size(pen, box, above, heading)
        box = self._shortened(pen, box, above, size) if upright else box
        rest = paragraph_below(pen, self.text, box, size=size)
        rest = paragraph_above(pen, self.heading, rest, bold=True)
        if self.subject is not None:
            band, rest = top_and_rest(rest, SUBJECT, gap=6)
            self.subject.draw(pen, band)
        left, top, width, height = rest
        step = min(most, (height - heading) / len(self.counts))
        names = (pen.width(one.person.name, TEXT, bold=True) for one in self.counts)
        name = min(NAMES, width / 2, max(names) + BESIDE)
        shares = self._shares(pen, width - name)
        tall = heading + step * len(self.counts)
        columns = across((left + name, top, sum(shares), tall), shares)
        if self.deciding is not None:
            draw_card(pen, columns[self.deciding], marked=True, thick=2)
        for column, place in zip(self.columns, columns, strict=True):
            column.draw(pen, (*place[:3], heading))
        for number, count in enumerate(self.counts):
            y = top + heading + number * step
            _draw_count(pen, count, (left, y, width, step), columns)

    def _shares(self, pen: Pen, room: float) -> Sequence[float]:
        """Give the columns their widths: all the same, unless what stands above one needs more."""
        wide = min(WIDEST, room / len(self.columns))
        least = [column.least(pen) for column in self.columns]
        if max(least) <= wide:
            return [wide] * len(least)
        spare = max(0.0, room - sum(least)) / len(least)
        return [(one + spare) * min(1.0, room / sum(least)) for one in least]

    def _text_size(self, pen: Pen, box: Box, above: float, heading: float) -> int:
        """Write the sentence as large as leaves the lines above their height, or not too low."""
        told = {one: paragraph_height(pen, self.text, box[2], one) for one in SIZES}
        fitting = [one for one in SIZES if told[one] + above <= box[3]]
        if fitting:
            return fitting[0]
        lines = len(pen.wrapped(self.text, box[2], TEXT))
        used = heading + SUBJECT + pen.height(lines, TEXT)
        return TEXT if (box[3] - used) / len(self.counts) >= LEAST_LINE else COMPACT

    def _above(self, pen: Pen, step: float, heading: float) -> float:
        """Tell how high all above the sentence is, with the gap to it."""
        named = SUBJECT + 6 if self.subject is not None else pen.height(1, TEXT) + TEXT / 4
        return heading + step * len(self.counts) + named + TEXT

    def _shortened(self, pen: Pen, box: Box, above: float, size: float) -> Box:
        """Leave out what is not needed of a box, so that the sentence is not far below."""
        left, top, width, height = box
        needed = above + paragraph_height(pen, self.text, width, size)
        return left, top, width, min(height, needed)


def _draw_count(pen: Pen, count: Count, box: Box, columns: Sequence[Box]) -> None:
    left, top, _, height = box
    line, _ = bottom_and_rest(box, 1)
    pen.fill(line, LINE)
    colour = FAINT if count.out else INK
    size = TEXT if height >= ROOMY else COMPACT
    person = (left, top, columns[0][0] - left, height)
    draw_person(pen, count.person, person, bold=count.ahead, colour=colour, size=size)
    for (start, _, wide, _), value in zip(columns, count.numbers, strict=False):
        cell = (start, top, wide, height)
        shown = "–" if value is None else str(value)
        pen.text(shown, cell, size, bold=count.ahead, colour=colour, align=0.5)


HIGHEST: Final = (74, 128)
"""How high the row of an account is at most, and on an upright screen, where it has two lines."""
LOWER_ROW: Final = 0.85
"""How much of that it keeps at least where what the signs mean stands below."""
CALLED: Final = 260
"""How wide the name in it is at most."""
BESIDE: Final = 56
"""The room for the piece before it."""
SUM: Final = 128
SIGN: Final = 0.32
"""How much of its column the sign beside an amount takes."""
AMOUNTS: Final = (TEXT, COMPACT, 24)
"""How large amounts are written, the largest that fits."""
LOWER: Final = (0.42, 0.62)
"""How much of its height the small line below an amount takes, and two of them."""
COUNTS: Final = (SMALL, 18, 16)
"""How large that line is, the largest that fits."""
LEGENDS: Final = (COMPACT, 24, 22)
"""How large it is written what the signs mean."""
BESIDE_SIGNS: Final = FITTING[1:5]
"""The same in the heading of a column."""
STACKED: Final = (44, 38, 70)
"""Name, signs and amounts of an upright row where an amount has no room beside its sign."""


WORDS_APART: Final = 8
"""Between the words below an amount and those below the next one."""


@dataclass(frozen=True, slots=True)
class Account:
    """What one player has, column by column: an amount as written, and of how many things."""

    person: Person
    parts: tuple[tuple[str, int], ...]
    total: str
    won: bool


@dataclass(frozen=True, slots=True)
class Accounts:
    """What a result is made of: a row a player, and a sentence; a sign draws what a column is.

    ``legend`` tells what each sign means, where that is not plain; ``counted`` writes so many
    things, as "5 tiles".
    """

    signs: tuple[Drawable, ...]
    accounts: tuple[Account, ...]
    text: str
    legend: tuple[Sign, ...] = ()
    counted: Mapping[int, str] = field(default_factory=dict)

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw a row a player; amounts stand in columns, or on an upright screen below."""
        rest = paragraph_below(pen, self.text, box)
        upright = box[3] > box[2]
        named = False
        if not upright:
            heading, rest = top_and_rest(rest, HEADING)
            named = self._draw_heading(pen, self._columns(pen, heading))
        if not named:
            rest = self._draw_legend(pen, rest, len(self.accounts) * LOWER_ROW * HIGHEST[upright])
        left, top, width, height = rest
        stacked = upright and self._size(pen, (1 - SIGN) * width / len(self.signs)) < COMPACT
        highest = sum(STACKED) if stacked else HIGHEST[upright]
        step = min(highest, height / len(self.accounts))
        for number, account in enumerate(self.accounts):
            row = (left, top + number * step, width, step - 5)
            draw_card(pen, row, marked=account.won)
            if stacked:
                self._draw_stacked(pen, account, inset(row, 3))
            elif upright:
                self._draw_tall(pen, account, inset(row, 3))
            else:
                self._draw_head(pen, account, row, self._named(pen))
                self._draw_parts(pen, account, self._columns(pen, row))

    def _draw_heading(self, pen: Pen, cells: Sequence[Box]) -> bool:
        """Draw the signs, and the words of a legend beside them where all have room: tells that."""
        width, height = cells[0][2:]
        fitting = [
            size
            for size in BESIDE_SIGNS
            if self.legend
            and max(signs_height(pen, [one], width, size) for one in self.legend) <= height
        ]
        for number, (sign, cell) in enumerate(zip(self.signs, cells, strict=True)):
            if fitting:
                one, (left, top, wide, high) = [self.legend[number]], cell
                line = signs_height(pen, one, wide, fitting[0])
                draw_signs(pen, one, (left, top + (high - line) / 2, wide, line), fitting[0])
            else:
                sign.draw(pen, cell)
        return bool(fitting)

    def _draw_legend(self, pen: Pen, box: Box, least: float) -> Box:
        """Draw it at the bottom where at ``least`` so much is left above; give what is left.

        It stands on one line where that is large enough.
        """
        heights = {size: signs_height(pen, self.legend, box[2], size) for size in LEGENDS}
        one_line = [size for size in LEGENDS if heights[size] < 2 * size]
        size = next(iter(one_line), LEGENDS[0])
        place, rest = bottom_and_rest(box, heights[size], gap=LEGENDS[-1] / 4)
        if not self.legend or rest[3] < least:
            return box
        draw_signs(pen, self.legend, place, size)
        return rest

    def _named(self, pen: Pen) -> float:
        names = (pen.width(one.person.name, TEXT, bold=True) for one in self.accounts)
        return min(CALLED, max(names) + BESIDE)

    def _columns(self, pen: Pen, box: Box) -> Sequence[Box]:
        left, top, width, height = box
        named = self._named(pen)
        return across((left + named, top, width - named - SUM, height), (1,) * len(self.signs))

    def _draw_tall(self, pen: Pen, account: Account, box: Box) -> None:
        """Draw name and total above, below them each amount beside its sign."""
        upper, lower = top_and_rest(box, box[3] / 2)
        self._draw_head(pen, account, upper, upper[2] - SUM)
        cells = []
        for sign, cell in zip(self.signs, across(lower, (1,) * len(self.signs)), strict=True):
            left, top, width, height = cell
            aside = SIGN * width
            sign.draw(pen, (left, top, aside, height))
            cells.append((left + aside, top, width - aside, height))
        self._draw_parts(pen, account, cells)

    def _draw_stacked(self, pen: Pen, account: Account, box: Box) -> None:
        """Draw name and total above, below them the signs, and each amount below its sign."""
        upper, signs, lower = down(box, STACKED)
        self._draw_head(pen, account, upper, upper[2] - SUM)
        columns = (1,) * len(self.signs)
        for sign, cell in zip(self.signs, across(signs, columns), strict=True):
            sign.draw(pen, cell)
        self._draw_parts(pen, account, across(lower, columns))

    @staticmethod
    def _draw_head(pen: Pen, account: Account, box: Box, named: float) -> None:
        left, top, width, height = box
        draw_person(pen, account.person, (left + 6, top, named - 6, height), bold=True)
        total = (left + width - SUM, top, SUM - 8, height)
        pen.text(account.total, total, TEXT, bold=True, align=1)

    def _size(self, pen: Pen, room: float) -> int:
        """Find how large all amounts can be written in columns so wide."""
        amounts = [amount for one in self.accounts for amount, _ in one.parts]
        widest = {size: max(pen.width(one, size) for one in amounts) for size in AMOUNTS}
        return next((size for size in AMOUNTS if widest[size] <= room - 2), AMOUNTS[-1])

    def _small(self, pen: Pen, cell: Box) -> tuple[int, int]:
        """Find how large the words below amounts can be in such cells, and on how many lines."""
        _, _, width, height = cell
        for lines, share in enumerate(LOWER, 1):
            for size in COUNTS:
                told = [
                    pen.wrapped(one, width - WORDS_APART, size) for one in self.counted.values()
                ]
                rows = [row for broken in told for row in broken]
                if (
                    pen.height(lines, size) <= share * height
                    and all(len(broken) <= lines for broken in told)
                    and all(pen.width(row, size) <= width - WORDS_APART for row in rows)
                ):
                    return size, lines
        return COUNTS[-1], 1

    def _draw_parts(self, pen: Pen, account: Account, cells: Sequence[Box]) -> None:
        size, (small, lines) = self._size(pen, cells[0][2]), self._small(pen, cells[0])
        for (amount, number), (left, top, width, height) in zip(account.parts, cells, strict=True):
            upper = height * (1 - LOWER[lines - 1])
            pen.text(amount, (left + 1, top + 2, width - 2, upper), size, align=0.5)
            below = (left, top + upper - 2, width, height - upper)
            if number:
                told = self.counted.get(number, str(number))
                pen.text(told, below, small, colour=FAINT, align=0.5, lines=lines)


AXIS: Final = 34
"""How high the line of rounds is."""
LEFT: Final = 46
"""How wide the numbers of points at the left are at least."""
RIGHT: Final = 96
"""How wide the end is at least, where each line has its piece and its points."""
APART: Final = 34
"""How far the ends of two lines stand from each other at least."""
LINES: Final = (4, 5)
"""Into how many parts the height is divided, at least and at most."""
LEAST_STEP: Final = 5
"""How much each of them stands for at least."""
ROUND: Final = (1, 2, 5, 10)
"""What the steps of an axis are, or ten times, a hundred times as much."""
BETWEEN: Final = 10
"""The room that two numbers of the axis of rounds leave between them."""
MARK: Final = 9


@dataclass(frozen=True, slots=True)
class Growth:
    """One player's points, at the start and after each round."""

    person: Person
    points: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """A line for each player over so many ``rounds``.

    ``grouped`` writes a number as the language does.
    """

    growths: tuple[Growth, ...]
    rounds: int
    grouped: Callable[[float], str] = str

    def draw(self, pen: Pen, box: Box) -> None:
        axis, field = bottom_and_rest(box, AXIS)
        left, top, width, height = field
        highest, lines = _scale(math.ceil(max(max(one.points) for one in self.growths)))
        scale = max(LEFT, pen.width(self.grouped(highest), SMALL) + 10)
        plot = (left + scale, top + MARK, width - scale - self._right(pen), height - 2 * MARK)
        for part in range(lines + 1):
            y = plot[1] + plot[3] * (1 - part / lines)
            draw_line(pen, (plot[0], y), (plot[0] + plot[2], y), LINE, 1)
            number = self.grouped(highest * part // lines)
            pen.text(number, (left, y - 12, scale - 8, 24), SMALL, colour=FAINT, align=1)
        apart = pen.width(str(self.rounds), SMALL) + BETWEEN
        for turn in range(0, self.rounds + 1, _step(apart * self.rounds / plot[2])):
            x = plot[0] + plot[2] * turn / self.rounds
            cell = (x - 20, axis[1], 40, AXIS)
            pen.text(str(turn), cell, SMALL, colour=FAINT, align=0.5)
        for growth in self.growths:
            self._draw_line(pen, growth, plot, highest)
        self._draw_ends(pen, plot, highest)

    def _draw_line(self, pen: Pen, growth: Growth, plot: Box, highest: int) -> None:
        points = [self._at(i, value, plot, highest) for i, value in enumerate(growth.points)]
        for colour, thick in ((INK, 7), (piece_colour(growth.person.colour), 4)):
            for start, end in pairwise(points):
                draw_line(pen, start, end, colour, thick)
        for point in points[1:]:
            draw_piece(pen, growth.person, *point, MARK)

    def _draw_ends(self, pen: Pen, plot: Box, highest: int) -> None:
        """Name the lines at their ends, pushed apart where they end close to each other."""
        order = sorted(self.growths, key=lambda one: one.points[-1])
        wished = [self._at(0, one.points[-1], plot, highest)[1] for one in order]
        x = plot[0] + plot[2] + MARK + 8
        for growth, y in zip(order, _pushed_apart(wished, plot[1]), strict=True):
            draw_piece(pen, growth.person, x + 14, y, 14)
            state = (x + 32, y - 17, self._right(pen) - MARK - 40, 34)
            pen.text(self.grouped(growth.points[-1]), state, TEXT, bold=True)

    def _right(self, pen: Pen) -> float:
        last = [self.grouped(one.points[-1]) for one in self.growths]
        return max(RIGHT, max(pen.width(one, TEXT, bold=True) for one in last) + MARK + 44)

    def _at(self, number: int, points: float, plot: Box, highest: int) -> tuple[float, float]:
        left, top, width, height = plot
        return left + width * number / self.rounds, top + height * (1 - points / highest)


def _scale(points: int) -> tuple[int, int]:
    """Find the top of a scale of round numbers, and how many parts it has."""
    step = _step(max(LEAST_STEP, points / LINES[1]))
    lines = max(LINES[0], -(-points // step))
    return step * lines, lines


def _step(least: float) -> int:
    ten = 1
    while ROUND[-1] * ten < least:
        ten *= 10
    return next(one * ten for one in ROUND if one * ten >= least)


def _pushed_apart(wished: Sequence[float], top: float) -> list[float]:
    """Move heights, the lowest on the screen first, up until they are ``APART`` from each other."""
    found: list[float] = []
    for y in wished:
        found.append(min(y, found[-1] - APART) if found else y)
    if found and found[-1] < top:  # out of the field: push them back down
        found[-1] = top
        for i in range(len(found) - 2, -1, -1):
            found[i] = max(found[i], found[i + 1] + APART)
    return found
