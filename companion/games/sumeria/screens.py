"""What Sumeria draws: influence tiles, city-states, and the end of a dynasty."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from companion.ui.layout import (
    SLACK,
    across,
    bottom_and_rest,
    down,
    draw_card,
    draw_line,
    inset,
    paragraph_above,
    paragraph_height,
    size_fitting,
    top_and_rest,
    write_fitting,
)
from companion.ui.legend import Sign
from companion.ui.menu import ROW_TARGET, Menu
from companion.ui.numbers_compared import SUBJECT
from companion.ui.pen import Box, Pen
from companion.ui.pieces import Person, counter_image, ring_image, spot_image
from companion.ui.style import (
    CARD,
    COMPACT,
    FAINT,
    GOLD,
    INK,
    LEAST,
    LINE,
    SMALL,
    TEXT,
    Colour,
    ink_on,
)
from companion.words.names import Names
from seeds.sumeria import counts

# The leaflet's colours of the four kinds, so light or dark that their letters stand out 7 to 1.
KINDS: Final[Mapping[str, tuple[Colour, str]]] = {
    "economy": ((246, 207, 62), "E"),
    "military": ((247, 152, 74), "M"),
    "politics": ((33, 78, 150), "P"),
    "religion": ((26, 92, 46), "R"),
}


def draw_tile(pen: Pen, kind: str, x: float, y: float, radius: float) -> None:
    """Draw one influence tile around a point of the design."""
    pen.stamp(counter_image(KINDS[kind][0], round(radius * pen.unit)), x, y)
    ground, letter = KINDS[kind]
    box = (x - radius, y - radius, 2 * radius, 2 * radius)
    size = max(LEAST, radius * 1.4)
    pen.text(letter, box, size, colour=ink_on(ground), bold=True, align=0.5)


HEIGHT: Final = SUBJECT
TILE: Final = 19
"""Radius of an influence tile, at most."""
TILE_EDGE: Final = 3
"""Between it and the row's edges."""
STEP: Final = 2 * TILE + 4


@dataclass(frozen=True, slots=True)
class RankedCityState:
    """A city-state: ``tint`` is its place in the board file, which its colour goes by.

    ``tiles`` are the kinds of influence tile above it, None for an empty space.
    """

    rank: int
    name: str
    tint: int
    tiles: tuple[str | None, ...]

    def draw(self, pen: Pen, box: Box) -> None:
        pen.fill(box, pen.region(self.tint), corner=8)
        pen.fill(box, GOLD, corner=8, outline=3)
        left, top, width, height = inset(box, 6)
        pen.text(str(self.rank), (left, top, 34, height), TEXT, colour=INK, bold=True, align=0.5)
        tiles = len(self.tiles) * STEP
        pen.text(self.name, (left + 40, top, width - 44 - tiles, height), TEXT, bold=True)
        draw_tiles(pen, self.tiles, (left + width - tiles, top, tiles, height))


def draw_tiles(pen: Pen, tiles: tuple[str | None, ...], box: Box) -> None:
    """Draw influence tiles beside each other, a ring for one that is not there."""
    left, top, _, height = box
    y, radius = top + height / 2, min(TILE, height / 2 - TILE_EDGE)
    for number, kind in enumerate(tiles):
        x = left + number * STEP + TILE
        if kind is None:
            pen.stamp(ring_image(FAINT, round(radius * pen.unit), 2), x, y)
        else:
            draw_tile(pen, kind, x, y, radius)


@dataclass(frozen=True, slots=True)
class KindSign:
    """The sign of a kind of influence tile."""

    kind: str

    def draw(self, pen: Pen, box: Box) -> None:
        left, top, width, height = box
        radius = min(TILE, width / 2 - 1)
        draw_tile(pen, self.kind, left + width / 2, top + height / 2, radius)


def kind_signs(names: Names) -> tuple[Sign, ...]:
    """Name the signs of the kinds of influence tiles."""
    return tuple((KindSign(kind), names.tell("kind", kind)) for kind in KINDS)


