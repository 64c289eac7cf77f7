"""Scoring explained: every count, comparison, award and tie-break, as the examples tell them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ruling import Fact, Finding
from engine.sumeria import SUMERIA
from engine.sumeria.effects import Awarded, Controlled, Discarded, Finished, NextFirst, Rotated
from engine.sumeria.events import Claim, Draw, Score
from engine.sumeria.state import State
from tests.engine.sumeria.playing import DEAL, ROW, after, new_game, playout, presence, scored

SEEDS = st.integers(0, 10**9)


def facts(finding: Finding) -> Mapping[str, Fact]:
    return dict(finding.facts)


def consequences(state: State, event: Score | Claim | Draw) -> tuple[Finding, ...]:
    ruling = SUMERIA.explain(state, event)
    assert ruling.holds, ruling
    return ruling.consequences


def one(findings: Sequence[Finding], rule: str) -> Finding:
    (found,) = (finding for finding in findings if finding.rule == rule)
    return found


def held(state: State, rank: int = 1) -> Finding:
    return [each for each in consequences(state, Score()) if each.rule == "S-26"][rank - 1]


def steps(finding: Finding, place: str) -> list[tuple[Fact, Fact]]:
    """List the steps of a tie for a place: what was compared, and who was left."""
    compared = next(child for child in finding.children if facts(child).get("place") == place)
    return [(facts(step)["step"], facts(step)["left"]) for step in compared.children]


E3 = {"u.city": "a", "u.village-1": "a", "u.town-1": "b", "u.town-2": "b"}
E3 |= {"u.town-3": "c", "u.village-2": "c"}
E4 = {"u.town-1": "b", "u.village-1": "b", "u.town-2": "c", "u.village-2": "c", "u.city": "d"}


def test_merchants_are_counted_by_kind_of_location_and_player() -> None:
    counts = [facts(child) for child in held(scored(E3)).children if "merchants" in facts(child)]
    assert counts == [
        {"player": "a", "merchants": 2, "city": 1, "towns": 0, "villages": 1},
        {"player": "b", "merchants": 2, "city": 0, "towns": 2, "villages": 0},
        {"player": "c", "merchants": 2, "city": 0, "towns": 1, "villages": 1},
    ]


def test_e3_the_city_decides_control_and_towns_decide_who_is_second() -> None:
    finding = held(scored(E3))
    assert facts(finding)["controller"] == "a"
    assert facts(finding)["runner_up"] == "b"
    assert steps(finding, "controller") == [("city", ("a",))]
    assert steps(finding, "runner-up") == [("city", ("b", "c")), ("towns", ("b",))]


def test_e4_the_order_of_play_decides_when_city_and_towns_do_not() -> None:
    finding = held(scored(E4, players="abcd"))
    expected: list[tuple[Fact, Fact]] = [
        ("city", ("b", "c")),
        ("towns", ("b", "c")),
        ("order", ("b",)),
    ]
    assert steps(finding, "controller") == expected
    assert facts(finding)["runner_up"] == "c"


def test_a_claim_by_who_lost_the_tie_is_refused_with_the_steps_that_decided() -> None:
    claiming = after(scored(E3), Score())
    ruling = SUMERIA.explain(claiming, Claim("b", "u", ("economy", "economy")))
    tie = one(ruling.findings, "S-28")
    assert not tie.holds
    assert [(facts(step)["step"], facts(step)["left"]) for step in tie.children] == [
        ("city", ("a",)),
    ]


def test_a_step_holds_when_it_decides_and_a_count_when_there_is_any() -> None:
    finding = held(scored(E4 | {"v.city": "a"}, players="abcd"))
    *counts, controller, runner_up = finding.children
    assert [one.holds for one in counts] == [False, True, True, True]  # a stands elsewhere
    assert [step.holds for step in controller.children] == [False, False, True]
    assert not controller.holds  # it took steps
    assert runner_up.holds  # c alone has two of those left
    assert [one.holds for one in held(scored(E3)).children[-1].children] == [False, True]
    towns = held(scored(E3)).children[-1].children[1]
    assert [(facts(one)["player"], one.holds) for one in towns.children] == [
        ("b", True),
        ("c", False),
    ]


def test_without_a_tie_no_step_is_taken() -> None:
    finding = held(scored(presence("u", a=2, b=1)))
    assert steps(finding, "controller") == steps(finding, "runner-up") == []


def test_nobody_there_nobody_holds_it_and_the_tiles_are_discarded() -> None:
    found = consequences(scored({}), Score())
    assert [facts(each)["controller"] for each in found[:3]] == [None, None, None]
    discarded = [facts(each) for each in found if each.rule == "S-32"]
    assert [each["tiles"] for each in discarded] == [DEAL[:3], DEAL[3:5], DEAL[5:]]


def test_the_claim_that_is_awaited_is_named_with_its_tiles() -> None:
    awaited = consequences(scored(presence("u", a=2, b=1)), Score())[-1]
    assert awaited.rule == "S-C37"
    expected = {"player": "a", "rank": 1, "city_state": "u", "number": 2, "tiles": DEAL[:3]}
    assert facts(awaited) == expected


def test_the_controller_s_and_the_runner_up_s_share_are_told_apart() -> None:
    claiming = after(scored(presence("u", a=2, b=1)), Score())
    shares = [
        (facts(each)["player"], facts(each)["share"], facts(each)["tiles"])
        for each in consequences(claiming, Claim("a", "u", ("economy", "economy")))
        if each.rule == "S-29"
    ]
    assert shares == [
        ("a", "controller", ("economy", "economy")),
        ("b", "runner-up", ("military",)),
    ]


def test_e5_who_is_alone_leaves_the_rest_out_of_the_game() -> None:
    claiming = after(scored(presence("u", c=1)), Score())
    rest = one(consequences(claiming, Claim("c", "u", ("economy", "economy"))), "S-33")
    assert facts(rest)["tiles"] == ("military",)
    assert [child.rule for child in rest.children] == ["S-C17"]


E6 = presence("u", a=1, b=1, c=1, d=2) | presence("v", c=1) | presence("w", a=1, b=1)
E6 |= presence("x", a=1, b=1) | presence("y", b=1, c=1, d=1)


def opener(
    stands: Mapping[str, str],
    players: str = "abcd",
    rulings: Mapping[str, str | int] | None = None,
) -> Finding:
    """End a dynasty by claiming whatever can be claimed, and find who opens the next."""
    state = after(scored(stands, players=players, rulings=rulings), Score())
    while len(SUMERIA.legal_events(state)) > 1 or state.phase == "claim":
        event = SUMERIA.legal_events(state)[0]
        assert isinstance(event, Claim)
        found = consequences(state, event)
        state = after(state, event)
    return next(each for each in found if each.rule in ("S-36", "S-37", "S-C12"))


def test_e6_the_chain_of_comparisons_rank_by_rank() -> None:
    finding = opener(E6)
    assert finding.rule == "S-37"
    assert facts(finding) == {"player": "b", "fewest": "a"}
    chain = [facts(step) for step in finding.children if step.rule in ("S-36", "S-37")]
    assert [(step["rank"], step["among"], step["least"], step["left"]) for step in chain] == [
        (1, ("a", "b", "c", "d"), 1, ("a", "b", "c")),
        (2, ("a", "b", "c"), 0, ("a", "b")),
        (3, ("a", "b"), 1, ("a", "b")),
        (4, ("a", "b"), 1, ("a", "b")),
        (5, ("a", "b"), 0, ("a",)),
    ]
    assert [step.holds for step in finding.children][:5] == [False, False, False, False, True]
    last = [(*facts(one).values(), one.holds) for one in finding.children[4].children]
    assert last == [("a", 0, True), ("b", 1, False)]


def test_a_chain_that_never_ends_is_ended_by_the_house_rule() -> None:
    finding = opener(presence("u", a=1, b=1, c=1), players="abc")
    assert finding.rule == "S-C12"
    ended = one(finding.children, "S-C12")
    assert facts(ended)["tied"] == ("a", "b", "c")
    assert facts(ended)["player"] == facts(finding)["fewest"] == "c"


@pytest.mark.parametrize(("option", "player"), [("left-of-fewest", "b"), ("fewest", "a")])
def test_who_opens_is_told_with_the_option_that_is_played(option: str, player: str) -> None:
    seated = one(opener(E6, rulings={"first_player": option}).children, "S-C01")
    expected = {"first_player": option, "fewest": "a", "player": player}
    assert facts(seated) == expected | {"players": ("a", "b", "c", "d")}


def test_e7_the_ranking_before_and_after_it_is_rotated() -> None:
    rotated = one(consequences(scored({}), Score()), "S-38")
    assert facts(rotated)["old_ranking"] == ROW
    assert facts(rotated)["ranking"] == ("x", "y", "z", "p", "q", "w", "v", "u")


def test_a_new_dynasty_is_told_with_its_tiles_and_order() -> None:
    drawing = after(scored({}), Score())
    found = consequences(drawing, Draw(DEAL))
    assert facts(one(found, "S-34")) == {"dynasty": 2, "turn": 1}
    laid = [facts(child)["tiles"] for child in one(found, "S-35").children]
    assert laid == [DEAL[:3], DEAL[3:5], DEAL[5:]]
    assert facts(one(found, "S-14"))["to_play"] == SUMERIA.to_json(drawing)["order"][0]


def result(
    tiles: Sequence[tuple[int, ...]], rulings: Mapping[str, str | int] | None = None
) -> Finding:
    """End the sixth dynasty with these tiles won, nobody standing where it is scored."""
    last = replace(scored({}, rulings=rulings, dynasty=6), tiles=tuple(tiles))
    return one(consequences(last, Score()), "S-42")


LEAFLET = ((4, 2, 4, 5), (3, 2, 5, 1), (2, 5, 0, 3))


def test_the_worked_final_score_kind_by_kind() -> None:
    players = [child for child in result(LEAFLET).children if child.rule == "S-41"]
    assert [facts(child)["points"] for child in players] == [38, 25, 24]
    assert [facts(kind)["points"] for kind in players[0].children] == [10, 3, 10, 15]
    assert [kind.holds for kind in players[2].children] == [True, True, False, True]  # no politics


def compared(finding: Finding) -> list[tuple[str, Fact, Fact]]:
    found = [(child, facts(child)) for child in finding.children]
    return [(child.rule, each["step"], each["left"]) for child, each in found if "step" in each]


E8 = ((4, 3, 0, 0), (4, 2, 2, 0), (0, 0, 0, 0))


def test_e8_a_tie_that_the_leaflets_leave_shared() -> None:
    finding = result(E8)
    assert not finding.holds
    assert facts(finding)["winners"] == ("a", "b")
    assert compared(finding) == [
        ("S-42", "points", ("a", "b")),
        ("S-42", "longest", ("a", "b")),
    ]


def test_e8_the_same_tie_broken_by_the_next_longest() -> None:
    finding = result(E8, {"final_tie": "next-longest"})
    assert facts(finding)["winners"] == ("a",)
    assert compared(finding)[-1] == ("S-C10", "next-longest", ("a",))


def test_e8_the_longest_set_decides() -> None:
    finding = result(((3, 0, 0, 0), (2, 2, 0, 0), (0, 0, 0, 0)))
    assert compared(finding)[-1] == ("S-42", "longest", ("a",))


def test_one_tile_worth_two_is_named() -> None:
    finding = result(LEAFLET, {"one_tile_points": 2})
    points = one([child for child in finding.children if facts(child).get("player") == "b"], "S-41")
    assert points.children[-1].rule == "S-C03"
    assert facts(points)["points"] == 26


def told(findings: Sequence[Finding]) -> Iterator[tuple[str, tuple[Fact, ...]]]:
    """List what the findings say happened, in order, by the facts that an effect has too."""
    names = {
        "S-26": ("rank", "city_state", "controller", "runner_up"),
        "S-29": ("player", "city_state", "tiles"),
        "S-30": ("player", "city_state", "tiles"),
        "S-31": ("player", "city_state", "tiles"),
        "S-32": ("city_state", "tiles"),
        "S-33": ("city_state", "tiles"),
        "S-38": ("ranking",),
        "S-42": ("winners",),
    } | dict.fromkeys(("S-36", "S-37", "S-C12"), ("player", "fewest"))
    for finding in findings:
        if finding.rule in names:
            yield finding.rule, tuple(facts(finding)[name] for name in names[finding.rule])


@settings(max_examples=10)
@given(SEEDS, st.sampled_from(["abc", "abcd"]), st.sampled_from(["left-of-fewest", "fewest"]))
def test_the_steps_lead_to_what_happens(seed: int, players: str, first_player: str) -> None:
    start = new_game(players, rulings={"first_player": first_player})
    for state, event, done in playout(start, seed):
        if not isinstance(event, Score | Claim):
            continue
        happened: list[tuple[str, tuple[Fact, ...]]] = []
        for effect in done.effects:
            match effect:
                case Controlled(rank, city_state, controller, _, runner_up, _):
                    happened.append(("S-26", (rank, city_state, controller, runner_up)))
                case Awarded(rule, player, city_state, tiles):
                    happened.append((rule, (player, city_state, tiles)))
                case Discarded(rule, city_state, tiles):
                    happened.append((rule, (city_state, tiles)))
                case NextFirst(rule, player, fewest, _):
                    happened.append((rule, (player, fewest)))
                case Rotated(ranking):
                    happened.append(("S-38", (ranking,)))
                case Finished(winners):
                    happened.append(("S-42", (winners,)))
        assert list(told(consequences(state, event))) == happened
