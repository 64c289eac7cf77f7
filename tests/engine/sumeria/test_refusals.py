"""The table "Which rule refuses what": each row, and that a refused event changes nothing."""

from dataclasses import replace

import pytest

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
from tests.engine.sumeria.playing import (
    DEAL,
    LOCATIONS,
    ROW,
    action,
    after,
    board_with,
    new_game,
    presence,
    refused,
    scored,
    set_up,
)

PLACING = after(set_up(), Place("a", "u.city"))
ACTION = action({"u.city": "a", "u.town-1": "b", "v.city": "a", "w.city": "c"})
NO_SUPPLY = action(dict.fromkeys(LOCATIONS[:14], "a"))
SCORING = scored(presence("u", a=2, b=1) | presence("v", b=1, c=1))
CLAIMING = after(SCORING, Score())
TIED = after(scored({"u.city": "c", "u.town-1": "b", "u.village-1": "a", "v.city": "a"}), Score())
SECOND_CLAIM = after(CLAIMING, Claim("a", "u", ("economy", "military")))
DRAWING = after(scored({}), Score())
OVER = after(scored({}, dynasty=6), Score())

EVENTS: tuple[Event, ...] = (
    Setup("a", ROW, DEAL),
    Place("a", "q.city"),
    Add("a", "q.city"),
    Move("a", "u.city", "q.city"),
    Remove("a", "u.city"),
    Score(),
    Claim("a", "u", ("economy", "military")),
    Draw(DEAL),
    Correct(()),
)

ROUTES = board_with(
    ("u.village-1", "u.village-2", "u.village-3"),
    ("u.town-1", "v.town-1", "v.town-2"),
    ("v.town-1", "v.town-3"),
    ("x.city", "x.town-1"),
)
TRAVELLERS = {"u.village-1": "a", "u.town-1": "a", "v.town-1": "b", "x.city": "b"}
TRAVELLING = action(TRAVELLERS, on=ROUTES)
RING = board_with(("u.city", "u.town-1", "u.town-2", "u.city"))
LOOP = action({"u.city": "a", "u.town-1": "b", "u.town-2": "b"}, on=RING)

Row = tuple[State, Event, str]

AT_WORK: dict[str, Row] = {
    "ranking with one city-state twice": (new_game(), Setup("a", (*ROW[1:], "v"), DEAL), "S-06"),
    "tiles not possible at setup": (new_game(), Setup("a", ROW, DEAL[:4]), "S-08"),
    "ten of nine tiles later": (replace(DRAWING, bag=(1, 9, 9, 9)), Draw(DEAL), "S-35"),
    "placement by the wrong player": (PLACING, Place("a", "v.city"), "S-11"),
    "placement on an occupied location": (PLACING, Place("b", "u.city"), "S-11"),
    "one placement too many": (ACTION, Place("a", "q.city"), "S-12"),
    "add out of turn": (ACTION, Add("b", "q.city"), "S-14"),
    "move out of turn": (ACTION, Move("b", "u.town-1", "u.town-2"), "S-14"),
    "remove out of turn": (ACTION, Remove("c", "w.city"), "S-14"),
    "add in the placement": (PLACING, Add("b", "q.city"), "S-26"),
    "add when all turns are played": (SCORING, Add("a", "q.city"), "S-26"),
    "remove while tiles are claimed": (CLAIMING, Remove("a", "u.village-3"), "S-26"),
    "move before the draw": (DRAWING, Move("a", "u.city", "u.town-1"), "S-26"),
    "score too early": (ACTION, Score(), "S-26"),
    "score twice": (CLAIMING, Score(), "S-26"),
    "claim before the score": (SCORING, Claim("a", "u", ("economy", "military")), "S-26"),
    "draw before the claims": (CLAIMING, Draw(DEAL), "S-26"),
    "draw in the middle of a dynasty": (ACTION, Draw(DEAL), "S-26"),
    "setup twice": (PLACING, Setup("a", ROW, DEAL), "S-26"),
    "placement before the setup": (new_game(), Place("a", "u.city"), "S-26"),
    "add to an occupied location": (ACTION, Add("a", "w.city"), "S-16"),
    "add with an empty supply": (NO_SUPPLY, Add("a", "q.city"), "S-18"),
    "remove of another's merchant": (ACTION, Remove("a", "w.city"), "S-15"),
    "remove from an empty location": (ACTION, Remove("a", "q.city"), "S-15"),
    "move of another's merchant": (ACTION, Move("a", "w.city", "w.town-1"), "S-15"),
    "move from an empty location": (ACTION, Move("a", "q.city", "q.town-1"), "S-15"),
    "move past an empty location": (TRAVELLING, Move("a", "u.village-1", "u.village-3"), "S-20"),
    "move along no stretch": (TRAVELLING, Move("a", "u.village-1", "x.town-1"), "S-19"),
    "move leaving its route at a town": (TRAVELLING, Move("a", "u.town-1", "v.town-3"), "S-21"),
    "move that ends where it began": (ACTION, Move("a", "u.city", "u.city"), "S-C25"),
    "move round a loop to its start": (LOOP, Move("a", "u.city", "u.city"), "S-C25"),
    "move onto an occupied location": (ACTION, Move("a", "u.city", "u.town-1"), "S-20"),
    "claim by the runner-up": (CLAIMING, Claim("b", "u", ("economy", "military")), "S-27"),
    "claim by who lost the tie": (TIED, Claim("b", "u", ("economy", "military")), "S-28"),
    "claim of one tile at rank 1": (CLAIMING, Claim("a", "u", ("economy",)), "S-29"),
    "claim of three tiles at rank 1": (CLAIMING, Claim("a", "u", DEAL[:3]), "S-29"),
    "claim of tiles not there at rank 1": (CLAIMING, Claim("a", "u", ("religion",) * 2), "S-29"),
    "claim of two tiles at rank 2": (SECOND_CLAIM, Claim("b", "v", DEAL[3:5]), "S-30"),
    "claim of a tile not there at rank 2": (SECOND_CLAIM, Claim("b", "v", ("economy",)), "S-30"),
    "claim of a city-state not next": (CLAIMING, Claim("b", "v", ("politics",)), "S-26"),
    "claim of a city-state already claimed": (
        SECOND_CLAIM,
        Claim("a", "u", ("economy", "military")),
        "S-26",
    ),
}
AFTER_THE_END: dict[str, Row] = {
    f"{event.verb} after the end": (OVER, event, "S-40") for event in EVENTS
}
ROWS = AT_WORK | AFTER_THE_END


