"""The rules in the order of a game, with the worked examples F1 to F5."""

from engine.siberia import SIBERIA
from engine.siberia.effects import (
    Finished,
    Locked,
    NextRound,
    SentHome,
    Sold,
    Surplus,
    Used,
    Voided,
)
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
    Ready,
    Refill,
    Research,
    Salesman,
    Worker,
)
from engine.siberia.state import State
from tests.engine.siberia.playing import (
    LAID,
    START,
    action,
    after,
    all_pass,
    laid_out,
    new_game,
    refused,
    shown,
    spaces_of,
    step,
    with_markers,
)

TWO = ("gas.worker", "coal.worker")
FULL = dict.fromkeys(("worker", "salesman", "logistics", "investor", "gas", "coal"), TWO)


def possible(state: State, marker: str) -> list[str]:
    """List where red may place a marker."""
    places = [one for one in SIBERIA.legal_events(state) if isinstance(one, Place)]
    return [one.to for one in places if (one.player, one.marker) == ("red", marker)]


def test_before_the_setup_everything_is_in_the_box() -> None:
    state = SIBERIA.to_json(new_game(2))
    assert state == {
        "phase": "setup",
        "round": 1,
        "to_play": None,
        "order": [],
        "passed": [],
        "acted": {"red": 0, "blue": 0},
        "waiting": {},
        "left": None,
        "cubes": {},
        "locked": [],
        "pawns": {},
        "depot": {"red": 6, "blue": 6},
        "supply": {"gas": 18, "coal": 16, "oil": 14, "gold": 12, "diamond": 10},
        "sold": {"gas": 0, "coal": 0, "oil": 0, "gold": 0, "diamond": 0},
        "exchanges": [],
        "open": [],
        "stack": 20,
        "investments": {"red": [], "blue": []},
        "spaces": None,
        "bag": None,
        "money": {"red": 0, "blue": 0},
        "ending": False,
        "winners": [],
    }


def test_i_03_to_i_08_the_setup() -> None:
    state = SIBERIA.to_json(after(new_game(), laid_out(first="blue")))
    assert state["phase"] == "place"
    assert state["order"] == ["blue", "green", "red"]
    assert state["waiting"] == {"red": 6, "blue": 6, "green": 6}
    assert state["cubes"] == {region: list(held) for region, held in LAID.items()}
    assert state["supply"] == {"gas": 15, "coal": 13, "oil": 10, "gold": 9, "diamond": 7}
    assert state["pawns"] == {
        "frankfurt": {"blue": 1, "green": 1, "red": 1},
        START: {"blue": 1, "green": 1, "red": 1},
    }
    assert state["depot"] == {"red": 4, "blue": 4, "green": 4}
    assert state["open"] == ["worker", "investor", "gas", "gas"]
    assert state["stack"] == 16
    assert state["spaces"] == {"red": {}, "blue": {}, "green": {}}
    assert state["bag"] == dict.fromkeys(state["bag"], 3) | {
        "diamond.logistics": 2,
        "diamond.salesman": 2,
        "diamond.worker": 2,
        "diamond.investor": 2,
        "manager": 14,
    }


def test_i_12_all_place_six_markers_in_any_order_and_phase_2_begins() -> None:
    state = after(new_game(2), laid_out())
    for number in range(6):
        assert state.phase == "place"
        state = after(state, Place("blue", "manager", "research"))
        state = after(state, Place("red", f"{'gas' if number < 3 else 'oil'}.worker", "research"))
    assert (state.phase, state.to_play, shown(state, "waiting")) == ("action", "red", {})


def test_i_12_untold_ready_begins_phase_2() -> None:
    state = after(new_game(), laid_out("untold", "green"))
    assert SIBERIA.legal_events(state) == [Ready()]
    assert SIBERIA.to_json(state)["waiting"] == {}
    state = after(state, Ready())
    assert (state.phase, state.to_play) == ("action", "green")
    assert (shown(state, "spaces"), shown(state, "bag")) == (None, None)


def test_i_13_a_marker_fits_its_person_its_resource_and_research() -> None:
    state = after(new_game(), laid_out())
    assert possible(state, "oil.salesman") == ["salesman", "oil", "research"]


def test_i_15_without_a_free_space_only_research_is_left() -> None:
    state = with_markers(after(new_game(), laid_out()), "red", {"salesman": TWO, "oil": TWO})
    assert possible(state, "oil.salesman") == ["research"]


def test_i_16_one_action_each_and_whoever_passed_is_left_out() -> None:
    state = action(told=False)
    state = after(state, Worker("red", "depot"), Pass("blue"), Worker("green", "depot"))
    assert state.to_play == "red"
    state = after(state, Worker("red", "depot"))
    assert state.to_play == "green"
    assert shown(state, "acted") == {"red": 2, "blue": 0, "green": 1}
    state = after(state, Pass("green"), Worker("red", "depot"))
    assert state.to_play == "red"


