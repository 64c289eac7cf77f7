"""A table of numbers: a line a player, a column a thing that is compared, and what decided."""

from dataclasses import dataclass
from typing import Final

from companion.ui.layout import (
    bottom_and_rest,
    draw_card,
    paragraph_above,
    paragraph_below,
    top_and_rest,
)
from companion.ui.pen import Box, Drawable, Pen
from companion.ui.pieces import Person, draw_person
from companion.ui.style import FAINT, INK, LINE, TEXT

HEADING: Final = 38
LINE_HEIGHTS: Final = (46, 72)
"""How high the line of a player is at most, and on an upright screen."""
NAMES: Final = 250
"""How wide the column of names is at most."""
WIDEST: Final = 130
"""How wide a column of numbers is at most."""
SUBJECT: Final = 50
"""How high the band is that names what the table is about."""


@dataclass(frozen=True, slots=True)
class NamedColumn:
    """A column with a word above it."""

    text: str

    def draw(self, pen: Pen, box: Box) -> None:
        pen.text(self.text, box, TEXT, colour=FAINT, align=0.5)


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

    columns: tuple[Drawable, ...]
    counts: tuple[Count, ...]
    text: str
    subject: Drawable | None = None
    heading: str = ""
    deciding: int | None = None

    def draw(self, pen: Pen, box: Box) -> None:
        upright = box[3] > box[2]
        most = LINE_HEIGHTS[upright]
        rest = paragraph_below(pen, self.text, self._shortened(pen, box, most) if upright else box)
        rest = paragraph_above(pen, self.heading, rest, bold=True)
        if self.subject is not None:
            band, rest = top_and_rest(rest, SUBJECT, gap=6)
            self.subject.draw(pen, band)
        left, top, width, height = rest
        step = min(most, (height - HEADING) / len(self.counts))
        name = min(NAMES, width / 2)
        across = min(WIDEST, (width - name) / len(self.columns))
        if self.deciding is not None:
            tall = HEADING + step * len(self.counts)
            marked = (left + name + self.deciding * across, top, across, tall)
            draw_card(pen, marked, marked=True, thick=2)
        for number, column in enumerate(self.columns):
            column.draw(pen, (left + name + number * across, top, across, HEADING))
        for number, count in enumerate(self.counts):
            y = top + HEADING + number * step
            _draw_count(pen, count, (left, y, width, step), name, across)

    def _shortened(self, pen: Pen, box: Box, step: float) -> Box:
        """Leave out what is not needed of a box, so that the sentence is not far below."""
        left, top, width, height = box
        lines = len(pen.wrapped(self.text, width, TEXT))
        needed = HEADING + step * len(self.counts) + pen.height(lines, TEXT) + TEXT
        needed += SUBJECT + 6 if self.subject is not None else pen.height(1, TEXT) + TEXT / 4
        return left, top, width, min(height, needed)


def _draw_count(pen: Pen, count: Count, box: Box, name: float, across: float) -> None:
    left, top, _, height = box
    line, _ = bottom_and_rest(box, 1)
    pen.fill(line, LINE)
    colour = FAINT if count.out else INK
    draw_person(pen, count.person, (left, top, name, height), bold=count.ahead, colour=colour)
    for number, value in enumerate(count.numbers):
        cell = (left + name + number * across, top, across, height)
        shown = "–" if value is None else str(value)
        pen.text(shown, cell, TEXT, bold=count.ahead, colour=colour, align=0.5)
