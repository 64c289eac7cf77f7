"""When a hand over the board is at rest."""

from collections.abc import Sequence

from companion.tracking.resting import FIDGET, Resting
from engine.sumeria import SUMERIA
from tests.companion.tracking.watching import LOCATIONS, at_play, reading_of
from vision.reading import Reading

VIEW = SUMERIA.expected_view(at_play().state)


def hand_near(locations: Sequence[str] | None) -> Reading:
    return reading_of(VIEW, hand=locations is not None, hidden=locations or ())


def stills(*places: Sequence[str] | None) -> list[bool]:
    resting = Resting()
    return [resting.still(hand_near(place)) for place in places]


def test_without_a_hand_all_is_still() -> None:
    assert stills(None, None) == [True, True]


def test_a_hand_that_comes_or_goes_is_not_still() -> None:
    here = LOCATIONS[:5]
    assert stills(None, here, here, None, None) == [True, False, True, False, True]


def test_a_hand_may_fidget_but_not_creep() -> None:
    shown = [LOCATIONS[i : i + 5] for i in range(3)]
    assert FIDGET == 2
    assert stills(shown[0], shown[1], shown[0]) == [False, True, True]
    assert stills(*shown) == [False, True, False]


def test_a_board_out_of_view_has_no_hand_on_it() -> None:
    resting = Resting()
    lost = reading_of(VIEW, hand=True, registered=False)
    assert [resting.still(lost), resting.still(hand_near(LOCATIONS[:3]))] == [True, False]
