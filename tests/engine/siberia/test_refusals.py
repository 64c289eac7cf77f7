"""The table "Which rule refuses what": each row, and that a refused event changes nothing."""

import pytest

from engine.siberia import SIBERIA
from engine.siberia.events import (
    Correct,
    Discard,
    Discover,
    Done,
    Event,
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
    Setup,
    Worker,
)
from engine.siberia.state import State
from tests.engine.siberia.playing import (
    IN_A_ROW,
    IN_PLAY,
    LAID,
    OPEN,
    PLAYERS,
    action,
    after,
    all_pass,
    board_with,
    laid_out,
    new_game,
    refused,
    with_markers,
)

START = new_game()
TOLD = after(START, laid_out())
UNTOLD = after(START, laid_out("untold"))
FULL = {
    **dict.fromkeys(("worker", "gas", "coal", "diamond"), ("gas.worker", "coal.worker")),
    **dict.fromkeys(("salesman", "investor", "logistics"), ("oil.salesman", "oil.investor")),
}
WORKING = {"red": ("yana", "lena", "vladivostok", "frankfurt", "tokyo")}
ACTION = action(FULL | {"manager": ("manager", "manager")}, pawns=WORKING)
EMPTY = action()
BUSY = action({"research": ("gas.worker", "coal.worker", "manager")}, pawns=WORKING)
SEARCHING = after(BUSY, Research("red"))
WALKING = after(action(FULL, pawns=WORKING, locked=["tobol"], cubes={}), Logistics("red"))
FREE = action(told=False, pawns=WORKING)
FREE_WALK = after(FREE, Logistics("red"))
FREE_SEARCH = after(FREE, Research("red"))
PASSED = after(FREE, Pass("red"))
INVESTED = action(
    {"investor": ("gas.investor",), "gas": ("gas.worker",)}, investments=["gas", "investor"]
)
OPENING = after(FREE, Investor("red", "gas"))
RICH = {
    "manager": ("manager",),
    **dict.fromkeys(("worker",), ("gas.worker", "gas.worker")),
    **dict.fromkeys(("salesman", "logistics"), ("coal.salesman", "oil.salesman")),
    **dict.fromkeys(("gold", "investor"), ("gold.worker", "gold.investor")),
    **dict.fromkeys(("diamond",), ("diamond.salesman",)),
    "gas": ("gas.investor", "gas.salesman"),
}
RETURNING = all_pass(action(RICH))
OVER = all_pass(action(told=False, supply={"gas": 0, "coal": 0, "oil": 0}))
MANY = tuple(f"r{number}" for number in range(1, 15))
LARGE = new_game(on=board_with(tuple(zip(("vladivostok", *MANY), MANY, strict=False)), MANY))
DIAMONDS = tuple((region, ("gas", "diamond")) for region in MANY)
NO_MARKERS = new_game(on=board_with(IN_A_ROW, markers=()))

EVERY: tuple[Event, ...] = (
    laid_out(),
    Place("red", "gas.worker", "gas"),
    Ready(),
    Research("red"),
    Discover("red", "gas", "lena"),
    Manager("red", None),
    Logistics("red"),
    Move("red", "yana", "lena"),
    Done("red"),
    Salesman("red", "depot", "london"),
    Worker("red", "depot"),
    Investor("red", "gas"),
    Refill("gas"),
    Mine("red", "gas", "tokyo"),
    Pass("red"),
    Discard("red", "gas.worker", "gas"),
    Correct(),
)

Row = tuple[State, Event, str]


def cubes(**changed: tuple[str, ...]) -> Setup:
    laid = {region: held for region, held in (LAID | changed).items() if held}
    return Setup("red", tuple(laid.items()), IN_PLAY, OPEN, "told")


def exchanges(*sides: str) -> Setup:
    return Setup("red", tuple(LAID.items()), sides, OPEN, "told")


def opened(*investments: str) -> Setup:
    return Setup("red", tuple(LAID.items()), IN_PLAY, investments, "told")


