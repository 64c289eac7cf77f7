"""Siberia on a virtual table: robots who play it, or everything moved by a script or a mouse."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

import numpy as np

from companion.games.siberia.tile_faces import CUBES, table_faces
from companion.language import said
from engine.board import Board
from engine.game import AnyGame
from engine.siberia import SIBERIA
from engine.siberia.board import OPEN, SUPPLY, as_siberia
from engine.siberia.events import (
    Event,
    Logistics,
    Mine,
    Move,
    Ready,
    Refill,
    Salesman,
    Setup,
    Worker,
)
from engine.siberia.material import ACTIONS, COUNTS, DEPOT, RESOURCES
from engine.siberia.material import CUBES as NUMBERS
from engine.siberia.scoring import stack
from engine.siberia.state import State
from hardware.virtual.handling import stages, views
from hardware.virtual.look import TableLook
from hardware.virtual.painting import Picture
from hardware.virtual.people import Moment, People, pick
from hardware.virtual.played_table import PlayedTable
from hardware.virtual.table import table_of
from hardware.virtual.tabletop import Tabletop

AT_ONCE: Final = {"deal": said("Turn up an investment marker")}
"""What is tedious with a mouse, as buttons have it."""
TALL: Final = TableLook(radius_mm=5.5, height_mm=20.0, height=0.8)
"""How a table looks whose players have slim and tall pieces."""
TAUGHT_WITH: Final = 4
"""Pawns in each depot while the table is taught."""
AWHILE: Final = 0.4
"""How often an emptied region is tidied only after a while."""
SAID: Final = 2
"""How often as long as hands pause otherwise it takes until the screen has taken a press."""
FEW: Final = 3
"""Actions in a round after which players think of passing."""
TIRED: Final = 3.0
"""How much likelier each further action makes that."""


def laid(board: Board, players: Sequence[str], rng: np.random.Generator) -> Tabletop:
    """Lay out the bare board and the pawns; raises ValueError for a board without all places."""
    if any(not group.places for group in board.layout):
        raise ValueError("the virtual table needs a board with all its places")
    top = Tabletop(board, players, COUNTS.pawns, rng, TALL, CUBES)
    top.taught_with = TAUGHT_WITH
    return top


def a_setup(board: Board, first: str, rng: np.random.Generator) -> Setup:
    """Draw a start: two different cubes for each region, a side of each tile, open markers."""
    printed = as_siberia(board)
    regions = [one.id for one in printed.regions if one.cubes]
    while True:
        bag = rng.permutation(np.repeat(np.arange(len(RESOURCES)), NUMBERS))[: 2 * len(regions)]
        pairs = bag.reshape(-1, 2).tolist()
        if all(one != other for one, other in pairs):
            break
    cubes = tuple(
        (region, (RESOURCES[min(pair)], RESOURCES[max(pair)]))
        for region, pair in zip(regions, pairs, strict=True)
    )
    tiles: dict[str, list[str]] = {}
    for one in printed.exchanges:
        tiles.setdefault(one.tile, []).append(one.id)
    sides = [str(rng.choice(each)) for each in tiles.values()]
    kinds = rng.permutation(ACTIONS * COUNTS.of_each_investment)
    opened = tuple(str(one) for one in kinds[: COUNTS.open])
    return Setup(first, cubes, tuple(rng.permutation(sides).tolist()), opened, "untold")


def heap(top: Tabletop, state: State) -> None:
    """Heap the cubes of each supply as the state has them."""
    for resource, left in zip(RESOURCES, state.supply, strict=True):
        top.heap((SUPPLY, resource), resource, left)


class SiberiaPeople(People):
    """Players who mine where they can, and press the button when they have done what they do."""

    def __init__(
        self, board: Board, players: Sequence[str], first: str, seed: int, settled: int
    ) -> None:
        """Lay out the table and deal; raises ValueError for players who cannot play."""
        start = SIBERIA.new_game(board, players, {})
        rng = np.random.default_rng(seed)
        super().__init__(SIBERIA, start, laid(board, players, rng), settled)
        self.set_up(a_setup(board, first, rng))
        heap(self.top, self.state)

    @property
    def faces(self) -> Mapping[str, Picture]:
        return table_faces(self.top.board)

    def _go_on(self) -> Iterator[Moment]:
        state: State = self.state
        self.turn.clear()
        if state.to_play is None:
            self._happened(Ready())
            yield from self._button()
            return
        event = self._choice()
        yield from self._act(state.to_play, event)
        while self.state.phase in ("research", "logistics"):
            following = self._choice()
            yield from self._act(state.to_play, following)
        yield from self._button()
        if self.state.phase == "refill":
            yield from self._refill()

    def _happened(self, event: Event) -> None:
        self._note(event)
        self.turn.append(event)

    def _button(self) -> Iterator[Moment]:
        """Press the button, and let the screen say whose turn it is before going on."""
        yield self._moment(self.top.scene(), "button")
        for _ in range(SAID):
            yield from self._pause("played")

    def _act(self, player: str, event: Event) -> Iterator[Moment]:
        """Do what an event does to the table; what shows nothing merely happens."""
        before, begun, after = views(SIBERIA, self.state, event)
        acting = stages(self.top, before, begun)
        if not acting:
            self._happened(event)
            return
        self.under_way = event
        yield from self._show(event.verb, self._hands.work(player, acting))
        self._happened(event)
        heap(self.top, self.state)
        yield from self._pause(event.verb)
        if tidying := stages(self.top, begun, after):
            if self._rng.random() < AWHILE:
                yield from self._pause("tidying")
            yield from self._show("tidying", self._hands.work(player, tidying))
            yield from self._pause("tidying")

    def _refill(self) -> Iterator[Moment]:
        """Lay the next investment marker onto the free place."""
        refill = Refill(str(self._rng.choice(stack(self.state))))
        before, _, after = views(SIBERIA, self.state, refill)
        dealer = next(iter(self.top.seats))
        laying = stages(self.top, before, after)
        yield from self._show("refill", self._hands.work(dealer, laying))
        self._note(refill)
        yield from self._pause("refill")

    def _choice(self) -> Event:
        return choose(self.state, self._rng, self.turn)


def choose(state: State, rng: np.random.Generator, turn: Sequence[Event] = ()) -> Event:
    """Pick one of the legal events: first the verb, then which.

    In one ``turn`` nobody walks back, of which a camera would see nothing, nor on from where a
    walk ended: that looks like one walk.
    """
    walks = [one for one in turn if isinstance(one, Move)]
    legal = [
        one
        for one in SIBERIA.legal_events(state)
        if _sensible(state, one) and not (isinstance(one, Move) and _joins(one, walks))
    ]
    verbs = sorted({one.verb for one in legal})
    acted = state.acted[state.turn]
    liking = {
        "mine": 12.0,
        "logistics": 4.0,
        "worker": 2.0,
        "salesman": 2.0,
        "research": 1.0,
        "investor": 0.5,
        "manager": 0.3,
        "pass": 0.2 + TIRED * max(0, acted - FEW),
        "move": 3.0,
        "discover": 4.0,
        "done": 1.0,
    }
    verb = pick(rng, verbs, [liking.get(verb, 1.0) for verb in verbs])
    options = [one for one in legal if one.verb == verb]
    return pick(rng, options, [_worth(state, one) for one in options])


def _joins(move: Move, walks: Sequence[Move]) -> bool:
    return any(move.to == one.origin or move.origin == one.to for one in walks)


def _sensible(state: State, event: Event) -> bool:
    """Tell whether somebody would do that: not walk home, nor fetch a worker home."""
    board = state.setting.board
    match event:
        case Move(_, _, to):
            return to != board.start_region
        case Worker(_, origin):
            return origin == DEPOT
        case Salesman(_, origin, _):
            return origin == DEPOT or origin in state.setting.places[state.setting.first_side :]
        case Logistics():
            return bool(state.workers(state.turn))
    return True


def _worth(state: State, event: Event) -> float:
    """Tell how much somebody likes one event of a kind."""
    match event:
        case Move(_, _, to):
            region = state.setting.places.index(to)
            return 0.2 + 2.0 * sum(held >> region & 1 for held in state.cubes)
        case Mine():
            row = SIBERIA.apply(state, event).state
            return 1.0 + (row.money[state.turn] - state.money[state.turn]) / 1000
    return 1.0


virtual_table = partial(table_of, SiberiaPeople)
"""A table that careful people play at, by the name under which every game has one."""


class SiberiaTable(PlayedTable):
    """A table of Siberia, its start dealt; who plays brings his pawns himself."""

    def __init__(self, board: Board, players: Sequence[str], seed: int) -> None:
        """Lay the table and deal; raises ValueError for a board without all places."""
        rng = np.random.default_rng([seed, 11])
        top = laid(board, players, rng)
        super().__init__(top, seed, faces=table_faces(board))
        self.lay_afresh()

    def lay_afresh(self) -> None:
        players = [*self.top.seats]
        start = SIBERIA.new_game(self.board, players, {})
        setup = a_setup(self.board, players[0], self.top.rng)
        _, without_pawns, _ = views(SIBERIA, start, setup)
        self.top.lay_all(without_pawns)
        state = SIBERIA.apply(start, setup).state
        heap(self.top, state)
        self._deal_from(stack(state))

    def lay_as(self, game: AnyGame, state: State) -> None:
        super().lay_as(game, state)
        if state.phase != "setup":
            heap(self.top, state)
            self._deal_from(stack(state))

    def _deal_from(self, kinds: Sequence[str]) -> None:
        self._stack = [str(one) for one in self.top.rng.permutation(kinds)]

    @property
    def at_once(self) -> Mapping[str, Callable[[], None]]:
        return {"deal": self.deal}

    def deal(self) -> None:
        """Lay the next investment marker onto a place that is free; at once."""
        free = self.top.spots(OPEN, free=True)
        if free and self._stack:
            self.top.put(free[0], self._stack.pop())


played_table = SiberiaTable
"""A table that nobody plays by himself, by the name under which every game has one."""
