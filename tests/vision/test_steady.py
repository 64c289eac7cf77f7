"""What a hand does not hide, where pieces stand so close that no ground shows between them."""

import numpy as np
import pytest

from vision.background import Mask
from vision.squares import Places
from vision.steady import Steady

RADIUS_MM = 10.0
NONE = np.zeros(3, bool)


def row_of(spacing_mm: float) -> Places:
    """Set three places out in a row."""
    centres = np.array([[spacing_mm * number, 0.0] for number in range(3)])
    return Places(centres, np.full(3, 8.0))


@pytest.fixture
def steady() -> Steady:
    """Give a full board that was looked at twice before a hand came."""
    steady = Steady(row_of(20.0), RADIUS_MM)
    steady.look(~NONE, hand=False)
    steady.look(NONE, hand=False)
    return steady


def first() -> Mask:
    return np.array([True, False, False])


def test_what_looks_as_before_the_hand_came_is_seen(steady: Steady) -> None:
    assert steady.look(first(), hand=True).tolist() == [False, True, True]


def test_what_changed_under_a_hand_is_hidden_as_long_as_the_hand_is_there(steady: Steady) -> None:
    steady.look(first(), hand=True)
    assert steady.look(NONE, hand=True).tolist() == [False, True, True]


def test_what_changed_right_before_a_hand_was_noticed_may_be_its_finger(steady: Steady) -> None:
    steady.look(first(), hand=False)
    assert steady.look(NONE, hand=True).tolist() == [False, True, True]


def test_a_table_at_rest_is_as_good_as_another_look(steady: Steady) -> None:
    steady.look(first(), hand=False)
    steady.rest()
    assert steady.look(NONE, hand=True).all()


def test_a_hand_at_rest_goes_on_hiding(steady: Steady) -> None:
    steady.look(first(), hand=True)
    steady.rest()
    assert steady.look(NONE, hand=True).tolist() == [False, True, True]


def test_before_the_table_was_ever_seen_without_a_hand_nothing_is_known() -> None:
    assert not Steady(row_of(20.0), RADIUS_MM).look(NONE, hand=True).any()


def test_where_pieces_stand_apart_the_ground_tells_and_nothing_else() -> None:
    apart = Steady(row_of(60.0), RADIUS_MM)
    apart.look(NONE, hand=False)
    assert not apart.look(NONE, hand=True).any()
