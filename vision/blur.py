"""Blur: a lens out of focus changes the look of the bare board in a way that is known beforehand.

What two empty frames, blurred a little and more, look like is learnt once; how much of their
changes is found all over a frame tells how far that is blurred.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.background import Background, Mask
from vision.light import Floats

LITTLE: Final = 0.35
"""Standard deviations of noise by which blur changes the board at least to be worth a thought."""
OUTLIER: Final = 4.0
"""The same beyond which a change is none that blur makes."""
ROUNDS: Final = 3


class Blur:
    """The changes that blur makes to a view of the bare board."""

    def __init__(self, changes: Sequence[Floats], background: Background, free: Mask) -> None:
        """Learn them from views (N x 3 each) of the empty frame blurred ever more.

        ``free`` (N) marks the cells where no piece lies.
        """
        self._changes = np.stack(changes, axis=-1)
        self._free = np.flatnonzero(free)
        self._per_noise = (1 / background.spread[self._free]).astype(np.float32)
        weighed = self._changes[self._free] * self._per_noise[..., None]
        self._usual = np.ascontiguousarray(weighed.reshape(-1, len(changes)).T, np.float32)

    def found(self, off: Floats) -> Floats:
        """Tell what blur did to a view (N x 3), 0 where it is as sharp as it was taught.

        ``off`` is as in ``Lit``.
        """
        seen = (off[self._free] * self._per_noise).ravel()
        usual, much = self._usual, np.zeros(len(self._usual), np.float32)
        for _ in range(ROUNDS):
            near = usual * (np.abs(seen - much @ usual) < OUTLIER)
            square = near @ usual.T
            hold = 0.01 * np.trace(square) / len(square) + 1e-3
            much = np.linalg.solve(square + hold * np.eye(len(square)), near @ seen)
            much = much.astype(np.float32)
        if np.sqrt(np.mean(np.square(much @ usual))) < LITTLE:
            return np.zeros_like(off)
        return np.asarray(self._changes @ much, np.float32)
