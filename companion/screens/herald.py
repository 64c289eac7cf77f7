"""One thing that everybody at the table is to see: who, large, and why, below."""

from dataclasses import dataclass
from typing import Final

from companion.language import Language
from companion.screens.boxes import inset, top_and_rest
from companion.screens.palette import CARD, GOLD
from companion.screens.paragraph import SLACK, paragraph_above
from companion.screens.pen import Box, Pen
from companion.screens.person import Person, draw_merchant
from companion.screens.sizes import LARGE, TEXT

MARGIN: Final = 16
RADIUS: Final = 44
STEP: Final = 2 * RADIUS + 24


@dataclass(frozen=True, slots=True)
class Herald:
    """The people it is about, a headline, and a sentence or two."""

    people: tuple[Person, ...]
    headline: str
    text: str = ""

    def draw(self, pen: Pen, box: Box, words: Language) -> None:
        """Draw the merchants beside each other, the headline below, then the text."""
        del words  # all that is said comes with the data
        pen.fill(box, CARD, corner=10)
        pen.fill(box, GOLD, corner=10, outline=3)
        inside = inset(box, MARGIN)
        needed = 2 * RADIUS + _height(pen, self.headline, inside, LARGE, bold=True)
        needed += _height(pen, self.text, inside, TEXT)
        _, inside = top_and_rest(inside, max(0.0, (inside[3] - needed) / 2))
        above, rest = top_and_rest(inside, 2 * RADIUS, gap=6)
        middle = above[0] + above[2] / 2 - STEP * (len(self.people) - 1) / 2
        for number, person in enumerate(self.people):
            draw_merchant(pen, person, middle + number * STEP, above[1] + RADIUS, RADIUS)
        rest = paragraph_above(pen, self.headline, rest, size=LARGE, bold=True, align=0.5)
        paragraph_above(pen, self.text, rest, align=0.5)


def _height(pen: Pen, text: str, box: Box, size: float, *, bold: bool = False) -> float:
    return pen.height(len(pen.wrapped(text, box[2] - SLACK, size, bold=bold)), size) if text else 0
