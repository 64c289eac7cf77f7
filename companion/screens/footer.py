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
HEIGHTS: Final = (50, 78)
"""Of a row of labels, by the lines that the longest of them takes."""
ONE_ROW: Final = (4,)
TWO_ROWS: Final = (2, 2)


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
        for row, many in zip(down(inset(box, GAP), (1,) * len(rows), gap=GAP), rows, strict=True)
        for place in across(row, (1,) * many, gap=GAP)
    ]
    for button, place in zip(Button, places, strict=True):
        label = labels.of(button)
        if label:
            pen.fill(place, CARD, corner=8)
            words = inset(place, MARGIN)
            pen.text(label, words, TEXT, colour=INK, bold=True, align=0.5, lines=lines)
            pen.target(button.value, place)


def _layout(pen: Pen, labels: Labels) -> tuple[Sequence[int], int]:
    """Find how many labels stand in each row, and how many lines they take.

    All in one row, as the buttons stand on the panel, wherever no word is too long for that.
    """
    for rows in (ONE_ROW, TWO_ROWS):
        width = (pen.design[0] - 2 * GAP - (rows[0] - 1) * GAP) / rows[0] - 2 * MARGIN - 2
        lines = [
            line
            for button in Button
            if (line := pen.wrapped(labels.of(button), width, TEXT, bold=True))
        ]
        most = max((len(one) for one in lines), default=1)
        widest = max((pen.width(row, TEXT, bold=True) for one in lines for row in one), default=0)
        if most <= len(HEIGHTS) and widest <= width:
            return rows, most
    return TWO_ROWS, len(HEIGHTS)
