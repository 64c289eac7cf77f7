"""How pieces and bare places look, and how much that varies from frame to frame.

Pieces have the colours of their class, as taught and as corrected by players. What is seen of a
place is compared with its look in the empty frame, blurred as the frame is, in units of the noise
around all places: that of the camera, of a slightly wrong pose, and of the light.
"""

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np

from vision.config import NORMAL_MEDIAN, ROUNDS, AppearanceConfig, EvidenceConfig, OutlineConfig
from vision.flat_board import Patches
from vision.illumination import CHANNELS, OPPONENT, channel_min, from_linear, linear, medians
from vision.reading import Floats, Image, Indices, Mask, Reals

CONFIG: Final = EvidenceConfig()
COLOURS: Final = AppearanceConfig()
_LOW: Final = np.array(COLOURS.low, np.float32)
_STEP: Final = (np.array(COLOURS.high, np.float32) - _LOW) / np.array(COLOURS.cells, np.float32)


class Appearance:
    """Kernel densities of the colours of some classes, tabulated.

    A narrow kernel stands for texture and noise; a wide one, with a small share, for other light;
    another for the image of a lamp, which adds white light to a glossy piece, to a black one as
    much as to a white one; and a floor for what was never taught.
    """

    def __init__(self, pixels: Sequence[Floats], *, lamps: bool = False) -> None:
        """Take the pixels of each class (N x 3); with ``lamps`` pieces may mirror a lamp."""
        each = []
        lamp_share = COLOURS.lamp_share if lamps else 0.0
        volume = float(np.prod(_STEP))
        white = _white(pixels)
        for seen in pixels:
            narrow, lit = (_density(one) / volume for one in (seen, _with_lamps(seen, white)))
            wide = _smooth(narrow, COLOURS.wide)
            share = 1 - COLOURS.wide_share - lamp_share
            density = share * narrow + COLOURS.wide_share * wide + lamp_share * lit
            each.append(np.log(density.ravel() + COLOURS.floor))
        self._table = np.ascontiguousarray(np.stack(each, axis=1), np.float32)

    def log_density(self, seen: Floats) -> Floats:
        """Give log densities of colours (... x 3, opponent space) under each class (... x K)."""
        return self.density_of(*(seen[..., axis] for axis in range(3)))

    def density_of(self, *channels: Floats) -> Floats:
        """Give the same from three arrays of channels, of shapes that fit together."""
        return np.take(self._table, _cells(*channels), axis=0)


class Paints:
    """Mean colours of the pieces of some classes.

    The distance to a class is that to the nearest of its lessons' pieces, and of their mean.
    """

    def __init__(self, pieces: Sequence[Floats]) -> None:
        """Take of each class the mean colours of its pieces (N x 3, opponent space)."""
        self._means = [np.vstack([each, each.mean(axis=0)]) for each in pieces]
        most = max(len(each) for each in self._means)
        # Some classes have more lessons; those of others are repeated, which changes no minimum.
        self._table = np.stack([np.resize(each, (most, 3)) for each in self._means])

    def as_bright(self, seen: Floats) -> Mask:
        """Mark the classes about as bright as colours (N x 3) in every channel (N x K)."""
        most = CONFIG.bare_spread[0]
        each = [
            np.any([greatest_gain(one, seen) < most for one in own], axis=0) for own in self._means
        ]
        return np.stack(each, axis=-1)

    def unclipped(self, seen: Floats, clipped: Mask) -> Floats:
        """Give colours (N x 3) as they would be if each class had been there (N x K x 3).

        A channel that is ``clipped`` (N x 3) was at least as bright as what is seen: it is taken to
        be as bright as the class usually is, where that is brighter.
        """
        usual = np.stack([means[-1] for means in self._means]) @ CHANNELS.T
        channels = (seen @ CHANNELS.T)[:, None]
        brightest = np.where(clipped[:, None], np.maximum(channels, usual), channels)
        return np.asarray(brightest @ OPPONENT.T, np.float32)

    def off(self, colours: Floats) -> Floats:
        """Give half the squared distances of mean colours to each class (... x K x 2).

        There is a colour for each class (... x K x 3), or one for all (... x 1 x 3). The distances
        are those of lightness and of chroma, in units of usual ones.
        """
        steps = np.square((colours[..., None, :] - self._table) / COLOURS.usual_off) / 2
        parts = steps[..., :2]
        parts[..., 1] += steps[..., 2]
        shape = parts.shape
        parts = parts.reshape(-1, *shape[-2:])
        nearest = parts.sum(axis=2).argmin(axis=1)
        parts = parts[np.arange(len(parts)), nearest].reshape(*shape[:-2], 2)
        return np.asarray(np.minimum(parts, COLOURS.most_off), np.float32)


