"""How pieces and bare places look, and how much that varies from frame to frame.

Pieces have the colours of their class, as taught and as corrected by players. What is seen of a
place is compared with its look in the empty frame, blurred as the frame is, in units of the noise
around all places: that of the camera, of a slightly wrong pose, and of the light.
"""

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.config import NORMAL_MEDIAN, ROUNDS, AppearanceConfig, EvidenceConfig, OutlineConfig
from vision.flat_board import Patches
from vision.illumination import CHANNELS, OPPONENT, channel_min, from_linear, linear, medians
from vision.reading import Floats, Image, Indices, Mask

CONFIG: Final = EvidenceConfig()
COLOURS: Final = AppearanceConfig()
_LOW: Final = np.array(COLOURS.low, np.float32)
_STEP: Final = (np.array(COLOURS.high, np.float32) - _LOW) / np.array(COLOURS.cells, np.float32)


class Appearance:
    """Kernel densities of the colours of some classes, tabulated.

    A narrow kernel stands for texture and noise; a wide one, with a small share, for other light;
    another for the image of a lamp, which adds white light to a glossy piece; and a floor for what
    was never taught.
    """

    def __init__(self, pixels: Sequence[Floats], *, lamps: bool = False) -> None:
        """Take the pixels of each class (N x 3); with ``lamps`` pieces may mirror a lamp.

        Areas do without: with it 17 readings of table-s1's regions were in doubt, without none.
        """
        each = []
        lamp_share = COLOURS.lamp_share if lamps else 0.0
        volume = float(np.prod(_STEP))
        for seen in pixels:
            narrow, lit = (_density(one) / volume for one in (seen, _with_lamps(seen)))
            wide = _smooth(narrow, COLOURS.wide)
            share = 1 - COLOURS.wide_share - lamp_share
            density = share * narrow + COLOURS.wide_share * wide + lamp_share * lit
            each.append(np.log(density.ravel() + COLOURS.floor))
        self._table = np.ascontiguousarray(np.stack(each, axis=1), np.float32)

    def log_density(self, seen: Floats) -> Floats:
        """Give log densities of colours (... x 3, opponent space) under each class (... x K)."""
        return np.take(self._table, _cells(seen), axis=0)


class Paints:
    """Mean colours of the pieces of some classes.

    The distance to a class is that to the nearest of its lessons' pieces, and of their mean.
    """

    def __init__(self, pieces: Sequence[Floats]) -> None:
        """Take of each class the mean colours of its pieces (N x 3, opponent space)."""
        self._means = [np.vstack([each, each.mean(axis=0)]) for each in pieces]

    def as_bright(self, seen: Floats) -> Mask:
        """Mark the classes about as bright as colours (N x 3) in every channel (N x K)."""
        most = CONFIG.bare_spread[0]
        each = [
            np.any([greatest_gain(one, seen) < most for one in own], axis=0) for own in self._means
        ]
        return np.stack(each, axis=-1)

    def off(self, colours: Floats) -> Floats:
        """Give half the squared distances of mean colours (N x 3) to each class (N x K x 2).

        They are those of lightness and of chroma, in units of usual distances.
        """
        each = []
        for means in self._means:
            steps = np.square((colours[:, None] - means) / COLOURS.usual_off) / 2
            parts = np.stack([steps[..., 0], steps[..., 1:].sum(axis=2)], axis=2)
            nearest = parts.sum(axis=2).argmin(axis=1)
            each.append(parts[np.arange(len(colours)), nearest])
        return np.asarray(np.minimum(np.stack(each, axis=1), COLOURS.most_off), np.float32)


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


def _with_lamps(seen: Floats) -> Floats:
    """Add white light of several strengths to colours (N x 3, opponent space): M x 3."""
    levels = np.exp(seen @ CHANNELS.T)
    added = levels.max(axis=1) * np.array(COLOURS.lamps, np.float32)[:, None]
    return np.asarray(np.log(levels + added[..., None]) @ OPPONENT.T, np.float32).reshape(-1, 3)


def _density(seen: Floats) -> Floats:
    """Count colours (N x 3) in the table's cells, blurred by the narrow kernel, as shares."""
    counts = np.bincount(_cells(seen), minlength=int(np.prod(COLOURS.cells)))
    table = _smooth(counts.astype(np.float32).reshape(COLOURS.cells), COLOURS.narrow)
    return np.asarray(table / max(len(seen), 1))


