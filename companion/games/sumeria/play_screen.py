"""The screen of a game that goes on: the board, the ranking, whose turn it is, what was seen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from companion.games.sumeria.tiles import draw_tile
from companion.language import Language
from companion.state_object import StateObject
from companion.ui.diagram import Diagram
from companion.ui.layout import across, bottom_and_rest, draw_arrow, inset
from companion.ui.pen import Box, Pen
from companion.ui.pieces import merchant_image, ring_image
from companion.ui.style import CARD, FAINT, GOLD, INK, KINDS, LINE, PALE_GOLD, SMALL, TEXT, region
from engine.board import RANKS, Board
from engine.game import Stake

GAP: Final = 6
NOTE: Final = 16
MARGIN: Final = 8
LEAST_LINES: Final = (2, 3)
"""Of the sentence, in a wide screen and in an upright one: nothing jumps from event to event."""
MOST_LINES: Final = (3, 5)
RUNG: Final = 36
"""How high a rank of the ladder is in an upright screen."""


@dataclass(frozen=True, slots=True)
class Play:
    """A game that goes on.

    ``called`` are the players' names by colour, ``progress`` how far the game is, a line each.
    ``event`` is the last event in words, ``touched`` the locations that it changed; ``reminder``
    is what the table is to do, and stands in the event's place. ``stakes`` tell who would take
    what now, ``swap`` which city-state rose last and which fell, and ``moving`` how far they have
    come, from 0 to 1. ``note`` is what must be said of the board.
    """

    board: Board
    state: StateObject
    called: Mapping[str, str] = field(default_factory=dict)
    progress: tuple[str, ...] = ()
    event: str = ""
    touched: tuple[str, ...] = ()
    reminder: str = ""
    stakes: Sequence[Stake] = ()
    swap: tuple[str, str] | None = None
    moving: float = 1
    note: str = ""

    def draw(self, pen: Pen, box: Box, words: Language) -> None:
        """Draw the board with all around it: beside it, or in an upright screen below."""
        del words  # all that is said comes with the data
        box = self._draw_sentence(pen, box)
        state = self.state
        seats = tuple(state["supply"])
        ladder = Ladder(
            self.board,
            tuple(state["ranking"]),
            tuple(state["influence"]),
            self.stakes,
            seats,
            self.swap,
            self.moving,
        )
        left, top, width, height = box
        if width > height:
            ranks = ladder.width(pen)
            beside = (left + width - ranks, top, ranks, height)
            rest = (left, top, width - ranks - MARGIN, height)
        else:
            beside, rest = bottom_and_rest(box, RUNG * RANKS, gap=MARGIN)
        ladder.draw(pen, beside)
        self._draw_progress(pen, ladder.lower_right(pen, beside))
        cells, middle = bottom_and_rest(
            rest, CELL_HEIGHT + (NAME_HEIGHT if width < height else 0), gap=GAP
        )
        ScoreCells(state, self.called).draw(pen, cells)
        Diagram(self.board, state["board"], seats, self.touched).draw(pen, middle)

    def _draw_sentence(self, pen: Pen, box: Box) -> Box:
        """Write along the bottom what happened or what is to be done; give what is left."""
        text = self.reminder or self.event
        width = box[2] - 2 * MARGIN
        upright = box[3] > box[2]
        needed = len(pen.wrapped(text, width, TEXT))
        lines = min(MOST_LINES[upright], max(LEAST_LINES[upright], needed))
        place, rest = bottom_and_rest(box, pen.height(lines, TEXT), gap=GAP)
        if self.reminder:
            pen.fill(place, PALE_GOLD, corner=8)
            pen.fill(place, GOLD, corner=8, outline=2)
        left, top, _, height = place
        pen.text(text, (left + MARGIN, top, width, height), TEXT, lines=lines)
        return rest

    def _draw_progress(self, pen: Pen, box: Box) -> None:
        left, top, width, height = inset(box, 2)
        step = min(RUNG, height / max(1, len(self.progress)))
        for i, line in enumerate(self.progress):
            y = top + height - (len(self.progress) - i) * step
            pen.text(line, (left, y, width, step), TEXT, bold=i == 0, align=1)
        above = (left, top, width, height - len(self.progress) * step)
        pen.text(self.note, above, NOTE, colour=FAINT, align=1, lines=4)


SPACES_ABOVE: Final = (3, 2, 1)
"""Influence spaces above the first ranks, as printed on the board (S-08)."""
ROUND: Final = 10
"""The radius of tiles and merchants."""
STEP: Final = 2 * ROUND + 2
LADDER_MARGIN: Final = 8
RANK_GAP: Final = 3
ARROW: Final = 6
LEAST_NAME: Final = 120
BEFORE_TILES: Final = 2 * ARROW + 2
BESIDE: Final = BEFORE_TILES + 2 * SPACES_ABOVE[0] * STEP + LADDER_MARGIN + 2
"""The room for an arrow, for tiles and for who takes them."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """The ranking, before the setup empty, and what lies above its first ranks.

    ``stakes`` tell who would take what now. ``swap`` names the city-state that rose last and the
    one that fell; ``moving`` how far they have come, from 0 to 1.
    """

    board: Board
    ranking: Sequence[str]
    influence: Sequence[str | None]
    stakes: Sequence[Stake]
    seats: Sequence[str]
    swap: tuple[str, str] | None = None
    moving: float = 1

    def name_width(self, pen: Pen) -> float:
        """Tell how much room the names take."""
        names = [pen.width(one.name, TEXT, bold=True) for one in self.board.city_states]
        return max(LEAST_NAME, *names) + 2 * LADDER_MARGIN

    def width(self, pen: Pen) -> float:
        """Tell how much room the ladder takes."""
        return self.name_width(pen) + BESIDE

    def lower_right(self, pen: Pen, box: Box) -> Box:
        """Give what of a box the ladder leaves free: beside its lower ranks."""
        left, top, width, height = box
        taken = height / RANKS * len(SPACES_ABOVE)
        name = self.name_width(pen)
        return (
            left + name + LADDER_MARGIN,
            top + taken,
            width - name - LADDER_MARGIN,
            height - taken,
        )

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw into a box that is at least ``width`` wide."""
        left, top, width, height = box
        step = height / RANKS
        name = self.name_width(pen)
        for rank in range(RANKS):
            leading = rank < len(SPACES_ABOVE)
            place = (left, top + rank * step, width if leading else name, step - RANK_GAP)
            if leading or rank >= len(self.ranking):
                pen.fill(place, CARD if leading else LINE, corner=6, outline=0 if leading else 1)
        # The one that rises is drawn last: it passes over the other.
        for rank, ident in sorted(enumerate(self.ranking), key=self._rises):
            y = top + (rank + self._behind(ident)) * step
            covered = self._is_covered(ident, step)
            self._draw_name(pen, (left, y, name, step - RANK_GAP), ident, covered=covered)
        for rank, spaces in enumerate(SPACES_ABOVE):
            place = (left, top + rank * step, width, step - RANK_GAP)
            pen.fill(place, GOLD, corner=6, outline=2)
            first = sum(SPACES_ABOVE[:rank])
            beside = (left + name + BEFORE_TILES, place[1] + place[3] / 2)
            self._draw_stake(pen, beside, rank, self.influence[first : first + spaces])

    def _rises(self, ranked: tuple[int, str]) -> bool:
        return self.swap is not None and ranked[1] == self.swap[0]

    def _behind(self, ident: str) -> float:
        """Tell how many ranks below its own a city-state is still to be seen."""
        if self.swap is None or ident not in self.swap:
            return 0
        return (1 - self._come) * (1 if ident == self.swap[0] else -1)

    @property
    def _come(self) -> float:
        """How far the two have come: slow at both ends, as a hand moves a tile."""
        return self.moving**2 * (3 - 2 * self.moving)

    def _is_covered(self, ident: str, step: float) -> bool:
        """Tell whether the tile that rises lies over the name of this one."""
        apart = abs(2 * self._come - 1) * step
        return self.swap is not None and ident == self.swap[1] and apart < TEXT

    def _draw_name(self, pen: Pen, place: Box, ident: str, *, covered: bool) -> None:
        order = next(i for i, one in enumerate(self.board.city_states) if one.id == ident)
        left, top, width, height = place
        pen.fill(place, region(order), corner=6)
        if not covered:
            words = (left + LADDER_MARGIN, top, width - LADDER_MARGIN, height)
            pen.text(self.board.city_states[order].name, words, TEXT, bold=True)
        if self.swap is not None and ident in self.swap:
            at = (left + width + BEFORE_TILES / 2, top + height / 2)
            rose = ident == self.swap[0]
            draw_arrow(pen, at, ARROW, INK if rose else FAINT, up=rose)

    def _draw_stake(
        self, pen: Pen, start: tuple[float, float], rank: int, tiles: Sequence[str | None]
    ) -> None:
        """Draw the tiles of a rank from a point on, and then who would take so many of them."""
        left, y = start
        for i, kind in enumerate(tiles):
            x = left + (i + 0.5) * STEP
            if kind is None:
                pen.stamp(ring_image(LINE, round(ROUND * pen.unit), 1), x, y)
            else:
                draw_tile(pen, kind, x, y, ROUND)
        if rank >= len(self.stakes):
            return
        takers = [player for player, many in self.stakes[rank].shares for _ in range(many)]
        first = left + SPACES_ABOVE[0] * STEP + LADDER_MARGIN
        for i, player in enumerate(takers):
            image = merchant_image(player, self.seats.index(player), round(ROUND * pen.unit))
            pen.stamp(image, first + (i + 0.5) * STEP, y)


