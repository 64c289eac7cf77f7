"""A text of many paragraphs, to be scrolled through."""

from dataclasses import dataclass
from typing import Final

from companion.language import Language
from companion.screens.arrows import draw_arrow
from companion.screens.boxes import inset
from companion.screens.palette import CARD, FAINT, INK, LINE
from companion.screens.pen import Box, Pen
from companion.screens.sizes import TEXT

MARGIN: Final = 10
STEP: Final = 26
"""How far each depth is indented."""
APART: Final = 6
ARROW: Final = 9
HINT: Final = 26
"""How wide the margin is in which arrows tell of more."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Some sentences, indented by ``depth``; a ``heading`` is bold."""

    text: str
    depth: int = 0
    heading: bool = False


@dataclass(frozen=True, slots=True)
class ReadingText:
    """Paragraphs of which the one numbered ``first`` is at the top."""

    paragraphs: tuple[Paragraph, ...]
    first: int = 0

    def draw(self, pen: Pen, box: Box, words: Language) -> None:
        """Draw as many paragraphs as there is room for, none of them in part."""
        del words  # the text is in the language of the screen
        pen.fill(box, CARD, corner=8)
        pen.fill(box, LINE, corner=8, outline=1)
        left, y, width, height = inset(box, MARGIN)
        width -= HINT
        end = y + height
        number = self.first
        for number, one in enumerate(self.paragraphs[self.first :], self.first):
            indent = one.depth * STEP
            lines = len(pen.wrapped(one.text, width - indent, TEXT, bold=one.heading))
            high = pen.height(lines, TEXT)
            if y + high > end and number > self.first:
                break
            place = (left + indent, y, width - indent, min(high, end - y))
            pen.text(one.text, place, TEXT, bold=one.heading, lines=lines, colour=INK)
            y += high + APART
        else:
            number += 1
        x = left + width + HINT / 2
        if self.first > 0:
            draw_arrow(pen, (x, box[1] + 2 * ARROW), ARROW, FAINT, up=True)
        if number < len(self.paragraphs):
            draw_arrow(pen, (x, box[1] + box[3] - 2 * ARROW), ARROW, FAINT, up=False)
