"""All of a dynasty's scoring on one page: three city-states side by side, then who begins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from companion.games.sumeria.screens import RankedCityState, Share, draw_tile
from companion.ui.layout import (
    SLACK,
    TO_THE_RIGHT,
    across,
    bottom_and_rest,
    down,
    draw_card,
    inset,
    paragraph_below,
    top_and_rest,
)
from companion.ui.pen import Box, Pen
from companion.ui.pieces import Person, draw_person, draw_piece, ring_image, spot_image
from companion.ui.style import COMPACT, FAINT, GOLD, GROWING, INK, LARGE, SMALL, TEXT

GAP: Final = 6
BAND: Final = 46
"""How high the band with a city-state's name is."""
COUNTS: Final = 40
"""How high the line is that counts merchants, and the one about a tie."""
PIECE: Final = 14
SIGN: Final = 14
TILE: Final = 18
NAME: Final = 38
"""How high the line of a player's name is."""
NAMES: Final = (TEXT, COMPACT, 24)
"""How large it is written, the largest that leaves room for the tiles."""
ROW: Final = 84
"""How high a row with a name and tiles below it is at most."""
LEAST_ROW: Final = NAMES[-1] + 2 * TILE + 4
"""How high it must be for that."""
SHARES: Final = 2
"""So many people take tiles of most city-states."""
MARGIN: Final = 6
BROAD: Final = 1.6
"""From this width by its height on a city-state has its tiles beside the merchants."""

LEAST_WIDTH: Final = 270
"""How wide the merchants of four players are with their numbers, and a name with its tiles."""
LARGER: Final = (1.6, 1.5, 1.4, 1.3, 1.2, 1.1)
"""How much larger than usual it may be where there is room."""

TieStep = Literal["city", "towns", "order"]
STEPS: Final[tuple[TieStep, ...]] = ("city", "towns", "order")
SIGNS: Final = {"city": "city", "towns": "town"}


@dataclass(frozen=True, slots=True)
class Broken:
    """A tie that ``person`` wins by a step, which ``word`` names beside its sign."""

    person: Person
    step: TieStep
    word: str


