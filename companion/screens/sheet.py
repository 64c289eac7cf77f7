"""Draws a whole screen: the top line, the body, and the labels of the four buttons."""

from typing import Final

import pygame

from companion.language import Language
from companion.screens.boxes import across, bottom_and_rest, inset, top_and_rest
from companion.screens.palette import CARD, FAINT, INK, LIGHTS, LINE, PAPER
from companion.screens.pen import Box, Pen
from companion.screens.screen import Screen
from companion.screens.sizes import SMALL, TEXT
from hardware.panel import Button

HEADER: Final = 46
FOOTER: Final = 54
DIM: Final = 0.25
"""How much of its brightness a dimmed screen keeps."""


def draw_screen(surface: pygame.Surface, screen: Screen) -> Pen:
    """Draw on all of a surface; the pen that it returns knows what can be touched where."""
    words = Language(screen.language)
    pen = Pen.filling(surface)
    surface.fill(PAPER)
    whole: Box = (0, 0, *pen.design)
    top, rest = top_and_rest(whole, HEADER)
    bottom, middle = bottom_and_rest(rest, FOOTER)
    _draw_header(pen, top, screen)
    screen.body.draw(pen, inset(middle, 8), words)
    _draw_labels(pen, bottom, screen)
    if screen.dimmed:
        shade = round(255 * DIM)
        surface.fill((shade, shade, shade), special_flags=pygame.BLEND_MULT)
    if screen.turned:
        _turn(pen)
    return pen


def _draw_header(pen: Pen, box: Box, screen: Screen) -> None:
    title, status = across(inset(box, 4), (3, 2), gap=8)
    pen.text(screen.title, title, TEXT, bold=True)
    left, top, width, height = status
    pen.fill((left + width - 22, top + height / 2 - 10, 20, 20), LIGHTS[screen.light], corner=10)
    pen.text(screen.status, (left, top, width - 30, height), SMALL, colour=FAINT, align=1, lines=2)


def _draw_labels(pen: Pen, box: Box, screen: Screen) -> None:
    """Name what each button does, in the order in which they stand on the panel."""
    pen.fill(box, LINE)
    for button, place in zip(Button, across(inset(box, 3), (1, 1, 1, 1), gap=3), strict=True):
        label = screen.labels.of(button)
        if not label:
            continue
        pen.fill(place, CARD, corner=8)
        pen.text(label, inset(place, 4), TEXT, colour=INK, bold=True, align=0.5)
        pen.target(button.value, place)


def _turn(pen: Pen) -> None:
    """Turn what was drawn for whoever sits opposite, and all that the pen knows of it."""
    surface = pen.surface
    surface.blit(pygame.transform.rotate(surface, 180), (0, 0))
    width, height = surface.get_size()
    for name, place in pen.targets.items():
        pen.targets[name] = pygame.Rect(
            width - place.right, height - place.bottom, place.width, place.height
        )
