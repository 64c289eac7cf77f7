"""The rulings, one test each; RULINGS.md names them."""

import pytest

from engine.siberia import SIBERIA
from engine.siberia.events import (
    Correct,
    Discard,
    Discover,
    Done,
    Investor,
    Logistics,
    Manager,
    Mine,
    Move,
    Pass,
    Place,
    Refill,
    Research,
    Salesman,
    Setup,
    Worker,
)
from engine.siberia.material import CUBES
from engine.siberia.state import State
from tests.engine.siberia.playing import (
    IN_A_ROW,
    IN_PLAY,
    LAID,
    OPEN,
    ROW,
    START,
    action,
    after,
    all_pass,
    board_with,
    laid_out,
    new_game,
    refused,
    shown,
    spaces_of,
    step,
    with_markers,
)

WORKING = {"red": (START, "yana", "frankfurt", "tokyo")}
MINING = action({"gas": ("gas.worker", "gas.salesman")}, pawns=WORKING)
SEVEN = ("lena", "ob", "tobol", "irtysh", "angara", "aldan", "onega")


def last_region(end: str = "finish-round") -> State:
    """Make the state in which mining gas in yana locks the eighth region."""
    return action(
        told=False, pawns=WORKING, cubes={"yana": ("gas",)}, locked=SEVEN, rulings={"end": end}
    )


def supplies(empty: int) -> State:
    names = ("gas", "coal", "oil", "gold", "diamond")
    return action(told=False, supply=dict.fromkeys(names[:empty], 0))


def searching(*markers: str) -> State:
    return after(action({"research": markers}), Research("red"))


def test_i_c01_three_of_the_five_supply_spaces_end_the_game() -> None:
    assert [shown(supplies(empty), "ending") for empty in range(6)] == [False] * 3 + [True] * 3


def test_i_c02_the_round_is_finished_after_the_eighth_region() -> None:
    state = after(last_region(), Mine("red", "gas", "tokyo"))
    assert (state.phase, state.ending, state.to_play) == ("action", True, "blue")
    assert all_pass(state).phase == "over"


def test_i_c02_at_once_the_eighth_region_ends_the_game() -> None:
    state = after(last_region("at-once"), Mine("red", "gas", "tokyo"))
    assert state.phase == "over"
    assert shown(state, "winners") == ["red"]
    assert shown(state, "passed") == []
    correction = Correct((("yana", ()),), locked=(*SEVEN, "yana"))
    assert after(last_region("at-once"), correction).phase == "action"


def test_i_c02_at_once_empty_supplies_still_finish_the_round() -> None:
    state = action(told=False, supply={"gas": 0, "coal": 0, "oil": 1}, rulings={"end": "at-once"})
    state = after(state, Research("red"), Discover("red", "oil", "lena"))
    assert (state.phase, state.ending) == ("research", True)
    assert all_pass(after(state, Done("red"))).phase == "over"


def test_i_c03_the_round_ends_with_the_last_pass_not_with_the_turn() -> None:
    state = after(supplies(3), Pass("red"))
    assert state.phase == "action"
    state = after(state, Pass("blue"))
    assert state.phase == "action"
    assert after(state, Pass("green")).phase == "over"


def test_i_c04_a_ninth_region_is_locked_too() -> None:
    names = (*ROW, "kolyma")
    board = board_with(tuple(zip((START, *names), names, strict=False)), names)
    setup = Setup("red", (*LAID.items(), ("kolyma", ("gas", "coal"))), IN_PLAY, OPEN, "untold")
    state = after(new_game(on=board), setup)._replace(phase="action")
    kolyma = state.setting.numbers["kolyma"]
    state = state._replace(locked=0b11111111, cubes=(1 << kolyma, 0, 0, 0, 0))
    standing = tuple(sorted((kolyma, *state.pawns[0][1:])))
    state = state._replace(pawns=(standing, *state.pawns[1:]))
    state = after(state, Mine("red", "gas", "frankfurt"))
    assert shown(state, "locked") == list(names)


def test_i_c05_equal_money_shares_the_victory() -> None:
    state = supplies(3)._replace(money=(3000, 5000, 5000))
    assert shown(all_pass(state), "winners") == ["blue", "green"]


def test_i_c06_the_setup_is_recorded_as_it_lies() -> None:
    alike = dict.fromkeys(ROW, ("gas", "oil"))
    state = after(new_game(), Setup("red", tuple(alike.items()), IN_PLAY, OPEN, "untold"))
    assert state.supply == (CUBES[0] - 8, CUBES[1], CUBES[2] - 8, CUBES[3], CUBES[4])


def test_i_c07_any_cubes_may_lie_in_any_region() -> None:
    swapped = LAID | {"yana": LAID["lena"], "lena": LAID["yana"]}
    setup = Setup("red", tuple(swapped.items()), IN_PLAY, OPEN, "told")
    assert refused(new_game(), setup) is None