def _cells(seen: Floats) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    whole = np.zeros((), np.int32)
    for axis, count in enumerate(COLOURS.cells):
        cell = np.clip((seen[..., axis] - _LOW[axis]) / _STEP[axis], 0, count - 1)
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
_ALMOST_NONE: Final = 1e-3
"""A share of the brightest light, or of a sum of weights, that keeps divisions finite."""
_SHADOW: Final = math.log(CONFIG.shadow_share)
_NORMAL: Final = 1.5 * math.log(2 * math.pi)
_FLOORS: Final = (np.float32(CONFIG.any_colour), np.float32(CONFIG.bare_floor))
_BARE_VARIANCE: Final = np.square(np.array(CONFIG.bare_spread, np.float32))[:, None]
_SAME_CHROMA: Final = np.array(CONFIG.same_chroma, np.float32)[:, None]


@dataclass(frozen=True, slots=True)
class Quality:
    """How sharp and noisy a frame is: the blur level of the bare look, and noise (log).

    ``noise`` and ``chroma_noise`` are those of a point as bright as most of the board, measured
    around places: where the board is darker, logarithms of the same grey levels vary more
    (`BareLook.noisy`). ``roughness`` and ``chroma_roughness`` are the same where the bare look fits
    worse than around three of four places: places differ in their prints and light.
    """

    level: int
    noise: float
    chroma_noise: float
    roughness: float
    chroma_roughness: float

    @classmethod
    def even(cls, noise: float, chroma_noise: float) -> "Quality":
        """Give the quality of a sharp frame that is as noisy everywhere."""
        return cls(0, noise, chroma_noise, noise, chroma_noise)


@dataclass(frozen=True, slots=True)
class Spread:
    """How much the bare look of places varies in a frame: ``variance`` (places x 3 x points).

    ``logs`` (places x 3 x points) are the log densities of no difference, up to a constant, and
    ``floor`` (places x points) the least density.
    """

    variance: Floats
    logs: Floats
    floor: Floats

    def log_density(self, off: Floats) -> Floats:
        """Give the log density of differences (places x 3 x points, or one for all places).

        Lightness has a tail towards shadow; a floor stands for what was not foreseen.
        """
        each = self.logs - 0.5 * (off * off / self.variance)
        below = np.abs(off[:, 0] - CONFIG.shadow) * CONFIG.shadow_rate
        above = CONFIG.above_rate * np.maximum(off[:, 0], 0)
        lightness = _log_sum(each[:, 0], _SHADOW - below - above)
        whole = lightness + each[:, 1] + each[:, 2] - _NORMAL
        return np.asarray(np.maximum(whole, self.floor))

    @property
    def greatest(self) -> Floats:
        """The log density of no difference from the bare look (places x points)."""
        return self.log_density(np.zeros((1, 3, 1), np.float32))

    def deviations(self, off: Floats) -> Floats:
        """Give differences in standard deviations, within bounds."""
        known = self.floor == np.float32(CONFIG.bare_floor)
        scaled = off / np.sqrt(self.variance) * known[:, None]
        return np.asarray(np.clip(scaled, -EDGES.most, EDGES.most))


