"""Which locations have ceased, a moment ago, to look as they surely did."""

import numpy as np
import pytest

from companion.tracking.explanation import Evidence
from companion.tracking.looks import Looks

CHOICES = (None, "red", "blue")
EMPTY, RED, UNTOLD = (0.0, -9.0, -9.0), (-9.0, 0.0, -9.0), (0.0, 0.0, 0.0)
SEEN = np.zeros(2, np.bool_)
FIRST_HIDDEN = np.array([True, False])
STANDING = (None, "red")
LONG = 3


@pytest.fixture
def looks() -> Looks:
    return Looks(LONG)


def rows(*there: tuple[float, float, float]) -> Evidence:
    return Evidence(np.array(there), CHOICES)


def test_what_never_was_sure_has_not_changed(looks: Looks) -> None:
    assert looks.turned(rows(UNTOLD, RED), STANDING, SEEN) == {}


def test_what_was_sure_and_is_in_doubt_has_turned(looks: Looks) -> None:
    assert looks.turned(rows(EMPTY, RED), STANDING, SEEN) == {}
    assert looks.turned(rows(UNTOLD, RED), STANDING, SEEN) == {0: None}
    assert looks.turned(rows(EMPTY, UNTOLD), STANDING, SEEN) == {1: "red"}


def test_what_looks_otherwise_has_turned(looks: Looks) -> None:
    looks.turned(rows(EMPTY, RED), STANDING, SEEN)
    assert looks.turned(rows(RED, EMPTY), STANDING, SEEN) == {0: None, 1: "red"}


def test_a_doubt_that_lasts_has_its_reason_in_the_light(looks: Looks) -> None:
    looks.turned(rows(EMPTY, RED), STANDING, SEEN)
    shown = [looks.turned(rows(UNTOLD, RED), STANDING, SEEN) for _ in range(LONG + 1)]
    assert shown == [{0: None}] * LONG + [{}]


def test_of_what_is_hidden_nothing_is_learnt(looks: Looks) -> None:
    looks.turned(rows(EMPTY, RED), STANDING, SEEN)
    assert looks.turned(rows(UNTOLD, RED), STANDING, FIRST_HIDDEN) == {}
    assert looks.turned(rows(UNTOLD, RED), STANDING, SEEN) == {0: None}


def test_where_somebody_else_is_expected_the_old_look_counts_no_more(looks: Looks) -> None:
    looks.turned(rows(EMPTY, RED), STANDING, SEEN)
    assert looks.turned(rows(UNTOLD, RED), ("blue", "red"), SEEN) == {}
