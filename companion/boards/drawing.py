"""A board file as a drawing true to scale, to be laid beside the box and compared: SVG or PNG.

All lengths are mm, of the drawing too.
"""

from collections.abc import Sequence
from io import BytesIO
from typing import Final
from xml.sax.saxutils import escape

import pygame

from companion.ui.pen import Pen
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

Point = tuple[float, float]
Box = tuple[float, float, float, float]


def _draw(board: Board, canvas: "_Svg") -> None:
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


def _draw_places(board: Board, canvas: "_Svg") -> None:
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
    """Collects the elements of an SVG file; ``written`` are the texts, where and how large."""

    def __init__(self, board: Board) -> None:
        self.bounds: Final = _bounds(board)
        self.written: Final[list[tuple[Point, str, float]]] = []
        self._elements: Final = [f'<rect {_svg_box(self.bounds)} fill="#ffffff"/>']
        _draw(board, self)

    def line(self, one: Point, other: Point) -> None:
        ends = f'x1="{one[0]:g}" y1="{one[1]:g}" x2="{other[0]:g}" y2="{other[1]:g}"'
        self._elements.append(f'<line {ends} stroke="{ROUTE}" stroke-width="{LINE:g}"/>')

    def disc(self, at: Point, radius: float, fill: str = SPOT) -> None:
        place = f'cx="{at[0]:g}" cy="{at[1]:g}" r="{radius:g}"'
        look = f'fill="{fill}" stroke="{INK}" stroke-width="{OUTLINE:g}"'
        self._elements.append(f"<circle {place} {look}/>")

    def rectangle(self, box: Box, fill: str = SPOT, outline: float = OUTLINE) -> None:
        look = f'fill="{fill}" stroke="{INK}" stroke-width="{outline:g}"'
        self._elements.append(f"<rect {_svg_box(box)} {look}/>")

    def area(self, corners: Sequence[Point], fill: str) -> None:
        points = " ".join(f"{x:g},{y:g}" for x, y in corners)
        look = f'fill="{fill}" stroke="{INK}" stroke-width="{OUTLINE:g}"'
        self._elements.append(f'<polygon points="{points}" {look}/>')

    def words(self, at: Point, text: str, size: float) -> None:
        self.written.append((at, text, size))
        place = f'x="{at[0]:g}" y="{at[1] + size * CAPITAL / 2:g}" font-size="{size:g}"'
        style = 'font-family="sans-serif" text-anchor="middle"'
        self._elements.append(f'<text {place} {style} fill="{INK}">{escape(text)}</text>')

    def text(self, width: str, height: str) -> str:
        """Write the file of an SVG so wide and high."""
        view = f'viewBox="{" ".join(f"{side:g}" for side in self.bounds)}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" {view}>'
        return "\n".join((head, *self._elements, "</svg>\n"))


def _svg_box(box: Box) -> str:
    x, y, width, height = box
    return f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'


def board_svg(board: Board) -> str:
    """Draw a board as the text of an SVG file."""
    drawn = _Svg(board)
    return drawn.text(*(f"{side:g}mm" for side in drawn.bounds[2:]))


def board_png(board: Board) -> bytes:
    """Draw a board as a PNG.

    Pygame reads the shapes of an SVG file, but not its texts: these are written here.
    """
    drawn = _Svg(board)
    left, top, *size = drawn.bounds
    text = drawn.text(*(f"{round(side * PX)}" for side in size))
    picture = pygame.image.load(BytesIO(text.encode()), "board.svg")
    pen = Pen(picture, (size[0], size[1]))
    for (x, y), words, high in drawn.written:
        wide = pen.width(words, high) + 2 * high
        place = (x - left - wide / 2, y - top - high, wide, 2 * high)
        pen.text(words, place, high, align=0.5)
    found = BytesIO()
    pygame.image.save(picture, found, "board.png")
    return found.getvalue()
