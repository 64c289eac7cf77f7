"""Refusals tell every rule consulted, and facts that are true: make them true and they vanish."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ruling import Finding
from engine.sumeria import SUMERIA
from engine.sumeria.events import (
    Add,
    Claim,
    Correct,
    Draw,
    Event,
    Move,
    Place,
    Remove,
    Score,
    Setup,
)
from engine.sumeria.state import State
from seeds.catalogue import rules
from seeds.sumeria import FOLDER as SUMERIA_SEEDS
from tests.engine.sumeria.curing import cured
from tests.engine.sumeria.playing import (
    DEAL,
    LOCATIONS,
    ROW,
    action,
    board_with,
    new_game,
    playout,
    random_board,
)
from tests.sampled import one_in

SEEDS = st.integers(0, 10**9)
REFUSERS = {
    *("S-01", "S-06", "S-08", "S-11", "S-12", "S-14", "S-15", "S-16", "S-18", "S-19", "S-20"),
    *("S-21", "S-26", "S-27", "S-28", "S-29", "S-30", "S-35", "S-40", "S-C25"),
}
"""The ids of the table "Which rule refuses what"."""


def any_event(state: State, chance: random.Random) -> Event:
    """Make any event up, seldom a legal one."""
    player = chance.choice(state.setting.players)
    at, to = chance.sample(LOCATIONS, 2)
    own = [one for one in LOCATIONS if state.occupant(LOCATIONS.index(one)) == player] or [at]
    kinds = state.setting.counts.kinds
    lying = [kind for kind in state.influence if kind] or kinds
    tiles = tuple(chance.choice((lying, kinds))[0] for _ in range(chance.randint(1, 3)))
    crowd = dict.fromkeys(chance.sample(LOCATIONS, 8), player)
    events: tuple[Event, ...] = (
        Place(player, at),
        Add(player, at),
        Move(player, chance.choice((chance.choice(own), at)), to),
        Move(player, chance.choice(own), to),
        Remove(player, at),
        Score(),
        Draw((chance.choice(kinds),) * 6),
        Setup(player, ROW, DEAL),
        Correct(tuple(crowd.items()), None, chance.choice((None, player))),
        Claim(player, chance.choice((*state.ranking[:3], "u")), tiles),
    )
    claims = [one for one in events if isinstance(one, Claim | Draw)]
    return chance.choice(claims if state.phase in ("claim", "draw") else events)


def states(seed: int, players: str) -> list[State]:
    """Play a game by chance on a random board, and give its states after the setup."""
    return [step.state for _, _, step in playout(new_game(players, random_board(seed)), seed)]


@settings(max_examples=one_in(5))
@given(SEEDS, st.sampled_from(["abc", "abcd"]))
def test_making_a_missing_fact_true_removes_the_finding(seed: int, players: str) -> None:
    chance = random.Random(seed)  # noqa: S311
    for state in chance.choices(states(seed, players), k=40):
        event = any_event(state, chance)
        for finding in SUMERIA.check(state, event).findings:
            better = None if finding.holds else cured(state, event, finding)
            if better is not None:
                again = SUMERIA.check(better, event).findings
                names = [name for name, _ in finding.facts]
                assert not any(
                    one.rule == finding.rule
                    and not one.holds
                    and [name for name, _ in one.facts] == names
                    for one in again
                ), (finding, again)


@settings(max_examples=one_in(5))
@given(SEEDS, st.sampled_from(["abc", "abcd"]))
def test_the_explanation_says_what_the_judge_says(seed: int, players: str) -> None:
    chance = random.Random(seed)  # noqa: S311
    for state in chance.choices(states(seed, players), k=40):
        event = any_event(state, chance)
        ruling = SUMERIA.explain(state, event)
        judged = SUMERIA.check(state, event)
        assert (ruling.holds, ruling.findings) == (judged.holds, judged.findings)
        assert bool(ruling.consequences) == ruling.holds
        assert ruling.holds == all(finding.holds for finding in ruling.findings)
        assert ruling.holds or ruling.broken in REFUSERS
        assert ruling == SUMERIA.explain(replace(state), event)


def cited(findings: Sequence[Finding]) -> Iterator[str]:
    for finding in findings:
        yield finding.rule
        yield from cited(finding.children)


@settings(max_examples=one_in(10))
@given(SEEDS, st.sampled_from(["abc", "abcd"]))
def test_every_rule_that_is_cited_is_in_the_catalogue(seed: int, players: str) -> None:
    chance = random.Random(seed)  # noqa: S311
    for state, event, _ in playout(new_game(players, random_board(seed)), seed):
        for one in (event, any_event(state, chance)):
            ruling = SUMERIA.explain(state, one)
            assert set(cited(ruling.findings + ruling.consequences)) <= set(rules(SUMERIA_SEEDS))


def broken(state: State, event: Event) -> list[str]:
    return [one.rule for one in SUMERIA.check(state, event).findings if not one.holds]


def test_a_move_with_everything_wrong_names_every_rule() -> None:
    board = board_with(("u.city", "u.town-1", "u.town-2", "u.town-3"))
    state = action({"u.city": "c", "u.town-3": "c"}, on=board)
    assert broken(state, Move("b", "u.city", "u.town-3")) == ["S-14", "S-15", "S-20", "S-20"]


def test_out_of_phase_the_board_is_consulted_still() -> None:
    state = replace(action({"u.city": "c"}), phase="score")
    assert broken(state, Add("b", "u.city")) == ["S-26", "S-16"]
    assert broken(state, Remove("b", "u.city")) == ["S-26", "S-15"]


def test_after_the_end_nothing_else_is_consulted() -> None:
    state = replace(action({"u.city": "c"}), phase="over")
    assert broken(state, Add("b", "u.city")) == ["S-40", "S-26"]


def test_passing_over_names_every_empty_location_on_the_way() -> None:
    board = board_with(("u.city", "u.town-1", "u.town-2", "u.town-3", "v.city"))
    state = action({"u.city": "a", "u.town-2": "b"}, on=board)
    finding = SUMERIA.check(state, Move("a", "u.city", "v.city")).findings[-1]
    facts = dict(finding.facts)
    assert (finding.rule, finding.holds) == ("S-20", False)
    assert facts["at"] == "u.town-1"
    assert facts["empty"] == ("u.town-1", "u.town-3")
    assert facts["passed"] == ("u.town-1", "u.town-2", "u.town-3")


def test_either_of_two_mistakes_that_would_explain_a_move_is_named() -> None:
    fork = ("u.village-1", "u.town-1", "u.village-2"), ("u.town-1", "u.village-3")
    round_about = ("u.village-1", "u.town-2", "u.town-3", "u.village-3")
    state = action({"u.village-1": "a", "u.town-1": "b"}, on=board_with(*fork, round_about))
    way = SUMERIA.check(state, Move("a", "u.village-1", "u.village-3")).findings[-3:]
    assert [(one.rule, one.holds) for one in way] == [
        ("S-19", True),
        ("S-21", False),
        ("S-20", False),
    ]
    assert dict(way[1].facts)["at"] == "u.town-1"
    assert dict(way[2].facts)["empty"] == ("u.town-2", "u.town-3")
