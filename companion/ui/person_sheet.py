"""One person's evenings as pictures: numbers on cards, points game by game, what they were for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.ui.layout import (
    FITTING,
    SLACK,
    across,
    bottom_and_rest,
    down,
    draw_card,
    size_fitting,
    top_and_rest,
    write_fitting,
)
from companion.ui.pen import Box, Pen
from companion.ui.style import FAINT, GOLD, LARGE, LINE, TEXT

GAP: Final = 8
CARDS: Final = 92
"""How high the cards are."""
UPRIGHT: Final = 3
"""So many cards stand beside each other on an upright screen."""
HEADING: Final = 34
LABEL: Final = 32
"""How high the words at a bar are."""
LYING: Final = 20
"""How high a lying bar is at most."""
MARGIN: Final = 8
WORDS: Final = FITTING[1:]
"""How large words below numbers and beside bars are, the largest that fits."""
WIDEST: Final = 70
"""How wide a bar is at most."""


@dataclass(frozen=True, slots=True)
class Card:
    """One number, and what it counts."""

    number: str
    text: str


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: how high, that as written, and what it stands for; a ``golden`` one was won."""

    value: float
    written: str
    label: str
    golden: bool = False


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars beside each other under a heading, each with its value above.

    ``lying`` ones are below each other, each under its label and its value.
    """

    heading: str
    bars: tuple[Bar, ...]
    lying: bool = False

    def draw(self, pen: Pen, box: Box) -> None:
        heading, rest = top_and_rest(box, HEADING)
        pen.text(self.heading, heading, TEXT, bold=True)
        highest = max((bar.value for bar in self.bars), default=0) or 1
        if self.lying:
            self._draw_lying(pen, rest, highest)
        else:
            self._draw_standing(pen, rest, highest)

    def _draw_lying(self, pen: Pen, box: Box, highest: float) -> None:
        widths = (pen.width(bar.written, WORDS[0], bold=True) for bar in self.bars)
        value = max(widths, default=0) + 2 * SLACK
        size = size_fitting(pen, [bar.label for bar in self.bars], box[2] - value - GAP, WORDS)
        for bar, place in zip(self.bars, down(box, (1,) * len(self.bars), 4), strict=True):
            above, (left, top, width, height) = top_and_rest(place, LABEL)
            label, written = across(above, (width - value - GAP, value), GAP)
            pen.text(bar.label, label, size)
            write_fitting(pen, bar.written, written, WORDS, align=1)
            if long := width * bar.value / highest:
                pen.fill((left, top + 4, long, min(height - 4, LYING)), LINE, corner=4)

    def _draw_standing(self, pen: Pen, box: Box, highest: float) -> None:
        labels, field = bottom_and_rest(box, LABEL)
        cells = across(field, (1,) * len(self.bars), 4)
        names = across(labels, (1,) * len(self.bars), 4)
        for bar, cell, name in zip(self.bars, cells, names, strict=True):
            self._draw_bar(pen, bar, cell, highest)
            write_fitting(pen, bar.label, name, WORDS, colour=FAINT, bold=False, align=0.5)

    @staticmethod
    def _draw_bar(pen: Pen, bar: Bar, cell: Box, highest: float) -> None:
        left, top, width, height = cell
        tall = (height - LABEL) * bar.value / highest
        wide = min(WIDEST, width)
        above = (left, top + height - LABEL - tall, width, LABEL)
        write_fitting(pen, bar.written, above, WORDS, bold=False, align=0.5)
        if tall >= 1:
            at = (left + (width - wide) / 2, top + height - tall, wide, tall)
            pen.fill(at, GOLD if bar.golden else LINE, corner=4)


@dataclass(frozen=True, slots=True)
class PersonSheet:
    """Cards above, bars below; each set of bars has something to show.

    The ``note`` stands at the bottom, where there is something to say of all numbers.
    """

    cards: tuple[Card, ...]
    charts: tuple[Bars, ...]
    note: str = ""

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw the charts beside each other, or one below the other on an upright screen."""
        rest, most = self._draw_note(pen, box), len(self.cards)
        if box[3] > box[2]:
            most = UPRIGHT
        for first in range(0, len(self.cards), most):
            band, rest = top_and_rest(rest, CARDS, gap=GAP)
            self._draw_cards(pen, band, self.cards[first : first + most])
        if box[3] > box[2]:
            places = down(rest, (1,) * len(self.charts), 2 * GAP)
        else:
            places = across(rest, self._shares(pen, rest[2]), 2 * GAP)
        for chart, place in zip(self.charts, places, strict=True):
            chart.draw(pen, place)

    def _draw_note(self, pen: Pen, box: Box) -> Box:
        """Write the note; give what is left above it."""
        if not self.note:
            return box
        lines = len(pen.wrapped(self.note, box[2], TEXT))
        below, rest = bottom_and_rest(box, pen.height(lines, TEXT), gap=GAP)
        pen.text(self.note, below, TEXT, lines=lines)
        return rest

    def _shares(self, pen: Pen, width: float) -> Sequence[float]:
        """Give charts beside each other the same width, or more where a heading needs it."""
        room = width - 2 * GAP * (len(self.charts) - 1)
        same = room / len(self.charts)
        needed = [pen.width(one.heading, TEXT, bold=True) + SLACK for one in self.charts]
        wider = [one for one in needed if one > same]
        if not wider or sum(needed) > room:
            return [same] * len(needed)
        others = (room - sum(wider)) / (len(needed) - len(wider))
        return [one if one > same else others for one in needed]

    def _draw_cards(self, pen: Pen, band: Box, cards: Sequence[Card]) -> None:
        """Draw each as wide as its words need, and all words as large as that allows."""
        for size in WORDS:
            wide = [
                max(pen.width(one.number, LARGE, bold=True), pen.width(one.text, size)) + 2 * MARGIN
                for one in cards
            ]
            spare = band[2] - GAP * (len(cards) - 1) - sum(wide)
            if spare >= 0:
                break
        shares = [one + max(spare, 0) / len(cards) for one in wide]
        for card, place in zip(cards, across(band, shares, GAP), strict=True):
            draw_card(pen, place)
            number, text = top_and_rest(place, CARDS * 0.55)
            pen.text(card.number, number, LARGE, bold=True, align=0.5)
            pen.text(card.text, text, size, colour=FAINT, align=0.5)