def test_i_c08_exchanges_lie_in_any_order_on_any_side() -> None:
    sides = ("mumbai", "zurich", "frankfurt", "paris", "seoul", "tokyo")
    setup = Setup("red", tuple(LAID.items()), sides, OPEN, "told")
    assert shown(after(new_game(), setup), "exchanges") == list(sides)


def test_i_c09_an_exchange_that_does_not_buy_the_resource_refuses_it() -> None:
    oil = {"oil": ("oil.worker", "oil.salesman")}
    assert refused(action(oil, pawns=WORKING), Mine("red", "oil", "tokyo")) == "I-C09"


def test_i_c09_by_agreement_it_is_sold_for_nothing() -> None:
    rulings = {"unsellable": "worth-nothing"}
    oil = {"oil": ("oil.worker", "oil.salesman")}
    state = action(oil, pawns=WORKING, rulings=rulings)
    state = after(state, Mine("red", "oil", "tokyo"))
    assert (state.money[0], shown(state, "sold")) == (
        0,
        {"gas": 0, "coal": 0, "oil": 1, "gold": 0, "diamond": 0},
    )


def test_i_c10_all_cubes_of_an_action_go_to_one_exchange() -> None:
    pawns = {"red": ("yana", "ob", "frankfurt", "tokyo")}
    state = action({"gas": ("gas.worker", "gas.salesman")}, pawns=pawns)
    assert after(state, Mine("red", "gas", "tokyo")).money[0] == 6000
    assert after(state, Mine("red", "gas", "frankfurt")).money[0] == 2000


def test_i_c11_without_a_cube_or_a_salesman_nothing_is_mined() -> None:
    gas = {"gas": ("gas.worker", "gas.salesman")}
    no_cube = action(gas, pawns={"red": ("lena", "tokyo")})
    assert refused(no_cube, Mine("red", "gas", "tokyo")) == "I-C11"
    no_salesman = action(gas, pawns={"red": ("yana",)})
    assert refused(no_salesman, Mine("red", "gas", "tokyo")) == "I-31"


def test_i_c12_every_region_with_an_own_worker_is_mined() -> None:
    pawns = {"red": ("yana", "ob", "irtysh", "tokyo")}
    state = after(action({"gas": ("gas.worker",) * 2}, pawns=pawns), Mine("red", "gas", "tokyo"))
    assert state.cubes[0] == 0


def test_i_c13_a_locked_region_does_not_keep_a_marker_from_being_void() -> None:
    everywhere = {one: ("gas",) for one in ROW if one != "onega"}
    state = action({"research": ("gas.worker",)}, cubes=everywhere, locked=["onega"])
    done = step(state, Research("red"))
    assert done.state.phase == "action"
    assert spaces_of(done.state) == {}


def test_i_c14_void_markers_are_lost_when_the_action_ends() -> None:
    state = action({"research": ("gas.worker", "oil.worker")}, supply={"oil": 0})
    state = after(state, Research("red"))
    assert (shown(state, "left"), spaces_of(state)) == (
        2,
        {"research": ["gas.worker", "oil.worker"]},
    )
    state = after(state, Discover("red", "gas", "lena"))
    assert (state.phase, spaces_of(state)) == ("action", {})


def test_i_c15_nobody_passes_before_his_research() -> None:
    state = action({"research": ("gas.worker",)})
    assert refused(state, Pass("red")) == "I-17"
    assert SIBERIA.legal_events(state) == [Research("red")]


def test_i_c16_research_is_the_first_action_or_none() -> None:
    state = after(action(told=False), Worker("red", "depot"), Pass("blue"), Pass("green"))
    assert refused(state, Research("red")) == "I-C16"


def test_i_c16_how_often_somebody_has_acted_before_makes_no_difference() -> None:
    once = after(action(told=False), Worker("red", "depot"), Pass("blue"), Pass("green"))
    more = after(once, Manager("red", None))
    assert once.acted != more.acted
    assert SIBERIA.legal_events(once) == SIBERIA.legal_events(more)
    assert SIBERIA.essence(once) == SIBERIA.essence(more)


def test_i_c17_whoever_has_passed_stays_out() -> None:
    state = after(
        action(told=False), Pass("red"), Worker("blue", "depot"), Worker("green", "depot")
    )
    assert state.to_play == "blue"
    assert refused(state, Worker("red", "depot")) == "I-18"


def test_i_c18_a_manager_beside_its_investment_becomes_the_joker() -> None:
    state = action({"manager": ("manager",)}, investments=["manager"])
    bag = state.bag
    state = after(state, Manager("red", "gas"))
    assert spaces_of(state) == {"gas": ["manager"]}
    assert (state.bag, shown(state, "investments")) == (
        bag,
        {"red": ["manager"], "blue": [], "green": []},
    )


