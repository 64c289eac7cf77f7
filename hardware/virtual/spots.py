"""Printed spots: where merchants go, and what tells a city from a village."""

from engine.board import Location
from hardware.virtual.brush import Brush, Colour
from hardware.virtual.manners import Manner
from hardware.virtual.texture import Rng

CITY_TINT = 1.15
"""Cities are printed a little lighter than towns and villages."""


def draw_spot(brush: Brush, location: Location, land: Colour, manner: Manner, rng: Rng) -> None:
    """Draw a spot in the edition's manner on land of a colour."""
    shade = _times(land, 0.48)
    match manner.spots:
        case "signed":
            _rings(brush, location, shade, manner.paper, (0.0, 0.9, 1.8, 2.3))
            _sign(brush, location, manner, 0.42)
        case "ring":
            _hollow(brush, location, 0.0, 1.3, _seen_on(land, manner))
            if rng.random() < 0.5:  # noqa: PLR2004 - a coin
                _sign(brush, location, manner, 0.3)
        case "double":
            _hollow(brush, location, 0.0, 0.8, manner.ink)
            _hollow(brush, location, 1.7, 0.7, manner.paper)
        case "disc":
            disc = _times(manner.disc, CITY_TINT if location.kind == "city" else 1.0)
            brush.disc(location.at_mm, location.radius_mm, shade)
            brush.disc(location.at_mm, location.radius_mm - 0.7, disc)
        case "pictogram":
            _sign(brush, location, manner, 0.6)
        case "plain":
            brush.disc(location.at_mm, location.radius_mm, _times(land, 0.84))
            brush.disc(location.at_mm, location.radius_mm - 0.5, _times(land, 1.07))


def _rings(
    brush: Brush, location: Location, ring: Colour, paper: Colour, insets: tuple[float, ...]
) -> None:
    """Draw discs into each other, of the two colours in turn."""
    for number, inset in enumerate(insets):
        colour = paper if number % 2 else ring
        brush.disc(location.at_mm, location.radius_mm - inset, colour)


def _hollow(brush: Brush, location: Location, inset: float, width: float, colour: Colour) -> None:
    """Draw a ring that leaves what is inside as it is."""
    brush.ring(location.at_mm, location.radius_mm - inset - width / 2, colour, width)


def _sign(brush: Brush, location: Location, manner: Manner, size: float) -> None:
    """Draw a terraced temple for a city, a house with a tower for a town, a hut for a village."""
    x, y = location.at_mm
    ink, paper = manner.ink, manner.paper
    s = size * location.radius_mm
    if location.kind == "city":
        for step in range(3):
            half, low = s * (1.15 - 0.35 * step), y + s * (0.8 - 0.55 * step)
            brush.box(x - half, low - 0.45 * s, x + half, low, ink)
    elif location.kind == "town":
        brush.box(x - s, y - 0.4 * s, x + s, y + 0.7 * s, ink)
        brush.box(x - 0.55 * s, y - s, x + 0.45 * s, y - 0.3 * s, ink)
        brush.box(x - 0.2 * s, y, x + 0.25 * s, y + 0.7 * s, paper)
    else:
        brush.shape([(x - s, y + 0.1 * s), (x, y - s), (x + s, y + 0.1 * s)], ink)
        brush.box(x - 0.7 * s, y + 0.2 * s, x + 0.7 * s, y + 0.7 * s, ink)


def _seen_on(land: Colour, manner: Manner) -> Colour:
    """Choose ink or paper, whichever stands out."""
    bright = sum(land) / 3
    return max(manner.ink, manner.paper, key=lambda colour: abs(sum(colour) / 3 - bright))


def _times(colour: Colour, factor: float) -> Colour:
    blue, green, red = (min(255.0, channel * factor) for channel in colour)
    return blue, green, red
