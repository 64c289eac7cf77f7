"""The six exchanges below the map of regions, and the whole board of both."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.games.siberia.board_map import RegionMap, draw_pawns, pawns_wide, regions_drawn
from companion.games.siberia.map_plan import LEADING, NAME, PAWN
from companion.ui.layout import across, bottom_and_rest, down, draw_card
from companion.ui.pen import Box, Pen
from companion.ui.style import LAST_MOVE, SMALL
from companion.ui.style import LEAST as SMALLEST
from engine.board import Board
from engine.game import StateObject
from engine.siberia.board import EXCHANGES as EXCHANGE_PLACES
from engine.siberia.board import SiberiaBoard, as_siberia

EXCHANGES: Final = 48
"""How high a row of exchanges is."""
LEAST_EXCHANGE: Final = 78
"""How wide an exchange is for its name's sake, where the regions leave room for two rows."""
LEAST_REGIONS: Final = (136, 200)
"""How high the regions are at least above one row of exchanges, and above two."""
INSIDE: Final = 4
"""How far from the sides of an exchange its pawns stand at least."""
BESIDE_NAME: Final = 3
"""How far from them its name stands at least."""
SIDE_NAMES: Final = (SMALL, 19, 18, NAME, 16, SMALLEST)
"""How large the names of the exchanges are written, the largest at which all fit."""
APART: Final = 3
"""Between two exchanges."""


@dataclass(frozen=True, slots=True)
class ExchangeRow:
    """The six exchanges with their salesmen; ``sides`` are those in play, in order.

    They stand in as many rows as their box is high for.
    """

    board: SiberiaBoard
    sides: Sequence[str]
    pawns: Mapping[str, Mapping[str, int]]
    touched: Sequence[str] = ()

    def draw(self, pen: Pen, box: Box) -> None:
        names = {one.id: one.name for one in self.board.exchanges}
        size, cells = self.cells(pen, box)
        for side, cell in zip(self.sides, cells, strict=False):
            touched = side in self.touched
            draw_card(pen, cell, marked=touched, corner=5, thick=2)
            if touched:
                pen.fill(cell, LAST_MOVE, corner=5, outline=2)
            left, top, width, height = cell
            named = size * LEADING
            pen.text(names[side], (left + 1, top + 1, width - 2, named), size, align=0.5)
            below = (left + INSIDE + 1, top + named, width - 2 * INSIDE, height - named - 2)
            draw_pawns(pen, self.pawns.get(side, {}), below, PAWN)

    def cells(self, pen: Pen, box: Box) -> tuple[float, list[Box]]:
        """Place the exchanges, each as wide as its name; tell how large all names are written.

        What is left goes to those where pawns want more than that, then to all alike.
        """
        names = {one.id: one.name for one in self.board.exchanges}
        rows = max(1, int(box[3] / EXCHANGES))
        columns = max(1, math.ceil(len(self.sides) / rows))
        room = box[2] - APART * (columns - 1)

        def widths(of: Callable[[str], float]) -> list[float]:
            wide = [of(side) for side in self.sides]
            return [max(wide[i::columns], default=0) for i in range(columns)]

        for size in SIDE_NAMES:
            named = widths(lambda side: pen.width(names[side], size) + 2 * BESIDE_NAME)  # noqa: B023
            if sum(named) <= room:
                break
        pawns = widths(lambda side: pawns_wide(self.pawns.get(side, {}), PAWN) + 2 * INSIDE)
        wanted = [max(0.0, pawn - name) for pawn, name in zip(pawns, named, strict=True)]
        spare = max(0.0, room - sum(named))
        given = min(1.0, spare / max(1.0, sum(wanted)))
        rest = (spare - given * sum(wanted)) / columns
        shares = [name + given * want + rest for name, want in zip(named, wanted, strict=True)]
        lines = down(box, (1,) * rows, gap=APART)
        return size, [cell for row in lines for cell in across(row, shares, gap=APART)]


@dataclass(frozen=True, slots=True)
class WholeBoard:
    """The regions, and the exchanges below them where there is room for both.

    There are no exchanges before it is known which are in play.
    """

    regions: RegionMap
    exchanges: ExchangeRow

    def draw(self, pen: Pen, box: Box) -> None:
        high = self._below(box)
        if high:
            below, box = bottom_and_rest(box, high, gap=3)
            self.exchanges.draw(pen, below)
        self.regions.draw(pen, box)

    def _below(self, box: Box) -> float:
        """Tell how much height the exchanges take: two rows, one, or none."""
        number = len(self.exchanges.sides)
        rows = 1 if number * LEAST_EXCHANGE <= box[2] else 2
        for many in range(rows, 0, -1):
            high = many * (EXCHANGES + 3) - 3
            if number and box[3] - high >= LEAST_REGIONS[many - 1]:
                return high
        return 0


def exchanges_drawn(board: Board, state: StateObject, touched: Sequence[str]) -> ExchangeRow:
    """Draw the exchanges of a state of a game; ``touched`` are the sides to be pointed out."""
    return ExchangeRow(as_siberia(board), state["exchanges"], state["pawns"], touched)


def board_drawn(board: Board, state: StateObject, rings: tuple[str, ...]) -> WholeBoard:
    """Draw a state of a game, some regions and places of exchanges pointed out."""
    places = [
        place.id for group in board.areas if group.id == EXCHANGE_PLACES for place in group.places
    ]
    sides = dict(zip(places, state["exchanges"], strict=False))  # none before the setup
    touched = [sides.get(one, one) for one in rings]
    return WholeBoard(regions_drawn(board, state, touched), exchanges_drawn(board, state, touched))