def test_i_10_the_next_round_begins_on_the_left() -> None:
    done = step(after(action(told=False), Pass("red"), Pass("blue")), Pass("green"))
    state = done.state
    assert done.effects == (NextRound(2, "blue"),)
    assert (state.round, state.phase, state.order) == (2, "place", ("blue", "green", "red"))
    assert (shown(state, "passed"), shown(state, "acted")) == (
        [],
        {"red": 0, "blue": 0, "green": 0},
    )


def test_f1_two_regions_of_gas_at_tokyo_bring_6000() -> None:
    pawns = {"red": ("yana", "ob", "tokyo")}
    state = action({"gas": ("gas.worker", "gas.salesman")}, pawns=pawns)
    done = step(state, Mine("red", "gas", "tokyo"))
    assert done.state.money[0] == 6000
    assert done.effects == (Sold("red", "gas", 2, "tokyo", 3000),)


def test_f2_an_investment_and_one_marker_fill_a_column() -> None:
    pawns = {"red": ("yana", "tokyo")}
    state = action({"gas": ("gas.worker",)}, investments=["gas"], pawns=pawns)
    state = after(state, Mine("red", "gas", "tokyo"))
    assert spaces_of(state) == {}
    assert state.bag == after(new_game(), laid_out()).bag
    assert shown(state, "investments") == {"red": ["gas"], "blue": [], "green": []}


def test_f3_the_third_empty_supply_finishes_the_round() -> None:
    state = action(told=False, supply={"diamond": 0, "gold": 0, "oil": 1})
    assert not state.ending
    state = after(state, Research("red"), Discover("red", "oil", "lena"))
    assert (state.ending, state.phase) == (True, "research")
    state = after(state, Done("red"), Worker("blue", "depot"), Pass("green"), Pass("red"))
    done = step(state, Pass("blue"))
    assert done.state.phase == "over"
    assert done.effects == (Finished(("red", "blue", "green")),)


def test_f4_of_twelve_markers_and_three_investments_two_are_returned() -> None:
    twelve = {
        **dict.fromkeys(("worker", "salesman", "logistics", "gas", "coal"), TWO),
        **dict.fromkeys(("investor", "oil"), ("oil.investor",)),
    }
    state = action(twelve, investments=["investor", "oil", "gold"])
    state = after(state, Pass("red"), Pass("blue"))
    done = step(state, Pass("green"))
    state = done.state
    assert done.effects == (Surplus("red", 2),)
    assert (state.phase, shown(state, "waiting"), state.to_play) == ("discard", {"red": 2}, None)
    assert (shown(state, "passed"), state.order[0]) == (["red", "blue", "green"], "red")
    bag = state.bag
    state = after(state, Discard("red", "coal.worker", "gas"))
    assert (shown(state, "waiting"), state.bag == bag) == ({"red": 1}, False)
    state = after(state, Discard("red", "oil.investor", "oil"))
    assert (state.phase, state.round) == ("place", 2)


def test_f5_mining_the_last_coal_locks_the_region_and_sends_all_home() -> None:
    pawns = {"red": ("yana", "london"), "blue": ("yana", "tokyo")}
    coal = {"coal": ("coal.worker", "coal.salesman")}
    state = action(coal, cubes={"yana": ("coal",)}, pawns=pawns)
    done = step(state, Mine("red", "coal", "london"))
    assert done.effects == (
        Sold("red", "coal", 1, "london", 2000),
        Locked("yana"),
        SentHome("red", "yana", 1),
        SentHome("blue", "yana", 1),
    )
    assert shown(done.state, "locked") == ["yana"]
    assert shown(done.state, "depot") == {"red": 5, "blue": 5, "green": 4}


def test_i_18_after_the_last_discard_a_game_at_its_end_is_over() -> None:
    state = action(FULL, supply={"gas": 0, "coal": 0, "oil": 0})
    state = all_pass(state)
    assert (state.phase, state.ending) == ("discard", True)
    for space in ("worker", "salesman"):
        state = after(state, Discard("red", "gas.worker", space))
    assert state.phase == "over"
    assert shown(state, "winners") == ["red", "blue", "green"]


def test_i_20_the_markers_of_an_action_go_into_the_bag() -> None:
    state = after(action(FULL), Salesman("red", "depot", "tokyo"))
    assert "salesman" not in spaces_of(state)
    assert len(spaces_of(state)) == len(FULL) - 1


def test_i_21_research_uses_its_markers_one_by_one() -> None:
    state = action({"research": ("gas.worker", "gas.investor", "oil.worker")})
    done = step(after(state, Research("red")), Discover("red", "gas", "lena"))
    assert done.effects == (Used("red", "gas.worker"),)
    state = done.state
    assert shown(state, "left") == 2
    assert spaces_of(state) == {"research": ["gas.investor", "oil.worker"]}
    assert shown(state, "acted") == {"red": 1, "blue": 0, "green": 0}


def test_i_22_void_markers_end_the_research_by_themselves() -> None:
    state = action({"research": ("gas.worker", "oil.worker")}, supply={"gas": 1, "oil": 0})
    done = step(after(state, Research("red")), Discover("red", "gas", "lena"))
    assert done.effects == (Used("red", "gas.worker"), Voided("red", ("oil.worker",)))
    assert (done.state.phase, done.state.to_play) == ("action", "blue")


