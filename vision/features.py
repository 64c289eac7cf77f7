"""What tells a piece from the bare board: a vector of features for each place.

For every place the discs a piece may fill are compared with the bare look by the likelihood ratio
of the taught colours. At the best disc further features are measured that fail in other ways:
correlation with the bare art, chroma against the ring around, texture left, how much a piece is
expected to show here. None of them decides; `vision.slots` does.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.appearance import Appearance, Corrections
from vision.bare_look import BareLook, Quality, Spread
from vision.camera import Indices
from vision.config import EvidenceConfig
from vision.illumination import Floats, Mask, most
from vision.outline import CONFIG as OUTLINE_CONFIG
from vision.outline import NAMES as OUTLINE
from vision.outline import Outlines
from vision.patches import Discs, Patches

CONFIG: Final = EvidenceConfig()
NAMES: Final = (
    "ratio",
    "ratio above nothing",
    "ratio above nothing in its spread",
    "share of the expected",
    "span",
    "own density",
    "bare density",
    "ring ratio",
    "correlation",
    "correlation beside usual",
    "usual correlation",
    "chroma contrast",
    "chroma contrast in noise",
    "chroma change",
    "lightness contrast",
    "absolute lightness contrast",
    "residual",
    "bare texture",
    "texture",
    "ring correlation",
    "ring residual",
    "edge residual",
    "edge lightness",
    "distance",
    "middle ratio",
    "middle bare density",
    "middle share",
    "core share",
    "weakest half",
    "lead",
    "washed out",
    "noise",
    "chroma noise",
    "misfit",
    "middle misfit",
    "edge misfit",
    "ring misfit",
    "misfit above usual",
    "own density beside usual",
    "chroma correlation",
    "chroma residual",
    "bare chroma texture",
    *OUTLINE,
    "outline above nothing",
    "expected outline",
    "share of the expected outline",
    "spread",
    "usual misfit",
    "roughness",
    "chroma roughness",
)
"""The features, in order; ratios and densities in nats a pixel, lightness and chroma as logs.