STRIP: Final = 48
DISC: Final = 70
"""The radius of a disc that can be touched, at most."""
RANK: Final = 30
BETWEEN_RANKS: Final = 16
"""Between the spaces above one rank and the next."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The kinds on the spaces above each rank, None for those still to come, above a menu.

    Where its rows stand for ``kinds`` each is a large disc.
    """

    spaces: tuple[tuple[str | None, ...], ...]
    menu: Menu
    kinds: tuple[str, ...] = ()

    def draw(self, pen: Pen, box: Box) -> None:
        strip, rest = top_and_rest(box, STRIP, gap=4)
        x, y = strip[0], strip[1] + STRIP / 2
        marked = False
        for rank, spaces in enumerate(self.spaces, start=1):
            pen.text(str(rank), (x, strip[1], RANK, STRIP), TEXT, bold=True, align=0.5)
            draw_tiles(pen, spaces, (x + RANK, strip[1], STRIP, STRIP))
            if not marked and None in spaces:
                ring = ring_image(GOLD, round((TILE + 4) * pen.unit), 4)
                pen.stamp(ring, x + RANK + spaces.index(None) * STEP + TILE, y)
                marked = True
            x += RANK + len(spaces) * STEP + BETWEEN_RANKS
        if self.kinds:
            self._draw_discs(pen, paragraph_above(pen, self.menu.text, rest, size=TEXT))
        else:
            self.menu.draw(pen, rest)

    def _draw_discs(self, pen: Pen, box: Box) -> None:
        rows = 2 if box[3] > box[2] else 1
        many = -(-len(self.kinds) // rows)
        bands = down(box, (1,) * rows, gap=BETWEEN_RANKS)
        places = (one for band in bands for one in across(band, (1,) * many, gap=BETWEEN_RANKS))
        for number, place in zip(range(len(self.kinds)), places, strict=False):
            draw_card(pen, place, marked=number == self.menu.chosen)
            words, disc = bottom_and_rest(place, pen.height(3, TEXT) + 2 * COLUMN_GAP)
            left, top, width, height = disc
            radius = min(DISC, width / 2 - COLUMN_GAP, height / 2 - COLUMN_GAP)
            draw_tile(pen, self.kinds[number], left + width / 2, top + height / 2, radius)
            pen.text(
                self.menu.rows[number].text, inset(words, COLUMN_GAP), TEXT, align=0.5, lines=3
            )
            pen.target(ROW_TARGET.format(number), place)


SIGN: Final = 13
"""Radius of the sign of a kind of location."""
NARROW: Final = 2
"""How wide a column is, by the height of its heading, in which a word has no room beside a sign."""
BELOW_SIGN: Final = (24, 22, SMALL, 18, 17, 16, LEAST)
"""How large the word is written there."""


@dataclass(frozen=True, slots=True)
class KindColumn:
    """Merchants on one kind of location: its word, and its sign as printed.

    ``beside`` are the words of all kinds in the table: they are written in one size.
    """

    kind: Literal["city", "town", "village"]
    text: str
    beside: tuple[str, ...]

    def least(self, pen: Pen) -> float:
        return pen.width(self.text, BELOW_SIGN[0]) + 6

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw sign and word beside each other, in a narrow column below each other."""
        left, top, width, height = box
        image = spot_image(self.kind, INK, round(SIGN * pen.unit))
        aside = 2 * SIGN + 6
        if width < NARROW * height:
            pen.stamp(image, left + width / 2, top + SIGN + 1)
            _, below = top_and_rest(box, 2 * SIGN + 2)
            write_fitting(pen, self.text, below, BELOW_SIGN, colour=FAINT, bold=False, align=0.5)
            return
        size = size_fitting(pen, self.beside, width - aside)
        room = min(pen.width(self.text, size) + SLACK, width - aside)
        start = left + (width - aside - room) / 2
        pen.stamp(image, start + SIGN, top + height / 2)
        pen.text(self.text, (start + aside, top, room, height), size, colour=FAINT)


@dataclass(frozen=True, slots=True)
class RankColumn:
    """Merchants in one city-state, by its rank and tint."""

    rank: int
    tint: int

    def least(self, pen: Pen) -> float:
        return pen.width(str(self.rank), TEXT, bold=True) + 6

    def draw(self, pen: Pen, box: Box) -> None:
        left, top, width, height = box
        wide = min(36, width - 4)
        middle = (left + (width - wide) / 2, top + 3, wide, height - 6)
        pen.fill(middle, pen.region(self.tint), corner=6)
        pen.fill(middle, GOLD, corner=6, outline=2)
        pen.text(str(self.rank), middle, TEXT, bold=True, align=0.5)


@dataclass(frozen=True, slots=True)
class Share:
    """What one player takes; of what nobody takes, ``person`` is None and ``text`` tells so."""

    person: Person | None
    tiles: tuple[str, ...]
    text: str = ""


LEADING: Final = len(counts().over_ranks)
"""How many ranks are scored (S-07)."""
SHARES: Final = (0.41, 0.49)
"""How much of the width a column of tiles takes, and at most where names are long."""
RANK_WIDTH: Final = 22
HIGHEST: Final = 80
COLUMN_GAP: Final = 5
PARAGRAPH: Final = 16
"""Between the ranking and what stands beside it."""

Tile = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Rotation:
    """Two rows of city-states, (name, tint) each, the most important first.

    ``moved`` is how far the tiles are on their way, from 0 to 1.
    """

    old: tuple[Tile, ...]
    new: tuple[Tile, ...]
    moved: float = 1.0

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw the old row at the left and the new one at the right, each tile between them.

        Where names are too long for that, there is one column in which the tiles move.
        """
        left, top, width, height = box
        step = min(height / len(self.old), HIGHEST)
        wide = self._wide(pen, width)
        far = width - wide
        if far:
            for rank, tile in enumerate(self.old):
                self._draw_way(pen, (left, top, width, step), rank, wide)
                _draw_tile(
                    pen, tile, (left, top + rank * step, wide, step - COLUMN_GAP), rank, gone=True
                )
        for rank, tile in enumerate(self.old):
            y = rank + (self.new.index(tile) - rank) * self.moved
            place = (left + far * self.moved, top + y * step, wide, step - COLUMN_GAP)
            _draw_tile(pen, tile, place, round(y))

    def _wide(self, pen: Pen, width: float) -> float:
        usual, most = (width * share for share in SHARES)
        longest = (
            max(pen.width(name, TEXT, bold=True) for name, _ in self.old)
            + RANK_WIDTH
            + 2 * COLUMN_GAP
        )
        return max(usual, longest) if longest <= most else width

    def _draw_way(self, pen: Pen, box: Box, rank: int, wide: float) -> None:
        left, top, width, step = box
        new = self.new.index(self.old[rank])
        colour = GOLD if rank < LEADING else LINE
        start = (left + wide, top + (rank + 0.5) * step)
        end = (left + width - wide, top + (new + 0.5) * step)
        draw_line(pen, start, end, colour, 3)


def _draw_tile(pen: Pen, tile: Tile, box: Box, rank: int, *, gone: bool = False) -> None:
    name, tint = tile
    left, top, width, height = box
    colour = FAINT if gone else INK
    pen.fill(box, CARD if gone else pen.region(tint), corner=6)
    pen.fill(box, GOLD if rank < LEADING and not gone else LINE, corner=6, outline=2)
    number = (left + COLUMN_GAP, top, RANK_WIDTH, height)
    pen.text(str(rank + 1), number, TEXT, colour=colour, align=0.5)
    inside = (left + RANK_WIDTH + COLUMN_GAP + 2, top, width - RANK_WIDTH - COLUMN_GAP - 4, height)
    pen.text(name, inside, TEXT, bold=not gone, colour=colour)


BULLET: Final = 22
SPACES: Final = max(counts().over_ranks)
"""How many tiles lie above a rank at most."""


@dataclass(frozen=True, slots=True)
class Renewal:
    """The ranking as it is laid anew, with the tiles of its first places as far as seen.

    ``old`` and ``new`` are its (name, tint), the most important first; ``moved`` is how far the
    tiles are on their way, from 0 to 1. Beside it stand ``reminders``, a line or two each.
    """

    reminders: tuple[str, ...]
    places: tuple[RankedCityState, ...]
    old: tuple[Tile, ...]
    new: tuple[Tile, ...]
    moved: float = 1.0

    def draw(self, pen: Pen, box: Box) -> None:
        tiles = SPACES * STEP + COLUMN_GAP
        name = self._broad(pen, TEXT)
        tall = len(self.new) * (HEIGHT + COLUMN_GAP)
        if box[3] > box[2]:
            most = box[3] - PARAGRAPH - self._tall(pen, box[2], COMPACT)
            column, rest = top_and_rest(box, min(tall, most), gap=PARAGRAPH)
        else:
            beside = box[2] - PARAGRAPH - tiles
            if self._tall(pen, beside - name, COMPACT) > box[3]:
                name = self._broad(pen, COMPACT)
            column, rest = across(box, (name + tiles, beside - name), gap=PARAGRAPH)
        left, top, _, height = column
        step = height / len(self.new)
        for place in self.places:
            y = top + (place.rank - 1) * step
            pen.fill((left, y, name + tiles, step - COLUMN_GAP), GOLD, corner=6, outline=2)
            space = (left + name + COLUMN_GAP, y, tiles, step - COLUMN_GAP)
            draw_tiles(pen, place.tiles, space)
        for rank, tile in enumerate(self.old):
            now = rank + (self.new.index(tile) - rank) * self.moved
            _draw_tile(pen, tile, (left, top + now * step, name, step - COLUMN_GAP), round(now))
        self._draw_reminders(pen, rest)

    def _draw_reminders(self, pen: Pen, box: Box) -> None:
        left, top, width, height = box
        size = TEXT if self._tall(pen, width, TEXT) <= height else COMPACT
        for reminder in self.reminders:
            pen.fill((left, top + size / 2 - 2, 12, 12), GOLD, corner=6)
            place = (left + BULLET, top, width - BULLET, height)
            _, top, _, height = paragraph_above(pen, reminder, place, size=size)

    def _broad(self, pen: Pen, size: float) -> float:
        longest = max(pen.width(name, size, bold=True) for name, _ in self.new)
        return longest + RANK_WIDTH + 4 * COLUMN_GAP

    def _tall(self, pen: Pen, width: float, size: float) -> float:
        return sum(paragraph_height(pen, one, width - BULLET, size) for one in self.reminders)
