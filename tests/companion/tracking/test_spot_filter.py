"""What is believed of a place, from one reading to the next."""

import numpy as np
import pytest

from companion.tracking.evidence import MARGIN, Evidence, Mask
from companion.tracking.spot_filter import STEADY, SpotFilter
from vision.reading import Slots

CLASSES = (None, "red", "white")
LASTING = 3
SEEN = np.zeros(2, np.bool_)
FIRST_HIDDEN = np.array([True, False])

Row = tuple[float, float, float]
EMPTY: Row = (0.0, -9.0, -9.0)
RED: Row = (-9.0, 0.0, -9.0)
WHITE: Row = (-9.0, -9.0, 0.0)
UNTOLD: Row = (0.0, 0.0, 0.0)
FAINT: Row = (0.4, -30.0, 0.0)  # white on white print, that may as well not be there
STANDING = ("white", None)


@pytest.fixture
def spots() -> SpotFilter:
    return SpotFilter(LASTING, 2)


def seen(*rows: Row) -> Evidence:
    return Evidence(np.array(rows), CLASSES)


def update(
    spots: SpotFilter,
    *rows: Row,
    standing: tuple[str | None, str | None] = STANDING,
    hidden: Mask = SEEN,
) -> Evidence:
    return spots.update(seen(*rows), standing, hidden)


def test_who_was_in_doubt_before_and_looks_the_same_still_stands_there(spots: SpotFilter) -> None:
    assert update(spots, FAINT, EMPTY).possible()[0] == {None, "white"}
    weighed = update(spots, (0.4 + STEADY / 2, -30.0, 0.0), EMPTY)
    assert weighed.possible() == [{"white"}, {None}]
    # It is as sure as needs be and no surer.
    assert weighed.rows[0, 2] - weighed.rows[0, 0] == pytest.approx(MARGIN)


@pytest.mark.parametrize("now", [(6.0, -30.0, 0.0), (0.0, -30.0, 6.0), (0.0, 0.4, -30.0), UNTOLD])
def test_what_looks_otherwise_is_left_as_it_is(spots: SpotFilter, now: Row) -> None:
    update(spots, FAINT, EMPTY)
    assert update(spots, now, EMPTY).rows[0].tolist() == list(now)


def test_of_another_who_is_expected_there_nothing_is_known(spots: SpotFilter) -> None:
    update(spots, FAINT, EMPTY)
    weighed = update(spots, FAINT, EMPTY, standing=(None, None))
    assert weighed.possible()[0] == {None, "white"}


def test_another_doubtful_look_is_learnt_only_once_it_has_lasted(spots: SpotFilter) -> None:
    fainter = (0.4 + 2 * STEADY, -30.0, 0.0)
    update(spots, FAINT, EMPTY)
    shown = [update(spots, fainter, EMPTY).possible()[0] for _ in range(LASTING + 2)]
    assert shown == [{None, "white"}] * (LASTING + 1) + [{"white"}]


def test_what_never_was_sure_has_not_changed(spots: SpotFilter) -> None:
    assert update(spots, UNTOLD, EMPTY).unsettled == {}


def test_what_was_sure_and_looks_otherwise_is_unsettled(spots: SpotFilter) -> None:
    assert update(spots, WHITE, EMPTY).unsettled == {}
    assert update(spots, UNTOLD, EMPTY).unsettled == {0: "white"}
    assert update(spots, WHITE, UNTOLD).unsettled == {1: None}
    assert update(spots, RED, RED).unsettled == {0: "white", 1: None}


def test_what_has_just_come_into_doubt_is_not_learnt(spots: SpotFilter) -> None:
    update(spots, WHITE, EMPTY)
    for _ in range(2):
        assert update(spots, FAINT, EMPTY).possible()[0] == {None, "white"}


def test_a_doubt_that_lasts_has_its_reason_in_the_light(spots: SpotFilter) -> None:
    update(spots, WHITE, EMPTY)
    shown = [update(spots, UNTOLD, EMPTY).unsettled for _ in range(LASTING + 1)]
    assert shown == [{0: "white"}] * LASTING + [{}]