SETUP: dict[str, Row] = {
    "first is no player": (START, laid_out(first="yellow"), "I-02"),
    "a region without its cubes": (START, cubes(ob=()), "I-03"),
    "a region with one cube": (START, cubes(ob=("gas",)), "I-03"),
    "a region with three cubes": (START, cubes(ob=("gas", "coal", "oil")), "I-03"),
    "a region with two alike": (START, cubes(ob=("gas", "gas")), "I-03"),
    "cubes where none may lie": (START, cubes(vladivostok=("gas", "oil")), "I-03"),
    "cubes in no region": (START, cubes(atlantis=("gas", "oil")), "I-03"),
    "cubes of no resource": (START, cubes(ob=("gas", "uranium")), "I-03"),
    "more of one than there are": (
        LARGE,
        Setup("red", DIAMONDS, IN_PLAY, OPEN, "told"),
        "I-03",
    ),
    "five exchanges": (START, exchanges(*IN_PLAY[:5]), "I-05"),
    "both sides of a tile": (START, exchanges(*IN_PLAY[:5], "paris"), "I-05"),
    "an exchange twice": (START, exchanges(*IN_PLAY[:5], "frankfurt"), "I-05"),
    "an exchange that is none": (START, exchanges(*IN_PLAY[:5], "moscow"), "I-05"),
    "three open markers": (START, opened("gas", "coal", "oil"), "I-06"),
    "five open markers": (START, opened("gas", "coal", "oil", "gold", "gold"), "I-06"),
    "three markers of an action": (START, opened("gas", "gas", "gas", "oil"), "I-06"),
    "an open marker of no action": (START, opened("gas", "gas", "research", "oil"), "I-06"),
    "told without [markers]": (NO_MARKERS, laid_out(), "I-08"),
}
PHASE: dict[str, Row] = {
    **{f"{e.verb} before the setup": (START, e, "I-10") for e in EVERY[1:]},
    "a second setup": (TOLD, laid_out(), "I-10"),
    "a setup in a turn": (ACTION, laid_out(), "I-10"),
    "an action while markers are placed": (TOLD, Pass("red"), "I-10"),
    "a place in a turn": (ACTION, Place("red", "gas.worker", "research"), "I-10"),
    "ready in a turn": (FREE, Ready(), "I-10"),
    "a discovery without research": (ACTION, Discover("red", "gas", "lena"), "I-10"),
    "a move without logistics": (ACTION, Move("red", "yana", "lena"), "I-10"),
    "done without anything begun": (ACTION, Done("red"), "I-10"),
    "an action during research": (SEARCHING, Logistics("red"), "I-10"),
    "a pass during logistics": (WALKING, Pass("red"), "I-10"),
    "research during logistics": (FREE_WALK, Research("red"), "I-10"),
    "a correction during logistics": (FREE_WALK, Correct(), "I-10"),
    "a refill before anything was taken": (FREE, Refill("gas"), "I-10"),
    "a turn before the refill": (OPENING, Pass("blue"), "I-10"),
    "a discard in a turn": (ACTION, Discard("red", "gas.worker", "gas"), "I-10"),
    "a place before the discards": (RETURNING, Place("red", "gas.worker", "research"), "I-10"),
}
MARKERS: dict[str, Row] = {
    "a marker that is none": (TOLD, Place("red", "gas.manager", "research"), "I-12"),
    "a marker that the bag lacks": (
        with_markers(TOLD, "red", {"research": ("gas.worker",) * 3}),
        Place("blue", "gas.worker", "research"),
        "I-12",
    ),
    "a seventh marker": (
        after(TOLD, *(Place("red", "manager", "research"),) * 6),
        Place("red", "manager", "research"),
        "I-12",
    ),
    "ready where markers are told": (TOLD, Ready(), "I-12"),
    "place where they are not": (UNTOLD, Place("red", "gas.worker", "research"), "I-12"),
    "a marker on another person": (TOLD, Place("red", "gas.worker", "salesman"), "I-13"),
    "a marker on another resource": (TOLD, Place("red", "gas.worker", "coal"), "I-13"),
    "a marker on the manager": (TOLD, Place("red", "gas.worker", "manager"), "I-13"),
    "a marker on no action": (TOLD, Place("red", "gas.worker", "moon"), "I-13"),
    "a third marker": (
        with_markers(TOLD, "red", {"gas": ("gas.investor", "gas.salesman")}),
        Place("red", "gas.worker", "gas"),
        "I-13",
    ),
    "a third manager": (
        with_markers(TOLD, "red", {"manager": ("manager", "manager")}),
        Place("red", "manager", "manager"),
        "I-13",
    ),
    "a manager on another action": (TOLD, Place("red", "manager", "gas"), "I-14"),
    "a manager on no action": (TOLD, Place("red", "manager", "moon"), "I-14"),
    "a discard without surplus": (RETURNING, Discard("blue", "gas.worker", "gas"), "I-33"),
    "a discard of what is not there": (RETURNING, Discard("red", "oil.worker", "gas"), "I-33"),
    "a discard from another space": (RETURNING, Discard("red", "gas.investor", "coal"), "I-33"),
    "a discard from no space": (RETURNING, Discard("red", "gas.investor", "moon"), "I-33"),
}
TURN: dict[str, Row] = {
    **{
        f"{e.verb} out of turn": (FREE, e, "I-16")
        for e in (
            Research("blue"),
            Manager("blue", None),
            Logistics("blue"),
            Salesman("blue", "depot", "london"),
            Worker("blue", "depot"),
            Investor("blue", "gas"),
            Mine("blue", "gas", "tokyo"),
            Pass("blue"),
            Pass("pink"),
            Correct(as_turn_of="blue"),
            Correct(as_turn_of="pink"),
        )
    },
    "another's discovery": (SEARCHING, Discover("blue", "gas", "lena"), "I-16"),
    "another's move": (WALKING, Move("blue", "vladivostok", "yana"), "I-16"),
    "another's done": (WALKING, Done("blue"), "I-16"),
    "a marker of nobody": (TOLD, Place("pink", "gas.worker", "research"), "I-16"),
    "a discard of nobody": (RETURNING, Discard("pink", "gas.worker", "gas"), "I-16"),
    "a correction as a turn in phase 1": (TOLD, Correct(as_turn_of="red"), "I-16"),
    "an action before research": (BUSY, Logistics("red"), "I-17"),
    "a manager before research": (BUSY, Manager("red", None), "I-17"),
    "mining before research": (BUSY, Mine("red", "gas", "tokyo"), "I-17"),
    "a pass before research": (BUSY, Pass("red"), "I-17"),
    "a pass after a pass": (PASSED, Pass("red"), "I-18"),
    "an action after a pass": (PASSED, Logistics("red"), "I-18"),
    "a walk after a pass": (after(PASSED, Logistics("blue")), Done("red"), "I-18"),
}
SPACES: dict[str, Row] = {
    "manager on empty spaces": (EMPTY, Manager("red", None), "I-19"),
    "logistics on empty spaces": (EMPTY, Logistics("red"), "I-19"),
    "salesman on empty spaces": (EMPTY, Salesman("red", "depot", "tokyo"), "I-19"),
    "worker on empty spaces": (EMPTY, Worker("red", "depot"), "I-19"),
    "investor on empty spaces": (EMPTY, Investor("red", "gas"), "I-19"),
    "mining on empty spaces": (EMPTY, Mine("red", "gas", "tokyo"), "I-19"),
    "one marker alone": (action({"gas": ("gas.worker",)}), Mine("red", "gas", "tokyo"), "I-19"),
    "an investment alone": (action(investments=["gas"]), Mine("red", "gas", "tokyo"), "I-19"),
}
RESEARCH: dict[str, Row] = {
    "research without a marker": (EMPTY, Research("red"), "I-21"),
    "research again": (
        after(action(FULL, players=2), Worker("red", "depot"), Pass("blue")),
        Research("red"),
        "I-21",
    ),
    "a resource without a marker": (
        after(action({"research": ("gas.worker",)}), Research("red")),
        Discover("red", "coal", "yana"),
        "I-21",
    ),
    "a resource that is there": (SEARCHING, Discover("red", "gas", "yana"), "I-21"),
    "the same, untold": (FREE_SEARCH, Discover("red", "gas", "yana"), "I-21"),
    "a region that holds no cubes": (SEARCHING, Discover("red", "gas", "vladivostok"), "I-21"),
    "a region that is none": (SEARCHING, Discover("red", "gas", "atlantis"), "I-21"),
    "an exchange": (SEARCHING, Discover("red", "gas", "tokyo"), "I-21"),
    "a resource that is none": (SEARCHING, Discover("red", "uranium", "lena"), "I-21"),
    "the same, untold too": (FREE_SEARCH, Discover("red", "uranium", "lena"), "I-21"),
    "done while a marker can be used": (SEARCHING, Done("red"), "I-21"),
    "a resource that the supply lacks": (
        after(action({"research": ("gas.worker", "manager")}, supply={"gas": 0}), Research("red")),
        Discover("red", "gas", "lena"),
        "I-22",
    ),
    "a locked region": (
        after(action({"research": ("gas.worker",)}, locked=["lena"], cubes={}), Research("red")),
        Discover("red", "gas", "lena"),
        "I-34",
    ),
    "research after another action, untold": (
        after(FREE, Worker("red", "depot"), Pass("blue"), Pass("green")),
        Research("red"),
        "I-C16",
    ),
    "research after a correction as a turn": (
        after(FREE, Correct(as_turn_of="red"), Pass("blue"), Pass("green")),
        Research("red"),
        "I-C16",
    ),
}
PAWNS: dict[str, Row] = {
    "a joker on no action": (ACTION, Manager("red", "research"), "I-24"),
    "a joker without a free space": (ACTION, Manager("red", "gas"), "I-24"),
    "a joker beside marker and investment": (
        action({"manager": ("manager", "manager"), "gas": ("gas.worker",)}, investments=["gas"]),
        Manager("red", "gas"),
        "I-24",
    ),
    "a joker untold": (FREE, Manager("red", "gas"), "I-24"),
    "a joker on manager, untold": (FREE, Manager("red", "manager"), "I-24"),
    "a joker on manager": (ACTION, Manager("red", "manager"), "I-C19"),
    "a walk of nobody": (WALKING, Move("red", "ob", "lena"), "I-25"),
    "a walk of a salesman": (WALKING, Move("red", "tokyo", "lena"), "I-25"),
    "a walk from nowhere": (WALKING, Move("red", "atlantis", "lena"), "I-25"),
    "a walk to where he stands": (WALKING, Move("red", "lena", "lena"), "I-25"),
    "a walk to no region": (WALKING, Move("red", "lena", "atlantis"), "I-25"),
    "a walk to an exchange": (WALKING, Move("red", "lena", "tokyo"), "I-25"),
    "a walk of four steps": (FREE_WALK, Move("red", "vladivostok", "tobol"), "I-25"),
    "a walk of four steps past a locked one": (WALKING, Move("red", "yana", "aldan"), "I-25"),
    "a walk of two steps with one left": (
        after(WALKING, Move("red", "vladivostok", "lena")),
        Move("red", "lena", "irtysh"),
        "I-25",
    ),
    "a walk into a locked region": (WALKING, Move("red", "lena", "tobol"), "I-35"),
    "a salesman from nowhere": (ACTION, Salesman("red", "ob", "london"), "I-26"),
    "a salesman from no place": (ACTION, Salesman("red", "atlantis", "london"), "I-26"),
    "a salesman to no exchange": (ACTION, Salesman("red", "yana", "ob"), "I-26"),
    "a salesman to the depot": (ACTION, Salesman("red", "yana", "depot"), "I-26"),
    "a salesman to a side not in play": (ACTION, Salesman("red", "yana", "paris"), "I-26"),
    "a salesman to where he stands": (ACTION, Salesman("red", "tokyo", "tokyo"), "I-26"),
    "a worker from nowhere": (ACTION, Worker("red", "ob"), "I-27"),
    "a worker from no place": (ACTION, Worker("red", "atlantis"), "I-27"),
    "a worker from the start region": (ACTION, Worker("red", "vladivostok"), "I-27"),
    "a salesman made worker too early": (ACTION, Worker("red", "tokyo"), "I-28"),
}
INVESTMENTS: dict[str, Row] = {
    "a marker that is not open": (ACTION, Investor("red", "gold"), "I-29"),
    "a marker of no action": (ACTION, Investor("red", "moon"), "I-29"),
    "a marker without a free space": (ACTION, Investor("red", "gas"), "I-29"),
    "a second for an action": (INVESTED, Investor("red", "gas"), "I-30"),
    "a second for investor itself": (INVESTED, Investor("red", "investor"), "I-30"),
    "a second, untold": (
        action(told=False, investments=["worker"]),
        Investor("red", "worker"),
        "I-30",
    ),
    "a third of an action from the stack": (
        after(
            action(told=False, opened=("gas", "coal", "oil", "gold"), investments=["gas"]),
            Investor("red", "oil"),
        ),
        Refill("gas"),
        "I-29",
    ),
    "no action from the stack": (OPENING, Refill("research"), "I-29"),
}
MINING: dict[str, Row] = {
    "no worker by that resource": (ACTION, Mine("red", "diamond", "frankfurt"), "I-C11"),
    "a resource that is none": (ACTION, Mine("red", "uranium", "frankfurt"), "I-C11"),
    "a resource that is none, untold": (FREE, Mine("red", "uranium", "frankfurt"), "I-C11"),
    "no salesman there": (ACTION, Mine("red", "gas", "london"), "I-31"),
    "an exchange not in play": (ACTION, Mine("red", "gas", "paris"), "I-31"),
    "an exchange that is none": (ACTION, Mine("red", "gas", "moscow"), "I-31"),
    "an exchange that does not buy it": (ACTION, Mine("red", "coal", "tokyo"), "I-C09"),
}
CORRECTIONS: dict[str, Row] = {
    "more cubes than there are": (FREE, Correct(supply=(("gas", 19),)), "I-01"),
    "a cube that was neither sold nor in supply": (FREE, Correct((("lena", ("gas",)),)), "I-01"),
    "cubes in no region": (FREE, Correct((("atlantis", ("gas",)),)), "I-01"),
    "cubes where none may lie": (FREE, Correct((("vladivostok", ("gas",)),)), "I-01"),
    "cubes of no resource": (FREE, Correct((("lena", ("uranium",)),)), "I-01"),
    "cubes in a locked region": (FREE, Correct(locked=("yana",)), "I-34"),
    "no region locked": (FREE, Correct(locked=("atlantis",)), "I-34"),
    "the start region locked": (FREE, Correct(locked=("vladivostok",)), "I-34"),
    "seven pawns": (FREE, Correct(pawns=(("ob", (("red", 7),)),)), "I-07"),
    "seven pawns with those elsewhere": (FREE, Correct(pawns=(("ob", (("red", 2),)),)), "I-07"),
    "a pawn less than none": (FREE, Correct(pawns=(("ob", (("red", -1),)),)), "I-07"),
    "pawns of nobody": (FREE, Correct(pawns=(("ob", (("pink", 1),)),)), "I-07"),
    "pawns at no place": (FREE, Correct(pawns=(("atlantis", ()),)), "I-07"),
    "pawns at a side not in play": (FREE, Correct(pawns=(("paris", (("red", 1),)),)), "I-07"),
    "a supply below nothing": (FREE, Correct(supply=(("gas", -1),)), "I-04"),
    "a supply of no resource": (FREE, Correct(supply=(("uranium", 1),)), "I-04"),
    "money below nothing": (FREE, Correct(money=(("red", -1),)), "I-32"),
    "money of nobody": (FREE, Correct(money=(("pink", 1),)), "I-32"),
}
PARTS = {
    "setup": SETUP,
    "phase": PHASE,
    "markers": MARKERS,
    "turn": TURN,
    "spaces": SPACES,
    "research": RESEARCH,
    "pawns": PAWNS,
    "investments": INVESTMENTS,
    "mining": MINING,
    "corrections": CORRECTIONS,
    "after the end": {f"{e.verb}": (OVER, e, "I-36") for e in EVERY},
}
ROWS = {f"{part}: {cause}": row for part, rows in PARTS.items() for cause, row in rows.items()}
REFUSERS = """I-01 I-02 I-03 I-04 I-05 I-06 I-07 I-08 I-10 I-12 I-13 I-14 I-16 I-17 I-18 I-19 I-21
    I-22 I-24 I-25 I-26 I-27 I-28 I-29 I-30 I-31 I-32 I-33 I-34 I-35 I-36 I-C09 I-C11 I-C16
    I-C19"""
