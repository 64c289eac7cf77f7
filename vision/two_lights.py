"""Merchants that only the edge of a shadow makes up.

The light is followed over surroundings larger than a merchant, so beside a hard edge pale ground
seems brighter than it is, as a white merchant would. In the light that is over the whole board it
looks as it should.
"""

from dataclasses import replace
from typing import Final

import numpy as np

from vision.sight import Sight
from vision.spots import Check, Rows, Spots
from vision.squares import Closeup

SHADED: Final = 0.1
"""How far the light on a place must differ from that over the whole board, as log of lightness."""


def in_both(spots: Spots, sight: Sight) -> Check:
    """Make a check that flattens rows of log likelihoods where one light alone makes a piece.

    A piece read in a place's own light is to be read in that over the whole board as well, as
    ``sight`` last judged both.
    """

    def check(rows: Rows, closeup: Closeup) -> Rows:
        places = closeup.places
        taken = rows.argmax(axis=1)
        at = np.flatnonzero(taken > 0)
        if not len(at):
            return rows
        shade = sight.shade(spots.squares.sampler, spots.squares.points(places[at]))
        deep = np.abs(shade[:, 0]).reshape(len(at), -1).max(axis=1) > SHADED
        if not deep.any():
            return rows
        shade = shade.reshape(len(at), -1, 3)[deep].reshape(-1, 3)
        at = at[deep]
        here = closeup.only(at)
        there = spots.judge(replace(here, seen=here.seen + shade), sight.lit.noise)
        told = rows.copy()
        told[at[there.argmax(axis=1) != taken[at]]] = 0.0
        return told

    return check
