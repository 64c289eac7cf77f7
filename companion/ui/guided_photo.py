"""A picture in which things are pointed out and touched, beside what is said about it."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Final, Literal

import cv2
import numpy as np
import pygame

from companion.ui.layout import (
    ASIDE,
    SLACK,
    TALL,
    beside_or_below,
    bottom_and_rest,
    paragraph_above,
    paragraph_height,
)
from companion.ui.menu import ROW_GAP, ROW_TARGET, Menu, Row, draw_row, row_height
from companion.ui.pen import Box, Pen
from companion.ui.photos import fitted
from companion.ui.pieces import draw_ring, piece_image, spot_image, stamp_at
from companion.ui.screen import add_pad
from companion.ui.style import (
    CARD,
    COMPACT,
    CROSS,
    FAINT,
    GOLD,
    GROWING,
    INK,
    LARGE,
    LIGHTS,
    LINE,
    SMALL,
    TEXT,
    WHITE,
    Colour,
    Shape,
    vivid,
)
from hardware.panel import Light
from vision.reading import Image

Found = Literal["proposed", "known", "chosen", "wrong", "fine"]
Line = Literal["known", "faint", "chosen"]
"""How a line is drawn: one that is there, one that is not, one that is pointed out."""
MarkLook = Found | Literal["stands", "moving", "corner", "aim", "piece", "named"]
LEAST: Final = 5
"""No mark is smaller: it must be seen."""
RIM: Final = 4
ARM: Final = 14
"""How far a cross reaches from its middle at most."""
HELD: Final = 16
AROUND: Final[Mapping[str, Colour]] = {
    "chosen": GOLD,
    "wrong": LIGHTS[Light.RED],
    "fine": LIGHTS[Light.GREEN],
}
"""The colours of rings around a spot."""
TICK: Final[Shape] = (
    *((-0.8, 0.05), (-0.5, -0.25), (-0.15, 0.1), (0.5, -0.6), (0.8, -0.3), (-0.15, 0.65)),
)
SIGNS: Final[Mapping[str, Shape]] = {"wrong": CROSS, "fine": TICK}
"""What such a ring says to those who see colours alike."""
LABEL_HIGH, LABEL_GAP = 24, 3
"""How high a label is, and how far from its mark."""
FARTHER: Final = (0, LABEL_HIGH)
BESIDE: Final = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))
"""Where a label may stand: below its mark, above, beside, at a corner; or as much farther away."""
SIGN: Final = 11
DIAGONAL: Final = 0.7
"""How far right of and above a spot its sign stands, by the radius of its ring."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark around a point of a picture; ``radius`` is in pixels of the picture.

    ``proposed`` is what the program found, ``known`` what the owner said: there ``kind`` gives the
    shape and ``tint`` the colour. ``chosen`` is what a press of OK is about, ``wrong`` what cannot
    stay so, ``fine`` what is allowed: a cross and a tick tell these apart. ``stands`` and
    ``moving`` are imaginary pieces. A ``corner`` can be dragged. ``aim`` is a cross, no larger than
    its radius where it has one. A ``piece`` is of the colour ``kind``. What is ``named`` has a
    ``label`` alone, written beside it where there is room.
    """

    at: tuple[float, float]
    look: MarkLook
    radius: float = 0.0
    kind: str = ""
    tint: int = 0
    label: str = ""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line between two points of a picture; a ``faint`` one was not said to be there."""

    start: tuple[float, float]
    end: tuple[float, float]
    look: Line = "known"


def draw_mark(pen: Pen, mark: Mark, at: tuple[float, float], radius: float) -> None:
    """Draw a mark around a pixel of the screen; ``radius`` is in pixels too."""
    unit = pen.unit
    size = max(radius, LEAST * unit)
    match mark.look:
        case "proposed":
            draw_ring(pen, at, INK, size + 2 * unit, 4 * unit)
            draw_ring(pen, at, WHITE, size + unit, 2 * unit)
        case "known":
            draw_ring(pen, at, INK, size + (RIM + 1) * unit, (RIM + 1) * unit)
            draw_ring(pen, at, vivid(mark.tint), size + RIM * unit, RIM * unit)
            stamp_at(pen, spot_image(mark.kind, INK, round(size)), at)
        case "chosen" | "wrong" | "fine":
            draw_ring(pen, at, WHITE, size + (2 * RIM + 3) * unit, (RIM + 2) * unit)
            draw_ring(pen, at, AROUND[mark.look], size + (2 * RIM + 2) * unit, RIM * unit)
            if mark.look in SIGNS:
                _draw_sign(pen, mark.look, _sign_at(at, size, unit))
        case "stands" | "moving":
            inner = size + RIM * unit
            draw_ring(pen, at, WHITE, inner + 2 * unit, inner)
            draw_ring(pen, at, INK if mark.look == "stands" else GOLD, inner, inner)
        case "piece":
            draw_ring(pen, at, WHITE, size + 2 * unit, 2 * unit)
            stamp_at(pen, piece_image(mark.kind, round(size)), at)
        case "corner":
            draw_ring(pen, at, WHITE, HELD * unit, 6 * unit)
            draw_ring(pen, at, GOLD, (HELD - 1) * unit, 4 * unit)
        case "aim":
            arm = min(ARM * unit, size) if radius else ARM * unit
            for thick, colour in ((4, WHITE), (2, INK)):
                _cross(pen, at, colour, arm, thick * unit)


