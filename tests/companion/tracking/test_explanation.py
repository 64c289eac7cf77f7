"""The most probable legal explanation of a board, with all that come close."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import pytest

from companion.tracking.evidence import FURTHER, MARGIN, Evidence
from companion.tracking.explanation import COST, Explanation, explain
from companion.tracking.notes import nearest
from engine import board
from engine.sumeria import SUMERIA, Add, Move, Remove
from tests.companion.tracking.watching import (
    GAME,
    LOCATIONS,
    Watched,
    reading_of,
    setting_out,
    standing_at,
    with_change,
)

SCATTERED = partial(
    standing_at,
    red=("kish.city", "uruk.city", "ur.town-1"),
    blue=("nippur.city", "umma.town-1"),
    yellow=("lagash.city", "eridu.village-1"),
)


@pytest.fixture
def table() -> Watched:
    return Watched(SCATTERED)


def evidence_of(
    table: Watched,
    change: Mapping[str, str | None],
    doubts: Mapping[str, Mapping[str | None, float]] | None = None,
) -> Evidence:
    seen = with_change(SUMERIA.expected(table.state), change)
    reading = reading_of(seen, doubts=doubts)
    spots = reading.groups[board.LOCATIONS]
    return Evidence(spots.log_likelihood, spots.classes)


def explained(table: Watched, evidence: Evidence) -> list[Explanation]:
    board = SUMERIA.expected(table.state).singles("locations")
    now = Explanation((), table.state, evidence.score(board), 0.0)
    return explain(GAME, [now], evidence)


def test_evidence_adds_up_over_the_board(table: Watched) -> None:
    row = {None: -1.0, "red": -3.0, "blue": -9.0, "yellow": -9.0}
    evidence = evidence_of(table, {}, {"adab.city": row})
    view = SUMERIA.expected(table.state)
    assert evidence.score(view.singles("locations")) == evidence.most == -1.0
    assert evidence.score(with_change(view, {"adab.city": "red"}).singles("locations")) == -3.0
    both = with_change(view, {"adab.city": "red", "ur.city": "red"})
    assert evidence.score(both.singles("locations")) < -10


def test_only_what_surely_looks_other_is_a_difference(table: Watched) -> None:
    faint = {None: -2.0, "red": 0.0, "blue": -9.0, "yellow": -9.0}
    sure = {None: -4.0, "red": 0.0, "blue": -9.0, "yellow": -9.0}
    doubts = {"adab.city": faint, "adab.town-1": sure}
    evidence = evidence_of(table, {"kish.city": None}, doubts)
    found = evidence.differences(SUMERIA.expected(table.state).singles("locations"))
    assert {LOCATIONS[i]: seen for i, seen in found.items()} == {
        "kish.city": None,
        "adab.town-1": "red",
    }


def test_a_location_of_which_nothing_is_known_differs_from_nothing(table: Watched) -> None:
    evidence = evidence_of(table, {}, {"kish.city": {}, "adab.city": {}})
    assert evidence.differences(SUMERIA.expected(table.state).singles("locations")) == {}


def test_the_explanation_of_an_unchanged_board_is_that_nothing_happened(table: Watched) -> None:
    (only,) = explained(table, evidence_of(table, {}))
    assert only.events == ()


@pytest.mark.parametrize(
    ("change", "events"),
    [
        ({"adab.city": "red"}, (Add("red", "adab.city"),)),
        ({"ur.town-1": None}, (Remove("red", "ur.town-1"),)),
        (
            {"kish.city": None, "kish.village-2": "red"},
            (Move("red", "kish.city", "kish.village-2"),),
        ),
        (
            {"adab.city": "red", "nippur.city": None},
            (Add("red", "adab.city"), Remove("blue", "nippur.city")),
        ),
        (
            {"ur.town-1": "blue"},
            (Remove("red", "ur.town-1"), Add("blue", "ur.town-1")),
        ),
    ],
)
def test_the_best_explanation_comes_first(
    table: Watched, change: dict[str, str | None], events: tuple[Any, ...]
) -> None:
    best, *others = explained(table, evidence_of(table, change))
    assert best.events == events
    assert best.cost == COST + FURTHER * (len(events) - 1)
    assert all(best.score - one.score >= MARGIN for one in others)


def test_an_explanation_carries_the_state_that_it_leads_to(table: Watched) -> None:
    best, *_ = explained(table, evidence_of(table, {"adab.city": "red"}))
    assert best.state == SUMERIA.apply(table.state, Add("red", "adab.city")).state


def test_two_ways_to_the_same_state_are_one_explanation() -> None:
    # Red's two placements in an opening may have been made in either order.
    table = Watched(setting_out)
    change = {"adab.city": "red", "ur.city": "blue", "ur.town-1": "yellow", "adab.town-1": "red"}
    (only,) = explained(table, evidence_of(table, change))
    assert [event.player for event in only.events] == ["red", "blue", "yellow", "red"]


def test_what_is_seen_in_doubt_leaves_two_explanations(table: Watched) -> None:
    # Moved to the village, or added there while kish.city cannot be judged.
    evidence = evidence_of(table, {"kish.village-2": "red"}, {"kish.city": {}})
    found = {one.events: one.score for one in explained(table, evidence)}
    move, add = Move("red", "kish.city", "kish.village-2"), Add("red", "kish.village-2")
    assert abs(found[(move,)] - found[(add,)]) < MARGIN


@pytest.mark.parametrize(
    "change",
    [
        {"adab.city": "blue"},
        {"adab.city": "red", "adab.town-1": "red"},
        {"kish.city": "yellow"},
        {"umma.town-1": None, "umma.town-2": "blue"},
    ],
)
def test_what_the_rules_forbid_has_no_explanation(
    table: Watched, change: dict[str, str | None]
) -> None:
    assert explained(table, evidence_of(table, change)) == []


def test_the_nearest_event_explains_part_of_it(table: Watched) -> None:
    evidence = evidence_of(table, {"adab.city": "red", "adab.town-1": "red"})
    either = Add("red", "adab.city"), Add("red", "adab.town-1")
    assert nearest(GAME, table.state, evidence) in either


def test_there_is_no_nearest_event_when_none_helps(table: Watched) -> None:
    assert nearest(GAME, table.state, evidence_of(table, {"adab.city": "yellow"})) is None


def test_evidence_may_be_strong_without_overflowing(table: Watched) -> None:
    evidence = evidence_of(table, {"adab.city": "red"})
    strong = Evidence(evidence.rows * 1e6, evidence.classes)
    assert np.isfinite(explained(table, strong)[0].score)


@pytest.mark.parametrize(("behind", "shown"), [(-0.5, False), (-2.0, True)])
def test_who_has_come_is_shown_only_where_hardly_anybody_else_may_have(
    table: Watched, behind: float, *, shown: bool
) -> None:
    # Blue must not play, but somebody may have mistaken whose turn it is.
    doubts = {"adab.city": {"red": 0.0, "blue": behind, "yellow": -12.0, None: -12.0}}
    evidence = evidence_of(table, {}, doubts)
    view = SUMERIA.expected(table.state)
    then = with_change(view, {"adab.city": "red"}).singles("locations")
    assert evidence.show(view.singles("locations"), then, MARGIN) is shown
