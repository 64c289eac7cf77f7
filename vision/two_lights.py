"""Merchants that only the edge of a shadow makes up.

The light is followed over surroundings larger than a merchant, so beside a hard edge pale ground
seems brighter than it is, as a white merchant would. In the light that is over the whole board it
looks as it should.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.light import Floats, Marks
from vision.sight import Sight
from vision.spots import Rows, Spots

Indices = npt.NDArray[np.int64]

SHADED: Final = 0.1
"""How far the light on a place must differ from that over the whole board, as log of lightness."""


def agreed(spots: Spots, sight: Sight, rows: Rows, seen: Floats, over: Marks | None) -> Rows:
    """Make rows of log likelihoods flat where a piece is read in the place's own light alone.

    ``seen`` (N x 3) is what ``sight`` saw at all points of the places, its light removed; ``over``
    (N) marks clipped channels. A piece is to be read in the light over the whole board as well.
    """
    taken = rows.argmax(axis=1)
    places = np.flatnonzero(taken > 0)
    if not len(places):
        return rows
    shade = sight.shade(spots.squares.sampler, _points(spots, places))
    deep = np.abs(shade[:, 0]).reshape(len(places), -1).max(axis=1) > SHADED
    if not deep.any():
        return rows
    shade = shade.reshape(len(places), -1, 3)[deep].reshape(-1, 3)
    places = places[deep]
    points = _points(spots, places)
    marks = None if over is None else over[points]
    lit = spots.squares.unshaded(seen[points] + shade, places, marks)
    there = spots.log_likelihood(spots.scores(lit, sight.lit.noise, places, marks), places)
    told = rows.copy()
    told[places[there.argmax(axis=1) != taken[places]]] = 0.0
    return told


def _points(spots: Spots, places: Indices) -> Indices:
    """Give the numbers of the points of some places (places · side²), in their order."""
    size = spots.squares.side**2
    return np.asarray((places[:, None] * size + np.arange(size)).ravel(), np.int64)
