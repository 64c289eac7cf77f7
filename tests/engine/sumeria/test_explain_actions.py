"""Actions explained: which tile swapped with which and by which rule, or why none did."""

from collections.abc import Mapping
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ruling import Fact, Finding
from engine.sumeria import SUMERIA
from engine.sumeria.effects import Swapped
from engine.sumeria.events import Add, Correct, Event, Move, Place, Remove, Setup
from engine.sumeria.state import State
from tests.engine.sumeria.playing import (
    DEAL,
    ROW,
    action,
    board_with,
    new_game,
    placed_in_turn,
    playout,
    random_board,
    set_up,
)

STANDS = {"u.city": "a", "v.city": "a", "w.city": "a", "w.town-1": "b", "q.city": "a"}
STATE = action(STANDS)


def facts(finding: Finding) -> Mapping[str, Fact]:
    return dict(finding.facts)


def following(event: Event, rule: str, state: State = STATE) -> Finding:
    """Find what a rule did after a legal event."""
    ruling = SUMERIA.explain(state, event)
    assert ruling.holds, ruling
    (found,) = (one for one in ruling.consequences if one.rule == rule)
    return found


def test_e1_an_addition_swaps_its_city_state_with_the_left_neighbour() -> None:
    swap = following(Add("a", "w.town-2"), "S-17")
    assert swap.holds
    expected = {"city_state": "w", "rank": 3, "neighbour": "v", "new_rank": 2}
    assert facts(swap) == expected | {"ranking": ("u", "w", "v", *ROW[3:])}


def test_e1_an_addition_at_rank_one_swaps_nothing() -> None:
    swap = following(Add("a", "u.town-2"), "S-17")
    assert not swap.holds
    assert (facts(swap)["neighbour"], facts(swap)["ranking"]) == (None, ROW)
    assert [child.rule for child in swap.children] == ["S-C31"]


def test_e2_a_removal_swaps_with_the_right_neighbour_if_there_is_one() -> None:
    swap = following(Remove("a", "v.city"), "S-24")
    assert (swap.holds, facts(swap)["neighbour"], facts(swap)["new_rank"]) == (True, "w", 3)
    swap = following(Remove("a", "q.city"), "S-24")
    assert (swap.holds, facts(swap)["neighbour"], facts(swap)["new_rank"]) == (False, None, 8)


BOARD = board_with(("u.city", "w.city", "x.town-1", "x.town-2", "z.city", "q.city"))


def test_a_move_lifts_what_it_enters_and_leaves_the_rest_alone() -> None:
    state = action({"u.city": "a", "w.city": "b"}, on=BOARD)
    event = Move("a", "u.city", "x.town-1")
    assert facts(following(event, "S-22", state))["neighbour"] == "w"
    left = facts(following(event, "S-23", state))
    assert left == {"city_state": "u", "rank": 1, "passed": ("w",)}


def test_of_the_city_states_passed_only_others_are_named() -> None:
    ways = ("u.city", "u.town-1", "w.city", "x.town-1", "x.town-2")
    passed = {"u.town-1": "b", "w.city": "b", "x.town-1": "c"}
    state = action({"u.city": "a", **passed}, on=board_with(ways))
    left = facts(following(Move("a", "u.city", "x.town-2"), "S-23", state))
    assert left["passed"] == ("w",)


def test_a_move_within_a_city_state_swaps_nothing() -> None:
    state = action({"x.town-1": "a"}, on=BOARD)
    swap = following(Move("a", "x.town-1", "x.town-2"), "S-22", state)
    assert not swap.holds
    assert facts(swap)["city_state"] == "x"
    assert [child.rule for child in swap.children] == ["S-C30"]


def test_the_turn_marker_advances_when_everybody_has_had_a_turn() -> None:
    add = Add("a", "p.city")
    assert not following(add, "S-25").holds
    last = following(Add("c", "p.city"), "S-25", replace(STATE, turns=2))
    assert last.holds
    assert facts(last) == {"turn": 1, "new_turn": 2}
    assert facts(following(add, "S-43"))["to_play"] == "b"


def test_the_last_turn_ends_the_dynasty() -> None:
    last = replace(STATE, turns=8)
    assert facts(following(Add("c", "p.city"), "S-26", last)) == {"dynasty": 1, "turns": 3}


def test_a_placement_swaps_nothing_and_counts() -> None:
    event = Place("a", "w.city")
    assert facts(following(event, "S-C23", set_up())) == {"city_state": "w"}
    count = following(event, "S-12", set_up())
    assert not count.holds
    assert facts(count) == {"player": "a", "placed": 1, "of": 8}


def test_the_last_placement_ends_the_placement() -> None:
    state = set_up(players="abcd")
    while state.turns < 19:
        state = SUMERIA.apply(state, SUMERIA.legal_events(state)[0]).state
    assert following(SUMERIA.legal_events(state)[0], "S-12", state).holds
    assert placed_in_turn(state).phase == "action"


def test_the_setup_tells_what_will_score_and_what_each_player_gets() -> None:
    event = Setup("b", ROW, DEAL)
    assert facts(following(event, "S-07", new_game()))["ascendancy"] == ("u", "v", "w")
    assert facts(following(event, "S-04", new_game()))["merchants"] == 14
    assert facts(following(event, "S-08", new_game()))["left_in_bag"] == 30
    assert facts(following(event, "S-11", new_game()))["order"] == ("b", "c", "a")


def test_a_correction_tells_what_it_changed() -> None:
    row = ("v", "u", *ROW[2:])
    event = Correct((("u.city", None), ("p.city", "b"), ("v.city", "a")), row)
    finding = following(event, "S-C36")
    assert facts(finding) == {"old_ranking": ROW, "ranking": row, "as_turn_of": None}
    changed = [(*facts(child).values(),) for child in finding.children if child.rule == "S-C36"]
    assert changed == [("p.city", None, "b"), ("u.city", "a", None), ("v.city", "a", "a")]
    supplies = {facts(child)["player"]: facts(child)["after"] for child in finding.children[3:]}
    assert supplies == {"a": 11, "b": 12, "c": 14}
    assert [child.holds for child in finding.children[:3]] == [True, True, False]


def test_a_correction_may_change_nothing() -> None:
    finding = following(Correct((("v.city", "a"),)), "S-C36")
    assert not finding.holds
    assert not any(child.holds for child in finding.children)


def test_a_correction_in_place_of_a_turn_says_whose() -> None:
    event = Correct((), None, "a")
    assert facts(following(event, "S-C36"))["as_turn_of"] == "a"
    assert facts(following(event, "S-43"))["to_play"] == "b"


@settings(max_examples=10)
@given(st.integers(0, 10**9), st.sampled_from(["abc", "abcd"]))
def test_the_swap_that_is_told_is_the_one_that_happens(seed: int, players: str) -> None:
    for state, event, done in playout(new_game(players, random_board(seed)), seed):
        if not isinstance(event, Add | Move | Remove):
            continue
        consequences = SUMERIA.explain(state, event).consequences
        swaps = [one for one in consequences if one.rule in ("S-17", "S-22", "S-24")]
        assert len(swaps) == 1
        assert facts(swaps[0])["ranking"] == done.state.ranking
        assert swaps[0].holds == bool(done.effects)
        for effect in done.effects:
            assert isinstance(effect, Swapped)
            pair = {effect.rose, effect.fell}
            assert swaps[0].rule == effect.rule
            assert {facts(swaps[0])["city_state"], facts(swaps[0])["neighbour"]} == pair
