"""S-26 to S-33: the end of a dynasty, who controls a city-state, and who takes which tiles."""

from dataclasses import replace

import pytest

from engine.sumeria import SUMERIA
from engine.sumeria.control import control
from engine.sumeria.effects import Awarded, Controlled, Discarded
from engine.sumeria.events import Claim, Event, Score
from engine.sumeria.state import State
from tests.engine.sumeria.playing import (
    DEAL,
    action,
    add_in_turn,
    after,
    presence,
    refused,
    scored,
    step,
)

SCORE = Score()


def held(stands: dict[str, str], players: str = "abcd", first: str = "a") -> Controlled:
    """Tell who holds city-state u, at rank 1."""
    return control(scored(stands, players, first), 1)


def legal(state: State) -> list[Event]:
    return list(SUMERIA.legal_events(state))


def test_s_07_the_three_leftmost_city_states_are_scored() -> None:
    effects = step(scored({}), SCORE).effects
    judged = [(one.rank, one.city_state) for one in effects if isinstance(one, Controlled)]
    assert judged == [(1, "u"), (2, "v"), (3, "w")]


def test_s_26_the_button_is_awaited_when_all_turns_are_played() -> None:
    state = add_in_turn(action(), 9)
    assert state.phase == "score"
    assert legal(state) == [SCORE]
    assert SUMERIA.phase(state).automatic == SCORE
    assert SUMERIA.phase(action()).automatic is None


def test_s_26_ranks_are_settled_in_order() -> None:
    state = after(scored(presence("u", a=1) | presence("v", b=1)), SCORE)
    assert legal(state)[0] == Claim("a", "u", ("economy", "economy"))
    state = after(state, legal(state)[0])
    assert {event.city_state for event in legal(state) if isinstance(event, Claim)} == {"v"}


def test_s_27_most_merchants_control_and_second_most_are_second() -> None:
    assert held(presence("u", a=1, b=3, c=2)) == Controlled(1, "u", "b", "S-27", "c", "S-27")


def test_s_28_of_those_tied_the_city_decides_first_e3() -> None:
    stands = {"u.city": "a", "u.village-1": "a", "u.town-1": "b", "u.town-2": "b"}
    stands |= {"u.town-3": "c", "u.village-2": "c"}
    assert held(stands) == Controlled(1, "u", "a", "S-28", "b", "S-28")


def test_s_28_a_city_does_not_help_against_more_merchants() -> None:
    assert held({"u.city": "a"} | presence("u", b=2)).controller == "b"


def test_s_28_then_most_towns() -> None:
    stands = {"u.village-1": "a", "u.town-1": "b"}
    assert held(stands) == Controlled(1, "u", "b", "S-28", "a", "S-27")


@pytest.mark.parametrize(("first", "controller"), [("a", "b"), ("c", "c"), ("d", "b")])
def test_s_28_then_who_played_earlier_in_this_dynasty_e4(first: str, controller: str) -> None:
    stands = {"u.town-1": "b", "u.village-1": "b", "u.town-2": "c", "u.village-2": "c"}
    found = held(stands | {"u.city": "d"}, first=first)
    assert (found.controller, found.by) == (controller, "S-28")


def test_s_c35_second_place_is_settled_afresh_among_the_rest() -> None:
    stands = {"u.city": "a", "u.village-1": "c", "u.town-1": "d", "u.village-2": "b"}
    assert held(stands) == Controlled(1, "u", "a", "S-28", "d", "S-28")


def test_s_29_at_rank_one_the_controller_takes_two_and_the_second_the_third() -> None:
    state = after(scored(presence("u", a=2, b=1)), SCORE)
    assert SUMERIA.to_json(state)["to_play"] == "a"
    assert legal(state) == [
        Claim("a", "u", ("economy", "economy")),
        Claim("a", "u", ("economy", "military")),
    ]
    done = step(state, Claim("a", "u", ("military", "economy")))
    assert done.effects[:2] == (
        Awarded("S-29", "a", "u", ("economy", "military")),
        Awarded("S-29", "b", "u", ("economy",)),
    )
    assert done.state.tiles == ((1, 1, 0, 0), (1, 0, 0, 0), (0, 0, 0, 0))


def test_s_30_at_rank_two_the_controller_takes_one_and_the_second_the_other() -> None:
    state = after(scored(presence("v", c=2, b=1)), SCORE)
    assert legal(state) == [Claim("c", "v", ("politics",)), Claim("c", "v", ("religion",))]
    done = step(state, Claim("c", "v", ("religion",)))
    assert done.effects[:2] == (
        Awarded("S-30", "c", "v", ("religion",)),
        Awarded("S-30", "b", "v", ("politics",)),
    )


def test_s_31_at_rank_three_the_controller_takes_the_tile_and_the_second_nothing() -> None:
    done = step(scored(presence("w", a=2, b=1)), SCORE)
    assert done.state.tiles == ((0, 0, 0, 1), (0, 0, 0, 0), (0, 0, 0, 0))
    assert Awarded("S-31", "a", "w", ("religion",)) in done.effects


def test_s_32_without_merchants_the_tiles_leave_the_game() -> None:
    done = step(scored({}), SCORE)
    assert [one for one in done.effects if isinstance(one, Discarded)] == [
        Discarded("S-32", "u", DEAL[:3]),
        Discarded("S-32", "v", DEAL[3:5]),
        Discarded("S-32", "w", DEAL[5:]),
    ]
    assert done.state.phase == "draw"
    assert done.state.influence == (None,) * 6
    assert done.state.bag == (7, 8, 8, 7)


def test_s_33_alone_at_rank_one_he_takes_two_and_the_third_leaves_the_game_e5() -> None:
    state = after(scored(presence("u", c=1)), SCORE)
    done = step(state, Claim("c", "u", ("economy", "military")))
    assert Discarded("S-33", "u", ("economy",)) in done.effects
    assert done.state.tiles[2] == (1, 1, 0, 0)
    assert refused(state, Claim("c", "u", DEAL[:3])) == "S-29"


def test_s_33_alone_at_rank_two_he_takes_one() -> None:
    done = step(after(scored(presence("v", c=1)), SCORE), Claim("c", "v", ("politics",)))
    assert Discarded("S-33", "v", ("religion",)) in done.effects


def test_a_claim_is_awaited_even_where_all_tiles_are_alike() -> None:
    state = replace(scored(presence("u", a=1)), influence=("religion",) * 3 + DEAL[3:])
    assert legal(after(state, SCORE)) == [Claim("a", "u", ("religion", "religion"))]


def test_turn_and_dynasty_stay_until_the_draw() -> None:
    state = after(scored(presence("u", a=1), dynasty=4), SCORE)
    assert (state.turn, state.dynasty) == (3, 4)
    state = after(state, legal(state)[0])
    assert (state.phase, state.turn, state.dynasty) == ("draw", 3, 4)
