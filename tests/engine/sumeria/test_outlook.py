"""Who would take what were the dynasty scored now, and what an event would change."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sumeria import (
    SUMERIA,
    Add,
    Awarded,
    Claim,
    Correct,
    Discarded,
    Move,
    Remove,
    Score,
    State,
    outlook,
    would_change,
)
from tests.engine.sumeria.playing import (
    DEAL,
    ROW,
    action,
    after,
    new_game,
    playout,
    presence,
    scored,
    set_up,
)

STANDS = presence("u", a=2, b=1) | presence("v", c=1)


def shares(state: State) -> list[tuple[tuple[tuple[str, int], ...], int]]:
    return [(one.shares, one.discarded) for one in outlook(state)]


def test_who_would_take_how_many_tiles() -> None:
    assert shares(action(STANDS)) == [
        ((("a", 2), ("b", 1)), 0),
        ((("c", 1),), 1),  # the second tile would be discarded: nobody else is there (S-33)
        ((), 1),  # nobody is there (S-32)
    ]
    assert [one.tiles for one in outlook(action(STANDS))] == [DEAL[:3], DEAL[3:5], DEAL[5:]]


def test_at_rank_three_the_runner_up_would_take_nothing() -> None:
    assert shares(action(presence("w", a=2, b=1)))[2] == ((("a", 1),), 0)


def test_a_tie_is_broken_as_it_would_be_at_the_end() -> None:
    held = outlook(action({"u.city": "b", "u.town-1": "a"}))[0].held
    assert (held.controller, held.by, held.runner_up) == ("b", "S-28", "a")


def test_the_seam_tells_the_same_without_the_words_of_sumeria() -> None:
    state = action(STANDS)
    assert [(one.shares, one.left) for one in SUMERIA.outlook(state)] == shares(state)
    assert [one.source for one in SUMERIA.outlook(state)] == [
        one.held.city_state for one in outlook(state)
    ]


@pytest.mark.parametrize("state", [new_game(), after(scored(STANDS), Score())])
def test_no_outlook_where_no_dynasty_is_still_to_be_scored(state: State) -> None:
    assert outlook(state) == ()


def test_the_opening_placement_has_an_outlook_already() -> None:
    assert len(outlook(set_up())) == 3


def test_an_addition_may_push_down_what_one_wanted_to_score() -> None:
    change = would_change(action(presence("w", a=1)), Add("a", "x.city"))
    assert change is not None
    assert change.ranking == (ROW, ("u", "v", "x", "w", *ROW[4:]))
    before, then = change.outlook
    assert before[2].held.city_state == "w"
    assert (then[2].held.city_state, then[2].shares) == ("x", (("a", 1),))


def test_an_event_that_changes_nothing_there_says_so() -> None:
    state = action(STANDS | {"q.city": "a"})
    change = would_change(state, Remove("a", "q.city"))
    assert change is not None
    assert change.ranking[0] == change.ranking[1]
    assert change.outlook[0] == change.outlook[1]


def test_a_correction_changes_the_outlook_too() -> None:
    change = would_change(action(STANDS), Correct((("u.city", "b"), ("u.town-1", "b"))))
    assert change is not None
    assert [prospects[0].held.controller for prospects in change.outlook] == ["a", "b"]


@pytest.mark.parametrize("event", [Score(), Add("b", "q.city"), Move("a", "q.city", "p.city")])
def test_nothing_to_tell_of_a_score_or_of_what_is_illegal(
    event: Score | Add | Move,
) -> None:
    assert would_change(action(STANDS), event) is None
    assert would_change(scored(STANDS), Score()) is None


@settings(max_examples=20)
@given(st.integers(0, 10**9), st.sampled_from(["abc", "abcd"]))
def test_the_outlook_before_the_score_comes_true(seed: int, players: str) -> None:
    expected: list[tuple[str, str | None, int]] = []
    happened: list[tuple[str, str | None, int]] = []
    for state, event, done in playout(new_game(players), seed):
        if isinstance(event, Score):
            assert sorted(expected, key=repr) == sorted(happened, key=repr)
            expected, happened = [], []
            for one in outlook(state):
                city_state = one.held.city_state
                expected += [(city_state, player, number) for player, number in one.shares]
                expected += [(city_state, None, one.discarded)] * (one.discarded > 0)
        if isinstance(event, Score | Claim):
            for effect in done.effects:
                if isinstance(effect, Awarded):
                    happened.append((effect.city_state, effect.player, len(effect.tiles)))
                elif isinstance(effect, Discarded):
                    happened.append((effect.city_state, None, len(effect.tiles)))
    assert sorted(expected, key=repr) == sorted(happened, key=repr)
