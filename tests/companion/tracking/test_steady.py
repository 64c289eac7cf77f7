"""What looks no otherwise than before anything happened has not changed."""

import numpy as np
import pytest

from companion.tracking.explanation import MARGIN, Evidence
from companion.tracking.steady import STEADY, Steady

CHOICES = (None, "red", "white")
STANDING = ("white", None)
LASTING = 3
FAINT, EMPTY, UNTOLD = (0.4, -30.0, 0.0), (0.0, -9.0, -9.0), (0.0, 0.0, 0.0)


def seen(*rows: tuple[float, float, float]) -> Evidence:
    return Evidence(np.array(rows), CHOICES)


@pytest.fixture
def steady() -> Steady:
    """Know a white merchant on white print that may as well not be there."""
    known = Steady(LASTING)
    known.learn(seen(FAINT, EMPTY), STANDING, ())
    return known


def test_who_was_in_doubt_before_and_looks_the_same_still_stands_there(steady: Steady) -> None:
    weighed = steady.weigh(seen((0.4 + STEADY / 2, -30.0, 0.0), EMPTY), STANDING)
    assert weighed.possible() == [{"white"}, {None}]
    assert not weighed.differences(STANDING)


@pytest.mark.parametrize("now", [(6.0, -30.0, 0.0), (0.0, -30.0, 6.0), (0.0, 0.4, -30.0), UNTOLD])
def test_what_looks_otherwise_is_left_as_it_is(
    steady: Steady, now: tuple[float, float, float]
) -> None:
    assert steady.weigh(seen(now, EMPTY), STANDING).rows[0].tolist() == list(now)


def test_of_another_who_is_expected_there_nothing_is_known(steady: Steady) -> None:
    weighed = steady.weigh(seen(FAINT, EMPTY), (None, None))
    assert weighed.possible()[0] == {None, "white"}


def test_what_has_just_come_into_doubt_is_not_learnt() -> None:
    steady = Steady(LASTING)
    steady.learn(seen((-9.0, -9.0, 0.0), EMPTY), STANDING, ())
    steady.learn(seen(FAINT, EMPTY), STANDING, {0})
    assert steady.weigh(seen(FAINT, EMPTY), STANDING).possible()[0] == {None, "white"}


def test_another_doubtful_look_is_learnt_only_once_it_has_lasted(steady: Steady) -> None:
    fainter = seen((0.4 + 2 * STEADY, -30.0, 0.0), EMPTY)
    for _ in range(LASTING):
        steady.learn(fainter, STANDING, ())
        assert steady.weigh(fainter, STANDING).possible()[0] == {None, "white"}
    steady.learn(fainter, STANDING, ())
    assert steady.weigh(fainter, STANDING).possible()[0] == {"white"}


def test_it_is_as_sure_as_needs_be_and_no_surer(steady: Steady) -> None:
    row = steady.weigh(seen(FAINT, EMPTY), STANDING).rows[0]
    assert row[2] - row[0] == pytest.approx(MARGIN)
