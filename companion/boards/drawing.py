"""A board file as a drawing true to scale, to be laid beside the box and compared: SVG or PNG."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

import pygame

from companion.ui.pen import Pen
from companion.ui.style import WHITE
from engine.board import Board

INK: Final = "#28221c"
ROUTE: Final = "#8a7b66"
PAPER: Final = "#f6f1e7"
SPOT: Final = "#fffcf5"
REGIONS: Final = (
    *("#e8c7c2", "#c7d9ec", "#f0e0b0", "#cfe3c4", "#dccbe6", "#f2d2b6", "#c6e0dd", "#ddd8cb"),
)
"""One colour for the spots of each region, in file order."""
OUTSIDE_MM: Final = 8.0
"""How much is drawn around the board and around what lies beside it."""
NAME_MM: Final = 6.0
NUMBER_MM: Final = 0.28
"""The height of a number in a slot, by that of the slot."""
CAPITAL: Final = 0.7
"""The height of a capital letter by the size of its font."""


@dataclass(frozen=True, slots=True)
class Line:
    """A stretch, between two points (mm)."""

    one: tuple[float, float]
    other: tuple[float, float]
    width: float = 1.6


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle with an outline (mm)."""

    at: tuple[float, float]
    radius: float
    fill: str = SPOT
    stroke: float = 0.7


@dataclass(frozen=True, slots=True)
class Rect:
    """An upright rectangle with an outline: x, y, width, height (mm)."""

    box: tuple[float, float, float, float]
    fill: str = SPOT
    stroke: float = 0.7


@dataclass(frozen=True, slots=True)
class Words:
    """Words centred on a point, their letters ``size`` high (mm)."""

    at: tuple[float, float]
    text: str
    size: float


