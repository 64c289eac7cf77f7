"""Colours of pieces and tiles: mixtures learnt from samples, kept as a table to look up."""

from typing import Final

import numpy as np

from vision.background import UNKNOWN, UNKNOWN_SHARE
from vision.light import Floats

PARTS: Final = 3
"""Gaussians in a mixture: a piece has a top, a shaded side and perhaps a printed figure."""
ROUNDS: Final = 15
SLACK: Final = (0.15, 0.05, 0.05)
"""Spread added to what two samples can show: other shade, other place, other light."""
LEVELS: Final = (32, 32, 32)
LOW: Final = (2.0, -1.6, -1.8)
HIGH: Final = (5.6, 2.4, 2.2)

_STEP: Final = (np.array(HIGH, np.float32) - np.array(LOW, np.float32)) / np.array(
    LEVELS, np.float32
)


def cells(seen: Floats) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """Find the table cell of each pixel (N x 3, opponent space, light removed)."""
    at = ((seen - np.array(LOW, np.float32)) / _STEP).astype(np.int32)
    np.clip(at, 0, LEVELS[0] - 1, out=at)
    return np.asarray((at[:, 0] * LEVELS[1] + at[:, 1]) * LEVELS[2] + at[:, 2], np.int32)


def learn(pixels: Floats) -> Floats:
    """Learn one colour from its pixels (N x 3): a table of log densities, one a cell.

    A Gaussian mixture by expectation-maximisation, started from thirds of equal lightness so
    that the same pixels always give the same table.
    """
    data = pixels.astype(np.float64)
    order = np.argsort(data[:, 0], kind="stable")
    slack = np.diag(np.array(SLACK) ** 2)
    means = np.array([data[part].mean(axis=0) for part in np.array_split(order, PARTS)])
    covariances = np.array([np.cov(data.T) + slack] * PARTS)
    shares = np.full(PARTS, 1 / PARTS)
    for _ in range(ROUNDS):
        each = _parts(data, means, covariances) + np.log(shares)
        belongs = np.exp(each - np.logaddexp.reduce(each, axis=1)[:, None])
        weights = belongs.sum(axis=0) + 1e-6
        shares = weights / weights.sum()
        means = (belongs.T @ data) / weights[:, None]
        for k in range(PARTS):
            off = data - means[k]
            covariances[k] = (belongs[:, k, None] * off).T @ off / weights[k] + slack
    axes = [
        LOW[i] + (np.arange(LEVELS[i]) + 0.5) * (HIGH[i] - LOW[i]) / LEVELS[i] for i in range(3)
    ]
    centres = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    density = np.logaddexp.reduce(_parts(centres, means, covariances) + np.log(shares), axis=1)
    return np.asarray(np.maximum(density, UNKNOWN + np.log(UNKNOWN_SHARE)), np.float32)


def _parts(
    data: np.ndarray[tuple[int, int], np.dtype[np.float64]],
    means: np.ndarray[tuple[int, int], np.dtype[np.float64]],
    covariances: np.ndarray[tuple[int, int, int], np.dtype[np.float64]],
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Log density of each pixel under each Gaussian (N x PARTS)."""
    columns = []
    for mean, covariance in zip(means, covariances, strict=True):
        off = data - mean
        distance = (off @ np.linalg.inv(covariance) * off).sum(axis=1)
        _, volume = np.linalg.slogdet(2 * np.pi * covariance)
        columns.append(-0.5 * (distance + volume))
    return np.column_stack(columns)
