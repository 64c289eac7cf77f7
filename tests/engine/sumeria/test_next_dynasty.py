"""S-34 to S-38: the next dynasty's first player, ranking and tiles."""

from dataclasses import replace

import pytest

from engine.sumeria import SUMERIA
from engine.sumeria.control import next_first, rotate
from engine.sumeria.effects import Rotated
from engine.sumeria.events import Draw, Score
from engine.sumeria.state import State
from tests.engine.sumeria.playing import DEAL, ROW, after, presence, refused, scored, step


def drawing() -> State:
    """Make the end of a dynasty in which nobody won anything."""
    return after(scored({}), Score())


def test_s_34_the_turn_marker_goes_back_to_one() -> None:
    state = after(drawing(), Draw(DEAL))
    assert (state.phase, state.dynasty, state.turn) == ("action", 2, 1)


def test_s_35_six_new_tiles_come_from_the_bag() -> None:
    state = after(drawing(), Draw(DEAL))
    assert state.influence == DEAL
    assert state.bag == (5, 7, 7, 5)


def test_s_35_the_bag_must_hold_them() -> None:
    state = replace(drawing(), bag=(1, 9, 9, 9))
    assert refused(state, Draw(DEAL)) == "S-35"
    assert refused(state, Draw(("military",) * 6)) is None
    assert refused(state, Draw(("military",) * 5)) == "S-35"


def test_s_36_fewest_in_the_first_city_state_plays_last_his_left_neighbour_first() -> None:
    state = scored(presence("u", a=2, b=1, c=2))
    chosen = next_first(state)
    assert (chosen.rule, chosen.fewest, chosen.player) == ("S-36", "b", "c")
    assert chosen.narrowing == (("u", ("b",)),)


def test_s_36_none_is_fewest_too_s_c13() -> None:
    assert next_first(scored(presence("u", a=1, c=1))).fewest == "b"


def test_s_36_judges_the_row_as_it_was_scored_s_c14() -> None:
    state = scored(presence("u", a=1, b=1) | presence("x", b=1, c=1))
    done = step(after(state, Score()), SUMERIA.legal_events(after(state, Score()))[0]).state
    assert done.ranking[0] == "x"
    assert done.order == ("a", "b", "c")


E6 = {
    "u": {"a": 1, "b": 1, "c": 1, "d": 2},
    "v": {"c": 1},
    "w": {"a": 1, "b": 1},
    "x": {"a": 1, "b": 1},
    "y": {"b": 1, "c": 1, "d": 1},
}


def test_s_37_ties_go_on_to_the_next_city_states_e6() -> None:
    stands: dict[str, str] = {}
    for city_state, counts in E6.items():
        stands |= presence(city_state, **counts)
    chosen = next_first(scored(stands, "abcd"))
    assert (chosen.rule, chosen.fewest, chosen.player) == ("S-37", "a", "b")
    assert chosen.narrowing == (
        ("u", ("a", "b", "c")),
        ("v", ("a", "b")),
        ("w", ("a", "b")),
        ("x", ("a", "b")),
        ("y", ("a",)),
    )


def test_s_37_only_those_still_tied_are_compared_s_c11() -> None:
    stands = presence("u", a=1, b=1, c=1, d=2) | presence("v", a=2, b=1, c=1)
    stands |= presence("w", a=1, b=1)
    chosen = next_first(scored(stands, "abcd"))
    assert (chosen.rule, chosen.fewest, len(chosen.narrowing)) == ("S-37", "c", 3)


def test_s_37_decides_from_the_second_city_state_on() -> None:
    chosen = next_first(scored(presence("u", a=1) | presence("v", c=1)))
    assert (chosen.rule, chosen.fewest) == ("S-37", "b")


@pytest.mark.parametrize(("first", "last"), [("a", "c"), ("b", "a"), ("c", "b")])
def test_s_c12_tied_everywhere_whoever_played_last_stays_last(first: str, last: str) -> None:
    chosen = next_first(scored(presence("u", a=1, b=1, c=1), first=first))
    assert (chosen.rule, chosen.fewest, chosen.player) == ("S-C12", last, first)
    assert len(chosen.narrowing) == 8


def test_s_c38_the_order_goes_clockwise_from_the_new_first_player() -> None:
    state = after(scored(presence("u", a=2, b=1, d=1), "abcd"), Score())
    state = after(state, SUMERIA.legal_events(state)[0])
    assert state.order == ("d", "a", "b", "c")


def test_s_38_the_scored_three_go_to_the_end_in_reverse_e7() -> None:
    assert "".join(rotate(tuple("12345678"))) == "45678321"
    done = step(scored({}), Score())
    assert "".join(done.state.ranking) == "xyzpqwvu"
    assert Rotated(done.state.ranking) in done.effects
    assert sorted(done.state.ranking) == sorted(ROW)


def test_between_claim_and_draw_order_and_ranking_are_already_the_next() -> None:
    state = after(scored(presence("u", b=1, c=1)), Score())
    before = SUMERIA.to_json(state)
    assert (before["order"], before["ranking"]) == (["a", "b", "c"], list(ROW))
    shown = SUMERIA.to_json(after(state, SUMERIA.legal_events(state)[0]))
    assert (shown["phase"], shown["to_play"]) == ("draw", None)
    assert (shown["order"], shown["ranking"]) == (["b", "c", "a"], list("xyzpqwvu"))
