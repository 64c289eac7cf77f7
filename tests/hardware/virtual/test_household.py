"""What does not belong to the game is in nobody's way for long."""

import numpy as np
import pytest

from engine.board import Board
from engine.sumeria.board_file import RANKING
from hardware.virtual.look import TableLook
from hardware.virtual.scene import Scene
from hardware.virtual.tabletop import Tabletop
from tests.hard_tables.household import Household
from tests.hard_tables.props import Cup, Die

EYE = (280.0, 210.0, 600.0)


@pytest.fixture
def top(board: Board) -> Tabletop:
    return Tabletop(board, ("red", "blue", "white"), 14, np.random.default_rng(1), TableLook())


@pytest.fixture
def house(top: Tabletop) -> Household:
    return Household(top, EYE, np.random.default_rng(2))


def test_at_first_a_table_is_tidy(house: Household) -> None:
    assert house.dress(Scene()) == Scene()


def test_a_cup_below_the_camera_hides_what_it_stands_on(house: Household) -> None:
    cup = Cup((280.0, 210.0), radius_mm=35.0)
    house.clutter.append(cup)
    assert [*house.in_the_way([(290.0, 200.0)])] == [cup]
    assert [*house.in_the_way([(390.0, 210.0)])] == []


def test_a_high_cup_hides_what_lies_behind_it(house: Household) -> None:
    cup = Cup((450.0, 210.0), radius_mm=35.0, height_mm=100.0)
    house.clutter.append(cup)
    beyond, before = (560.0, 210.0), (340.0, 210.0)
    assert [*house.in_the_way([beyond])] == [cup]
    assert [*house.in_the_way([before])] == []


@pytest.mark.parametrize(
    ("at", "over"), [((280.0, 210.0), 1), ((-20.0, 210.0), 1), ((-150.0, 210.0), 0)]
)
def test_a_cup_on_the_board_or_leaning_over_it_covers_some(
    house: Household, at: tuple[float, float], over: int
) -> None:
    house.clutter.append(Cup(at))
    assert len(house.over_board()) == over


def test_nothing_is_put_down_on_merchants_and_tiles(top: Tabletop, house: Household) -> None:
    for location in top.board.locations[::3]:
        top.fetch("red")
        top.stand(location.id, "red")
        if not top.supply("red"):
            break
    top.put_all(RANKING, [state.id for state in top.board.regions])
    there = [one.at_mm for things in top.scene().lying.values() for one in things]
    found = 0
    for _ in range(60):
        thing = house.something()
        if isinstance(thing, Cup):
            found += 1
            for at in there:
                assert np.hypot(at[0] - thing.at_mm[0], at[1] - thing.at_mm[1]) > thing.radius_mm
    assert found > 10


def test_a_die_never_lies_where_a_merchant_might_stand(top: Tabletop, house: Household) -> None:
    dice = [thing for _ in range(80) if isinstance(thing := house.something(), Die)]
    assert len(dice) > 10
    for die in dice:
        for location in top.board.locations:
            x, y = location.at_mm
            assert np.hypot(x - die.at_mm[0], y - die.at_mm[1]) > location.radius_mm + die.side_mm


def test_a_table_has_room_for_three_things_only(house: Household) -> None:
    while (thing := house.something()) is not None:
        house.clutter.append(thing)
    assert len(house.clutter) == 3


def test_an_arm_rests_for_so_many_ticks(house: Household) -> None:
    house.rest("red", 5, far=False)
    assert [len(house.dress(Scene()).resting) for _ in range(6)] == [1, 1, 1, 1, 0, 0]


def test_an_arm_withdraws_from_where_somebody_plays(house: Household) -> None:
    house.rest("red", 50, far=True)
    (arm,) = house.dress(Scene()).resting
    house.withdraw([(arm.tip_mm[0] + 300.0, arm.tip_mm[1] - 100.0)])
    assert house.dress(Scene()).resting == (arm,)
    house.withdraw([arm.tip_mm])
    assert house.dress(Scene()).resting == ()


def test_a_head_leans_in_at_its_owners_edge(top: Tabletop, house: Household) -> None:
    house.lean_in("red")
    (head,) = house.dress(Scene()).props
    assert head.at_mm[1] > top.board.size_mm[1]
    house.lean_back()
    assert house.dress(Scene()).props == ()
