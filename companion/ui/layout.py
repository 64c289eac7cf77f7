"""Cutting boxes of the design into smaller ones, and what is set into them: text, lines, arrows."""

from collections.abc import Callable, Sequence
from typing import Final

import pygame

from companion.ui.pen import Box, Pen
from companion.ui.style import (
    CARD,
    COMPACT,
    FAINT,
    GOLD,
    GROWING,
    INK,
    LEAST,
    LINE,
    PALE_GOLD,
    SMALL,
    TEXT,
    Colour,
)


def inset(box: Box, by: float) -> Box:
    """Take so much off each side."""
    left, top, width, height = box
    return left + by, top + by, width - 2 * by, height - 2 * by


def down(box: Box, shares: Sequence[float], gap: float = 0) -> list[Box]:
    """Cut a box into boxes below each other, their heights in these proportions."""
    left, top, width, height = box
    unit = (height - gap * (len(shares) - 1)) / sum(shares)
    boxes = []
    for share in shares:
        boxes.append((left, top, width, share * unit))
        top += share * unit + gap
    return boxes


def across(box: Box, shares: Sequence[float], gap: float = 0) -> list[Box]:
    """Cut a box into boxes beside each other, their widths in these proportions."""
    left, top, width, height = box
    turned = down((top, left, height, width), shares, gap)
    return [(y, x, tall, wide) for x, y, wide, tall in turned]


def top_and_rest(box: Box, height: float, gap: float = 0) -> tuple[Box, Box]:
    """Cut off a box of that height at the top; give it and what is left."""
    left, top, width, whole = box
    return (left, top, width, height), (left, top + height + gap, width, whole - height - gap)


def bottom_and_rest(box: Box, height: float, gap: float = 0) -> tuple[Box, Box]:
    """Cut off a box of that height at the bottom; give it and what is left."""
    left, top, width, whole = box
    return (left, top + whole - height, width, height), (left, top, width, whole - height - gap)


ASIDE: Final = 264
"""How wide what stands beside a picture or a board is."""
TALL: Final = 0.8
"""How high these are at most where the rest stands below them, by their width."""


def beside_or_below(box: Box, width: float, tall: float, gap: float) -> tuple[Box, Box]:
    """Cut a strip of that width off the right; of an upright box what is below a part so tall.

    Gives the larger part, then the strip.
    """
    left, top, whole, height = box
    if height > whole:
        below = (left, top + tall + gap, whole, height - tall - gap)
        return (left, top, whole, tall), below
    return (left, top, whole - width - gap, height), (left + whole - width, top, width, height)


def draw_card(
    pen: Pen, box: Box, *, marked: bool = False, thick: float = 3, corner: float = 8
) -> None:
    """Draw the ground of something to be read or chosen; a marked one stands out."""
    pen.fill(box, PALE_GOLD if marked else CARD, corner=corner)
    pen.fill(box, GOLD if marked else LINE, corner=corner, outline=thick if marked else 1)


SLACK: Final = 2
"""By how much a box may be smaller once it has become whole pixels."""


def paragraph_above(  # noqa: PLR0913 - how a text is set
    pen: Pen,
    text: str,
    box: Box,
    *,
    size: float = TEXT,
    bold: bool = False,
    align: float = 0,
    colour: Colour = INK,
    cut: Callable[[Box, float, float], tuple[Box, Box]] = top_and_rest,
) -> Box:
    """Write at the top of a box, or where else it is ``cut``; give what is left."""
    if not text:
        return box
    lines = len(pen.wrapped(text, box[2], size, bold=bold))
    place, rest = cut(box, pen.height(lines, size) + SLACK, size / 4)
    pen.text(text, place, size, colour=colour, bold=bold, align=align, lines=lines)
    return rest


def paragraph_height(
    pen: Pen, text: str, width: float, size: float, *, bold: bool = False
) -> float:
    """Tell how high a paragraph is, with the gap that ``paragraph_above`` leaves beside it."""
    if not text:
        return 0.0
    lines = len(pen.wrapped(text, width, size, bold=bold))
    return pen.height(lines, size) + SLACK + size / 4


def largest(pen: Pen, texts: Sequence[str], room: Box, filling: float = 1) -> float:
    """Find how large paragraphs may be that have this share of a room to themselves."""
    _, _, width, height = room
    words = [word for text in texts for word in text.split()]
    for size in GROWING:
        high = sum(paragraph_height(pen, text, width, size) for text in texts)
        widest = max((pen.width(word, size) for word in words), default=0)
        if widest <= width and high <= filling * height:
            return size
    return TEXT


def paragraph_below(pen: Pen, text: str, box: Box, *, size: float = TEXT) -> Box:
    """Write at the bottom of a box; give what is left above."""
    return paragraph_above(pen, text, box, size=size, cut=bottom_and_rest)


FITTING: Final = (TEXT, COMPACT, 24, 22, SMALL, 18, 16, LEAST)
"""How large a word is written that may be long."""


def size_fitting(
    pen: Pen, texts: Sequence[str], width: float, sizes: Sequence[float] = FITTING
) -> float:
    """Tell how large all of some words can be written in a width; the last size if none fits."""
    widest = {size: max((pen.width(one, size) for one in texts), default=0) for size in sizes}
    return next((size for size in sizes if widest[size] <= width - SLACK), sizes[-1])


def write_fitting(  # noqa: PLR0913 - how a text is set
    pen: Pen,
    text: str,
    box: Box,
    sizes: Sequence[float] = FITTING,
    *,
    colour: Colour = INK,
    bold: bool = True,
    align: float = 0,
) -> None:
    """Write a word as large as its room allows; the last of the sizes is the least."""
    fitting = (one for one in sizes if pen.width(text, one, bold=bold) <= box[2] - SLACK)
    pen.text(text, box, next(fitting, sizes[-1]), colour=colour, bold=bold, align=align)


Point = tuple[float, float]


def draw_line(pen: Pen, start: Point, end: Point, colour: Colour, thick: float) -> None:
    """Draw a line between two points of the design."""
    width = max(1, round(thick * pen.unit))
    pygame.draw.line(pen.surface, colour, pen.at(*start), pen.at(*end), width)


UP: Final = ((0.0, -0.6), (0.8, 0.6), (-0.8, 0.6))
DOWN: Final = ((0.0, 0.6), (0.8, -0.6), (-0.8, -0.6))
TO_THE_RIGHT: Final = ((0.6, 0.0), (-0.6, 0.8), (-0.6, -0.8))


def draw_arrow(pen: Pen, at: tuple[float, float], size: float, ink: Colour, *, up: bool) -> None:
    """Draw an arrow around a point of the design."""
    pen.shape(UP if up else DOWN, at, size, ink)


ARROW: Final = 9
MORE: Final = 26
"""How wide the margin is in which arrows tell of more above and below."""


def draw_more(pen: Pen, x: float, box: Box, *, above: bool, below: bool) -> None:
    """Tell by arrows in the middle of that margin that there is more than a box shows."""
    if above:
        draw_arrow(pen, (x, box[1] + 2 * ARROW), ARROW, FAINT, up=True)
    if below:
        draw_arrow(pen, (x, box[1] + box[3] - 2 * ARROW), ARROW, FAINT, up=False)
