"""Before a game: what lies on the table as the camera reads it, and what it cannot."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from companion.games.sumeria.play import SPACES_ABOVE
from companion.games.sumeria.screens import draw_tile, kind_signs
from companion.games.sumeria.tile_pages import MARKER
from companion.games.sumeria.virtual_table import AT_ONCE
from companion.language import said
from companion.pages.kinds import ChoicePage
from companion.pages.setting_up import SettingUpPage, entered_at
from companion.session.helpers import PRESS
from companion.session.live_game import LiveGame
from companion.session.look import Look
from companion.session.session import Session
from companion.sighting import certain, doubtful, sighting
from companion.tracking.waiting import Agreement
from companion.ui.layout import (
    across,
    bottom_and_rest,
    down,
    paragraph_above,
    paragraph_height,
    top_and_rest,
)
from companion.ui.legend import Sign, draw_signs, signs_height
from companion.ui.menu import Row, draw_row, row_height
from companion.ui.pen import Box, Pen
from companion.ui.pieces import ring_image
from companion.ui.screen import Body
from companion.ui.style import CARD, GOLD, GROWING, INK, LARGE, LINE, PALE_GOLD, SMALL, TEXT
from companion.words.happened import OTHERS, WHO_WHERE
from engine.board import Board
from engine.sumeria.board_file import INFLUENCE, RANKING, RANKS
from hardware.panel import Light
from seeds.sumeria import counts


class SetupReading:
    """The ranking row and the influence tiles, place by place; None is unknown.

    ``merchants`` are those that stand on the board, by location, though none should.
    """

    def __init__(self, board: Board, live: LiveGame) -> None:
        """Begin with what people have entered before the power went, if they have."""
        self.merchants: dict[str, str] = {}
        self._board: Final = board
        self._live: Final = live
        self._seen_row: Sequence[str | None] = (None,) * RANKS
        self._seen_tiles: Sequence[str | None] = (None,) * sum(counts().over_ranks)
        self._empty: Sequence[bool] = (False,) * len(self._seen_tiles)
        kept, city_states = live.entered, [one.id for one in board.regions]
        self._told_row: Final = entered_at(RANKS, kept.get("row"), city_states)
        tiles = entered_at(len(self._seen_tiles), kept.get("tiles"), counts().kinds)
        self._told_tiles: Final = tiles

    @property
    def row(self) -> tuple[str | None, ...]:
        said = set(self._told_row.values())
        seen = (None if one in said else one for one in self._seen_row)
        return tuple(self._told_row.get(i, one) for i, one in enumerate(seen))

    @property
    def tiles(self) -> tuple[str | None, ...]:
        return tuple(self._told_tiles.get(i, one) for i, one in enumerate(self._seen_tiles))

    @property
    def empty(self) -> bool:
        """Whether the camera sees that no tile lies on a space of which nothing is known."""
        return any(
            empty and one is None for empty, one in zip(self._empty, self.tiles, strict=True)
        )

    @property
    def unread(self) -> bool:
        """Whether something lies there that the camera cannot read, or may lie there."""
        spaces = zip(self._empty, self.tiles, strict=True)
        return None in self.row or any(one is None and not empty for empty, one in spaces)

    @property
    def complete(self) -> bool:
        return None not in self.row and None not in self.tiles

    @property
    def by_camera(self) -> bool:
        """Whether nobody had to enter anything."""
        return not self._told_row and not self._told_tiles

    def add(self, look: Look, agreed: Agreement) -> None:
        """Take a look; what several looks in a row say counts."""
        reading = look.reading
        merchants = sighting(reading, self._board, look.name)["board"]
        if agreed.on("merchants", merchants):
            self.merchants = merchants
        row = certain(reading.groups.get(RANKING), RANKS)
        if agreed.on("row", row):
            # No city-state is believed that was read twice.
            self._seen_row = tuple(one if row.count(one) == 1 else None for one in row)
        tiles = certain(reading.groups.get(INFLUENCE), len(self._seen_tiles))
        if agreed.on("tiles", tiles):
            self._seen_tiles = tiles
            slots = reading.groups.get(INFLUENCE)
            self._empty = (
                [False] * len(tiles)
                if slots is None
                else [
                    one is None and not in_doubt
                    for one, in_doubt in zip(slots.likeliest(), doubtful(slots), strict=True)
                ]
            )

    def enter_city_state(self, rank: int, city_state: str) -> None:
        """Say which city-state lies there, from 0; the one that did takes the other's place."""
        row = self.row
        if city_state in row:
            there = row.index(city_state)
            self._told_row.pop(there, None)
            if (before := row[rank]) is not None and there != rank:
                self._told_row[there] = before
        self._told_row[rank] = city_state
        self._keep()

    def enter_tile(self, space: int, kind: str) -> None:
        self._told_tiles[space] = kind
        self._keep()

    def _keep(self) -> None:
        self._live.keep_entered({"row": self._told_row, "tiles": self._told_tiles})


