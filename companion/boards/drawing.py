"""A board file as a drawing true to scale, to be laid beside the box and compared: SVG or PNG.

All lengths are mm, of the drawing too.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

import pygame

from companion.ui.pen import Pen
from companion.ui.style import WHITE
from engine.board import Board
from engine.layout import Area, Spot
from engine.layout import Box as BoxPlace

INK: Final = "#28221c"
ROUTE: Final = "#8a7b66"
PAPER: Final = "#f6f1e7"
SPOT: Final = "#fffcf5"
REGIONS: Final = (
    *("#e8c7c2", "#c7d9ec", "#f0e0b0", "#cfe3c4", "#dccbe6", "#f2d2b6", "#c6e0dd", "#ddd8cb"),
)
"""One colour for the spots of each region, in file order."""
LINE: Final = 1.6
OUTLINE: Final = 0.7
EDGE: Final = 1.2
OUTSIDE: Final = 8.0
"""How much is drawn around the board and around what lies beside it."""
NAME: Final = 6.0
NUMBER: Final = 0.28
"""The height of a number in a slot, by that of the slot."""
CAPITAL: Final = 0.7
"""The height of a capital letter by the size of its font."""
PX: Final = 4.0
"""Pixels a mm of a PNG."""
FINER: Final = 2
"""Drawn so many times larger and shrunk, for smooth edges."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]


def _draw(board: Board, canvas: "_Svg | _Png") -> None:
    """Draw everything that a board file tells: routes, spots, names, and where tiles lie.

    What comes later covers what was before.
    """
    canvas.rectangle((0.0, 0.0, *board.size_mm), PAPER, EDGE)
    if board.areas:
        _draw_places(board, canvas)
        return
    for number, (x, y, width, height) in enumerate(board.row_boxes, start=1):
        canvas.rectangle((x, y, width, height))
        canvas.words((x + width / 2, y + height / 2), str(number), NUMBER * height)
    for x, y, radius in board.tile_circles:
        canvas.disc((x, y), radius)
    for number, (x, y, radius) in enumerate(board.marker_circles, start=1):
        canvas.disc((x, y), radius)
        canvas.words((x, y), str(number), radius)
    at = {location.id: location.at_mm for location in board.locations}
    for one, other in board.stretches():
        canvas.line(at[one], at[other])
    fills = {state.id: REGIONS[i % len(REGIONS)] for i, state in enumerate(board.regions)}
    for spot in board.locations:
        fill = fills[spot.region] if spot.region else SPOT
        canvas.disc(spot.at_mm, spot.radius_mm, fill)
        if spot.kind == "city":
            canvas.disc(spot.at_mm, 0.72 * spot.radius_mm, fill)
        elif spot.kind == "village":
            canvas.disc(spot.at_mm, 0.2 * spot.radius_mm, INK)
    for state in board.regions:
        named = next(one for one in board.locations if (one.kind, one.region) == ("city", state.id))
        x, y = named.at_mm
        canvas.words((x, y + named.radius_mm + 0.7 * NAME), state.name, NAME)


def _draw_places(board: Board, canvas: "_Svg | _Png") -> None:
    """Draw the places of a board with areas, each with its name."""
    called = {region.id: region.name for region in board.regions}
    fills = {region.id: REGIONS[i % len(REGIONS)] for i, region in enumerate(board.regions)}
    for place in dict.fromkeys(place for group in board.layout for place in group.places):
        name = called.get(place.id, place.id)
        match place:
            case Spot(at_mm=(x, y), radius_mm=radius):
                canvas.disc((x, y), radius)
            case BoxPlace(box_mm=(x, y, width, height)):
                canvas.rectangle((x, y, width, height))
                x, y = x + width / 2, y + height / 2
            case Area(outline_mm=corners):
                canvas.area(corners, fills.get(place.id, SPOT))
                x, y = (sum(each) / len(corners) for each in zip(*corners, strict=True))
        canvas.words((x, y), name, NAME)


def _bounds(board: Board) -> Box:
    boxes = [(0.0, 0.0, *board.size_mm)]
    boxes += [(x, y, x + width, y + height) for x, y, width, height in board.row_boxes]
    boxes += [
        (x - radius, y - radius, x + radius, y + radius)
        for x, y, radius in (*board.tile_circles, *board.marker_circles)
    ]
    left, top = (min(box[i] for box in boxes) - OUTSIDE for i in (0, 1))
    right, low = (max(box[i] for box in boxes) + OUTSIDE for i in (2, 3))
    return left, top, right - left, low - top


