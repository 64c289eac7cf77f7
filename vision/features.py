"""What tells a piece from the bare board: a vector of features for each place.

For every place the discs a piece may fill are compared with the bare look by the likelihood ratio
of the taught colours. At the best disc further features are measured that fail in other ways:
correlation with the bare art, chroma against the ring around, texture left, how much a piece is
expected to show here, and whether an outline closes around a disc (`vision.outlines`): an edge of a
shadow, a neighbour, or print that is a little off comes in from a side. None of them decides;
`vision.slots` does.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Final

import numpy as np

from vision.config import EvidenceConfig, OutlineConfig
from vision.flat_board import CORE, EDGE, HALVES, MIDDLE, RING, Discs, Patches
from vision.illumination import channel_min
from vision.looks import (
    Appearance,
    BareLook,
    Corrections,
    Paints,
    Quality,
    brighter,
    greatest_gain,
    mean_colour,
    planes,
    shown,
)
from vision.outlines import OUTLINE_NAMES, Outlines
from vision.reading import Floats, Indices, Mask

CONFIG: Final = EvidenceConfig()
EDGES: Final = OutlineConfig()

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
    *OUTLINE_NAMES,
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

AT_ONCE: Final = 14
"""How many places are measured at once, so that their data fit into the processor's cache."""


@dataclass(frozen=True, slots=True)
class Features:
    """What was measured at some places.

    ``values`` (places x features, as ``NAMES``) belong to the likeliest class. ``colour`` (places x
    classes x 4) is how well the colour of what may be a piece fits each class: its mean log
    density, minus the distances of lightness and of chroma of its mean colour, and the best ratio
    of the class's own disc, as a shadow may lie beside a piece. ``mean`` (places x 3) is that mean
    colour, ``response`` (places x classes) the best ratio of each class, ``disc`` (places) the
    number of the best disc. ``unsaturated`` (places) is the best ratio of a class in the middle,
    of points that are not washed out.
    """

    values: Floats
    colour: Floats
    mean: Floats
    response: Floats
    disc: Indices
    unsaturated: Floats


_FIELDS: Final = tuple(field.name for field in fields(Features))


