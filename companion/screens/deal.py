"""Entering the influence tiles that were drawn: the spaces so far, and the kinds to choose from."""

from dataclasses import dataclass
from typing import Final

from companion.language import Language
from companion.screens.boxes import top_and_rest
from companion.screens.menu import Menu
from companion.screens.palette import GOLD
from companion.screens.pen import Box, Pen
from companion.screens.pieces import ring_image
from companion.screens.place import STEP, TILE, draw_tiles
from companion.screens.sizes import TEXT

HEIGHT: Final = 48
RANK: Final = 30
APART: Final = 16
"""Between the spaces above one rank and the next."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The kinds on the spaces above each rank, None for those still to come, above a menu."""

    spaces: tuple[tuple[str | None, ...], ...]
    menu: Menu

    def draw(self, pen: Pen, box: Box, words: Language) -> None:
        """Draw the spaces by rank, the next one marked, and the menu below."""
        strip, rest = top_and_rest(box, HEIGHT, gap=4)
        x, y = strip[0], strip[1] + HEIGHT / 2
        marked = False
        for rank, spaces in enumerate(self.spaces, start=1):
            pen.text(str(rank), (x, strip[1], RANK, HEIGHT), TEXT, bold=True, align=0.5)
            draw_tiles(pen, spaces, x + RANK, y)
            if not marked and None in spaces:
                ring = ring_image(GOLD, round((TILE + 4) * pen.unit), 4)
                pen.stamp(ring, x + RANK + spaces.index(None) * STEP + TILE, y)
                marked = True
            x += RANK + len(spaces) * STEP + APART
        self.menu.draw(pen, rest, words)
