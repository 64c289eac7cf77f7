"""The ground of single places as evidence: beside a hand it tells which of them the hand hides.

The hand's outline is known to a few millimetres only. A bare place is seen when its own art is;
one with a merchant is seen when the ground around that is, and is no merchant's colour all over.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.background import UNKNOWN, Mask
from vision.gleams import nothing_but_gleam
from vision.light import Floats, Marks, levels
from vision.occlusion import Cover
from vision.spots import Spots

ART_NOISE: Final = (0.08, 0.04, 0.04)
"""Standard deviation of a point of bare board in a light that is not even, opponent space."""
PRINTED: Final = 1.2
"""Radii of a printed spot within which its own art lies, border and all."""
AROUND: Final = 1.5
"""Radii of a merchant beyond which the ground around it begins, wherever it leans."""
MOST_CHANGE: Final = 8.0
"""Standard deviations beyond which a change says no more: what is foreign is foreign."""
LEAST_ART: Final = 3.0
"""Variance of the art, over that of the noise, from which it is missed when it is not there."""
KEPT: Final = 0.7
"""Share of its contrast that a place must keep when the empty frame is nudged a little."""
ABSENT: Final = 0.6
"""Share of its contrast below which a place's own art is hidden."""
PRESENT: Final = 0.75
"""The same above which it is seen."""
GROUND_ABSENT: Final = 0.5
"""Share of its contrast below which the ground around a merchant is hidden."""
GROUND_SHOWS: Final = 0.6
"""The same above which it is seen."""
ALONE: Final = 0.8
"""Share of the ground around a merchant that must look like none for it to stand in the open."""
CROWDED: Final = 0.6
"""The same below which more than one merchant must be there, or none."""
STRANGE: Final = 0.3
"""Share of what a merchant covers beyond which too much looks like neither it nor the board."""
CLOSE: Final = 0.7
"""Share of the ground around a merchant that must look like none where that tells nothing."""
HARDLY: Final = 0.05
"""Share of what it covers that may be strange then."""
NEXT: Final = 1.5
"""Spacings within which places are next to each other, as they are not all equally far apart."""