class _Svg:
    """Collects the elements of an SVG file."""

    def __init__(self) -> None:
        self.elements: list[str] = []

    def line(self, one: Point, other: Point) -> None:
        ends = f'x1="{one[0]:g}" y1="{one[1]:g}" x2="{other[0]:g}" y2="{other[1]:g}"'
        self.elements.append(f'<line {ends} stroke="{ROUTE}" stroke-width="{LINE:g}"/>')

    def disc(self, at: Point, radius: float, fill: str = SPOT) -> None:
        place = f'cx="{at[0]:g}" cy="{at[1]:g}" r="{radius:g}"'
        look = f'fill="{fill}" stroke="{INK}" stroke-width="{OUTLINE:g}"'
        self.elements.append(f"<circle {place} {look}/>")

    def rectangle(self, box: Box, fill: str = SPOT, outline: float = OUTLINE) -> None:
        look = f'fill="{fill}" stroke="{INK}" stroke-width="{outline:g}"'
        self.elements.append(f"<rect {_svg_box(box)} {look}/>")

    def area(self, corners: Sequence[Point], fill: str) -> None:
        points = " ".join(f"{x:g},{y:g}" for x, y in corners)
        look = f'fill="{fill}" stroke="{INK}" stroke-width="{OUTLINE:g}"'
        self.elements.append(f'<polygon points="{points}" {look}/>')

    def words(self, at: Point, text: str, size: float) -> None:
        place = f'x="{at[0]:g}" y="{at[1] + size * CAPITAL / 2:g}" font-size="{size:g}"'
        style = 'font-family="sans-serif" text-anchor="middle"'
        self.elements.append(f'<text {place} {style} fill="{INK}">{escape(text)}</text>')


def _svg_box(box: Box) -> str:
    x, y, width, height = box
    return f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'


def board_svg(board: Board) -> str:
    """Draw a board as the text of an SVG file."""
    canvas, bounds = _Svg(), _bounds(board)
    _draw(board, canvas)
    size = f'width="{bounds[2]:g}mm" height="{bounds[3]:g}mm"'
    view = f'viewBox="{" ".join(f"{side:g}" for side in bounds)}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view}>',
        f'<rect {_svg_box(bounds)} fill="#ffffff"/>',
        *canvas.elements,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


class _Png:
    """Paints a larger picture; words are written on it once it is shrunk."""

    def __init__(self, bounds: Box) -> None:
        self._left, self._top, self._width, self._height = bounds
        self._large = pygame.Surface(self._size(PX * FINER), depth=32)
        self._large.fill(WHITE)
        self._words: list[tuple[Point, str, float]] = []

    def line(self, one: Point, other: Point) -> None:
        pygame.draw.line(self._large, ROUTE, self._px(one), self._px(other), _px(LINE))

    def disc(self, at: Point, radius: float, fill: str = SPOT) -> None:
        pygame.draw.circle(self._large, fill, self._px(at), radius * PX * FINER)
        pygame.draw.circle(self._large, INK, self._px(at), radius * PX * FINER, _px(OUTLINE))

    def rectangle(self, box: Box, fill: str = SPOT, outline: float = OUTLINE) -> None:
        x, y, width, height = box
        place = pygame.Rect(*self._px((x, y)), _px(width), _px(height))
        pygame.draw.rect(self._large, fill, place)
        pygame.draw.rect(self._large, INK, place, _px(outline))

    def area(self, corners: Sequence[Point], fill: str) -> None:
        places = [self._px(corner) for corner in corners]
        pygame.draw.polygon(self._large, fill, places)
        pygame.draw.polygon(self._large, INK, places, _px(OUTLINE))

    def words(self, at: Point, text: str, size: float) -> None:
        self._words.append((at, text, size))

    def picture(self) -> pygame.Surface:
        picture = pygame.transform.smoothscale(self._large, self._size(PX))
        pen = Pen(picture, (self._width, self._height))
        for (x, y), text, size in self._words:
            wide = pen.width(text, size) + 2 * size
            left, top = x - self._left - wide / 2, y - self._top - size
            pen.text(text, (left, top, wide, 2 * size), size, align=0.5)
        return picture

    def _size(self, scale: float) -> tuple[int, int]:
        return round(self._width * scale), round(self._height * scale)

    def _px(self, at: Point) -> tuple[int, int]:
        return _px(at[0] - self._left), _px(at[1] - self._top)


def _px(length: float) -> int:
    return round(length * PX * FINER)


def board_png(board: Board, path: Path) -> None:
    """Draw a board as a PNG; raises OSError where that cannot be written."""
    canvas = _Png(_bounds(board))
    _draw(board, canvas)
    try:
        pygame.image.save(canvas.picture(), str(path))
    except pygame.error as error:
        raise OSError(None, str(error), str(path)) from None
