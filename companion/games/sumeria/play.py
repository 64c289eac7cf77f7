"""Sumeria's page of a game that goes on: the ranking, and who would take what."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from companion.games.sumeria.screens import KINDS, draw_tile, kind_signs
from companion.games.sumeria.words import by_rank, markers
from companion.language import said
from companion.pages.play import PlayPage
from companion.sighting import doubtful
from companion.ui.layout import draw_arrow, write_fitting
from companion.ui.pen import Box, Pen
from companion.ui.pieces import piece_image, ring_image
from companion.ui.play import CELL_GAP, Play, ScoreCells
from companion.ui.style import CARD, COMPACT, FAINT, GOLD, INK, LINE, SMALL, TEXT
from engine.board import Board
from engine.game import Stake, StateObject
from engine.history import AnyHistory
from engine.record import Undo
from engine.sumeria.board_file import INFLUENCE, RANKS
from engine.sumeria.events import Claim, Draw, Score, Setup
from seeds.sumeria import counts

SPACES_ABOVE: Final = counts().over_ranks
"""Influence spaces above the first ranks, as printed on the board (S-08)."""
ROUND: Final = 10
"""The radius of tiles and merchants."""
STEP: Final = 2 * ROUND + 2
LADDER_MARGIN: Final = 8
RANK_GAP: Final = 2
ARROW: Final = 6
RUNG: Final = 36
"""How high a rank of the ladder is in an upright screen."""
LEAST_NAME: Final = 100
MOST_NAME: Final = 130
NAME_SIZES: Final = (TEXT, COMPACT, 24, SMALL, 18)
LETTERS: Final = 0.96
"""How high letters are at most, by the size of a text."""
TAIL: Final = 0.56
"""How far below the middle of its line the tail of a letter reaches, by that size."""
COVERED: Final = 0.75
"""The share of a rank within which one tile that passes another hides its name."""
BEFORE_TILES: Final = 2 * ARROW + 2
AFTER_ARROW: Final = 5
"""Between the arrow of a lower rank and words beside it."""
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
    swap: tuple[str, str] | None = None
    moving: float = 1

    def name_width(self, pen: Pen) -> float:
        return max(LEAST_NAME, self._longest(pen, self.name_size(pen))) + 2 * LADDER_MARGIN

    def name_size(self, pen: Pen, step: float = RUNG) -> int:
        """Write the names large, unless that takes too much of the width, or ranks are too low."""
        fitting = (
            one
            for one in NAME_SIZES
            if self._longest(pen, one) <= MOST_NAME and LETTERS * one < step
        )
        return next(fitting, NAME_SIZES[-1])

    def _longest(self, pen: Pen, size: int) -> float:
        return max(pen.width(one.name, size, bold=True) for one in self.board.regions)

    def width(self, pen: Pen) -> float:
        return self.name_width(pen) + BESIDE

    def height(self) -> float:
        return RUNG * RANKS

    def draw(self, pen: Pen, box: Box) -> Box:
        """Draw into a box that is at least ``width`` wide; what is left is beside lower ranks."""
        left, top, width, height = box
        step = height / RANKS
        name = self.name_width(pen)
        for rank in range(RANKS):
            leading = rank < len(SPACES_ABOVE)
            place = (left, top + rank * step, width if leading else name, step - RANK_GAP)
            if leading or rank >= len(self.ranking):
                pen.fill(place, CARD if leading else LINE, corner=6, outline=0 if leading else 1)
        # The one that rises is drawn last: it passes over the other.
        rises, falls = self.swap or (None, None)
        passing = abs(2 * self._come - 1) < COVERED
        for rank, ident in sorted(enumerate(self.ranking), key=lambda ranked: ranked[1] == rises):
            y = top + (rank + self._behind(ident)) * step
            covered = ident == falls and passing
            self._draw_name(pen, (left, y, name, step - RANK_GAP), ident, covered=covered)
        for rank, spaces in enumerate(SPACES_ABOVE):
            place = (left, top + rank * step, width, step - RANK_GAP)
            pen.fill(place, GOLD, corner=6, outline=2)
            first = sum(SPACES_ABOVE[:rank])
            beside = (left + name + BEFORE_TILES, place[1] + place[3] / 2)
            self._draw_stake(pen, beside, rank, self.influence[first : first + spaces])
        used, aside = step * len(SPACES_ABOVE), name + BEFORE_TILES + AFTER_ARROW
        return left + aside, top + used, width - aside, height - used

    def _behind(self, ident: str) -> float:
        """Tell how many ranks below its own a city-state is still to be seen."""
        if self.swap is None or ident not in self.swap:
            return 0
        return (1 - self._come) * (1 if ident == self.swap[0] else -1)

    @property
    def _come(self) -> float:
        """How far the two have come: slow at both ends, as a hand moves a tile."""
        return self.moving**2 * (3 - 2 * self.moving)

    def _draw_name(self, pen: Pen, place: Box, ident: str, *, covered: bool) -> None:
        order = next(i for i, one in enumerate(self.board.regions) if one.id == ident)
        left, top, width, height = place
        pen.fill(place, pen.region(order), corner=6)
        if not covered:
            size = self.name_size(pen, height + RANK_GAP)
            out = max(0, TAIL * size - height / 2)
            words = (left + LADDER_MARGIN, top - out, width - LADDER_MARGIN, height)
            pen.text(self.board.regions[order].name, words, size, bold=True)
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
            image = piece_image(player, round(ROUND * pen.unit))
            pen.stamp(image, first + (i + 0.5) * STEP, y)


TILE: Final = 11
"""The radius of an influence tile in a cell."""
IN_SUPPLY: Final = 8
COUNTS: Final = (TEXT, COMPACT, SMALL)
"""How large it is written how many there are, the largest that fits."""
DIGITS: Final = 1.3
"""How large at most by the height of the line: larger digits stand on the edge of the cell."""


@dataclass(frozen=True, slots=True)
class HoldingCells(ScoreCells):
    """Each player's points, ``supply`` and influence ``tiles``."""

    supply: Mapping[str, int] = field(default_factory=dict)
    tiles: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def holds(self) -> bool:
        return True

    def draw_holdings(self, pen: Pen, box: Box, player: str) -> None:
        left, top, width, height = box
        middle = top + height / 2
        low = [size for size in COUNTS if size <= DIGITS * height] or COUNTS[-1:]
        stock = 2 * IN_SUPPLY + CELL_GAP + pen.width("00", low[0])
        step = (width - stock) / len(KINDS)
        for i, kind in enumerate(KINDS):
            x = left + i * step + TILE
            many, room = self.tiles[player][kind], step - 2 * TILE - 1
            if many:
                draw_tile(pen, kind, x, middle, TILE)
                write_fitting(pen, str(many), (x + TILE + 1, top, room, height), low)
        x = left + width - stock
        small = piece_image(player, round(IN_SUPPLY * pen.unit))
        pen.stamp(small, x + IN_SUPPLY, middle)
        before = 2 * IN_SUPPLY + CELL_GAP
        at = (x + before, top, stock - before, height)
        pen.text(str(self.supply[player]), at, low[0], colour=FAINT)


