"""How cubes, pawns and markers of Siberia are drawn on the screen."""

import functools
from collections.abc import Mapping, Sequence
from typing import Final

import pygame

from companion.ui.pen import Box, Pen
from companion.ui.pieces import piece_image
from companion.ui.style import FAINT, INK, LINE, Colour, ink_on

Shape = Sequence[tuple[float, float]]

COLOURS: Final[Mapping[str, Colour]] = {
    "gas": (60, 168, 206),
    "coal": (38, 38, 40),
    "oil": (112, 44, 116),
    "gold": (226, 112, 24),
    "diamond": (236, 234, 230),
}
"""Those of the printed cubes of the board that comes with the program."""
SHAPES: Final[Mapping[str, Shape]] = {
    # A flame, a lump, a drop, a bar and a stone, within a circle of radius 1, y down.
    "gas": (
        *((0.05, -1), (0.3, -0.45), (0.55, -0.6), (0.75, 0.2), (0.5, 0.8), (0, 0.95)),
        *((-0.5, 0.8), (-0.75, 0.2), (-0.35, -0.25)),
    ),
    "coal": ((-0.45, -0.75), (0.4, -0.8), (0.9, -0.1), (0.6, 0.7), (-0.3, 0.8), (-0.9, 0.15)),
    "oil": (
        *((0, -1), (0.4, -0.3), (0.62, 0.25), (0.45, 0.75), (0, 0.95)),
        *((-0.45, 0.75), (-0.62, 0.25), (-0.4, -0.3)),
    ),
    "gold": ((-0.5, -0.45), (0.5, -0.45), (0.95, 0.5), (-0.95, 0.5)),
    "diamond": ((-0.5, -0.65), (0.5, -0.65), (0.95, -0.15), (0, 0.9), (-0.95, -0.15)),
}
FINER: Final = 4
PALE: Final = (255, 255, 255, 80)
"""What a pale cube keeps of its red, green, blue and opacity, of 255."""
COUNT: Final = 18
"""How large the number beside a pawn is written."""


@functools.lru_cache(maxsize=64)
def cube_image(
    resource: str, side: int, *, gone: bool = False, pale: bool = False
) -> pygame.Surface:
    """Draw a cube from above: its colour, and a shape for those who see colours alike.

    One that is ``gone`` is an empty outline; a ``pale`` one is there, but cannot be had now.
    """
    full = side * FINER
    image = pygame.Surface((full, full), pygame.SRCALPHA, 32)
    whole = pygame.Rect(0, 0, full, full)
    ground = COLOURS[resource]
    if not gone:
        pygame.draw.rect(image, ground, whole, border_radius=full // 7)
    thick = max(FINER, full // 14)
    rim = FAINT if gone else INK
    pygame.draw.rect(image, rim, whole, thick, border_radius=full // 7)
    size, middle = full * 0.33, full / 2
    ink = LINE if gone else ink_on(ground)
    points = [(middle + size * x, middle + size * y) for x, y in SHAPES[resource]]
    pygame.draw.polygon(image, ink, points)
    if pale:
        image.fill(PALE, special_flags=pygame.BLEND_RGBA_MULT)
    return pygame.transform.smoothscale(image, (side, side))


def draw_cube(  # noqa: PLR0913 - a point takes two
    pen: Pen,
    resource: str,
    x: float,
    y: float,
    side: float,
    *,
    gone: bool = False,
    pale: bool = False,
) -> None:
    """Draw a cube around a point of the design."""
    image = cube_image(resource, max(8, round(side * pen.unit)), gone=gone, pale=pale)
    pen.stamp(image, x, y)


def draw_cubes(pen: Pen, cubes: Sequence[str], box: Box, largest: float) -> None:
    """Draw cubes in a row in the middle of a box, smaller where they would not fit."""
    left, top, width, height = box
    step = min(largest + 2, width / max(1, len(cubes)))
    first = left + (width - step * len(cubes)) / 2
    for i, resource in enumerate(cubes):
        draw_cube(pen, resource, first + (i + 0.5) * step, top + height / 2, step - 2)


def draw_pawns(pen: Pen, pawns: Mapping[str, int], box: Box, radius: float) -> None:
    """Draw the pawns of each player in the middle of a box: one, and how many where more."""
    left, top, width, height = box
    wide = [2 * radius + 2 + (COUNT * 0.6 if number > 1 else 0) for number in pawns.values()]
    scale = min(1.0, width / max(1.0, sum(wide)))
    radius *= scale
    x, y = left + (width - sum(wide) * scale) / 2, top + height / 2
    for (player, number), room in zip(pawns.items(), wide, strict=True):
        image = piece_image(player, round(radius * pen.unit))
        pen.stamp(image, x + radius, y)
        if number > 1:
            at = (x + 2 * radius, y - COUNT / 2, room * scale - 2 * radius, COUNT)
            pen.text(str(number), at, COUNT * scale, bold=True)
        x += room * scale
