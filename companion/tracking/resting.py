"""Whether a hand over the board rests: then what is far from it may be believed."""

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.reading import Reading

FIDGET: Final = 2
"""Locations by which what is near a hand may differ while it rests: a finger's twitch."""


class Resting:
    """Compares each reading's hand with where it came to rest."""

    def __init__(self) -> None:
        """Begin without a hand."""
        self._place: npt.NDArray[np.bool_] | None = None

    def still(self, reading: Reading) -> bool:
        """Take a reading; tell whether hands are where they were, or away as they were.

        A hand that creeps is compared with where it set out, not with the reading before.
        """
        near = reading.near_hand if reading.registered and reading.hand else None
        place, self._place = self._place, near
        if near is None or place is None or near.shape != place.shape:
            return near is None and place is None
        if np.count_nonzero(near != place) > FIDGET:
            return False
        self._place = place
        return True
