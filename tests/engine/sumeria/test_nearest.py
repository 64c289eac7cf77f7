"""The legal events nearest to an illegal one, and the rule that stands between."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sumeria import SUMERIA
from engine.sumeria.events import Add, Claim, Event, Move, Place, Remove, Score
from engine.sumeria.state import State
from tests.engine.sumeria.playing import (
    DEAL,
    LOCATIONS,
    action,
    after,
    board_with,
    new_game,
    playout,
    presence,
    random_board,
    scored,
    set_up,
)
from tests.sampled import one_in

BOARD = board_with(("u.city", "u.town-1", "u.town-2", "v.city", "v.town-1", "w.city"))


def near(state: State, event: Event) -> list[tuple[Event, str]]:
    return [(one, finding.rule) for one, finding in SUMERIA.nearest(state, event)]


def test_a_merchant_that_skips_an_empty_location_may_stop_there() -> None:
    state = action({"u.city": "a", "u.town-1": "b", "w.city": "a"}, on=BOARD)
    event, finding = SUMERIA.nearest(state, Move("a", "u.city", "v.town-1"))[0]
    assert event == Move("a", "u.city", "u.town-2")
    assert finding.rule == "S-20"
    assert dict(finding.facts)["at"] == "u.town-2"


def test_then_the_same_merchant_elsewhere_then_another_to_the_same_location() -> None:
    state = action({"u.city": "a", "u.town-1": "b", "w.city": "a"}, on=BOARD)
    assert near(state, Move("a", "u.city", "v.town-1")) == [
        (Move("a", "u.city", "u.town-2"), "S-20"),
        (Remove("a", "u.city"), "S-20"),
        (Move("a", "w.city", "v.town-1"), "S-20"),
    ]


def test_instead_of_an_occupied_location_the_free_ones_beside_it() -> None:
    state = action({"u.city": "a", "u.town-2": "b"}, on=BOARD)
    assert near(state, Add("a", "u.town-2"))[:2] == [
        (Add("a", "u.town-1"), "S-16"),
        (Add("a", "v.city"), "S-16"),
    ]


def test_with_an_empty_supply_a_merchant_may_move_there() -> None:
    stands = dict.fromkeys(["v.town-1", *LOCATIONS[-13:]], "a")
    assert near(action(stands, on=BOARD), Add("a", "w.city"))[0] == (
        Move("a", "v.town-1", "w.city"),
        "S-18",
    )


def test_out_of_turn_whoever_is_to_play_may_do_the_same() -> None:
    assert near(action({}), Add("b", "v.city"))[0] == (Add("a", "v.city"), "S-14")
    assert near(set_up(), Place("b", "v.city"))[0] == (Place("a", "v.city"), "S-11")


def test_too_late_to_place_but_not_to_add() -> None:
    assert near(action({}), Place("a", "v.city"))[0] == (Add("a", "v.city"), "S-12")


def test_a_location_that_does_not_exist_has_no_neighbours() -> None:
    assert near(action({}), Add("a", "ur.city"))[0] == (Add("a", "u.city"), "S-02")


def test_the_claim_with_most_of_the_same_tiles_is_nearest() -> None:
    state = after(scored(presence("u", a=1)), Score())
    assert state.influence == DEAL
    assert near(state, Claim("a", "u", ("military", "religion"))) == [
        (Claim("a", "u", ("economy", "military")), "S-29"),
        (Claim("a", "u", ("economy", "economy")), "S-29"),
    ]


def test_nothing_is_near_what_is_of_another_kind_or_legal() -> None:
    assert near(action({}), Score()) == []
    assert near(action({}), Add("a", "u.city")) == []
    assert near(scored({}), Add("a", "u.city")) == []


@settings(max_examples=one_in(5))
@given(st.integers(0, 10**9), st.sampled_from(["abc", "abcd"]))
def test_what_is_near_is_legal_and_what_it_is_near_to_is_not(seed: int, players: str) -> None:
    chance = random.Random(seed)  # noqa: S311
    states = [state for state, _, _ in playout(new_game(players, random_board(seed)), seed)]
    for state in chance.choices(states, k=20):
        player = chance.choice(players)
        origin, to = chance.sample(LOCATIONS, 2)
        for wanted in (Move(player, origin, to), Add(player, to), Remove(player, origin)):
            found = SUMERIA.nearest(state, wanted)
            assert not (found and SUMERIA.check(state, wanted).holds)
            if state.phase == "action" and not SUMERIA.check(state, wanted).holds:
                assert found
            for event, finding in found:
                assert SUMERIA.check(state, event).holds
                assert finding.rule == SUMERIA.check(state, wanted).broken
