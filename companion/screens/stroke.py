"""Lines on a screen."""

import pygame

from companion.screens.palette import Colour
from companion.screens.pen import Pen

Point = tuple[float, float]


def draw_line(pen: Pen, start: Point, end: Point, colour: Colour, thick: float) -> None:
    """Draw a line between two points of the design."""
    width = max(1, round(thick * pen.unit))
    pygame.draw.line(pen.surface, colour, pen.at(*start), pen.at(*end), width)
