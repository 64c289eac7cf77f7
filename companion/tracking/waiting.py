"""Counting readings: how often something was seen in a row, and what has rested how long."""

from typing import Final

import numpy as np

from companion.tracking.belief import Evidence, Mask
from companion.tracking.config import FIDGET
from companion.tracking.followed import Singles
from vision.reading import Slots


class Agreement:
    """Counts, for each topic, how many readings in a row have said the same."""

    def __init__(self, readings: int) -> None:
        """Require so many readings in a row, at least one."""
        self._readings: Final = readings
        self._said: dict[str, tuple[object, int]] = {}

    def on(self, topic: str, what: object, longer: int = 1) -> bool:
        """Count what a reading says on a topic; tell whether enough in a row have said so.

        ``longer`` multiplies how many that are.
        """
        before, times = self._said.get(topic, (None, 0))
        times = times + 1 if times and before == what else 1
        self._said[topic] = (what, times)
        return times >= longer * self._readings

    def forget(self, *topics: str) -> None:
        """Start counting anew on these topics, or on all when none is named."""
        for topic in topics or tuple(self._said):
            self._said.pop(topic, None)


class Resting:
    """Tells whether hands rest, by comparing each reading with where they came to rest."""

    def __init__(self, fidget: int = FIDGET) -> None:
        """Begin without a hand; ``fidget`` spots may differ while it rests."""
        self._fidget: Final = fidget
        self._place: Mask | None = None

    def still(self, near: Mask | None) -> bool:
        """Tell whether hands are where they came to rest, or there is still none.

        ``near`` marks the spots near a hand, None where there is no hand. A hand that creeps is
        compared with where it set out, not with the last reading.
        """
        place, self._place = self._place, near
        if near is None or place is None or near.shape != place.shape:
            return near is None and place is None
        if np.count_nonzero(near != place) > self._fidget:
            return False
        self._place = place
        return True


class Furniture:
    """Knows what rests over the board for good: a cup, an arm, or light that looks like a hand.

    Spots near such a thing can be read unless it covers them. They are believed once they look as
    expected; until then, the thing may be what makes them look otherwise.
    """

    def __init__(self, readings: int) -> None:
        """Count as furniture what has rested for so many readings."""
        self._readings: Final = readings
        self._resting: Final = Resting()
        self._times = np.zeros(0, np.int64)
        self._trusted: Mask = np.zeros(0, np.bool_)

    def lost(self) -> None:
        """Take a reading in which the board is out of view."""
        self._resting.still(None)

    def without(self, spots: Slots, expected: Singles, *, hand: bool) -> tuple[bool, Mask]:
        """Tell whether a hand that is no furniture is there, and mark the spots near it.

        ``expected`` is who should stand where. A hand that comes is a hand: then nothing changes.
        """
        near = spots.near
        still = self._resting.still(near if hand else None)
        if len(self._times) != len(near):
            self._times, self._trusted = np.zeros(len(near), np.int64), np.zeros_like(near)
        if still:
            most = 2 * self._readings
            self._times = np.clip(self._times + np.where(near, 1, -1), 0, most)
        lasting = self._times >= self._readings
        self._trusted &= lasting
        if not near.any() or np.any(near & ~lasting):
            return hand, near
        likelihood = spots.log_likelihood
        rows = likelihood - likelihood.max(axis=1, keepdims=True)
        possible = Evidence(rows, spots.classes).possible
        as_expected = [may == {there} for may, there in zip(possible, expected, strict=True)]
        self._trusted |= near & spots.observed & as_expected
        return False, near & ~self._trusted | ~spots.observed
