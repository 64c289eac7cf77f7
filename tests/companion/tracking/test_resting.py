"""When a hand over the board is at rest."""

from collections.abc import Sequence

import numpy as np

from companion.tracking.belief import Mask
from companion.tracking.config import FIDGET
from companion.tracking.waiting import Resting
from tests.companion.tracking.watching import LOCATIONS


def hand_near(locations: Sequence[str] | None) -> Mask | None:
    return None if locations is None else np.array([at in locations for at in LOCATIONS])


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
