"""Explanations: the judge's verdict, and all that follows from an event, rule by rule."""

import itertools
import random
from collections.abc import Iterator, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.history import History, explain_line
from engine.record import Undo
from engine.ruling import Fact, Finding
from engine.siberia import SIBERIA
from engine.siberia.effects import Effect
from engine.siberia.events import (
    Correct,
    Discover,
    Event,
    Investor,
    Logistics,
    Manager,
    Mine,
    Move,
    Pass,
    Place,
    Research,
    Worker,
)
from engine.siberia.explain_actions import may_mine, prospects
from engine.siberia.material import RESOURCES
from engine.siberia.state import State
from seeds.catalogue import rules
from seeds.siberia import FOLDER
from tests.engine.siberia.playing import START, action, after, laid_out, new_game, playout
from tests.engine.siberia.test_refusals import REFUSERS, ROWS
from tests.engine.siberia.test_rulings import SEVEN, last_region
from tests.engine.siberia.test_whole_games import any_correction, start
from tests.sampled import one_in

TWO = ("gas.worker", "gas.salesman")


def consequences(state: State, event: Event) -> dict[str, Finding]:
    """Give what follows from a legal event, by rule; of several of a rule the first."""
    ruling = SIBERIA.explain(state, event)
    assert ruling.holds, ruling
    return {one.rule: one for one in reversed(ruling.consequences)}


def facts(finding: Finding) -> dict[str, Fact]:
    return dict(finding.facts)


def cited(findings: Sequence[Finding]) -> Iterator[str]:
    for finding in findings:
        yield finding.rule
        yield from cited(finding.children)


def check_explained(state: State, event: Event) -> None:
    ruling, judged = SIBERIA.explain(state, event), SIBERIA.check(state, event)
    assert (ruling.holds, ruling.findings) == (judged.holds, judged.findings)
    assert ruling.holds == all(finding.holds for finding in ruling.findings)
    assert ruling.holds or not ruling.consequences
    assert ruling.holds or ruling.broken in REFUSERS.split()
    assert set(cited(ruling.findings + ruling.consequences)) <= rules(FOLDER).keys()
    near = SIBERIA.nearest(state, event)
    assert len(near) <= 3
    assert ruling.holds <= (not near)
    for one, finding in near:
        assert SIBERIA.check(state, one).holds
        assert finding == next(found for found in judged.findings if not found.holds)


@settings(max_examples=one_in(10))
@given(st.integers(0, 10**9), st.sampled_from(["told", "untold"]))
def test_the_explanation_says_what_the_judge_says(seed: int, markers: str) -> None:
    chance = random.Random(seed)  # noqa: S311 - nobody's secret
    for state, event, _ in itertools.islice(playout(start(seed), seed, markers), 150):
        check_explained(state, event)
        check_explained(state, any_correction(state, chance))
        assert SIBERIA.explain(state, event).consequences


def test_every_refusal_is_explained_with_its_facts() -> None:
    for state, event, rule in ROWS.values():
        check_explained(state, event)
        broken = next(one for one in SIBERIA.check(state, event).findings if not one.holds)
        assert (broken.rule, bool(broken.facts)) == (rule, True)


def test_a_setup_tells_who_begins_and_where_pawns_stand() -> None:
    told = consequences(new_game(), laid_out(first="blue"))
    assert facts(told["I-02"]) == {"player": "blue", "order": ("blue", "green", "red")}
    assert facts(told["I-07"]) == {"region": START, "exchange": "frankfurt", "depot": 4}
    assert facts(told["I-12"])["drawn"] == 6


def test_a_placed_marker_tells_where_else_it_could_go() -> None:
    state = after(new_game(), laid_out())
    told = consequences(state, Place("red", "oil.worker", "research"))
    assert facts(told["I-13"])["possible"] == ("worker", "oil")
    assert not told["I-15"].holds


def test_research_tells_by_which_cause_a_marker_is_void() -> None:
    everywhere = dict.fromkeys(
        ("yana", "lena", "ob", "tobol", "irtysh", "angara", "aldan", "onega"), ("oil",)
    )
    state = action(
        {"research": ("gas.worker", "oil.worker", "gold.worker", "manager")},
        supply={"gas": 0},
        cubes=everywhere,
    )
    ruling = SIBERIA.explain(state, Research("red"))
    uses = [(one.rule, facts(one)) for one in ruling.consequences if "marker" in facts(one)]
    assert [(rule, told["marker"]) for rule, told in uses] == [
        ("I-22", "gas.worker"),
        ("I-22", "oil.worker"),
        ("I-21", "gold.worker"),
        ("I-23", "manager"),
    ]
    assert [uses[0][1]["supply"], uses[1][1]["regions"]] == [0, 0]


def test_a_discovery_tells_which_marker_it_uses() -> None:
    state = after(action({"research": ("gas.worker", "manager")}), Research("red"))
    assert (
        facts(consequences(state, Discover("red", "gas", "lena"))["I-C39"])["marker"]
        == "gas.worker"
    )
    assert (
        facts(consequences(state, Discover("red", "coal", "yana"))["I-23"])["marker"] == "manager"
    )


