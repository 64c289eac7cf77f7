"""Robots play any game of pieces on spots: all that they know of it is behind the seam."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
import pytest

from engine.board import Board
from engine.game import Phase, Step, Waits
from engine.layout import View, alone
from hardware.virtual.look import Look
from hardware.virtual.people import Moment, People
from hardware.virtual.seats import laid_out_mm, seats
from hardware.virtual.table import VirtualTable
from hardware.virtual.tabletop import Tabletop

PLAYERS = ("red", "blue")


@dataclass(frozen=True)
class Put:
    """A player puts its only piece on a free spot, or moves it there."""

    player: str
    to: str
    verb: ClassVar[str] = "put"


@dataclass(frozen=True)
class Position:
    """Who stands where, and how many turns have been taken."""

    spots: tuple[str | None, ...]
    turns: int = 0


class Wandering:
    """Each player has one piece, which wanders; the game has six turns."""

    name = "wandering"

    def __init__(self, board: Board) -> None:
        """Play on the spots of a board."""
        self._ids = [one.id for one in board.locations]

    def phase(self, state: Position) -> Phase[Put]:
        """Tell what a state waits for."""
        return Phase(Waits.OVER if state.turns == 6 else Waits.ACTING)

    def legal_events(self, state: Position) -> Sequence[Put]:
        """List the free spots."""
        player = PLAYERS[state.turns % 2]
        return [Put(player, at) for at in self._ids if state.spots[self._ids.index(at)] is None]

    def apply(self, state: Position, event: Put) -> Step[Position, Any]:
        """Move the player to another spot."""
        left = [None if one == event.player else one for one in state.spots]
        left[self._ids.index(event.to)] = event.player
        return Step(replace(state, spots=tuple(left), turns=state.turns + 1), ())

    def expected(self, state: Position) -> View:
        """Tell who stands where."""
        return View((("locations", alone(state.spots)),))


@pytest.fixture
def people(board: Board) -> People:
    rng = np.random.default_rng(1)
    around = dict(zip(PLAYERS, seats(laid_out_mm(board), 2), strict=True))
    top = Tabletop(board, around, 3, rng, Look())
    start = Position((None,) * len(board.locations))
    return People(Wandering(board), start, top, settled=2)  # type: ignore[arg-type]


def standing(board: Board, moment: Moment) -> tuple[str | None, ...]:
    there = moment.scene.merchants
    return tuple(there[one.id].paint if one.id in there else None for one in board.locations)


def test_they_play_to_the_end_and_leave_the_table_as_the_game_wants_it(
    people: People, board: Board
) -> None:
    moments = [*people.play()]
    assert people.state.turns == 6
    for moment in moments:
        if moment.scene.hand is None:
            assert standing(board, moment) == people.history.states[moment.events].spots
    assert {"reach", "hold", "release"} <= {moment.what for moment in moments}
    assert any(moment.scene.hand and moment.scene.hand.holding for moment in moments)


def test_a_table_of_theirs_is_photographed(people: People) -> None:
    table = VirtualTable(people, 1)
    assert table.players == PLAYERS
    assert table.advance()
    before = table.picture()
    while table.advance():
        pass
    assert np.abs(table.picture().astype(int) - before).max() > 60
