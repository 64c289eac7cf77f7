"""The board as a plan: regions with cubes and pawns, the exchanges, and how these are drawn."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
import pygame

from companion.ui.board_plan import CELL
from companion.ui.layout import Point, across, draw_card
from companion.ui.pen import Box, Pen
from companion.ui.pieces import piece_image
from companion.ui.style import FAINT, INK, LAST_MOVE, LINE, Colour, ink_on
from companion.ui.style import LEAST as SMALLEST
from engine.board import Board
from engine.game import StateObject
from engine.siberia.board import SiberiaBoard

Shape = Sequence[tuple[float, float]]

COLOURS: Final[Mapping[str, Colour]] = {
    "gas": (60, 168, 206),
    "coal": (38, 38, 40),
    "oil": (112, 44, 116),
    "gold": (226, 112, 24),
    "diamond": (236, 234, 230),
}
"""Those of the printed cubes of the board that comes with the program."""
SHAPES: Final[Mapping[str, Shape]] = {
    # A flame, a lump, a drop, a bar and a stone, within a circle of radius 1, y down.
    "gas": (
        *((0.05, -1), (0.3, -0.45), (0.55, -0.6), (0.75, 0.2), (0.5, 0.8), (0, 0.95)),
        *((-0.5, 0.8), (-0.75, 0.2), (-0.35, -0.25)),
    ),
    "coal": ((-0.45, -0.75), (0.4, -0.8), (0.9, -0.1), (0.6, 0.7), (-0.3, 0.8), (-0.9, 0.15)),
    "oil": (
        *((0, -1), (0.4, -0.3), (0.62, 0.25), (0.45, 0.75), (0, 0.95)),
        *((-0.45, 0.75), (-0.62, 0.25), (-0.4, -0.3)),
    ),
    "gold": ((-0.5, -0.45), (0.5, -0.45), (0.95, 0.5), (-0.95, 0.5)),
    "diamond": ((-0.5, -0.65), (0.5, -0.65), (0.95, -0.15), (0, 0.9), (-0.95, -0.15)),
}
FINER: Final = 4
PALE: Final = (255, 255, 255, 80)
"""What a pale cube keeps of its red, green, blue and opacity, of 255."""
COUNT: Final = 18
"""How large the number beside a pawn is written."""


@functools.lru_cache(maxsize=64)
def cube_image(
    resource: str, side: int, *, gone: bool = False, pale: bool = False
) -> pygame.Surface:
    """Draw a cube from above: its colour, and a shape for those who see colours alike.

    One that is ``gone`` is an empty outline; a ``pale`` one is there, but cannot be had now.
    """
    full = side * FINER
    image = pygame.Surface((full, full), pygame.SRCALPHA, 32)
    whole = pygame.Rect(0, 0, full, full)
    ground = COLOURS[resource]
    if not gone:
        pygame.draw.rect(image, ground, whole, border_radius=full // 7)
    thick = max(FINER, full // 14)
    rim = FAINT if gone else INK
    pygame.draw.rect(image, rim, whole, thick, border_radius=full // 7)
    size, middle = full * 0.33, full / 2
    ink = LINE if gone else ink_on(ground)
    points = [(middle + size * x, middle + size * y) for x, y in SHAPES[resource]]
    pygame.draw.polygon(image, ink, points)
    if pale:
        image.fill(PALE, special_flags=pygame.BLEND_RGBA_MULT)
    return pygame.transform.smoothscale(image, (side, side))


def draw_cube(  # noqa: PLR0913 - a point takes two
    pen: Pen,
    resource: str,
    x: float,
    y: float,
    side: float,
    *,
    gone: bool = False,
    pale: bool = False,
) -> None:
    """Draw a cube around a point of the design."""
    image = cube_image(resource, max(8, round(side * pen.unit)), gone=gone, pale=pale)
    pen.stamp(image, x, y)


def draw_cubes(pen: Pen, cubes: Sequence[str], box: Box, largest: float) -> None:
    """Draw cubes in a row in the middle of a box, smaller where they would not fit."""
    left, top, width, height = box
    step = min(largest + 2, width / max(1, len(cubes)))
    first = left + (width - step * len(cubes)) / 2
    for i, resource in enumerate(cubes):
        draw_cube(pen, resource, first + (i + 0.5) * step, top + height / 2, step - 2)


def draw_pawns(pen: Pen, pawns: Mapping[str, int], box: Box, radius: float) -> None:
    """Draw the pawns of each player in the middle of a box: one, and how many where more."""
    left, top, width, height = box
    wide = [2 * radius + 2 + (COUNT * 0.6 if number > 1 else 0) for number in pawns.values()]
    scale = min(1.0, width / max(1.0, sum(wide)))
    radius *= scale
    x, y = left + (width - sum(wide) * scale) / 2, top + height / 2
    for (player, number), room in zip(pawns.items(), wide, strict=True):
        image = piece_image(player, round(radius * pen.unit))
        pen.stamp(image, x + radius, y)
        if number > 1:
            at = (x + 2 * radius, y - COUNT / 2, room * scale - 2 * radius, COUNT)
            pen.text(str(number), at, COUNT * scale, bold=True)
        x += room * scale


REGION_TARGET: Final = "region-{}"
"""Under which name a region can be touched."""
NAME: Final = 17
"""How large the name of a region is written."""
CUBE: Final = 22
PAWN: Final = 10
"""Side of a cube, radius of a pawn."""
GAP: Final = 1
ASIDE: Final = 1
"""What a name leaves free of its region at each side."""
LEADING: Final = 1.2
"""How high the line of a name is, by its size."""
TALL: Final = NAME * LEADING + CUBE + 2 * PAWN + 2 * GAP
"""How high name, cubes and pawns of a region are together."""
WIDE: Final = 4 * CUBE
"""How wide what usually lies in a region is."""
SHRUNK: Final = 0.7
GROWN: Final = 1.6
"""How much smaller or larger they are where the map is."""
PULL: Final = 0.3
"""Of a region's middle, for each cell away from it, against each cell from its border."""
ROOM: Final = 0.92
"""How much of a region's width and height what lies in it may take."""
BLOCKED: Final[Colour] = (150, 143, 133)
"""The ground of a locked region."""
PLANS_KEPT: Final = 16