def test_every_action_tells_what_goes_into_the_bag_and_what_stays() -> None:
    told = consequences(
        action({"worker": ("gas.worker",)}, investments=["worker"]), Worker("red", "depot")
    )
    assert facts(told["I-20"]) == {"action": "worker", "markers": ("gas.worker",), "stays": 1}
    findings = SIBERIA.check(action({"worker": TWO}), Worker("red", "depot")).findings
    (spaces,) = (one for one in findings if one.rule == "I-19")
    assert facts(spaces)["markers"] == TWO[::-1]


def test_i_24_only_the_manager_marker_that_is_no_joker_goes_into_the_bag() -> None:
    state = action({"manager": ("manager", "manager")})
    told = consequences(state, Manager("red", "gas"))
    assert facts(told["I-20"])["markers"] == ("manager",)
    told = consequences(state, Manager("red", None))
    assert facts(told["I-20"])["markers"] == ("manager", "manager")


def test_a_manager_beside_its_investment_is_told_to_be_the_joker_itself() -> None:
    state = action({"manager": ("manager",)}, investments=["manager"])
    assert "I-C18" in consequences(state, Manager("red", "gas"))
    assert "I-C41" in consequences(state, Manager("red", None))


def test_a_walk_tells_its_way_and_the_locked_regions_skipped() -> None:
    state = after(action({"logistics": TWO}, locked=["lena"], cubes={}), Logistics("red"))
    ruling = SIBERIA.explain(state, Move("red", START, "ob"))
    way, skipped, left, *_ = ruling.consequences
    assert facts(way) == {"from": START, "to": "ob", "through": ("yana",), "steps": 2}
    assert (skipped.rule, facts(skipped)) == ("I-35", {"skipped": ("lena",)})
    assert facts(left) == {"left": 1}


def test_an_investment_tells_what_may_come_next() -> None:
    state = action({"investor": TWO}, opened=("gas", "gas", "coal", "oil"))
    ruling = SIBERIA.explain(state, Investor("red", "gas"))
    kinds = next(facts(one)["kinds"] for one in ruling.consequences if "kinds" in facts(one))
    assert isinstance(kinds, tuple)
    assert "gas" not in kinds
    assert {"coal", "manager"} <= set(kinds)


def test_mining_tells_regions_prices_and_what_is_locked() -> None:
    pawns = {"red": ("yana", "ob", "tokyo", "frankfurt"), "blue": ("yana", "tokyo")}
    state = action({"gas": TWO}, pawns=pawns, cubes={"yana": ("gas",), "ob": ("gas", "oil")})
    told = consequences(state, Mine("red", "gas", "tokyo"))
    children = told["I-31"].children
    assert [(one.rule, facts(one)) for one in children] == [
        ("I-31", {"at": "yana", "workers": 1}),
        ("I-31", {"at": "ob", "workers": 1}),
        ("I-32", {"exchange": "frankfurt", "cubes": 2, "price": 1000, "money": 2000}),
        ("I-32", {"exchange": "tokyo", "cubes": 2, "price": 3000, "money": 6000}),
    ]
    assert [one.holds for one in children[2:]] == [False, True]
    locked, blocking = (
        one
        for one in SIBERIA.explain(state, Mine("red", "gas", "tokyo")).consequences
        if one.rule == "I-34"
    )
    assert facts(locked) == {"at": "yana", "home": ("red", "blue")}
    assert facts(blocking) == {"blocking": 7}


def test_the_end_tells_its_condition_since_when_and_why_the_round_goes_on() -> None:
    state = action(told=False, supply={"gas": 0, "coal": 0, "oil": 1})
    state = after(state, Research("red"))
    near = consequences(state, Discover("red", "oil", "lena"))["I-11"]
    assert facts(near) == {"empty": ("gas", "coal", "oil")}
    assert [(one.rule, one.holds) for one in near.children] == [("I-C02", False)]
    state = after(state, Discover("red", "oil", "lena"))._replace(phase="action", passed=(1, 2))
    told = consequences(state, Pass("red"))
    assert facts(told["I-11"]) == {"empty": ("gas", "coal", "oil")}
    (when,) = told["I-11"].children
    assert (when.rule, facts(when)) == ("I-11", {"since": "discover", "player": "red"})
    won = told["I-36"]
    assert facts(won) == {"winners": ("red", "blue", "green")}
    assert [one.rule for one in won.children] == ["I-36", "I-36", "I-36", "I-C05"]


def ended(*events: Event, start: State) -> tuple[Finding, Finding]:
    """Play a game to its end; give which condition ended it, and since when."""
    history: History[State, Event, Effect] = History(SIBERIA, start)
    for event in events:
        history.append(event)
    assert history.state.phase == "over"
    (end,) = (
        one for one in explain_line(history, history.event).consequences if one.rule == "I-11"
    )
    (when,) = end.children
    return end, when


NO_SUPPLY = Correct(supply=(("gold", 0), ("coal", 0), ("oil", 0)), as_turn_of="red")
OTHERS_PASS = (Pass("blue"), Pass("green"))