Places = npt.NDArray[np.int64]
Rows = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What some places show beside a hand: each a mask over them.

    ``hidden`` are hidden for certain, ``plain`` seen for certain; where it is ``crowded`` more
    looks like a merchant than one merchant can, and where it is ``doubtful`` a merchant was read
    that may be made up of its surroundings and of what covers them.
    """

    hidden: Mask
    plain: Mask
    crowded: Mask
    doubtful: Mask


class Ground:
    """The bare look of each place and of what surrounds it."""

    def __init__(self, spots: Spots) -> None:
        """Take it from the squares at which the places are looked at."""
        squares = spots.squares
        self._spots = spots
        self._bare = self._weighed(squares.background.mean)
        distance = squares.distance_mm[None]
        self._printed: Mask = distance <= PRINTED * squares.places.radii_mm[:, None]
        self._around: Mask = np.broadcast_to(
            distance > AROUND * spots.radius_mm, self._printed.shape
        )
        self._within: Mask = squares.distance_mm <= spots.radius_mm
        self._core: Mask = squares.distance_mm <= spots.core_mm
        self._everywhere = np.arange(squares.count)
        self._tells = np.ones((2, squares.count), bool)

    def nudged(self, seen: Floats) -> None:
        """Learn which art is too fine to be missed, from the empty frame seen a little aside.

        ``seen`` are the points of all squares (N x 3, opponent space, light removed).
        """
        for number, part in enumerate((self._printed, self._around)):
            shown, energy = self._shown(self._weighed(seen), part, self._everywhere)
            self._tells[number] &= (shown >= KEPT) & (energy >= LEAST_ART)

    def judge(
        self, seen: Floats, likelihood: Rows, places: Places, over: Marks | None = None
    ) -> Glimpse:
        """Judge some places.

        ``seen`` is as above, ``likelihood`` (all places x choices) what was read, empty first;
        ``over`` (N) marks channels that end at what the camera can tell.
        """
        size = self._around.shape[1]
        points = (places[:, None] * size + np.arange(size)).ravel()
        looks, marks = seen[points], None if over is None else over[points]
        background = self._spots.squares.background
        bare_density = background.log_density(looks, points=points, over=marks)
        piece_density = self._spots.likeliest(looks, marks)
        piece = piece_density > bare_density
        strange = np.maximum(piece_density, bare_density) < UNKNOWN
        strange_share = strange.reshape(len(places), size)[:, self._within].mean(axis=1)
        dim = np.ones_like(piece) if marks is None else marks == 0
        dim = dim.reshape(len(places), size)
        pixels = self._weighed(looks)
        around = self._around[places]
        open_ground = around & ~piece.reshape(around.shape)
        left = open_ground.sum(axis=1) / around.sum(axis=1)
        printed, _ = self._shown(pixels, self._printed[places] & dim, places)
        ground, energy = self._shown(pixels, open_ground & dim, places)
        own, theirs = self._tells[:, places]
        theirs = theirs & (energy >= LEAST_ART)
        rows = likelihood[places]
        bare, told = rows.argmax(axis=1) == 0, rows.any(axis=1)
        open_to_all = theirs & (ground > GROUND_SHOWS) & (left > ALONE)
        stands = (left > CLOSE) & (strange_share < HARDLY)
        stands |= open_to_all & (strange_share < STRANGE)
        return Glimpse(
            hidden=np.where(bare, own & (printed < ABSENT), theirs & (ground < GROUND_ABSENT)),
            plain=told & np.where(bare, own & (printed > PRESENT), open_to_all),
            crowded=~bare & (left < CROWDED),
            doubtful=~bare & ~stands,
        )

    def unwashed(
        self, seen: Floats, shade: Floats, likelihood: Rows, glared: Mask, over: Marks | None
    ) -> Rows:
        """Make rows of the likelihood flat where added light may have made what was read.

        A mirrored lamp makes deep colours pale: in its reach, at the places ``glared``, more may
        look like a merchant than one can. But nothing that light is added to grows darker, or
        brighter in one channel alone.
        ``shade`` (N x 3) is the part of the light removed from ``seen`` that is not over the whole
        board; the rest is as for ``judge``.
        """
        places = np.flatnonzero(glared & (likelihood.argmax(axis=1) > 0))
        size = self._around.shape[1]
        points = (places[:, None] * size + np.arange(size)).ravel()
        looks, marks = seen[points], None if over is None else over[points]
        background = self._spots.squares.background
        bare_density = background.log_density(looks, points=points, over=marks)
        piece = self._spots.likeliest(looks, marks) > bare_density
        added = levels(looks + shade[points]) - levels(background.mean[points])
        paler = (added > 0).all(axis=1)
        around = self._around[places]
        made = (around & (piece & paler).reshape(around.shape)).sum(axis=1) / around.sum(axis=1)
        here = None if marks is None else marks.reshape(around.shape)[:, self._core]
        gleam = nothing_but_gleam(added.reshape(*around.shape, 3)[:, self._core], here)
        rows = likelihood.copy()
        rows[places[gleam & (made > 1 - CROWDED)]] = 0.0
        return rows

    def neighbours(self, places: Places) -> Mask:
        """Mark the places that are next to any of those that are numbered."""
        layout = self._spots.squares.places
        apart = np.linalg.norm(layout.centres_mm[:, None] - layout.centres_mm[places], axis=2)
        return np.asarray((apart <= NEXT * np.median(layout.spacing_mm)).any(axis=1))

    def _weighed(self, seen: Floats) -> Floats:
        """Give pixels (places x points x 3) in standard deviations of their noise."""
        scaled = seen / np.array(ART_NOISE, np.float32)
        return np.asarray(scaled.reshape(-1, self._spots.squares.side**2, 3), np.float32)

    def _shown(self, pixels: Floats, part: Mask, places: Places) -> tuple[Floats, Floats]:
        """Tell what share of the art's contrast shows in a part of each place, and how much it is.

        ``pixels`` (places x points x 3) are weighed; the second is the variance of the art over
        that of the noise.
        """
        inside = part[..., None].astype(np.float32)
        count = np.maximum(inside.sum(axis=1, keepdims=True), 1)
        bare = self._bare[places]
        art = (bare - (bare * inside).sum(axis=1, keepdims=True) / count) * inside
        change = np.clip(pixels - bare, -MOST_CHANGE, MOST_CHANGE)
        energy = np.einsum("npc,npc->n", art, art)
        common = np.einsum("npc,npc->n", art, change)
        return 1 + common / np.maximum(energy, 1e-6), energy / count[:, 0, 0]


def beside(  # noqa: PLR0913, PLR0917 - what a frame shows
    cover: Cover,
    ground: Ground,
    seen: Floats,
    likelihood: Rows,
    over: Marks | None = None,
    steady: Mask | None = None,
) -> tuple[Cover, Rows]:
    """Say of each location near what covers the board whether it is hidden.

    It goes on from those that are, and makes rows of the likelihood flat where a merchant does
    not stand in the open. ``seen`` and ``over`` are as for ``Ground.judge``. Locations that look
    as they did before there was anything to cover them may be marked as ``steady``: they are seen.
    """
    covered, near, rows = cover.covered.copy(), cover.near.copy(), likelihood.copy()
    asked = np.zeros_like(near) if steady is None else steady.copy()
    covered &= ~asked
    while (places := np.flatnonzero(near & ~asked)).size:
        asked[places] = True
        glimpse = ground.judge(seen, likelihood, places, over)
        found = places[glimpse.hidden & ~covered[places]]
        covered[places] = (covered[places] | glimpse.hidden) & ~glimpse.plain
        rows[places[glimpse.crowded | glimpse.doubtful]] = 0.0
        near |= ground.neighbours(found)
    return replace(cover, covered=covered, near=near), rows
