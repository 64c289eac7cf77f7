"""Merchants that only the edge of a shadow makes up.

The light is followed over surroundings larger than a merchant, so beside a hard edge pale ground
seems brighter than it is, as a white merchant would. In the light that is over the whole board it
looks as it should.
"""

from dataclasses import replace
from typing import Final

import numpy as np

from vision.background import Mask
from vision.doubts import Claims, Doubt
from vision.sight import Sight
from vision.spots import Spots

SHADED: Final = 0.1
"""How far the light on a place must differ from that over the whole board, as log of lightness."""


def in_one_light(spots: Spots, sight: Sight) -> Doubt:
    """Make what marks the claims that one light alone makes up.

    A piece read in a place's own light is to be read in that over the whole board as well, as
    ``sight`` last judged both.
    """

    def doubt(claims: Claims) -> Mask:
        deep = np.abs(claims.shade[..., 0]).max(axis=1) > SHADED
        if not deep.any():
            return np.asarray(deep)
        here = claims.closeup.only(np.flatnonzero(deep))
        evenly_lit = here.seen + claims.shade[deep].reshape(-1, 3)
        there = spots.judge(replace(here, seen=evenly_lit), sight.lit.noise)
        deep[deep] = there.argmax(axis=1) != claims.rows[deep].argmax(axis=1)
        return np.asarray(deep)

    return doubt