def greatest_gain(look: Floats, seen: Floats) -> Floats:
    """Give the greatest gain of a channel from a look to what is seen, as a logarithm (...).

    Both are colours in the opponent space (... x 3).
    """
    return np.asarray(((seen - look) @ CHANNELS.T).max(axis=-1))


def mean_colour(seen: Floats, weights: Floats) -> Floats:
    """Give mean colours (N x 3) of points (N x 3 x points, opponent space) with weights.

    Levels are averaged, as noise shifts the logarithms of dark ones.
    """
    levels = np.exp(CHANNELS @ seen) @ weights[..., None]
    return np.asarray(np.log(levels[..., 0]) @ OPPONENT.T, np.float32)


def _white(pixels: Sequence[Floats]) -> float:
    """Give the level of the brightest channel of the brightest class (grey levels)."""
    return max(float(np.exp(np.median((seen @ CHANNELS.T).max(axis=1)))) for seen in pixels)


def _with_lamps(seen: Floats, white: float) -> Floats:
    """Add white light of several strengths to colours (N x 3, opponent space): M x 3."""
    levels = np.exp(seen @ CHANNELS.T)
    added = white * np.array(COLOURS.lamps, np.float32)[:, None, None]
    return np.asarray(np.log(levels + added) @ OPPONENT.T, np.float32).reshape(-1, 3)


def _density(seen: Floats) -> Floats:
    """Count colours (N x 3) in the table's cells, blurred by the narrow kernel, as shares."""
    counts = np.bincount(_cells(*seen.T), minlength=int(np.prod(COLOURS.cells)))
    table = _smooth(counts.astype(np.float32).reshape(COLOURS.cells), COLOURS.narrow)
    return np.asarray(table / max(len(seen), 1))


def _cells(*channels: Floats) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    whole = np.zeros((), np.int32)
    for channel, low, step, count in zip(channels, _LOW, _STEP, COLOURS.cells, strict=True):
        cell = ((channel - low) / step).clip(0, count - 1)
        whole = whole * np.int32(count) + cell.astype(np.int32)
    return whole


