"""Anything that fills a box as a picture does: a photograph, the board's diagram."""

from dataclasses import dataclass
from typing import Final, Protocol

from companion.language import Language
from companion.screens.boxes import across, down, top_and_rest
from companion.screens.palette import INK, LINE, PALE_GOLD
from companion.screens.paragraph import paragraph_below
from companion.screens.pen import Box, Pen
from companion.screens.sizes import TEXT

GAP: Final = 10
CAPTION: Final = 40


class Picture(Protocol):
    """Frozen data that draws itself into a box."""

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw as large as the box allows."""


@dataclass(frozen=True, slots=True)
class Captioned:
    """A picture with a few words above it; ``marked`` makes the words stand out."""

    picture: Picture | None
    caption: str
    marked: bool = False

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw the words, and what is left is the picture's."""
        band, rest = top_and_rest(box, CAPTION, gap=4)
        pen.fill(band, PALE_GOLD if self.marked else LINE, corner=8)
        pen.text(self.caption, band, TEXT, colour=INK, bold=True, align=0.5)
        if self.picture is not None:
            self.picture.draw(pen, rest)


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Two pictures to be compared, and what there is to say about them below."""

    one: Picture
    other: Picture
    text: str = ""

    def draw(self, pen: Pen, box: Box, words: Language) -> None:
        """Draw them beside each other, or one below the other where the box is upright."""
        del words  # the text is in the language of the screen
        rest = paragraph_below(pen, self.text, box)
        cut = down if rest[3] > rest[2] else across
        for picture, place in zip((self.one, self.other), cut(rest, (1, 1), GAP), strict=True):
            picture.draw(pen, place)
