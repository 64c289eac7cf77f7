"""A player on a screen: the merchant in colour and shape, and the name beside it."""

from dataclasses import dataclass
from typing import Final

from companion.screens.palette import INK, Colour
from companion.screens.pen import Box, Pen
from companion.screens.pieces import merchant_image
from companion.screens.sizes import TEXT

RADIUS: Final = 15
"""Of the merchant beside a name."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player: what he is called, his colour, and the seat that his shape goes by."""

    name: str
    colour: str
    seat: int


def draw_person(
    pen: Pen, person: Person, box: Box, *, bold: bool = False, colour: Colour = INK
) -> None:
    """Draw the merchant and the name from the left of a box."""
    left, top, width, height = box
    draw_merchant(pen, person, left + RADIUS, top + height / 2, RADIUS)
    aside = 2 * RADIUS + 10
    pen.text(
        person.name, (left + aside, top, width - aside, height), TEXT, bold=bold, colour=colour
    )


def draw_merchant(pen: Pen, person: Person, x: float, y: float, radius: float) -> None:
    """Draw the merchant alone, centred on a point."""
    pen.stamp(merchant_image(person.colour, person.seat, round(radius * pen.unit)), x, y)
