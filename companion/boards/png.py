"""A drawing of a board as a picture."""

from pathlib import Path
from typing import Final

import pygame

from companion.boards.drawing import INK, ROUTE, Disc, Drawing, Line, Rect, Words
from companion.ui.pen import Pen
from companion.ui.style import WHITE

PX_PER_MM: Final = 4.0
FINER: Final = 2
"""Drawn so many times larger and shrunk, for smooth edges."""


def board_png(drawing: Drawing, path: Path) -> None:
    """Write the drawing as a PNG; raises OSError where that cannot be written."""
    width, height = drawing.bounds[2:]
    scale = PX_PER_MM * FINER
    large = pygame.Surface((round(width * scale), round(height * scale)), depth=32)
    large.fill(WHITE)
    for shape in drawing.shapes:
        if not isinstance(shape, Words):
            _draw(large, shape, drawing.bounds[:2], scale)
    picture = pygame.transform.smoothscale(
        large, (round(width * PX_PER_MM), round(height * PX_PER_MM))
    )
    pen = Pen(picture, (width, height))
    for shape in drawing.shapes:
        if isinstance(shape, Words):
            _write(pen, shape, drawing.bounds[:2])
    try:
        pygame.image.save(picture, str(path))
    except pygame.error as error:
        raise OSError(None, str(error), str(path)) from None


def _draw(
    surface: pygame.Surface,
    shape: Line | Disc | Rect,
    corner: tuple[float, float],
    scale: float,
) -> None:
    left, top = corner

    def px(at: tuple[float, float]) -> tuple[int, int]:
        return round((at[0] - left) * scale), round((at[1] - top) * scale)

    match shape:
        case Line(one, other, width):
            pygame.draw.line(surface, ROUTE, px(one), px(other), round(width * scale))
        case Disc(at, radius, fill, stroke):
            pygame.draw.circle(surface, fill, px(at), radius * scale)
            pygame.draw.circle(surface, INK, px(at), radius * scale, round(stroke * scale))
        case Rect((x, y, width, height), fill, stroke):
            place = pygame.Rect(*px((x, y)), round(width * scale), round(height * scale))
            pygame.draw.rect(surface, fill, place)
            pygame.draw.rect(surface, INK, place, round(stroke * scale))


def _write(pen: Pen, words: Words, corner: tuple[float, float]) -> None:
    wide = pen.width(words.text, words.size) + 2 * words.size
    x, y = words.at[0] - corner[0], words.at[1] - corner[1]
    box = (x - wide / 2, y - words.size, wide, 2 * words.size)
    pen.text(words.text, box, words.size, align=0.5)
