"""Where people sit around a table, and how precisely they put things down."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.board import Board
from hardware.virtual.painting import Point

ARM_MM: Final = 430.0
SKINS: Final = (0.15, 0.7, 0.4, 0.05)
SLEEVES: Final = ((112, 66, 36), (60, 96, 58), (52, 48, 132), (92, 92, 98))


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at one edge of the board.

    ``middle_mm`` is the middle of that edge and ``outward`` the unit direction from the board to
    the player; ``reach_mm`` is half the length of the edge.
    """

    middle_mm: Point
    outward: Point
    reach_mm: float
    skin: float
    sleeve: tuple[int, int, int]

    def shoulder(self, lean_mm: float) -> Point:
        """Where an arm comes from, ``lean_mm`` to a side; beyond the edge of the picture."""
        return self._beside(lean_mm, ARM_MM)

    def supply(self, number: int) -> Point:
        """Where the ``number``-th piece of the supply stands: two rows along the edge."""
        column, row = divmod(number, 2)
        return self._beside(-0.55 * self.reach_mm + 21.0 * column, 28.0 + 20.0 * row)

    def won(self, number: int) -> Point:
        """Where the ``number``-th round tile lies that the player has won."""
        column, row = divmod(number, 3)
        return self._beside(0.35 * self.reach_mm + 18.0 * column, 22.0 + 18.0 * row)

    def _beside(self, along: float, out: float) -> Point:
        (x, y), (dx, dy) = self.middle_mm, self.outward
        return x - dy * along + dx * out, y + dx * along + dy * out


def laid_out_mm(board: Board) -> Point:
    """Tell how much of the table a board takes up with its row of tiles: width and height, mm."""
    width, height = board.size_mm
    return width, max([height, *(y + high for _, y, _, high in board.row_boxes)])


def seats(size_mm: Point, players: int) -> tuple[Seat, ...]:
    """Seat players clockwise, seen from above, beginning at the lower edge of the board.

    With three the upper edge stays free.
    """
    width, height = size_mm
    edges: tuple[tuple[Point, Point, float], ...] = (
        ((width / 2, height), (0.0, 1.0), width / 2),
        ((0.0, height / 2), (-1.0, 0.0), height / 2),
        ((width / 2, 0.0), (0.0, -1.0), width / 2),
        ((width, height / 2), (1.0, 0.0), height / 2),
    )
    taken = [0, 1, 3] if players == len(edges) - 1 else list(range(players))
    return tuple(Seat(*edges[i], SKINS[i], SLEEVES[i]) for i in taken)


def jitter(rng: np.random.Generator, at: Point, spread_mm: float, most_mm: float) -> Point:
    """Miss a point a little, as people do: by ``spread_mm`` on each axis, at most ``most_mm``."""
    off = rng.normal(0.0, spread_mm, 2)
    off *= min(1.0, most_mm / max(float(np.hypot(*off)), 1e-9))
    return at[0] + float(off[0]), at[1] + float(off[1])


def apart(one: Point, other: Point) -> float:
    """Measure the distance between two points, in mm."""
    return float(np.hypot(one[0] - other[0], one[1] - other[1]))