@dataclass
class Expectation:
    """What places are expected to show with nothing on them, and with a piece.

    ``nothing`` (places) is the best ratio of the bare place, ``spread`` how much that varies from
    frame to frame, ``piece`` (places x classes) the best ratio of a piece. ``correlation`` (places)
    is that of the bare place with itself, sampled again, ``misfit`` (places) how badly the bare
    look then fits. ``own`` (classes) is the usual mean log density of a piece under its own class.
    ``no_outline`` (places) is how clear an outline the bare place has, ``outline`` (places x
    classes) that of a piece.
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
    """All that is needed to measure the features of one slot group, once it is taught."""

    patches: Patches
    bare: BareLook
    appearance: Appearance
    paints: Paints
    discs: Discs
    outlines: Outlines
    reach_mm: float
    expectation: Expectation
    corrections: Corrections

    def features(
        self, seen: Floats, clipped: Mask, quality: Quality, places: Indices | None = None
    ) -> Features:
        """Measure some places, all by default: ``seen`` (places x points x 3) in the taught light.

        ``clipped`` (the same) marks channels at the camera's limit.
        """
        places = np.arange(len(seen)) if places is None else places
        if len(seen) <= AT_ONCE:
            return self._features(seen, clipped, quality, places)
        few = [slice(i, i + AT_ONCE) for i in range(0, len(seen), AT_ONCE)]
        each = [self._features(seen[one], clipped[one], quality, places[one]) for one in few]
        return Features(*(np.concatenate([getattr(one, name) for one in each]) for name in _FIELDS))

    def uninformative(self, seen: Floats, washed_out: Mask, places: Indices) -> Mask:
        """Mark the washed-out points that may show anything (places x points).

        A washed-out point is informative where a piece would be washed out in this light and the
        bare board, by two standard deviations, would not; elsewhere it may be the image of a lamp.
        """
        found = washed_out.copy()
        if found.any():
            bare, seen = self.bare.looks[0][places][washed_out], seen[washed_out]
            darker = greatest_gain(bare, seen) > 2 * CONFIG.bare_spread[0]
            found[washed_out] = ~(darker & self.paints.as_bright(seen).any(axis=1))
        return found

    def _features(
        self, points: Floats, clipped: Mask, quality: Quality, places: Indices
    ) -> Features:
        expected, discs = self.expectation, self.discs
        seen, washed_out = planes(points), channel_min(clipped)
        look, own_look, light = self._bare(seen, clipped, quality, places)
        spread = self.bare.spread(places, quality)
        grain = self.bare.grain[places]
        noise, chroma_noise = quality.noise * grain, quality.chroma_noise * grain
        off = seen - np.array([look, own_look])
        bare = np.maximum(*spread.log_density(off))
        own = self._own(seen, light, clipped, washed_out)
        self._correct(places, seen, light, quality, own, bare, look)
        ratio = own - bare  # classes x places x points
        np.clip(ratio, -CONFIG.most_ratio, CONFIG.most_ratio, out=ratio)
        unsaturated = ((ratio * ~washed_out) @ discs.middle).max(axis=0)
        cores = (ratio.reshape(-1, ratio.shape[2]) @ discs.core).reshape(*ratio.shape[:2], -1)
        score = cores - CONFIG.offset_penalty * discs.distance_mm / self.reach_mm
        each = np.arange(len(seen))
        responses = score.max(axis=2)  # classes x places
        disc = score.max(axis=0).argmax(axis=1)
        parts = discs.parts[disc]
        share = _piece_share(ratio.max(axis=0), parts[:, CORE])
        # Points that look more like the bare board say little about which piece it is.
        density = np.einsum("knp,np->nk", own, share)
        mean = mean_colour(seen, share)
        k = density.argmax(axis=1)
        of_own = ratio[k, each]
        misfit = np.maximum(spread.greatest - bare, 0)
        others = (bare, of_own, of_own > 0, washed_out, misfit)
        sums = parts @ _moments(seen, look, others).transpose(0, 2, 1)
        means = _Means(sums, np.array([noise, chroma_noise]))
        expected_k = expected.piece[places, k]
        nothing, usual = expected.nothing[places], expected.correlation[places]
        best, span = cores[k, each, disc], expected_k - nothing
        responses[k, each] = -np.inf
        rivals = responses.max(axis=0)
        unit = np.array(CONFIG.same_chroma)[:, None]
        contrast = means.off[CORE] - means.off[RING]
        alike, textures = means.correlation, means.textures
        outline = self.outlines.measure(spread.deviations(off[1]))
        listed = [
            best,
            best - nothing,
            (best - nothing) / expected.spread,
            (best - nothing) / np.maximum(span, 1.0),
            span,
            density[each, k],
            means.bare[CORE],
            means.ratio[RING],
            alike[LIGHTNESS, CORE],
            alike[LIGHTNESS, CORE] / np.maximum(usual, CONFIG.least_usual),
            usual,
            np.hypot(*(contrast[CHROMAS] / unit)),
            np.hypot(*contrast[CHROMAS]) / np.maximum(chroma_noise, CONFIG.least_noise),
            np.hypot(*(means.off[CORE, CHROMAS] / unit)),
            contrast[0],
            np.abs(contrast[0]),
            textures[LEFT, LIGHTNESS, CORE],
            textures[BARE, LIGHTNESS, CORE],
            textures[SEEN, LIGHTNESS, CORE],
            alike[LIGHTNESS, RING],
            textures[LEFT, LIGHTNESS, RING],
            textures[LEFT, LIGHTNESS, EDGE],
            means.off[EDGE, 0] - means.off[RING, 0],
            discs.distance_mm[disc] / self.reach_mm,
            means.ratio[MIDDLE],
            means.bare[MIDDLE],
            means.above[MIDDLE],
            means.above[CORE],
            sums[:, HALVES, _RATIO].min(axis=1),
            np.minimum(score[k, each, disc] - rivals, CONFIG.most_ratio),
            means.washed_out[CORE],
            np.log(noise),
            np.log(chroma_noise),
            means.misfit[CORE],
            means.misfit[MIDDLE],
            means.misfit[EDGE],
            means.misfit[RING],
            means.misfit[MIDDLE] - expected.misfit[places],
            density[each, k] - expected.own[k],
            alike[CHROMA, CORE],
            textures[LEFT, CHROMA, CORE],
            textures[BARE, CHROMA, CORE],
            *outline.T,
            *self._expected(outline[:, 0], places, k),
            np.log(expected.spread),
            expected.misfit[places],
            np.log(quality.roughness),
            np.log(quality.chroma_roughness),
        ]
        table = np.empty((len(NAMES), len(seen)), np.float32)
        for row, values in zip(table, listed, strict=True):
            row[:] = values
        off_paints = self._off(places, self._unclipped(seen, clipped, share, mean), light)
        colour = np.concatenate(
            [density[..., None], -off_paints, cores.max(axis=2).T[..., None]], axis=2
        )
        values, response = np.ascontiguousarray(table.T), colour[..., RESPONSE]
        return Features(values, colour, mean, response, disc, unsaturated)

    def _own(self, seen: Floats, light: Floats, clipped: Mask, washed_out: Mask) -> Floats:
        """Give the log density under each class (classes x places x points).

        That of the colour in the board's light or in the place's own, whichever is greater. Where
        channels are at the camera's limit, a piece may be brighter than they show: by that alone
        orange looks like yellow.
        """
        lights = np.array([seen, brighter(seen, -CONFIG.piece_shade * light)])
        lightness, *chroma = lights.transpose(2, 0, 1, 3)
        if not light[:, 1:].any():  # both are the same
            chroma = [one[:1] for one in chroma]
        density = np.maximum(*self.appearance.density_of(lightness, *chroma))
        own = np.ascontiguousarray(density.transpose(2, 0, 1))
        if washed_out.any():  # a piece may be brighter still
            bright = self.paints.as_bright(seen.transpose(0, 2, 1)[washed_out]).T
            there = own[:, washed_out]
            usual = np.maximum(there, self.expectation.own[:, None])
            own[:, washed_out] = np.where(bright, usual, there)
        if clipped.any():
            at = clipped.any(axis=2)
            points = seen.transpose(0, 2, 1)[at]
            lit = points.copy()
            lit -= CONFIG.piece_shade * light[np.nonzero(at)[0]]
            for one in (points, lit):
                said = self.appearance.log_density(self.paints.unclipped(one, clipped[at]))
                own[:, at] = np.maximum(own[:, at], np.diagonal(said, axis1=1, axis2=2).T)
        return own

    def _unclipped(self, seen: Floats, clipped: Mask, share: Floats, mean: Floats) -> Floats:
        """Give mean colours (places x classes x 3) as if no channel had met the camera's limit.

        ``share`` (places x points) weighs the points of ``seen`` (places x 3 x points); ``mean``
        (places x 3) is their mean as it is seen.
        """
        means = np.repeat(mean[:, None], len(self.expectation.own), axis=1)
        for place in np.flatnonzero(clipped.any(axis=(1, 2))).tolist():
            each = self.paints.unclipped(seen[place].T, clipped[place])
            weights = np.broadcast_to(share[place], (means.shape[1], share.shape[1]))
            means[place] = mean_colour(each.transpose(1, 2, 0), weights)
        return means

    def _bare(
        self, seen: Floats, clipped: Mask, quality: Quality, places: Indices
    ) -> tuple[Floats, Floats, Floats]:
        """Give the bare look of places as the camera shows it (places x 3 x points).

        That in the board's light, that in each place's own light, and the own light relative to the
        board's (places x 3).
        """
        light = self.bare.own_light(seen, clipped, places, quality)
        look = self.bare.levels[quality.level][places]
        in_lamps, lamps = self.bare.in_lamps(seen, light, places, quality)
        if len(in_lamps):
            look[in_lamps], light[in_lamps] = lamps, 0
        own = brighter(look, light)
        if clipped.any():
            look, own = (shown(one, seen, clipped) for one in (look, own))
        return look, own, light

    def _off(self, places: Indices, means: Floats, light: Floats) -> Floats:
        """Compare mean colours (places x classes x 3) with each class's.

        They are taken in the board's light, or in their place's.
        """
        lights = np.array([means, means])
        lights[1] -= CONFIG.piece_shade * light[:, None]
        either = self.paints.off(lights)
        nearer = (either[1].sum(axis=2) < either[0].sum(axis=2))[..., None]
        off = np.where(nearer, either[1], either[0])
        for i, place in enumerate(places.tolist()):
            for one in self.corrections.get(place, ()):
                if one.paints is not None:
                    also = one.paints.off(means[i, one.kind][None])[0]
                    if also.sum() < off[i, one.kind].sum():
                        off[i, one.kind] = also
        return np.asarray(off)

    def _correct(  # noqa: PLR0913, PLR0917 - what it changes, and by what
        self,
        places: Indices,
        seen: Floats,
        light: Floats,
        quality: Quality,
        own: Floats,
        bare: Floats,
        look: Floats,
    ) -> None:
        """Change how likely pieces and the bare board are where players have corrected a place."""
        for i, place in enumerate(places.tolist()):
            chosen = slice(i, i + 1)
            for one in self.corrections.get(place, ()):
                if one.appearance is not None:
                    also = one.appearance.log_density(seen[i].T)[:, 0]
                    own[one.kind, i] = np.maximum(own[one.kind, i], also)
                    continue
                again = planes(one.seen[None])
                there = self.bare.spread(places[chosen], quality)
                looks = np.array([again, brighter(again, light[chosen])])
                also = np.maximum(*there.log_density(seen[chosen] - looks))[0]
                if also @ self.discs.middle > bare[i] @ self.discs.middle:
                    bare[i], look[i] = also, again[0]

    def _expected(self, outline: Floats, places: Indices, k: Indices) -> tuple[Floats, ...]:
        nothing = self.expectation.no_outline[places]
        clear, expected = outline - nothing, self.expectation.outline[places, k] - nothing
        return clear, expected, clear / np.maximum(expected, EDGES.least_expected)


def _moments(seen: Floats, look: Floats, others: Sequence[Floats | Mask]) -> Floats:
    """Lay out what variances follow from, and others: places x (5 times 3, and others) x points.

    Colours are taken beside the place's mean, so that little is lost by rounding.
    """
    count, channels, points = seen.shape
    laid = np.empty((count, 5 * channels + len(others), points), np.float32)
    one, other, *squares = (laid[:, i : i + channels] for i in range(0, 5 * channels, channels))
    usual = look.mean(axis=2, keepdims=True)
    np.subtract(seen, usual, out=one)
    np.subtract(look, usual, out=other)
    for square, factors in zip(squares, ((one, one), (other, other), (one, other)), strict=True):
        np.multiply(*factors, out=square)
    for i, values in enumerate(others, 5 * channels):
        laid[:, i] = values
    return laid


_RATIO: Final = 16
"""Where the ratio of the likeliest class stands among what is summed up."""
DENSITY, _, CHROMA_OFF, RESPONSE = range(4)
"""What a colour says: log density, distances of lightness and chroma, and best ratio."""
CHROMAS: Final = slice(1, 3)
"""The channels of chroma."""
LIGHTNESS, CHROMA = range(2)
SEEN, BARE, LEFT = range(3)


class _Means:
    """Means over the parts of each place's disc.

    ``off`` (parts x channels x places) is the change. ``correlation`` (lightness and chroma x parts
    x places) is that of what is seen and the bare look, ``textures`` (3 x 2 x parts x places) are
    the deviations of what is seen, of the bare look, and of what that leaves, in units of the noise
    (2 x places), as logs. The others (parts x places) are densities and shares.
    """

    def __init__(self, sums: Floats, noise: Floats) -> None:
        by_part = np.ascontiguousarray(sums[:, : HALVES.start].transpose(2, 1, 0))
        moments = by_part[: _RATIO - 1].reshape(5, 3, *by_part.shape[1:])
        (seen, look), squares = moments[:2], moments[2:]
        self.off = (seen - look).transpose(1, 0, 2)
        variances = squares - (seen * seen, look * look, seen * look)
        tints = variances[:, 1] + variances[:, 2]
        seen, look, both = np.array([variances[:, 0], tints]).transpose(1, 0, 2, 3)
        seen, look = np.maximum(seen, 0), np.maximum(look, 0)
        noise = noise[:, None]
        more = look + noise * noise
        self.correlation = both / np.sqrt((seen + noise * noise) * more)
        left = np.maximum(seen - both * both / more, 0)
        each = np.sqrt(np.array([seen, look, left])) / noise
        self.textures = np.log(each + CONFIG.least_texture)
        self.bare, self.ratio, self.above, self.washed_out, self.misfit = by_part[_RATIO - 1 :]


def _piece_share(ahead: Floats, weights: Floats) -> Floats:
    """Give the share of each point (places x points) in what is seen of a piece.

    ``ahead`` is by how much the best class's density is above the bare look's, ``weights`` the
    disc's.
    """
    share = weights / (1 + np.exp(-ahead))
    return np.asarray(share / share.sum(axis=1, keepdims=True))