@dataclass(frozen=True, slots=True)
class MapPlan:
    """The regions laid out in a box; lengths are those of the design, from the box's corner.

    ``corners`` are those of each region, ``blocks`` what its name, cubes and pawns take, and
    ``lines`` the room that each of the three has there.
    """

    corners: Mapping[str, tuple[Point, ...]]
    blocks: Mapping[str, Box]
    lines: Mapping[str, tuple[Box, Box, Box]]


@functools.lru_cache(maxsize=PLANS_KEPT)
def map_plan(board: SiberiaBoard, width: int, height: int) -> MapPlan:
    """Lay the regions out so that they fill the box: a plan, not true to scale."""
    every = np.array([corner for one in board.regions for corner in one.outline_mm])
    low, high = every.min(axis=0), every.max(axis=0)
    fit = (np.array([width, height]) - 2) / (high - low)
    shown = [(np.array(one.outline_mm) - low) * fit + 1 for one in board.regions]
    wide, tall = np.median([np.ptp(outline, axis=0) for outline in shown], axis=0).tolist()
    scale = min(GROWN, max(SHRUNK, ROOM * min(tall / TALL, wide / WIDE)))
    masks = [_mask(outline, (width, height)) for outline in shown]
    placed = [
        _block(outline, mask, TALL * scale) for outline, mask in zip(shown, masks, strict=True)
    ]
    lines = [_lines(mask, block, scale) for mask, block in zip(masks, placed, strict=True)]
    ids = [one.id for one in board.regions]
    corners = {
        ident: tuple((float(x), float(y)) for x, y in outline)
        for ident, outline in zip(ids, shown, strict=True)
    }
    return MapPlan(corners, dict(zip(ids, placed, strict=True)), dict(zip(ids, lines, strict=True)))


