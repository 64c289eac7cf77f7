"""Each player's points, supply and influence tiles, side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.screens.boxes import across
from companion.screens.palette import CARD, FAINT, GOLD, KINDS, LINE, PALE_GOLD
from companion.screens.pen import Box, Pen
from companion.screens.pieces import merchant_image
from companion.screens.sizes import SMALL, TEXT
from companion.screens.tokens import draw_tile
from companion.state_object import StateObject

HEIGHT: Final = 66
NAME: Final = 24
"""How much higher a cell is with its player's name."""
GAP: Final = 4
MERCHANTS: Final = (11, 14)
"""Radii in a narrow cell and in another one."""
TILES: Final = (10, 12)
IN_SUPPLY: Final = 8
NARROW: Final = 112
"""Below this width a cell has no room for all."""


@dataclass(frozen=True, slots=True)
class ScoreCells:
    """What each player has, in this dynasty's order; whoever must act is marked.

    ``called`` are the names of the players by colour.
    """

    state: StateObject
    called: Mapping[str, str]

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw into a box that is at least ``HEIGHT`` high."""
        seats = list(self.state["supply"])
        players = list(self.state["order"]) or seats
        for player, cell in zip(players, across(box, (1,) * len(players), gap=GAP), strict=True):
            acting = player == self.state["to_play"]
            pen.fill(cell, PALE_GOLD if acting else CARD, corner=6)
            pen.fill(cell, GOLD if acting else LINE, corner=6, outline=3 if acting else 1)
            self._draw_player(pen, cell, player, seats)

    def _draw_player(self, pen: Pen, cell: Box, player: str, seats: Sequence[str]) -> None:
        left, top, width, height = cell
        seat = seats.index(player)
        if height >= HEIGHT + NAME:
            name = (left + GAP, top + 2, width - 2 * GAP, NAME)
            pen.text(self.called[player], name, SMALL, align=0.5)
            top, height = top + NAME, height - NAME
        wide = width >= NARROW
        upper = top + height * 0.3
        lower = top + height * 0.75
        radius = MERCHANTS[wide]
        image = merchant_image(player, seat, round(radius * pen.unit))
        pen.stamp(image, left + GAP + radius, upper)
        points = str(self.state["points"][player])
        x = left + 2 * GAP + 2 * radius
        room = pen.width(points, TEXT, bold=True) + 2
        pen.text(points, (x, upper - TEXT / 2, room, TEXT), TEXT, bold=True)
        end = x + room
        supply = str(self.state["supply"][player])
        room = pen.width(supply, SMALL) + 2
        x = left + width - GAP - room
        pen.text(supply, (x, upper - SMALL / 2, room, SMALL), SMALL, colour=FAINT)
        if x - 2 * IN_SUPPLY - 2 >= end:
            small = merchant_image(player, seat, round(IN_SUPPLY * pen.unit))
            pen.stamp(small, x - IN_SUPPLY - 2, upper)
        step = (width - 2 * GAP) / len(KINDS)
        for i, kind in enumerate(KINDS):
            many = str(self.state["tiles"][player][kind])
            draw_tile(pen, kind, left + GAP + (i + 0.5) * step, lower, TILES[wide], text=many)