def test_the_end_names_the_event_and_only_the_condition_that_it_brought() -> None:
    mine = Mine("red", "gas", "tokyo")
    end, when = ended(mine, *OTHERS_PASS, Pass("red"), start=last_region())
    assert facts(end) == {"locked": ("yana", *SEVEN)}
    assert facts(when) == {"since": "mine", "player": "red", "event": 1}

    end, when = ended(NO_SUPPLY, *OTHERS_PASS, mine, Pass("red"), start=last_region())
    assert facts(end) == {"empty": ("coal", "oil", "gold")}, "the eighth region came later"
    assert facts(when) == {"since": "correct", "player": None, "event": 1}


def test_of_events_that_were_taken_back_none_brought_the_end() -> None:
    history: History[State, Event, Effect] = History(SIBERIA, last_region())
    mine, passes = Mine("red", "gas", "tokyo"), (*OTHERS_PASS, Pass("red"))
    for event in (mine, Undo(1), mine, *passes):
        history.append(event)
    end = next(one for one in explain_line(history, 6).consequences if one.rule == "I-11")
    assert facts(end.children[0])["event"] == 3


def test_a_condition_that_a_correction_replaces_by_the_other_is_told_since_then() -> None:
    full = Correct(
        cubes=(("yana", ()),),
        locked=(*SEVEN, "yana"),
        supply=(("gold", 1),),
        as_turn_of="blue",
    )
    end, when = ended(
        NO_SUPPLY, full, Pass("green"), Pass("red"), Pass("blue"), start=last_region()
    )
    assert facts(end) == {"locked": ("yana", *SEVEN)}
    assert facts(when)["event"] == 2


def test_i_c02_at_once_the_eighth_region_is_the_reason_though_supplies_were_empty_before() -> None:
    state = last_region("at-once")
    state = after(state, Correct(supply=(("gold", 0), ("coal", 0), ("oil", 0)), as_turn_of="red"))
    state = after(state, Pass("blue"), Pass("green"))
    assert state.ending
    told = SIBERIA.explain(state, Mine("red", "gas", "tokyo")).consequences
    (end,) = (one for one in told if one.rule == "I-11")
    assert "since" not in facts(end)
    assert facts(end) == {"locked": ("yana", *SEVEN), "empty": ("coal", "oil", "gold")}
    assert [(one.rule, one.holds) for one in end.children] == [("I-C02", True)]


def test_i_c02_a_correction_that_locks_the_eighth_region_ends_nothing_at_once() -> None:
    correction = Correct((("yana", ()),), locked=(*SEVEN, "yana"))
    end = consequences(last_region("at-once"), correction)["I-11"]
    assert [(one.rule, one.holds) for one in end.children] == [("I-C02", False)]


def test_what_may_be_asked_without_an_event_tells_prices_reach_and_the_end() -> None:
    pawns = {"red": ("yana", "tokyo", "frankfurt")}
    state = action(pawns=pawns, cubes={"yana": ("gas",)}, locked=["lena", "ob"])
    *pays, reach, end = SIBERIA.standing(state)
    assert [facts(one)["sellable"] for one in pays] == [1, 0, 0, 0, 0]
    at_each = [(facts(one).get("exchange"), facts(one).get("money")) for one in pays[0].children]
    assert at_each == [(None, None), ("frankfurt", 1000), ("tokyo", 3000)]
    assert not any(one.children for one in pays[1:])
    reached = ("tobol", "irtysh", "angara", START)
    assert facts(reach) == {"player": "red", "from": "yana", "steps": 3, "reached": reached}
    assert (end.rule, facts(end)) == ("I-11", {"to_lock": 6, "to_empty": 3})


def test_while_nobody_is_to_play_it_is_told_of_all_and_an_end_in_sight_as_such() -> None:
    state = after(new_game(), laid_out("untold"))
    asked = [facts(one).get("player") for one in SIBERIA.standing(state)]
    assert [*dict.fromkeys(asked)] == ["red", "blue", "green", None]
    ending = after(action(told=False), NO_SUPPLY)
    assert facts([*SIBERIA.standing(ending)][-1]) == {"empty": ("coal", "oil", "gold")}


def test_before_the_setup_and_after_the_end_there_is_nothing_to_ask() -> None:
    over = after(action(told=False), NO_SUPPLY, *OTHERS_PASS, Pass("red"))
    assert over.phase == "over"
    assert [*SIBERIA.standing(new_game()), *SIBERIA.standing(over)] == []


def test_questions_without_an_event() -> None:
    pawns = {"red": ("yana", "ob", "tokyo", "frankfurt")}
    state = action(pawns=pawns)
    gas, *_ = prospects(state, "red")
    assert [facts(one)["money"] for one in gas.children if one.rule == "I-32"] == [2000, 6000]
    assert may_mine(state, "red") == ()
    assert may_mine(action({"gas": ("gas.worker",) * 2}), "red") == ("gas",)
    assert may_mine(action(told=False), "red") == RESOURCES
