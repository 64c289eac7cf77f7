"""S-C36 and the formats: what the table agrees on when the board cannot be explained."""

import pytest

from engine.sumeria import SUMERIA
from engine.sumeria.events import Correct, Place
from engine.sumeria.state import State
from tests.engine.sumeria.playing import (
    LOCATIONS,
    ROW,
    action,
    after,
    new_game,
    occupied,
    refused,
    scored,
    set_up,
    step,
    supplies,
)

STANDS = {"u.city": "a", "v.city": "b"}


def correct(as_turn_of: str | None = None, /, **board: str | None) -> Correct:
    """Write ``v_city`` for v.city."""
    named = tuple((at.replace("_", ".", 1), player) for at, player in board.items())
    return Correct(named, as_turn_of=as_turn_of)


def test_named_locations_become_empty_or_that_players_and_supplies_follow() -> None:
    state = after(action(STANDS), correct(u_city=None, v_city="c", w_city="b"))
    assert occupied(state) == {"v.city": "c", "w.city": "b"}
    assert supplies(state) == (14, 13, 13)


def test_without_as_turn_of_it_is_nobodys_turn_that_is_used_up() -> None:
    state = after(action(STANDS, turns=4), correct(u_city=None))
    assert (state.turns, SUMERIA.to_json(state)["to_play"]) == (4, "b")


def test_with_as_turn_of_it_uses_up_that_players_turn() -> None:
    state = after(action(STANDS, turns=4), correct("b", w_city="b"))
    assert SUMERIA.to_json(state)["to_play"] == "c"


def test_the_last_turn_of_a_dynasty_can_be_used_up_so() -> None:
    assert after(action(STANDS, turns=8), correct("c", w_city="c")).phase == "score"


def test_no_swap_follows_from_it() -> None:
    done = step(action(), correct("a", w_city="a"))
    assert (done.state.ranking, done.effects) == (ROW, ())


def test_the_ranking_may_be_corrected_alone() -> None:
    row = ("v", "u", *ROW[2:])
    state = after(action(STANDS), Correct((), row))
    assert state.ranking == row
    assert occupied(state) == STANDS


def test_s_06_a_corrected_ranking_names_each_city_state_once() -> None:
    assert refused(action(), Correct((), (*ROW[1:], "v"))) == "S-06"


def test_s_14_only_the_turn_of_whoever_is_to_play_can_be_used_up() -> None:
    assert refused(action(), correct("b", w_city="b")) == "S-14"
    assert refused(set_up(), correct("b", w_city="b")) == "S-11"


def test_s_18_no_supply_goes_below_nothing() -> None:
    full = dict.fromkeys(LOCATIONS[:14], "a")
    assert refused(action(full), correct(q_city="a")) == "S-18"
    assert refused(action(full), correct(q_city="a", u_city=None)) is None


@pytest.mark.parametrize("state", [new_game(), scored({})])
def test_s_26_only_in_placement_and_action(state: State) -> None:
    assert refused(state, correct(u_city="a")) == "S-26"


def test_in_the_placement_it_may_stand_for_a_placement() -> None:
    state = set_up()
    for turn in range(24):
        player = str(SUMERIA.to_json(state)["to_play"])
        at = LOCATIONS[turn]
        by_hand = Correct(((at, player),), as_turn_of=player)
        state = after(state, by_hand if turn % 2 else Place(player, at))
    assert state.phase == "action"
    assert supplies(state) == (6, 6, 6)


def test_a_supply_emptied_in_the_placement_passes_that_players_turns() -> None:
    state = after(set_up(), Correct(tuple((at, "a") for at in LOCATIONS[:14])))
    assert SUMERIA.to_json(state)["to_play"] == "b"
    while state.phase == "placement":
        state = after(state, SUMERIA.legal_events(state)[0])
    assert supplies(state) == (0, 6, 6)
    assert (state.turns, SUMERIA.to_json(state)["to_play"]) == (0, "a")


def test_equal_corrections_compare_equal() -> None:
    one = Correct((("u.city", "a"), ("b.city", None)))
    assert one == Correct((("b.city", None), ("u.city", "a")))
