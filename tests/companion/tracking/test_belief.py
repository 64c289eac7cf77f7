"""What is believed of a spot, from one reading to the next."""

import numpy as np
import pytest

from companion.tracking.belief import MOMENTS, Evidence, Mask, RowWatch, SpotBelief
from companion.tracking.config import CERTAIN, IN_DOUBT, MARGIN, MEMORY, SURE, UNSETTLED
from vision.reading import Slots

CLASSES = (None, "red", "white")
LASTING = 3
SEEN = np.zeros(2, np.bool_)
FIRST_HIDDEN = np.array([True, False])

Row = tuple[float, float, float]
EMPTY: Row = (0.0, -9.0, -9.0)
WHITE: Row = (-9.0, -9.0, 0.0)
FAINT: Row = (0.4, -30.0, 0.0)  # white on white print, that may as well not be there
STANDING = ("white", None)


@pytest.fixture
def belief() -> SpotBelief:
    return SpotBelief(LASTING, 2)


def look(
    belief: SpotBelief,
    first: Row,
    *,
    standing: tuple[str | None, str | None] = STANDING,
    hidden: Mask = SEEN,
    settled: int = -1,
) -> Evidence:
    """Show two spots, the second of which is empty."""
    belief.observe(Slots(CLASSES, np.array([first, EMPTY]), ~hidden, hidden), hidden)
    rows, until, since = belief.weigh(standing, settled)
    return Evidence(rows, CLASSES, until=until.tolist(), since=since.tolist())


def test_who_was_in_doubt_before_and_looks_the_same_still_stands_there(belief: SpotBelief) -> None:
    assert look(belief, FAINT).possible[0] == {None, "white"}
    weighed = look(belief, (0.8, -30.0, 0.0))
    assert weighed.possible == [{"white"}, {None}]
    # It is as sure as needs be and no surer.
    assert weighed.rows[0, 2] - weighed.rows[0, 0] == pytest.approx(MARGIN)


def test_what_looks_otherwise_than_before_is_in_doubt(belief: SpotBelief) -> None:
    look(belief, FAINT)
    assert look(belief, (2.5, -30.0, 0.0)).possible[0] == {None, "white"}
    assert look(belief, (SURE + 1, -30.0, 0.0)).possible[0] == {None}


def test_of_another_who_is_expected_there_nothing_is_known(belief: SpotBelief) -> None:
    look(belief, FAINT)
    assert look(belief, FAINT, standing=(None, None)).possible[0] == {None, "white"}


def test_what_has_ceased_to_look_as_it_surely_did_has_rather_changed(belief: SpotBelief) -> None:
    look(belief, WHITE)
    doubtful = (-1.0, -30.0, 0.0)
    rows = look(belief, doubtful).rows[0]
    assert rows[2] - rows[0] == pytest.approx(1.0 - UNSETTLED, abs=0.02)
    # By itself that is never a difference.
    assert look(belief, (1.5, -30.0, 0.0)).differences(STANDING) == {}


def test_what_lasts_is_the_light(belief: SpotBelief) -> None:
    look(belief, WHITE)
    doubtful = (-1.0, -30.0, 0.0)
    shown = [look(belief, doubtful).possible[0] for _ in range(2 * LASTING + 3)]
    assert shown[0] == {None, "white"}
    assert shown[-1] == {"white"}


def test_what_was_in_doubt_before_an_event_that_left_it_alone_is_the_light(
    belief: SpotBelief,
) -> None:
    look(belief, WHITE)
    doubtful = (-1.0, -30.0, 0.0)
    look(belief, doubtful)
    look(belief, doubtful, settled=belief.now + MOMENTS)
    assert look(belief, doubtful).possible[0] == {"white"}


def test_what_is_in_doubt_since_an_event_may_be_the_next(belief: SpotBelief) -> None:
    look(belief, WHITE)
    doubtful = (-1.0, -30.0, 0.0)
    look(belief, doubtful, settled=belief.now + MOMENTS)
    assert look(belief, doubtful).possible[0] == {None, "white"}