def test_i_c19_the_joker_goes_beside_an_investment_but_never_to_manager() -> None:
    state = action({"manager": ("manager", "manager")}, investments=["gas"])
    assert spaces_of(after(state, Manager("red", "gas"))) == {"gas": ["manager"]}
    assert refused(state, Manager("red", "manager")) == "I-C19"


def test_i_c20_the_joker_goes_into_the_bag_after_its_action() -> None:
    state = action({"worker": ("manager", "gas.worker")})
    before = shown(state, "bag")
    state = after(state, Worker("red", "depot"))
    assert isinstance(before, dict)
    assert shown(state, "bag") == before | {"manager": 14, "gas.worker": 3}


def test_i_c21_a_drawn_manager_is_no_joker() -> None:
    state = after(new_game(), laid_out())
    assert refused(state, Place("red", "manager", "gas")) == "I-14"


def test_i_c22_a_joker_counts_to_the_ten() -> None:
    ten = dict.fromkeys(("worker", "logistics", "investor"), ("gas.worker", "coal.worker"))
    full = {**ten, "salesman": ("oil.salesman",) * 2, "oil": ("oil.worker",) * 2}
    state = all_pass(action(full | {"gas": ("manager",)}))
    assert (state.phase, shown(state, "waiting")) == ("discard", {"red": 1})
    assert after(state, Discard("red", "manager", "gas")).phase == "place"


def test_i_c23_the_owner_chooses_which_markers_he_returns() -> None:
    rich = {
        "worker": ("gas.worker", "coal.worker"),
        **dict.fromkeys(("salesman", "investor", "logistics"), ("oil.salesman", "gold.salesman")),
        "gas": ("gas.investor", "gas.logistics"),
        "coal": ("coal.investor",),
    }
    state = all_pass(action(rich))
    choices = SIBERIA.legal_events(state)
    assert Discard("red", "gas.worker", "worker") in choices
    assert Discard("red", "coal.investor", "coal") in choices
    assert len(choices) == 11  # of eleven markers, all different or in different places


def test_i_c24_an_investment_that_fits_nowhere_cannot_be_taken() -> None:
    two = ("gas.worker", "coal.worker")
    state = action({"investor": two, "gas": two, "worker": two}, opened=("gas", "gas", "worker"))
    for investment in ("gas", "worker"):
        assert refused(state, Investor("red", investment)) == "I-29"


def test_i_c25_no_action_takes_a_second_investment() -> None:
    state = action({"investor": ("gas.investor",) * 2}, investments=["gas"])
    assert refused(state, Investor("red", "gas")) == "I-30"


def test_i_c26_without_a_stack_fewer_than_four_lie_open() -> None:
    state = action(told=False, opened=("gas", "gas"))._replace(stack=0)
    state = after(state, Investor("red", "gas"))
    assert (state.phase, shown(state, "open"), state.to_play) == ("action", ["gas"], "blue")


def test_i_c27_a_salesman_becomes_a_worker_only_when_the_depot_is_empty() -> None:
    out = {"red": ("yana", "lena", "ob", START, "frankfurt", "tokyo")}
    state = action(told=False, pawns=out)
    assert "tokyo" not in str(shown(after(state, Worker("red", "tokyo")), "pawns"))
    assert refused(action(told=False, pawns=WORKING), Worker("red", "tokyo")) == "I-28"
    assert refused(action(told=False, pawns=WORKING), Worker("red", "yana")) is None


def test_i_c27_by_agreement_a_salesman_may_always_become_a_worker() -> None:
    rulings = {"worker_from_salesman": "always"}
    state = action(told=False, pawns=WORKING, rulings=rulings)
    assert refused(state, Worker("red", "tokyo")) is None


@pytest.mark.parametrize("origin", ["depot", "yana", "tokyo"])
def test_i_c28_a_salesman_may_come_from_anywhere(origin: str) -> None:
    state = action(told=False, pawns=WORKING)
    assert refused(state, Salesman("red", origin, "london")) is None


def test_i_c29_leaving_the_start_region_costs_a_step() -> None:
    state = after(action(told=False), Logistics("red"), Move("red", START, "yana"))
    assert shown(state, "left") == 2


def test_i_c30_any_number_of_locked_regions_is_skipped_for_nothing() -> None:
    state = action(told=False, cubes={"tobol": ("gas",)}, locked=["yana", "lena", "ob"])
    state = after(state, Logistics("red"), Move("red", START, "tobol"))
    assert shown(state, "left") == 2
    assert refused(state, Move("red", "tobol", "ob")) == "I-35"


