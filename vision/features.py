"""What tells a piece from the bare board: a vector of features for each place.

For every place the discs a piece may fill are compared with the bare look by the likelihood ratio
of the taught colours. At the best disc further features are measured that fail in other ways:
correlation with the bare art, chroma against the ring around, texture left, how much a piece is
expected to show here, and whether a step of lightness or chroma closes around a disc: an edge of a
shadow, a neighbour, or print that is a little off comes in from a side. None of them decides;
`vision.slots` does.
"""

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
    Spread,
    greatest_gain,
    mean_colour,
    planes,
    shown,
)
from vision.reading import Floats, Indices, Mask

CONFIG: Final = EvidenceConfig()
EDGES: Final = OutlineConfig()
OUTLINE_NAMES: Final = (
    "outline",
    "least outline",
    "chroma outline",
    "least chroma outline",
    "unevenness",
    "outside",
    "outside lightness",
    "darkest outside",
    "outline distance",
)
"""The features of outlines, in order; measured on the sectors of the disc with the clearest rim."""


@dataclass(frozen=True, slots=True)
class Outlines:
    """Discs that are tried as outlines, cut into sectors, as weights of a patch's points.

    ``inner`` and ``outer`` (discs x points x sectors) are bands on either side of the rim,
    ``across`` (points x discs times sectors) is their difference, ``distance`` (discs) how far off
    the middle they lie, in reaches.
    """

    inner: Floats
    outer: Floats
    across: Floats
    distance: Floats

    @classmethod
    def of(cls, patches: Patches, radius_mm: float, reach_mm: float) -> "Outlines":
        """Give the discs of a radius with their middles within reach of the place's."""
        count = int(np.ceil(reach_mm / (EDGES.step_radii * radius_mm)))
        span = np.linspace(-reach_mm, reach_mm, 2 * count + 1)
        shifts = np.stack(np.meshgrid(span, span), axis=-1).reshape(-1, 2)
        shifts = shifts[np.linalg.norm(shifts, axis=1) <= reach_mm + 1e-6]
        beside = patches.offsets_mm[:, None] - shifts[None]
        away = np.linalg.norm(beside, axis=2) / radius_mm
        angle = np.arctan2(beside[..., 1], beside[..., 0]) / (2 * np.pi) + 0.5
        sector = np.minimum((angle * EDGES.sectors).astype(int), EDGES.sectors - 1)
        own = sector[..., None] == np.arange(EDGES.sectors)
        bands = []
        for low, high in (EDGES.inner_radii, EDGES.outer_radii):
            chosen = (own & ((away >= low) & (away < high))[..., None]).astype(np.float32)
            bands.append(chosen / np.maximum(chosen.sum(axis=0), 1))
        across = np.ascontiguousarray((bands[0] - bands[1]).reshape(len(away), -1))
        inner, outer = (np.ascontiguousarray(band.transpose(1, 0, 2)) for band in bands)
        far = np.linalg.norm(shifts, axis=1) / reach_mm
        return cls(inner, outer, across, far.astype(np.float32))

    def measure(self, off: Floats) -> Floats:
        """Give the features of outlines from changes (places x 3 x points): ``OUTLINE_NAMES``."""
        count, each = len(off), np.arange(len(off))
        steps = np.square(off.reshape(3 * count, -1) @ self.across)
        steps = steps.reshape(count, 3, len(self.distance), EDGES.sectors)
        chroma = steps[:, 1] + steps[:, 2]
        whole = np.sqrt(steps[:, 0] + chroma)
        spared = np.partition(whole, EDGES.spared, axis=2)[..., EDGES.spared]
        clear = whole.mean(axis=2) + spared
        best = (clear - EDGES.offset_penalty * self.distance).argmax(axis=1)
        whole, chroma = whole[each, best], np.sort(np.sqrt(chroma[each, best]), axis=1)
        inside, outside = (off @ band[best] for band in (self.inner, self.outer))
        values = [
            whole.mean(axis=1),
            spared[each, best],
            chroma.mean(axis=1),
            chroma[:, EDGES.spared],
            np.sqrt(inside.var(axis=2).sum(axis=1)),
            np.sqrt(np.square(outside).sum(axis=1)).mean(axis=1),
            outside[:, 0].mean(axis=1),
            outside[:, 0].min(axis=1),
            self.distance[best],
        ]
        return np.stack(values, axis=1).astype(np.float32)


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
    number of the best disc.
    """

    values: Floats
    colour: Floats
    mean: Floats
    response: Floats
    disc: Indices


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

    def _features(self, seen: Floats, clipped: Mask, quality: Quality, places: Indices) -> Features:
        expected, discs = self.expectation, self.discs
        look, own_look, shade = self._bare(seen, clipped, quality, places)
        seen, washed_out = planes(seen), channel_min(clipped)
        spread = self.bare.spread(places, quality)
        grain = self.bare.grain[places]
        noise, chroma_noise = quality.noise * grain, quality.chroma_noise * grain
        bare = _as_bare(spread, seen, look, own_look)
        lit = seen - CONFIG.piece_shade * shade
        own = np.maximum(
            *(self.appearance.log_density(one.transpose(0, 2, 1)) for one in (seen, lit))
        )
        if washed_out.any():  # a piece may be brighter still
            bright = self.paints.as_bright(seen.transpose(0, 2, 1)[washed_out])
            usual = np.maximum(own[washed_out], self.expectation.own)
            own[washed_out] = np.where(bright, usual, own[washed_out])
        self._correct(places, seen, shade, quality, own, bare, look)
        ratio = np.clip(own - bare[..., None], -CONFIG.most_ratio, CONFIG.most_ratio)
        ratio = np.ascontiguousarray(ratio.transpose(2, 0, 1))  # classes x places x points
        cores, rings = ratio @ discs.core, ratio @ discs.ring
        score = cores - CONFIG.offset_penalty * discs.distance_mm / self.reach_mm
        each = np.arange(len(seen))
        responses = score.max(axis=2)  # classes x places
        disc = score.max(axis=0).argmax(axis=1)
        parts = discs.parts[disc]
        share = _piece_share(ratio.max(axis=0), parts[:, CORE])
        # Points that look more like the bare board say little about which piece it is.
        density = (share[:, None] @ own)[:, 0]
        mean = mean_colour(seen, share)
        off = self._off(places, mean, mean - CONFIG.piece_shade * shade[..., 0])
        k = density.argmax(axis=1)
        of_own = ratio[k, each]
        misfit = np.maximum(spread.greatest - bare, 0)
        others = np.stack([bare, of_own, of_own > 0, washed_out, misfit], axis=1)
        values = np.concatenate([_moments(seen, look), others], axis=1, dtype=np.float32)
        sums = parts @ values.transpose(0, 2, 1)
        means = _Means(sums)
        best, expected_k = cores[k, each, disc], expected.piece[places, k]
        nothing, usual = expected.nothing[places], expected.correlation[places]
        span = expected_k - nothing
        rivals = np.where(np.arange(len(score))[:, None] == k, -np.inf, responses).max(axis=0)
        unit = np.array(CONFIG.same_chroma)[:, None]
        contrast = means.off[CORE] - means.off[RING]
        light = means.compared(CORE, LIGHTNESS, noise)
        tints = means.compared(CORE, CHROMA, chroma_noise)
        around = means.compared(RING, LIGHTNESS, noise)
        edge = means.compared(EDGE, LIGHTNESS, noise)
        outline = self.outlines.measure(spread.deviations(seen - own_look))
        listed = [
            best,
            best - nothing,
            (best - nothing) / expected.spread,
            (best - nothing) / np.maximum(span, 1.0),
            span,
            density[each, k],
            means.bare[CORE],
            rings[k, each, disc],
            light.correlation,
            light.correlation / np.maximum(usual, CONFIG.least_usual),
            usual,
            np.hypot(*(contrast[CHROMA] / unit)),
            np.hypot(*contrast[CHROMA]) / np.maximum(chroma_noise, CONFIG.least_noise),
            np.hypot(*(means.off[CORE, CHROMA] / unit)),
            contrast[0],
            np.abs(contrast[0]),
            _log(light.residual, noise),
            _log(light.bare, noise),
            _log(light.seen, noise),
            around.correlation,
            _log(around.residual, noise),
            _log(edge.residual, noise),
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
            tints.correlation,
            _log(tints.residual, chroma_noise),
            _log(tints.bare, chroma_noise),
            *outline.T,
            *self._expected(outline[:, 0], places, k),
            np.full(len(seen), np.log(expected.spread)),
            expected.misfit[places],
            np.full(len(seen), np.log(quality.roughness)),
            np.full(len(seen), np.log(quality.chroma_roughness)),
        ]
        table = np.stack(listed, axis=1).astype(np.float32)
        response = cores.max(axis=2).T
        colour = np.concatenate([density[..., None], -off, response[..., None]], axis=2)
        return Features(table, colour, mean, response, disc)

    def _bare(
        self, seen: Floats, clipped: Mask, quality: Quality, places: Indices
    ) -> tuple[Floats, Floats, Floats]:
        """Give the bare look of places as the camera shows it (places x 3 x points).

        That in the board's light, that in each place's own light, and what its own light adds
        (places x 3 x 1).
        """
        shade = self.bare.shade(seen, clipped, places, quality)
        look = self.bare.looks[quality.level][places]
        in_lamps, lamps = self.bare.in_lamps(seen, shade, places, quality)
        if len(in_lamps):
            look[in_lamps], shade[in_lamps] = lamps, 0
        looks = (look, look + shade[:, None])
        look, own = (planes(shown(one, seen, clipped)) for one in looks)
        return look, own, shade[..., None]

    def _off(self, places: Indices, *colours: Floats) -> Floats:
        """Compare mean colours, in the board's light or in their place's, with each class's."""
        either = np.stack([self.paints.off(one) for one in colours])
        chosen = either.sum(axis=3).argmin(axis=0)
        off = np.take_along_axis(either, chosen[None, ..., None], axis=0)[0]
        for i, place in enumerate(places.tolist()):
            for one in self.corrections.get(place, ()):
                if one.paints is not None:
                    also = one.paints.off(colours[0][[i]])[0, 0]
                    if also.sum() < off[i, one.kind].sum():
                        off[i, one.kind] = also
        return np.asarray(off)

    def _correct(  # noqa: PLR0913, PLR0917 - what it changes, and by what
        self,
        places: Indices,
        seen: Floats,
        shade: Floats,
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
                    own[i, :, one.kind] = np.maximum(own[i, :, one.kind], also)
                    continue
                again = planes(one.seen[None])
                there = self.bare.spread(places[chosen], quality)
                also = _as_bare(there, seen[chosen], again, again + shade[chosen])[0]
                if also @ self.discs.middle > bare[i] @ self.discs.middle:
                    bare[i], look[i] = also, again[0]

    def _expected(self, outline: Floats, places: Indices, k: Indices) -> tuple[Floats, ...]:
        nothing = self.expectation.no_outline[places]
        clear, expected = outline - nothing, self.expectation.outline[places, k] - nothing
        return clear, expected, clear / np.maximum(expected, EDGES.least_expected)


def _as_bare(spread: Spread, seen: Floats, look: Floats, own_look: Floats) -> Floats:
    """Give the log density under a bare look, in the board's light or in the place's own."""
    return np.maximum(spread.log_density(seen - look), spread.log_density(seen - own_look))


def _moments(seen: Floats, look: Floats) -> Floats:
    """Lay out what variances follow from: places x 5 times 3 channels x points.

    Colours are taken beside the place's mean, so that little is lost by rounding.
    """
    usual = look.mean(axis=2, keepdims=True)
    seen, look = seen - usual, look - usual
    return np.concatenate([seen, look, seen * seen, look * look, seen * look], axis=1)


_RATIO: Final = 16
"""Where the ratio of the likeliest class stands among what is summed up."""
DENSITY, _, CHROMA_OFF, _ = range(4)
"""Where log density and distance of chroma stand in what a colour says."""
LIGHTNESS: Final = slice(0, 1)
CHROMA: Final = slice(1, 3)


@dataclass(frozen=True, slots=True)
class _Compared:
    """What is seen beside the bare look: their correlation; variances seen, bare, and left."""

    correlation: Floats
    seen: Floats
    bare: Floats
    residual: Floats


class _Means:
    """Means over the parts of each place's disc.

    ``off`` (parts x channels x places) is the change; the others (parts x places) are densities
    and shares.
    """

    def __init__(self, sums: Floats) -> None:
        by_part = np.ascontiguousarray(sums[:, : HALVES.start].transpose(2, 1, 0))
        seen, look, *squares = by_part[: _RATIO - 1].reshape(5, 3, *by_part.shape[1:])
        self.off = (seen - look).transpose(1, 0, 2)
        means = (seen * seen, look * look, seen * look)
        self._variances = [one - mean for one, mean in zip(squares, means, strict=True)]
        self.bare, self.ratio, self.above, self.washed_out, self.misfit = by_part[_RATIO - 1 :]

    def compared(self, part: int, channels: slice, noise: Floats) -> _Compared:
        seen, bare, both = (one[channels, part].sum(axis=0) for one in self._variances)
        seen, bare = np.maximum(seen, 0), np.maximum(bare, 0)
        alike = both / np.sqrt((seen + noise**2) * (bare + noise**2))
        left = np.maximum(seen - both**2 / (bare + noise**2), 0)
        return _Compared(alike, seen, bare, left)


def _piece_share(ahead: Floats, weights: Floats) -> Floats:
    """Give the share of each point (places x points) in what is seen of a piece.

    ``ahead`` is by how much the best class's density is above the bare look's, ``weights`` the
    disc's.
    """
    share = weights / (1 + np.exp(-ahead))
    return np.asarray(share / share.sum(axis=1, keepdims=True))


def _log(variance: Floats, noise: Floats) -> Floats:
    """Measure variances (places) in standard deviations of each place's noise, as logs."""
    return np.asarray(np.log(np.sqrt(variance) / noise + CONFIG.least_texture))
