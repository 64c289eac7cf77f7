"""From location to location by two buttons: the likely ones first, none left out."""

from itertools import groupby

from companion.pages.telling import spot_order
from tests.companion.tracking.watching import BOARD, LOCATIONS


def test_every_location_comes_once() -> None:
    order = spot_order(BOARD, ["ur.city", "kish.town-1"])
    assert sorted(order) == sorted(LOCATIONS)


def test_where_the_board_differs_comes_first_and_then_the_same_city_state() -> None:
    order = spot_order(BOARD, ["ur.town-2"])
    region = [one for one in LOCATIONS if one.startswith("ur.")]
    assert order[0] == "ur.town-2"
    assert sorted(order[: len(region)]) == sorted(region)


def test_no_city_state_is_left_and_come_back_to() -> None:
    order = spot_order(BOARD, ["ur.town-2"])
    regions = [region for region, _ in groupby(one.split(".")[0] for one in order)]
    assert len(regions) == len(BOARD.regions)


def test_where_nothing_differs_the_order_is_the_boards() -> None:
    assert spot_order(BOARD, []) == LOCATIONS
