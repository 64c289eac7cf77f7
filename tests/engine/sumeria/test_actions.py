"""S-14 to S-25: turns, and the three actions with what they do to the ranking."""

import pytest

from engine.sumeria import SUMERIA
from engine.sumeria.effects import Swapped
from engine.sumeria.events import Add, Move, Remove
from engine.sumeria.state import State
from engine.sumeria.turns import turns_left
from tests.engine.sumeria.playing import (
    LOCATIONS,
    ROW,
    action,
    add_in_turn,
    after,
    new_game,
    occupied,
    playout,
    refused,
    step,
    supplies,
)

STANDS = {"u.city": "a", "w.town-1": "a", "q.village-3": "a", "v.city": "b"}


def test_s_14_three_turns_for_each_player_beginning_with_the_first() -> None:
    state = action(first="b")
    played = []
    while state.phase == "action":
        played.append(SUMERIA.to_json(state)["to_play"])
        state = add_in_turn(state, 1)
    assert played == ["b", "c", "a"] * 3
    assert state.phase == "score"


def test_s_14_it_is_known_who_has_how_many_turns_left() -> None:
    state = add_in_turn(action(first="b"), 4)
    assert turns_left(state) == (("b", 1), ("c", 2), ("a", 2))
    assert turns_left(add_in_turn(state, 5)) == ()


@pytest.mark.parametrize("seed", range(2))
def test_s_14_every_player_acts_eighteen_times_in_a_game(seed: int) -> None:
    players = ("abc", "abcd")[seed]
    acted = [
        event.player
        for _, event, _ in playout(new_game(players), seed)
        if isinstance(event, Add | Move | Remove)
    ]
    assert {player: acted.count(player) for player in players} == dict.fromkeys(players, 18)


def test_s_15_a_turn_is_one_action_and_cannot_be_passed() -> None:
    state = after(action(STANDS), Add("a", "x.city"))
    assert SUMERIA.to_json(state)["to_play"] == "b"
    assert SUMERIA.legal_events(state)


@pytest.mark.parametrize("event", [Remove("a", "v.city"), Move("a", "v.city", "v.town-1")])
def test_s_15_only_own_merchants_act(event: Move | Remove) -> None:
    assert refused(action(STANDS), event) == "S-15"


def test_s_16_adding_brings_a_merchant_from_the_supply_to_any_free_location() -> None:
    state = action(STANDS)
    free = {event.at for event in SUMERIA.legal_events(state) if isinstance(event, Add)}
    assert free == set(LOCATIONS) - set(STANDS)
    added = after(state, Add("a", "p.village-2"))
    assert occupied(added) == {**STANDS, "p.village-2": "a"}
    assert supplies(added) == (10, 13, 14)


@pytest.mark.parametrize(
    ("at", "row"),
    [("w.village-1", "uwvxyzpq"), ("u.village-1", "uvwxyzpq"), ("q.city", "uvwxyzqp")],
)
def test_s_17_adding_raises_the_city_state_by_one_e1(at: str, row: str) -> None:
    assert after(action(), Add("a", at)).ranking == tuple(row)


def test_s_17_the_swap_is_told_with_both_city_states() -> None:
    assert step(action(), Add("a", "w.city")).effects == (Swapped("S-17", rose="w", fell="v"),)
    assert step(action(), Add("a", "u.city")).effects == ()


def empty_supply() -> State:
    return action(dict.fromkeys(LOCATIONS[:14], "a"))


def test_s_18_nothing_can_be_added_from_an_empty_supply() -> None:
    assert refused(empty_supply(), Add("a", "q.city")) == "S-18"
    assert not any(isinstance(event, Add) for event in SUMERIA.legal_events(empty_supply()))


def test_s_19_a_move_follows_a_stretch_to_the_next_location() -> None:
    moved = after(action({"u.city": "a", "v.city": "b"}), Move("a", "u.city", "u.town-1"))
    assert occupied(moved) == {"u.town-1": "a", "v.city": "b"}


@pytest.mark.parametrize(
    ("origin", "to", "row"),
    [
        ("v.village-3", "w.city", "uwvxyzpq"),
        ("w.city", "v.village-3", "vuwxyzpq"),
        ("q.village-3", "u.city", "uvwxyzpq"),
        ("u.city", "q.village-3", "uvwxyzqp"),
    ],
)
def test_s_22_moving_into_another_city_state_raises_it(origin: str, to: str, row: str) -> None:
    assert after(action({origin: "a"}), Move("a", origin, to)).ranking == tuple(row)


def test_s_22_moving_within_a_city_state_changes_no_rank_s_c30() -> None:
    done = step(action({"w.city": "a"}), Move("a", "w.city", "w.town-1"))
    assert done.state.ranking == ROW
    assert done.effects == ()


def test_s_23_the_city_state_left_and_those_passed_through_keep_their_rank() -> None:
    through_w = dict.fromkeys((at for at in LOCATIONS if at.startswith("w.")), "b")
    done = step(action({"v.village-3": "a", **through_w}), Move("a", "v.village-3", "x.city"))
    assert done.effects == (Swapped("S-22", rose="x", fell="w"),)
    assert "".join(done.state.ranking) == "uvxwyzpq"


@pytest.mark.parametrize(
    ("origin", "row"),
    [("v.city", "uwvxyzpq"), ("q.city", "uvwxyzpq"), ("p.town-2", "uvwxyzqp")],
)
def test_s_24_removing_lowers_the_city_state_by_one_e2(origin: str, row: str) -> None:
    assert after(action({origin: "a"}), Remove("a", origin)).ranking == tuple(row)


def test_s_24_the_merchant_goes_back_into_the_supply() -> None:
    removed = after(action(STANDS), Remove("a", "u.city"))
    assert supplies(removed) == (12, 13, 14)
    assert "u.city" not in occupied(removed)


@pytest.mark.parametrize("players", ["abc", "abcd"])
def test_s_25_the_turn_marker_advances_after_each_round(players: str) -> None:
    state = action(players=players)
    marker = []
    while state.phase == "action":
        marker.append(state.turn)
        state = add_in_turn(state, 1)
    n = len(players)
    assert marker == [1] * n + [2] * n + [3] * n
    assert state.turn == 3


def test_s_43_play_goes_clockwise_in_seat_order() -> None:
    assert action(first="c", players="abcd").order == ("c", "d", "a", "b")


def test_s_c24_nobody_is_ever_forced_to_pass() -> None:
    with_supply = action(dict.fromkeys(LOCATIONS[:13], "a"))
    assert any(isinstance(event, Add) for event in SUMERIA.legal_events(with_supply))
    assert any(isinstance(event, Remove) for event in SUMERIA.legal_events(empty_supply()))