def test_i_c31_any_number_of_pawns_stands_together() -> None:
    state = action(told=False, players=2)
    for _ in range(4):
        state = after(state, Worker("red", "depot"), Salesman("blue", "depot", "tokyo"))
    assert shown(state, "pawns") == {
        "frankfurt": {"blue": 1, "red": 1},
        "tokyo": {"blue": 4},
        START: {"blue": 1, "red": 5},
    }


def test_i_c32_only_mining_locks_a_region() -> None:
    state = after(action(told=False), Correct((("yana", ()),)))
    assert (shown(state, "locked"), refused(state, Pass("red"))) == ([], None)
    assert refused(after(state, Research("red")), Discover("red", "gas", "yana")) is None


def test_i_c33_four_investment_markers_lie_open() -> None:
    six = Setup("red", tuple(LAID.items()), IN_PLAY, (*OPEN, "coal", "oil"), "told")
    assert refused(new_game(), six) == "I-06"
    assert len(after(new_game(), laid_out()).open) == 4


def test_i_c34_fourteen_oil_cubes_are_in_play() -> None:
    assert new_game().supply == (18, 16, 14, 12, 10)


def test_i_c35_money_is_a_number_without_a_currency() -> None:
    assert shown(after(MINING, Mine("red", "gas", "tokyo")), "money") == {
        "red": 3000,
        "blue": 0,
        "green": 0,
    }


def test_i_c36_nobody_has_money_at_the_start() -> None:
    assert set(new_game().money) == {0}


def test_i_c37_the_end_is_looked_for_after_every_action_and_stays() -> None:
    state = action(told=False, supply={"gas": 0, "coal": 0, "oil": 1})
    state = after(state, Research("red"), Discover("red", "oil", "lena"))
    assert state.ending
    state = after(state, Done("red"), Worker("blue", "depot"))
    assert state.ending


def test_i_c38_older_markers_stay_where_they_lie() -> None:
    state = all_pass(action({"gas": ("gas.worker",)}))
    assert (state.phase, spaces_of(state)) == ("place", {"gas": ["gas.worker"]})
    assert shown(state, "waiting") == {"red": 6, "blue": 6, "green": 6}


def test_i_c39_the_marker_that_shows_the_resource_is_used_before_a_manager() -> None:
    state = after(searching("gas.worker", "manager"), Discover("red", "gas", "lena"))
    assert spaces_of(state) == {"research": ["manager"]}
    state = after(state, Discover("red", "gas", "tobol"))
    assert (state.phase, spaces_of(state)) == ("action", {})


def test_i_c40_a_manager_in_research_must_be_used() -> None:
    state = searching("manager")
    assert (state.phase, refused(state, Done("red"))) == ("research", "I-21")


def test_i_c41_the_joker_may_be_left_out() -> None:
    state = action({"manager": ("manager", "manager")})
    assert spaces_of(after(state, Manager("red", None))) == {}


def test_i_c42_steps_may_be_left_and_no_worker_is_needed() -> None:
    state = action(told=False)
    assert after(state, Logistics("red"), Done("red")).to_play == "blue"
    nobody = action(told=False, pawns={"red": ("tokyo",)})
    assert after(nobody, Logistics("red")).to_play == "blue"


def test_i_c43_a_start_region_with_cubes_is_locked_and_still_takes_workers() -> None:
    board = board_with(IN_A_ROW, start_holds_cubes=True)
    state = action(told=False, on=board, cubes={START: ("gas",), "yana": ("oil",)}, players=2)
    state = after(state, Mine("red", "gas", "frankfurt"))
    assert shown(state, "locked") == [START]
    assert shown(state, "pawns") == {"frankfurt": {"blue": 1, "red": 1}}
    state = after(state, Worker("blue", "depot"))
    assert shown(state, "pawns") == {"frankfurt": {"blue": 1, "red": 1}, START: {"blue": 1}}
    state = after(state, Pass("red"), Logistics("blue"), Move("blue", START, "yana"))
    assert shown(state, "left") == 2


def test_i_c44_workers_walk_back_to_the_start_region() -> None:
    state = after(action(told=False, pawns=WORKING), Logistics("red"))
    assert refused(state, Move("red", "yana", START)) is None


def test_i_c45_whoever_cannot_act_passes_himself() -> None:
    state = action()
    assert SIBERIA.legal_events(state) == [Pass("red")]
    assert state.to_play == "red"


def test_i_c46_an_investment_may_go_to_investor_itself() -> None:
    state = action({"investor": ("gas.investor", "coal.investor")})
    state = after(state, Investor("red", "investor"), Refill("oil"))
    assert shown(state, "investments") == {"red": ["investor"], "blue": [], "green": []}
    assert spaces_of(state) == {}


def test_i_c47_the_state_knows_the_money_whatever_the_screen_shows() -> None:
    state = with_markers(MINING, "blue", {})
    assert shown(state, "money") == {"red": 0, "blue": 0, "green": 0}