"""The ids of the table."""


@pytest.mark.parametrize("part", PARTS)
def test_the_first_rule_is_named_and_the_event_not_played(part: str) -> None:
    for cause, (state, event, rule) in PARTS[part].items():
        ruling = SIBERIA.check(state, event)
        assert not ruling.holds, cause
        assert ruling.broken == rule, cause
        before = SIBERIA.to_json(state)
        with pytest.raises(ValueError, match=f"{event.verb} refused by {rule}"):
            SIBERIA.apply(state, event)
        assert SIBERIA.to_json(state) == before, cause
        assert event not in SIBERIA.legal_events(state), cause


def test_every_id_of_the_table_is_named() -> None:
    assert {rule for _, _, rule in ROWS.values()} == set(REFUSERS.split())


@pytest.mark.parametrize("players", [(), ("red",), (*PLAYERS, "pink"), ("red", "blue", "red")])
def test_a_wrong_number_of_players_and_a_colour_twice_are_refused_by_i_01(
    players: tuple[str, ...],
) -> None:
    with pytest.raises(ValueError, match=r"\(I-01\)"):
        SIBERIA.new_game(START.setting.board, players, {})


def test_the_end_comes_before_the_phase_and_the_turn() -> None:
    assert refused(OVER, Discover("pink", "gas", "lena")) == "I-36"


