"""The colours of areas: how much likelier a cell shows a piece of each class than bare ground."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from typing import Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.area_shapes import Lamp, Lean, Outline
from vision.config import AreaConfig, EvidenceConfig, IlluminationConfig, LampConfig
from vision.illumination import as_clipped, channel_min, from_linear, levels_of, linear
from vision.looks import Appearance, log_sum
from vision.reading import Floats, Mask, Reals

CONFIG: Final = AreaConfig()
EVIDENCE: Final = EvidenceConfig()
LAMPS: Final = LampConfig()
LIGHT: Final = IlluminationConfig()
SPREAD: Final = np.array(CONFIG.spread, np.float32)
LOCAL: Final = np.array(CONFIG.local, np.float32)
LOG_TURN: Final = float(np.log(2 * np.pi))
LOG_2: Final = float(np.log(2))
LOG_VEIL: Final = float(np.log(CONFIG.veil_share))
LOG_ANY_PRINT: Final = np.float32(np.log(CONFIG.print_share) + EVIDENCE.any_colour)
LOG_SHADOW, LOG_NO_SHADOW = (
    float(np.log(share)) for share in (EVIDENCE.shadow_share, 1 - EVIDENCE.shadow_share)
)
LOG_LAMP, LOG_NO_LAMP = (float(np.log(share)) for share in (LAMPS.sure, 1 - LAMPS.sure))
LOG_ANOTHER, LOG_NO_OTHER = (float(np.log(share)) for share in (LAMPS.another, 1 - LAMPS.another))
MIDDLE: Final = np.array([4.5, 0, 0], np.float32)
"""The colour that stands for "no difference", in the middle of the tabulated ones."""
QUARTER: Final = 4
"""Cells along a side of the squares in which light is judged."""
DIRECTIONS: Final = 8
"""Directions in which a veil may be long; a line of a veil's length in cells has no more."""
LIMITED: Final = 0.1
"""Share of a square's cells at the camera's limit from which its light is only known to be no less:
between 0.1 and 0.5 three of 1,050 readings differ."""
CLEAR: Final = CONFIG.mixed[0]
"""Shares of lightness and chroma that are a piece's own in its middle, as a rule."""
IN_MIDDLE: Final = 2
"""How many of the mixtures occur in a piece's middle, the first ones."""
ROUNDS: Final = 3
"""Rounds of reweighting in which an area's own light is fitted."""
UNLIT: Final = 0.1
"""Share of a neighbourhood that must be usable for half of the light found there to be applied."""
SAME_LIGHT: Final = 0.6
SAME_CHROMA: Final = 3.0
"""How far a cell may be off the ground in log lightness, and in standard deviations of chroma, for
fitting the light."""
USUAL_LIGHT: Final = 0.15
"""Log lightness off the fitted light at which a cell has half the weight."""


class Densities(NamedTuple):
    """Log densities of a window's colours (rows x columns each), at 32 bits.

    ``ground`` is that of bare ground, in a shadow or not, ``unshaded`` that of bare ground outside
    any shadow, ``shade`` that of ground in a piece's shadow.
    """

    ground: Floats
    unshaded: Floats
    shade: Floats


