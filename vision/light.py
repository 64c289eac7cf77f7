"""Light: a colour space in which a change of light is one added vector, and its estimate.

A pixel becomes (lightness, red-green, yellow-blue) of the logarithms of its channels. A brighter
lamp or a cast multiplies the channels and so adds the same vector to every pixel; a shadow
changes lightness alone.
"""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Image

Floats = npt.NDArray[np.float32]

DARK: Final = 8.0
"""Added to a channel before its logarithm, to tame the noise of dark pixels."""
_LOG: Final = np.log(np.arange(256) + DARK).astype(np.float32)
_OPPONENT: Final = np.array(
    [[1 / 3, 1 / 3, 1 / 3], [0, -1, 1], [-1, 0.5, 0.5]], np.float32
)  # columns: blue, green, red as OpenCV orders them
ROUNDS: Final = 6
OUTLIER: Final = (0.25, 0.10, 0.10)
"""Residual of each channel beyond which a pixel tells nothing of the light."""


def opponent(pixels: Image) -> Floats:
    """Turn BGR pixels (… x 3, 8 bits) into lightness, red-green and yellow-blue (… x 3)."""
    logs = cv2.LUT(np.ascontiguousarray(pixels).reshape(-1, 1, 3), _LOG)
    return np.asarray(cv2.transform(logs, _OPPONENT), np.float32).reshape(pixels.shape)


class LightField:
    """How the light over the board differs from that of the empty frame.

    A plane over the board in each channel, fitted to the pixels believed empty. ``terms`` are
    its coefficients (3 terms x 3 channels): constant, across, down.
    """

    def __init__(self, centre: Floats, reach: float) -> None:
        """Lay the plane out over points within about ``reach`` pixels of ``centre`` (2)."""
        self._centre = centre
        self._reach = reach
        self.terms = np.zeros((3, 3), np.float32)

    def basis(self, points: Floats) -> Floats:
        """Evaluate the plane's three terms at points (N x 2, pixels of the empty frame)."""
        scaled = np.clip((points - self._centre) / self._reach, -1, 1)
        return np.column_stack([np.ones(len(points), np.float32), scaled]).astype(np.float32)

    def at(self, basis: Floats) -> Floats:
        """Evaluate the light where the basis (N x 3) was: N x 3, to be taken off a frame."""
        return np.asarray(cv2.transform(basis[:, None], self.terms.T), np.float32)[:, 0]

    def fit(self, basis: Floats, difference: Floats) -> None:
        """Fit the plane to frame minus empty (N x 3), ignoring what changed (robustly).

        The start is the most frequent difference, so pieces and hands may cover near half.
        """
        terms = np.zeros((3, 3), np.float64)
        terms[0] = _mode(difference)
        for _ in range(ROUNDS):
            residual = (difference - basis @ terms) / np.array(OUTLIER)
            share = np.clip(1 - (residual**2).sum(axis=1), 0, None) ** 2
            weighted = basis * share[:, None]
            square = weighted.T @ basis + np.diag([1e-3, 1.0, 1.0]) * max(1.0, 0.01 * len(basis))
            start = np.vstack([terms[:1], np.zeros((2, 3))])
            terms = start + np.linalg.solve(square, weighted.T @ (difference - basis @ start))
        self.terms = terms.astype(np.float32)


def _mode(difference: Floats) -> npt.NDArray[np.float64]:
    """Find where the differences lie densest: mean shift from the best of a few starts."""
    few = difference[:: max(1, len(difference) // 500)]
    scale = np.array(OUTLIER)
    starts = [np.median(few, axis=0), *(np.quantile(few, q, axis=0) for q in (0.25, 0.75))]
    best, most = starts[0], -1.0
    for start in starts:
        at = start
        for _ in range(ROUNDS):
            share = np.clip(1 - (((few - at) / scale) ** 2).sum(axis=1), 0, None)
            if share.sum() <= 0:
                break
            at = (few * share[:, None]).sum(axis=0) / share.sum()
        if share.sum() > most:
            best, most = at, float(share.sum())
    return np.asarray(best, np.float64)