def _smooth(table: Floats, spread: Sequence[float]) -> Floats:
    """Blur a table along its three axes by Gaussians of these widths (opponent space)."""
    for axis, width in enumerate(spread):
        sigma = width / float(_STEP[axis])
        moved = np.moveaxis(table, axis, 0)
        flat = np.ascontiguousarray(moved).reshape(table.shape[axis], -1)
        size = (1, 2 * int(np.ceil(3 * sigma)) + 1)
        flat = cv2.GaussianBlur(flat, size, 1e-9, sigmaY=sigma, borderType=cv2.BORDER_CONSTANT)
        table = np.moveaxis(flat.reshape(moved.shape), 0, axis)
    return np.ascontiguousarray(table, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Correction:
    """What a place looked like (points x 3) when players said that ``kind`` lay there.

    ``kind`` is the number of a class, None for nothing.
    """

    place: int
    kind: int | None
    seen: Floats
    appearance: Appearance | None
    paints: Paints | None


Corrections = dict[int, deque[Correction]]
"""By the number of a place, its last corrections."""


EDGES: Final = OutlineConfig()
_NOISES: Final = np.array([1.0, 1.0, 1.5], np.float32)[:, None]
"""The variance of noise in each channel of the opponent space, relative to that of lightness."""
_ALMOST_NONE: Final = 1e-3
"""A share of the brightest light, or of a sum of weights, that keeps divisions finite."""
_SHADOW: Final = math.log(CONFIG.shadow_share)
_NORMAL: Final = 1.5 * math.log(2 * math.pi)
_FLOORS: Final = (np.float32(CONFIG.any_colour), np.float32(CONFIG.bare_floor))
_BARE_VARIANCE: Final = np.square(np.array(CONFIG.bare_spread, np.float32))[:, None]


@dataclass(frozen=True, slots=True)
class Quality:
    """How sharp and noisy a frame is: the blur level of the bare look, and noise (log).

    ``noise`` and ``chroma_noise`` are those of a point as bright as most of the board, measured
    around places: where the board is darker, logarithms of the same grey levels vary more
    (`BareLook.noisy`). ``roughness`` and ``chroma_roughness`` are the same where the bare look fits
    worse than around three of four places: places differ in their prints and light. ``warmth`` is
    that of the frame's light.
    """

    level: int
    noise: float
    chroma_noise: float
    roughness: float
    chroma_roughness: float
    warmth: Floats = field(default_factory=lambda: np.zeros(2, np.float32))

    @classmethod
    def even(cls, noise: float, chroma_noise: float) -> "Quality":
        """Give the quality of a sharp frame that is as noisy everywhere."""
        return cls(0, noise, chroma_noise, noise, chroma_noise)


@dataclass(frozen=True, slots=True)
class Spread:
    """How much the bare look of places varies in a frame.

    ``scale`` (places x 3 x points) are the inverse standard deviations, ``logs`` (the same) their
    logarithms, which are the log densities of no difference, up to a constant. ``floor`` (places x
    points) is the least log density.
    """

    scale: Floats
    logs: Floats
    floor: Floats

    def log_density(self, off: Floats) -> Floats:
        """Give the log density of differences (... x places x 3 x points).

        Lightness has a tail towards shadow; a floor stands for what was not foreseen.
        """
        light = off[..., 0, :]
        below = np.abs(light - CONFIG.shadow) * CONFIG.shadow_rate
        tail = _SHADOW - below - CONFIG.above_rate * np.maximum(light, 0)
        scaled = off * self.scale
        return self._whole(self.logs - 0.5 * (scaled * scaled), tail)

    @property
    def greatest(self) -> Floats:
        """The log density of no difference from the bare look (places x points)."""
        return self._whole(self.logs, np.float32(_SHADOW - abs(CONFIG.shadow) * CONFIG.shadow_rate))

    def _whole(self, each: Floats | Reals, tail: Floats | np.float32) -> Floats:
        lightness = log_sum(each[..., 0, :], tail)
        whole = lightness + each[..., 1, :] + each[..., 2, :] - _NORMAL
        return np.asarray(np.maximum(whole, self.floor))

    def deviations(self, off: Floats) -> Floats:
        """Give differences (places x 3 x points) in standard deviations, within bounds."""
        known = self.floor == np.float32(CONFIG.bare_floor)
        return np.asarray((off * self.scale * known[:, None]).clip(-EDGES.most, EDGES.most))


class BareLook:
    """The bare board at the places of a group, at several levels of blur.

    ``looks`` are those (levels of places x points x 3, opponent space), ``levels`` the same channel
    by channel (levels x places x 3 x points). ``slope2`` is the squared steepness of the look (a
    working pixel), by which a slightly wrong pose costs less. ``unknown`` (places x points) marks
    what was not seen bare, as the image of a lamp or a piece hid it. ``noisy`` (places x points) is
    the noise of each point relative to a usual one, ``grain`` (places) that of a place. Noise of a
    camera and of JPEG is about equal in grey levels all over a picture, so that of logarithms falls
    with the level: on table-b and table-e deviation times level is the same within a fifth from
    level 50 to 166.
    """

    def __init__(
        self, patches: Patches, looks: list[Floats], slope2: Floats, unknown: Mask
    ) -> None:
        self.looks = looks
        self.slope2 = slope2
        self.unknown = unknown
        self._rim: Indices = np.flatnonzero(patches.away_mm > CONFIG.rim_radii * patches.radius_mm)
        self._disc: Indices = np.flatnonzero(patches.away_mm < patches.radius_mm)
        self._steady = _BARE_VARIANCE + CONFIG.misplaced_px**2 * planes(slope2)
        across = patches.offsets_mm / patches.radius_mm
        x, y = across.astype(np.float32).T
        # What is known around a disc tells that within of planes and saddles, not of a bowl.
        self._surface: Floats = np.stack([np.ones_like(x), x, y, x * y, x * x - y * y], axis=1)
        self._compare()

    def _compare(self) -> None:
        self.levels: Floats = np.stack([planes(look) for look in self.looks])
        self._rims = np.take(self.levels, self._rim, axis=3)
        look = self.looks[0]
        noisy = np.exp(-look[..., 0])
        self.noisy: Floats = noisy / np.median(noisy)
        self.grain: Floats = np.median(self.noisy, axis=1)
        self._noisy_rims = np.take(self.noisy, self._rim, axis=1)
        around, inside = (look[:, one, 0] for one in (self._rim, self._disc))
        darker = np.median(around, axis=1) - np.median(inside, axis=1)
        self._dark: Mask = darker > CONFIG.dark_print

    def quality(self, seen: Floats, places: Indices | None = None) -> Quality:
        """Measure a frame's quality by what is around places, some or all (places x points x 3)."""
        chosen = slice(None) if places is None else places
        around, noisy = planes(np.take(seen, self._rim, axis=1)), self._noisy_rims[chosen]
        each = _deviation(around[:, 0] - self._rims[:, chosen, 0], noisy)
        level = int(medians(each).argmin())
        chroma = around[:, 1:] - self._rims[level][chosen, 1:]
        chroma -= medians(chroma)[..., None]
        chroma = np.abs(chroma) / noisy[:, None] / NORMAL_MEDIAN
        rough = _rough(medians(chroma).mean(axis=1))
        return Quality(
            level,
            max(float(medians(each[level])), CONFIG.least_noise),
            max(float(medians(chroma.ravel())), CONFIG.least_chroma_noise),
            max(_rough(each[level]), CONFIG.least_noise),
            max(rough, CONFIG.least_chroma_noise),
        )

    def own_light(self, seen: Floats, clipped: Mask, places: Indices, quality: Quality) -> Floats:
        """Give each place's own light relative to the board's (places x 3), by what is seen of it.

        ``seen`` is places x 3 x points, ``clipped`` places x points x 3. It is 0 where too little
        of a place's rim is seen.
        """
        off = np.take(seen, self._rim, axis=2) - self._rims[quality.level, places]
        if clipped.any():
            off = _unclipped(off, clipped[:, self._rim])
        low, high = CONFIG.shades
        noise = 2 * np.float32(quality.chroma_noise) * self._noisy_rims[places]
        red, yellow = (np.float32(most) + noise for most in CONFIG.same_chroma)
        light, (redder, yellower) = off[:, 0], quality.warmth
        same = np.abs(off[:, 1] - redder * light) < red
        same &= np.abs(off[:, 2] - yellower * light) < yellow
        same &= (light > low) & (light < high)
        enough = same.sum(axis=1) > CONFIG.least_rim * len(self._rim)
        found = np.where(enough, _median(light, same), np.float32(0))
        return found[:, None] * np.array([1, redder, yellower], np.float32)

    def in_lamps(
        self, seen: Floats, light: Floats, places: Indices, quality: Quality
    ) -> tuple[Indices, Floats]:
        """Find the places (N x 3 x points) that rather look as seen in the image of a lamp.

        Gives their numbers (M), and their bare look in it (M x 3 x points). The image adds white
        light, where their own light (N x 3) multiplies: dark print pales. It adds at most about as
        much as the surroundings are brighter, and nearly all of these must look so.
        """
        few = np.flatnonzero(self._dark[places])
        if not len(few):
            return few, seen[few]
        look = self.levels[quality.level][places[few]]
        own = brighter(look, light[few])
        off = medians((seen[few, 0] - own[:, 0])[:, self._disc])
        paler = off > CONFIG.bare_spread[0]
        few, own, look = few[paler], own[paler], look[paler]
        if not len(few):
            return few, own
        seen, spread = seen[few], self.spread(places[few], quality)
        looks = np.stack([own, *self._with_lamps(look, seen)])
        fits = spread.log_density(seen - looks)
        whole = fits[..., self._rim].mean(axis=2) + fits[..., self._disc].mean(axis=2)
        like = ((spread.greatest - fits)[..., self._rim] < CONFIG.lamp_misfit).mean(axis=2)
        lit = np.where((like >= like[0]) & (like > CONFIG.lamp_rim), whole, -np.inf)
        best, each = lit.argmax(axis=0), np.arange(len(few))
        found = lit[best, each] - whole[0] > CONFIG.lamp_gain
        return few[found], looks[best[found], each[found]]

    def _with_lamps(self, look: Floats, seen: Floats) -> list[Floats]:
        """Give the bare look of places (N x 3 x points) in images of lamps of some strengths.

        Part of what their surroundings are brighter by is added, the rest multiplies.
        """
        shares = linear(look.transpose(0, 2, 1))
        around = channel_min(shares[:, self._rim])
        usual = medians(around)[:, None]
        more = channel_min(linear(seen[..., self._rim].transpose(0, 2, 1))) - around
        more = _surfaces_through(more, self._surface[self._rim]) @ self._surface.T
        most = np.maximum(more + CONFIG.lamp_slack * usual, 0)
        looks = []
        for share in CONFIG.lamp_shares:
            gain = 1 + (more - share * most) / usual
            lit = gain[..., None] * shares + share * most[..., None]
            looks.append(planes(from_linear(np.clip(lit, 0, 1))))
        return looks

    def spread(self, places: Indices, quality: Quality) -> "Spread":
        """Give how much the look of places may vary in a frame."""
        noise = np.square(np.float32(quality.noise) * self.noisy[places])[:, None]
        variance = self._steady[places] + noise * _NOISES
        # Where the bare look is unknown, the board may have any colour.
        floor = np.where(self.unknown[places], *_FLOORS)
        scale = 1 / np.sqrt(variance)
        return Spread(scale, np.log(scale), floor)

    def fill(self, seen: Floats, known: Mask) -> None:
        """Fill in unknown points from another view (places x points x 3) where ``known`` there."""
        filled = self.unknown & known
        if filled.any():
            for look in self.looks:
                look[filled] = seen[filled]
            self._compare()
            self.unknown &= ~filled


def _surfaces_through(values: Floats, terms: Floats) -> Floats:
    """Fit sums of terms (points x M) that hold for most of the values (N x points): N x M."""
    weights = np.ones_like(values)
    few = terms.shape[1]
    found = np.zeros((len(values), few), np.float32)
    for _ in range(ROUNDS):
        each = weights[..., None] * terms
        square = each.transpose(0, 2, 1) @ terms + _ALMOST_NONE * np.eye(few, dtype=np.float32)
        found = np.linalg.solve(square, each.transpose(0, 2, 1) @ values[..., None])[..., 0]
        left = np.abs(values - found @ terms.T)
        usual = np.maximum(medians(left)[:, None], _ALMOST_NONE)
        weights = 1 / (1 + np.square(left / (2 * usual)))
    return np.asarray(found, np.float32)


def brighter(look: Floats, light: Floats) -> Floats:
    """Give the look of places (N x 3 x points, opponent space) in more light (N x 3)."""
    return look + light[..., None]


def shown(look: Floats, seen: Floats, clipped: Mask) -> Floats:
    """Give a look (places x 3 x points, opponent space) as the camera would show it.

    In a ``clipped`` channel (places x points x 3) it is no brighter than the camera's limit.
    """
    at = clipped.any(axis=2)
    look = look.copy()
    there = look.transpose(0, 2, 1)
    channels, most = (one[at] @ CHANNELS.T for one in (there, seen.transpose(0, 2, 1)))
    channels = np.where(clipped[at], np.minimum(channels, most), channels)
    there[at] = channels @ OPPONENT.T
    return look


def _unclipped(off: Floats, clipped: Mask) -> Floats:
    """Give changes (N x 3 x points, opponent space) as they were before the camera's limit.

    A ``clipped`` channel (N x points x 3) grew brighter by at least what is seen: it is taken to
    have changed by as much as the others.
    """
    at = clipped.any(axis=2) & ~clipped.all(axis=2)
    if not at.any():
        return off
    channels = off.transpose(0, 2, 1)[at] @ CHANNELS.T
    free = ~clipped[at]
    others = (channels * free).sum(axis=1) / free.sum(axis=1)
    channels = np.where(free, channels, np.maximum(channels, others[:, None]))
    off = off.copy()
    off.transpose(0, 2, 1)[at] = channels @ OPPONENT.T
    return off


def planes(points: Floats) -> Floats:
    """Transpose places x points x 3 to channel by channel, with which NumPy is much faster."""
    return np.ascontiguousarray(points.transpose(0, 2, 1))


def log_sum(one: Floats | Reals, other: Floats | np.float32 | float) -> Floats:
    """Give log(exp(one) + exp(other)), of finite numbers.

    NumPy's own function takes ten times as long at 32 bits.
    """
    return np.asarray(np.maximum(one, other) + np.log(1 + np.exp(-np.abs(one - other))))


def _deviation(off: Floats, noisy: Floats) -> Floats:
    """Give the standard deviation of each place (... x places x points), estimated by a median.

    It is that of a usual point, relative to which others are ``noisy`` (places x points).
    """
    off = off - medians(off)[..., None]
    return np.asarray(medians(np.abs(off) / noisy) / NORMAL_MEDIAN)


def _rough(values: Floats) -> float:
    """Give the level that only the roughest places exceed."""
    ordered = np.sort(values)
    at = CONFIG.rough_percentile / 100 * (len(ordered) - 1)
    return float(np.interp(at, np.arange(len(ordered)), ordered))


def _median(values: Floats, chosen: Mask) -> Floats:
    """Give the median of the chosen values (both places x points) of each place."""
    ordered = np.sort(np.where(chosen, values, np.inf), axis=1)
    middle = (chosen.sum(axis=1) - 1) // 2
    return np.asarray(ordered[np.arange(len(values)), middle], np.float32)


def blurred(picture: Image, sigma_px: float) -> Image:
    """Blur a picture by a Gaussian, or leave it."""
    return picture if not sigma_px else np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma_px))
