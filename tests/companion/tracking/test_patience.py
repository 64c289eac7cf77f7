"""How long it is waited before the table is asked."""

import pytest

from companion.tracking.config import DOUBTED, LASTING
from companion.tracking.waiting import Patience

READINGS = 2
DIFFERING = {3: "red"}


def asked_after(patience: Patience, *, waits: bool) -> int:
    """Count the readings, all alike, until the table is asked."""
    for times in range(1, 1000):
        if patience.is_out(7, DIFFERING, waits=waits):
            return times
    raise AssertionError


@pytest.fixture
def patience() -> Patience:
    return Patience(READINGS)


def test_what_no_reading_will_tell_is_asked_soon(patience: Patience) -> None:
    assert asked_after(patience, waits=False) == READINGS


def test_what_may_yet_be_told_is_asked_later(patience: Patience) -> None:
    assert asked_after(patience, waits=True) == DOUBTED * READINGS


def test_a_doubt_is_counted_though_hands_come_between(patience: Patience) -> None:
    for _ in range(DOUBTED * READINGS - 1):
        assert not patience.is_out(7, DIFFERING, waits=True)
        patience.moved()
    assert patience.is_out(7, DIFFERING, waits=True)


def test_with_the_next_event_and_with_an_answer_all_begins_anew(patience: Patience) -> None:
    for _ in range(DOUBTED * READINGS - 1):
        patience.is_out(7, DIFFERING, waits=True)
    assert not patience.is_out(8, DIFFERING, waits=True)
    patience.settled()
    assert asked_after(patience, waits=True) == DOUBTED * READINGS


def test_what_gives_cause_to_wait_is_asked_about_once_it_has_lasted(patience: Patience) -> None:
    shown = [patience.lasts("hand", 7, LASTING) for _ in range(LASTING * READINGS)]
    assert shown == [False] * (LASTING * READINGS - 1) + [True]


def test_a_row_that_may_come_right_by_itself_is_reminded_of_later(patience: Patience) -> None:
    shown = [patience.is_out_with_row(("kish",), slower=False) for _ in range(READINGS)]
    assert shown == [False, True]
    patience.row_is_right()
    shown = [patience.is_out_with_row(("kish",), slower=True) for _ in range(LASTING * READINGS)]
    assert shown == [False] * (LASTING * READINGS - 1) + [True]