class Ground:
    """What pieces stand on: the bare look of a window, and how exactly it is known.

    ``bare`` is rows x columns x 3 (opponent space). ``noise`` (3) is that of cells in the frames of
    teaching, as standard deviation times level: a camera's noise is about equal in levels all over
    a picture, so that in logarithms it is larger where the board is dark. ``spread`` (3) is the
    standard deviation of the bare look apart from that.
    """

    def __init__(self, bare: Floats, step_mm: float, noise: Reals, spread: Floats = SPREAD) -> None:
        self.bare, self.step_mm = bare, step_mm
        slope = [
            np.hypot(
                cv2.Sobel(channel, cv2.CV_32F, 1, 0, scale=1 / 8),
                cv2.Sobel(channel, cv2.CV_32F, 0, 1, scale=1 / 8),
            )
            for channel in np.moveaxis(bare, -1, 0)
        ]
        misplaced = np.stack(slope, axis=-1) * np.float32(CONFIG.misplaced_mm / step_mm)
        self.around = cv2.GaussianBlur(bare, (0, 0), CONFIG.smear_mm / 2 / step_mm)
        noisy = noise.astype(np.float32) * np.exp(-self.around[..., :1])
        self._variance = np.square(spread) + np.square(misplaced) + np.square(noisy)
        self._spread = np.sqrt(self._variance)
        self._logs = _log_whole(self._variance)
        # Of what was nearly washed out when the board was taught, little is known.
        hidden = channel_min(levels_of(bare)) >= LIGHT.shoulder
        self._unforeseen = np.where(hidden, LOG_ANY_PRINT, np.float32(CONFIG.unforeseen))
        self._blur = CONFIG.light_mm / step_mm / QUARTER
        self._wholes = _wholes(step_mm * QUARTER)

    def log_density(self, lit: Floats) -> tuple[Floats, Floats]:
        """Give colours corrected for the area's own light, and their log densities on bare ground.

        This is for learning pieces: no veil of light is considered, as a heap of white pieces is
        none.
        """
        seen = self.corrected(lit)
        off = seen + as_clipped(lit) - lit - self.bare
        known = _log_densities(off, self._variance, self._logs)
        return seen, log_sum(known.ground, CONFIG.unforeseen)

    def corrected(self, lit: Floats) -> Floats:
        """Give colours corrected for the area's own light."""
        return lit - self._own_light(as_clipped(lit) - self.bare)

    def log_densities(
        self, lit: Floats, seen: Floats, shadows: Appearance | None, limited: Mask | None = None
    ) -> Densities:
        """Give the log densities of colours; white light may have been added to them.

        ``seen`` are the corrected ones. Both are compared with the ground as brightly as the camera
        could show it when it was taught. ``shadows`` are densities of what ``offsets`` gives in
        shadows of pieces that were seen. ``limited`` marks channels at the camera's limit.
        """
        seen = seen + as_clipped(lit) - lit
        off = seen - self.bare
        ground, unshaded, shade = _log_densities(off, self._variance, self._logs)
        if shadows is not None:
            known = shadows.log_density(self.offsets(seen))[..., 0]
            ground = log_sum(ground, LOG_VEIL + known)
            shade = log_sum(shade, known) - LOG_2
        veiled = LOG_VEIL + self._log_veiled(seen, limited)
        ground, unshaded = (
            log_sum(log_sum(usual, veiled), self._unforeseen) for usual in (ground, unshaded)
        )
        return Densities(ground, unshaded, shade)

    def log_shaded(self, seen: Floats, lamp: Lamp) -> Floats:
        """Give the log densities of colours on ground that a known lamp does not light."""
        off = seen - self.bare
        variance = self._variance + np.square(np.array(LAMPS.spread, np.float32))
        whole = np.log(variance).sum(axis=2) + 3 * np.float32(LOG_TURN)
        each = []
        for depth in LAMPS.depths:
            left = off - np.float32(depth) * np.array(lamp.offset, np.float32)
            each.append(-0.5 * ((np.square(left) / variance).sum(axis=2) + whole))
        return np.asarray(reduce(log_sum, each) - np.float32(np.log(len(each))), np.float32)

    def _log_veiled(self, seen: Floats, limited: Mask | None) -> Floats:
        """Give the log densities of colours on ground to which white light was added or taken away.

        A glossy board mirrors lamps, windows and bright walls. How much of that light came or went
        since the board was taught is what a morphological opening leaves of the difference: what is
        longer than pieces in some direction, or wider in all. A veil may end as sharply as the
        light that casts it. Channels at the camera's limit only show that it is no weaker.
        """
        more = linear(_quarter(seen)) - self._quarter_linear
        if limited is not None:
            more[_quarter(limited.astype(np.float32)) > LIMITED] = 1
        least = channel_min(more)
        came, went = (self._large(np.maximum(one, 0)) for one in (least, -least))
        veil = cv2.resize(came - went, seen.shape[1::-1], interpolation=cv2.INTER_LINEAR)
        bare = self._linear
        usual = from_linear(np.clip(bare + veil[..., None], 0, 1)) - from_linear(bare)
        variance = self._variance + np.square(np.float32(CONFIG.veil_spread) * usual)
        return _log_normal(seen - self.bare - usual, variance)

    @cached_property
    def _linear(self) -> Floats:
        return linear(self.bare)

    @cached_property
    def _quarter_linear(self) -> Floats:
        return linear(_quarter(self.bare))

    def _large(self, more: Floats) -> Floats:
        """Limit values to those that some line, or some disc, has all over."""
        return reduce(
            np.maximum, (cv2.morphologyEx(more, cv2.MORPH_OPEN, one) for one in self._wholes)
        )

    def _own_light(self, off: Floats) -> Floats:
        """Fit the light over the window to the cells that have the ground's chroma.

        It is done at a quarter of the size, each round without the cells that did not fit before.
        """
        small = _quarter(off)
        spread = cv2.resize(self._spread, small.shape[1::-1], interpolation=cv2.INTER_AREA)
        light = np.zeros_like(small)
        for _ in range(ROUNDS):
            left = np.abs(small - light)
            tells = (left[..., 1:] < SAME_CHROMA * spread[..., 1:]).all(axis=2)
            tells &= left[..., 0] < SAME_LIGHT
            weights = tells.astype(np.float32) / (1 + np.square(left[..., 0] / USUAL_LIGHT))
            sums = cv2.GaussianBlur(small * weights[..., None], (0, 0), self._blur)
            total = cv2.GaussianBlur(weights, (0, 0), self._blur) + np.float32(UNLIT)
            light = np.clip(sums / total[..., None], -LOCAL, LOCAL)
        whole = cv2.resize(light, off.shape[1::-1], interpolation=cv2.INTER_LINEAR)
        return np.asarray(whole, np.float32)

    def expected_nats(self, colours: Floats, own: Floats) -> Floats:
        """Give the evidence that a piece would have on each cell, nats a look, at quarter size.

        ``colours`` (N x 3) are cells of such pieces, ``own`` (N) their log densities as such. A
        look is an area of ``AreaConfig.look_mm2``.
        """
        bare, variance = _quarter(self.bare), _quarter(self._variance)
        said, logs = np.zeros(bare.shape[:2], np.float32), _log_whole(variance)
        for colour, density in zip(colours, own, strict=True):
            known = _log_densities(colour - bare, variance, logs)
            said += np.clip(
                density - log_sum(known.ground, CONFIG.unforeseen), -CONFIG.most, CONFIG.most
            )
        return said / np.float32(len(colours))

    def foreign(self, lit: Floats) -> tuple[Floats, Mask]:
        """Give corrected colours, and mark those that bare ground does not have."""
        seen, density = self.log_density(lit)
        return seen, np.asarray(density < EVIDENCE.any_colour)

    def offsets(self, seen: Floats) -> Floats:
        """Give how corrected colours differ from the ground, as if that were a middle grey."""
        return np.asarray(seen - self.bare + MIDDLE, np.float32)

    def deviations(self, seen: Floats) -> Floats:
        """Give how far corrected colours are off the ground, in standard deviations."""
        return np.asarray(np.linalg.norm((seen - self.bare) / self._spread, axis=2), np.float32)

    def may_be_shaded(self, seen: Floats) -> Mask:
        """Mark corrected colours that bare ground may have in a shadow, however deep it is."""
        off = seen - self.bare
        dark = np.maximum(-off[..., 0], 0)
        variance = self._variance[..., 1:] + np.square(CONFIG.cast * dark)[..., None]
        chroma = (np.square(off[..., 1:]) / variance).sum(axis=2)
        return np.asarray((dark > 0) & (chroma < SAME_CHROMA**2))