def with_ranking(
    shown: Play,
    state: StateObject,
    stakes: Sequence[Stake],
    swap: tuple[str, str] | None = None,
    moving: float = 1,
) -> Play:
    """Add the ranking and everybody's tiles to what any game shows; ``Ladder`` tells of these."""
    cells = shown.cells
    called, ranking, influence = cells.called, tuple(state["ranking"]), tuple(state["influence"])
    ladder = Ladder(shown.board, ranking, influence, stakes, swap, moving)
    holdings = HoldingCells(
        called, cells.points, cells.order, cells.to_play, state["supply"], state["tiles"]
    )
    dots = ((state["dynasty"], counts().dynasties), (state["turn"], counts().turns))
    return replace(shown, beside=ladder, cells=holdings, dots=dots if shown.progress[1:] else ())


def swapped(before: Sequence[str], after: Sequence[str]) -> tuple[str, str] | None:
    """Name the city-state that rose by one rank and the one that fell; None where none did so."""
    moved = [
        rank for rank, (one, other) in enumerate(zip(before, after, strict=False)) if one != other
    ]
    match moved:
        case [upper, lower] if before[upper] == after[lower] and before[lower] == after[upper]:
            return after[upper], after[lower]
    return None


NEXT: Final = said("{player}, then {next}")
SWAPS: Final = said("{player} swaps, then {next}")
SWAPS_LAST: Final = said("{player} swaps two tiles")
LEGEND: Final = said("Beside them: who would take them")


