"""How a board and its tiles are spread over sheets of paper, to be cut and glued together.

Lengths are mm. The sheets lie in a grid and overlap; the board begins at the top left of the
first, and below it, on the sheets of the last row, there is room for the tiles.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

A4_MM: Final = (210.0, 297.0)
MARGIN_MM: Final = 8.0
"""What home printers may leave blank at each edge, and a little more."""
OVERLAP_MM: Final = 8.0
"""How much of two neighbouring sheets shows the same, to be glued on each other."""
GAP_MM: Final = 4.0
"""Between what is cut out."""

LEAST_PERCENT: Final = 10

Box = tuple[float, float, float, float]  # x, y, width, height


@dataclass(frozen=True, slots=True)
class Paper:
    """So many sheets beside and below each other, each of a size, upright or lying."""

    columns: int
    rows: int
    sheet_mm: tuple[float, float]

    @property
    def shown_mm(self) -> tuple[float, float]:
        """What of one sheet can be printed on."""
        width, height = self.sheet_mm
        return width - 2 * MARGIN_MM, height - 2 * MARGIN_MM

    @property
    def whole_mm(self) -> tuple[float, float]:
        """How large all sheets are together, glued."""
        width, height = self.shown_mm
        across = self.columns * width - (self.columns - 1) * OVERLAP_MM
        return across, self.rows * height - (self.rows - 1) * OVERLAP_MM

    def sheets(self) -> list[Box]:
        """Tell what part of the whole each sheet shows, row by row."""
        width, height = self.shown_mm
        return [
            (column * (width - OVERLAP_MM), row * (height - OVERLAP_MM), width, height)
            for row in range(self.rows)
            for column in range(self.columns)
        ]


FULL: Final = Paper(3, 2, A4_MM)
"""Six sheets upright: as large as the board is."""
SMALL: Final = Paper(2, 2, (A4_MM[1], A4_MM[0]))
"""Four sheets lying."""


def fit(
    paper: Paper, size_mm: tuple[float, float], sides: Sequence[float]
) -> tuple[float, list[Box]]:
    """Fit a board and its tiles on paper: the scale, 1 if possible, and where each tile goes.

    ``sides`` are those of the square pieces, the largest first. Raises ValueError for a board that
    would not even fit at a tenth of its size.
    """
    width, height = paper.whole_mm
    for percent in range(100, LEAST_PERCENT, -1):
        scale = percent / 100
        board = (scale * size_mm[0], scale * size_mm[1])
        if board[0] <= width and board[1] <= height:
            places = _place_tiles(paper, board, [scale * side for side in sides])
            if places is not None:
                return scale, places
    raise ValueError("the paper has no room for this board")


def _place_tiles(
    paper: Paper, board_mm: tuple[float, float], sides: Sequence[float]
) -> list[Box] | None:
    """Place square pieces below the board, in rows on each sheet of the last row, none cut.

    ``board_mm`` is the board's size as printed. None when there is no room.
    """
    left_over = list(sides)
    placed: list[Box] = []
    below = board_mm[1] + GAP_MM
    sheets = paper.sheets()[-paper.columns :]
    for number, (left, top, width, height) in enumerate(sheets):
        # Nothing lies where a neighbour would show a part of it.
        first = left + (OVERLAP_MM if number else 0.0)
        right = left + width - (OVERLAP_MM if number < paper.columns - 1 else 0.0)
        x, y, row = first, max(below, top + OVERLAP_MM), 0.0
        while left_over:
            side = left_over[0]
            if x + side > right:
                x, y, row = first, y + row + GAP_MM, 0.0
            if y + side > top + height:
                break
            placed.append((x, y, side, side))
            x, row = x + side + GAP_MM, max(row, side)
            left_over.pop(0)
    return None if left_over else placed