SLOT_TARGET: Final = "slot-{}"
"""Under which name a place of the ranking row can be touched; 0 is the most important."""
SPACE_TARGET: Final = "space-{}"
"""The same of a space for an influence tile, in the order of the record."""
READY_TARGET: Final = "ready"
"""The same of the row that ends the check."""
UNKNOWN: Final = "?"
GAP: Final = 6
RANK: Final = 26
"""How wide the strip is that names the rank of spaces."""
NAME_MARGIN: Final = 6
"""Between what is written on a tile of the row and its edges."""
COLUMNS: Final = (4, 3, 2, 1)
SIZES: Final = tuple(size for size in GROWING if size <= LARGE)
"""How large the names are, the largest that fits."""
LEAST: Final = 70
"""How high a tile of the row, and a space for an influence tile, is before words are larger."""
HIGHEST: Final = 120
"""How high it is at most."""
APART: Final = 4 * GAP
"""Between the row and the spaces."""
SPACE: Final = 54
"""How wide a space is about."""
TILE_MARGIN: Final = 5
"""Between an influence tile and the edges of its space."""


@dataclass(frozen=True, slots=True)
class SetupSheet:
    """The ranking row and the influence tiles, as far as known.

    ``row`` has a name with its tint for each place, the most important first; ``tiles`` a kind for
    each space; None is unknown. ``chosen`` numbers the places, then the spaces, then ``ready``,
    the row that ends the check. ``signs`` are those of the tiles.
    """

    text: str
    row: tuple[tuple[str, int] | None, ...]
    tiles: tuple[str | None, ...]
    ready: str
    chosen: int
    signs: tuple[Sign, ...] = ()

    def draw(self, pen: Pen, box: Box) -> None:
        complete = None not in self.row and None not in self.tiles
        ready = Row(self.ready, choosable=complete)
        below, rest = bottom_and_rest(box, row_height(pen, ready, box[2]) - GAP, gap=GAP)
        columns, size = self._columns(pen, rest[2])
        rows = math.ceil(len(self.row) / columns)
        said = paragraph_height(pen, self.text, rest[2], TEXT)
        lines = (rows + 1) * (pen.height(1, TEXT) + GAP) + APART
        named = signs_height(pen, self.signs, rest[2], SMALL) if any(self.tiles) else 0
        named *= said + named + GAP + lines <= rest[3]  # names of tiles come first
        # The sentence may be as large as leaves the tiles room.
        needed = (rows + 1) * (LEAST + GAP) + APART + named
        told = {one: paragraph_height(pen, self.text, box[2], one) for one in SIZES}
        saying = (one for one in SIZES if told[one] + needed <= rest[3])
        rest = paragraph_above(pen, self.text, rest, size=next(saying, TEXT))
        if named:
            place, rest = top_and_rest(rest, named, gap=GAP)
            draw_signs(pen, self.signs, place, SMALL)
        high = min(HIGHEST, (rest[3] - APART - GAP * rows) / (rows + 1))
        low = (one for one in SIZES if one <= size and pen.height(1, one) <= high)
        size = next(low, TEXT)
        slots, rest = top_and_rest(rest, rows * (high + GAP) - GAP, gap=APART)
        line, _ = top_and_rest(rest, high)
        self._draw_row(pen, slots, columns, size)
        self._draw_tiles(pen, line)
        draw_row(pen, below, ready, chosen=self.chosen == len(self.row) + len(self.tiles))
        if complete:
            pen.target(READY_TARGET, below)

    def _columns(self, pen: Pen, width: float) -> tuple[int, float]:
        """Find into how many columns the tiles go, and how large their names may be there."""
        names = [tile[0] if tile else UNKNOWN for tile in self.row]
        longest = {size: max(pen.width(one, size, bold=True) for one in names) for size in SIZES}
        needed = {size: longest[size] + _before_name(pen, size) + NAME_MARGIN for size in SIZES}
        rooms = {many: (width + GAP) / many - GAP for many in COLUMNS}
        columns = next((many for many in COLUMNS if rooms[many] >= needed[TEXT]), COLUMNS[-1])
        return columns, next((one for one in SIZES if rooms[columns] >= needed[one]), TEXT)

    def _draw_row(self, pen: Pen, box: Box, columns: int, size: float) -> None:
        lines = down(box, (1,) * math.ceil(len(self.row) / columns), GAP)
        places = [place for line in lines for place in across(line, (1,) * columns, GAP)]
        for number, tile in enumerate(self.row):
            self._draw_slot(pen, places[number], number, tile, size)

    def _draw_slot(
        self, pen: Pen, place: Box, number: int, tile: tuple[str, int] | None, size: float
    ) -> None:
        name, ground = (tile[0], pen.region(tile[1])) if tile else (UNKNOWN, CARD)
        self._frame(pen, place, number, ground, known=tile is not None)
        left, top, width, height = place
        scored = number < len(SPACES_ABOVE)
        before = _before_name(pen, size)
        rank = (left + NAME_MARGIN, top, before - NAME_MARGIN, height)
        pen.text(str(number + 1), rank, size, bold=scored)
        inside = (left + before, top, width - before - NAME_MARGIN, height)
        pen.text(name, inside, size, bold=scored, align=0.5 if tile is None else 0)
        pen.target(SLOT_TARGET.format(number), place)

    def _draw_tiles(self, pen: Pen, box: Box) -> None:
        groups = across(box, [RANK / SPACE + many for many in SPACES_ABOVE], 2 * GAP)
        number = 0
        for rank, (group, many) in enumerate(zip(groups, SPACES_ABOVE, strict=True), 1):
            left, top, width, height = group
            pen.text(str(rank), (left, top, RANK, height), TEXT, bold=True, align=0.5)
            spaces = (left + RANK, top, width - RANK, height)
            for place in across(spaces, (1,) * many, GAP):
                self._draw_space(pen, place, number)
                number += 1

    def _draw_space(self, pen: Pen, place: Box, number: int) -> None:
        kind = self.tiles[number]
        self._frame(pen, place, len(self.row) + number, CARD, known=kind is not None)
        left, top, width, height = place
        middle = left + width / 2, top + height / 2
        radius = min(width, height) / 2 - TILE_MARGIN
        if kind is None:
            pen.stamp(ring_image(LINE, round(radius * pen.unit), 2), *middle)
            pen.text(UNKNOWN, place, TEXT, colour=INK, bold=True, align=0.5)
        else:
            draw_tile(pen, kind, *middle, radius)
        pen.target(SPACE_TARGET.format(number), place)

    def _frame(
        self, pen: Pen, place: Box, number: int, ground: tuple[int, int, int], *, known: bool
    ) -> None:
        chosen = number == self.chosen
        pen.fill(place, ground if known or not chosen else PALE_GOLD, corner=8)
        pen.fill(place, GOLD if chosen else LINE, corner=8, outline=4 if chosen else 1)


