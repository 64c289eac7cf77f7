"""Merchants counted: a line a player, a column a thing that is compared, and what decided."""

from dataclasses import dataclass
from typing import Final, Literal

from companion.language import Language, Saying, said
from companion.screens.boxes import bottom_and_rest, top_and_rest
from companion.screens.palette import FAINT, GOLD, INK, LINE, PALE_GOLD, region
from companion.screens.paragraph import paragraph_above, paragraph_below
from companion.screens.pen import Box, Pen
from companion.screens.person import Person, draw_person
from companion.screens.pieces import spot_image
from companion.screens.place import HEIGHT, Place, draw_place
from companion.screens.sizes import TEXT

HEADING: Final = 38
LINE_HEIGHTS: Final = (46, 72)
"""How high the line of a player is at most, and on an upright screen."""
NAME: Final = 250
"""How wide the column of names is at most."""
WIDEST: Final = 130
"""How wide a column of numbers is at most."""
SIGN: Final = 13
"""Radius of the sign of a kind of location."""
KINDS: Final[dict[str, Saying]] = {
    "city": said("city"),
    "town": said("towns"),
    "village": said("villages"),
    "all": said("all"),
}


@dataclass(frozen=True, slots=True)
class Column:
    """What is counted: a kind of location or ``all`` of them, or a city-state by rank and tint.

    Of a ``step``, which has a number too, the sentence below tells what it is.
    """

    kind: Literal["city", "town", "village", "all", "rank", "step"]
    rank: int = 0
    tint: int = 0


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
    """A table of counts under a city-state or a heading; ``deciding`` is the column compared."""

    columns: tuple[Column, ...]
    counts: tuple[Count, ...]
    text: str
    place: Place | None = None
    heading: str = ""
    deciding: int | None = None

    def draw(self, pen: Pen, box: Box, words: Language) -> None:
        """Draw the place, the table, and the sentence below it."""
        upright = box[3] > box[2]
        most = LINE_HEIGHTS[upright]
        rest = paragraph_below(pen, self.text, self._shortened(pen, box, most) if upright else box)
        rest = paragraph_above(pen, self.heading, rest, bold=True)
        if self.place is not None:
            band, rest = top_and_rest(rest, HEIGHT, gap=6)
            draw_place(pen, self.place, band)
        left, top, width, height = rest
        step = min(most, (height - HEADING) / len(self.counts))
        name = min(NAME, width / 2)
        across = min(WIDEST, (width - name) / len(self.columns))
        if self.deciding is not None:
            tall = HEADING + step * len(self.counts)
            marked = (left + name + self.deciding * across, top, across, tall)
            pen.fill(marked, PALE_GOLD, corner=8)
            pen.fill(marked, GOLD, corner=8, outline=2)
        for number, column in enumerate(self.columns):
            _draw_heading(pen, column, (left + name + number * across, top, across, HEADING), words)
        for number, count in enumerate(self.counts):
            y = top + HEADING + number * step
            _draw_count(pen, count, (left, y, width, step), name, across)

    def _shortened(self, pen: Pen, box: Box, step: float) -> Box:
        """Leave out what is not needed of a box, so that the sentence is not far below."""
        left, top, width, height = box
        lines = len(pen.wrapped(self.text, width, TEXT))
        needed = HEADING + step * len(self.counts) + pen.height(lines, TEXT) + TEXT
        needed += HEIGHT + 6 if self.place is not None else pen.height(1, TEXT) + TEXT / 4
        return left, top, width, min(height, needed)


def _draw_heading(pen: Pen, column: Column, box: Box, words: Language) -> None:
    left, top, width, height = box
    if column.kind == "step":
        pen.text(f"{column.rank}.", box, TEXT, colour=FAINT, align=0.5)
        return
    if column.kind == "rank":
        wide = min(36, width - 4)
        middle = (left + (width - wide) / 2, top + 3, wide, height - 6)
        pen.fill(middle, region(column.tint), corner=6)
        pen.fill(middle, GOLD, corner=6, outline=2)
        pen.text(str(column.rank), middle, TEXT, bold=True, align=0.5)
        return
    text = words.tell(KINDS[column.kind], {})
    needed = pen.width(text, TEXT)
    if column.kind == "all":
        pen.text(text, box, TEXT, colour=FAINT, align=0.5)
        return
    image = spot_image(column.kind, INK, round(SIGN * pen.unit))
    if needed + 2 * SIGN + 8 > width:
        pen.stamp(image, left + width / 2, top + height / 2)
        return
    start = left + (width - needed - 2 * SIGN - 6) / 2
    pen.stamp(image, start + SIGN, top + height / 2)
    pen.text(text, (start + 2 * SIGN + 6, top, needed + 4, height), TEXT, colour=FAINT)


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
