"""Which places look as they did before a hand came: that they show, so it does not hide them.

Where pieces touch no ground between them tells what a hand hides, and a row of them is one thing
with the hand that touches it.
"""

import numpy as np

from vision.background import Mask
from vision.squares import Places


class Steady:
    """Follows the places of a board on which pieces stand close together."""

    def __init__(self, places: Places, radius_mm: float) -> None:
        """Find the places into which a piece of a radius on the next one may reach."""
        self._close: Mask = places.free_mm(radius_mm) <= radius_mm
        self._changed = np.ones_like(self._close)
        self._hand = True

    def look(self, changed: Mask, *, hand: bool) -> Mask:
        """Mark those of the places that did not change since before there was a hand.

        ``changed`` marks what did since the last look. What the last look without a hand found
        changed may have been the hand's first finger, not noticed yet.
        """
        self._changed = self._changed | changed if hand else changed
        self._hand = hand
        return self._close & ~self._changed

    def rest(self) -> None:
        """Take in that nothing at all changed since the last look."""
        if not self._hand:
            self._changed = np.zeros_like(self._changed)
