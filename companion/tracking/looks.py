"""Looks: which locations have ceased, a moment ago, to look as they surely did."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from companion.tracking.explanation import Evidence


class Looks:
    """Remembers for each location when it last surely looked as expected."""

    def __init__(self, readings: int) -> None:
        """Forget what has not been sure for so many readings: light has changed since."""
        self._readings = readings
        self._sure: dict[int, tuple[str | None, int]] = {}

    def turned(
        self, seen: Evidence, standing: Sequence[str | None], hidden: npt.NDArray[np.bool_]
    ) -> dict[int, str | None]:
        """Take what a settled reading shows; name who surely stood where that is now in doubt.

        Of locations that are ``hidden`` nothing is learnt.
        """
        possible = seen.possible()
        for i in np.flatnonzero(~hidden).tolist():
            there, times = self._sure.get(i, (None, self._readings))
            sure = possible[i] == {standing[i]}
            self._sure[i] = (standing[i], 0) if sure else (there, times + 1)
        return {
            i: there
            for i, (there, times) in self._sure.items()
            if 0 < times <= self._readings and there == standing[i] and not hidden[i]
        }