def _mask(outline: npt.NDArray[np.float64], size: tuple[int, int]) -> npt.NDArray[np.uint8]:
    mask = np.zeros((size[1] // CELL, size[0] // CELL), np.uint8)
    cv2.fillPoly(mask, [np.round(outline / CELL).astype(np.int32)], (1,))
    return mask


def _lines(mask: npt.NDArray[np.uint8], block: Box, scale: float) -> tuple[Box, Box, Box]:
    """Cut a block into the lines of name, cubes and pawns, each as wide as the region is there."""
    left, top, wide, high = block
    scale = min(scale, high / TALL)
    named, cube = max(SMALLEST, NAME * scale) * LEADING, CUBE * scale

    def line(y: float, tall: float) -> Box:
        inside = mask[min(round((y + tall / 2) / CELL), len(mask) - 1)]
        first = last = int((left + wide / 2) / CELL)
        if not inside[first]:
            return left, y, wide, tall
        while first > 0 and inside[first - 1]:
            first -= 1
        while last < len(inside) - 1 and inside[last + 1]:
            last += 1
        return first * CELL + ASIDE, y, (last + 1 - first) * CELL - 2 * ASIDE, tall

    pawns = top + named + cube + GAP
    return line(top, named), line(top + named, cube), line(pawns, 2 * PAWN * scale)


def _block(outline: npt.NDArray[np.float64], mask: npt.NDArray[np.uint8], tall: float) -> Box:
    """Find room for what lies in a region: well inside it, near its middle."""
    (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0)
    inside = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    rows, columns = np.nonzero(mask)
    y, x = np.mgrid[: mask.shape[0], : mask.shape[1]]
    away = np.hypot(x - columns.mean(), y - rows.mean()) if len(rows) else 0.0
    row, column = np.unravel_index(int((inside - PULL * away).argmax()), mask.shape)
    wide, high = ROOM * float(right - left), min(tall, ROOM * float(bottom - top))
    x0 = min(max(float(column) * CELL - wide / 2, float(left)), float(right) - wide)
    y0 = min(max(float(row) * CELL - high / 2, float(top)), float(bottom) - high)
    return x0, y0, wide, high


@dataclass(frozen=True, slots=True)
class RegionMap:
    """The regions with what lies and stands there.

    ``touched`` regions were changed by the last event, ``chosen`` is the one about to be chosen.
    ``touchable``: each can be touched.
    """

    board: SiberiaBoard
    cubes: Mapping[str, Sequence[str]]
    pawns: Mapping[str, Mapping[str, int]]
    locked: Sequence[str]
    touched: Sequence[str] = ()
    chosen: str | None = None
    touchable: bool = False

    def draw(self, pen: Pen, box: Box) -> None:
        left, top, width, height = box
        plan = map_plan(self.board, int(width), int(height))
        outlines = {
            ident: [pen.at(left + x, top + y) for x, y in corners]
            for ident, corners in plan.corners.items()
        }
        for i, one in enumerate(self.board.regions):
            ground = BLOCKED if one.id in self.locked else pen.region(i)
            pygame.draw.polygon(pen.surface, ground, outlines[one.id])
            pygame.draw.polygon(pen.surface, LINE, outlines[one.id], max(1, round(pen.unit)))
            if one.id in self.locked:
                _cross_out(pen, outlines[one.id])
        for one in self.board.regions:
            if one.id in self.touched:
                _outline(pen, outlines[one.id], LAST_MOVE)
        if self.chosen in outlines:
            _outline(pen, outlines[self.chosen], INK)
        for one in self.board.regions:
            name, cubes, pawns = (
                (left + x, top + y, wide, high) for x, y, wide, high in plan.lines[one.id]
            )
            shown = _short_name(pen, one.name, name[2])
            pen.text(shown, name, name[3] / LEADING, bold=True, align=0.5)
            draw_cubes(pen, self.cubes.get(one.id, ()), cubes, cubes[3])
            draw_pawns(pen, self.pawns.get(one.id, {}), pawns, pawns[3] / 2)
            if self.touchable:
                x, y, wide, high = plan.blocks[one.id]
                pen.target(REGION_TARGET.format(one.id), (left + x, top + y, wide, high))


def _short_name(pen: Pen, name: str, width: float) -> str:
    """Cut the end off a name that is too long for its region even in the smallest letters."""
    cuts = [name, *(f"{name[:end]}." for end in range(len(name) - 2, 0, -1))]
    fitting = (one for one in cuts if pen.width(one, SMALLEST, bold=True) <= width - 2)
    return next(fitting, "")


def _outline(pen: Pen, corners: Sequence[tuple[int, int]], colour: Colour) -> None:
    pygame.draw.polygon(pen.surface, colour, corners, max(2, round(4 * pen.unit)))


def _cross_out(pen: Pen, corners: Sequence[tuple[int, int]]) -> None:
    """Draw the diagonals of what is locked."""
    xs, ys = zip(*corners, strict=True)
    dx, dy = (max(xs) - min(xs)) * 0.25, (max(ys) - min(ys)) * 0.15
    middle = (min(ys) + max(ys)) / 2  # the name stands above it
    low, high = (min(xs) + dx, middle), (max(xs) - dx, max(ys) - dy)
    thick = max(1, round(2 * pen.unit))
    pygame.draw.line(pen.surface, FAINT, low, high, thick)
    pygame.draw.line(pen.surface, FAINT, (low[0], high[1]), (high[0], low[1]), thick)


def board_drawn(board: Board, state: StateObject, rings: tuple[str, ...]) -> RegionMap:
    """Draw a state of a game, some regions pointed out."""
    assert isinstance(board, SiberiaBoard)  # noqa: S101 - a game of Siberia has no other
    return RegionMap(board, state["cubes"], state["pawns"], state["locked"], rings)


EXCHANGES: Final = 48
"""How high the row of exchanges is."""


@dataclass(frozen=True, slots=True)
class ExchangeRow:
    """The six exchanges with their salesmen; ``sides`` are those in play, in order."""

    board: SiberiaBoard
    sides: Sequence[str]
    pawns: Mapping[str, Mapping[str, int]]
    touched: Sequence[str] = ()

    def draw(self, pen: Pen, box: Box) -> None:
        names = {one.id: one.name for one in self.board.exchanges}
        cells = across(box, (1,) * max(1, len(self.sides)), gap=3)
        for side, cell in zip(self.sides, cells, strict=False):
            draw_card(pen, cell, marked=side in self.touched, corner=5, thick=2)
            left, top, width, height = cell
            named = NAME * LEADING
            pen.text(names[side], (left + 2, top + 1, width - 4, named), NAME, align=0.5)
            below = (left + 2, top + named, width - 4, height - named - 2)
            draw_pawns(pen, self.pawns.get(side, {}), below, PAWN)