@dataclass(frozen=True, slots=True)
class Held:
    """One city-state: everybody's merchants, the ties that were broken, who takes what.

    ``chooser`` is who must choose now, so many ``choices`` of the tiles; nothing is taken then.
    """

    place: RankedCityState
    merchants: tuple[tuple[Person, int], ...] = ()
    ties: tuple[Broken, ...] = ()
    shares: tuple[Share, ...] = ()
    chooser: Person | None = None

    @property
    def needs(self) -> float:
        """How high it must be where it is broad: a line of merchants, and who takes what."""
        lines = 1 + (2 if self.chooser else max(1, len(self.shares)))
        return BAND + 2 * MARGIN + lines * TEXT

    def draw(self, pen: Pen, box: Box) -> None:
        _, _, width, height = box
        fitting = (one for one in LARGER if self._fits(pen, width / one, height / one))
        with pen.enlarged(next(fitting, 1.0), box) as inside:
            self._draw(pen, inside)

    def _fits(self, pen: Pen, width: float, height: float) -> bool:
        width, height = width - 2 * MARGIN, height - BAND - 2 * MARGIN
        broad = width > BROAD * height
        column = (width - GAP) / 2 if broad else width
        one_line = self.shares and self._has_room(pen, column)
        counts = COUNTS * (2 if self.ties else 1)
        shares = (NAME + GAP if one_line else ROW) * max(1, len(self.shares))
        needed = max(counts, shares) if broad else counts + shares
        return column >= LEAST_WIDTH and height >= needed

    def _draw(self, pen: Pen, box: Box) -> None:
        draw_card(pen, box, marked=self.chooser is not None)
        band, rest = top_and_rest(box, BAND)
        self._draw_band(pen, band)
        left, top, width, height = inset(rest, MARGIN)
        broad = width > BROAD * height
        if broad and not self._has_room(pen, (width - GAP) / 2):
            self._draw_stacked(pen, (left, top, width, height))
            return
        if broad:
            (left, top, width, height), shares = across(inset(rest, MARGIN), (1, 1), GAP)
            self._draw_shares(pen, shares)
        lines = 2 if self.ties else 1
        # Lower where the shares need the room, never lower than the text; as high where there are
        # fewer, so that what stands side by side is level.
        level = max(SHARES, len(self.shares))
        row = min(COUNTS, max(TEXT, (height - LEAST_ROW * level) / lines))
        self._draw_merchants(pen, (left, top, width, row))
        if self.ties:
            self._draw_ties(pen, (left, top + row, width, row))
        if not broad:
            used = row * lines
            self._draw_shares(pen, (left, top + used, width, height - used))

    def _has_room(self, pen: Pen, width: float) -> bool:
        """Tell whether everybody's tiles have room behind the name."""
        return all(_sizes_beside(pen, share, width) for share in self.shares)

    def _draw_stacked(self, pen: Pen, box: Box) -> None:
        """Draw merchants and ties on one line, and who takes what on one line each."""
        left, top, width, height = box
        row = min(COUNTS, height / (1 + len(self.shares)))
        merchants, ties = across((left, top, width, row), (1, 1), GAP)
        self._draw_merchants(pen, merchants)
        if self.ties:
            self._draw_ties(pen, ties)
        self._draw_shares(pen, (left, top + row, width, row * len(self.shares)))

    def _draw_band(self, pen: Pen, box: Box) -> None:
        pen.fill(box, pen.region(self.place.tint), corner=8)
        pen.fill(box, GOLD, corner=8, outline=2)
        left, top, width, height = inset(box, MARGIN)
        rank = pen.width(str(self.place.rank), TEXT, bold=True) + 2 * MARGIN
        pen.text(str(self.place.rank), (left, top, rank, height), TEXT, align=0.5)
        pen.text(self.place.name, (left + rank, top, width - rank, height), TEXT, bold=True)

    def _draw_merchants(self, pen: Pen, box: Box) -> None:
        left, top, width, height = box
        step = width / max(1, len(self.merchants))
        for number, (person, many) in enumerate(self.merchants):
            x = left + number * step
            draw_piece(pen, person, x + PIECE, top + height / 2, PIECE)
            words = (x + 2 * PIECE + 4, top, step - 2 * PIECE - 4, height)
            pen.text(str(many), words, TEXT, bold=many > 0, colour=INK if many else FAINT)

    def _draw_ties(self, pen: Pen, box: Box) -> None:
        left, top, width, height = box
        step = width / len(self.ties)
        for number, tie in enumerate(self.ties):
            x, y = left + number * step, top + height / 2
            _draw_sign(pen, tie.step, x + PIECE, y)  # below the piece of the line above
            x += 2 * PIECE + 4
            pen.shape(TO_THE_RIGHT, (x + 11, y), 8, INK)
            draw_piece(pen, tie.person, x + 22 + 4 + PIECE, y, PIECE)

    def _draw_shares(self, pen: Pen, box: Box) -> None:
        left, top, width, height = box
        if self.chooser is not None:
            draw_person(pen, self.chooser, (left, top, width, NAME), bold=True, size=TEXT)
            _draw_tiles(pen, self.place.tiles, left, top + NAME + TILE + MARGIN)
            return
        if not self.shares:
            _draw_tiles(pen, self.place.tiles, left, top + TILE + MARGIN)
            return
        row = min(ROW, height / len(self.shares))
        for number, share in enumerate(self.shares):
            _draw_share(pen, share, (left, top + number * row, width, row))


def _draw_sign(pen: Pen, step: TieStep, x: float, y: float) -> None:
    """Draw the sign of what decides a tie around a point: a spot, or that somebody is first."""
    radius = round(SIGN * pen.unit)
    if step in SIGNS:
        pen.stamp(spot_image(SIGNS[step], INK, radius), x, y)
        return
    pen.stamp(ring_image(INK, radius, 2), x, y)
    pen.text("1", (x - SIGN, y - SIGN, 2 * SIGN, 2 * SIGN), SIGN * 1.6, align=0.5)


def _words(pen: Pen, share: Share) -> list[tuple[int, float]]:
    """Give the sizes in which a name may be written, and how wide it is with its piece."""
    name = share.text if share.person is None else share.person.name
    return [(size, _before(share) + pen.width(name, size, bold=True) + MARGIN) for size in NAMES]


def _before(share: Share) -> float:
    return 0 if share.person is None else 2 * PIECE + 14


def _sizes_beside(pen: Pen, share: Share, width: float) -> list[int]:
    """List the sizes in which a name leaves room for the tiles behind it."""
    tiles = len(share.tiles) * (2 * TILE + 2)
    return [size for size, wide in _words(pen, share) if wide + tiles <= width]


