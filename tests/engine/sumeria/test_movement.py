"""S-19 to S-21 and "Movement, exactly", by cases and against a literal search."""

import random
from collections.abc import Iterable, Mapping

from hypothesis import given
from hypothesis import strategies as st

from engine.board import Board
from engine.sumeria import SUMERIA
from engine.sumeria.events import Move
from engine.sumeria.movement import Network
from tests.engine.sumeria.literal_search import LiteralSearch
from tests.engine.sumeria.playing import LOCATIONS, action, board_with, random_board, refused

LINE = ("u.village-1", "u.town-1", "u.village-2", "u.town-2", "u.village-3")


def reach(
    on: Board,
    origin: str,
    others: Iterable[str] = (),
    rulings: Mapping[str, str | int] | None = None,
) -> set[str]:
    """Move the merchant on ``origin`` anywhere; the others belong to somebody else."""
    state = action({origin: "a"} | dict.fromkeys(others, "b"), on=on, rulings=rulings)
    return {event.to for event in SUMERIA.legal_events(state) if isinstance(event, Move)}


def test_s_19_to_the_next_location_either_way() -> None:
    assert reach(board_with(LINE), "u.village-2") == {"u.town-1", "u.town-2"}


def test_s_20_merchants_of_any_colour_are_passed_over() -> None:
    board = board_with(LINE)
    state = action({"u.village-1": "a", "u.town-1": "a", "u.village-2": "b"}, on=board)
    assert Move("a", "u.village-1", "u.town-2") in SUMERIA.legal_events(state)


def test_s_20_the_first_free_location_is_where_it_stops_s_c05() -> None:
    board = board_with(LINE)
    assert reach(board, "u.village-1", ["u.town-1"]) == {"u.village-2"}
    assert refused(action({"u.village-1": "a"}, on=board), Move("a", "u.village-1", "u.village-2"))


FORK = (("u.village-1", "u.city", "u.village-2"), ("u.city", "u.town-1"), ("u.city", "u.town-2"))


def test_s_21_an_occupied_city_may_be_left_by_any_route() -> None:
    assert reach(board_with(*FORK), "u.village-1", ["u.city"]) == {
        "u.village-2",
        "u.town-1",
        "u.town-2",
    }


def test_s_21_several_occupied_cities_each_give_a_new_choice_s_c28() -> None:
    board = board_with(*FORK, ("u.town-1", "v.city", "v.town-1"), ("v.city", "v.town-2"))
    taken = ["u.city", "u.town-1", "v.city"]
    assert reach(board, "u.village-1", taken) == {
        "u.village-2",
        "u.town-2",
        "v.town-1",
        "v.town-2",
    }


def test_s_c29_an_empty_city_stops_the_merchant() -> None:
    assert reach(board_with(*FORK), "u.village-1") == {"u.city"}


TOWN = (("u.village-1", "u.town-1", "u.village-2"), ("u.town-1", "u.village-3"))


def test_s_21_an_occupied_town_of_three_stretches_keeps_the_merchant_on_its_route() -> None:
    assert reach(board_with(*TOWN), "u.village-1", ["u.town-1"]) == {"u.village-2"}


def test_s_21_a_route_that_ends_at_such_a_town_leads_nowhere() -> None:
    assert reach(board_with(*TOWN), "u.village-3", ["u.town-1"]) == set()


def test_s_c02_with_branch_at_any_a_town_may_be_left_by_any_route() -> None:
    rulings = {"branch_at": "any"}
    assert reach(board_with(*TOWN), "u.village-3", ["u.town-1"], rulings) == {
        "u.village-1",
        "u.village-2",
    }


def test_a_town_of_two_stretches_is_passed_through_however_routes_are_cut() -> None:
    board = board_with(("u.village-1", "u.town-1"), ("u.town-1", "u.village-2"))
    assert reach(board, "u.village-1", ["u.town-1"]) == {"u.village-2"}


def test_a_stretch_of_two_routes_is_followed_along_both() -> None:
    board = board_with(
        ("u.village-1", "u.town-1", "u.village-2"),
        ("u.village-1", "u.town-1", "u.village-3"),
    )
    assert reach(board, "u.village-1", ["u.town-1"]) == {"u.village-2", "u.village-3"}


def test_a_closed_route_has_no_end() -> None:
    ring = ("u.town-1", "u.village-1", "u.town-2", "u.village-2", "u.town-1")
    board = board_with(ring, ("u.town-1", "u.village-3"))
    assert reach(board, "u.village-1", ["u.town-1", "u.village-2"]) == {"u.town-2"}
    assert reach(board, "u.village-2", ["u.town-1", "u.village-1"]) == {"u.town-2"}


def test_s_c25_a_loop_of_occupied_locations_does_not_end_where_it_began() -> None:
    ring = ("u.city", "u.village-1", "u.town-1", "u.village-2", "u.city")
    others = ["u.village-1", "u.town-1", "u.village-2"]
    assert reach(board_with(ring), "u.city", others) == set()


def test_s_c26_turning_back_at_an_occupied_city_adds_nothing() -> None:
    board = board_with(("u.village-1", "u.town-1", "u.city"), ("u.village-1", "u.village-2"))
    assert reach(board, "u.village-1", ["u.town-1", "u.city"]) == {"u.village-2"}


def test_s_c27_an_occupied_dead_end_is_no_destination() -> None:
    board = board_with(LINE)
    assert reach(board, "u.town-2", ["u.village-3", "u.village-2", "u.town-1", "u.village-1"]) == (
        set()
    )


@given(st.integers(0, 10**9), st.integers(0, 56), st.sampled_from(["city", "any"]))
def test_the_search_agrees_with_a_literal_one_on_any_board(
    seed: int, merchants: int, branch_at: str
) -> None:
    board = random_board(seed)
    chance = random.Random(seed)  # noqa: S311 - nobody's secret
    taken = {*chance.sample(LOCATIONS, merchants), chance.choice(LOCATIONS)}
    occupied = sum(1 << LOCATIONS.index(at) for at in taken)
    network = Network(board, branch_anywhere=branch_at == "any")
    literal = LiteralSearch(board, branch_anywhere=branch_at == "any")
    together = dict(network.departures(occupied, occupied))
    for origin in taken:
        found = network.destinations(LOCATIONS.index(origin), occupied)
        assert together[LOCATIONS.index(origin)] == found
        named = {at for number, at in enumerate(LOCATIONS) if found >> number & 1}
        assert named == literal.reach(origin, taken)
