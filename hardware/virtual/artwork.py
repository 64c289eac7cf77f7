"""The printed board: a painted map of any board file, the same for the same seed."""

from collections.abc import Callable
from typing import Final

import numpy as np

from engine.board import Board
from hardware.virtual.brush import Brush, Colour, Point
from hardware.virtual.conditions import Style
from hardware.virtual.land import paint_land
from hardware.virtual.manners import Manner, manner
from hardware.virtual.roads import draw_road
from hardware.virtual.spots import draw_spot
from hardware.virtual.texture import Field, Picture, Rng, clipped, fractal, relief

PX_PER_MM: Final = 2.4
CLAY_MM: Final = 40.0 / PX_PER_MM
"""The grain of the clay tablet."""
BORDER_MM: Final = 7.0
NUMERALS: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")


def paint_board(
    board: Board, seed: int, style: Style = "pale", px_per_mm: float = PX_PER_MM
) -> Picture:
    """Paint the empty printed board: BGR, ``size_mm`` times ``px_per_mm`` large."""
    rng = np.random.default_rng(seed)
    printer = manner(style, seed)
    land = paint_land(board, rng, px_per_mm, printer)
    brush = Brush(land.picture, px_per_mm)
    if printer.ornaments:
        _ornaments(brush, board, land.water, rng)
    for one, other in sorted({(min(stretch), max(stretch)) for stretch in board.stretches()}):
        draw_road(brush, _at(board, one), _at(board, other), printer, rng)
    _tablet(brush, board, printer, rng)
    for location in board.locations:
        draw_spot(brush, location, land.tints[location.city_state], printer, rng)
    names = {state.id: state.name for state in board.city_states}
    for location in board.locations:
        if location.kind == "city" and location.city_state is not None:
            x, y = location.at_mm
            name = names[location.city_state].upper()
            brush.text(name, (x, y + location.radius_mm + 5.0), 4.4, printer.ink, printer.paper)
    _border(brush, board, printer)
    return brush.picture


def _at(board: Board, ident: str) -> Point:
    return board.locations[board.index[ident]].at_mm


def _tablet(brush: Brush, board: Board, printer: Manner, rng: Rng) -> None:
    """Lay a clay tablet under ranking and influence; mark every slot, space and turn."""
    width, height = board.size_mm
    inside = [slot[1] for slot in board.ranking_slots if slot[1] + slot[3] <= height]
    if inside:
        top = min(inside + [space[1] - space[2] for space in board.influence_spaces]) - 4.0
        rows = brush.picture[round(top * brush.px_per_mm) :]
        clay = fractal(rng, rows.shape[0], rows.shape[1], CLAY_MM * brush.px_per_mm, 5)
        shade = relief(2.0 * clay) + 0.05 * clay
        rows[:] = clipped(shade[..., None] * np.array(printer.clay, np.float32))
        brush.box(0.0, top - 0.6, width, top + 0.6, printer.ink)
    for number, (x, y, w, h) in zip(NUMERALS, board.ranking_slots, strict=False):
        brush.box(x - 0.8, y - 0.8, x + w + 0.8, y + h + 0.8, printer.ink)
        brush.box(x, y, x + w, y + h, _mixed(printer.clay, printer.pale_clay, 0.75))
        brush.box(x + 2.0, y + 2.0, x + w - 2.0, y + h - 2.0, printer.pale_clay)
        brush.text(number, (x + w / 2, y + h / 2), 0.26 * h, printer.ink)
    for x, y, radius in board.influence_spaces:
        brush.disc((x, y), radius, printer.ink)
        brush.disc((x, y), radius - 0.8, printer.pale_clay)
        brush.star((x, y), 0.5 * radius, _mixed(printer.clay, printer.pale_clay, 0.35))
    for number, (x, y, radius) in zip(NUMERALS, board.turn_spaces, strict=False):
        brush.disc((x, y), radius, printer.ink)
        brush.disc((x, y), radius - 0.9, printer.paper)
        brush.text(number, (x, y), 0.7 * radius, printer.ink)


