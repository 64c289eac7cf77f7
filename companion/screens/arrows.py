"""Arrows that point up and down."""

from typing import Final

from companion.screens.palette import Colour
from companion.screens.pen import Pen

UP: Final = ((0.0, -0.6), (0.8, 0.6), (-0.8, 0.6))
DOWN: Final = ((0.0, 0.6), (0.8, -0.6), (-0.8, -0.6))


def draw_arrow(pen: Pen, at: tuple[float, float], size: float, ink: Colour, *, up: bool) -> None:
    """Draw an arrow around a point of the design."""
    pen.shape(UP if up else DOWN, at, size, ink)