class BareLook:
    """The bare board at the places of a group, at several levels of blur.

    ``looks`` are those (levels of places x points x 3, opponent space). ``slope2`` is the squared
    steepness of the look (a working pixel), by which a slightly wrong pose costs less. ``unknown``
    (places x points) marks what was not seen bare, as the image of a lamp or a piece hid it.
    ``noisy`` (places x points) is the noise of each point relative to a usual one, ``grain``
    (places) that of a place. Noise of a camera and of JPEG is about equal in grey levels all over a
    picture, so that of logarithms falls with the level: on table-b and table-e deviation times
    level is the same within a fifth from level 50 to 166.
    """

    def __init__(
        self, patches: Patches, looks: list[Floats], slope2: Floats, unknown: Mask
    ) -> None:
        self.looks = looks
        self.slope2 = slope2
        self.unknown = unknown
        self._rim: Indices = np.flatnonzero(patches.away_mm > CONFIG.rim_radii * patches.radius_mm)
        self._disc: Indices = np.flatnonzero(patches.away_mm < patches.radius_mm)
        across = patches.offsets_mm / patches.radius_mm
        self._plane = np.column_stack([np.ones(len(across)), across]).astype(np.float32)
        self._compare()

    def _compare(self) -> None:
        """Compute what follows from the looks."""
        self._rims = [self._around(look) for look in self.looks]
        look = self.looks[0]
        noisy = np.exp(-look[..., 0])
        self.noisy: Floats = noisy / np.median(noisy)
        self.grain: Floats = np.median(self.noisy, axis=1)
        self._noisy_rims = self.noisy[:, self._rim]
        around, inside = (look[:, one, 0] for one in (self._rim, self._disc))
        darker = np.median(around, axis=1) - np.median(inside, axis=1)
        self._dark: Mask = darker > CONFIG.dark_print

    def quality(self, seen: Floats, places: Indices | None = None) -> Quality:
        """Measure a frame's quality by what is around places, some or all (places x points x 3)."""
        chosen = slice(None) if places is None else places
        around, noisy = self._around(seen), self._noisy_rims[chosen]
        rims = [rim[chosen] for rim in self._rims]
        each = [_deviation(around[:, 0] - rim[:, 0], noisy) for rim in rims]
        level = int(np.argmin([medians(one) for one in each]))
        chroma = around[:, 1:] - rims[level][:, 1:]
        chroma -= medians(chroma)[..., None]
        chroma = np.abs(chroma) / noisy[:, None] / NORMAL_MEDIAN
        rough = np.percentile(medians(chroma).mean(axis=1), CONFIG.rough_percentile)
        return Quality(
            level,
            max(float(medians(each[level])), CONFIG.least_noise),
            max(float(medians(chroma.ravel())), CONFIG.least_chroma_noise),
            max(float(np.percentile(each[level], CONFIG.rough_percentile)), CONFIG.least_noise),
            max(float(rough), CONFIG.least_chroma_noise),
        )

    def shade(self, seen: Floats, clipped: Mask, places: Indices, quality: Quality) -> Floats:
        """Give how much brighter each place's own light is (places x 3, without chroma).

        It is 0 where too little of a place's rim is seen.
        """
        off = self._around(seen) - self._rims[quality.level][places]
        if clipped.any():
            off = _unclipped(off, clipped[:, self._rim])
        low, high = CONFIG.shades
        noise = 2 * np.float32(quality.chroma_noise) * self._noisy_rims[places]
        same = (np.abs(off[:, 1:]) < _SAME_CHROMA + noise[:, None]).all(axis=1)
        same &= (off[:, 0] > low) & (off[:, 0] < high)
        share = same.mean(axis=1)
        light = np.zeros((len(seen), 3), np.float32)
        enough = np.flatnonzero(share > CONFIG.least_rim)
        if len(enough):
            light[enough, 0] = _median(off[enough, 0], same[enough])
        return light

    def in_lamps(
        self, seen: Floats, shade: Floats, places: Indices, quality: Quality
    ) -> tuple[Indices, Floats]:
        """Find the places (N x points x 3) that rather look as seen in the image of a lamp.

        Gives their numbers (M), and their bare look in it (M x points x 3). The image adds white
        light, where their own light (N x 3) multiplies: dark print pales. It adds at most about as
        much as the surroundings are brighter, and nearly all of these must look so.
        """
        few = np.flatnonzero(self._dark[places])
        own = self.looks[quality.level][places[few]] + shade[few][:, None]
        off = medians((seen[few] - own)[:, self._disc, 0])
        paler = off > 2 * CONFIG.bare_spread[0]
        few, own = few[paler], own[paler]
        if not len(few):
            return few, own
        seen, spread = seen[few], self.spread(places[few], quality)
        look = self.looks[quality.level][places[few]]
        looks = np.stack([own, *self._with_lamps(look, seen)])
        fits = np.stack([spread.log_density(planes(seen - one)) for one in looks])
        whole = fits[..., self._rim].mean(axis=2) + fits[..., self._disc].mean(axis=2)
        best, each = whole.argmax(axis=0), np.arange(len(few))
        like = ((spread.greatest - fits)[..., self._rim] < CONFIG.lamp_misfit).mean(axis=2)
        found = whole[best, each] - whole[0] > CONFIG.lamp_gain
        found &= (like[best, each] >= like[0]) & (like[best, each] > CONFIG.lamp_rim)
        return few[found], looks[best[found], each[found]]

    def _with_lamps(self, look: Floats, seen: Floats) -> list[Floats]:
        """Give the bare look of places (N x points x 3) in images of lamps of some strengths.

        Part of what their surroundings are brighter by is added, the rest multiplies.
        """
        shares = linear(look)
        around = channel_min(shares[:, self._rim])
        usual = medians(around)[:, None]
        more = channel_min(linear(seen[:, self._rim])) - around
        more = _planes_through(more, self._plane[self._rim]) @ self._plane.T
        most = np.maximum(more + CONFIG.lamp_slack * usual, 0)
        looks = []
        for share in CONFIG.lamp_shares:
            gain = 1 + (more - share * most) / usual
            lit = gain[..., None] * shares + share * most[..., None]
            looks.append(from_linear(np.clip(lit, 0, 1)))
        return looks

    def _around(self, seen: Floats) -> Floats:
        """Take what is around places (places x points x 3): places x 3 x points."""
        return planes(seen[:, self._rim])

    def spread(self, places: Indices, quality: Quality) -> "Spread":
        """Give how much the look of places may vary in a frame."""
        slack = CONFIG.misplaced_px**2 * planes(self.slope2[places])
        noise = np.square(np.float32(quality.noise) * self.noisy[places])[:, None]
        variance = _BARE_VARIANCE + noise * _NOISES + slack
        # Where the bare look is unknown, the board may have any colour.
        floor = np.where(self.unknown[places], *_FLOORS)
        return Spread(variance, -0.5 * np.log(variance), floor)

    def fill(self, seen: Floats, known: Mask) -> None:
        """Fill in unknown points from another view (places x points x 3) where ``known`` there."""
        filled = self.unknown & known
        if filled.any():
            for look in self.looks:
                look[filled] = seen[filled]
            self._compare()
            self.unknown &= ~filled


