"""A drawing of a board as an SVG, true to scale: one unit is a millimetre."""

from typing import Final
from xml.sax.saxutils import escape

from companion.boards.drawing import INK, ROUTE, Disc, Drawing, Line, Rect, Shape, Words

CAPITAL: Final = 0.7
"""The height of a capital letter by the size of its font."""


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