@pytest.mark.parametrize("rows", [AT_WORK, AFTER_THE_END], ids=["at work", "after the end"])
def test_the_first_rule_is_named_and_the_event_not_played(rows: dict[str, Row]) -> None:
    for cause, (state, event, rule) in rows.items():
        ruling = SUMERIA.check(state, event)
        assert not ruling.holds, cause
        assert ruling.broken == rule, cause
        before = SUMERIA.to_json(state)
        with pytest.raises(ValueError, match=rule):
            SUMERIA.apply(state, event)
        assert SUMERIA.to_json(state) == before, cause
        assert event not in SUMERIA.legal_events(state), cause


UNKNOWN: tuple[tuple[State, Event, str], ...] = (
    (PLACING, Place("b", "ur.city"), "S-02"),
    (ACTION, Add("a", "ur.city"), "S-02"),
    (ACTION, Remove("a", "ur.city"), "S-02"),
    (ACTION, Move("a", "ur.city", "u.town-2"), "S-02"),
    (ACTION, Move("a", "u.city", "ur.city"), "S-02"),
    (ACTION, Add("d", "q.city"), "S-14"),
    (PLACING, Place("d", "q.city"), "S-11"),
    (CLAIMING, Claim("d", "u", ("economy", "military")), "S-27"),
    (CLAIMING, Claim("a", "ur", ("economy", "military")), "S-26"),
    (CLAIMING, Claim("a", "u", ("economy", "trade")), "S-29"),
    (DRAWING, Draw((*DEAL[:5], "trade")), "S-35"),
    (ACTION, Correct((("ur.city", "a"),)), "S-02"),
    (ACTION, Correct((("q.city", "d"),)), "S-04"),
)


@pytest.mark.parametrize(("state", "event", "rule"), UNKNOWN)
def test_what_does_not_exist_is_refused_like_anything_else(
    state: State, event: Event, rule: str
) -> None:
    assert refused(state, event) == rule
    with pytest.raises(ValueError, match=rule):
        SUMERIA.apply(state, event)


def test_a_move_that_two_mistakes_could_explain_names_that_of_the_shorter_way() -> None:
    fork = ("u.village-1", "u.town-1", "u.village-2"), ("u.town-1", "u.village-3")
    round_about = ("u.village-1", "u.town-2", "u.town-3", "u.village-3")
    state = action({"u.village-1": "a", "u.town-1": "b"}, on=board_with(*fork, round_about))
    assert refused(state, Move("a", "u.village-1", "u.village-3")) == "S-21"
    straight = ("u.village-1", "u.town-2", "u.village-3")
    long_fork = ("u.village-1", "u.town-1", "u.city", "u.village-2"), ("u.town-1", "u.town-3")
    after_fork = ("u.town-3", "u.village-3")
    others = {"u.town-1": "b", "u.town-3": "b"}
    board = board_with(straight, *long_fork, after_fork)
    state = action({"u.village-1": "a", **others}, on=board)
    assert refused(state, Move("a", "u.village-1", "u.village-3")) == "S-20"


def test_an_accepted_event_names_the_rules_that_allow_it() -> None:
    ruling = SUMERIA.check(ACTION, Move("a", "u.city", "u.town-2"))
    assert ruling.holds
    assert ruling.broken is None
    consulted = {finding.rule: dict(finding.facts) for finding in ruling.findings}
    assert {"S-14", "S-15", "S-19", "S-20", "S-21", "S-26"} <= set(consulted)
    assert consulted["S-20"]["passed"] == ("u.town-1",)


def test_a_refusal_carries_its_facts() -> None:
    findings = SUMERIA.check(NO_SUPPLY, Add("a", "q.city")).findings
    facts = [dict(finding.facts) for finding in findings if not finding.holds]
    assert facts == [{"player": "a", "supply": 0}]


def test_further_findings_follow_the_first_refusal() -> None:
    findings = SUMERIA.check(ACTION, Add("b", "w.city")).findings
    assert [one.rule for one in findings if not one.holds] == ["S-14", "S-16"]