A misfit is by how much the bare look's log density lies below its greatest: half the square of
what is left, in standard deviations of this place and frame. Where a piece has the colour of its
ground, the ratio of the two densities says nothing, but the look of the print under it is gone.
"""
_WAYS: Final = np.array([(1, 0), (1, 1), (0, 1), (-1, 1)], np.float32)
"""Directions across the lines that halve a disc."""


@dataclass(frozen=True, slots=True)
class Features:
    """What was measured at some places.

    ``values`` (places x features) belong to the likeliest class, ``colour`` (places x classes) is
    the mean log density under each of what may be a piece there, ``response`` (places x classes)
    the best ratio of each, ``disc`` (places) which disc was best.
    """

    values: Floats
    colour: Floats
    response: Floats
    disc: Indices


@dataclass
class Expectation:
    """What places show when nothing is there, and when a piece is.

    ``nothing`` (places) is the best ratio of the bare place, ``spread`` by how much that varies
    from frame to frame, ``piece`` (places x classes) the best ratio of a piece, ``correlation``
    (places) how the bare place correlates with itself, seen again, ``misfit`` (places) how badly
    the bare look then fits. ``own`` (classes) is the usual mean log density of a piece under its
    own class. ``no_outline`` (places) is how clear an outline the bare place has, ``outline``
    (places x classes) that of a piece.
    """

    nothing: Floats
    spread: float
    piece: Floats
    correlation: Floats
    misfit: Floats
    own: Floats
    no_outline: Floats
    outline: Floats


@dataclass(frozen=True, slots=True)
class Measure:
    """Measures the features of one slot group, once it is taught."""

    patches: Patches
    bare: BareLook
    appearance: Appearance
    discs: Discs
    outlines: Outlines
    reach_mm: float
    expectation: Expectation
    corrections: Corrections

    def features(
        self, seen: Floats, washed_out: Mask, quality: Quality, places: Indices | None = None
    ) -> Features:
        """Measure some places, all unless told: ``seen`` (places x points x 3), in taught light.

        ``washed_out`` (places x points) marks points that are white beyond the camera's range.
        """
        places = np.arange(len(seen)) if places is None else places
        expected, discs = self.expectation, self.discs
        look = self.bare.looks[quality.level][places]
        shade = self.bare.shade(seen, places, quality)
        spread = self.bare.spread(places, quality)
        bare = _as_bare(spread, seen, look, shade)
        lit = seen - CONFIG.piece_shade * shade[:, None]
        own = np.maximum(self.appearance.log_density(seen), self.appearance.log_density(lit))
        for i, place in enumerate(places.tolist()):
            for one in self.corrections.of(place):
                chosen = slice(i, i + 1)
                if one.appearance is not None:
                    also = one.appearance.log_density(seen[i])[:, 0]
                    own[i, :, one.kind] = np.maximum(own[i, :, one.kind], also)
                    continue
                again = one.seen[None]
                there = self.bare.spread(places[chosen], quality)
                also = _as_bare(there, seen[chosen], again, shade[chosen])
                if also[0] @ discs.middle > bare[i] @ discs.middle:
                    bare[i], look[i] = also[0], one.seen
        off = seen - look
        ratio = np.clip(own - bare[..., None], -CONFIG.most_ratio, CONFIG.most_ratio)
        ratio = np.ascontiguousarray(ratio.transpose(2, 0, 1))  # classes x places x points
        cores, rings = ratio @ discs.core, ratio @ discs.ring
        score = cores - CONFIG.ring_weight * np.clip(rings, -CONFIG.most_ring, CONFIG.most_ring)
        score -= CONFIG.astray * discs.distance_mm / self.reach_mm
        greatest = spread.log_density(np.zeros((1, 1, 3), np.float32))
        misfit = np.maximum(greatest - bare, 0)
        each = np.arange(len(seen))
        disc = score.max(axis=0).argmax(axis=1)
        # Weights of the points: places x points.
        core, edge, ring = discs.core.T[disc], discs.edge.T[disc], discs.ring.T[disc]
        colour = _colour(own, bare, core)
        k = colour.argmax(axis=1)
        best, expected_k = cores[k, each, disc], expected.piece[places, k]
        nothing, usual = expected.nothing[places], expected.correlation[places]
        span = expected_k - nothing
        inner = _moments(seen[..., 0], look[..., 0], core, quality.noise)
        outer = _moments(seen[..., 0], look[..., 0], ring, quality.noise)
        rim = _moments(seen[..., 0], look[..., 0], edge, quality.noise)
        responses = score.max(axis=2)  # classes x places
        rivals = np.where(np.arange(len(score))[:, None] == k, -np.inf, responses).max(axis=0)
        lead = np.minimum(score[k, each, disc] - rivals, CONFIG.most_ratio)
        change = _mean(off[..., 1:], core)
        contrast = change - _mean(off[..., 1:], ring)
        of_own = ratio[k, each]
        lightness = inner.off - outer.off
        chroma = np.hypot(*(contrast / CONFIG.chroma_unit).T)
        tints = _chroma_moments(seen, look, core, quality.chroma_noise)
        outline = self.outlines.measure(spread.deviations(off - shade[:, None]))
        values = [
            best,
            best - nothing,
            (best - nothing) / expected.spread,
            (best - nothing) / np.maximum(span, 1.0),
            span,
            colour[each, k],
            (bare * core).sum(axis=1),
            rings[k, each, disc],
            inner.correlation,
            inner.correlation / np.maximum(usual, CONFIG.least_usual),
            usual,
            chroma,
            np.hypot(*contrast.T) / max(quality.chroma_noise, CONFIG.least_noise),
            np.hypot(*(change / CONFIG.chroma_unit).T),
            lightness,
            np.abs(lightness),
            _log(inner.residual, quality.noise),
            _log(inner.bare, quality.noise),
            _log(inner.seen, quality.noise),
            outer.correlation,
            _log(outer.residual, quality.noise),
            _log(rim.residual, quality.noise),
            rim.off - outer.off,
            discs.distance_mm[disc] / self.reach_mm,
            of_own @ discs.middle,
            bare @ discs.middle,
            (of_own > 0) @ discs.middle,
            ((of_own > 0) * core).sum(axis=1),
            _weakest_half(of_own * core, core, self.patches.offsets_mm, discs.shifts_mm[disc]),
            lead,
            (washed_out * core).sum(axis=1),
            np.full(len(seen), np.log(quality.noise)),
            np.full(len(seen), np.log(quality.chroma_noise)),
            (misfit * core).sum(axis=1),
            misfit @ discs.middle,
            (misfit * edge).sum(axis=1),
            (misfit * ring).sum(axis=1),
            misfit @ discs.middle - expected.misfit[places],
            colour[each, k] - expected.own[k],
            tints.correlation,
            _log(tints.residual, quality.chroma_noise),
            _log(tints.bare, quality.chroma_noise),
            *outline.T,
            *self._expected(outline[:, 0], places, k),
            np.full(len(seen), np.log(expected.spread)),
            expected.misfit[places],
            np.full(len(seen), np.log(quality.roughness)),
            np.full(len(seen), np.log(quality.chroma_roughness)),
        ]
        table = np.stack(values, axis=1).astype(np.float32)
        return Features(table, colour, cores.max(axis=2).T, disc)

    def _expected(self, outline: Floats, places: Indices, k: Indices) -> tuple[Floats, ...]:
        """Compare outlines with that of the bare places and of pieces of the classes ``k``."""
        nothing = self.expectation.no_outline[places]
        clear, expected = outline - nothing, self.expectation.outline[places, k] - nothing
        return clear, expected, clear / np.maximum(expected, OUTLINE_CONFIG.least_expected)


def _as_bare(spread: Spread, seen: Floats, look: Floats, shade: Floats) -> Floats:
    """Give the log density under a bare look, in the place's own light or in the board's."""
    off = seen - look
    return np.maximum(spread.log_density(off - shade[:, None]), spread.log_density(off))


@dataclass(frozen=True, slots=True)
class _Moments:
    """Of a channel on a disc: mean change, variances, covariance, correlation, what is left."""

    off: Floats
    seen: Floats
    bare: Floats
    both: Floats
    correlation: Floats
    residual: Floats


def _moments(seen: Floats, bare: Floats, weights: Floats, noise: float) -> _Moments:
    """Compare a channel with the bare look's (places x points) under weights."""
    mean, usual = (seen * weights).sum(axis=1), (bare * weights).sum(axis=1)
    spread = np.maximum((seen * seen * weights).sum(axis=1) - mean * mean, 0)
    art = np.maximum((bare * bare * weights).sum(axis=1) - usual * usual, 0)
    both = (seen * bare * weights).sum(axis=1) - mean * usual
    return _compared(mean - usual, spread, art, both, noise)


