"""The board as a diagram: regions, routes, spots by kind, and the pieces on them."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pygame

from companion.ui.board_plan import CELL, RING, BoardPlan, board_plan
from companion.ui.layout import ASIDE, TALL, beside_or_below, bottom_and_rest
from companion.ui.menu import Menu, Row, draw_row, row_height
from companion.ui.pen import Box, Pen
from companion.ui.pieces import counter_image, piece_image, ring_image, spot_image
from companion.ui.style import CARD, FAINT, INK, LAST_MOVE, SMALL, WHITE, Colour, region
from engine.board import Board

SPOT_TARGET: Final = "spot-{}"
"""Under which name the spot of a location can be touched."""
PIECE: Final = 0.86
"""The radius of a piece, by that of a spot."""
ROUTE: Final = 2.5
LETTERED: Final = 13
"""The radius of the disc that a letter stands on."""
FINER: Final = 2
"""The ground is drawn so many times larger and shrunk, for smooth lines."""
GROUNDS_KEPT: Final = 12


@dataclass(frozen=True, slots=True)
class Diagram:
    """A board, and who stands on it.

    ``standing`` gives the colour on each location that is not empty. ``rings`` are the locations
    that are pointed out, ``chosen`` the one that is about to be chosen. ``letters`` stand beside
    spots, so that a text can speak of them. ``touchable``: each spot can be touched, under
    ``SPOT_TARGET``.
    """

    board: Board
    standing: Mapping[str, str]
    rings: Sequence[str] = ()
    chosen: str | None = None
    touchable: bool = False
    letters: Sequence[tuple[str, str]] = ()

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw into a box of any shape; what never changes is drawn once for each size."""
        plan = board_plan(pen, self.board, box[2], box[3])
        area = pen.pixels(box)
        pen.surface.blit(_ground(self.board, plan, area.size, pen.tints), area)
        left, top, *_ = box
        discs = [(letter, self._disc(plan, ident, box)) for ident, letter in self.letters]
        radius = round(plan.spot * PIECE * pen.unit)
        for ident, colour in self.standing.items():
            x, y = plan.at[ident]
            pen.stamp(piece_image(colour, radius), left + x, top + y)
        self._draw_marks(pen, plan, (left, top))
        for name, (x, y, width, height) in plan.names.values():
            at = (left + x, top + y, width, height)
            if not any(_touch(at, disc) for _, disc in discs):
                pen.text(name, at, plan.name_size, bold=True, align=0.5)
        for letter, disc in discs:
            x, y, side, _ = disc
            image = counter_image(INK, round(LETTERED * pen.unit))
            pen.stamp(image, x + side / 2, y + side / 2)
            pen.text(letter, disc, SMALL, bold=True, colour=WHITE, align=0.5)

    def _disc(self, plan: BoardPlan, ident: str, box: Box) -> Box:
        """Give where a letter stands: above and right of its spot, but not out of the drawing."""
        left, top, width, _ = box
        x, y = plan.at[ident]
        x = min(x + plan.spot + LETTERED / 2, width - LETTERED)
        y = max(y - plan.spot - LETTERED / 2, LETTERED)
        return left + x - LETTERED, top + y - LETTERED, 2 * LETTERED, 2 * LETTERED

    def _draw_marks(self, pen: Pen, plan: BoardPlan, corner: tuple[float, float]) -> None:
        left, top = corner
        around = round((plan.spot + RING + 1) * pen.unit)
        for ident in self.rings:
            x, y = plan.at[ident]
            # Within the other ring: farther out there may be a name.
            radius = around - round(RING * pen.unit) if ident == self.chosen else around
            pen.stamp(ring_image(LAST_MOVE, radius, round(RING * pen.unit)), left + x, top + y)
        if self.chosen is not None:
            x, y = plan.at[self.chosen]
            pen.stamp(ring_image(INK, around, round(RING * pen.unit)), left + x, top + y)
        if self.touchable:
            side = plan.apart
            for ident, (x, y) in plan.at.items():
                place = (left + x - side / 2, top + y - side / 2, side, side)
                pen.target(SPOT_TARGET.format(ident), place)


def _touch(one: Box, other: Box) -> bool:
    (x, y, width, height), (left, top, across, high) = one, other
    return left < x + width and x < left + across and top < y + height and y < top + high


@functools.lru_cache(maxsize=GROUNDS_KEPT)
def _ground(
    board: Board, plan: BoardPlan, size: tuple[int, int], tints: tuple[Colour, ...]
) -> pygame.Surface:
    """Draw regions, routes and spots; ``size`` is in pixels."""
    large = (size[0] * FINER, size[1] * FINER)
    scale = large[0] / (plan.regions.shape[1] * CELL)
    ground = pygame.transform.smoothscale(_tints(board, plan, tints), large)
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


def _tints(board: Board, plan: BoardPlan, tints: tuple[Colour, ...]) -> pygame.Surface:
    colours = tints or [region(i) for i in range(len(board.regions))]
    pixels = np.array([*colours, CARD], np.uint8)[plan.regions]
    height, width = plan.regions.shape
    return pygame.image.frombuffer(pixels.tobytes(), (width, height), "RGB")


READY: Final = "ready"
"""Under which name the row can be touched that says that all has been entered."""
BELOW: Final = 190
"""How high it is at least where it stands below."""
BESIDE: Final = 8


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """A board as it is entered.

    ``standing`` gives the colour on each location that is not empty, ``entered`` the locations
    entered so far. ``chosen`` is the location about to be chosen, None where it is the row that
    says that all has been entered; ``place`` names it and ``who`` says who stands there. ``ready``
    are the words of that row, empty while nothing is entered.
    """

    board: Board
    standing: Mapping[str, str]
    entered: tuple[str, ...]
    chosen: str | None
    place: str
    who: Row | None
    ready: str

    def draw(self, pen: Pen, box: Box) -> None:
        tall = min(box[2] * TALL, box[3] - BELOW - BESIDE)
        board, aside = beside_or_below(box, ASIDE, tall, BESIDE)
        diagram = Diagram(self.board, self.standing, self.entered, self.chosen, touchable=True)
        diagram.draw(pen, board)
        if self.ready:
            row = Row(self.ready)
            tall = row_height(pen, row, aside[2])
            place, aside = bottom_and_rest(aside, tall, BESIDE)
            draw_row(pen, place, row, chosen=self.chosen is None)
            pen.target(READY, place)
        Menu((self.who,) if self.who else (), text=self.place).draw(pen, aside)
