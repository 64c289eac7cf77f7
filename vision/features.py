"""What tells a piece from the bare board: a vector of features for each place.

For every place the discs a piece may fill are compared with the bare look by the likelihood ratio
of the taught colours. At the best disc further features are measured that fail in other ways:
correlation with the bare art, chroma against the ring around, texture left, how much a piece is
expected to show here. None of them decides; `vision.slots` does.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.appearance import Appearance, Corrections
from vision.camera import Indices
from vision.config import NORMAL_MEDIAN, EvidenceConfig
from vision.illumination import Floats, Mask, most
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
)
"""The features, in order; ratios and densities in nats a pixel, lightness and chroma as logs.

A misfit is by how much the bare look's log density lies below its greatest: half the square of
what is left, in standard deviations of this place and frame. Where a piece has the colour of its
ground, the ratio of the two densities says nothing, but the look of the print under it is gone.
"""
_NOISES: Final = np.array([1.0, 1.0, 1.5], np.float32)
_WAYS: Final = np.array([(1, 0), (1, 1), (0, 1), (-1, 1)], np.float32)
"""Directions across the lines that halve a disc."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How sharp and noisy a frame is: the blur level of the bare look, noise of two kinds (log)."""

    level: int
    noise: float
    chroma_noise: float


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


class BareLook:
    """The bare board at the places of a group, at several levels of blur.

    ``looks`` are those (levels of places x points x 3, opponent space), ``slope2`` the squared
    steepness of the look (a working pixel), by which a pose that is a little off costs less.
    ``unknown`` (places x points) marks what was not seen bare: a mirrored lamp or a piece hid it.
    """

    def __init__(
        self, patches: Patches, looks: list[Floats], slope2: Floats, unknown: Mask
    ) -> None:
        """Take the looks, their steepness, and what is not known of them."""
        self.looks = looks
        self.slope2 = slope2
        self.unknown = unknown
        self.rim: Indices = np.flatnonzero(patches.away_mm > CONFIG.rim_radii * patches.radius_mm)

    def quality(self, seen: Floats) -> Quality:
        """Judge a frame by what is around its places (places x points x 3)."""
        around = seen[:, self.rim]
        left = []
        for look in self.looks:
            off = around[..., 0] - look[:, self.rim, 0]
            off -= np.median(off, axis=1, keepdims=True)
            left.append(float(np.median(np.median(np.abs(off), axis=1))))
        level = int(np.argmin(left))
        chroma = around[..., 1:] - self.looks[level][:, self.rim, 1:]
        chroma -= np.median(chroma, axis=1, keepdims=True)
        return Quality(
            level,
            max(left[level] / NORMAL_MEDIAN, CONFIG.least_noise),
            max(float(np.median(np.abs(chroma))) / NORMAL_MEDIAN, CONFIG.least_chroma_noise),
        )

    def shade(self, seen: Floats, places: Indices, quality: Quality) -> Floats:
        """Tell each place's own light (places x 3), none where too little of its rim is seen."""
        off = seen[:, self.rim] - self.looks[quality.level][places][:, self.rim]
        red, yellow = (c + 2 * quality.chroma_noise for c in CONFIG.same_chroma)
        low, high = CONFIG.shades
        same = (np.abs(off[..., 1]) < red) & (np.abs(off[..., 2]) < yellow)
        same &= (off[..., 0] > low) & (off[..., 0] < high)
        share = same.mean(axis=1)
        light = np.zeros((len(seen), 3), np.float32)
        enough = np.flatnonzero(share > CONFIG.least_rim)
        if len(enough):
            light[enough] = _median(off[enough], same[enough])
        red, yellow = CONFIG.most_cast
        return np.asarray(np.clip(light, (low, -red, -yellow), (high, red, yellow)), np.float32)

    def log_density(self, off: Floats, places: Indices, quality: Quality) -> Floats:
        """Give the log density under the bare look of what is so far off it (places x points).

        Lightness has a tail towards shadow; a floor stands for what nobody foresaw.
        """
        spread = np.square(np.array(CONFIG.bare_spread, np.float32))
        slack = CONFIG.misplaced_px**2 * self.slope2[places]
        variance = spread + slack + np.float32(quality.noise**2) * _NOISES
        lightness = -0.5 * off[..., 0] ** 2 / variance[..., 0] - 0.5 * np.log(variance[..., 0])
        below = np.abs(off[..., 0] - CONFIG.shadow) * CONFIG.shadow_rate
        above = CONFIG.above_rate * np.maximum(off[..., 0], 0)
        lightness = np.logaddexp(lightness, np.log(CONFIG.shadow_share) - below - above)
        chroma = -0.5 * (off[..., 1] ** 2 / variance[..., 1] + off[..., 2] ** 2 / variance[..., 2])
        chroma -= 0.5 * np.log(variance[..., 1] * variance[..., 2])
        whole = lightness + chroma - 1.5 * np.log(2 * np.pi)
        # Where the bare look is not known, any colour may be the board's.
        floor = np.where(self.unknown[places], CONFIG.any_colour, CONFIG.bare_floor)
        return np.asarray(np.maximum(whole, floor), np.float32)

    def fill(self, seen: Floats, known: Mask) -> None:
        """Take what was unknown from another view (places x points x 3) where ``known`` there."""
        filled = self.unknown & known
        if filled.any():
            for look in self.looks:
                look[filled] = seen[filled]
            self.unknown &= ~filled


