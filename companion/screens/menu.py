"""A list to choose from, with a text above it where there is something to say."""

from dataclasses import dataclass
from typing import Final

from companion.language import Language
from companion.screens.boxes import inset, top_and_rest
from companion.screens.palette import CARD, FAINT, GOLD, LINE, PALE_GOLD
from companion.screens.pen import Box, Pen
from companion.screens.pieces import merchant_image
from companion.screens.sizes import TEXT

ROW: Final = 52
LINE_HEIGHT: Final = 34
ROW_TARGET: Final = "row-{}"
"""Under which name a row can be touched; rows are counted from 0."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list: what it is, its value at the right, and whose it is.

    ``player`` is a colour with its seat, for a merchant before the text.
    """

    text: str
    value: str = ""
    player: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Menu:
    """Rows of which the one numbered ``chosen`` is marked; ``text`` stands above them."""

    rows: tuple[Row, ...]
    chosen: int = 0
    text: str = ""

    def draw(self, pen: Pen, box: Box, words: Language) -> None:
        """Draw as many rows as there is room for, the chosen one always among them."""
        del words  # all that is said comes with the rows
        if self.text:
            lines = max(1, min(4, len(pen.wrapped(self.text, box[2], TEXT))))
            above, box = top_and_rest(box, lines * LINE_HEIGHT, gap=6)
            pen.text(self.text, above, TEXT, lines=lines)
        room = max(1, int(box[3] // ROW))
        first = min(max(0, self.chosen - room // 2), max(0, len(self.rows) - room))
        left, top, width, _ = box
        for i, row in enumerate(self.rows[first : first + room], first):
            place = (left, top + (i - first) * ROW, width, ROW - 6)
            _draw_row(pen, place, row, chosen=i == self.chosen)
            pen.target(ROW_TARGET.format(i), place)


def _draw_row(pen: Pen, place: Box, row: Row, *, chosen: bool) -> None:
    pen.fill(place, PALE_GOLD if chosen else CARD, corner=8)
    pen.fill(place, GOLD if chosen else LINE, corner=8, outline=3 if chosen else 1)
    left, top, width, height = inset(place, 6)
    if row.player is not None:
        pen.stamp(merchant_image(*row.player, round(16 * pen.unit)), left + 18, top + height / 2)
        left, width = left + 44, width - 44
    share = 0.42 if row.value else 0
    pen.text(row.text, (left, top, width * (1 - share), height), TEXT, bold=chosen)
    if row.value:
        at = (left + width * (1 - share), top, width * share, height)
        pen.text(row.value, at, TEXT, colour=FAINT, align=1)
