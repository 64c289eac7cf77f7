"""Who would take what were the dynasty scored now."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Stake
from engine.sumeria import SUMERIA
from engine.sumeria.effects import Awarded, Discarded
from engine.sumeria.events import Claim, Score
from engine.sumeria.state import State
from tests.engine.sumeria.playing import (
    DEAL,
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
    return [(one.shares, left(one)) for one in SUMERIA.outlook(state)]


def left(stake: Stake) -> int:
    """Count the tiles that nobody would take."""
    return len(stake.prizes) - sum(number for _, number in stake.shares)


def test_who_would_take_how_many_tiles() -> None:
    assert shares(action(STANDS)) == [
        ((("a", 2), ("b", 1)), 0),
        ((("c", 1),), 1),  # the second tile would be discarded: nobody else is there (S-33)
        ((), 1),  # nobody is there (S-32)
    ]
    assert [one.prizes for one in SUMERIA.outlook(action(STANDS))] == [
        DEAL[:3],
        DEAL[3:5],
        DEAL[5:],
    ]


def test_at_rank_three_the_runner_up_would_take_nothing() -> None:
    assert shares(action(presence("w", a=2, b=1)))[2] == ((("a", 1),), 0)


def test_a_tie_is_broken_as_it_would_be_at_the_end() -> None:
    first = SUMERIA.outlook(action({"u.city": "b", "u.town-1": "a"}))[0]
    assert (first.source, first.shares) == ("u", (("b", 2), ("a", 1)))


@pytest.mark.parametrize("state", [new_game(), after(scored(STANDS), Score())])
def test_no_outlook_where_no_dynasty_is_still_to_be_scored(state: State) -> None:
    assert not SUMERIA.outlook(state)


def test_the_opening_placement_has_an_outlook_already() -> None:
    assert len(SUMERIA.outlook(set_up())) == 3


@settings(max_examples=20)
@given(st.integers(0, 10**9), st.sampled_from(["abc", "abcd"]))
def test_the_outlook_before_the_score_comes_true(seed: int, players: str) -> None:
    expected: list[tuple[str, str | None, int]] = []
    happened: list[tuple[str, str | None, int]] = []
    for state, event, done in playout(new_game(players), seed):
        if isinstance(event, Score):
            assert sorted(expected, key=repr) == sorted(happened, key=repr)
            expected, happened = [], []
            for one in SUMERIA.outlook(state):
                city_state = one.source
                expected += [(city_state, player, number) for player, number in one.shares]
                expected += [(city_state, None, left(one))] * (left(one) > 0)
        if isinstance(event, Score | Claim):
            for effect in done.effects:
                if isinstance(effect, Awarded):
                    happened.append((effect.city_state, effect.player, len(effect.tiles)))
                elif isinstance(effect, Discarded):
                    happened.append((effect.city_state, None, len(effect.tiles)))
    assert sorted(expected, key=repr) == sorted(happened, key=repr)
