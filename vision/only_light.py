"""Merchants that only light makes up: sunlight makes a pale place as pale as a white one.

But it leaves the place its hue, or adds as much to all channels where a lamp is mirrored; and it
either lies on the ground around as well or leaves the place as even as it was. A merchant has
sides and a shadow.
"""

from typing import Final

import numpy as np

from vision.background import Mask
from vision.doubts import Claims, Doubt
from vision.gleams import gleams
from vision.ground import AROUND
from vision.sight import Sight
from vision.spots import Spots
from vision.squares import DEEPEST, SAME_HUE

OTHER_LIGHT: Final = 0.15
"""How far lightness differs, as its log, where there is more light than usual, or less."""
SAME_LIGHT: Final = 0.1
"""How far it may differ within one light."""
TURNED: Final = 1.5
"""Standard deviations by which one light turns the hue of place and ground differently."""
GROUND: Final = 0.25
"""Share of the ground around that shows the light; twice what beside a merchant looks like its
light (hard tables and photographs)."""


def in_light_alone(spots: Spots, sight: Sight) -> Doubt:
    """Make what marks the claims that are light and nothing else.

    The light is as ``sight`` last judged it. Where a merchant on the next place may reach in,
    evenness tells nothing.
    """
    squares, background = spots.squares, spots.squares.background
    core = np.flatnonzero(squares.distance_mm <= spots.core_mm)
    around = np.flatnonzero(squares.distance_mm > AROUND * spots.radius_mm)
    bare, varies = (
        np.median(one.reshape(squares.count, -1, 3)[:, core], axis=1).astype(np.float32)
        for one in (background.mean, background.spread)
    )

    def doubt(claims: Claims) -> Mask:
        here, points, shade = claims.closeup, claims.points, claims.shade
        seen = here.seen.reshape(shade.shape)
        own = np.sort(seen[:, core], axis=1)[:, len(core) // 2] - bare[here.places]
        turned = own[:, 1:] / varies[here.places, 1:]
        plain = (np.abs(turned) < SAME_HUE).all(axis=1)
        level = own + shade[:, core].mean(axis=1)
        none = np.zeros(len(points), bool)
        if not (plain | (level[:, 0] > 0)).any():  # no lamp makes darker
            return none
        hazy = gleams(bare[here.places], level, none) > 0
        if not (plain | hazy).any():
            return none
        off = seen - np.take(background.mean, points, axis=0)
        lit = np.abs(off[:, around, 0] + shade[:, around, 0] - level[:, :1]) < SAME_LIGHT
        hue = off[:, around] / np.take(background.spread, points[:, around], axis=0)
        lit &= (np.abs(hue[..., 1:] - turned[:, None]) < TURNED).all(axis=2)
        light = plain & (np.abs(level[:, 0]) > OTHER_LIGHT) & (lit.mean(axis=1) > GROUND)
        even = spots.as_even(here.seen, sight.lit.noise, here.places) & (level[:, 0] > -DEEPEST)
        return np.asarray(light | (even & (plain | hazy)))

    return doubt
