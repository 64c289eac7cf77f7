"""Waiting: how often something must be seen, when a hand rests, and what stays for long."""

from typing import Final

import numpy as np

from companion.tracking.belief import Evidence, Mask
from companion.tracking.config import FIDGET
from companion.tracking.followed import Singles
from vision.reading import Slots


class Agreement:
    """Counts, topic by topic, how often in a row the same was said."""

    def __init__(self, readings: int) -> None:
        """Ask for so many readings in a row, from 1."""
        self._readings: Final = readings
        self._said: dict[str, tuple[object, int]] = {}

    def on(self, topic: str, what: object, longer: int = 1) -> bool:
        """Take what a reading says on a topic; tell whether that has been said often enough.

        ``longer`` is how many times as often as usual that is.
        """
        before, times = self._said.get(topic, (None, 0))
        times = times + 1 if times and before == what else 1
        self._said[topic] = (what, times)
        return times >= longer * self._readings

    def forget(self, *topics: str) -> None:
        """Begin anew on these topics, or on all when none is named."""
        for topic in topics or tuple(self._said):
            self._said.pop(topic, None)


class Resting:
    """Compares each reading's hand with where it came to rest."""

    def __init__(self, fidget: int = FIDGET) -> None:
        """Begin without a hand; ``fidget`` spots may differ while it rests."""
        self._fidget: Final = fidget
        self._place: Mask | None = None

    def still(self, near: Mask | None) -> bool:
        """Tell whether hands are where they were, or away as they were.

        ``near`` marks the spots near a hand, None where there is no hand. A hand that creeps is
        compared with where it set out, not with the reading before.
        """
        place, self._place = self._place, near
        if near is None or place is None or near.shape != place.shape:
            return near is None and place is None
        if np.count_nonzero(near != place) > self._fidget:
            return False
        self._place = place
        return True


class Furniture:
    """Knows near which spots a cup stands, an arm lies for good, or light plays a hand.

    What is near such a thing without being covered can be seen as well as anything. It is
    believed there from when it looks as expected: how it looks otherwise may be the thing's doing.
    """

    def __init__(self, readings: int) -> None:
        """Take for furniture what has rested for so many readings."""
        self._readings: Final = readings
        self._resting: Final = Resting()
        self._times = np.zeros(0, np.int64)
        self._trusted: Mask = np.zeros(0, np.bool_)

    def lost(self) -> None:
        """Take it that the board is out of view, and no hand on it."""
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