def test_no_look_tells_more_than_that_one_in_ten_thousand_misleads(belief: SpotBelief) -> None:
    assert look(belief, (0.0, -50.0, -50.0)).rows[0].tolist() == [0.0, -CERTAIN, -CERTAIN]


def test_a_doubtful_look_is_remembered_for_a_moment(belief: SpotBelief) -> None:
    look(belief, (0.0, -9.0, -2.0), standing=(None, None))
    rows = look(belief, (0.0, -9.0, -0.1), standing=("red", None)).rows[0]
    assert rows[2] == pytest.approx(-2.0 * MEMORY)


def test_a_spot_is_restless_that_looks_alike_but_not_as_clearly(belief: SpotBelief) -> None:
    rows = [EMPTY, (-4.0, -9.0, 0.0), (-6.0, -9.0, 0.0), (-6.5, -9.0, 0.0), WHITE, (-50, -50, 0)]
    shown = []
    for row in rows:
        look(belief, row)
        shown.append(set(belief.restless))
    assert shown == [set(), set(), {0}, set(), {0}, set()]


def test_what_a_hand_hides_shows_nothing(belief: SpotBelief) -> None:
    look(belief, WHITE)
    assert look(belief, EMPTY, hidden=FIRST_HIDDEN).possible[0] == {*CLASSES}


def test_what_is_seen_beside_a_hand_is_in_doubt_at_most(belief: SpotBelief) -> None:
    nothing = np.zeros(2, np.bool_)
    belief.observe(Slots(CLASSES, np.array([WHITE, EMPTY]), ~nothing, FIRST_HIDDEN), FIRST_HIDDEN)
    rows, _, _ = belief.weigh((None, None))
    assert rows[0].tolist() == [-IN_DOUBT, -IN_DOUBT, 0.0]


def test_it_is_known_when_a_spot_looked_as_expected_and_as_now(belief: SpotBelief) -> None:
    look(belief, WHITE)
    look(belief, WHITE)
    look(belief, EMPTY)
    evidence = look(belief, EMPTY)
    assert (evidence.until[0], evidence.since[0]) == (MOMENTS, 2 * MOMENTS)


def test_what_is_seen_beside_a_moving_hand_tells_when_it_came(belief: SpotBelief) -> None:
    look(belief, WHITE)
    for first in (WHITE, EMPTY, EMPTY):
        slots = Slots(CLASSES, np.array([first, EMPTY]), ~SEEN, SEEN)
        belief.note_changes(slots, SEEN, STANDING)
    evidence = look(belief, EMPTY)
    assert (evidence.until[0], evidence.since[0]) == (1, 2)


def test_what_a_moving_hand_hides_is_not_noted(belief: SpotBelief) -> None:
    look(belief, WHITE)
    belief.note_changes(
        Slots(CLASSES, np.array([EMPTY, EMPTY]), ~SEEN, SEEN), FIRST_HIDDEN, STANDING
    )
    evidence = look(belief, EMPTY)
    assert (evidence.until[0], evidence.since[0]) == (0, MOMENTS)


def test_a_contradicted_look_is_believed_once_the_spot_looks_otherwise(belief: SpotBelief) -> None:
    look(belief, EMPTY)
    assert belief.contradict(STANDING, {0, 1}) == {0: "white"}
    assert look(belief, EMPTY).possible[0] == {*CLASSES}
    look(belief, WHITE)
    assert look(belief, EMPTY).differences(STANDING) == {0: None}


def test_the_row_is_relaid_only_since_the_last_event() -> None:
    row, expected = RowWatch(), ("a", "b", "c")
    assert not row.relaid(1, ("a", "b", None), expected)
    assert row.relaid(1, ("b", "a", None), expected)
    assert not row.relaid(2, ("b", "a", "c"), expected)


def test_a_row_that_is_put_right_late_is_not_relaid() -> None:
    row, expected = RowWatch(), ("b", "a", "c")
    assert not row.relaid(1, ("a", "b", "c"), expected)
    assert not row.relaid(1, expected, expected)
    assert row.relaid(1, ("b", "c", "a"), expected)
