"""The regions with their cubes and pawns, and how these are drawn."""

import functools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from companion.games.siberia.map_plan import CUBE, EASIER, PAWN, RegionPlan, map_plan
from companion.ui.layout import Point, draw_line
from companion.ui.legend import Sign
from companion.ui.pen import Box, Pen
from companion.ui.pieces import piece_image
from companion.ui.style import CROSS, FAINT, INK, LAST_MOVE, LINE, Colour, ink_on
from companion.words.names import Names
from engine.board import Board
from engine.game import StateObject
from engine.siberia.board import BLOCKED as BLOCKING
from engine.siberia.board import SiberiaBoard, as_siberia

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
LARGEST: Final = 34
"""How large a cube is that heads a column, or that a word stands beside."""
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


@dataclass(frozen=True, slots=True)
class CubeSign:
    """The cube of a resource."""

    resource: str

    def draw(self, pen: Pen, box: Box) -> None:
        left, top, width, height = box
        side = min(LARGEST, min(width, height) - 4)
        draw_cube(pen, self.resource, left + width / 2, top + height / 2, side)


def cube_signs(names: Names) -> tuple[Sign, ...]:
    """Name the cubes of all resources."""
    return tuple((CubeSign(one), names.place(one)) for one in COLOURS)


def draw_cubes(pen: Pen, cubes: Sequence[str], box: Box, largest: float) -> None:
    """Draw cubes in a row in the middle of a box, smaller where they would not fit."""
    left, top, width, height = box
    step = min(largest + 2, width / max(1, len(cubes)))
    first = left + (width - step * len(cubes)) / 2
    for i, resource in enumerate(cubes):
        draw_cube(pen, resource, first + (i + 0.5) * step, top + height / 2, step - 2)


def _wide(radius: float, number: int) -> float:
    """Tell how wide so many pawns of a player are drawn."""
    return 2 * radius + 2 + (COUNT * 0.6 if number > 1 else 0)


def pawns_wide(pawns: Mapping[str, int], radius: float) -> float:
    """Tell how wide the pawns of all players are drawn where there is room."""
    return sum(_wide(radius, number) for number in pawns.values())


def draw_pawns(pen: Pen, pawns: Mapping[str, int], box: Box, radius: float) -> None:
    """Draw the pawns of each player in the middle of a box: one, and how many where more."""
    left, top, width, height = box
    wide = [_wide(radius, number) for number in pawns.values()]
    scale = min(1.0, width / max(1.0, pawns_wide(pawns, radius)))
    radius *= scale
    x, y = left + (width - sum(wide) * scale) / 2, top + height / 2
    for (player, number), room in zip(pawns.items(), wide, strict=True):
        image = piece_image(player, round(radius * pen.unit))
        pen.stamp(image, x + radius, y)
        if number > 1:
            beside = 2 * radius + scale
            at = (x + beside, y - COUNT / 2, room * scale - beside, COUNT)
            pen.text(str(number), at, COUNT * scale, bold=True)
        x += room * scale


REGION_TARGET: Final = "region-{}"
"""Under which name a region can be touched."""
MANY: Final = 4
"""From so many cubes on they may lie in two rows."""
BLOCKED: Final[Colour] = (184, 177, 166)
"""The ground of a locked region."""
LOOKS: Final[Mapping[str, tuple[Colour, Shape]]] = {
    **{resource: (colour, SHAPES[resource]) for resource, colour in COLOURS.items()},
    BLOCKING: (BLOCKED, CROSS),
}
"""How pages draw what lies in regions: its colour, and the shape on it."""


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
        plan = map_plan(self.board, int(width), int(height), pen.unit)
        outlines = {
            ident: [pen.at(left + x, top + y) for x, y in one.corners]
            for ident, one in plan.regions.items()
        }
        for i, one in enumerate(self.board.regions):
            ground = BLOCKED if one.id in self.locked else pen.region(i)
            pygame.draw.polygon(pen.surface, ground, outlines[one.id])
            pygame.draw.polygon(pen.surface, LINE, outlines[one.id], max(1, round(pen.unit)))
            if one.id in self.locked:
                x, y, wide, high = plan.regions[one.id].below_name
                _cross_out(pen, (left + x, top + y, wide, high))
        for ident in plan.regions:
            if ident in self.touched:
                _outline(pen, outlines[ident], LAST_MOVE)
        if self.chosen in outlines:
            _outline(pen, outlines[self.chosen], INK)
        for ident, region in plan.regions.items():
            for line, (x, y, wide, high) in region.name:
                place = (left + x, top + y, wide, high)
                pen.text(line, place, plan.letters, bold=True, align=0.5)
            held = self.cubes.get(ident, ()), self.pawns.get(ident, {})
            _draw_things(pen, *held, region, (left, top))
            if self.touchable:
                x, y, wide, high = region.block
                pen.target(REGION_TARGET.format(ident), (left + x, top + y, wide, high))