def _log_normal(off: Floats, variance: Floats) -> Floats:
    """Give the log densities of differences (... x 3) of given variances."""
    off2 = (np.square(off) / variance + np.log(variance)).sum(axis=-1)
    return np.asarray(-0.5 * off2 - np.float32(1.5 * LOG_TURN), np.float32)


def _log_whole(variance: Floats) -> Floats:
    """Give the sum of the logarithms of variances (rows x columns x 3): rows x columns."""
    return np.asarray(np.log(np.moveaxis(variance, -1, 0)).sum(axis=0))


def _log_densities(off: Floats, variance: Floats, logs: Floats) -> Densities:
    """Give the log densities of what is off bare ground.

    ``off`` and the ``variance`` of the ground's look are rows x columns x 3 (opponent space);
    ``logs`` (rows x columns) is what ``_log_whole`` gives of the latter.
    """
    lightness, red, yellow = np.ascontiguousarray(np.moveaxis(off, -1, 0))
    spread = np.ascontiguousarray(np.moveaxis(variance, -1, 0))
    off2 = lightness**2 / spread[0] + red**2 / spread[1] + yellow**2 / spread[2]
    usual = -0.5 * (off2 + logs) - 1.5 * LOG_TURN
    dark = np.maximum(-lightness, 0)
    more = np.square(CONFIG.cast * dark)
    one, two = spread[1] + more, spread[2] + more
    shade = -0.5 * (red**2 / one + yellow**2 / two + np.log(one * two)) - LOG_TURN
    darker, lighter = EVIDENCE.shadow_rate, EVIDENCE.above_rate
    shade -= np.where(lightness < 0, darker * dark, lighter * lightness)
    shade += float(np.log(darker * lighter / (darker + lighter)))
    ground = log_sum(LOG_NO_SHADOW + usual, LOG_SHADOW + shade)
    return Densities(ground, usual, shade)