def _planes_through(values: Floats, plane: Floats) -> Floats:
    """Fit planes to values (N x points) that hold for most of them: N x 3, of points x 3."""
    weights = np.ones_like(values)
    found = np.zeros((len(values), 3), np.float32)
    for _ in range(ROUNDS):
        each = weights[..., None] * plane
        square = each.transpose(0, 2, 1) @ plane + _ALMOST_NONE * np.eye(3, dtype=np.float32)
        found = np.linalg.solve(square, each.transpose(0, 2, 1) @ values[..., None])[..., 0]
        left = np.abs(values - found @ plane.T)
        usual = np.maximum(medians(left)[:, None], _ALMOST_NONE)
        weights = 1 / (1 + np.square(left / (2 * usual)))
    return np.asarray(found, np.float32)


def shown(look: Floats, seen: Floats, clipped: Mask) -> Floats:
    """Give a look (places x points x 3, opponent space) as the camera would show it.

    In a ``clipped`` channel it is no brighter than the camera's limit.
    """
    if not clipped.any():
        return look
    at = clipped.any(axis=2)
    channels, most = (one[at] @ CHANNELS.T for one in (look, seen))
    channels = np.where(clipped[at], np.minimum(channels, most), channels)
    look = look.copy()
    look[at] = channels @ OPPONENT.T
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


def _log_sum(one: Floats, other: Floats) -> Floats:
    """Give log(exp(one) + exp(other)); NumPy's own function takes four times as long."""
    return np.asarray(np.maximum(one, other) + np.log(1 + np.exp(-np.abs(one - other))))


def _deviation(off: Floats, noisy: Floats) -> Floats:
    """Give the standard deviation of each place (places x points), estimated by a median.

    It is that of a usual point, relative to which others are ``noisy`` (places x points).
    """
    off = off - medians(off)[:, None]
    return np.asarray(medians(np.abs(off) / noisy) / NORMAL_MEDIAN)


def _median(values: Floats, chosen: Mask) -> Floats:
    """Give the median of the chosen values (both places x points) of each place."""
    ordered = np.sort(np.where(chosen, values, np.inf), axis=1)
    middle = (chosen.sum(axis=1) - 1) // 2
    return np.asarray(ordered[np.arange(len(values)), middle], np.float32)


def blurred(picture: Image, sigma_px: float) -> Image:
    """Blur a picture by a Gaussian, or leave it."""
    return picture if not sigma_px else np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma_px))
