"""S-C06 to S-C09 and S-C16: ties for a city-state, over all ways to occupy one."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise, product

import pytest

from engine.sumeria.control import control, presences
from engine.sumeria.effects import Controlled
from tests.engine.sumeria.playing import action, presence, scored

PLAYERS = "abcd"
VILLAGES = 0b1110000


def held(stands: dict[str, str], first: str = "a") -> Controlled:
    """Tell who holds city-state u."""
    return control(scored(stands, PLAYERS, first), 1)


def test_s_c06_turn_order_is_that_of_the_tied_players_alone() -> None:
    stands = {"u.village-1": "b", "u.village-2": "d"}
    assert held(stands, first="c").controller == "d"  # c begins, and is not tied
    assert held(stands, first="a").controller == "b"


def test_s_c07_more_villages_decide_nothing() -> None:
    stands = {"u.town-1": "a", "u.village-1": "a", "u.town-2": "b", "u.town-3": "b"}
    assert held(stands).controller == "b"  # fewer villages, because more towns


def test_s_c08_none_of_the_tied_holds_the_city_though_another_may() -> None:
    stands = {"u.city": "d"} | presence("u", a=2, b=2)
    assert held(stands) == Controlled(1, "u", "b", "S-28", "a", "S-27")


def test_s_c09_ties_after_city_and_towns_exist_and_turn_order_breaks_them() -> None:
    stands = {"u.town-1": "c", "u.town-2": "b"}
    assert (held(stands).controller, held(stands, first="c").controller) == ("b", "c")


def test_s_c16_a_player_without_merchants_is_never_second() -> None:
    assert held(presence("u", c=3)) == Controlled(1, "u", "c", "S-27", None, None)


def occupancies() -> Iterator[tuple[int, ...]]:
    """Stand nobody or one of four players on each of seven locations: the set of each player.

    The first location is the city, three towns follow, then three villages.
    """
    for spots in product((0, 1, 2, 4, 8), repeat=7):
        sets = [0, 0, 0, 0]
        for number, player in enumerate(spots):
            if player:
                sets[player.bit_length() - 1] |= 1 << number
        yield tuple(sets)


@pytest.mark.parametrize("every", [23, pytest.param(1, marks=pytest.mark.long)])
def test_s_c07_villages_never_matter_in_any_of_the_78125_occupancies(every: int) -> None:
    """Where time is short one of so many is tried."""
    empty = action(players=PLAYERS)
    seen = Counter[str]()
    for merchants in islice(occupancies(), 0, None, every):
        present = presences(replace(empty, merchants=merchants), "u")
        best = [one for one in present if one.merchants == present[0].merchants]
        seen["occupancies"] += 1
        if len(best) > 1:
            seen["ties"] += 1
            seen[step_that_decides([(one.city, one.towns) for one in best])] += 1
        villages = {
            one.player: (merchants[PLAYERS.index(one.player)] & VILLAGES).bit_count()
            for one in present
        }
        for ahead, behind in pairwise(present):
            if ahead[:3] == behind[:3]:  # merchants, city, towns
                assert villages[ahead.player] == villages[behind.player]
    assert {*seen} == {"occupancies", "ties", "city", "towns", "turn order"}
    assert every > 1 or seen == {
        "occupancies": 78_125,
        "ties": 25_872,
        "city": 16_752,
        "towns": 5_400,
        "turn order": 3_720,
    }


def step_that_decides(tied: list[tuple[int, int]]) -> str:
    """Name what settles a tie of players with so many on the city and so many on towns."""
    if any(city for city, _ in tied):
        return "city"
    towns = sorted((towns for _, towns in tied), reverse=True)
    return "towns" if towns[0] > towns[1] else "turn order"