def _chroma_moments(seen: Floats, bare: Floats, weights: Floats, noise: float) -> _Moments:
    """Compare both chromas of points (places x points x 3) as one, each about its own mean."""
    a, b = (_moments(seen[..., c], bare[..., c], weights, noise) for c in (1, 2))
    return _compared(a.off + b.off, a.seen + b.seen, a.bare + b.bare, a.both + b.both, noise)


def _compared(off: Floats, seen: Floats, bare: Floats, both: Floats, noise: float) -> _Moments:
    """Tell from variances and covariance how alike, and what is left."""
    alike = both / np.sqrt((seen + noise**2) * (bare + noise**2))
    left: Floats = np.maximum(seen - both**2 / (bare + noise**2), 0)
    return _Moments(off, seen, bare, both, np.asarray(alike, np.float32), left)


def _colour(own: Floats, bare: Floats, weights: Floats) -> Floats:
    """Give the mean log density under each class (places x classes) of what may be a piece.

    ``own`` are densities (places x points x classes), ``bare`` those of the bare look (places x
    points). What looks more like the bare board says little about which piece lies there.
    """
    ahead = np.clip(most(own) - bare, -CONFIG.most_ratio, CONFIG.most_ratio)
    share = weights / (1 + np.exp(-ahead))
    share /= share.sum(axis=1, keepdims=True)
    return np.asarray(np.einsum("pnk,pn->pk", own, share))


def _weakest_half(
    weighted: Floats,
    weights: Floats,
    points_mm: npt.NDArray[np.float64],
    middles_mm: npt.NDArray[np.float64],
) -> Floats:
    """Give the least mean over half a disc (places), of the halves on either side of four lines.

    What lies on a place fills its disc; a neighbour or a shadow comes in from a side. ``weighted``
    are values under ``weights`` (places x points), ``middles_mm`` (places x 2) those of the discs.
    """
    sides = ((points_mm[None] - middles_mm[:, None]) @ _WAYS.T > 0).astype(np.float32)
    of_one, one = (np.einsum("pn,pnw->pw", each, sides) for each in (weighted, weights))
    of_both, both = (each.sum(axis=1, keepdims=True) for each in (weighted, weights))
    halves = np.hstack([of_one / one, (of_both - of_one) / (both - one)])
    return np.asarray(halves.min(axis=1), np.float32)


def _mean(off: Floats, weights: Floats) -> Floats:
    """Average (places x points x channels) under weights (places x points)."""
    return np.asarray(np.einsum("pnc,pn->pc", off, weights))


def _log(variance: Floats, noise: float) -> Floats:
    """Measure a variance in standard deviations of noise, as a log."""
    return np.asarray(np.log(np.sqrt(variance) / noise + CONFIG.least_texture))