def tile_ground(shown: Floats, step_mm: float, noise: Reals) -> Ground:
    """Give a tile as the ground of pieces; it was taught elsewhere, where other light falls."""
    usual = np.array(EVIDENCE.bare_spread, np.float32)
    spread = np.hypot(usual, np.float32(CONFIG.paler) * np.abs(shown))
    spread[..., 0] = usual[0]
    return Ground(shown, step_mm, noise, spread)


def _wholes(cell_mm: float) -> Sequence[npt.NDArray[np.uint8]]:
    """Give what is larger than pieces, in cells of so many mm: lines in all directions, a disc."""
    reach, wide = (round(size / cell_mm / 2) for size in (CONFIG.veil_mm, CONFIG.veil_wide_mm))
    side = 2 * wide + 1
    wholes = [np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)]
    for turn in np.arange(DIRECTIONS) * np.pi / DIRECTIONS:
        end = np.rint(reach * np.array([np.cos(turn), np.sin(turn)])).astype(int)
        line = np.zeros((2 * reach + 1, 2 * reach + 1), np.uint8)
        cv2.line(line, (reach - end).tolist(), (reach + end).tolist(), 1)
        wholes.append(line)
    return wholes


def _quarter(values: Floats) -> Floats:
    share = 1 / QUARTER
    small = cv2.resize(values, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)


