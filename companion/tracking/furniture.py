"""Furniture: what has rested over the board so long that it is no hand."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.tracking.explanation import Evidence
from companion.tracking.resting import Resting
from vision.reading import Reading


class Furniture:
    """Knows near which locations a cup stands, an arm lies for good, or a gleam plays a hand.

    What is near such a thing without being covered can be seen as well as anything. It is
    believed there from when it looks as expected: how it looks otherwise may be the thing's doing.
    """

    def __init__(self, readings: int) -> None:
        """Take for furniture what has rested for so many readings."""
        self._readings: Final = readings
        self._resting: Final = Resting()
        self._times: npt.NDArray[np.int64] = np.zeros(0, np.int64)
        self._trusted: npt.NDArray[np.bool_] = np.zeros(0, np.bool_)

    def without(self, reading: Reading, standing: Sequence[str | None]) -> Reading:
        """Take a reading; give it as it would be if furniture were no hand.

        ``standing`` is who is expected where. A hand that comes is a hand: then nothing changes.
        """
        still = self._resting.still(reading)
        if not reading.registered:
            return reading
        near = reading.near_hand
        if len(self._times) != len(near):
            self._times, self._trusted = np.zeros(len(near), np.int64), np.zeros_like(near)
        if still:
            most = 2 * self._readings
            self._times = np.clip(self._times + np.where(near, 1, -1), 0, most)
        lasting = self._times >= self._readings
        self._trusted &= lasting
        if not near.any() or np.any(near & ~lasting):
            return reading
        expected = _as_expected(reading, standing)
        self._trusted |= near & ~reading.covered & expected
        return replace(reading, hand=False, near_hand=near & ~self._trusted | reading.covered)


def _as_expected(reading: Reading, standing: Sequence[str | None]) -> npt.NDArray[np.bool_]:
    """Mark the locations that surely look as ``standing`` says."""
    possible: Sequence[Collection[str | None]]
    possible = Evidence(reading.log_likelihood, reading.choices).possible()
    both = zip(possible, standing, strict=True)
    return np.array([may == {there} for may, there in both], np.bool_)
