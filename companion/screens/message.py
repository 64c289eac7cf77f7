"""A few sentences, and nothing else."""

from dataclasses import dataclass
from typing import Final

from companion.language import Language
from companion.screens.boxes import bottom_and_rest, inset
from companion.screens.palette import CARD, LINE
from companion.screens.pen import Box, Pen
from companion.screens.sizes import TEXT

MARGIN: Final = 24


@dataclass(frozen=True, slots=True)
class Message:
    """Something to be read, and below it the place on the disk of which it speaks, if of one."""

    text: str
    path: str = ""

    def draw(self, pen: Pen, box: Box, words: Language) -> None:
        """Draw the text in the middle, on as many lines as it needs."""
        del words  # the text is in the language of the screen
        pen.fill(box, CARD, corner=8)
        pen.fill(box, LINE, corner=8, outline=1)
        rest = inset(box, MARGIN)
        pieces = _broken(pen, self.path, rest[2])
        for piece in reversed(pieces):
            place, rest = bottom_and_rest(rest, pen.height(1, TEXT))
            pen.text(piece, place, TEXT, align=0.5)
        lines = len(pen.wrapped(self.text, rest[2], TEXT))
        pen.text(self.text, rest, TEXT, align=0.5, lines=lines)


def _broken(pen: Pen, path: str, width: float) -> list[str]:
    """Break a path into lines, behind a slash where that is possible."""
    lines = []
    while path:
        fits = next(end for end in range(len(path), 0, -1) if pen.width(path[:end], TEXT) <= width)
        slash = path.rfind("/", 1, fits) + 1
        end = fits if fits == len(path) or not slash else slash
        lines.append(path[:end])
        path = path[end:]
    return lines