@dataclass(frozen=True)
class Looks:
    """How the classes look: their ``names``, colours and outlines, and where the camera hangs.

    ``alike`` (classes x classes) marks classes of one colour, which only their outlines
    distinguish. ``shadows`` is what pieces cast on the ground beside them, None if none was seen.
    ``confused`` lists pairs of names that neither colour nor outline distinguishes, each with the
    lead of the true one. ``noise`` (3) is that of cells in the frames of teaching, as standard
    deviation times level. ``lamps`` are those whose shadows these frames show. ``cells`` holds for
    each class some of its cells (N x 3) and their log densities (N).
    """

    names: tuple[str, ...]
    appearance: Appearance
    outlines: tuple[Outline, ...]
    lean: Lean
    alike: Mask
    shadows: Appearance | None
    confused: tuple[tuple[str, str, float], ...]
    noise: Reals
    lamps: tuple[Lamp, ...]
    cells: tuple[tuple[Floats, Floats], ...]

    def at(self, at_mm: Reals) -> "Looks":
        """Give them with lamps that shine as they do at a point (2, mm)."""
        return replace(self, lamps=tuple(lamp.at(at_mm) for lamp in self.lamps))


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence of a window's cells for each class, in nats a cell.

    ``mixed`` (classes x rows x columns) allows for colours that are mixed with the ground's in any
    cell, ``clear`` does not. The lead of the likeliest class over the ground is limited, its lead
    over the other classes is not. ``cast`` (1 + lamps x rows x columns) is what is subtracted of a
    cell's evidence where a piece beside it may cast a shadow there, by any lamp or by each known
    one. ``shaded`` (lamps x rows x columns) is the evidence that a cell lies in a known lamp's
    shadow. ``foreign`` (rows x columns) is the evidence of a thing that may in part look like bare
    ground in full light, ``untaught`` that of a class of any colour but the ground's and a
    shadow's. ``alike`` (classes x classes) marks classes of one colour.
    """

    mixed: Floats
    clear: Floats
    cast: Floats
    shaded: Floats
    foreign: Floats
    untaught: Floats
    alike: Mask


def evidence_of_one(own: Appearance, ground: Ground, seen: Floats, bare: Floats) -> Evidence:
    """Give the evidence of cells for one class; ``bare`` are their log densities as ground."""
    clear = _own_density(own, ground, seen, *CLEAR)
    nats = _nats(clear[..., 0][None], bare) * _weight(ground)
    nothing, none = np.zeros_like(bare)[None], np.full_like(bare, -CONFIG.most)
    return Evidence(nats, nats, nothing, nothing[:0], none, none, np.ones((1, 1), bool))


def evidence_of(
    looks: Looks,
    kinds: Sequence[int],
    ground: Ground,
    lit: Floats,
    limited: Mask | None = None,
) -> Evidence:
    """Give the evidence of a window's cells for some classes, named by their numbers.

    ``limited`` (rows x columns x 3) marks channels at the camera's limit; None: there are none.
    """
    seen = ground.corrected(lit)
    bare, unshaded, shadow = ground.log_densities(lit, seen, looks.shadows, limited)
    densities = [
        np.moveaxis(density, -1, 0)[list(kinds)]
        for density in own_densities(looks.appearance, ground, seen)
    ]
    mixed, clear = (_nats(density, bare) * _weight(ground) for density in densities)
    # The ground beside a piece is as likely to lie in its shadow as not while no lamp is known.
    shadowed, lit_there = (LOG_ANOTHER, LOG_NO_OTHER) if looks.lamps else (-LOG_2, -LOG_2)
    less = [log_sum(shadow - bare + shadowed, lit_there)]
    for lamp in looks.lamps:
        ahead = ground.log_shaded(seen, lamp) - bare
        less.append(log_sum(LOG_LAMP + ahead, LOG_NO_LAMP))
    shaded = np.stack(less) * _weight(ground)
    foreign = log_sum(EVIDENCE.any_colour - unshaded, 0.0) - LOG_2
    any_colour = np.full_like(bare, EVIDENCE.any_colour)
    untaught = _nats(np.stack([any_colour, densities[0].max(axis=0)]), bare)[0]
    alike = looks.alike[np.ix_(kinds, kinds)]
    return Evidence(
        mixed,
        clear,
        np.maximum(shaded, 0),
        shaded[1:],
        np.minimum(foreign, CONFIG.most) * _weight(ground),
        untaught * _weight(ground),
        alike,
    )


def _weight(ground: Ground) -> np.float32:
    return np.float32(ground.step_mm**2 / CONFIG.look_mm2)


def _nats(density: Floats, bare: Floats) -> Floats:
    best = density.max(axis=0)
    ahead = np.clip(best - bare, -CONFIG.most, CONFIG.most)
    return np.asarray(np.maximum(density + (ahead - best), -CONFIG.most), np.float32)


def own_densities(known: Appearance, ground: Ground, seen: Floats) -> tuple[Floats, Floats]:
    """Give log densities of colours as pieces of each class: anywhere on one, and in its middle.

    In its middle little of the ground's light is mixed in.
    """
    each = np.exp([_own_density(known, ground, seen, *shares) for shares in CONFIG.mixed])
    usual = np.array(CONFIG.usual_mixed, np.float32)

    def first(count: int) -> Floats:
        return np.log(np.tensordot(usual[:count] / usual[:count].sum(), each[:count], axes=1))

    return first(len(each)), first(IN_MIDDLE)


def _own_density(
    known: Appearance, ground: Ground, seen: Floats, light: float, chroma: float
) -> Floats:
    """Give log densities of colours as those of pieces mixed with the ground in given shares."""
    own = known.density_of(*_unmixed(seen, ground.around, light, chroma))
    return own - np.float32(np.log(light * chroma**2))


def unmixed(seen: Floats, around: Floats, light: float, chroma: float) -> Floats:
    """Remove the ground's part from colours, in which pieces have shares ``light`` and ``chroma``.

    Levels are mixed, not logarithms: bright ground changes the chroma of a dark piece more.
    """
    return np.stack(_unmixed(seen, around, light, chroma), axis=-1)


def _unmixed(seen: Floats, around: Floats, light: float, chroma: float) -> Sequence[Floats]:
    """Give what ``unmixed`` does, channel by channel, with which NumPy is much faster."""
    (lightness, *chromas), (behind, *tints) = (np.moveaxis(one, -1, 0) for one in (seen, around))
    over = lightness - behind
    own = over / np.float32(light)
    most = np.float32(CONFIG.darkest)
    gain = np.exp(np.clip(over - own, -most, most))
    added = np.float32(1 - chroma) * np.exp(np.minimum(-own, most))
    each = zip(chromas, tints, strict=True)
    return behind + own, *((one * gain - added * tint) / np.float32(chroma) for one, tint in each)
