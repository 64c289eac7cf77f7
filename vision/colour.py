"""Colours of pieces and tiles: mixtures learnt from samples, kept as a table to look up."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.background import LEAST_DENSITY, Mask
from vision.light import OPPONENT, Floats

PARTS: Final = 3
"""Gaussians that each colour begins with: a top, a shaded side and perhaps a printed figure."""
ROUNDS: Final = 15
LEAST_PART: Final = 0.06
"""Share of a piece's pixels under which a part is not its own: a gleam, a bit of the board."""
TAIL: Final = 0.1
TAIL_WIDTH: Final = 3.0
"""Share and width of what is further off than the samples let expect, in other light."""
OWN: Final = 3.0
"""Standard deviations around a part within which a pixel is a piece's own, however thinly its
likelihood is spread: dark parts vary so much that theirs is low everywhere."""
MOST_PIXELS: Final = 1500
"""Pixels of each colour that are learnt from; more say nothing new."""
SHADE: Final = 0.15
"""Spread of lightness, as its log, added to what two samples can show: other shade and place."""
TONE: Final = 0.04
"""Spread of each channel, as its log, for other light than that of the samples."""
FLARE: Final = 5.0
"""Spread of each channel in grey levels, for stray light: it alters deep colours most."""
STEP: Final = 0.125
STEPS: Final = 12
"""How finely and how far, as log of its level, a channel is followed beyond the camera's range."""
LEVELS: Final = (32, 32, 32)
LOW: Final = (2.0, -1.6, -1.8)
HIGH: Final = (5.6, 2.4, 2.2)

FEW: Final = 4096
"""Pixels up to which cells are found faster, by terms laid out for each."""

Rows = npt.NDArray[np.float64]
_LOW: Final = np.array(LOW, np.float32)
_PER_STEP: Final = np.array(LEVELS, np.float32) / (np.array(HIGH, np.float32) - _LOW)
_MOST: Final = np.array(LEVELS, np.float32) - 1
_LAID_OUT: Final = np.stack([_LOW, _PER_STEP, _MOST])[:, None].repeat(FEW, axis=1)
_STRIDE: Final = np.array([LEVELS[1] * LEVELS[2], LEVELS[2], 1], np.float32)


def cells(seen: Floats) -> npt.NDArray[np.int32]:
    """Find the table cell of each pixel (N x 3, opponent space, light removed)."""
    # Along an axis of three numpy takes many times as long as over rows laid out beforehand.
    laid_out = _LAID_OUT[:, : len(seen)] if len(seen) <= FEW else (_LOW, _PER_STEP, _MOST)
    low, per_step, most = laid_out
    at = seen - low
    at *= per_step
    np.maximum(at, 0, out=at)
    np.minimum(at, most, out=at)
    np.floor(at, out=at)
    return np.asarray((at @ _STRIDE).astype(np.int32))


