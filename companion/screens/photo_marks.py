"""What is drawn over a picture to point something out in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

import pygame

from companion.screens.palette import FAINT, GOLD, INK, LIGHTS, WHITE, Colour, vivid
from companion.screens.pen import Pen
from companion.screens.pieces import merchant_image, ring_image, spot_image
from hardware.panel import Light

Found = Literal["proposed", "told", "chosen", "wrong", "fine"]
Look = Found | Literal["stands", "mover", "corner", "aim", "merchant"]
LEAST: Final = 5
"""No mark is smaller: it must be seen."""
RIM: Final = 4
ARM: Final = 14
HELD: Final = 16
AROUND: Final[Mapping[str, Colour]] = {
    "chosen": GOLD,
    "wrong": LIGHTS[Light.RED],
    "fine": LIGHTS[Light.GREEN],
}
"""The colours of rings around a spot."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark around a point of a picture; ``radius`` is in pixels of the picture.

    ``proposed`` is what the program found, ``told`` what the owner said: there ``kind`` gives the
    shape and ``tint`` the colour. ``chosen`` is what a press of OK is about, ``wrong`` what cannot
    stay so, ``fine`` what is allowed. ``stands`` and ``mover`` are imaginary merchants. A
    ``corner`` can be dragged, ``aim`` is a cross. A ``merchant`` is of the colour ``kind``, with
    the shape of seat ``tint``.
    """

    at: tuple[float, float]
    look: Look
    radius: float = 0.0
    kind: str = ""
    tint: int = 0


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line between two points of a picture; a ``faint`` one was not said to be there."""

    start: tuple[float, float]
    end: tuple[float, float]
    look: Literal["told", "faint", "chosen"] = "told"


def draw_mark(pen: Pen, mark: Mark, at: tuple[float, float], radius: float) -> None:
    """Draw a mark around a pixel of the screen; ``radius`` is in pixels too."""
    unit = pen.unit
    size = max(radius, LEAST * unit)
    match mark.look:
        case "proposed":
            _ring(pen, at, size + 2 * unit, INK, 4 * unit)
            _ring(pen, at, size + unit, WHITE, 2 * unit)
        case "told":
            _ring(pen, at, size + (RIM + 1) * unit, INK, (RIM + 1) * unit)
            _ring(pen, at, size + RIM * unit, vivid(mark.tint), RIM * unit)
            _stamp(pen, spot_image(mark.kind, INK, round(size)), at)
        case "chosen" | "wrong" | "fine":
            _ring(pen, at, size + (2 * RIM + 3) * unit, WHITE, (RIM + 2) * unit)
            _ring(pen, at, size + (2 * RIM + 2) * unit, AROUND[mark.look], RIM * unit)
        case "stands" | "mover":
            inner = size + RIM * unit
            _ring(pen, at, inner + 2 * unit, WHITE, inner)
            _ring(pen, at, inner, INK if mark.look == "stands" else GOLD, inner)
        case "merchant":
            _ring(pen, at, size + 2 * unit, WHITE, 2 * unit)
            _stamp(pen, merchant_image(mark.kind, mark.tint, round(size)), at)
        case "corner":
            _ring(pen, at, HELD * unit, WHITE, 6 * unit)
            _ring(pen, at, (HELD - 1) * unit, GOLD, 4 * unit)
        case "aim":
            for thick, colour in ((4, WHITE), (2, INK)):
                _cross(pen, at, colour, thick * unit)


def draw_stroke(
    pen: Pen, stroke: Stroke, start: tuple[float, float], end: tuple[float, float]
) -> None:
    """Draw a line between two pixels of the screen."""
    inner = {"told": GOLD, "faint": FAINT, "chosen": LIGHTS[Light.BLUE]}[stroke.look]
    for thick, colour in ((7, WHITE), (4, inner)):
        width = max(1, round(thick * pen.unit))
        pygame.draw.line(pen.surface, colour, start, end, width)


def _ring(pen: Pen, at: tuple[float, float], radius: float, colour: Colour, thick: float) -> None:
    _stamp(pen, ring_image(colour, max(2, round(radius)), max(1, round(thick))), at)


def _stamp(pen: Pen, image: pygame.Surface, at: tuple[float, float]) -> None:
    pen.surface.blit(image, image.get_rect(center=(round(at[0]), round(at[1]))))


def _cross(pen: Pen, at: tuple[float, float], colour: Colour, thick: float) -> None:
    x, y = at
    arm = ARM * pen.unit
    width = max(1, round(thick))
    pygame.draw.line(pen.surface, colour, (x - arm, y), (x + arm, y), width)
    pygame.draw.line(pen.surface, colour, (x, y - arm), (x, y + arm), width)
