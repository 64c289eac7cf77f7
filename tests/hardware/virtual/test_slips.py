"""Slips are what hands can do and rules forbid."""

import numpy as np
import pytest

from engine.board import Board
from engine.sumeria import SUMERIA
from engine.sumeria.events import Add, Draw, Move, Place, Remove
from hardware.virtual.table import VirtualTable
from tests.hard_tables.mishaps import Mishaps
from tests.hard_tables.slips import reversed_deed, slip
from tests.hard_tables.unruly import UnrulyPeople


@pytest.mark.parametrize(
    ("deed", "back"),
    [
        (Place("red", "a"), Remove("red", "a")),
        (Add("red", "a"), Remove("red", "a")),
        (Remove("red", "a"), Add("red", "a")),
        (Move("red", "a", "b"), Move("red", "b", "a")),
    ],
)
def test_a_deed_is_taken_back_by_its_reverse(
    deed: Place | Add | Remove | Move, back: Add | Remove | Move
) -> None:
    assert reversed_deed(deed) == back


def test_tiles_are_not_taken_back_by_hand() -> None:
    with pytest.raises(ValueError, match="draw"):
        reversed_deed(Draw(("economy",) * 6))


def test_every_slip_is_illegal_and_can_be_done(board: Board, table: VirtualTable) -> None:
    people = UnrulyPeople(
        board,
        table.players,
        "blue",
        3,
        settled=1,
        look=table.look,
        mishaps=Mishaps(),
        eye_mm=table.pose.eye_mm,
    )
    rng = np.random.default_rng(1)
    verbs = set()
    for moment in people.play():
        state = people.state
        if moment.scene.hand is None and state.phase in ("placement", "action"):
            to_play = table.players[state.seat_in_turn]
            others = [player for player in table.players if player != to_play]
            wrong = slip(people.top, state, others, rng)
            assert wrong is not None
            assert not SUMERIA.check(state, wrong).holds
            verbs.add(wrong.verb)
            there = moment.scene.pieces
            match wrong:
                case Add(_, at):
                    assert at not in there
                case Move(player, origin, to):
                    assert (there[origin].paint, to in there) == (player, False)
                case Remove(player, origin):
                    assert there[origin].paint == player
    assert verbs == {"add", "move", "remove"}