def learn(pixels: Sequence[Floats]) -> tuple[list[Floats], Mask]:
    """Learn colours from their pixels (each N x 3): for each a table of log densities.

    With them comes which cells are those of one of the pieces, wide parts and narrow ones alike.

    One Gaussian mixture by expectation-maximisation, whose parts all colours share, each in its
    own shares: so what all pieces have in common, as dark sides, tells none of them apart.
    Started from thirds of equal lightness, so that the same pixels always give the same tables.
    """
    data = [one[:: -(-len(one) // MOST_PIXELS)].astype(np.float64) for one in pixels]
    means, covariances = _start(data)
    shares = np.repeat(np.eye(len(data)), PARTS, axis=1) / PARTS * 0.9
    shares += 0.1 / shares.shape[1]
    everything = np.concatenate(data)
    ends = np.cumsum([len(one) for one in data])[:-1]
    for _ in range(ROUNDS):
        each = np.split(_parts(everything, means, covariances), ends)
        belongs = []
        for k, logs in enumerate(each):
            shared = logs + np.log(shares[k])
            mine = np.exp(shared - np.logaddexp.reduce(shared, axis=1)[:, None])
            shares[k] = (mine.sum(axis=0) + 1e-3) / (len(mine) + 1e-3 * mine.shape[1])
            belongs.append(mine / len(mine))  # every colour counts the same
        weights = np.concatenate(belongs)
        for k in range(len(means)):
            weight = weights[:, k, None]
            total = max(float(weight.sum()), 1e-9)
            means[k] = (weight * everything).sum(axis=0) / total
            off = everything - means[k]
            covariances[k] = (weight * off).T @ off / total + _slack(means[k])
    shares[shares < LEAST_PART] = 0.0
    axes = [
        LOW[i] + (np.arange(LEVELS[i]) + 0.5) * (HIGH[i] - LOW[i]) / LEVELS[i] for i in range(3)
    ]
    centres = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    density = np.zeros((len(centres), len(data)))
    for wide, share in ((1.0, 1 - TAIL), (TAIL_WIDTH**2, TAIL)):
        density += share * np.exp(_parts(centres, means, wide * covariances)) @ shares.T
    parts = shares.any(axis=0)
    own = _distances(centres, means[parts], covariances[parts]).min(axis=1) <= OWN**2
    logs = np.log(np.maximum(density, np.exp(LEAST_DENSITY))).astype(np.float32)
    return [np.ascontiguousarray(column) for column in logs.T], np.asarray(own)


def beyond(tables: Floats, over: int) -> Floats:
    """Turn tables (names x cells) into such for pixels of which some channels are clipped.

    ``over`` marks them as ``clipped`` does. A cell then holds the log probability that those are
    at least so bright, with the density of the others.
    """
    density: npt.NDArray[np.float32] = np.exp(tables).reshape(-1, *LEVELS)
    for channel in range(3):
        if not over >> channel & 1:
            continue
        step = STEP * OPPONENT[:, channel] * _PER_STEP
        summed = np.zeros_like(density)
        for number in range(STEPS):
            shift = np.round(number * step).astype(int).tolist()
            here = [
                slice(max(0, -by), most - max(0, by))
                for by, most in zip(shift, LEVELS, strict=True)
            ]
            there = [
                slice(max(0, by), most - max(0, -by))
                for by, most in zip(shift, LEVELS, strict=True)
            ]
            summed[:, *here] += density[:, *there]
        density = np.asarray(summed * np.float32(STEP))
    summed = np.maximum(density, np.exp(LEAST_DENSITY)).reshape(tables.shape)
    return np.asarray(np.log(summed), np.float32)


def _start(data: Sequence[Rows]) -> tuple[Rows, npt.NDArray[np.float64]]:
    """Begin each colour's own parts with thirds of equal lightness."""
    means, covariances = [], []
    for one in data:
        order = np.argsort(one[:, 0], kind="stable")
        for part in np.array_split(order, PARTS):
            mean = one[part].mean(axis=0)
            means.append(mean)
            covariances.append(np.cov(one[part].T, bias=True) + _slack(mean))
    return np.array(means), np.array(covariances)


def _slack(mean: npt.NDArray[np.float64]) -> Rows:
    """Give the covariance (3 x 3) that other light than the samples' adds at a colour (3)."""
    channels = np.exp(np.linalg.solve(OPPONENT, mean))
    spread = (FLARE / channels) ** 2 + TONE**2
    return np.asarray((OPPONENT * spread) @ OPPONENT.T + np.diag([SHADE**2, 0, 0]))


def _parts(data: Rows, means: Rows, covariances: npt.NDArray[np.float64]) -> Rows:
    """Log density of each pixel under each Gaussian (N x parts)."""
    _, volumes = np.linalg.slogdet(2 * np.pi * covariances)
    return np.asarray(-0.5 * (_distances(data, means, covariances) + volumes))


def _distances(data: Rows, means: Rows, covariances: npt.NDArray[np.float64]) -> Rows:
    """Square of how many standard deviations each pixel is off each Gaussian (N x parts)."""
    columns = []
    for mean, covariance in zip(means, covariances, strict=True):
        off = data - mean
        columns.append((off @ np.linalg.inv(covariance) * off).sum(axis=1))
    return np.column_stack(columns)
