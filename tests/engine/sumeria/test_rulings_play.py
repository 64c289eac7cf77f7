"""The numbered rulings that no other case here names: short games of one question each."""

import re
from pathlib import Path

import pytest

from engine.sumeria import SUMERIA
from engine.sumeria.effects import Awarded, Controlled, Discarded, Swapped
from engine.sumeria.events import Add, Claim, Correct, Draw, Move, Remove, Score
from tests.engine.sumeria.playing import (
    DEAL,
    LOCATIONS,
    ROW,
    action,
    after,
    new_game,
    presence,
    refused,
    scored,
    set_up,
    step,
    supplies,
)
from tests.engine.sumeria.test_end import finished, points

NEVER_IN_PLAY = {"39"}  # a label in a picture


def test_s_c04_five_tiles_of_a_kind_are_worth_fifteen_not_twenty_five() -> None:
    assert points(finished((5, 0, 0, 0), (0, 0, 4, 0), (0, 0, 0, 3))) == [15, 10, 6]


def test_s_c15_alone_at_rank_one_is_no_reason_to_take_all_three() -> None:
    state = after(scored(presence("u", b=1)), Score())
    assert refused(state, Claim("b", "u", DEAL[:3])) == "S-29"
    done = step(state, Claim("b", "u", ("economy", "economy")))
    assert done.effects[:2] == (
        Awarded("S-29", "b", "u", ("economy", "economy")),
        Discarded("S-33", "u", ("military",)),
    )


def test_s_c17_discarded_tiles_do_not_go_back_into_the_bag() -> None:
    before = scored({})
    done = step(before, Score())
    assert any(isinstance(effect, Discarded) for effect in done.effects)
    assert done.state.bag == before.bag


def test_s_c19_importance_falls_from_left_to_right() -> None:
    held = [one for one in step(scored({}), Score()).effects if isinstance(one, Controlled)]
    assert [(one.city_state, one.rank) for one in held] == [("u", 1), ("v", 2), ("w", 3)]


def test_s_c20_nine_tiles_of_each_kind_and_42_or_40_merchants_in_play() -> None:
    assert new_game().bag == (9, 9, 9, 9)
    assert (sum(supplies(new_game("abc"))), sum(supplies(new_game("abcd")))) == (42, 40)


def test_s_c21_each_player_takes_all_merchants_of_his_colour_not_one() -> None:
    assert supplies(set_up(players="abcd")) == (10, 10, 10, 10)


@pytest.mark.parametrize("event", [Add("a", "z.city"), Remove("a", "x.city")])
def test_s_c22_exactly_one_neighbour_is_swapped(event: Add | Remove) -> None:
    row = after(action({"x.city": "a"}), event).ranking
    assert sum(one != other for one, other in zip(row, ROW, strict=True)) == 2


def test_s_c31_at_the_ends_of_the_row_actions_are_legal_and_swap_nothing() -> None:
    state = action({"q.city": "a", "q.village-3": "a"})
    for event in (Add("a", "u.town-1"), Remove("a", "q.city"), Move("a", "q.village-3", "u.city")):
        done = step(state, event)
        assert (done.state.ranking, done.effects) == (ROW, ())


def test_s_c32_nobody_moves_or_removes_anothers_merchant() -> None:
    state = action({"u.city": "b"})
    assert refused(state, Remove("a", "u.city")) == "S-15"
    assert refused(state, Move("a", "u.city", "u.town-1")) == "S-15"


def test_s_c33_the_new_tiles_lie_on_their_spaces_whatever_row_slides_below() -> None:
    state = after(scored({}), Score(), Draw(DEAL))
    assert (state.influence, "".join(state.ranking)) == (DEAL, "xyzpqwvu")


def test_s_c34_a_swap_cannot_be_declined() -> None:
    listed = [event for event in SUMERIA.legal_events(action()) if isinstance(event, Add)]
    assert len(listed) == len(set(listed)) == len(LOCATIONS)  # one way to add a merchant each
    done = step(action(), Add("a", "v.city"))
    assert done.effects == (Swapped("S-17", rose="v", fell="u"),)


def test_s_c36_a_forgotten_swap_is_corrected_later_and_play_goes_on() -> None:
    state = after(action(), Add("a", "w.city"), Add("b", "x.city"))
    state = after(state, Correct((), ROW))
    assert state.ranking == ROW
    assert SUMERIA.to_json(state)["to_play"] == "c"


def test_s_c37_rank_one_is_settled_before_rank_two_is_chosen() -> None:
    state = after(scored(presence("u", a=2, b=1) | presence("v", c=1)), Score())
    assert refused(state, Claim("c", "v", ("politics",))) == "S-26"
    done = step(state, Claim("a", "u", ("economy", "military")))
    assert done.effects == (
        Awarded("S-29", "a", "u", ("economy", "military")),
        Awarded("S-29", "b", "u", ("economy",)),
    )
    assert refused(done.state, Claim("c", "v", ("politics",))) is None


def test_s_c40_the_scored_three_come_back_in_reverse() -> None:
    assert after(scored({}), Score()).ranking[5:] == ("w", "v", "u")


def test_every_ruling_that_arises_in_play_has_its_case() -> None:
    sources = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    names = [name for text in sources for name in re.findall(r"def (test_\w+)", text)]
    named = {number for name in names for number in re.findall(r"_s_c(\d\d)", name)}
    assert named == {f"{number:02}" for number in range(1, 41)} - NEVER_IN_PLAY
