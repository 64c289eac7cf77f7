"""The ranking row: what the rules say of it, and what lies on the table."""

import pytest

from companion.tracking.spots import SpotTracker
from companion.tracking.tracker import Options
from engine.sumeria import SUMERIA
from engine.sumeria.events import Move
from tests.companion.tracking.watching import (
    ADD,
    BOARD,
    REMOVE,
    THREE_PLAY,
    Watched,
    record,
    with_change,
)


@pytest.fixture
def table() -> Watched:
    return Watched(THREE_PLAY)


def test_a_row_that_nobody_swapped_is_noted_once(table: Watched) -> None:
    before = list(table.state.ranking)
    table.play(ADD)
    _, note = table.look(ranking=before)
    assert note == {"note": "ranking", "expected": list(table.state.ranking), "seen": before}
    assert [table.look(ranking=before), table.look(ranking=before)] == [[], []]


def test_another_wrong_row_is_another_note(table: Watched) -> None:
    before = list(table.state.ranking)
    table.play(ADD).look(ranking=before)
    (note,) = table.look(ranking=before[::-1])
    assert note["seen"] == before[::-1]


def test_a_row_that_is_still_wrong_after_the_next_action_is_no_news(table: Watched) -> None:
    before = list(table.state.ranking)
    table.play(ADD).look(ranking=before)
    within = Move("blue", "umma.town-1", "umma.village-1")
    assert table.play(within).look(ranking=before) == record(within)


def test_people_are_reminded_of_it_again_after_the_next_action() -> None:
    table = Watched(THREE_PLAY, answered=True)
    before = list(table.state.ranking)
    table.play(ADD).look(ranking=before)
    within = Move("blue", "umma.town-1", "umma.village-1")
    (note,) = table.play(within).look(ranking=before)[1:]
    assert note == {"note": "ranking", "expected": list(table.state.ranking), "seen": before}
    assert table.look(ranking=before) == []


def test_a_row_once_right_may_be_wrong_again(table: Watched) -> None:
    before = list(table.state.ranking)
    table.play(ADD).look(ranking=before)
    table.look()
    assert [line["note"] for line in table.look(ranking=before)] == ["ranking"]


def test_a_row_that_cannot_be_read_whole_is_not_judged(table: Watched) -> None:
    table.play(ADD).look()
    assert table.look(ranking=[None, *table.state.ranking[:0:-1]]) == []


def test_a_row_out_of_sight_for_a_while_is_no_news_when_it_is_seen_again(table: Watched) -> None:
    before = list(table.state.ranking)
    table.play(ADD).look(ranking=before)
    unreadable = [None, *before[1:]]
    assert [table.look(ranking=row) for row in (unreadable, before)] == [[], []]
    table.look()
    assert [line["note"] for line in table.look(ranking=before)] == ["ranking"]


def test_a_row_is_noted_only_when_enough_readings_agree() -> None:
    table = Watched(THREE_PLAY, agree=2)
    row = list(table.state.ranking)[::-1]
    assert table.look(ranking=row) == []
    assert [line["note"] for line in table.look(ranking=row)] == ["ranking"]


def test_with_patience_people_have_time_to_swap() -> None:
    table = Watched(THREE_PLAY)
    table.tracker = SpotTracker(THREE_PLAY(), BOARD, Options(patience=3))
    before = list(table.state.ranking)
    assert table.play(ADD).look(ranking=before) == record(ADD)
    assert table.look(ranking=before) == []
    (note,) = table.look(ranking=before)
    assert note["note"] == "ranking"


def test_without_taught_tiles_the_row_is_left_alone(table: Watched) -> None:
    assert table.play(ADD).look(taught=False) == record(ADD)


def test_what_was_done_instead_is_noted_while_the_row_lies_as_before(table: Watched) -> None:
    table.play(ADD).look()
    row, line = table.state.ranking, table.tracker.history.event
    instead = with_change(SUMERIA.expected(table.state), {ADD.at: None, REMOVE.origin: None})
    *lines, note = table.look(view=instead)
    assert lines == [{"type": "undo", "to": line}, *record(REMOVE)]
    assert (note["note"], note["seen"]) == ("ranking", list(row))