def _before_name(pen: Pen, size: float) -> float:
    """Tell where the name begins on a tile of the row: behind the rank and a space."""
    return NAME_MARGIN + pen.width("8 ", size, bold=True)


LAY = said("Lay the eight city-state tiles in a row, and draw six influence tiles.")
EMPTY = said("Lay influence tiles from the bag on the empty spaces.")
MISSING = said("Choose what the camera cannot read.")
RIGHT = said("Is this what lies on the table?")
CLEAR = said("Take the merchants off the board: {places}.")
FEW = 2
"""Merchants that are named; where more stand, nobody needs to be told where."""


class SetupPage(SettingUpPage):
    """Reads the ranking row and the influence tiles, and begins the game when the table agrees."""

    def __init__(self, session: Session, *, is_new: bool = False) -> None:
        self._reading: Final = SetupReading(session.live.board, session.live)
        super().__init__(session, self._reading.add, is_new=is_new)

    def title(self) -> str:
        return self.say("{player} starts", player=self.live.names.player(self.first_player))

    def light(self) -> Light | None:
        return Light.BLUE if self._reading.complete and not self._reading.merchants else None

    def body(self) -> Body:
        names, order = self.live.names, [one.id for one in self.live.board.regions]
        row = tuple(
            None if one is None else (names.place(one), order.index(one))
            for one in self._reading.row
        )
        ready = self.say("Yes, start the game")
        tiles, signs = self._reading.tiles, kind_signs(names)
        return SetupSheet(self._text(), row, tiles, ready, self.here, signs)

    def words_of_ready(self) -> str:
        return self.say("Start")

    def targets(self) -> Sequence[str]:
        slots = [SLOT_TARGET.format(i) for i in range(len(self._reading.row))]
        spaces = [SPACE_TARGET.format(i) for i in range(len(self._reading.tiles))]
        return [*slots, *spaces, READY_TARGET]

    @property
    def _known(self) -> Sequence[str | None]:
        return (*self._reading.row, *self._reading.tiles)

    @property
    def missing(self) -> int | None:
        return self._known.index(None) if None in self._known else None

    def _text(self) -> str:
        words, reading = self.session.words, self._reading
        lines = []
        if reading.merchants:
            lines.append(words.say(CLEAR, places=self._places()))
        if not any(self._known):
            lines.append(words.say(LAY))
        elif reading.empty:
            virtual = self.session.hands is not None
            lines.append(
                words.say(PRESS, button=words.say(AT_ONCE["deal"])) if virtual else words.say(EMPTY)
            )
        if reading.unread:
            lines.append(words.say(MISSING))
        if not lines:
            first = self.live.names.player(self.first_player)
            marker = [] if self.session.hands is not None else [words.say(MARKER, player=first)]
            lines = [*marker, words.say(RIGHT)]
        return " ".join(lines)

    def _places(self) -> str:
        merchants = self._reading.merchants
        names, say = self.live.names, self.say
        places = [
            say(WHO_WHERE, player=names.player(who), at=names.place(at))
            for at, who in merchants.items()
        ]
        if len(places) <= FEW:
            return names.all_of(places)
        return names.all_of([*places[:FEW], say(OTHERS)])

    def choose(self, number: int) -> None:
        reading = self._reading
        if number < len(reading.row):
            self._choose_slot(number)
        elif number < self.ready:
            self._choose_space(number - len(reading.row))
        elif reading.complete and reading.merchants:
            question = self.say("There are merchants on the board. Have they been placed already?")
            yes, no = self.say("Yes, start the game"), self.say("No, change it")
            self.confirm(question, yes, self._begin, no=no)
        elif reading.complete:
            self._begin()

    def _choose_slot(self, rank: int) -> None:
        """Choose the city-state of a place in the ranking row, first among those left."""
        names, row = self.live.names, self._reading.row
        every = [one.id for one in self.live.board.regions]
        choices = [
            (one, Row(names.place(one), str(row.index(one) + 1) if one in row else ""))
            for one in sorted(every, key=lambda one: row.index(one) if one in row else -1)
        ]
        title = self.say("Rank {rank}: which tile?", rank=rank + 1)
        do = partial(self._reading.enter_city_state, rank)
        self.session.open(ChoicePage(self.session, title, choices, do, at=row[rank]))

    def _choose_space(self, space: int) -> None:
        ranks = [rank for rank, many in enumerate(counts().over_ranks, 1) for _ in range(many)]
        title = self.say("Above rank {rank}: which tile?", rank=ranks[space])
        choices = [(kind, Row(self.live.names.count(kind, 1))) for kind in counts().kinds]
        do, at = partial(self._reading.enter_tile, space), self._reading.tiles[space]
        self.session.open(ChoicePage(self.session, title, choices, do, at=at))

    def _begin(self) -> None:
        reading = self._reading
        row = tuple(one for one in reading.row if one)
        tiles = tuple(one for one in reading.tiles if one)
        look = self.clear if reading.by_camera else None
        try:
            (form,) = self.live.history.game.entry(self.live.history.state)
            told = {"first": self.first_player, "ranking": row, "influence": tiles}
            self.live.enter(form, told, look)
        except ValueError:  # another board's tiles were read
            self.message(self.say("These tiles can’t be right. Check each of them again."))
            return
        self.play()
