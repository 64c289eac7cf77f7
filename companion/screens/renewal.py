"""What there is to do on the table before the next dynasty, and what the camera sees of it."""

from dataclasses import dataclass
from typing import Final

from companion.language import Language
from companion.screens.boxes import down, top_and_rest
from companion.screens.palette import GOLD
from companion.screens.paragraph import paragraph_above
from companion.screens.pen import Box, Pen
from companion.screens.place import HEIGHT, Place, draw_place

GAP: Final = 6
BULLET: Final = 22


@dataclass(frozen=True, slots=True)
class Renewal:
    """Reminders, a line or two each, and the three places that get new tiles, as far as seen."""

    reminders: tuple[str, ...]
    places: tuple[Place, ...]

    def draw(self, pen: Pen, box: Box, words: Language) -> None:
        """Draw the reminders above, the places below."""
        del words  # all that is said comes with the data
        rest = box
        for reminder in self.reminders:
            left, top, width, height = rest
            pen.fill((left + 4, top + 11, 12, 12), GOLD, corner=6)
            rest = paragraph_above(pen, reminder, (left + BULLET, top, width - BULLET, height))
            rest = (left, rest[1], width, rest[3])
        many = len(self.places)
        _, below = top_and_rest(rest, GAP)
        below, _ = top_and_rest(below, many * (HEIGHT + GAP))
        for place, band in zip(self.places, down(below, (1,) * many, gap=GAP), strict=True):
            draw_place(pen, place, band)