Placed = tuple[Mark, tuple[float, float], float]
"""A mark, its pixel of the screen, and its radius there."""


def draw_labels(pen: Pen, marks: Sequence[Placed], area: pygame.Rect) -> None:
    """Write labels beside marks, within an area in pixels, each where nothing is in its way.

    They may stand on rings, but not on what is in these, nor on their signs.
    """
    unit, (left, top) = pen.unit, pen.at(0, 0)
    taken = []
    for mark, at, radius in marks:
        size = max(radius, LEAST * unit)
        if mark.look in SIGNS:
            taken.append(_around(_sign_at(at, size, unit), SIGN * unit))
        elif mark.look == "piece":
            taken.append(_around(at, size + LABEL_GAP * unit / 2))
    for mark, (x, y), radius in marks:
        if not mark.label:
            continue
        wide = (pen.width(mark.label, SMALL, bold=True) + 2 * SLACK) * unit
        high, close = LABEL_HIGH * unit, max(radius, LEAST * unit) + LABEL_GAP * unit
        for farther, (across, down) in product(FARTHER, BESIDE):
            away = close + farther * unit
            place = pygame.Rect(0, 0, math.ceil(wide), math.ceil(high))
            place.center = (
                round(x + across * (away + wide / 2)),
                round(y + down * (away + high / 2)),
            )
            place.clamp_ip(area)
            if place.collidelist(taken) < 0:
                taken.append(place)
                at = (place.x - left) / unit, (place.y - top) / unit
                box = (*at, place.width / unit, place.height / unit)
                pen.fill(box, CARD, corner=4)
                pen.text(mark.label, box, SMALL, bold=True, align=0.5)
                break


def _around(at: tuple[float, float], half: float) -> pygame.Rect:
    return pygame.Rect(at[0] - half, at[1] - half, 2 * half, 2 * half)


def _sign_at(at: tuple[float, float], size: float, unit: float) -> tuple[float, float]:
    """Tell at which pixel the sign of a ring stands around something of that size."""
    aside = DIAGONAL * (size + (2 * RIM + 2) * unit)
    return at[0] + aside, at[1] - aside


def _draw_sign(pen: Pen, look: str, at: tuple[float, float]) -> None:
    radius = SIGN * pen.unit
    draw_ring(pen, at, WHITE, radius + pen.unit, radius)
    draw_ring(pen, at, AROUND[look], radius, radius)
    size = 0.8 * radius
    points = [(at[0] + size * x, at[1] + size * y) for x, y in SIGNS[look]]
    pygame.draw.polygon(pen.surface, WHITE, points)


def draw_stroke(
    pen: Pen, stroke: Stroke, start: tuple[float, float], end: tuple[float, float]
) -> None:
    """Draw a line between two pixels of the screen."""
    inner = {"known": GOLD, "faint": FAINT, "chosen": LIGHTS[Light.BLUE]}[stroke.look]
    for thick, colour in ((7, WHITE), (4, inner)):
        width = max(1, round(thick * pen.unit))
        pygame.draw.line(pen.surface, colour, start, end, width)


def _cross(pen: Pen, at: tuple[float, float], colour: Colour, arm: float, thick: float) -> None:
    x, y = at
    width = max(1, round(thick))
    pygame.draw.line(pen.surface, colour, (x - arm, y), (x + arm, y), width)
    pygame.draw.line(pen.surface, colour, (x, y - arm), (x, y + arm), width)


SIDE: Final = 150
"""How wide and high it is, in the design."""
POWER: Final = 4
"""How many pixels of the design one of the picture takes."""


def magnified(image: Image, at: tuple[float, float], side: int, power: float) -> Image:
    """Cut a square of ``side`` pixels around a point, each of the picture's ``power`` large."""
    half = side / 2
    turn = np.array([[power, 0, half - power * at[0]], [0, power, half - power * at[1]]])
    found = cv2.warpAffine(image, turn, (side, side), flags=cv2.INTER_LINEAR)
    return np.asarray(found, np.uint8)


