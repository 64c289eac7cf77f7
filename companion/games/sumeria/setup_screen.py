"""The check of the setup: the ranking row and the influence tiles as read, and what is missing."""

import math
from dataclasses import dataclass
from typing import Final

from companion.games.sumeria.play import SPACES_ABOVE
from companion.games.sumeria.tiles import draw_tile
from companion.ui.layout import across, bottom_and_rest, down, paragraph_above
from companion.ui.menu import LEAST_ROW as LEAST
from companion.ui.menu import Row, draw_row, row_height
from companion.ui.pen import Box, Pen
from companion.ui.pieces import ring_image
from companion.ui.style import CARD, FAINT, GOLD, INK, LINE, PALE_GOLD, TEXT, region

SLOT_TARGET: Final = "slot-{}"
"""Under which name a place of the ranking row can be touched; 0 is the most important."""
SPACE_TARGET: Final = "space-{}"
"""The same of a space for an influence tile, in the order of the record."""
READY_TARGET: Final = "ready"
"""The same of the row that ends the check."""
UNKNOWN: Final = "?"
GAP: Final = 6
RANK: Final = 26
"""How wide the strip with the rank is on a tile of the row."""
COLUMNS: Final = (4, 3, 2, 1)
TILES: Final = 54
"""How high the line of influence tiles is."""
TILE: Final = 22
"""The radius of an influence tile."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The ranking row and the influence tiles, as far as known.

    ``row`` has a name with its tint for each place, the most important first; ``tiles`` a kind for
    each space; None is unknown. ``chosen`` numbers the places, then the spaces, then ``ready``,
    the row that ends the check.
    """

    text: str
    row: tuple[tuple[str, int] | None, ...]
    tiles: tuple[str | None, ...]
    ready: str
    chosen: int

    def draw(self, pen: Pen, box: Box) -> None:
        rest = paragraph_above(pen, self.text, box)
        ready = Row(self.ready)
        below, rest = bottom_and_rest(rest, row_height(pen, ready, box[2]) - GAP, gap=GAP)
        line, rest = bottom_and_rest(rest, TILES, gap=GAP)
        self._draw_row(pen, rest)
        self._draw_tiles(pen, line)
        draw_row(pen, below, ready, chosen=self.chosen == len(self.row) + len(self.tiles))
        pen.target(READY_TARGET, below)

    def _draw_row(self, pen: Pen, box: Box) -> None:
        """Draw the tiles in as many columns as the longest name allows."""
        longest = max(pen.width(tile[0] if tile else UNKNOWN, TEXT, bold=True) for tile in self.row)
        columns = next(
            (many for many in COLUMNS if (box[2] + GAP) / many - GAP - RANK - 6 >= longest), 1
        )
        rows = math.ceil(len(self.row) / columns)
        height = min(box[3], rows * (LEAST + 4 * GAP))
        lines = down((box[0], box[1], box[2], height), (1,) * rows, GAP)
        places = [place for line in lines for place in across(line, (1,) * columns, GAP)]
        for number, tile in enumerate(self.row):
            self._draw_slot(pen, places[number], number, tile)

    def _draw_slot(self, pen: Pen, place: Box, number: int, tile: tuple[str, int] | None) -> None:
        name, ground = (tile[0], region(tile[1])) if tile else (UNKNOWN, CARD)
        self._frame(pen, place, number, ground, known=tile is not None)
        left, top, width, height = place
        scored = number < len(SPACES_ABOVE)
        rank = (left + 4, top, RANK, height)
        pen.text(str(number + 1), rank, TEXT, colour=GOLD if scored else FAINT, align=0.5)
        inside = (left + RANK + 4, top, width - RANK - 6, height)
        pen.text(name, inside, TEXT, bold=scored, align=0.5 if tile is None else 0)
        pen.target(SLOT_TARGET.format(number), place)

    def _draw_tiles(self, pen: Pen, box: Box) -> None:
        """Draw the spaces, those above one rank together."""
        groups = across(box, [RANK / TILES + many for many in SPACES_ABOVE], 2 * GAP)
        number = 0
        for rank, (group, many) in enumerate(zip(groups, SPACES_ABOVE, strict=True), 1):
            left, top, width, height = group
            pen.text(str(rank), (left, top, RANK, height), TEXT, colour=GOLD, align=0.5)
            spaces = (left + RANK, top, width - RANK, height)
            for place in across(spaces, (1,) * many, GAP):
                self._draw_space(pen, place, number)
                number += 1

    def _draw_space(self, pen: Pen, place: Box, number: int) -> None:
        kind = self.tiles[number]
        self._frame(pen, place, len(self.row) + number, CARD, known=kind is not None)
        left, top, width, height = place
        middle = left + width / 2, top + height / 2
        if kind is None:
            pen.stamp(ring_image(LINE, round(TILE * pen.unit), 2), *middle)
            pen.text(UNKNOWN, place, TEXT, colour=INK, bold=True, align=0.5)
        else:
            draw_tile(pen, kind, *middle, TILE)
        pen.target(SPACE_TARGET.format(number), place)

    def _frame(
        self, pen: Pen, place: Box, number: int, ground: tuple[int, int, int], *, known: bool
    ) -> None:
        chosen = number == self.chosen
        pen.fill(place, ground if known or not chosen else PALE_GOLD, corner=8)
        pen.fill(place, GOLD if chosen else LINE, corner=8, outline=4 if chosen else 1)
