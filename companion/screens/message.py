"""A few sentences, and nothing else."""

from dataclasses import dataclass
from typing import Final

from companion.language import Language
from companion.screens.boxes import inset
from companion.screens.palette import CARD, LINE
from companion.screens.pen import Box, Pen
from companion.screens.sizes import TEXT

MARGIN: Final = 24


@dataclass(frozen=True, slots=True)
class Message:
    """Something to be read."""

    text: str

    def draw(self, pen: Pen, box: Box, words: Language) -> None:
        """Draw the text in the middle, on as many lines as there is room for."""
        del words  # the text is in the language of the screen
        pen.fill(box, CARD, corner=8)
        pen.fill(box, LINE, corner=8, outline=1)
        inside = inset(box, MARGIN)
        pen.text(self.text, inside, TEXT, align=0.5, lines=int(inside[3] // pen.height(1, TEXT)))
