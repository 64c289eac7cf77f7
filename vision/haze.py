"""Merchants that only a mirrored lamp makes up.

Far from where it blinds the camera it adds a little to all that is there, and makes a deep colour
pale, as a white merchant would. But it adds as much to the ground around.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.gleams import FAINT, UNEVEN
from vision.ground import AROUND
from vision.light import levels
from vision.sight import Sight
from vision.spots import Check, Rows, Spots
from vision.squares import Look

Indices = npt.NDArray[np.int64]

LEAST_RISE: Final = 0.03
"""The least by which any light adds to lightness, as its log, that adds so many levels to it."""
SLOPE: Final = 0.5
"""Share by which a lamp may add more to a place, or less, than to the ground around it."""


def out_of_haze(spots: Spots, sight: Sight, look: Look) -> Check:
    """Make a check that flattens rows of log likelihoods where added light makes a piece.

    ``look`` shows what ``sight`` saw at places, its light removed.
    """
    squares = spots.squares
    around = squares.distance_mm > AROUND * spots.radius_mm
    core = squares.distance_mm <= spots.core_mm

    def check(rows: Rows, places: Indices) -> Rows:
        at = np.flatnonzero(rows.argmax(axis=1) > 0)
        if not len(at):
            return rows
        points = squares.points(places[at])
        seen = look(places[at])[0] + sight.shade(squares.sampler, points)
        bare = squares.background.mean[points]
        brighter = (seen[:, 0] - bare[:, 0]).reshape(len(at), -1)[:, around]
        at = at[lit := np.median(brighter, axis=1) > LEAST_RISE]
        if not len(at):
            return rows
        seen, bare = (each.reshape(len(lit), -1, 3)[lit] for each in (seen, bare))
        added = levels(seen) - levels(bare)
        beside, here = (np.median(added[:, part], axis=1) for part in (around, core))
        least, most = beside.min(axis=1), beside.max(axis=1)
        haze = (least > FAINT) & (most - least < UNEVEN * most)
        near = np.abs(here - beside) < np.maximum(FAINT, SLOPE * beside)
        told = rows.copy()
        told[at[haze & near.all(axis=1)]] = 0.0
        return told

    return check