def draw_magnifier(pen: Pen, image: Image, at: tuple[float, float], area: pygame.Rect) -> None:
    """Draw it in the upper corner of a picture's pixels that is away from where it looks."""
    side = round(SIDE * pen.unit)
    seen = cv2.cvtColor(magnified(image, at, side, POWER * pen.unit), cv2.COLOR_BGR2RGB)
    glass = pygame.image.frombuffer(seen.tobytes(), (side, side), "RGB")
    place = glass.get_rect(topleft=area.topleft)
    if at[0] < image.shape[1] / 2:
        place.right = area.right
    pen.surface.blit(glass, place)
    for thick, colour in ((3, WHITE), (1, INK)):
        width = max(1, round(thick * pen.unit))
        pygame.draw.line(pen.surface, colour, place.midleft, place.midright, width)
        pygame.draw.line(pen.surface, colour, place.midtop, place.midbottom, width)
    pygame.draw.rect(pen.surface, GOLD, place, max(1, round(3 * pen.unit)))


PICTURE: Final = "picture"
"""Under which name the picture is a pad."""
GAP: Final = 10


@dataclass(frozen=True, slots=True)
class GuidedPhoto:
    """A picture (BGR, 8 bits) with strokes and marks in it, all points x, y in its pixels.

    ``name`` is the picture's: two of one name are equal. ``text`` is said beside it, and of the
    ``rows`` below that the one numbered ``chosen`` is marked. ``glass`` is where a magnifier looks.
    """

    name: str
    image: Image = field(compare=False)
    text: str = ""
    marks: tuple[Mark, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    rows: tuple[Row, ...] = ()
    chosen: int | None = None
    glass: tuple[float, float] | None = None

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw what is said beside the picture, or in an upright screen below it.

        The picture is then as large as that leaves room for.
        """
        high, wide = self.image.shape[:2]
        said = sum(row_height(pen, row, box[2]) for row in self.rows)
        said += paragraph_height(pen, self.text, box[2], TEXT)
        least = min(box[2] * TALL, box[3] / 2)
        tall = min(box[2] * high / wide, max(least, box[3] - GAP - said))
        picture, aside = beside_or_below(box, ASIDE, tall, GAP)
        self._draw_picture(pen, picture)
        self._draw_aside(pen, aside)

    def _draw_picture(self, pen: Pen, box: Box) -> None:
        image, area, scale = fitted(self.image, pen.pixels(box))
        pen.surface.blit(image, area)
        before = pen.surface.get_clip()
        pen.surface.set_clip(area)

        def place(point: tuple[float, float]) -> tuple[float, float]:
            return area.x + point[0] * scale, area.y + point[1] * scale

        for stroke in self.strokes:
            draw_stroke(pen, stroke, place(stroke.start), place(stroke.end))
        for mark in self.marks:
            draw_mark(pen, mark, place(mark.at), mark.radius * scale)
        placed = [(mark, place(mark.at), mark.radius * scale) for mark in self.marks]
        draw_labels(pen, placed, area)
        if self.glass is not None:
            draw_magnifier(pen, self.image, self.glass, area)
        pen.surface.set_clip(before)
        pygame.draw.rect(pen.surface, LINE, area, max(1, round(pen.unit)))
        x, y = pen.at(0, 0)
        unit = pen.unit
        at = ((area.x - x) / unit, (area.y - y) / unit, area.width / unit, area.height / unit)
        add_pad(pen, PICTURE, at)

    def _draw_aside(self, pen: Pen, box: Box) -> None:
        """Write as large as the room allows, rows at the bottom; the text gives way to them."""
        size = Menu(self.rows, text=self.text).size(pen, box, whole=True)
        for number in reversed(range(len(self.rows))):
            row = self.rows[number]
            high = row_height(pen, row, box[2], size) - ROW_GAP
            place, box = bottom_and_rest(box, high, ROW_GAP)
            draw_row(pen, place, row, chosen=number == self.chosen, size=size)
            if row.choosable:
                pen.target(ROW_TARGET.format(number), place)
        larger = [one for one in GROWING if TEXT < one <= max(size, LARGE)]
        narrow = Menu((), text=self.text)
        sizes = [one for one in larger if narrow.is_narrow(pen, box[2], one)]
        sizes += range(TEXT, COMPACT, -1)
        needed = {one: paragraph_height(pen, self.text, box[2], one) - one / 4 for one in sizes}
        fitting = (one for one in sizes if needed[one] <= box[3])
        paragraph_above(pen, self.text, box, size=next(fitting, COMPACT))
