"""The bottom line of every screen: what each of the four buttons does at present."""

from collections.abc import Sequence
from typing import Final

from companion.screens.boxes import across, down, inset
from companion.screens.palette import CARD, INK, LINE
from companion.screens.pen import Box, Pen
from companion.screens.screen import Labels
from companion.screens.sizes import TEXT
from hardware.panel import Button

GAP: Final = 3
MARGIN: Final = 4
HEIGHTS: Final = (50, 84)
"""Of a row of labels, by the lines that the longest of them takes."""
EMPTY: Final = 30
"""The least that a label without words is given."""

Layout = tuple[Sequence[Sequence[float]], int]


def footer_height(pen: Pen, labels: Labels) -> float:
    """Tell how high the bottom line must be for its words."""
    rows, lines = _layout(pen, labels)
    return len(rows) * HEIGHTS[lines - 1]


def draw_footer(pen: Pen, box: Box, labels: Labels) -> None:
    """Draw the labels in the order of the buttons; each can be touched, an empty one not."""
    rows, lines = _layout(pen, labels)
    pen.fill(box, LINE)
    places = [
        place
        for row, shares in zip(down(inset(box, GAP), (1,) * len(rows), gap=GAP), rows, strict=True)
        for place in across(row, shares, gap=GAP)
    ]
    for button, place in zip(Button, places, strict=True):
        label = labels.of(button)
        if label:
            pen.fill(place, CARD, corner=8)
            words = inset(place, MARGIN)
            pen.text(label, words, TEXT, colour=INK, bold=True, align=0.5, lines=lines)
            pen.target(button.value, place)


def _layout(pen: Pen, labels: Labels) -> Layout:
    """Find the shares of the labels in each row, and how many lines they take.

    All in one row, as the buttons stand on the panel, wherever there is room for that.
    """
    said = [labels.of(button) for button in Button]
    wished = [max(EMPTY, pen.width(one, TEXT, bold=True)) + 2 * MARGIN + 2 for one in said]
    equal = (1.0,) * len(said)
    half = (1.0,) * (len(said) // 2)
    room = pen.design[0] - 2 * GAP
    if _lines(pen, said, len(equal)) == 1:
        return [equal], 1
    if sum(wished) + (len(said) - 1) * GAP <= room:
        spare = (room - (len(said) - 1) * GAP - sum(wished)) / len(said)
        return [[one + spare for one in wished]], 1
    for rows in ([equal], [half, half]):
        lines = _lines(pen, said, len(rows[0]))
        if lines <= len(HEIGHTS):
            return rows, lines
    return [half, half], len(HEIGHTS)


def _lines(pen: Pen, said: Sequence[str], across_row: int) -> int:
    """Tell how many lines labels of equal width take; too many where a word is too long."""
    width = (pen.design[0] - 2 * GAP - (across_row - 1) * GAP) / across_row - 2 * MARGIN - 2
    wrapped = [pen.wrapped(one, width, TEXT, bold=True) for one in said]
    widest = max(pen.width(line, TEXT, bold=True) for lines in wrapped for line in [*lines, ""])
    return max(1, *map(len, wrapped)) if widest <= width else len(HEIGHTS) + 1
