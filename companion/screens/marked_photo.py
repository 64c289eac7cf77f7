"""The photograph of the board with marks in it, beside what is said about it."""

from dataclasses import dataclass, field
from typing import Final

import pygame

from companion.language import Language
from companion.picture import Image
from companion.screens import reading_text
from companion.screens.boxes import across, down
from companion.screens.menu import Menu
from companion.screens.menu_row import GAP as ROW_GAP
from companion.screens.menu_row import row_height
from companion.screens.palette import GOLD, LIGHTS, LINE, WHITE
from companion.screens.pen import Box, Pen
from companion.screens.photograph import fitted
from companion.screens.picture_in_box import Picture
from companion.screens.pieces import ring_image
from companion.screens.reading_text import ReadingText
from companion.screens.sizes import TEXT
from hardware.panel import Light

RING: Final = 15
"""Radius of what marks a location that looks other than expected."""
DOT: Final = 8
"""Radius of what marks a location where something would be allowed."""
GAP: Final = 10
HINT: Final = 30
"""How much narrower rows get where not all can be shown at once."""
BESIDE: Final = (0.45, 0.36, 0.28)
"""Shares of the box that the photograph may take; the largest that leaves room is taken."""

Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class MarkedPhoto:
    """A picture (BGR, 8 bits) with points x, y in its pixels.

    At the ``odd`` ones something looks other than expected, at the ``fine`` ones something would
    be allowed, at those in ``rings`` something happened. ``name`` is the picture's: two of one
    name are equal.
    """

    name: str
    image: Image = field(compare=False)
    odd: Points = ()
    fine: Points = ()
    rings: Points = ()

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw the picture as large as the box allows, and the marks in it."""
        image, area, scale = fitted(self.image, pen.pixels(box))
        pen.surface.blit(image, area)
        pygame.draw.rect(pen.surface, LINE, area, max(1, round(pen.unit)))
        green, red = LIGHTS[Light.GREEN], LIGHTS[Light.RED]
        for x, y in self.fine:
            self._mark(pen, area, (x * scale, y * scale), ((WHITE, DOT + 2, 9), (green, DOT, 7)))
        for points, colour in ((self.odd, red), (self.rings, GOLD)):
            for x, y in points:
                rings = ((WHITE, RING + 2, 8), (colour, RING, 4))
                self._mark(pen, area, (x * scale, y * scale), rings)

    def _mark(
        self,
        pen: Pen,
        area: pygame.Rect,
        at: tuple[float, float],
        rings: tuple[tuple[tuple[int, int, int], float, float], ...],
    ) -> None:
        """Draw rings (colour, radius, thickness in the design) around one point."""
        for colour, radius, thick in rings:
            ring = ring_image(colour, round(radius * pen.unit), round(thick * pen.unit))
            middle = (area.x + round(at[0]), area.y + round(at[1]))
            pen.surface.blit(ring, ring.get_rect(center=middle))


@dataclass(frozen=True, slots=True)
class BesidePhoto:
    """A list or a text, with the photograph beside it or above it where there is one."""

    body: Menu | ReadingText
    photo: Picture | None = None

    def draw(self, pen: Pen, box: Box, words: Language) -> None:
        """Make the photograph as large as what must be read at once leaves room for."""
        if self.photo is not None:
            upright = box[3] > box[2]
            for share in BESIDE:
                shares = (share, 1 - share)
                picture, rest = down(box, shares, GAP) if upright else across(box, shares, GAP)
                if _least_height(pen, self.body, rest[2]) <= rest[3]:
                    self.photo.draw(pen, picture)
                    box = rest
                    break
        self.body.draw(pen, box, words)


def _least_height(pen: Pen, body: Menu | ReadingText, width: float) -> float:
    """Tell how high a list must be for its text and any answer, a text for any paragraph."""
    if isinstance(body, ReadingText):
        room = width - 2 * reading_text.MARGIN - reading_text.HINT
        texts = (pen.wrapped(one.text, room, TEXT, bold=one.heading) for one in body.paragraphs)
        return pen.height(max(map(len, texts)), TEXT) + 2 * reading_text.MARGIN
    text = pen.height(len(pen.wrapped(body.text, width, TEXT)), TEXT) + ROW_GAP
    answers = (row for row in body.rows if row.choosable)
    highest = max((row_height(pen, row, width - HINT) for row in answers), default=0.0)
    return highest + (text if body.text else 0.0)