def test_the_phase_comes_before_the_turn() -> None:
    assert refused(WALKING, Pass("blue")) == "I-10"
    assert refused(SEARCHING, Mine("pink", "uranium", "moscow")) == "I-10"


def test_the_turn_comes_before_research_and_that_before_the_two_spaces() -> None:
    assert refused(BUSY, Mine("blue", "gas", "paris")) == "I-16"
    assert refused(BUSY, Mine("red", "gas", "paris")) == "I-17"


def test_the_two_spaces_come_before_the_rest() -> None:
    assert refused(EMPTY, Mine("red", "diamond", "paris")) == "I-19"
    assert refused(EMPTY, Worker("red", "vladivostok")) == "I-19"
    assert refused(EMPTY, Investor("red", "gold")) == "I-19"
    assert refused(EMPTY, Manager("red", "manager")) == "I-19"


def test_further_findings_follow_the_first_refusal() -> None:
    findings = SIBERIA.check(EMPTY, Mine("blue", "diamond", "paris")).findings
    broken = [one.rule for one in findings if not one.holds]
    assert broken == ["I-16", "I-19", "I-C11", "I-31"]


def test_a_refusal_carries_its_facts() -> None:
    findings = SIBERIA.check(ACTION, Worker("red", "tokyo")).findings
    facts = [dict(finding.facts) for finding in findings if not finding.holds]
    assert facts == [{"from": "tokyo", "depot": 1, "worker_from_salesman": "depot-empty"}]
