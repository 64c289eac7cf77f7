"""One row of a list."""

from dataclasses import dataclass
from typing import Final

import pygame

from companion.screens.palette import CARD, FAINT, GOLD, INK, LINE, PALE_GOLD
from companion.screens.pen import Box, Pen
from companion.screens.pieces import merchant_image
from companion.screens.sizes import TEXT

GAP: Final = 6
"""Between two rows; it belongs to the upper one."""
MARGIN: Final = 6
LEAST: Final = 40
"""No row is lower: a finger must hit it."""
MERCHANT: Final = 16
BESIDE: Final = 12
"""Between the text and the value."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list: what it is, its value at the right, and whose it is.

    ``player`` is a colour with its seat, for a merchant before the text. One that is not
    ``choosable`` is a heading, or tells something between the others. What is ``struck`` out does
    not count any more.
    """

    text: str
    value: str = ""
    player: tuple[str, int] | None = None
    choosable: bool = True
    struck: bool = False


def row_height(pen: Pen, row: Row, width: float) -> float:
    """Tell how high a row is, with the gap below it."""
    text, value, below = _wrapped(pen, row, width)
    if below:
        return pen.height(text, TEXT) + pen.height(value, TEXT) + GAP
    return max(LEAST, pen.height(max(text, value), TEXT)) + GAP


def draw_row(pen: Pen, place: Box, row: Row, *, chosen: bool) -> None:
    """Draw a row into its place, ``row_height`` high without the gap."""
    if row.choosable:
        pen.fill(place, PALE_GOLD if chosen else CARD, corner=8)
        pen.fill(place, GOLD if chosen else LINE, corner=8, outline=3 if chosen else 1)
    left, top, width, height = place
    before = _before(row)
    if row.player is not None:
        middle = left + MARGIN + MERCHANT + 2, top + height / 2
        pen.stamp(merchant_image(*row.player, round(MERCHANT * pen.unit)), *middle)
    left, width = left + before, width - before - MARGIN - 2
    text, value, below = _wrapped(pen, row, place[2])
    # The text of the chosen row keeps its weight: a bolder one might need another line.
    ink = INK if row.choosable and not row.struck else FAINT
    if not row.value:
        since = len(pen.written)
        pen.text(row.text, (left, top, width, height), TEXT, colour=ink, lines=text)
        if row.struck:
            _strike(pen, since)
        return
    if below:
        upper = pen.height(text, TEXT)
        pen.text(row.text, (left, top, width, upper), TEXT, colour=ink, lines=text)
        at = (left, top + upper, width, height - upper)
        pen.text(row.value, at, TEXT, colour=FAINT, align=1, lines=value)
        return
    taken = pen.width(row.value, TEXT) + 2
    pen.text(row.text, (left, top, width - taken - BESIDE, height), TEXT, colour=ink, lines=text)
    pen.text(row.value, (left + width - taken, top, taken, height), TEXT, colour=FAINT, align=1)


def _strike(pen: Pen, since: int) -> None:
    """Draw a line through every text written since then."""
    for _, ink in pen.written[since:]:
        thick = max(1, round(2 * pen.unit))
        pygame.draw.line(pen.surface, FAINT, ink.midleft, ink.midright, thick)


def _before(row: Row) -> float:
    return MARGIN + 2 + (2 * MERCHANT + MARGIN if row.player is not None else 0)


def _wrapped(pen: Pen, row: Row, width: float) -> tuple[int, int, bool]:
    """Tell the lines of text and of value, and whether the value must stand below the text."""
    room = width - _before(row) - MARGIN - 2
    if not row.value:
        return len(pen.wrapped(row.text, room, TEXT)), 0, False
    beside = room - pen.width(row.value, TEXT) - 2 - BESIDE
    longest = max((pen.width(word, TEXT) for word in row.text.split()), default=0)
    lines = len(pen.wrapped(row.text, beside, TEXT)) if longest <= beside else 0
    if lines == 1 or (lines == 2 and beside > room / 2):  # noqa: PLR2004 - two lines
        return lines, 1, False
    return len(pen.wrapped(row.text, room, TEXT)), len(pen.wrapped(row.value, room, TEXT)), True
