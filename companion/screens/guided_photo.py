"""A picture in which things are pointed out and touched, beside what is said about it."""

from dataclasses import dataclass, field
from typing import Final

import pygame

from companion.language import Language
from companion.picture import Image
from companion.screens.boxes import bottom_and_rest
from companion.screens.magnifier import draw_magnifier
from companion.screens.menu import ROW_TARGET
from companion.screens.menu_row import GAP as ROW_GAP
from companion.screens.menu_row import Row, draw_row, row_height
from companion.screens.pad import add_pad
from companion.screens.palette import LINE
from companion.screens.paragraph import paragraph_above
from companion.screens.pen import Box, Pen
from companion.screens.photo_marks import Mark, Stroke, draw_mark, draw_stroke
from companion.screens.photograph import fitted

PICTURE: Final = "picture"
"""Under which name the picture is a pad."""
ASIDE: Final = 264
"""How wide what stands beside the picture is."""
TALL: Final = 0.8
"""How high the picture's box is at most where the rest stands below it, by its width."""
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

    def draw(self, pen: Pen, box: Box, words: Language) -> None:
        """Draw the picture as large as the box allows."""
        del words  # all that is said comes with the rest
        left, top, width, height = box
        if height > width:
            tall = min(width * TALL, height / 2)
            picture: Box = (left, top, width, tall)
            aside: Box = (left, top + tall + GAP, width, height - tall - GAP)
        else:
            picture = (left, top, width - ASIDE - GAP, height)
            aside = (left + width - ASIDE, top, ASIDE, height)
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
        if self.glass is not None:
            draw_magnifier(pen, self.image, self.glass, area)
        pen.surface.set_clip(before)
        pygame.draw.rect(pen.surface, LINE, area, max(1, round(pen.unit)))
        x, y = pen.at(0, 0)
        unit = pen.unit
        at = ((area.x - x) / unit, (area.y - y) / unit, area.width / unit, area.height / unit)
        add_pad(pen, PICTURE, at)

    def _draw_aside(self, pen: Pen, box: Box) -> None:
        for number in reversed(range(len(self.rows))):
            row = self.rows[number]
            place, box = bottom_and_rest(box, row_height(pen, row, box[2]) - ROW_GAP, ROW_GAP)
            draw_row(pen, place, row, chosen=number == self.chosen)
            if row.choosable:
                pen.target(ROW_TARGET.format(number), place)
        paragraph_above(pen, self.text, box)