def test_of_what_is_hidden_nothing_is_learnt(spots: SpotFilter) -> None:
    update(spots, WHITE, EMPTY)
    assert update(spots, UNTOLD, EMPTY, hidden=FIRST_HIDDEN).unsettled == {}
    assert update(spots, UNTOLD, EMPTY).unsettled == {0: "white"}


def test_a_look_that_the_table_contradicted_tells_nothing_until_it_changes(
    spots: SpotFilter,
) -> None:
    spots.mistrusted(seen(RED, EMPTY))
    assert spots.contradict(STANDING, [0]) == {0: "white"}
    assert spots.mistrusted(seen(RED, EMPTY)).rows[0].tolist() == [0.0, 0.0, 0.0]
    assert spots.mistrusted(seen(WHITE, EMPTY)).rows[0].tolist() == [*WHITE]
    assert spots.mistrusted(seen(RED, EMPTY)).rows[0].tolist() == [*RED]


def remembered(spots: SpotFilter, first: Row, *, hidden: Mask = SEEN) -> list[float]:
    """Give what is believed of the first spot's classes."""
    seen = Slots(CLASSES, np.array([first, EMPTY]), ~hidden, hidden)
    row = spots.remembered(seen, hidden).log_likelihood[0]
    return [float(value) for value in row - row.max()]


def test_a_spot_in_doubt_tells_what_it_told_before_if_that_was_more(spots: SpotFilter) -> None:
    remembered(spots, (-2.4, -9.0, 0.0))
    assert remembered(spots, (0.0, -2.0, 0.0)) == [-1.2, -4.5, 0.0]
    assert remembered(spots, (-2.0, -9.0, 0.0)) == [-2.0, -9.0, 0.0]


def test_no_second_look_is_worth_more_than_the_better_of_the_two(spots: SpotFilter) -> None:
    for _ in range(9):
        assert remembered(spots, (-2.4, -9.0, 0.0)) == [-2.4, -9.0, 0.0]


def test_what_a_new_look_rules_out_stays_ruled_out(spots: SpotFilter) -> None:
    remembered(spots, (-2.4, -2.9, 0.0))
    assert remembered(spots, (0.0, -20.0, 0.0)) == [-1.2, -20.0, 0.0]


def test_what_now_looks_rather_otherwise_is_not_what_it_was(spots: SpotFilter) -> None:
    remembered(spots, (-2.4, -9.0, 0.0))
    assert remembered(spots, (0.0, -9.0, -0.3)) == [0.0, -9.0, -0.3]


def test_that_a_sure_spot_has_come_into_doubt_is_not_covered_up(spots: SpotFilter) -> None:
    for hidden in range(6):
        remembered(spots, WHITE)
        for _ in range(hidden):
            remembered(spots, WHITE, hidden=FIRST_HIDDEN)
        assert remembered(spots, (0.0, -9.0, 0.0)) == [0.0, -9.0, 0.0]


def test_what_a_hand_hid_is_forgotten(spots: SpotFilter) -> None:
    remembered(spots, (-2.4, -9.0, 0.0))
    assert remembered(spots, RED, hidden=FIRST_HIDDEN) == [0.0, 0.0, 0.0]
    assert remembered(spots, (0.0, -9.0, 0.0)) == [0.0, -9.0, 0.0]
    remembered(spots, (-2.4, -9.0, 0.0))
    spots.hide(FIRST_HIDDEN)
    assert remembered(spots, (0.0, -9.0, 0.0)) == [0.0, -9.0, 0.0]


def test_of_other_classes_nothing_is_known(spots: SpotFilter) -> None:
    remembered(spots, (-2.4, -9.0, 0.0))
    rows = np.array([[0.0, 0.0, -9.0], [0.0, -9.0, -9.0]])
    other = Slots((None, "white", "red"), rows, ~SEEN, SEEN)
    assert spots.remembered(other, SEEN).log_likelihood.tolist() == rows.tolist()


def test_who_is_expected_again_was_sure_before(spots: SpotFilter) -> None:
    # An event, and its being taken back, while the spot is in doubt.
    update(spots, WHITE, EMPTY)
    update(spots, UNTOLD, EMPTY, standing=(None, None))
    assert update(spots, UNTOLD, EMPTY).unsettled == {0: "white"}
