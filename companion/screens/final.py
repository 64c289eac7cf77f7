"""The final score: tiles and points by kind, a row a player, the best first."""

from dataclasses import dataclass
from typing import Final

from companion.language import Language
from companion.screens.boxes import top_and_rest
from companion.screens.palette import CARD, FAINT, GOLD, KINDS, LINE, PALE_GOLD
from companion.screens.paragraph import paragraph_below
from companion.screens.pen import Box, Pen
from companion.screens.person import Person, draw_person
from companion.screens.place import TILE
from companion.screens.sizes import LARGE, SMALL, TEXT
from companion.screens.tokens import draw_tile

HEADING: Final = 44
ROW: Final = 70
NAME: Final = 250
NARROW: Final = 200
"""How wide the column of names is on an upright screen."""
TIMES: Final = "\u00d7"
LOWER: Final = 0.42
"""How much of a row's height the small line below takes."""


@dataclass(frozen=True, slots=True)
class Total:
    """What one player has: (tiles, points) by kind, in the order of the leaflet, and the sum."""

    person: Person
    kinds: tuple[tuple[int, int], ...]
    points: int
    won: bool


@dataclass(frozen=True, slots=True)
class FinalScore:
    """The totals, the best first, and a sentence."""

    totals: tuple[Total, ...]
    text: str

    def draw(self, pen: Pen, box: Box, words: Language) -> None:
        """Draw a column for each kind of tile, and the sum at the right."""
        del words  # all that is said comes with the data
        rest = paragraph_below(pen, self.text, box)
        heading, rest = top_and_rest(rest, HEADING)
        left, top, width, height = rest
        name = NAME if width > 2 * NAME else NARROW
        across = (width - name) / (len(KINDS) + 1)
        for number, kind in enumerate(KINDS):
            x = left + name + (number + 0.5) * across
            draw_tile(pen, kind, x, heading[1] + HEADING / 2, TILE)
        step = min(ROW, height / len(self.totals))
        for number, total in enumerate(self.totals):
            row = (left, top + number * step, width, step - 4)
            _draw_total(pen, total, row, name, across)


def _draw_total(pen: Pen, total: Total, box: Box, name: float, across: float) -> None:
    pen.fill(box, PALE_GOLD if total.won else CARD, corner=8)
    pen.fill(box, GOLD if total.won else LINE, corner=8, outline=3 if total.won else 1)
    left, top, _, height = box
    draw_person(pen, total.person, (left + 6, top, name - 6, height), bold=True)
    upper = height * (1 - LOWER)
    for number, (tiles, points) in enumerate(total.kinds):
        x = left + name + number * across
        pen.text(str(points), (x, top + 2, across, upper), TEXT, align=0.5)
        below = (x, top + upper - 2, across, height - upper)
        pen.text(f"{TIMES} {tiles}", below, SMALL, colour=FAINT, align=0.5)
    x = left + name + len(total.kinds) * across
    size = LARGE if height >= LARGE else TEXT
    pen.text(str(total.points), (x, top, across - 4, height), size, bold=True, align=0.5)
