"""The people at the virtual table: they play Sumeria by the rules, and do it with their hands."""

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Final

import numpy as np

from engine.board import Board
from engine.game import Step
from engine.history import History
from engine.record import Undo
from engine.sumeria import (
    SUMERIA,
    Add,
    Awarded,
    Claim,
    Discarded,
    Draw,
    Effect,
    Event,
    Move,
    Place,
    Remove,
    Rotated,
    Score,
    Setup,
    State,
    Swapped,
)
from hardware.virtual.choices import choose
from hardware.virtual.conditions import Look
from hardware.virtual.gestures import Gestures, Tick
from hardware.virtual.scene import Scene
from hardware.virtual.seats import Point, laid_out_mm, seats
from hardware.virtual.tabletop import Tabletop
from seeds.sumeria import counts

SWAP_AT_ONCE: Final = 0.4
SECOND_THOUGHTS: Final = 0.08
LONGER: Final = 0.3
Stage = tuple[Point, Callable[[], None]]


@dataclass(frozen=True, slots=True)
class Moment:
    """A tick at the table: what lies there, how many events have fully happened, what goes on.

    ``amiss`` names what is not as the rules or good manners want it.
    """

    scene: Scene
    events: int
    what: str
    amiss: tuple[str, ...] = ()


class People:
    """Players with a game of their own in their heads, at a table of their own.

    ``history`` is the truth: what has fully happened so far, the setup included; ``under_way``
    is what has been begun. ``settled`` is how many ticks at least the table lies still after each
    deed.
    """

    def __init__(  # noqa: PLR0913 - a table is laid with that much
        self,
        board: Board,
        players: Sequence[str],
        first: str,
        seed: int,
        settled: int,
        *,
        look: Look | None = None,
    ) -> None:
        """Lay out the table and deal; raises ValueError for players who cannot play."""
        self.history: History[State, Event, Effect] = History(
            SUMERIA, SUMERIA.new_game(board, players, {})
        )
        self.under_way: Event | None = None
        self._rng = np.random.default_rng(seed)
        self._settled = settled
        around = dict(zip(players, seats(laid_out_mm(board), len(players)), strict=True))
        merchants = counts().shares[len(players)].merchants
        self.top = Tabletop(board, around, merchants, self._rng, look or Look())
        self._hands = Gestures(self.top, self._rng)
        self._dealer = players[0]
        row = self._rng.permutation([state.id for state in board.city_states]).tolist()
        setup = Setup(first, tuple(row), self._from_bag())
        self._note(setup)
        self._lay_row(self.state.ranking, range(len(row)))
        self._lay_tokens(setup.influence, range(len(setup.influence)))

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.history.state

    def play(self) -> Iterator[Moment]:
        """Play the game to its end, a moment a tick."""
        yield from self._pause("setup")
        while self.state.phase != "over":
            yield from self._go_on()
        yield from self._pause("over")

    def _go_on(self) -> Iterator[Moment]:
        """Do what is to be done next."""
        if self.state.phase == "draw":
            yield from self._draw(Draw(self._from_bag()))
        elif self.state.phase == "score":
            yield from self._settle(Score())
        else:
            event = self._choice()
            yield from self._settle(event) if isinstance(event, Claim) else self._turn(event)

    def _choice(self) -> Event:
        return choose(self.top.board, SUMERIA.legal_events(self.state), self._rng)

    def _turn(self, event: Event) -> Iterator[Moment]:
        """Move a merchant, then swap the tiles: mostly a moment later."""
        player, deed = self._deed(event)
        if self._rng.random() < SECOND_THOUGHTS:
            elsewhere = self._rng.choice([one.id for one in self.top.board.locations])
            yield from self._show("hover", self._hands.hover(player, str(elsewhere)))
        step = yield from self._happen(event, deed)
        yield from self._follow(event.verb, player, step)

    def _happen(
        self, event: Event | Undo, deed: Iterator[Tick]
    ) -> Generator[Moment, None, Step[State, Effect]]:
        """Do something to a merchant; it has happened once the hand lets go or leaves."""
        step = None
        for what, scene in deed:
            if step is None and what in ("release", "leave"):
                step = self._note(event)
            yield self._moment(scene, what)
        return step or self._note(event)

    def _follow(self, verb: str, player: str, step: Step[State, Effect]) -> Iterator[Moment]:
        """Swap the tiles as what has just happened wants it."""
        row = self.history.states[-2].ranking
        swaps = [effect for effect in step.effects if isinstance(effect, Swapped)]
        if not swaps or self._rng.random() > SWAP_AT_ONCE:
            yield from self._pause(verb)
        for swap in swaps:
            left, right = sorted((row.index(swap.rose), row.index(swap.fell)))
            yield from self._work(self._either(player), self._swap(step.state, left, right))

    def _deed(self, event: Event) -> tuple[str, Iterator[Tick]]:
        match event:
            case Place(player, at) | Add(player, at):
                return player, self._hands.put(player, at)
            case Move(player, origin, to):
                return player, self._hands.carry(player, origin, to)
            case Remove(player, origin):
                return player, self._hands.take(player, origin)
            case _:
                raise AssertionError(event)

    def _settle(self, event: Event) -> Iterator[Moment]:
        """Take influence tiles as the rules say, one player after the other; then shift the row."""
        row = self.state.ranking
        step = SUMERIA.apply(self.state, event)
        self.under_way = event
        shares = [one for one in step.effects if isinstance(one, Awarded | Discarded)]
        for number, share in enumerate(shares):
            spaces = self._lying_over(row.index(share.city_state), share.tiles)
            winner = share.player if isinstance(share, Awarded) else None
            stages = [
                (self.top.space(one), partial(self.top.take_token, one, winner)) for one in spaces
            ]
            yield from self._show("tiles", self._hands.work(winner or self._dealer, stages))
            if number < len(shares) - 1:
                yield from self._pause("choice" if number == 0 else "tiles")
        self._note(event)
        yield from self._pause(event.verb)
        if any(isinstance(effect, Rotated) for effect in step.effects):
            yield from self._work(self._dealer, self._rotate(step.state))

    def _draw(self, event: Draw) -> Iterator[Moment]:
        """Lay six new tiles, sometimes in three goes."""
        starts = np.cumsum([0, *counts().over_ranks]).tolist()
        goes = [range(start, stop) for start, stop in pairwise(starts)]
        stages = [
            (self.top.space(go[len(go) // 2]), partial(self._lay_tokens, event.influence, go))
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
        slot = self.top.slot
        return [
            (slot(left), partial(self.top.pick_up, [left])),
            (slot(right), partial(self._lay_row, state.ranking, (left, right))),
        ]

    def _rotate(self, state: State) -> list[Stage]:
        """Pick up the three scored tiles, slide five to the left, lay the three at the end."""
        scored = len(counts().over_ranks)
        slots = range(len(state.ranking))
        rest = slots[:-scored]

        def slide() -> None:
            self.top.pick_up(slots[scored:])
            self._lay_row(state.ranking, rest)

        return [
            (self.top.slot(1), partial(self.top.pick_up, slots[:scored])),
            (self.top.slot(len(rest) // 2), slide),
            (self.top.slot(slots[-2]), partial(self._lay_row, state.ranking, slots[-scored:])),
        ]

    def _work(self, player: str, stages: Sequence[Stage]) -> Iterator[Moment]:
        yield from self._show("rank", self._hands.work(player, stages))
        yield from self._pause("rank")

    def _show(self, what: str, ticks: Iterator[Tick]) -> Iterator[Moment]:
        for _, scene in ticks:
            yield self._moment(scene, what)

    def _moment(self, scene: Scene, what: str) -> Moment:
        return Moment(scene, self.history.event, what)

    def _pause(self, what: str) -> Iterator[Moment]:
        ticks = self._settled + int(self._rng.random() < LONGER)
        yield from self._show(what, self._hands.still(ticks))

    def _either(self, player: str) -> str:
        """Let the player do it himself, or whoever sits by the row."""
        return player if self._rng.random() < 0.5 else self._dealer  # noqa: PLR2004 - a coin

    def _note(self, event: Event | Undo) -> Step[State, Effect]:
        self.under_way = None
        return self.history.append(event)

    def _from_bag(self) -> tuple[str, ...]:
        """Draw blindly for all spaces."""
        bag = [
            kind
            for kind, count in zip(counts().kinds, self.state.bag, strict=True)
            for _ in range(count)
        ]
        drawn = self._rng.choice(bag, sum(counts().over_ranks), replace=False)
        return tuple(str(kind) for kind in drawn)

    def _lying_over(self, rank: int, kinds: Sequence[str]) -> list[int]:
        """Find spaces over a rank (from 0) with tiles of these kinds, at random among equals."""
        start = sum(counts().over_ranks[:rank])
        chosen: list[int] = []
        for kind in kinds:
            fitting = [
                space
                for space in range(start, start + counts().over_ranks[rank])
                if space not in chosen
                and space in self.top.influence
                and self.top.influence[space].kind == kind
            ]
            chosen.append(int(self._rng.choice(fitting)))
        return chosen

    def _lay_row(self, row: Sequence[str], slots: Sequence[int]) -> None:
        for slot in slots:
            self.top.lay_tile(slot, row[slot])

    def _lay_tokens(self, kinds: Sequence[str], spaces: Sequence[int]) -> None:
        for space in spaces:
            self.top.lay_token(space, kinds[space])
