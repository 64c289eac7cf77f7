"""How long it is waited before the table is asked."""

import pytest

from companion.tracking.belief import Verdict
from companion.tracking.patience import DOUBTED, LASTING, SLOWER, Patience

READINGS = 2
ODD = {3: "red"}


def asked_after(
    patience: Patience,
    verdict: Verdict,
    *,
    hand: bool = False,
    early: bool = False,
    idle: bool = False,
) -> int:
    """Count the readings, all alike, until the table is asked."""
    for times in range(1, 1000):
        if patience.is_out(verdict, 7, ODD, hand=hand, early=early, idle=idle):
            return times
    raise AssertionError(verdict)


@pytest.fixture
def patience() -> Patience:
    return Patience(READINGS, live=True)


def test_what_no_reading_will_tell_is_asked_soon(patience: Patience) -> None:
    assert asked_after(patience, Verdict.ASK) == READINGS


@pytest.mark.parametrize("verdict", [Verdict.WAIT, Verdict.HOLD])
def test_what_may_yet_be_told_is_asked_later(patience: Patience, verdict: Verdict) -> None:
    assert asked_after(patience, verdict) == DOUBTED * READINGS


def test_in_still_pictures_nothing_may_come_that_confirms_what_is_held() -> None:
    assert asked_after(Patience(READINGS, live=False), Verdict.HOLD) == READINGS


def test_under_a_hand_and_in_a_slow_opening_it_is_waited_longest(patience: Patience) -> None:
    assert asked_after(patience, Verdict.ASK, hand=True) == LASTING * READINGS
    assert asked_after(patience, Verdict.ASK, early=True) == SLOWER * READINGS


def test_what_looks_odd_while_nobody_is_to_play_is_asked_later(patience: Patience) -> None:
    assert asked_after(patience, Verdict.ASK, idle=True) == LASTING * READINGS


def test_a_doubt_is_counted_though_hands_come_between(patience: Patience) -> None:
    for _ in range(DOUBTED * READINGS - 1):
        assert not patience.is_out(Verdict.WAIT, 7, ODD, hand=False, early=False)
        patience.moved()
    assert patience.is_out(Verdict.WAIT, 7, ODD, hand=False, early=False)


def test_with_the_next_event_and_with_an_answer_all_begins_anew(patience: Patience) -> None:
    for _ in range(DOUBTED * READINGS - 1):
        patience.is_out(Verdict.WAIT, 7, ODD, hand=False, early=False)
    assert not patience.is_out(Verdict.WAIT, 8, ODD, hand=False, early=False)
    patience.settled()
    assert asked_after(patience, Verdict.WAIT) == DOUBTED * READINGS


def test_a_row_that_may_come_right_by_itself_is_reminded_of_later(patience: Patience) -> None:
    shown = [patience.is_out_with_row(("kish",), slower=False) for _ in range(READINGS)]
    assert shown == [False, True]
    patience.row_is_right()
    shown = [patience.is_out_with_row(("kish",), slower=True) for _ in range(LASTING * READINGS)]
    assert shown == [False] * (LASTING * READINGS - 1) + [True]
