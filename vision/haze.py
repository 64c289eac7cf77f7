"""Merchants that only a mirrored lamp makes up.

Far from where it blinds the camera it adds a little to all that is there, and makes a deep colour
pale, as a white merchant would. But it adds as much to the ground around.
"""

from typing import Final

import numpy as np

from vision.gleams import FAINT, UNEVEN
from vision.ground import AROUND
from vision.light import Floats, levels
from vision.sight import Sight
from vision.spots import Check, Rows, Spots
from vision.squares import Closeup

LEAST_RISE: Final = 0.03
"""The least by which any light adds to lightness, as its log, that adds so many levels to it."""
SLOPE: Final = 0.5
"""Share by which a lamp may add more to a place, or less, than to the ground around it."""


def out_of_haze(spots: Spots, sight: Sight) -> Check:
    """Make a check that flattens rows of log likelihoods where added light makes a piece.

    The light is as ``sight`` last judged it. The ground around a place tells only as far as no
    merchant on the next one may reach.
    """
    squares = spots.squares
    core = squares.distance_mm <= spots.core_mm
    free_mm = squares.places.free_mm(spots.radius_mm)
    around = squares.distance_mm > AROUND * spots.radius_mm
    around = around & (squares.distance_mm < free_mm[:, None])
    half = np.maximum(around.sum(axis=1) / 2, 1)

    def check(rows: Rows, closeup: Closeup) -> Rows:
        taken = np.flatnonzero(rows.argmax(axis=1) > 0)
        if not len(taken):
            return rows
        places = closeup.places[taken]
        points = squares.points(places).reshape(len(places), -1)
        seen = closeup.only(taken).seen.reshape(len(places), -1, 3)
        shade = sight.shade(squares.sampler, points)
        bare = squares.background.mean
        rise = seen[..., 0] + shade[..., 0] - bare[points, 0]
        brighter = ((rise > LEAST_RISE) & around[places]).sum(axis=1)
        told = rows.copy()
        for i in np.flatnonzero(brighter >= half[places]):
            added = levels(seen[i] + shade[i]) - levels(bare[points[i]])
            parts = around[places[i]], core
            if _alike(*(np.median(added[part], axis=0) for part in parts)):
                told[taken[i]] = 0.0
        return told

    return check


def _alike(ground: Floats, place: Floats) -> bool:
    """Tell whether the levels added to each channel of both are those of one lamp."""
    least, most = ground.min(), ground.max()
    haze = least > FAINT and most - least < UNEVEN * most
    return bool(haze and (np.abs(place - ground) < np.maximum(FAINT, SLOPE * ground)).all())
