"""The board as a diagram: regions, routes, spots by kind, and the merchants on them."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pygame

from companion.screens.board_plan import CELL, BoardPlan, board_plan
from companion.screens.palette import CARD, FAINT, GOLD, INK, region
from companion.screens.pen import Box, Pen
from companion.screens.pieces import merchant_image, ring_image, spot_image
from engine.board import Board

SPOT_TARGET: Final = "spot-{}"
"""Under which name the spot of a location can be touched."""
MERCHANT: Final = 0.86
"""The radius of a merchant, by that of a spot."""
ROUTE: Final = 2.5
RING: Final = 3.5
FINER: Final = 2
"""The ground is drawn so many times larger and shrunk, for smooth lines."""
GROUNDS_KEPT: Final = 12


@dataclass(frozen=True, slots=True)
class Diagram:
    """A board, and who stands on it.

    ``standing`` gives the colour on each location that is not empty, ``seats`` the colours in seat
    order. ``rings`` are the locations that are pointed out, ``chosen`` the one that is about to be
    chosen. ``touchable``: each spot can be touched, under ``SPOT_TARGET``.
    """

    board: Board
    standing: Mapping[str, str]
    seats: Sequence[str]
    rings: Sequence[str] = ()
    chosen: str | None = None
    touchable: bool = False

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw into a box of any shape; what never changes is drawn once for each size."""
        plan = board_plan(pen, self.board, box[2], box[3])
        area = pen.pixels(box)
        pen.surface.blit(_ground(self.board, _Drawn(plan), area.size), area)
        left, top, *_ = box
        for name, (x, y, width, height) in plan.names:
            at = (left + x, top + y, width, height)
            pen.text(name, at, plan.name_size, bold=True, align=0.5)
        radius = round(plan.spot * MERCHANT * pen.unit)
        for ident, colour in self.standing.items():
            x, y = plan.at[ident]
            seat = self.seats.index(colour)
            pen.stamp(merchant_image(colour, seat, radius), left + x, top + y)
        self._draw_marks(pen, plan, (left, top))

    def _draw_marks(self, pen: Pen, plan: BoardPlan, corner: tuple[float, float]) -> None:
        left, top = corner
        around = round((plan.spot + RING + 1) * pen.unit)
        for ident in self.rings:
            x, y = plan.at[ident]
            pen.stamp(ring_image(GOLD, around, round(RING * pen.unit)), left + x, top + y)
        if self.chosen is not None:
            x, y = plan.at[self.chosen]
            farther = round((plan.spot + 2 * RING + 2) * pen.unit)
            pen.stamp(ring_image(INK, farther, round(RING * pen.unit)), left + x, top + y)
        if self.touchable:
            side = plan.apart
            for ident, (x, y) in plan.at.items():
                place = (left + x - side / 2, top + y - side / 2, side, side)
                pen.target(SPOT_TARGET.format(ident), place)


class _Drawn:
    """A plan by which the ground drawn from it is found again."""

    def __init__(self, plan: BoardPlan) -> None:
        self.plan = plan

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Drawn) and other.plan is self.plan

    def __hash__(self) -> int:
        return id(self.plan)


@functools.lru_cache(maxsize=GROUNDS_KEPT)
def _ground(board: Board, drawn: _Drawn, size: tuple[int, int]) -> pygame.Surface:
    """Draw regions, routes and spots; ``size`` is in pixels."""
    plan = drawn.plan
    large = (size[0] * FINER, size[1] * FINER)
    scale = large[0] / (plan.regions.shape[1] * CELL)
    ground = pygame.transform.smoothscale(_tints(board, plan), large)
    for one, other in board.stretches():
        start, end = ((x * scale, y * scale) for x, y in (plan.at[one], plan.at[other]))
        pygame.draw.line(ground, FAINT, start, end, round(ROUTE * scale))
    ground = pygame.transform.smoothscale(ground, size)
    scale /= FINER
    for location in board.locations:
        image = spot_image(location.kind, INK, round(plan.spot * scale))
        x, y = plan.at[location.id]
        ground.blit(image, image.get_rect(center=(round(x * scale), round(y * scale))))
    return ground


def _tints(board: Board, plan: BoardPlan) -> pygame.Surface:
    colours = [region(i) for i in range(len(board.city_states))]
    pixels = np.array([*colours, CARD], np.uint8)[plan.regions]
    height, width = plan.regions.shape
    return pygame.image.frombuffer(pixels.tobytes(), (width, height), "RGB")
