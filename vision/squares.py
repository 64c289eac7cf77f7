"""Squares of sample points around round places: locations, or spaces for influence tiles."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.background import Background, EmptyFrame, Slack
from vision.light import ALL_CLIPPED, Floats, Marks, within_range
from vision.plan import MOST_APART, nearest_mm
from vision.sampling import Indices, Sampler

REACH: Final = 0.3
"""How far from its spot a piece's middle may appear, as a share of the spots' spacing."""
FARTHEST_MM: Final = 7.0
"""The most that is in mm: 5 off the spot, and 2 as it leans more or less than was thought."""
LARGEST_MM: Final = 10.0
"""The largest radius that is looked for in a piece, unless the printed spots are larger."""
SLACK: Final = Slack(art=0.3, shaded=0.1, dark=0.35, light=0.08)
"""A spot's own shade has been taken off, so little more than a piece's own shadow is left."""

SAME_HUE: Final = 2.5
"""Standard deviations of hue within which a point may be bare board in another shade."""
DEEPEST: Final = 1.0
"""The deepest shade looked for, as log of lightness."""
ENOUGH: Final = 0.5
"""Share of a place's points that must show the bare board's hue to judge its shade."""
AGREED: Final = 0.25
"""How far apart, as log of lightness, the middle half of them may lie."""
_QUARTERS: Final = np.array([0.25, 0.5, 0.75])
JUDGES: Final = 8
"""Points along each axis of a place, at least, from which its shade is judged."""

Rows = npt.NDArray[np.float64]
ToPixels = Callable[[Rows], Floats]


@dataclass(frozen=True, slots=True)
class Closeup:
    """Some ``places`` (N, by number) seen closely.

    ``seen`` are all their points (N · side² x 3, opponent space, light removed), ``over`` marks
    the points' clipped channels as ``clipped`` does; None where there are none.
    """

    places: Indices
    seen: Floats
    over: Marks | None

    def only(self, chosen: Indices) -> "Closeup":
        """Keep some of the places, by their number here."""
        count = len(self.places)
        seen = self.seen.reshape(count, -1, 3)[chosen].reshape(-1, 3)
        over = None if self.over is None else self.over.reshape(count, -1)[chosen].ravel()
        if over is not None and not over.any():
            over = None
        return Closeup(self.places[chosen], seen, over)


Look = Callable[[Indices], Closeup]
"""Looks closely at some places by number."""


class Places:
    """Round places on a board: ``centres_mm`` (N x 2) and ``radii_mm`` (N).

    ``spacing_mm`` (N) is how far the next place is, ``reach_mm`` (N) how far from its place the
    middle of a piece may appear, ``largest_mm``
    the largest radius of a piece, ``lean_mm`` (N x 2) where the middle of a piece on the place
    appears, as all that stands on the board leans away from the camera.
    """

    def __init__(self, centres_mm: Rows, radii_mm: Rows, lean_mm: Rows | None = None) -> None:
        """Work out how much room there is around each place."""
        self.centres_mm = centres_mm
        self.radii_mm = radii_mm
        self.lean_mm = np.zeros_like(centres_mm) if lean_mm is None else lean_mm
        spacing_mm = np.minimum(nearest_mm(centres_mm), MOST_APART * radii_mm)
        self.spacing_mm = spacing_mm
        self.reach_mm = np.minimum(REACH * spacing_mm, FARTHEST_MM)
        self.radius_mm = float(np.median(radii_mm))
        room = float(np.median(spacing_mm)) / 2
        self.largest_mm = min(room, max(self.radius_mm, LARGEST_MM))

    def free_mm(self, radius_mm: float) -> Rows:
        """Tell how far around each place (N) no piece of a radius on the next one reaches."""
        return self.spacing_mm - self.reach_mm - radius_mm


class Squares:
    """A square of ``side`` x ``side`` sample points around each of the ``places``.

    ``step_mm`` is the distance between points, ``distance_mm`` (side²) how far each is from the
    middle, ``background`` how the bare board looks at all points.
    """

    def __init__(
        self, places: Places, half_mm: float, side: int, to_px: ToPixels, empty: EmptyFrame
    ) -> None:
        """Lay the points out, up to ``half_mm`` from the middle along each axis.

        ``to_px`` maps board mm to pixels of the empty frame.
        """
        self.places = places
        self.count = len(places.centres_mm)
        self.side = side
        self.step_mm = 2 * half_mm / (side - 1)
        span = np.linspace(-half_mm, half_mm, side)
        self.offsets_mm = np.stack(np.meshgrid(span, span), axis=-1).reshape(-1, 2)
        self.distance_mm = np.linalg.norm(self.offsets_mm, axis=1)
        where = (places.centres_mm + places.lean_mm)[:, None] + self.offsets_mm
        self.sampler = Sampler(to_px(where.reshape(-1, 2)))
        self.background = Background(empty, self.sampler.points, SLACK)
        lattice = np.arange(side * side).reshape(side, side)
        step = max(1, side // JUDGES)
        self._judges = lattice[step // 2 :: step, step // 2 :: step].ravel()
        self._judge_mean = self.background.mean.reshape(self.count, -1, 3)[:, self._judges]
        spread = SAME_HUE * self.background.spread.reshape(self.count, -1, 3)[:, self._judges]
        spread[..., 0] = DEEPEST
        # What is printed there may be of any hue: it tells nothing of a shade.
        spread[self.background.dazzled.reshape(self.count, -1)[:, self._judges]] = 0
        self._judge_spread = spread

    def of(self, seen: Floats, place: int) -> Floats:
        """Cut the points of one place out of all (rows x …)."""
        size = self.side * self.side
        return seen[place * size : (place + 1) * size]

    def points(self, places: Indices) -> Indices:
        """Give the numbers of the points of some places, in their order."""
        size = self.side * self.side
        return np.asarray((places[:, None] * size + np.arange(size)).ravel(), np.int64)

    def unshaded(
        self,
        seen: Floats,
        places: npt.NDArray[np.int64] | slice = slice(None),
        over: Marks | None = None,
    ) -> Floats:
        """Take the shadow or gleam off all places or some (N x 3 points, light removed).

        It is judged from the points that have the bare board's hue, where there are enough of
        them and they agree. ``over`` (N) marks their clipped channels.
        """
        each = seen.reshape(-1, self.side * self.side, 3)
        off = each[:, self._judges] - self._judge_mean[places]
        if over is not None:
            marks = over.reshape(len(each), -1)[:, self._judges]
            off = within_range(off.reshape(-1, 3), marks.ravel()).reshape(off.shape)
            off[marks == ALL_CLIPPED] = 2 * DEEPEST
        near = np.abs(off) < self._judge_spread[places]
        same = near[..., 0] & near[..., 1] & near[..., 2]
        lightness = np.where(same, off[..., 0], 2 * DEEPEST)
        lightness.sort(axis=1)
        found = same.sum(axis=1)
        ranks = (found[:, None] * _QUARTERS).astype(int)
        low, middle, high = lightness[np.arange(len(each)), ranks.T]
        agreed = (found >= ENOUGH * lightness.shape[1]) & (high - low < AGREED)
        lit = each.copy()
        lit[..., 0] -= np.where(agreed, middle, 0.0).astype(np.float32)[:, None]
        return lit.reshape(-1, 3)
