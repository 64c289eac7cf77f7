"""A code that a phone's camera reads, with what it is for."""

from dataclasses import dataclass
from typing import Final

from companion.ui.layout import paragraph_above
from companion.ui.pen import Box, Pen
from companion.ui.style import FAINT, LEAST, WHITE, Colour

BLACK: Final[Colour] = (0, 0, 0)
QUIET: Final = 4
"""Modules of white around a code, as its standard wants them."""


@dataclass(frozen=True, slots=True)
class Code:
    """An address as a code, and what whoever scans it may do."""

    address: str
    caption: str

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw the caption, below it the code as large as it can be, and the address."""
        import segno  # noqa: PLC0415 - only where phones may look on

        rest = paragraph_above(pen, self.caption, box, align=0.5)
        left, top, width, height = rest
        height -= 2 * LEAST
        matrix = segno.make(self.address, error="m", micro=False).matrix
        modules = len(matrix) + 2 * QUIET
        # Whole pixels: a camera wants straight edges.
        side = max(1, int(min(width, height) * pen.unit / modules)) / pen.unit
        corner = left + (width - side * modules) / 2
        pen.fill((corner, top, side * modules, side * modules), WHITE)
        for row, line in enumerate(matrix, QUIET):
            for column, dark in enumerate(line, QUIET):
                if dark:
                    pen.fill((corner + column * side, top + row * side, side, side), BLACK)
        below = (left, top + side * modules, width, 2 * LEAST)
        pen.text(self.address, below, LEAST, colour=FAINT, align=0.5, lines=2)