CELL_HEIGHT: Final = 66
NAME_HEIGHT: Final = 24
"""How much higher a cell is with its player's name."""
CELL_GAP: Final = 4
MERCHANTS: Final = (11, 14)
"""Radii in a narrow cell and in another one."""
TILES: Final = (10, 12)
IN_SUPPLY: Final = 8
NARROW: Final = 112
"""Below this width a cell has no room for all."""


@dataclass(frozen=True, slots=True)
class ScoreCells:
    """What each player has, in this dynasty's order; whoever must act is marked.

    ``called`` are the names of the players by colour.
    """

    state: StateObject
    called: Mapping[str, str]

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw into a box that is at least ``CELL_HEIGHT`` high."""
        seats = list(self.state["supply"])
        players = list(self.state["order"]) or seats
        for player, cell in zip(
            players, across(box, (1,) * len(players), gap=CELL_GAP), strict=True
        ):
            acting = player == self.state["to_play"]
            pen.fill(cell, PALE_GOLD if acting else CARD, corner=6)
            pen.fill(cell, GOLD if acting else LINE, corner=6, outline=3 if acting else 1)
            self._draw_player(pen, cell, player, seats)

    def _draw_player(self, pen: Pen, cell: Box, player: str, seats: Sequence[str]) -> None:
        left, top, width, height = cell
        seat = seats.index(player)
        if height >= CELL_HEIGHT + NAME_HEIGHT:
            name = (left + CELL_GAP, top + 2, width - 2 * CELL_GAP, NAME_HEIGHT)
            pen.text(self.called[player], name, SMALL, align=0.5)
            top, height = top + NAME_HEIGHT, height - NAME_HEIGHT
        wide = width >= NARROW
        upper = top + height * 0.3
        lower = top + height * 0.75
        radius = MERCHANTS[wide]
        image = merchant_image(player, seat, round(radius * pen.unit))
        pen.stamp(image, left + CELL_GAP + radius, upper)
        points = str(self.state["points"][player])
        x = left + 2 * CELL_GAP + 2 * radius
        room = pen.width(points, TEXT, bold=True) + 2
        pen.text(points, (x, upper - TEXT / 2, room, TEXT), TEXT, bold=True)
        end = x + room
        supply = str(self.state["supply"][player])
        room = pen.width(supply, SMALL) + 2
        x = left + width - CELL_GAP - room
        pen.text(supply, (x, upper - SMALL / 2, room, SMALL), SMALL, colour=FAINT)
        if x - 2 * IN_SUPPLY - 2 >= end:
            small = merchant_image(player, seat, round(IN_SUPPLY * pen.unit))
            pen.stamp(small, x - IN_SUPPLY - 2, upper)
        step = (width - 2 * CELL_GAP) / len(KINDS)
        for i, kind in enumerate(KINDS):
            many = str(self.state["tiles"][player][kind])
            draw_tile(pen, kind, left + CELL_GAP + (i + 0.5) * step, lower, TILES[wide], text=many)


def swapped(before: Sequence[str], after: Sequence[str]) -> tuple[str, str] | None:
    """Name the city-state that rose by one rank and the one that fell; None where none did so."""
    moved = [
        rank for rank, (one, other) in enumerate(zip(before, after, strict=False)) if one != other
    ]
    match moved:
        case [upper, lower] if before[upper] == after[lower] and before[lower] == after[upper]:
            return after[upper], after[lower]
    return None


def touched(before: StateObject, after: StateObject) -> tuple[str, ...]:
    """List the locations that look otherwise than before."""
    then, now = before["board"], after["board"]
    return tuple(sorted(one for one in {*then, *now} if then.get(one) != now.get(one)))
