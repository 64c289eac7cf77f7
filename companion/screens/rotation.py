"""The ranking before and after the scored city-states went to its end, the tiles on their way."""

from dataclasses import dataclass
from typing import Final

from companion.language import Language
from companion.screens.palette import CARD, FAINT, GOLD, INK, LINE, region
from companion.screens.pen import Box, Pen
from companion.screens.sizes import TEXT
from companion.screens.stroke import draw_line

LEADING: Final = 3
"""How many ranks are scored (S-07)."""
SHARES: Final = (0.41, 0.49)
"""How much of the width a column of tiles takes, and at most where names are long."""
RANK: Final = 22
HIGHEST: Final = 64
GAP: Final = 5

Tile = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Rotation:
    """Two rows of city-states, (name, tint) each, the most important first.

    ``moved`` is how far the tiles are on their way, from 0 to 1.
    """

    old: tuple[Tile, ...]
    new: tuple[Tile, ...]
    moved: float = 1.0

    def draw(self, pen: Pen, box: Box, words: Language) -> None:
        """Draw the old row at the left and the new one at the right, each tile between them.

        Where names are too long for that, there is one column in which the tiles move.
        """
        del words  # names of city-states are the same in every language
        left, top, width, height = box
        step = min(height / len(self.old), HIGHEST)
        wide = self._wide(pen, width)
        far = width - wide
        if far:
            for rank, tile in enumerate(self.old):
                self._draw_way(pen, (left, top, width, step), rank, wide)
                _draw_tile(pen, tile, (left, top + rank * step, wide, step - GAP), rank, gone=True)
        for rank, tile in enumerate(self.old):
            y = rank + (self.new.index(tile) - rank) * self.moved
            place = (left + far * self.moved, top + y * step, wide, step - GAP)
            _draw_tile(pen, tile, place, round(y))

    def _wide(self, pen: Pen, width: float) -> float:
        """Tell how wide a column is."""
        usual, most = (width * share for share in SHARES)
        longest = max(pen.width(name, TEXT, bold=True) for name, _ in self.old) + RANK + 2 * GAP
        return max(usual, longest) if longest <= most else width

    def _draw_way(self, pen: Pen, box: Box, rank: int, wide: float) -> None:
        """Draw the line along which a tile goes."""
        left, top, width, step = box
        new = self.new.index(self.old[rank])
        colour = GOLD if rank < LEADING else LINE
        start = (left + wide, top + (rank + 0.5) * step)
        end = (left + width - wide, top + (new + 0.5) * step)
        draw_line(pen, start, end, colour, 3)


def _draw_tile(pen: Pen, tile: Tile, box: Box, rank: int, *, gone: bool = False) -> None:
    name, tint = tile
    left, top, width, height = box
    colour = FAINT if gone else INK
    pen.fill(box, CARD if gone else region(tint), corner=6)
    pen.fill(box, GOLD if rank < LEADING and not gone else LINE, corner=6, outline=2)
    number = (left + GAP, top, RANK, height)
    pen.text(str(rank + 1), number, TEXT, colour=colour, align=0.5)
    inside = (left + RANK + GAP + 2, top, width - RANK - GAP - 4, height)
    pen.text(name, inside, TEXT, bold=not gone, colour=colour)
