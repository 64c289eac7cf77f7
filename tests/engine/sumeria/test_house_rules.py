"""The rulings of a record's header; ``branch_at`` is tested with movement."""

import pytest

from engine.setting import parse_rulings
from engine.sumeria import SUMERIA
from engine.sumeria.control import next_first
from engine.sumeria.setting import CHOICES, Rulings
from tests.engine.sumeria.playing import new_game, playout, presence, scored
from tests.engine.sumeria.test_end import finished, points, winners


def test_the_first_value_of_each_is_the_default() -> None:
    assert parse_rulings(Rulings, {key: values[0] for key, values in CHOICES.items()}) == Rulings()
    assert parse_rulings(Rulings, {}) == Rulings()


@pytest.mark.parametrize(
    "rulings",
    [
        {"branch": "city"},
        {"branch_at": "town"},
        {"branch_at": 1},
        {"one_tile_points": "1"},
        {"one_tile_points": 3},
        {"one_tile_points": True},
    ],
)
def test_any_other_key_or_value_is_refused(rulings: dict[str, str | int]) -> None:
    with pytest.raises(ValueError, match="rulings"):
        new_game(rulings=rulings)


def test_s_c01_first_player_fewest_begins_himself_by_the_same_chain_of_ties() -> None:
    stands = presence("u", a=2, b=1, c=1) | presence("v", c=1)
    leaflet = next_first(scored(stands))
    house = next_first(scored(stands, rulings={"first_player": "fewest"}))
    assert (leaflet.fewest, leaflet.player) == ("b", "c")
    assert (house.fewest, house.player) == ("b", "b")


def test_s_c10_final_tie_next_longest_goes_on_to_the_next_set_e8() -> None:
    rulings: dict[str, str | int] = {"final_tie": "next-longest"}
    assert winners(finished((4, 3, 0, 0), (4, 2, 2, 0), (0,) * 4, rulings=rulings)) == ["a"]
    assert winners(finished((4, 0, 3, 0), (3, 4, 0, 0), (0,) * 4, rulings=rulings)) == ["a", "b"]


def test_s_c03_one_tile_may_be_worth_two_points() -> None:
    state = finished((1, 0, 0, 0), (2, 1, 0, 0), (3, 0, 0, 0), rulings={"one_tile_points": 2})
    assert points(state) == [2, 5, 6]


@pytest.mark.parametrize("key", CHOICES)
def test_a_whole_game_can_be_played_by_each(key: str) -> None:
    *_, (_, _, last) = playout(new_game("abcd", rulings={key: CHOICES[key][1]}), seed=5)
    assert last.state.phase == "over"
    assert SUMERIA.to_json(last.state)["winners"]
