"""Doubting what was read: merchants that only light makes up are left open."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from vision.background import Mask
from vision.light import Floats
from vision.sampling import Indices
from vision.sight import Sight
from vision.spots import Check, Rows, Spots
from vision.squares import Closeup


@dataclass(frozen=True, slots=True)
class Claims:
    """Some places on which merchants were read (N).

    ``rows`` are their log likelihoods, as `Spots.read` has them, ``closeup`` how they are seen,
    ``points`` the numbers of their points (N x side²), and ``shade`` by how much the light at
    those is their own (N x side² x 3), as `Sight.shade` has it.
    """

    rows: Rows
    closeup: Closeup
    points: Indices
    shade: Floats


Doubt = Callable[[Claims], Mask]
"""Marks the claims (N) that are not to be believed."""


def doubted(doubts: Sequence[Callable[[Spots, Sight], Doubt]], spots: Spots, sight: Sight) -> Check:
    """Make a check that flattens the rows of the claims that any of the doubts marks."""
    squares = spots.squares
    each = [doubt(spots, sight) for doubt in doubts]

    def check(rows: Rows, closeup: Closeup) -> Rows:
        taken = np.flatnonzero(rows.argmax(axis=1) > 0)
        if not len(taken):
            return rows
        here = closeup.only(taken)
        points = squares.points(here.places).reshape(len(taken), -1)
        claims = Claims(rows[taken], here, points, sight.shade(squares.sampler, points))
        told = rows.copy()
        for doubt in each:
            told[taken[doubt(claims)]] = 0.0
        return told

    return check