def _draw_things(
    pen: Pen,
    cubes: Sequence[str],
    pawns: Mapping[str, int],
    plan: RegionPlan,
    corner: Point,
) -> None:
    """Draw cubes and pawns each in their place, or beside each other where that is one.

    Where that makes many cubes, or pawns alone, much larger they lie in two rows. Pawns may take
    the place of cubes where there are none.
    """
    of_cubes, of_pawns = (
        (corner[0] + x, corner[1] + y, width, height)
        for x, y, width, height in (plan.cubes, plan.pawns)
    )
    largest, radius = of_cubes[3], of_pawns[3] / 2
    if plan.cubes == plan.pawns:
        left, top, width, height = of_cubes
        radius = largest * PAWN / CUBE
        wide = len(cubes) * (largest + 2)
        every = wide + pawns_wide(pawns, radius)
        shrunk = min(1.0, width / max(1.0, every))
        first = left + (width - every * shrunk) / 2
        of_cubes = (first, top, wide * shrunk, height)
        of_pawns = (first + wide * shrunk, top, (every - wide) * shrunk, height)
    elif not cubes and of_cubes[2] > of_pawns[2]:
        of_pawns = of_cubes
    left, top, width, height = plan.heap
    columns, beside = math.ceil(len(cubes) / 2), pawns_wide(pawns, radius)
    side = min(height / 2, (width - beside) / max(1, columns))
    alone = min(largest + 2, of_cubes[2] / max(1, len(cubes)))
    if len(cubes) >= MANY and side >= EASIER * alone:
        left += corner[0] + (width - beside - columns * side) / 2
        top += corner[1]
        for row in (cubes[:columns], cubes[columns:]):
            draw_cubes(pen, row, (left, top, columns * side, side), side - 2)
            top += side
        of_pawns = (left + columns * side, top - 2 * side, beside, 2 * side)
    else:
        draw_cubes(pen, cubes, of_cubes, largest)
        half = math.ceil(len(pawns) / 2)
        pairs = [dict([*pawns.items()][:half]), dict([*pawns.items()][half:])]
        lower = min(radius, (height - 1) / 4)
        longest = max(pawns_wide(pair, lower) for pair in pairs)
        two = lower * min(1.0, width / max(1.0, longest))
        if not cubes and two > EASIER * radius * min(1.0, of_pawns[2] / max(1.0, beside)):
            for pair, y in zip(pairs, (top, top + height / 2), strict=True):
                draw_pawns(pen, pair, (left + corner[0], y + corner[1], width, height / 2), lower)
            return
    draw_pawns(pen, pawns, of_pawns, radius)


def _outline(pen: Pen, corners: Sequence[tuple[int, int]], colour: Colour) -> None:
    pygame.draw.polygon(pen.surface, colour, corners, max(2, round(4 * pen.unit)))


def _cross_out(pen: Pen, box: Box) -> None:
    left, top, width, height = box[0] + box[2] / 4, box[1], box[2] / 2, box[3]
    draw_line(pen, (left, top), (left + width, top + height), FAINT, 2)
    draw_line(pen, (left, top + height), (left + width, top), FAINT, 2)


def regions_drawn(board: Board, state: StateObject, touched: Sequence[str]) -> RegionMap:
    """Draw the regions in a state of a game, some touched by its last event."""
    return RegionMap(as_siberia(board), state["cubes"], state["pawns"], state["locked"], touched)
