"""Draws a whole screen: the top line, the body, and the labels of the four buttons."""

from typing import Final

import pygame

from companion.language import Language
from companion.screens.boxes import bottom_and_rest, inset, top_and_rest
from companion.screens.footer import draw_footer, footer_height
from companion.screens.palette import PAPER
from companion.screens.pen import Box, Pen
from companion.screens.screen import Screen
from companion.screens.top_line import draw_top, top_height

MARGIN: Final = 8
DIM: Final = 0.25
"""How much of its brightness a dimmed screen keeps."""


def draw_screen(surface: pygame.Surface, screen: Screen) -> Pen:
    """Draw on all of a surface; the pen that it returns knows what can be touched where."""
    words = Language(screen.language)
    pen = Pen.filling(surface)
    surface.fill(PAPER)
    whole: Box = (0, 0, *pen.design)
    top, rest = top_and_rest(whole, top_height(pen, screen))
    bottom, middle = bottom_and_rest(rest, footer_height(pen, screen.labels))
    draw_top(pen, top, screen)
    left, y, width, height = inset(middle, MARGIN)
    screen.body.draw(pen, (left, y - MARGIN, width, height + MARGIN), words)
    draw_footer(pen, bottom, screen.labels)
    if screen.dimmed:
        shade = round(255 * DIM)
        surface.fill((shade, shade, shade), special_flags=pygame.BLEND_MULT)
    if screen.turned:
        _turn(pen)
    return pen


def _turn(pen: Pen) -> None:
    """Turn what was drawn for whoever sits opposite, and all that the pen knows of it."""
    surface = pen.surface
    surface.blit(pygame.transform.rotate(surface, 180), (0, 0))
    width, height = surface.get_size()

    def turned(place: pygame.Rect) -> pygame.Rect:
        return pygame.Rect(width - place.right, height - place.bottom, place.width, place.height)

    pen.targets = {name: turned(place) for name, place in pen.targets.items()}
    pen.written = [(text, turned(place)) for text, place in pen.written]