def _ornaments(brush: Brush, board: Board, water: Field, rng: Rng) -> None:
    """Scatter palms, hills and fields where nothing else is printed."""
    width, height = board.size_mm
    taken = Brush(np.where(water > 0.0, 255, 0).astype(np.uint8), brush.px_per_mm)
    mark = (255.0, 255.0, 255.0)
    for one, other in board.stretches():
        taken.line([_at(board, one), _at(board, other)], mark, 10.0)
    for location in board.locations:
        x, y = location.at_mm
        room = location.radius_mm + 4.0
        taken.box(x - room, y - room, x + room, y + room + 6.0, mark)
    for x, y, radius in board.turn_spaces:
        taken.disc((x, y), 2.0 * radius, mark)
    signs: tuple[Callable[[Brush, Point, float], None], ...] = (_palm, _hills, _field)
    for x, y in rng.uniform((12.0, 12.0), (width - 12.0, height - 12.0), (900, 2)).tolist():
        if not taken.picture[int(y * brush.px_per_mm), int(x * brush.px_per_mm)]:
            signs[rng.integers(len(signs))](brush, (x, y), float(rng.uniform(2.8, 4.2)))
            taken.box(x - 9.0, y - 7.0, x + 9.0, y + 7.0, mark)


def _palm(brush: Brush, at: Point, size: float) -> None:
    x, y = at
    crown = (x + 0.3, y - 0.4 * size)
    brush.line([(x, y + size), crown], (58, 86, 112), 0.8)
    for dx, dy in ((-1.0, 0.1), (-0.8, -0.6), (0.0, -1.0), (0.8, -0.6), (1.0, 0.1)):
        tip = (crown[0] + 0.8 * dx * size, crown[1] + 0.6 * dy * size)
        brush.line([crown, tip], (70, 112, 76), 0.8)


def _hills(brush: Brush, at: Point, size: float) -> None:
    x, y = at[0], at[1] + 0.6 * size
    for dx, high in ((-0.8, 0.8), (0.7, 1.2)):
        foot, top = x + dx * size, (x + dx * size, y - high * size)
        brush.shape([(foot - 0.9 * size, y), top, (foot + 0.9 * size, y)], (118, 146, 164))
        brush.shape([top, (foot + 0.2 * size, y), (foot + 0.9 * size, y)], (82, 108, 130))


def _field(brush: Brush, at: Point, size: float) -> None:
    x, y = at
    for row in (-0.6, 0.0, 0.6):
        for column in (-0.9, -0.3, 0.3, 0.9):
            foot = (x + column * size, y + row * size)
            brush.line([foot, (foot[0] + 0.5, foot[1] - 0.45 * size)], (84, 138, 158), 0.8)


def _border(brush: Brush, board: Board, printer: Manner) -> None:
    """Frame the board with rows of wedges, as pressed into clay."""
    width, height = board.size_mm
    for broad, colour in ((BORDER_MM, printer.frame), (1.0, printer.gold)):
        brush.box(0.0, 0.0, width, broad, colour)
        brush.box(0.0, height - broad, width, height, colour)
        brush.box(0.0, 0.0, broad, height, colour)
        brush.box(width - broad, 0.0, width, height, colour)
    middle = 0.57 * BORDER_MM
    for i in range(int((width - 20.0) / 6.0)):
        for y in (middle, height - middle):
            _wedge(brush, (13.0 + 6.0 * i, y), printer.gold, upright=i % 3 == 0)
    for i in range(int((height - 20.0) / 6.0)):
        for x in (middle, width - middle):
            _wedge(brush, (x, 13.0 + 6.0 * i), printer.gold, upright=i % 3 != 0)


def _wedge(brush: Brush, at: Point, colour: Colour, *, upright: bool) -> None:
    along_across = ((-2.2, -1.5), (2.4, 0.0), (-2.2, 1.5), (-1.2, 0.0))
    turned = ((b, a) if upright else (a, b) for a, b in along_across)
    brush.shape([(at[0] + x, at[1] + y) for x, y in turned], colour)


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Mix two colours, with ``share`` of the second."""
    blue, green, red = (a + (b - a) * share for a, b in zip(one, other, strict=True))
    return blue, green, red
