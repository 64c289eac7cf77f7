"""Photographs with marks in them, captioned, compared, and beside what is said about them."""

from dataclasses import dataclass, field
from itertools import product
from typing import Final

import cv2
import numpy as np
import pygame

from companion.picture import Image
from companion.ui.layout import across, down, paragraph_below, top_and_rest
from companion.ui.menu import ROW_GAP, Menu, row_height
from companion.ui.pen import Box, Drawable, Pen
from companion.ui.pieces import draw_ring
from companion.ui.style import INK, LAST_MOVE, LIGHTS, LINE, PALE_GOLD, TEXT, WHITE
from companion.ui.texts import READING_HINT, READING_MARGIN, ReadingText
from hardware.panel import Light


def fitted(picture: Image, area: pygame.Rect) -> tuple[pygame.Surface, pygame.Rect, float]:
    """Fit a picture (BGR, 8 bits) into pixels of the screen, nothing cut off or distorted.

    Gives what to draw, where, and how many pixels of the screen one of the picture takes.
    """
    height, width = picture.shape[:2]
    scale = min(area.width / width, area.height / height)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.cvtColor(cv2.resize(picture, size, interpolation=way), cv2.COLOR_BGR2RGB)
    image = pygame.image.frombuffer(np.ascontiguousarray(small).tobytes(), size, "RGB")
    return image, image.get_rect(center=area.center), scale


BETWEEN: Final = 10
CAPTION: Final = 40


@dataclass(frozen=True, slots=True)
class Captioned:
    """A picture with a few words above it; ``marked`` makes the words stand out."""

    picture: Drawable | None
    caption: str
    marked: bool = False

    def draw(self, pen: Pen, box: Box) -> None:
        band, rest = top_and_rest(box, CAPTION, gap=4)
        pen.fill(band, PALE_GOLD if self.marked else LINE, corner=8)
        pen.text(self.caption, band, TEXT, colour=INK, bold=True, align=0.5)
        if self.picture is not None:
            self.picture.draw(pen, rest)


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Two pictures to be compared, and what there is to say about them below."""

    one: Drawable
    other: Drawable
    text: str = ""

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw them beside each other, or one below the other where the box is upright."""
        rest = paragraph_below(pen, self.text, box)
        cut = down if rest[3] > rest[2] else across
        for picture, place in zip((self.one, self.other), cut(rest, (1, 1), BETWEEN), strict=True):
            picture.draw(pen, place)


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

    At the ``differing`` ones something looks other than expected, at the ``allowed`` ones
    something would be allowed, at those in ``rings`` something happened. ``name`` is the
    picture's: two of one name are equal.
    """

    name: str
    image: Image = field(compare=False)
    differing: Points = ()
    allowed: Points = ()
    rings: Points = ()

    def draw(self, pen: Pen, box: Box) -> None:
        image, area, scale = fitted(self.image, pen.pixels(box))
        pen.surface.blit(image, area)
        pygame.draw.rect(pen.surface, LINE, area, max(1, round(pen.unit)))
        for points, rings in (
            (self.allowed, ((WHITE, DOT + 2, 9), (LIGHTS[Light.GREEN], DOT, 7))),
            (self.differing, ((WHITE, RING + 2, 8), (LIGHTS[Light.RED], RING, 4))),
            (self.rings, ((WHITE, RING + 2, 8), (LAST_MOVE, RING, 4))),
        ):
            for (x, y), (colour, radius, thick) in product(points, rings):
                at = (area.x + round(x * scale), area.y + round(y * scale))
                draw_ring(pen, at, colour, radius * pen.unit, thick * pen.unit)


@dataclass(frozen=True, slots=True)
class BesidePhoto:
    """A list or a text, with the photograph beside it or above it where there is one."""

    body: Menu | ReadingText
    photo: Drawable | None = None

    def draw(self, pen: Pen, box: Box) -> None:
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
        self.body.draw(pen, box)


def _least_height(pen: Pen, body: Menu | ReadingText, width: float) -> float:
    """Tell how high a list must be for its text and any answer, a text for any paragraph."""
    if isinstance(body, ReadingText):
        room = width - 2 * READING_MARGIN - READING_HINT
        texts = (pen.wrapped(one.text, room, TEXT, bold=one.heading) for one in body.paragraphs)
        return pen.height(max(map(len, texts)), TEXT) + 2 * READING_MARGIN
    text = pen.height(len(pen.wrapped(body.text, width, TEXT)), TEXT) + ROW_GAP
    answers = (row for row in body.rows if row.choosable)
    highest = max((row_height(pen, row, width - HINT) for row in answers), default=0.0)
    return highest + (text if body.text else 0.0)
