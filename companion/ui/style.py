"""The colours and shapes of the screen, and how large text is."""

import colorsys
from collections.abc import Mapping, Sequence
from typing import Final

from hardware.panel import Light

Colour = tuple[int, int, int]

PAPER: Final[Colour] = (246, 241, 231)
CARD: Final[Colour] = (255, 252, 245)
INK: Final[Colour] = (40, 34, 28)
FAINT: Final[Colour] = (84, 74, 63)
LINE: Final[Colour] = (203, 191, 171)
GOLD: Final[Colour] = (190, 135, 25)
PALE_GOLD: Final[Colour] = (252, 233, 186)
WHITE: Final[Colour] = (255, 255, 255)
ALARM: Final[Colour] = (160, 22, 22)
"""The ground of what stops the game; white reads on it."""
LAST_MOVE: Final[Colour] = GOLD
"""The ring around what the last move changed, on the diagram and in photographs."""

PIECES: Final[Mapping[str, Colour]] = {
    "red": (205, 50, 45),
    "blue": (40, 95, 190),
    "yellow": (243, 196, 40),
    "green": (45, 140, 70),
    "black": (50, 48, 46),
    "white": (248, 248, 246),
    "orange": (233, 122, 36),
    "purple": (125, 65, 155),
    "violet": (125, 65, 155),
    "pink": (226, 120, 165),
    "brown": (125, 82, 50),
    "grey": (140, 140, 140),
    "natural": (214, 178, 126),
}
LIGHTS: Final[Mapping[Light, Colour]] = {
    Light.OFF: (203, 191, 171),
    Light.GREEN: (62, 150, 80),
    Light.BLUE: (45, 100, 200),
    Light.AMBER: (236, 158, 30),
    Light.RED: (205, 45, 40),
}
Shape = Sequence[tuple[float, float]]
PLUS: Final[Shape] = (
    *((-0.3, -0.9), (0.3, -0.9), (0.3, -0.3), (0.9, -0.3), (0.9, 0.3), (0.3, 0.3)),
    *((0.3, 0.9), (-0.3, 0.9), (-0.3, 0.3), (-0.9, 0.3), (-0.9, -0.3), (-0.3, -0.3)),
)
TRIANGLE: Final[Shape] = ((0, -1), (0.87, 0.6), (-0.87, 0.6))
CROSS: Final[Shape] = tuple((0.7 * (x - y), 0.7 * (x + y)) for x, y in PLUS)
# Points of each colour's shape, within a circle of radius 1 around the origin, y down. A colour has
# the same one in every game.
SHAPES: Final[Mapping[str, Shape]] = {
    "red": TRIANGLE,
    "blue": ((-0.7, -0.7), (0.7, -0.7), (0.7, 0.7), (-0.7, 0.7)),
    "yellow": ((0, -1), (0.75, 0), (0, 1), (-0.75, 0)),
    "green": PLUS,
    "black": tuple((x, -y) for x, y in TRIANGLE),
    "white": ((-0.95, -0.3), (0.95, -0.3), (0.95, 0.3), (-0.95, 0.3)),
    "orange": ((-0.3, -0.95), (0.3, -0.95), (0.3, 0.95), (-0.3, 0.95)),
    "purple": CROSS,
    "violet": CROSS,
    "pink": ((-1, 0), (0.6, -0.87), (0.6, 0.87)),
    "brown": ((1, 0), (-0.6, -0.87), (-0.6, 0.87)),
    "grey": ((-0.9, -0.8), (0, 0.1), (0.9, -0.8), (0.9, -0.1), (0, 0.8), (-0.9, -0.1)),
    "natural": ((-0.9, 0.8), (0, -0.1), (0.9, 0.8), (0.9, 0.1), (0, -0.8), (-0.9, 0.1)),
}


def piece_colour(colour: str) -> Colour:
    """Give the colour to draw a player's pieces in; a name not known gets a hue of its own."""
    if colour in PIECES:
        return PIECES[colour]
    return _hue(sum(map(ord, colour)) * 0.618, 0.6, 0.7)


def piece_shape(colour: str) -> Shape:
    """Give the points of a colour's shape; a name not known gets one of them."""
    shapes = [*SHAPES.values()]
    return SHAPES.get(colour, shapes[sum(map(ord, colour)) % len(shapes)])


def region(index: int) -> Colour:
    """Give the pale tint of a region by its place in the board file."""
    # Three eighths of the circle apart, so that regions listed together differ.
    return _hue(index * 3 / 8, 0.17 + 0.08 * (index % 2), 0.95 - 0.06 * (index % 2))


def tint_of(tints: Sequence[Colour], index: int) -> Colour:
    """Give the tint of a region as it was sampled from the board, or else the usual one."""
    return tints[index] if index < len(tints) else region(index)


def vivid(index: int) -> Colour:
    """Give the colour that stands for a region over a picture, by its place in the file."""
    return _hue(index * 3 / 8, 0.85, 0.95 - 0.25 * (index % 2))


def ink_on(ground: Colour) -> Colour:
    """Give black or white, whichever reads better on ``ground``."""
    red, green, blue = ground
    middle = 130
    return WHITE if 0.3 * red + 0.59 * green + 0.11 * blue < middle else INK


def _hue(hue: float, saturation: float, value: float) -> Colour:
    red, green, blue = colorsys.hsv_to_rgb(hue % 1, saturation, value)
    return round(255 * red), round(255 * green), round(255 * blue)


TEXT: Final = 34
"""Text that matters, in the design: it can be read from the far end of a table."""
COMPACT: Final = 28
"""The same where long words or many columns leave no room for it; never smaller."""
SMALL: Final = 20
"""Text that one walks up to: captions, names on the diagram, times."""
GROWING: Final = (48, 44, 40, 37, TEXT)
"""How large text that matters is where it leaves room, the largest first."""
LARGE: Final = 40
"""What everybody at the table is to see at once."""
TIMES: Final = "\u00d7"
"""The sign before how many of a thing there are."""
LEAST: Final = 15
"""No text on any screen is smaller."""
