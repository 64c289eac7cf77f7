"""What most cells agree on, whatever the others show: weights and the densest place.

All is in opponent space.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

OUTLIER: Final = (0.25, 0.10, 0.10)
"""Residual of each channel beyond which a pixel tells nothing of the light over the board."""
_PER_OUTLIER: Final = 1 / np.square(np.array(OUTLIER, np.float32))
STEPS: Final = 6
"""How often a supposed densest place is moved to the middle of what lies about it."""


def weights(off: Floats) -> Floats:
    """Weigh residuals (N x 3): 0 for outliers."""
    near = np.maximum(1 - (off * off) @ _PER_OUTLIER, 0)
    return np.asarray(near * near, np.float32)


def mode(difference: Floats) -> npt.NDArray[np.float64]:
    """Find where the differences lie densest: mean shift from the best of a few starts."""
    scale = np.array(OUTLIER)
    starts = [np.median(difference, axis=0)]
    starts += [np.quantile(difference, share, axis=0) for share in (0.1, 0.25, 0.75, 0.9)]
    best, most = starts[0], -1.0
    for start in starts:
        at = start
        for _ in range(STEPS):
            share = np.clip(1 - (((difference - at) / scale) ** 2).sum(axis=1), 0, None)
            if share.sum() <= 0:
                break
            at = (difference * share[:, None]).sum(axis=0) / share.sum()
        if share.sum() > most:
            best, most = at, float(share.sum())
    return np.asarray(best, np.float64)