Shape = Line | Disc | Rect | Words


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes in the order in which they cover each other, within ``bounds`` (x, y, w, h; mm)."""

    bounds: tuple[float, float, float, float]
    shapes: tuple[Shape, ...]


def draw_board(board: Board) -> Drawing:
    """Draw everything that a board file tells: routes, spots, names, and where tiles lie."""
    width, height = board.size_mm
    shapes = [
        Rect((0.0, 0.0, width, height), PAPER, 1.2),
        *_tiles(board),
        *_routes(board),
        *_spots(board),
    ]
    return Drawing(_bounds(board), tuple(shapes))


def _routes(board: Board) -> Iterator[Shape]:
    at = {location.id: location.at_mm for location in board.locations}
    for one, other in board.stretches():
        yield Line(at[one], at[other])


def _spots(board: Board) -> Iterator[Shape]:
    """Draw cities doubly ringed, towns plain and villages with a dot; names below the cities."""
    states = {state.id: i for i, state in enumerate(board.regions)}
    for one in board.locations:
        fill = REGIONS[states[one.region] % len(REGIONS)] if one.region else SPOT
        yield Disc(one.at_mm, one.radius_mm, fill)
        if one.kind == "city":
            yield Disc(one.at_mm, 0.72 * one.radius_mm, fill)
        elif one.kind == "village":
            yield Disc(one.at_mm, 0.2 * one.radius_mm, INK)
    for state in board.regions:
        city = next(one for one in board.locations if (one.kind, one.region) == ("city", state.id))
        x, y = city.at_mm
        yield Words((x, y + city.radius_mm + 0.7 * NAME_MM), state.name, NAME_MM)


def _tiles(board: Board) -> Iterator[Shape]:
    for number, (x, y, width, height) in enumerate(board.row_boxes, start=1):
        yield Rect((x, y, width, height))
        yield Words((x + width / 2, y + height / 2), str(number), NUMBER_MM * height)
    for x, y, radius in board.tile_circles:
        yield Disc((x, y), radius)
    for number, (x, y, radius) in enumerate(board.marker_circles, start=1):
        yield Disc((x, y), radius)
        yield Words((x, y), str(number), radius)


def _bounds(board: Board) -> tuple[float, float, float, float]:
    """Find what holds the board and all that is laid beside it."""
    boxes = [(0.0, 0.0, *board.size_mm)]
    boxes += [(x, y, x + width, y + height) for x, y, width, height in board.row_boxes]
    boxes += [
        (x - radius, y - radius, x + radius, y + radius)
        for x, y, radius in (*board.tile_circles, *board.marker_circles)
    ]
    left, top = (min(box[i] for box in boxes) - OUTSIDE_MM for i in (0, 1))
    right, low = (max(box[i] for box in boxes) + OUTSIDE_MM for i in (2, 3))
    return left, top, right - left, low - top


def board_svg(drawing: Drawing) -> str:
    """Write the drawing as the text of an SVG file."""
    left, top, width, height = drawing.bounds
    size = f'width="{width:g}mm" height="{height:g}mm"'
    view = f'viewBox="{left:g} {top:g} {width:g} {height:g}"'
    ground = f'x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view}>',
        f'<rect {ground} fill="#ffffff"/>',
        *map(_element, drawing.shapes),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _element(shape: Shape) -> str:
    match shape:
        case Line((x, y), (to_x, to_y), width):
            ends = f'x1="{x:g}" y1="{y:g}" x2="{to_x:g}" y2="{to_y:g}"'
            return f'<line {ends} stroke="{ROUTE}" stroke-width="{width:g}"/>'
        case Disc((x, y), radius, fill, stroke):
            place = f'cx="{x:g}" cy="{y:g}" r="{radius:g}"'
            return f'<circle {place} fill="{fill}" stroke="{INK}" stroke-width="{stroke:g}"/>'
        case Rect((x, y, width, height), fill, stroke):
            place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
            return f'<rect {place} fill="{fill}" stroke="{INK}" stroke-width="{stroke:g}"/>'
        case Words((x, y), text, size):
            place = f'x="{x:g}" y="{y + size * CAPITAL / 2:g}" font-size="{size:g}"'
            style = 'font-family="sans-serif" text-anchor="middle"'
            return f'<text {place} {style} fill="{INK}">{escape(text)}</text>'


PX_PER_MM: Final = 4.0
FINER: Final = 2
"""Drawn so many times larger and shrunk, for smooth edges."""


def board_png(drawing: Drawing, path: Path) -> None:
    """Write the drawing as a PNG; raises OSError where that cannot be written."""
    width, height = drawing.bounds[2:]
    scale = PX_PER_MM * FINER
    large = pygame.Surface((round(width * scale), round(height * scale)), depth=32)
    large.fill(WHITE)
    for shape in drawing.shapes:
        if not isinstance(shape, Words):
            _draw(large, shape, drawing.bounds[:2], scale)
    picture = pygame.transform.smoothscale(
        large, (round(width * PX_PER_MM), round(height * PX_PER_MM))
    )
    pen = Pen(picture, (width, height))
    for shape in drawing.shapes:
        if isinstance(shape, Words):
            _write(pen, shape, drawing.bounds[:2])
    try:
        pygame.image.save(picture, str(path))
    except pygame.error as error:
        raise OSError(None, str(error), str(path)) from None


def _draw(
    surface: pygame.Surface,
    shape: Line | Disc | Rect,
    corner: tuple[float, float],
    scale: float,
) -> None:
    left, top = corner

    def px(at: tuple[float, float]) -> tuple[int, int]:
        return round((at[0] - left) * scale), round((at[1] - top) * scale)

    match shape:
        case Line(one, other, width):
            pygame.draw.line(surface, ROUTE, px(one), px(other), round(width * scale))
        case Disc(at, radius, fill, stroke):
            pygame.draw.circle(surface, fill, px(at), radius * scale)
            pygame.draw.circle(surface, INK, px(at), radius * scale, round(stroke * scale))
        case Rect((x, y, width, height), fill, stroke):
            place = pygame.Rect(*px((x, y)), round(width * scale), round(height * scale))
            pygame.draw.rect(surface, fill, place)
            pygame.draw.rect(surface, INK, place, round(stroke * scale))


def _write(pen: Pen, words: Words, corner: tuple[float, float]) -> None:
    wide = pen.width(words.text, words.size) + 2 * words.size
    x, y = words.at[0] - corner[0], words.at[1] - corner[1]
    box = (x - wide / 2, y - words.size, wide, 2 * words.size)
    pen.text(words.text, box, words.size, align=0.5)
