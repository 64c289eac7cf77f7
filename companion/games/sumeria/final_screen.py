"""The final score: tiles and points by kind, a row a player, the best first."""

from dataclasses import dataclass
from typing import Final

from companion.games.sumeria.tiles import KINDS, TILE, draw_tile
from companion.language import Language
from companion.ui.layout import across, paragraph_below, top_and_rest
from companion.ui.pen import Box, Pen
from companion.ui.pieces import Person, draw_person
from companion.ui.style import CARD, FAINT, GOLD, LARGE, LINE, PALE_GOLD, SMALL, TEXT

HEADING: Final = 44
ROWS: Final = (70, 124)
"""How high the row of a player is at most, and on an upright screen, where it has two lines."""
GAP: Final = 5
NAME: Final = 250
SUM: Final = 96
"""How wide the sum at the right is."""
TIMES: Final = "\u00d7"
LOWER: Final = 0.42
"""How much of its height the small line below a number takes."""


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
        """Draw a row a player; the kinds stand in columns, or on an upright screen below."""
        del words  # all that is said comes with the data
        rest = paragraph_below(pen, self.text, box)
        upright = box[3] > box[2]
        left, top, width, height = rest
        if not upright:
            _, rest = top_and_rest(rest, HEADING)
            columns = (left + NAME, top, width - NAME - SUM, HEADING)
            for kind, cell in zip(KINDS, across(columns, (1,) * len(KINDS)), strict=True):
                draw_tile(pen, kind, cell[0] + cell[2] / 2, top + HEADING / 2, TILE)
            left, top, width, height = rest
        step = min(ROWS[upright], height / len(self.totals))
        for number, total in enumerate(self.totals):
            row = (left, top + number * step, width, step - GAP)
            pen.fill(row, PALE_GOLD if total.won else CARD, corner=8)
            pen.fill(row, GOLD if total.won else LINE, corner=8, outline=3 if total.won else 1)
            (_draw_tall if upright else _draw_flat)(pen, total, row)


def _draw_flat(pen: Pen, total: Total, box: Box) -> None:
    """Draw name, kinds and sum beside each other."""
    left, top, width, height = box
    draw_person(pen, total.person, (left + 6, top, NAME - 6, height), bold=True)
    columns = (left + NAME, top, width - NAME - SUM, height)
    for kind, cell in zip(total.kinds, across(columns, (1,) * len(KINDS)), strict=True):
        _draw_kind(pen, kind, cell)
    _draw_sum(pen, total, (left + width - SUM, top, SUM, height))


def _draw_tall(pen: Pen, total: Total, box: Box) -> None:
    """Draw name and sum above, the kinds with their tiles below."""
    left, top, width, height = box
    upper, lower = top_and_rest((left + 6, top, width - 12, height), height / 2 - 4)
    draw_person(pen, total.person, (*upper[:2], upper[2] - SUM, upper[3]), bold=True)
    _draw_sum(pen, total, (upper[0] + upper[2] - SUM, *upper[1:2], SUM, upper[3]))
    cells = across(lower, (1,) * len(KINDS))
    for kind, counted, cell in zip(KINDS, total.kinds, cells, strict=True):
        draw_tile(pen, kind, cell[0] + TILE + 4, cell[1] + cell[3] / 2, TILE)
        aside = 2 * TILE + 6
        _draw_kind(pen, counted, (cell[0] + aside, cell[1], cell[2] - aside - 2, cell[3]))


def _draw_kind(pen: Pen, kind: tuple[int, int], box: Box) -> None:
    """Draw the points, and below them the number of tiles."""
    tiles, points = kind
    left, top, width, height = box
    upper = height * (1 - LOWER)
    pen.text(str(points), (left, top + 2, width, upper), TEXT, align=0.5)
    below = (left, top + upper - 2, width, height - upper)
    pen.text(f"{TIMES} {tiles}", below, SMALL, colour=FAINT, align=0.5)


def _draw_sum(pen: Pen, total: Total, box: Box) -> None:
    size = LARGE if box[3] >= LARGE else TEXT
    pen.text(str(total.points), box, size, bold=True, align=0.5)
