"""The screen of a game of Siberia that goes on."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.games.siberia.board_map import RegionMap, draw_cube
from companion.games.siberia.whole_board import EXCHANGES, ExchangeRow
from companion.ui.layout import (
    FITTING,
    SLACK,
    across,
    bottom_and_rest,
    down,
    draw_card,
    top_and_rest,
    write_fitting,
)
from companion.ui.pen import LEADING, Box, Pen
from companion.ui.pieces import piece_image
from companion.ui.play import MARGIN, Sentence
from companion.ui.style import CARD, COMPACT, FAINT, INK, LEAST, SMALL, TEXT
from companion.words.names import Names
from engine.siberia.explain_actions import best_sales, may_mine
from engine.siberia.material import COUNTS, RESOURCES
from engine.siberia.state import State

GAP: Final = 6
PANEL: Final = 292
"""How wide what stands beside the map is."""
CELL: Final = 74
"""How high what each player has is."""
CALLED: Final = 34
"""How high the name in it is."""
CELL_GAP: Final = 4
WIDE: Final = 3
"""So many of them have room beside one another on an upright screen."""
PIECE: Final = 14
COLUMN: Final = 200
"""How wide a column of prospects is at least where there are two."""
COLUMN_GAP: Final = 12
PROSPECT: Final = 38
NOTE: Final = 16
LEAST_PROSPECT: Final = 22
"""How high the line of a resource is at most, and at least."""
DIGITS: Final = 1.15
"""How large an amount is at most, by the height of its line: digits take less than their size."""
TAIL: Final = 0.08
"""By how much of its size an amount stands higher, so that no comma leaves the line."""
NEARNESS: Final = 34
"""How high each of the two lines is that tell how near the end is."""
LABEL: Final = 26
"""How high the label of the supplies is where it stands above them."""
LABELS: Final = (22, SMALL, 18, 17, 16, LEAST)
"""How large labels are, the largest that fits."""
ASIDE: Final = 0.46
"""How much of its line it takes at most beside them."""
LOCK: Final = 12
CUBE: Final = 28
SUPPLY: Final = 24
MOST_LINES: Final = (3, 4)
LARGE_LINES: Final = (2, 1)
"""Of the sentence in a wide screen, and in an upright one: at most, and as many written large."""
WORDS: Final = FITTING[1:]
"""How large words beside numbers and names are written, the largest that fits."""
LEAST_MAP: Final = 180
"""How high the map is at least, if the text can be smaller."""
BELOW: Final = 2 * NEARNESS + COMPACT + 2 * PROSPECT + 30
"""How high what stands below the map is on an upright screen."""
LEAST_BELOW: Final = BELOW - 2 * (PROSPECT - LEAST_PROSPECT)
"""The same where a long text would leave less than ``LEAST_MAP`` of the map."""
TIGHT_MAP: Final = 160
TIGHT_CELL: Final = 68
TIGHT_NEARNESS: Final = 30
TIGHT_BELOW: Final = 2 * TIGHT_NEARNESS + COMPACT + 4 + LEAST_PROSPECT + 4
"""The same with one line of prospects, and lower cells, where that would still be too low."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a resource would bring: how much money, and where at best.

    ``marked``: its action has the markers that it needs.
    """

    resource: str
    money: int
    where: str
    marked: bool = True


def prospects_of(state: State, player: str, names: Names) -> tuple[Prospect, ...]:
    """Tell what each resource would bring a player now, at the best of his exchanges."""
    marked = may_mine(state, player)
    return tuple(
        Prospect(resource, money, names.place(where) if where else "", resource in marked)
        for resource, (money, where) in best_sales(state, player).items()
    )


@dataclass(frozen=True, slots=True)
class Cell:
    """What one player has; ``money`` is empty where the screen is not to show it."""

    player: str
    called: str
    money: str
    to_play: bool
    passed: bool


@dataclass(frozen=True, slots=True)
class Nearness:
    """How near the end of the game is: regions locked, and what each supply holds.

    ``labels`` say so of the one and of the other. That of the supplies stands before them, in a
    narrow box above them.
    """

    locked: int
    supply: Mapping[str, int]
    labels: tuple[str, str]

    def draw(self, pen: Pen, box: Box) -> None:
        of_locked, of_supply = self.labels
        is_narrow = box[2] < 2 * COLUMN
        upper, lower = top_and_rest(box, (box[3] - (LABEL if is_narrow else 0)) / 2)
        left, top, width, height = upper
        step = LOCK + 2
        for i in range(COUNTS.end.locked):
            place = (left + i * step, top + (height - LOCK) / 2, LOCK, LOCK)
            pen.fill(place, INK if i < self.locked else CARD, corner=3)
            pen.fill(place, FAINT, corner=3, outline=2)
        aside = COUNTS.end.locked * step + GAP
        word = (left + aside, top, width - aside, height)
        lower_line = LABELS[1:] if is_narrow else LABELS
        write_fitting(pen, of_locked, word, lower_line, colour=FAINT, bold=False)
        if is_narrow:
            label, lower = top_and_rest(lower, LABEL)
        else:
            wide = min(pen.width(of_supply, SMALL) + SLACK, ASIDE * lower[2])
            left, top, width, height = lower
            label, lower = (left, top, wide, height), (left + wide, top, width - wide, height)
        write_fitting(pen, of_supply, label, LABELS, colour=FAINT, bold=False)
        side = min(SUPPLY, lower[3] - 1)
        for resource, cell in zip(RESOURCES, across(lower, (1,) * len(RESOURCES)), strict=True):
            number = self.supply[resource]
            x, y = cell[0] + side / 2, cell[1] + cell[3] / 2
            draw_cube(pen, resource, x, y, side, gone=not number)
            at = (cell[0] + side + 3, cell[1], cell[2] - side - 8, cell[3])
            colour = INK if number else FAINT
            write_fitting(pen, str(number), at, WORDS, colour=colour, bold=False)


@dataclass(frozen=True, slots=True)
class Prospects:
    """What resources would bring somebody now, and where, under who that is.

    Of more than there is room for the best are shown; those whose action lacks markers are pale.
    There is no title where nobody is to play, and nothing to tell.
    """

    title: str
    rows: tuple[tuple[Prospect, str], ...]
    """Those that bring something, the best first, each with the amount as written."""
    nothing: str
    """What is said where none does."""

    def draw(self, pen: Pen, box: Box) -> None:
        if not self.title:
            return
        long = pen.width(self.title, SMALL) > box[2] - SLACK
        band, rest = top_and_rest(box, pen.height(2, SMALL) if long else COMPACT + 4)
        if long:
            pen.text(self.title, band, SMALL, colour=FAINT, lines=2)
        else:
            write_fitting(pen, self.title, band, WORDS, colour=FAINT, bold=False)
        if not self.rows:
            line = min(PROSPECT, rest[3])
            pen.text(self.nothing, (*rest[:3], line), min(TEXT, line / LEADING), colour=FAINT)
            return
        columns = 2 if rest[2] > 2 * COLUMN else 1
        high = min(math.ceil(len(self.rows) / columns), max(1, int(rest[3] / LEAST_PROSPECT)))
        step = min(PROSPECT, rest[3] / high)
        rows = self.rows[: high * columns]
        size = min(TEXT, max(SMALL, DIGITS * step))
        widest = max(pen.width(amount, size, bold=True) for _, amount in rows)
        columns_of = across(rest, (1,) * columns, COLUMN_GAP)
        for i, (row, amount) in enumerate(rows):
            left, top, width, _ = columns_of[i // high]
            y = top + i % high * step
            middle, side = (left + CUBE / 2, y + step / 2), min(CUBE, step - 2)
            draw_cube(pen, row.resource, *middle, side, pale=not row.marked)
            x = left + CUBE + GAP
            money = (x, y - TAIL * size, widest + 2, step)
            colour = INK if row.marked else FAINT
            pen.text(amount, money, size, bold=row.marked, colour=colour, align=1)
            at = (x + widest + GAP + 2, y, left + width - x - widest - GAP - 2, step)
            write_fitting(pen, row.where, at, WORDS, colour=FAINT, bold=False)


@dataclass(frozen=True, slots=True)
class SiberiaPlay:
    """A game that goes on; ``text`` is the last event, or what the table is to do (``marked``).

    ``is_alarm``: nothing goes on until that is done.
    """

    regions: RegionMap
    exchanges: ExchangeRow
    nearness: Nearness
    prospects: Prospects
    cells: tuple[Cell, ...]
    text: str
    marked: bool = False
    is_alarm: bool = False
    note: str = ""
    least_lines: int = 1
    """Of the text, so that the map keeps its size from one to the next."""

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw the map with all around it: beside it, or in an upright screen below."""
        upright = box[3] > box[2]
        rows = 2 if upright and len(self.cells) > WIDE else 1
        least = BELOW if upright else CELL_GAP
        least += rows * (CELL + CELL_GAP) + EXCHANGES + LEAST_MAP
        lines, large = (self.least_lines, MOST_LINES[upright]), LARGE_LINES[upright]
        said = Sentence(self.text, lines, large, is_marked=self.marked, is_alarm=self.is_alarm)
        box = said.draw(pen, box, least)
        others = EXCHANGES + LEAST_BELOW + 2 * GAP - CELL_GAP
        is_tight = upright and box[3] - rows * (CELL + CELL_GAP) - others < TIGHT_MAP
        tall = TIGHT_CELL if is_tight else CELL
        cells, box = bottom_and_rest(box, rows * (tall + CELL_GAP), gap=GAP - CELL_GAP)
        across_row = math.ceil(len(self.cells) / rows)
        places = [
            (x, y, wide, tall)
            for _, y, _, _ in down(cells, (1,) * rows)
            for x, _, wide, _ in across(cells, (1,) * across_row, CELL_GAP)
        ]
        for cell, place in zip(self.cells, places, strict=False):
            _draw_cell(pen, cell, place)
        left, top, width, height = box
        if upright:
            free = height - GAP - EXCHANGES
            high = max(LEAST_BELOW, min(BELOW, free - LEAST_MAP))
            if free - high < TIGHT_MAP:
                high = max(TIGHT_BELOW, free - LEAST_MAP)
            panel, board = bottom_and_rest(box, high, gap=GAP)
        else:
            board = (left, top, width - PANEL - MARGIN, height)
            panel = (left + width - PANEL, top, PANEL, height)
        row, regions = bottom_and_rest(board, EXCHANGES, gap=3)
        self.regions.draw(pen, regions)
        self.exchanges.draw(pen, row)
        is_tight = upright and panel[3] < LEAST_BELOW
        near, rest = top_and_rest(panel, 2 * (TIGHT_NEARNESS if is_tight else NEARNESS), gap=2)
        self.nearness.draw(pen, near)
        if self.note and not is_tight:
            below, rest = bottom_and_rest(rest, NOTE + 2)
            pen.text(self.note, below, NOTE, colour=FAINT)
        if rest[3] >= COMPACT + LEAST_PROSPECT:
            self.prospects.draw(pen, rest)


def _draw_cell(pen: Pen, cell: Cell, box: Box) -> None:
    draw_card(pen, box, corner=6, marked=cell.to_play)
    left, top, width, height = box
    colour = FAINT if cell.passed else INK
    high = min(CALLED, height / 2)
    called = (left + 4, top + 1, width - 8, high)
    write_fitting(pen, cell.called, called, colour=colour, bold=False, align=0.5)
    middle = top + high + (height - high) / 2
    image = piece_image(cell.player, round(PIECE * pen.unit))
    if cell.money:
        room = pen.width(cell.money, TEXT, bold=True) + 2
        x = left + max(4.0, (width - room - 2 * PIECE - GAP) / 2)
        pen.stamp(image, x + PIECE, middle)
        after = x + 2 * PIECE + GAP
        at = (after, top + high, left + width - after - 2, height - high)
        pen.text(cell.money, at, TEXT, bold=True, colour=colour)
    else:
        pen.stamp(image, left + width / 2, middle)
