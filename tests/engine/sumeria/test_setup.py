"""S-01 to S-13: players, material, the setup and the opening placement."""

from collections import Counter
from dataclasses import replace

import pytest

from engine.sumeria import SUMERIA
from engine.sumeria.events import Place, Setup
from tests.engine.sumeria.playing import (
    DEAL,
    LOCATIONS,
    PLAIN,
    ROW,
    after,
    board_with,
    new_game,
    occupied,
    placed_in_turn,
    refused,
    set_up,
    supplies,
)


@pytest.mark.parametrize("players", ["", "a", "ab", "abcde"])
def test_s_01_three_or_four_players(players: str) -> None:
    with pytest.raises(ValueError, match="S-01"):
        SUMERIA.new_game(PLAIN, tuple(players), {})


def test_s_01_each_player_has_a_colour_of_his_own() -> None:
    with pytest.raises(ValueError, match=r"b is there twice \(S-01\)"):
        SUMERIA.new_game(PLAIN, ("a", "b", "b"), {})


def test_s_02_each_city_state_has_a_city_three_towns_and_three_villages() -> None:
    assert new_game().setting.counts.over_ranks == (3, 2, 1)
    kinds = Counter((one.region, one.kind) for one in PLAIN.locations)
    for city_state in ROW:
        region = new_game().setting.regions[city_state]
        assert region.everything.bit_count() == 7
        assert region.city.bit_count() == kinds[city_state, "city"] == 1
        assert region.towns.bit_count() == kinds[city_state, "town"] == 3


def test_s_02_only_a_board_for_sumeria_will_do() -> None:
    with pytest.raises(ValueError, match="none"):
        SUMERIA.new_game(replace(PLAIN, game="none"), ("a", "b", "c"), {})


def test_s_03_nine_influence_tiles_of_each_of_four_kinds() -> None:
    assert SUMERIA.to_json(new_game())["bag"] == {
        "economy": 9,
        "military": 9,
        "politics": 9,
        "religion": 9,
    }


@pytest.mark.parametrize(("players", "merchants"), [("abc", 14), ("abcd", 10)])
def test_s_04_fourteen_merchants_with_three_players_ten_with_four(
    players: str, merchants: int
) -> None:
    assert supplies(new_game(players)) == (merchants,) * len(players)


def test_s_05_the_fourth_colour_stays_in_the_box() -> None:
    assert refused(set_up("a"), Place("d", "u.city")) == "S-11"
    assert SUMERIA.to_json(set_up())["supply"] == {"a": 14, "b": 14, "c": 14}


def test_s_06_the_ranking_is_the_row_as_it_was_laid() -> None:
    row = ("q", "p", "z", "y", "x", "w", "v", "u")
    state = after(new_game(), Setup("a", row, DEAL))
    assert SUMERIA.expected(state).singles("ranking") == row


@pytest.mark.parametrize("row", [ROW[:7], (*ROW[:7], "u"), (*ROW, "u"), (*ROW[:7], "ur"), ()])
def test_s_06_the_row_names_each_city_state_once(row: tuple[str, ...]) -> None:
    assert refused(new_game(), Setup("a", row, DEAL)) == "S-06"


def test_s_08_six_tiles_come_from_the_bag_to_lie_above_the_ranks() -> None:
    state = set_up()
    assert state.influence == DEAL
    assert state.bag == (7, 8, 8, 7)


@pytest.mark.parametrize("tiles", [DEAL[:5], (*DEAL, "economy"), (*DEAL[:5], "trade"), ()])
def test_s_08_six_tiles_of_the_four_kinds(tiles: tuple[str, ...]) -> None:
    assert refused(new_game(), Setup("a", ROW, tiles)) == "S-08"


def test_s_09_the_turn_marker_begins_at_one() -> None:
    assert new_game().turn == set_up().turn == placed_in_turn(set_up()).turn == 1


def test_s_10_chance_names_the_first_player() -> None:
    assert SUMERIA.to_json(new_game())["order"] == []
    assert set_up("b").order == ("b", "c", "a")
    assert refused(new_game(), Setup("d", ROW, DEAL)) == "S-10"


def test_s_11_placing_begins_with_the_first_player_and_goes_round() -> None:
    state = set_up("b")
    for player, at in (("b", "u.city"), ("c", "v.city"), ("a", "w.city"), ("b", "x.city")):
        assert SUMERIA.to_json(state)["to_play"] == player
        state = after(state, Place(player, at))
    assert occupied(state) == {"u.city": "b", "v.city": "c", "w.city": "a", "x.city": "b"}


def test_s_11_any_free_location_may_be_chosen_and_no_other() -> None:
    state = after(set_up(), Place("a", "u.city"))
    free = {event.at for event in SUMERIA.legal_events(state) if isinstance(event, Place)}
    assert free == set(LOCATIONS) - {"u.city"}


@pytest.mark.parametrize(("players", "each", "left"), [("abc", 8, 6), ("abcd", 5, 5)])
def test_s_12_placing_ends_when_each_has_placed_his_eight_or_five(
    players: str, each: int, left: int
) -> None:
    state = set_up("c", players)
    number = each * len(players)
    for at in LOCATIONS[: number - 1]:
        state = after(state, Place(str(SUMERIA.to_json(state)["to_play"]), at))
    assert state.phase == "placement"
    state = after(state, Place("b", LOCATIONS[number - 1]))
    assert state.phase == "action"
    assert supplies(state) == (left,) * len(players)
    assert SUMERIA.to_json(state)["to_play"] == "c"


def test_s_c23_placing_leaves_the_ranking_alone() -> None:
    assert after(set_up(), Place("a", "w.city")).ranking == ROW


def test_s_13_a_board_names_the_rank_of_each_place() -> None:
    board = board_with(("u.city", "u.town-1", "u.village-1"))
    assert [one.kind for one in board.locations[:7]] == ["city"] + ["town"] * 3 + ["village"] * 3
