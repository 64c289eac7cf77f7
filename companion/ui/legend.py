"""What signs stand for: each with its word, in one row or several."""

from collections.abc import Sequence
from typing import Final

from companion.ui.layout import SLACK
from companion.ui.pen import LEADING, Box, Drawable, Pen

Sign = tuple[Drawable, str]
"""A sign, and the word for what it stands for."""
LINE: Final = LEADING + 0.1
"""How high a row is, by the size of the words; the signs are as wide."""
BEFORE_WORD: Final = 0.25
BETWEEN: Final = 0.7
"""Between two columns, by the same."""


def signs_height(pen: Pen, signs: Sequence[Sign], width: float, size: float) -> float:
    """Tell how high they are in a box so wide; infinite where a word has no room in it."""
    if not signs:
        return 0.0
    if _wide(pen, signs, size) - BETWEEN * size > width:
        return float("inf")
    return -(-len(signs) // _columns(pen, signs, width, size)) * LINE * size


def draw_signs(pen: Pen, signs: Sequence[Sign], box: Box, size: float) -> None:
    """Draw them at the top of a box, the columns in its middle, row by row."""
    if not signs:
        return
    left, top, width, _ = box
    columns, wide, high = _columns(pen, signs, width, size), _wide(pen, signs, size), LINE * size
    first = left + max(0.0, (width - columns * wide + BETWEEN * size) / 2)
    for number, (sign, word) in enumerate(signs):
        x, y = first + number % columns * wide, top + number // columns * high
        sign.draw(pen, (x, y, high, high))
        after = x + high + BEFORE_WORD * size
        pen.text(word, (after, y, pen.width(word, size) + SLACK, high), size)


def _columns(pen: Pen, signs: Sequence[Sign], width: float, size: float) -> int:
    wide = _wide(pen, signs, size)
    most = max(1, min(len(signs), int((width + BETWEEN * size) / wide)))
    return -(-len(signs) // -(-len(signs) // most))  # as many rows, and these alike


def _wide(pen: Pen, signs: Sequence[Sign], size: float) -> float:
    """Tell how wide a column is, with the gap behind it."""
    longest = max(pen.width(word, size) for _, word in signs)
    return longest + SLACK + (LINE + BEFORE_WORD + BETWEEN) * size
