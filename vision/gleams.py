"""What light does to single cells of the bare board: it multiplies what is there, and adds to it.

A brighter lamp or a shadow multiplies all channels alike; a mirrored lamp adds as much to each.
"""

from functools import reduce
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.background import Mask
from vision.light import Floats, Marks, levels

FAINT: Final = 10.0
"""Levels that a gleam adds at least; less is what any two places differ by."""
UNEVEN: Final = 0.5
"""Share by which a gleam may brighten one channel more than another."""
LEVEL_NOISE: Final = 6.0
"""Levels by which a channel may differ from what the light makes of it."""
TINTED: Final = 0.65
"""Share by which it may seem to brighten one channel of a place more than another."""
OFF_HUE: Final = 0.125
"""The same as a share of the greatest change of a channel."""
MOSTLY: Final = 0.5
"""Share of a place's points with a clipped channel from which its look says nothing of a gleam."""
GAINS: Final = (0.4, 2.2)
"""The least and most by which light may multiply."""


def gleams(bare: Floats, off: Floats, mirrored: Mask) -> Floats:
    """Tell how many levels a gleam added to the bare board (N x 3, opponent space), 0 for none.

    A mirrored lamp adds as much to each channel, within what its own colour makes; right beside
    it, as marked, the channels end at what the camera can tell.
    """
    added = levels(bare + off) - levels(bare)
    least, most = least_channel(added), _greatest_channel(added)
    gleam = (least > FAINT) & (mirrored | (most - least < UNEVEN * most))
    return np.where(gleam, least, 0).astype(np.float32)


def nothing_but_gleam(added: Floats, over: Marks | None) -> Mask:
    """Mark the places that may be bare board with a gleam upon it.

    ``added`` (places x points x 3) is by how many levels each channel is brighter than the bare
    board: a gleam makes nothing darker, and all channels brighter by much the same. Where most
    points are clipped, as ``over`` (places x points) marks them, that is not to be seen.
    """
    middle = np.asarray(np.median(added, axis=1), np.float32)
    least, most = least_channel(middle), _greatest_channel(middle)
    gleam = (least > -LEVEL_NOISE) & (most - least < np.maximum(TINTED * most, FAINT))
    if over is not None:
        gleam |= (over > 0).mean(axis=1) > MOSTLY
    return np.asarray(gleam)


def kept_in_light(bare: Floats, off: Floats) -> Floats:
    """Tell what share of its contrast the bare board (N x 3, opponent space) keeps in its light.

    What is added to dark and pale alike leaves less of their ratio. Where it is in no light that
    may be, it is inf.
    """
    board = levels(bare)
    change = levels(bare + off) - board
    level, brighter = _sum(board) / 3, _sum(change) / 3
    hue, turn = board - level[:, None], change - brighter[:, None]
    most = _greatest_channel(np.abs(change))
    tilt = _sum(hue * turn) / (_sum(hue * hue) + 3 * LEVEL_NOISE**2)
    kept = np.zeros(len(bare), np.float32)
    for more in (tilt, brighter / np.maximum(level, 1)):
        added = brighter - more * level
        left = _greatest_channel(np.abs(turn - more[:, None] * hue))
        light = (left < LEVEL_NOISE + OFF_HUE * most) & (added > -LEVEL_NOISE)
        light &= (1 + more > GAINS[0]) & (1 + more < GAINS[1])
        there = (1 + more) * level
        share = there / np.maximum(there + np.maximum(added, 0), 1)
        kept = np.where(light, np.maximum(kept, share), kept)
    return np.where(kept > 0, kept, np.inf).astype(np.float32)


def least_channel(each: Floats) -> Floats:
    """Give the least of the channels of each pixel (N x 3): N."""
    # Channel by channel: along so short an axis numpy takes many times as long.
    return np.asarray(reduce(np.minimum, each.T), np.float32)


def _greatest_channel(each: Floats) -> Floats:
    return np.asarray(reduce(np.maximum, each.T), np.float32)


def _sum(each: npt.NDArray[np.floating]) -> Floats:
    return np.asarray(reduce(np.add, each.T), np.float32)
