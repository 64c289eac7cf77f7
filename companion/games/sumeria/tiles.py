"""Influence tiles and the city-states below them on a screen."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.ui.layout import inset, top_and_rest
from companion.ui.menu import Menu
from companion.ui.pen import Box, Pen
from companion.ui.pieces import counter_image, ring_image
from companion.ui.style import FAINT, GOLD, INK, LEAST, TEXT, Colour, ink_on, region
from companion.ui.tally import SUBJECT

# The leaflet's colours of the four kinds, and their letters.
KINDS: Final[Mapping[str, tuple[Colour, str]]] = {
    "economy": ((246, 207, 62), "E"),
    "military": ((236, 125, 44), "M"),
    "politics": ((64, 120, 200), "P"),
    "religion": ((72, 150, 82), "R"),
}


def draw_tile(  # noqa: PLR0913 - a point takes two
    pen: Pen, kind: str, x: float, y: float, radius: float, *, text: str = ""
) -> None:
    """Draw one influence tile around a point of the design; ``text`` stands for its letter."""
    pen.stamp(counter_image(KINDS[kind][0], round(radius * pen.unit)), x, y)
    ground, letter = KINDS[kind]
    box = (x - radius, y - radius, 2 * radius, 2 * radius)
    size = max(LEAST, radius * 1.4)
    pen.text(text or letter, box, size, colour=ink_on(ground), bold=True, align=0.5)


HEIGHT: Final = SUBJECT
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

    def draw(self, pen: Pen, box: Box) -> None:
        pen.fill(box, region(self.tint), corner=8)
        pen.fill(box, GOLD, corner=8, outline=3)
        left, top, width, height = inset(box, 6)
        pen.text(str(self.rank), (left, top, 34, height), TEXT, colour=INK, bold=True, align=0.5)
        tiles = len(self.tiles) * STEP
        pen.text(self.name, (left + 40, top, width - 44 - tiles, height), TEXT, bold=True)
        draw_tiles(pen, self.tiles, left + width - tiles, top + height / 2)


def draw_tiles(pen: Pen, tiles: tuple[str | None, ...], left: float, y: float) -> None:
    """Draw influence tiles beside each other, a ring for one that is not there."""
    for number, kind in enumerate(tiles):
        x = left + number * STEP + TILE
        if kind is None:
            pen.stamp(ring_image(FAINT, round(TILE * pen.unit), 2), x, y)
        else:
            draw_tile(pen, kind, x, y, TILE)


STRIP: Final = 48
RANK: Final = 30
BETWEEN_RANKS: Final = 16
"""Between the spaces above one rank and the next."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The kinds on the spaces above each rank, None for those still to come, above a menu."""

    spaces: tuple[tuple[str | None, ...], ...]
    menu: Menu

    def draw(self, pen: Pen, box: Box) -> None:
        strip, rest = top_and_rest(box, STRIP, gap=4)
        x, y = strip[0], strip[1] + STRIP / 2
        marked = False
        for rank, spaces in enumerate(self.spaces, start=1):
            pen.text(str(rank), (x, strip[1], RANK, STRIP), TEXT, bold=True, align=0.5)
            draw_tiles(pen, spaces, x + RANK, y)
            if not marked and None in spaces:
                ring = ring_image(GOLD, round((TILE + 4) * pen.unit), 4)
                pen.stamp(ring, x + RANK + spaces.index(None) * STEP + TILE, y)
                marked = True
            x += RANK + len(spaces) * STEP + BETWEEN_RANKS
        self.menu.draw(pen, rest)