def _draw_share(pen: Pen, share: Share, box: Box) -> None:
    """Draw who takes some tiles, and these behind the name, or below a long one."""
    left, top, width, height = box
    name = share.text if share.person is None else share.person.name
    before = _before(share)
    tiles = len(share.tiles) * (2 * TILE + 2)
    beside = _sizes_beside(pen, share, width)
    high = min(NAME, height)
    line: Box = (left, top, width - tiles, high)
    if beside:
        size = next((one for one in beside if one <= high), beside[-1])
        radius = min(TILE, high / 2 - 1)
        _draw_tiles(pen, share.tiles, left + width - tiles, top + high / 2, radius)
    else:
        size, line, below, radius = _below(pen, share, box)
        narrow = ((width - _words(pen, share)[-1][1]) / len(share.tiles) - 2) / 2
        if narrow > radius:
            size, line = NAMES[-1], (left, top, width - len(share.tiles) * (2 * narrow + 2), high)
            _draw_tiles(pen, share.tiles, left + line[2], top + high / 2, narrow)
        else:
            _draw_tiles(pen, share.tiles, left + before, below[1] + radius, radius)
    if share.person is None:
        pen.text(name, line, size, colour=FAINT)
    else:
        draw_person(pen, share.person, line, bold=True, size=size)


def _below(pen: Pen, share: Share, box: Box) -> tuple[int, Box, Box, float]:
    """Place the tiles below the name: its size and line, what is below, and their radius there."""
    _, _, width, height = box
    low = (size for size, wide in _words(pen, share) if wide <= width and size + 2 * TILE <= height)
    size = next(low, NAMES[-1])
    line, below = top_and_rest(box, size + 2)
    return size, line, below, min(TILE, below[3] / 2)


def _draw_tiles(
    pen: Pen, tiles: Sequence[str | None], left: float, y: float, radius: float = TILE
) -> None:
    for number, kind in enumerate(tiles):
        if kind is not None:
            draw_tile(pen, kind, left + number * (2 * radius + 2) + radius, y, radius)


LEAST_HELD: Final = 250
"""How high a city-state is at least where three stand side by side."""
LEAST_BELOW: Final = 165
"""The same where it is so broad that all stands side by side."""
LEGEND: Final = 30
"""How high the line is that says what the signs of ties mean."""
LEGENDS: Final = (COMPACT, 24, 22, SMALL)
"""How large it is written, the largest that fits."""
KEPT: Final = 0.88
"""The share of their least height that city-states must keep; else there is no such line."""
WIDE_GAP: Final = 16
TEXTS: Final = tuple(size for size in GROWING if size <= LARGE)
"""How large the sentence is, the largest that leaves them room."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The city-states that are scored, and below them a sentence about what follows.

    ``legend`` heads the line between them that says what the signs of ties mean.
    """

    held: tuple[Held, ...]
    text: str
    legend: str = ""

    def draw(self, pen: Pen, box: Box) -> None:
        upright = box[3] > box[2]
        many = len(self.held)
        wide = box[2] if upright or many == 1 else box[2] / many
        least = LEAST_BELOW if wide > BROAD * LEAST_HELD else LEAST_HELD
        signs = {tie.step: tie.word for one in self.held for tie in one.ties}
        least *= many if upright else 1
        room = box[3] - least - (LEGEND if signs else 0)
        lines = {size: len(pen.wrapped(self.text, box[2], size)) for size in TEXTS}
        fitting = (size for size in TEXTS if pen.height(lines[size], size) <= room)
        size = next(fitting, COMPACT)
        rest = paragraph_below(pen, self.text, box, size=size)
        if signs and rest[3] - LEGEND >= KEPT * least:
            line, rest = bottom_and_rest(rest, LEGEND)
            self._draw_legend(pen, line, signs)
        cut = down if upright else across
        shares = [one.needs if upright else 1 for one in self.held]
        for held, place in zip(self.held, cut(rest, shares, GAP), strict=True):
            held.draw(pen, place)

    def _draw_legend(self, pen: Pen, box: Box, signs: Mapping[TieStep, str]) -> None:
        """Name the signs on one line, as large as it has room for."""
        left, top, width, height = box
        signed = 2 * SIGN + MARGIN
        words = [self.legend, *signs.values()]
        spare = width - len(signs) * (signed + WIDE_GAP) - SLACK
        fitting = (size for size in LEGENDS if sum(pen.width(one, size) for one in words) <= spare)
        size = next(fitting, LEGENDS[-1])
        x = left + self._legend_word(pen, self.legend, (left, top, width, height), size)
        for step in (one for one in STEPS if one in signs):
            _draw_sign(pen, step, x + SIGN, top + height / 2)
            x += signed
            x += self._legend_word(pen, signs[step], (x, top, left + width - x, height), size)

    def _legend_word(self, pen: Pen, word: str, box: Box, size: int) -> float:
        """Write a word at the left of a box; give how much of its width is used."""
        pen.text(word, box, size, colour=FAINT)
        return pen.width(word, size) + WIDE_GAP
