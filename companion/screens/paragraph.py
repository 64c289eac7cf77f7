"""Text that takes as many lines as it needs, and leaves the rest of its box."""

from typing import Final

from companion.screens.boxes import bottom_and_rest, top_and_rest
from companion.screens.pen import Box, Pen
from companion.screens.sizes import TEXT

SLACK: Final = 2
"""By how much a box may be smaller once it has become whole pixels."""


def paragraph_above(  # noqa: PLR0913 - how a text is set
    pen: Pen, text: str, box: Box, *, size: float = TEXT, bold: bool = False, align: float = 0
) -> Box:
    """Write at the top of a box; give what is left below."""
    if not text:
        return box
    lines = len(pen.wrapped(text, box[2] - SLACK, size, bold=bold))
    place, rest = top_and_rest(box, pen.height(lines, size) + SLACK, gap=size / 4)
    pen.text(text, place, size, bold=bold, align=align, lines=lines)
    return rest


def paragraph_below(pen: Pen, text: str, box: Box) -> Box:
    """Write at the bottom of a box; give what is left above."""
    if not text:
        return box
    lines = len(pen.wrapped(text, box[2] - SLACK, TEXT))
    place, rest = bottom_and_rest(box, pen.height(lines, TEXT) + SLACK, gap=TEXT / 4)
    pen.text(text, place, TEXT, lines=lines)
    return rest
