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


ONE, OTHER = [(0, "red")], [(1, "red")]


def test_what_was_seen_while_another_place_looked_as_before_came_before_it() -> None:
    ends = Loose(LEAST)
    ends.watch(EVENT, {0: "red"}, unchanged=[1])
    ends.watch(EVENT, {0: "red", 1: "red"})
    assert ends.came_before(ONE, OTHER)
    assert not ends.came_before(OTHER, ONE)


def test_of_places_seen_at_once_or_hidden_meanwhile_none_came_before() -> None:
    at_once, hidden = Loose(LEAST), Loose(LEAST)
    at_once.watch(EVENT, {}, unchanged=[0, 1])
    hidden.watch(EVENT, {}, unchanged=[0, 1])
    hidden.watch(EVENT, {0: "red"})
    for ends in (at_once, hidden):
        ends.watch(EVENT, {0: "red", 1: "red"})
        assert not ends.came_before(ONE, OTHER)
        assert not ends.came_before(OTHER, ONE)


def test_a_move_came_before_another_only_once_all_of_it_was_seen() -> None:
    ends = Loose(LEAST)
    ends.watch(EVENT, {0: None}, unchanged=[1, 2, 3])
    ends.watch(EVENT, {0: None, 1: "red", 2: None, 3: "blue"})
    move, other = [(0, None), (1, "red")], [(2, None), (3, "blue")]
    assert not ends.came_before(move, other)
    assert ends.came_before(move[:1], other)