def follower(state: StateObject) -> str | None:
    """Tell who plays after whoever is to play; None where nobody does in this dynasty."""
    order = list(state["order"])
    if state["phase"] != "action" or state["to_play"] not in order:
        return None
    here = order.index(state["to_play"])
    if here + 1 == len(order) and state["turn"] == counts().turns:
        return None
    return str(order[(here + 1) % len(order)])


def has_undone_deal(history: AnyHistory) -> bool:
    """Tell whether the game has gone back to where other tiles lay, and none were moved since."""
    for number in range(history.event, 0, -1):
        event = history.events[number - 1]
        if isinstance(event, Undo):
            before, after = history.at(number - 1), history.at(number)
            if before.influence != after.influence:
                return True
        elif isinstance(event, Score | Claim | Draw | Setup):
            return False
    return False


MOVING: Final = 1.0
"""Seconds that two tiles of the ranking take to pass each other."""
STEPS: Final = 20
"""In so many steps: each is a screen to be drawn."""


class SumeriaPlayPage(PlayPage):
    """Shows the ranking too, and reminds of turn marker and first-player marker."""

    def body(self) -> Play:
        before, after = self.change.states()
        history = self.live.history
        play = self.shown()
        if (swapper := self.swapper()) is not None:  # the one whom the headline names
            play = replace(play, cells=replace(play.cells, to_play=swapper))
        shown = with_ranking(
            play,
            after,
            tuple(history.game.outlook(history.state)),
            swapped(before["ranking"], after["ranking"]),
            min(1.0, int(min(self.change.age, MOVING) / MOVING * STEPS) / STEPS),
        )
        return replace(shown, legend=self.say(LEGEND), signs=kind_signs(self.live.names))

    def swapper(self) -> str | None:
        """Tell who has still to swap two tiles for what he did last; None for nobody."""
        live = self.live
        before, after = self.change.states()
        if live.row_left is None or swapped(before["ranking"], after["ranking"]) is None:
            return None
        player: str | None = getattr(live.history.events[-1], "player", None)
        return player

    def player(self) -> str | None:
        return self.swapper() or super().player()

    def title(self) -> str:
        state, names = self.live.state, self.live.names
        swapper = self.swapper()
        if swapper is not None and state["to_play"] is None:
            return self.say(SWAPS_LAST, player=names.player(swapper))
        if swapper is not None:
            called = {"player": names.player(swapper), "next": names.player(state["to_play"])}
            return self.say(SWAPS, **called)
        following = follower(state)
        if following is None:
            return super().title()
        values = {"player": names.player(state["to_play"]), "next": names.player(following)}
        return self.say(NEXT, **values)

    def last_event(self) -> str:
        """Tell it; in the opening, once it has been read, what whoever is to play has to do.

        At a virtual table it is told of the first turn, too.
        """
        state, virtual = self.live.state, self.session.hands is not None
        facts = {"player": state["to_play"], "virtual": virtual}
        if self.change.is_new:
            return super().last_event()
        if state["phase"] == "placement":
            return self.live.names.remark("placing", facts)
        is_first = (state["dynasty"], state["turn"]) == (1, 1)
        if virtual and is_first and state["phase"] == "action":
            return self.live.names.remark("acting", facts)
        return super().last_event()

    def to_restore(self) -> str:
        """Say which tiles lay above a rank, as long as the camera sees others there.

        It is only said after going back past a scoring: else they lie as they were dealt.
        """
        live, look = self.live, self.session.look
        slots = None if look is None else look.reading.groups.get(INFLUENCE)
        if slots is None or not has_undone_deal(live.history):
            return ""
        should = by_rank(live.state["influence"])
        both = by_rank(slots.likeliest()), by_rank(doubtful(slots).tolist())
        for rank, (tiles, lying, in_doubt) in enumerate(zip(should, *both, strict=True), start=1):
            if not any(in_doubt) and Counter(lying) != Counter(tiles):
                laid = tuple(kind for kind in tiles if kind is not None)
                return live.names.tell("put_back", "tiles", {"rank": rank, "tiles": laid})
        return ""

    def marker_reminder(self) -> str:
        """Say where a marker goes; a virtual table has none."""
        if self.session.hands is not None:
            return ""
        return markers(*self.change.states(), self.live.names)
