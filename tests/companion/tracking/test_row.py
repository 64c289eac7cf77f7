"""How the ranking row has been laid since the last event."""

import pytest

from companion.tracking.since import Row

RULES = ("kish", "nippur", "umma")
SWAPPED = ("nippur", "kish", "umma")
HALF_SEEN = ("nippur", None, "umma")


@pytest.fixture
def row() -> Row:
    return Row()


def test_a_row_that_lies_as_the_rules_say_tells_nothing(row: Row) -> None:
    for _ in range(3):
        row.update(1, RULES, RULES, differs=False)
    assert (row.relaid, row.anew) == (False, False)


def test_a_row_is_laid_anew_once_it_was_right(row: Row) -> None:
    row.update(1, RULES, RULES, differs=False)
    row.update(1, RULES, SWAPPED, differs=False)
    assert (row.relaid, row.anew) == (True, True)


def test_a_swap_that_was_forgotten_and_is_made_up_for_tells_of_nothing_new(row: Row) -> None:
    row.update(1, RULES, SWAPPED, differs=False)
    assert (row.relaid, row.anew) == (False, False)
    row.update(1, RULES, RULES, differs=False)
    assert (row.relaid, row.anew) == (True, False)


def test_after_something_odd_the_row_may_be_of_what_was_taken_back(row: Row) -> None:
    row.update(1, RULES, RULES, differs=False)
    row.update(1, RULES, SWAPPED, differs=True)
    row.update(1, RULES, SWAPPED, differs=False)
    assert (row.relaid, row.anew) == (True, False)


def test_with_each_event_all_begins_anew(row: Row) -> None:
    row.update(1, RULES, RULES, differs=False)
    row.update(2, RULES, SWAPPED, differs=False)
    assert (row.relaid, row.anew) == (False, False)


@pytest.mark.parametrize("seen", [None, (None, None, None), ("kish", None, None)])
def test_what_cannot_be_read_of_a_row_tells_nothing(
    row: Row, seen: tuple[str | None, ...] | None
) -> None:
    row.update(1, RULES, RULES, differs=False)
    row.update(1, RULES, seen, differs=False)
    assert (row.relaid, row.anew) == (False, False)


def test_one_tile_that_can_be_read_tells_that_the_row_was_relaid(row: Row) -> None:
    row.update(1, RULES, RULES, differs=False)
    row.update(1, RULES, HALF_SEEN, differs=False)
    assert (row.relaid, row.anew) == (True, True)


def test_a_row_of_which_little_is_read_was_not_surely_right(row: Row) -> None:
    row.update(1, RULES, ("kish", None, None), differs=False)
    row.update(1, RULES, SWAPPED, differs=False)
    assert (row.relaid, row.anew) == (True, False)
