"""What has looked odd and may still be there is a loose end of any explanation without it."""

import numpy as np
import pytest

from companion.tracking.explanation import Evidence
from companion.tracking.loose import Loose

CHOICES = (None, "red")
EMPTY, RED, FAINT, UNTOLD = (0.0, -9.0), (-9.0, 0.0), (-2.0, 0.0), (0.0, 0.0)
EVENT = 7
LEAST = 2


def seen(row: tuple[float, float]) -> Evidence:
    return Evidence(np.array([row]), CHOICES)


@pytest.fixture
def loose() -> Loose:
    """Have seen red for as long as it takes."""
    ends = Loose(LEAST)
    for _ in range(LEAST):
        ends.watch(EVENT, {0: "red"})
    return ends


def test_what_may_still_be_there_is_to_be_accounted_for(loose: Loose) -> None:
    assert loose.left_by([None], seen(FAINT))
    assert not loose.left_by(["red"], seen(FAINT))


def test_what_surely_looks_right_or_tells_nothing_is_no_loose_end(loose: Loose) -> None:
    assert not loose.left_by([None], seen(EMPTY))
    assert not loose.left_by([None], seen(UNTOLD))


def test_a_moments_look_is_none() -> None:
    ends = Loose(LEAST)
    ends.watch(EVENT, {0: "red"})
    assert not ends.left_by([None], seen(RED))


def test_with_the_next_event_all_begins_anew(loose: Loose) -> None:
    loose.watch(EVENT + 1, {})
    assert not loose.left_by([None], seen(FAINT))
