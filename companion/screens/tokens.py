"""Influence tiles on a screen: the colour of their kind, and its letter for the colour-blind."""

from companion.screens.palette import KINDS, ink_on
from companion.screens.pen import Pen
from companion.screens.pieces import tile_image
from companion.screens.sizes import LEAST


def draw_tile(  # noqa: PLR0913 - a point takes two
    pen: Pen, kind: str, x: float, y: float, radius: float, *, text: str = ""
) -> None:
    """Draw one influence tile around a point of the design; ``text`` stands for its letter."""
    pen.stamp(tile_image(kind, round(radius * pen.unit)), x, y)
    ground, letter = KINDS[kind]
    box = (x - radius, y - radius, 2 * radius, 2 * radius)
    size = max(LEAST, radius * 1.4)
    pen.text(text or letter, box, size, colour=ink_on(ground), bold=True, align=0.5)
