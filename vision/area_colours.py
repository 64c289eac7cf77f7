"""The colours of pieces in areas: how much likelier a cell shows each class than bare ground."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.area_map import Ground, Quality
from vision.area_shapes import Lean, Outline
from vision.config import AreaConfig
from vision.illumination import Floats, Mask
from vision.looks import Appearance

CONFIG: Final = AreaConfig()


@dataclass(frozen=True)
class Looks:
    """How the classes look: their ``names``, colours, outlines, and where the camera is.

    ``alike`` (classes x classes) marks those of one paint, which their outlines tell apart.
    ``shadows`` is what they cast on the ground beside them, as far as that was seen. ``confused``
    are pairs of names that neither colour nor outline tells apart, each with the lead of the truth.
    """

    names: tuple[str, ...]
    appearance: Appearance
    outlines: tuple[Outline, ...]
    lean: Lean
    alike: Mask
    shadows: Appearance | None = None
    confused: tuple[tuple[str, str, float], ...] = ()


class Evidence:
    """What the cells of a window say for each class, in nats a cell.

    ``mixed`` (classes x rows x columns) reckons with colours that may be mixed with the ground's
    in any cell, ``clear`` with those that are not. What sets one class apart from the likeliest
    counts in full, while what sets that one apart from the ground is cut. The noisier a frame, the
    more its colours are smeared.
    """

    def __init__(
        self, looks: Looks, kinds: Sequence[int], ground: Ground, lit: Floats, quality: Quality
    ) -> None:
        self._looks, self._kinds = looks, list(kinds)
        self._ground = ground
        self._weight = np.float32(ground.step_mm**2 / CONFIG.look_mm2)
        self._quality = quality
        self._seen, self._bare = ground.log_density(lit, looks.shadows, quality)
        self.mixed, self.clear = self.within((slice(None), slice(None)), _AS_SEEN)
        self.ways = _ways(quality)
        self.alike = looks.alike[np.ix_(self._kinds, self._kinds)]

    def within(self, part: tuple[slice, slice], way: "Way") -> tuple[Floats, Floats]:
        """Give ``mixed`` and ``clear`` within a part, for pieces seen in some way as a whole.

        What makes them darker leaves their colour's levels; an error of levels is the more of a
        logarithm the darker they are.
        """
        seen, bare = self._seen[part], self._bare[part]
        if any(way.off):
            darker = np.clip(self._quality.usual - seen[..., :1], 0, CONFIG.darkest)
            light, *chroma = way.off
            moved = seen[..., 1:] * np.float32(np.exp(light))
            moved -= np.exp(darker) * np.array(chroma, np.float32)
            seen = np.concatenate([seen[..., :1] - np.float32(light), moved], axis=2)
        mixed, clear = self._densities(seen, self._ground.around[part], way.share)
        return self._nats(mixed, bare), self._nats(clear, bare)

    def _densities(
        self, seen: Floats, around: Floats, share: float | None
    ) -> tuple[Floats, Floats]:
        """Give log densities of colours under each class (classes x ...), mixed or not.

        A lens that is a little out of focus mixes all of a small piece with what is around it;
        coding mixes its colour, of which it keeps a quarter of the pixels or fewer, over more.
        ``share`` is what is left of its colour in all cells, None where each may be mixed or not.
        """
        known, smeared = self._looks.appearance, self._quality.smeared
        if share is not None:
            cleared = known.log_density(unmixed(seen, around, 1.0, share)) - 2 * np.log(share)
            return (self._classes(np.asarray(cleared, np.float32)),) * 2
        own = known.log_density(seen)
        found = cv2.exp(own) * np.float32(1 - smeared)
        for light, chroma, part in CONFIG.mixed:
            each = cv2.exp(known.log_density(unmixed(seen, around, light, chroma)))
            found += each * np.float32(smeared * part / (light * chroma**2))
        return self._classes(np.asarray(cv2.log(found), np.float32)), self._classes(own)

    def _classes(self, density: Floats) -> Floats:
        return np.ascontiguousarray(np.moveaxis(density, -1, 0)[self._kinds])

    def _nats(self, density: Floats, bare: Floats) -> Floats:
        best = density.max(axis=0)
        ahead = np.clip(best - bare, CONFIG.least, CONFIG.most)
        return np.asarray(np.maximum(density + (ahead - best), CONFIG.least) * self._weight)


def unmixed(seen: Floats, around: Floats, light: float, chroma: float) -> Floats:
    """Take from colours what is mixed into them, all but shares of their lightness and chroma.

    It is levels that are mixed: in the logarithms of a dark piece bright ground's colour is more.
    """
    over = seen[..., :1] - around[..., :1]
    own = over / np.float32(light)
    most = np.float32(CONFIG.darkest)
    colour = seen[..., 1:] * np.exp(np.clip(over - own, -most, most))
    colour -= np.float32(1 - chroma) * np.exp(np.minimum(-own, most)) * around[..., 1:]
    return np.concatenate([around[..., :1] + own, colour / np.float32(chroma)], axis=-1)


@dataclass(frozen=True, slots=True)
class Way:
    """A way in which a piece may look otherwise as a whole than its cells do by themselves.

    ``weight`` is the logarithm of how usual it is, ``off`` (opponent space) what it is off, and
    ``share`` what is left of its colour beside that of its surroundings, where that is all mixed.
    """

    weight: float
    off: tuple[float, ...] = (0.0, 0.0, 0.0)
    share: float | None = None


_AS_SEEN: Final = Way(0.0)
QUADRATURE: Final = 3**0.5
"""Standard deviations at which points stand for a normal distribution, beside its middle."""


def _ways(quality: Quality) -> list[Way]:
    """List the ways in which pieces may look in a frame; as seen alone in one as good as taught."""
    offs = [(0.0, 0.0, 0.0)]
    for axis, off in enumerate(quality.off.tolist()):
        if off >= CONFIG.least_off[axis]:
            along = np.eye(3)[axis] * off * QUADRATURE
            offs += [tuple(along.tolist()), tuple((-along).tolist())]
    mixed = CONFIG.wholly_mixed if quality.coded > 0 else ()
    each = np.log((1 - quality.coded * sum(part for _, part in mixed)) / len(offs))
    ways = [Way(float(each), off) for off in offs]
    return ways + [Way(float(np.log(quality.coded * part)), share=share) for share, part in mixed]
