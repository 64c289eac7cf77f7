"""So many readings in a row must say the same before it is written, or asked."""

from typing import Any

import pytest

from engine.sumeria import SUMERIA
from tests.companion.tracking.watching import ADD, MOVE, THREE_PLAY, Watched, record, with_change


@pytest.fixture
def table() -> Watched:
    return Watched(THREE_PLAY)


def looks(table: Watched, change: dict[str, str | None], **otherwise: Any) -> list[dict[str, Any]]:  # noqa: ANN401
    """Show the table as it stands but for a change that the rules know nothing of."""
    return table.look(view=with_change(SUMERIA.expected(table.state), change), **otherwise)


def test_so_many_settled_readings_in_a_row_must_agree() -> None:
    table = Watched(THREE_PLAY, agree=3)
    table.play(ADD)
    assert [table.look(), table.look()] == [[], []]
    assert table.look() == record(ADD)


def test_a_hand_between_begins_the_count_anew() -> None:
    table = Watched(THREE_PLAY, agree=2)
    table.play(ADD)
    shown = [table.look(), table.look(hand=True), table.look()]
    assert shown == [[], [], []]
    assert table.look() == record(ADD)


def test_an_undecided_reading_between_begins_the_count_anew() -> None:
    table = Watched(THREE_PLAY, agree=2)
    table.play(MOVE)
    assert [table.look(), table.look(doubts={"kish.city": {}}), table.look()] == [[], [], []]
    assert table.look() == record(MOVE)


def test_readings_that_disagree_write_nothing() -> None:
    table = Watched(THREE_PLAY, agree=2)
    for _ in range(3):
        assert looks(table, {"adab.town-2": "red"}) == []
        assert looks(table, {"adab.town-1": "red"}) == []


def test_a_note_waits_for_agreement_too() -> None:
    table = Watched(THREE_PLAY, agree=2)
    assert looks(table, {"adab.town-2": "blue"}) == []
    assert [line["note"] for line in looks(table, {"adab.town-2": "blue"})] == ["unexplained"]


def test_a_question_is_not_asked_again_because_the_eye_hesitates() -> None:
    table = Watched(THREE_PLAY)
    wrong: dict[str, str | None] = {"nippur.city": None}
    assert len(looks(table, wrong)) == 1
    hesitant = {"nippur.city": {None: 0.0, "blue": -2.0, "red": -9.0, "yellow": -9.0}}
    for _ in range(3):
        assert table.look(doubts=hesitant) == []
        assert table.look(hidden=["nippur.city"]) == []
        assert looks(table, wrong) == []
    assert table.look() == []
    assert len(looks(table, wrong)) == 1
