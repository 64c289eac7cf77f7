"""Merchants that only light makes up: sunlight makes a pale place as pale as a white one.

But it leaves the place its hue, and either lies on the ground around as well or leaves the place as
even as it was; a merchant has sides and a shadow.
"""

from typing import Final

import numpy as np

from vision.ground import AROUND
from vision.light import Floats
from vision.sight import Sight
from vision.spots import Check, Rows, Spots
from vision.squares import DEEPEST, SAME_HUE, Closeup, Indices

OTHER_LIGHT: Final = 0.15
"""How far lightness differs, as its log, where there is more light than usual, or less."""
SAME_LIGHT: Final = 0.1
"""How far it may differ within one light."""
TURNED: Final = 1.5
"""Standard deviations by which one light turns the hue of place and ground differently."""
GROUND: Final = 0.25
"""Share of the ground around that shows the light; twice what beside a merchant looks like its
light (hard tables and photographs)."""


def more_than_light(spots: Spots, sight: Sight) -> Check:
    """Make a check that flattens rows of log likelihoods where light explains all that is seen.

    The light is as ``sight`` last judged it. The rows of places with a clipped channel stay, and
    where a merchant on the next place may reach in, evenness tells nothing.
    """
    squares, background = spots.squares, spots.squares.background
    core = np.flatnonzero(squares.distance_mm <= spots.core_mm)
    face = np.flatnonzero(squares.distance_mm <= spots.radius_mm)
    around = np.flatnonzero(squares.distance_mm > AROUND * spots.radius_mm)
    hue, varies = (
        one.reshape(squares.count, -1, 3)[..., 1:] for one in (background.mean, background.spread)
    )

    def turned(closeup: Closeup, part: Indices) -> Floats:
        """Tell by how much the hue of a part of each place is another, in deviations."""
        seen = closeup.seen.reshape(len(closeup.places), -1, 3)[:, part, 1:]
        at = closeup.places[:, None], part
        return np.asarray((seen - hue[at]) / varies[at], np.float32)

    def check(rows: Rows, closeup: Closeup) -> Rows:
        taken = np.flatnonzero(rows.argmax(axis=1) > 0)
        if closeup.over is not None:
            clear = closeup.over.reshape(len(rows), -1)[taken][:, face] == 0
            taken = taken[clear.all(axis=1)]
        if not len(taken):
            return rows
        usual = np.sort(turned(closeup.only(taken), core), axis=1)[:, len(core) // 2]
        plain = (np.abs(usual) < SAME_HUE).all(axis=1)
        if not plain.any():
            return rows
        taken, usual = taken[plain], usual[plain]
        here = closeup.only(taken)
        points = squares.points(here.places)
        off = (here.seen - background.mean[points] + sight.shade(squares.sampler, points))[:, 0]
        off = off.reshape(len(taken), -1)
        level = np.median(off[:, core], axis=1)
        lit = np.abs(off[:, around] - level[:, None]) < SAME_LIGHT
        lit &= (np.abs(turned(here, around) - usual[:, None]) < TURNED).all(axis=2)
        light = (np.abs(level) > OTHER_LIGHT) & (lit.mean(axis=1) > GROUND)
        even = spots.as_even(here.seen, sight.lit.noise, here.places) & (level > -DEEPEST)
        told = rows.copy()
        told[taken[light | even]] = 0.0
        return told

    return check
