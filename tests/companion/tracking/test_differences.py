"""A difference that may still be there is to be accounted for by any explanation."""

import numpy as np
import pytest

from companion.tracking.evidence import Evidence
from companion.tracking.since import Differences

CHOICES = (None, "red")
EMPTY, RED, FAINT, UNTOLD = (0.0, -9.0), (-9.0, 0.0), (-2.0, 0.0), (0.0, 0.0)
EVENT = 7
LEAST = 2


def seen(row: tuple[float, float]) -> Evidence:
    return Evidence(np.array([row]), CHOICES)


@pytest.fixture
def since() -> Differences:
    """Have seen red for as long as it takes."""
    ends = Differences(LEAST)
    for _ in range(LEAST):
        ends.update(EVENT, {0: "red"})
    return ends


def test_what_may_still_be_there_is_to_be_accounted_for(since: Differences) -> None:
    assert since.left_by([None], seen(FAINT))
    assert not since.left_by(["red"], seen(FAINT))


def test_what_surely_looks_right_or_tells_nothing_needs_no_account(since: Differences) -> None:
    assert not since.left_by([None], seen(EMPTY))
    assert not since.left_by([None], seen(UNTOLD))


def test_a_moments_look_is_none() -> None:
    ends = Differences(LEAST)
    ends.update(EVENT, {0: "red"})
    assert not ends.left_by([None], seen(RED))


def test_with_the_next_event_all_begins_anew(since: Differences) -> None:
    since.update(EVENT + 1, {})
    assert not since.left_by([None], seen(FAINT))


ONE, OTHER = [(0, "red")], [(1, "red")]


def test_what_was_seen_while_another_place_looked_as_before_came_before_it() -> None:
    ends = Differences(LEAST)
    ends.update(EVENT, {0: "red"}, unchanged=[1])
    ends.update(EVENT, {0: "red", 1: "red"})
    assert ends.came_before(ONE, OTHER)
    assert not ends.came_before(OTHER, ONE)


def test_of_places_seen_at_once_or_hidden_meanwhile_none_came_before() -> None:
    at_once, hidden = Differences(LEAST), Differences(LEAST)
    at_once.update(EVENT, {}, unchanged=[0, 1])
    hidden.update(EVENT, {}, unchanged=[0, 1])
    hidden.update(EVENT, {0: "red"})
    for ends in (at_once, hidden):
        ends.update(EVENT, {0: "red", 1: "red"})
        assert not ends.came_before(ONE, OTHER)
        assert not ends.came_before(OTHER, ONE)


def test_a_move_came_before_another_only_once_all_of_it_was_seen() -> None:
    ends = Differences(LEAST)
    ends.update(EVENT, {0: None}, unchanged=[1, 2, 3])
    ends.update(EVENT, {0: None, 1: "red", 2: None, 3: "blue"})
    move, other = [(0, None), (1, "red")], [(2, None), (3, "blue")]
    assert not ends.came_before(move, other)
    assert ends.came_before(move[:1], other)
