"""A city-state that is scored: its rank, its name, and the influence tiles above it."""

from dataclasses import dataclass
from typing import Final

from companion.screens.boxes import inset
from companion.screens.palette import FAINT, GOLD, INK, region
from companion.screens.pen import Box, Pen
from companion.screens.pieces import ring_image
from companion.screens.sizes import TEXT
from companion.screens.tokens import draw_tile

HEIGHT: Final = 50
TILE: Final = 19
"""Radius of an influence tile."""
STEP: Final = 2 * TILE + 4


@dataclass(frozen=True, slots=True)
class Place:
    """A city-state: ``tint`` is its place in the board file, which its colour goes by.

    ``tiles`` are the kinds of influence tile above it, None for an empty space.
    """

    rank: int
    name: str
    tint: int
    tiles: tuple[str | None, ...]


def draw_place(pen: Pen, place: Place, box: Box) -> None:
    """Draw a band in the colour of the city-state, its tiles at the right."""
    pen.fill(box, region(place.tint), corner=8)
    pen.fill(box, GOLD, corner=8, outline=3)
    left, top, width, height = inset(box, 6)
    pen.text(str(place.rank), (left, top, 34, height), TEXT, colour=INK, bold=True, align=0.5)
    tiles = len(place.tiles) * STEP
    pen.text(place.name, (left + 40, top, width - 44 - tiles, height), TEXT, bold=True)
    draw_tiles(pen, place.tiles, left + width - tiles, top + height / 2)


def draw_tiles(pen: Pen, tiles: tuple[str | None, ...], left: float, y: float) -> None:
    """Draw influence tiles beside each other, a ring for one that is not there."""
    for number, kind in enumerate(tiles):
        x = left + number * STEP + TILE
        if kind is None:
            pen.stamp(ring_image(FAINT, round(TILE * pen.unit), 2), x, y)
        else:
            draw_tile(pen, kind, x, y, TILE)
