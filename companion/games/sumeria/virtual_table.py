"""Sumeria on a virtual table: robots who play it, or its tiles moved by a script or a mouse."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import ClassVar, Final

import numpy as np

from companion.games.sumeria.tile_faces import table_faces
from companion.language import said
from engine.board import Board
from engine.game import AnyGame, Step
from engine.sumeria import SUMERIA
from engine.sumeria.board_file import INFLUENCE, RANKING
from engine.sumeria.effects import Awarded, Discarded, Effect, Rotated, Swapped
from engine.sumeria.events import Add, Claim, Draw, Event, Move, Place, Remove, Score, Setup
from engine.sumeria.state import State
from hardware.virtual.conditions import Changes
from hardware.virtual.handling import Stage
from hardware.virtual.look import TableLook
from hardware.virtual.painting import Picture
from hardware.virtual.people import LONGER, Moment, People, pick
from hardware.virtual.played_table import PlayedTable
from hardware.virtual.table import table_of
from hardware.virtual.tabletop import Tabletop
from seeds.sumeria import counts

SWAP_AT_ONCE: Final = 0.4
LIKING: Final = {"city": 4.0, "town": 2.0, "village": 1.0}
VERBS: Final[dict[str, float]] = {"add": 5.0, "move": 6.0, "remove": 2.0}


AT_ONCE: Final = {"deal": said("Deal new tiles"), "shift": said("Put the first three at the end")}
"""What is tedious with a mouse, as buttons have it."""


def laid(  # noqa: PLR0913 - a table is laid with that much
    kind: type[Tabletop],
    board: Board,
    players: Sequence[str],
    merchants: int,
    *,
    rng: np.random.Generator,
    look: TableLook | None,
) -> Tabletop:
    """Lay board and merchants; raises ValueError for a board that has no room for tiles."""
    if not (board.row_boxes and board.tile_circles):
        raise ValueError("the virtual table needs a board with [ranking] and [influence]")
    return kind(board, players, merchants, rng, look or TableLook())


class SumeriaPeople(People):
    """Players who like cities, and lay and take tiles as the rules want it."""

    tabletop: ClassVar[type[Tabletop]] = Tabletop

    def __init__(  # noqa: PLR0913 - a table is laid with that much
        self,
        board: Board,
        players: Sequence[str],
        first: str,
        seed: int,
        settled: int,
        *,
        look: TableLook | None = None,
    ) -> None:
        """Lay out the table and deal; raises ValueError for players who cannot play."""
        start = SUMERIA.new_game(board, players, {})
        merchants = counts().shares[len(players)].merchants
        rng = np.random.default_rng(seed)
        top = laid(self.tabletop, board, players, merchants, rng=rng, look=look)
        super().__init__(SUMERIA, start, top, settled)
        self._dealer = players[0]
        row = self._rng.permutation([state.id for state in board.regions]).tolist()
        self.set_up(Setup(first, tuple(row), draw_from_bag(self.state, self._rng)))

    @property
    def faces(self) -> Mapping[str, Picture]:
        return table_faces(self.top.board, self.top.look.edition)

    def _go_on(self) -> Iterator[Moment]:
        if self.state.phase == "draw":
            yield from self._draw(Draw(draw_from_bag(self.state, self._rng)))
        elif self.state.phase == "score":
            yield from self._settle(Score())
        else:
            event = self._choice()
            yield from self._settle(event) if isinstance(event, Claim) else self._turn(event)

    def _choice(self) -> Event:
        return choose(self.top.board, SUMERIA.legal_events(self.state), self._rng)

    def _follow(self, verb: str, player: str, step: Step[State, Effect]) -> Iterator[Moment]:
        """Swap the tiles as what has just happened wants it."""
        row = self.history.states[-2].ranking
        swaps = [effect for effect in step.effects if isinstance(effect, Swapped)]
        if not swaps or self._rng.random() > SWAP_AT_ONCE:
            yield from self._pause(verb)
        for swap in swaps:
            left, right = sorted((row.index(swap.rose), row.index(swap.fell)))
            yield from self._work(self._either(player), self._swap(step.state, left, right))

    def _settle(self, event: Event) -> Iterator[Moment]:
        """Take influence tiles as the rules say, one player after the other; then shift the row."""
        step = SUMERIA.apply(self.state, event)
        self.under_way = event
        shares = [one for one in step.effects if isinstance(one, Awarded | Discarded)]
        taken = handed_out(self.top, self.state.ranking, shares, self._rng.choice)
        for number, (winner, spaces) in enumerate(taken, 1):
            work = self._hands.work(winner or self._dealer, taking(self.top, winner, spaces))
            yield from self._show("tiles", work)
            if number < len(shares):
                yield from self._pause("choice" if number == 1 else "tiles")
        self._note(event)
        yield from self._pause(event.verb)
        if any(isinstance(effect, Rotated) for effect in step.effects):
            yield from self._work(self._dealer, self._rotate(step.state))

    def _draw(self, event: Draw) -> Iterator[Moment]:
        starts = np.cumsum([0, *counts().over_ranks]).tolist()
        goes = [range(start, stop) for start, stop in pairwise(starts)]
        middle, spaces = self.top.middle, self.top.ats(INFLUENCE)
        stages = [
            (middle(spaces[go[len(go) // 2]]), partial(self._lay_tokens, event.influence, go))
            for go in goes
        ]
        if self._rng.random() < LONGER:
            for stage in stages[:-1]:
                yield from self._work(self._dealer, [stage])
            stages = stages[-1:]
        yield from self._show("tiles", self._hands.work(self._dealer, stages))
        self._note(event)
        yield from self._pause("draw")

    def _swap(self, state: State, left: int, right: int) -> list[Stage]:
        """Pick the left tile up, slide the right one over, lay the first beside it."""
        middle, slots = self.top.middle, self.top.ats(RANKING)
        return [
            (middle(slots[left]), partial(self.top.remove, slots[left])),
            (middle(slots[right]), partial(self._lay_row, state.ranking, (left, right))),
        ]

    def _rotate(self, state: State) -> list[Stage]:
        """Pick up the three scored tiles, slide five to the left, lay the three at the end."""
        middle, slots = self.top.middle, self.top.ats(RANKING)
        ranks, scored = range(len(slots)), len(counts().over_ranks)
        rest = ranks[:-scored]

        def slide() -> None:
            self.top.pick_up(slots[scored:])
            self._lay_row(state.ranking, rest)

        return [
            (middle(slots[1]), partial(self.top.pick_up, slots[:scored])),
            (middle(slots[len(rest) // 2]), slide),
            (middle(slots[-2]), partial(self._lay_row, state.ranking, ranks[-scored:])),
        ]

    def _either(self, player: str) -> str:
        """Let the player do it himself, or whoever sits by the row."""
        return player if self._rng.random() < 0.5 else self._dealer  # noqa: PLR2004 - a coin

    def _lay_row(self, row: Sequence[str], slots: Sequence[int]) -> None:
        self.top.put_all(RANKING, row, slots)

    def _lay_tokens(self, kinds: Sequence[str], spaces: Sequence[int]) -> None:
        self.top.put_all(INFLUENCE, kinds, spaces)


def handed_out(
    top: Tabletop,
    row: Sequence[str],
    effects: Iterable[Effect],
    choose: Callable[[Sequence[int]], int] = min,
) -> Iterator[tuple[str | None, list[int]]]:
    """Tell who takes the tiles from which spaces, None for the box; the ``row`` was scored so.

    ``choose`` picks one of several spaces with equal tiles.
    """
    left = dict(enumerate(top.singles(INFLUENCE)))
    for effect in effects:
        if not isinstance(effect, Awarded | Discarded):
            continue
        rank = row.index(effect.city_state)
        start, stop = (sum(counts().over_ranks[:end]) for end in (rank, rank + 1))
        spaces = []
        for kind in effect.tiles:
            fitting = [space for space in range(start, stop) if left.get(space) == kind]
            if fitting:  # else somebody has taken it already
                spaces.append(int(choose(fitting)))
                del left[spaces[-1]]
        yield effect.player if isinstance(effect, Awarded) else None, spaces


def taking(top: Tabletop, winner: str | None, spaces: Sequence[int]) -> list[Stage]:
    """Let a hand take influence tiles from their spaces: for their winner, or for the box."""
    ats = top.ats(INFLUENCE)
    return [(top.middle(ats[one]), partial(top.win, ats[one], winner)) for one in spaces]


virtual_table = partial(table_of, SumeriaPeople)
"""A table that careful people play at, by the name under which every game has one."""


def draw_from_bag(state: State, rng: np.random.Generator) -> tuple[str, ...]:
    """Draw a tile for each space, blindly."""
    drawn = rng.choice(_kinds(state.bag), sum(counts().over_ranks), replace=False)
    return tuple(str(kind) for kind in drawn)


def _kinds(tiles: Iterable[int]) -> list[str]:
    """List tiles one by one of which it is known how many there are of each kind."""
    return [kind for kind, number in zip(counts().kinds, tiles, strict=True) for _ in range(number)]


def choose(board: Board, events: Sequence[Event], rng: np.random.Generator) -> Event:
    """Pick one of the legal events: first the verb, then where."""
    verbs = sorted({event.verb for event in events})
    verb = pick(rng, verbs, [VERBS.get(verb, 1.0) for verb in verbs])
    options = [event for event in events if event.verb == verb]
    return pick(rng, options, [_liking(board, event) for event in options])


def _liking(board: Board, event: Event) -> float:
    match event:
        case Place(_, at) | Add(_, at) | Move(_, _, at):
            return LIKING[board.locations[board.index[at]].kind]
        case Remove(_, origin):
            return 1.0 / LIKING[board.locations[board.index[origin]].kind]
        case _:
            return 1.0


class SumeriaTable(PlayedTable):
    """A table of Sumeria, its tiles dealt."""

    def __init__(
        self, board: Board, players: Sequence[str], seed: int, *, changes: Changes | None = None
    ) -> None:
        """Lay the table and deal; raises ValueError for a board that has no room for tiles."""
        # The box holds enough for every number of players.
        merchants = max(share.merchants for share in counts().shares.values())
        rng = np.random.default_rng([seed, 11])
        top = laid(Tabletop, board, players, merchants, rng=rng, look=None)
        top.taught_with = counts().shares[len(players)].merchants
        faces = table_faces(board, top.look.edition)
        super().__init__(top, seed, changes=changes, faces=faces)
        self.lay_afresh()

    def lay_afresh(self) -> None:
        super().lay_afresh()
        self._bag = [kind for kind in counts().kinds for _ in range(counts().of_each)]
        row = self._rng.permutation([state.id for state in self.board.regions]).tolist()
        self.top.put_all(RANKING, row)
        self.deal()

    def lay_as(self, game: AnyGame, state: State) -> None:
        super().lay_as(game, state)
        if state.phase != "setup":
            self._bag = _kinds(state.bag)
            for player, tiles in zip(state.setting.players, state.tiles, strict=True):
                self.top.award(player, INFLUENCE, _kinds(tiles))

    @property
    def at_once(self) -> Mapping[str, Callable[[], None]]:
        return {"deal": self.deal, "shift": self.shift}

    def lay_row(self, player: str, row: Sequence[str]) -> None:
        """Lay the city-state tiles as they are to lie; those that do stay untouched."""
        slots, there = self.top.ats(RANKING), self.top.singles(RANKING)
        wrong = [i for i, city_state in enumerate(row) if there[i] != city_state]
        if not wrong:
            return

        def lay() -> None:
            self.top.pick_up(slots[i] for i in wrong)
            self.top.put_all(RANKING, row, wrong)

        middle = self.top.middle(slots[wrong[len(wrong) // 2]])
        self.do(lambda: self._hands.work(player, [(middle, lay)]))

    def take_tiles(self, winner: str | None, spaces: Sequence[int]) -> None:
        """Let a player take influence tiles, or somebody put them back into the box."""
        stages = taking(self.top, winner, spaces)
        self.do(lambda: self._hands.work(winner or self.players[0], stages))

    def hand_out(self, row: Sequence[str], effects: Sequence[Effect]) -> None:
        for winner, spaces in handed_out(self.top, row, effects):
            self.take_tiles(winner, spaces)

    def deal(self) -> None:
        """Lay tiles from the bag, blindly, onto the spaces that are empty; at once."""
        for at in self.top.spots(INFLUENCE, free=True):
            if self._bag:
                self.top.put(at, self._bag.pop(int(self._rng.integers(len(self._bag)))))

    def shift(self) -> None:
        """Put the first three tiles of the row to its end, the first one last (S-38); at once."""
        row = self.top.contents(self.top.groups[RANKING])
        scored = len(counts().over_ranks)
        self.top.clear(self.top.groups[RANKING])
        self.top.put_all(RANKING, row[scored:] + row[:scored][::-1])


played_table = SumeriaTable
"""A table that nobody plays by himself, by the name under which every game has one."""