def test_i_22_a_research_of_void_markers_is_over_at_once() -> None:
    state = action({"research": ("gas.worker",)}, supply={"gas": 0})
    done = step(state, Research("red"))
    assert done.effects == (Voided("red", ("gas.worker",)),)
    assert (done.state.phase, done.state.to_play, shown(done.state, "left")) == (
        "action",
        "blue",
        None,
    )


def test_i_23_a_manager_in_research_stands_for_any_resource() -> None:
    state = after(action({"research": ("manager",)}), Research("red"))
    found = {one.resource for one in SIBERIA.legal_events(state) if isinstance(one, Discover)}
    assert found == {"gas", "coal", "oil", "gold", "diamond"}


def test_untold_research_is_six_cubes_at_most_and_may_end_before() -> None:
    state = after(action(told=False), Research("red"))
    assert (shown(state, "left"), Done("red") in SIBERIA.legal_events(state)) == (6, True)
    for region in ("lena", "tobol", "angara", "aldan", "onega"):
        state = after(state, Discover("red", "gas", region))
    assert shown(state, "left") == 1
    state = after(state, Discover("red", "coal", "yana"))
    assert (state.phase, state.to_play) == ("action", "blue")


def test_untold_research_without_any_possible_cube_is_over_at_once() -> None:
    nothing = dict.fromkeys(("gas", "coal", "oil", "gold", "diamond"), 0)
    state = after(action(told=False, supply=nothing), Research("red"))
    assert (state.phase, state.to_play) == ("action", "blue")


def test_i_24_one_manager_becomes_a_joker_the_other_goes_into_the_bag() -> None:
    state = action({"manager": ("manager", "manager"), "gas": ("gas.worker",)})
    before = shown(state, "bag")
    assert isinstance(before, dict)
    state = after(state, Manager("red", "gas"))
    assert spaces_of(state) == {"gas": ["gas.worker", "manager"]}
    assert shown(state, "bag") == before | {"manager": 13}


def test_i_25_three_steps_are_split_over_the_workers() -> None:
    pawns = {"red": (START, "tobol", "tokyo")}
    state = after(action(FULL, pawns=pawns), Logistics("red"))
    state = after(state, Move("red", START, "lena"))
    assert (state.phase, shown(state, "left")) == ("logistics", 1)
    state = after(state, Move("red", "tobol", "irtysh"))
    assert (state.phase, state.to_play, shown(state, "left")) == ("action", "blue", None)


def test_i_29_the_open_investment_is_replaced_from_the_stack() -> None:
    state = after(action(FULL), Investor("red", "investor"))
    assert (state.phase, state.to_play, shown(state, "open")) == (
        "refill",
        None,
        ["worker", "gas", "gas"],
    )
    state = after(state, Refill("investor"))
    assert (shown(state, "open"), shown(state, "stack"), state.to_play) == (
        ["worker", "investor", "gas", "gas"],
        15,
        "blue",
    )


def correction() -> Correct:
    return Correct(
        cubes=(("yana", ("gas",)), ("onega", ())),
        locked=("onega",),
        pawns=(("yana", (("red", 1), ("blue", 0))), ("tokyo", (("blue", 2),))),
        supply=(("gas", 7),),
        money=(("red", 12000),),
        as_turn_of="red",
    )


def test_a_correction_puts_right_what_it_names_and_nothing_follows() -> None:
    state: State = after(action(told=False), correction())
    told = SIBERIA.to_json(state)
    left = {region: list(held) for region, held in LAID.items() if region != "onega"}
    assert told["cubes"] == left | {"yana": ["gas"]}
    assert (told["locked"], told["money"]) == (["onega"], {"red": 12000, "blue": 0, "green": 0})
    assert told["pawns"] == {
        "frankfurt": {"blue": 1, "green": 1, "red": 1},
        "tokyo": {"blue": 2},
        START: {"blue": 1, "green": 1, "red": 1},
        "yana": {"red": 1},
    }
    assert told["depot"] == {"red": 3, "blue": 2, "green": 4}
    assert told["supply"] == {"gas": 7, "coal": 13, "oil": 10, "gold": 9, "diamond": 7}
    assert told["sold"] == {"gas": 8, "coal": 0, "oil": 2, "gold": 1, "diamond": 0}
    assert (told["to_play"], told["acted"]) == ("blue", {"red": 1, "blue": 0, "green": 0})


def test_a_correction_in_phase_1_uses_up_no_turn() -> None:
    state = after(new_game(), laid_out())
    state = after(state, Correct(money=(("red", 1000),)))
    assert (state.phase, shown(state, "waiting")) == ("place", {"red": 6, "blue": 6, "green": 6})
    assert refused(state, Correct(as_turn_of="red")) == "I-16"


def test_a_correction_may_take_the_end_away_again() -> None:
    state = action(told=False, supply={"gas": 0, "coal": 0, "oil": 0})
    assert state.ending
    assert not after(state, Correct(supply=(("gas", 1),))).ending
