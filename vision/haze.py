"""Merchants that only a mirrored lamp makes up.

Far from where it blinds the camera it adds a little to all that is there, and makes a deep colour
pale, as a white merchant would. But it adds as much to the ground around, which then looks so too;
and what is darker than the bare place, or brighter in one channel alone, it did not make.
"""

from typing import Final

import numpy as np

from vision.background import Mask
from vision.doubts import Claims, Doubt
from vision.gleams import FAINT, UNEVEN, nothing_but_gleam
from vision.ground import AROUND
from vision.light import Floats, levels
from vision.sampling import Indices
from vision.sight import Sight
from vision.spots import Rows, Spots

LEAST_RISE: Final = 0.03
"""The least by which any light adds to lightness, as its log, that adds so many levels to it."""
MOSTLY: Final = 0.5
"""Share of the ground around that looks like a merchant where the lamp makes it look so."""
SLOPE: Final = 0.5
"""Share by which a lamp may add more to a place, or less, than to the ground around it."""


def in_haze(spots: Spots, sight: Sight) -> Doubt:
    """Make what marks the claims that added light makes up.

    The light is as ``sight`` last judged it. The ground around a place tells only as far as no
    merchant on the next one may reach.
    """
    squares = spots.squares
    core = squares.distance_mm <= spots.core_mm
    free_mm = squares.places.free_mm(spots.radius_mm)
    around = squares.distance_mm > AROUND * spots.radius_mm
    around = around & (squares.distance_mm < free_mm[:, None])
    half = np.maximum(around.sum(axis=1) / 2, 1)

    def looks_so(ground: Floats, points: Indices, row: Rows) -> bool:
        """Tell whether most of the ground (N x 3) looks like the merchant in a row."""
        density = spots.densities(ground)[row.argmax() - 1]
        bare = squares.background.log_density(ground, sight.lit.noise, points)
        return bool((density > bare).mean() > MOSTLY)

    def doubt(claims: Claims) -> Mask:
        places, points = claims.closeup.places, claims.points
        seen, shade = claims.closeup.seen.reshape(claims.shade.shape), claims.shade
        bare = squares.background.mean
        rise = seen[..., 0] + shade[..., 0] - bare[points, 0]
        brighter = ((rise > LEAST_RISE) & around[places]).sum(axis=1)
        hazy = np.zeros(len(places), bool)
        over = claims.closeup.over
        for i in np.flatnonzero(brighter >= half[places]):
            ground = around[places[i]]
            added = levels(seen[i] + shade[i]) - levels(bare[points[i]])
            marks = None if over is None else over.reshape(len(places), -1)[i, core][None]
            if not nothing_but_gleam(added[None, core], marks)[0]:
                continue
            lamp, here = (np.median(added[part], axis=0) for part in (ground, core))
            if not _is_haze(lamp):
                continue
            alike = (np.abs(here - lamp) < np.maximum(FAINT, SLOPE * lamp)).all()
            hazy[i] = alike or looks_so(seen[i][ground], points[i][ground], claims.rows[i])
        return hazy

    return doubt


def _is_haze(added: Floats) -> bool:
    """Tell whether the levels added to each channel (3) are those of a lamp."""
    least, most = added.min(), added.max()
    return bool(least > FAINT and most - least < UNEVEN * most)