@dataclass
class Expectation:
    """What places show when nothing is there, and when a piece is.

    ``nothing`` (places) is the best ratio of the bare place, ``spread`` by how much that varies
    from frame to frame, ``piece`` (places x classes) the best ratio of a piece, ``correlation``
    (places) how the bare place correlates with itself, seen again, ``misfit`` (places) how badly
    the bare look then fits. ``own`` (classes) is the usual mean log density of a piece under its
    own class.
    """

    nothing: Floats
    spread: float
    piece: Floats
    correlation: Floats
    misfit: Floats
    own: Floats


@dataclass(frozen=True, slots=True)
class Measure:
    """Measures the features of one slot group, once it is taught."""

    patches: Patches
    bare: BareLook
    appearance: Appearance
    discs: Discs
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
        bare = self._as_bare(seen, look, shade, places, quality)
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
                also = self._as_bare(seen[chosen], again, shade[chosen], places[chosen], quality)
                if also[0] @ discs.middle > bare[i] @ discs.middle:
                    bare[i], look[i] = also[0], one.seen
        off = seen - look
        ratio = np.clip(own - bare[..., None], -CONFIG.most_ratio, CONFIG.most_ratio)
        ratio = np.ascontiguousarray(ratio.transpose(2, 0, 1))  # classes x places x points
        cores, rings = ratio @ discs.core, ratio @ discs.ring
        score = cores - CONFIG.ring_weight * np.clip(rings, -CONFIG.most_ring, CONFIG.most_ring)
        score -= CONFIG.astray * discs.distance_mm / self.reach_mm
        greatest = self.bare.log_density(np.zeros_like(seen), places, quality)
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
        ]
        table = np.stack(values, axis=1).astype(np.float32)
        return Features(table, colour, cores.max(axis=2).T, disc)

    def _as_bare(
        self, seen: Floats, look: Floats, shade: Floats, places: Indices, quality: Quality
    ) -> Floats:
        """Give the log density under a bare look, in the place's own light or in the board's."""
        off = seen - look
        return np.maximum(
            self.bare.log_density(off - shade[:, None], places, quality),
            self.bare.log_density(off, places, quality),
        )


@dataclass(frozen=True, slots=True)
class _Moments:
    """Of lightness on a disc: mean change, variances, correlation, and what is left of it."""

    off: Floats
    seen: Floats
    bare: Floats
    correlation: Floats
    residual: Floats


def _moments(seen: Floats, bare: Floats, weights: Floats, noise: float) -> _Moments:
    """Compare lightness with the bare look's (places x points) under weights."""
    mean, usual = (seen * weights).sum(axis=1), (bare * weights).sum(axis=1)
    spread = np.maximum((seen * seen * weights).sum(axis=1) - mean * mean, 0)
    art = np.maximum((bare * bare * weights).sum(axis=1) - usual * usual, 0)
    both = (seen * bare * weights).sum(axis=1) - mean * usual
    alike = both / np.sqrt((spread + noise**2) * (art + noise**2))
    return _Moments(
        mean - usual, spread, art, alike, np.maximum(spread - both**2 / (art + noise**2), 0)
    )


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


def _median(values: Floats, chosen: Mask) -> Floats:
    """Give the median of the chosen ones (places x points x 3; places x points) of each place."""
    ordered = np.sort(np.where(chosen[..., None], values, np.inf), axis=1)
    middle = (chosen.sum(axis=1) - 1) // 2
    return np.asarray(ordered[np.arange(len(values)), middle], np.float32)


def blurred(picture: npt.NDArray[np.uint8], sigma_px: float) -> npt.NDArray[np.uint8]:
    """Blur a picture by a Gaussian, or leave it."""
    return picture if not sigma_px else np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma_px))
