"""Illumination: how the light and a camera's tone curve differ from the taught picture's.

Levels are taken as logarithms, in which a brighter lamp or a cast adds one vector to every pixel
and a tone curve's slope multiplies. Between the bare board as it was taught and the board as it is
seen now lie a smooth field over the board and one slope a channel. Saturated pixels tell nothing.
"""

from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.config import ROUNDS, IlluminationConfig, StrayLightConfig
from vision.reading import Floats, Image, Indices, Mask, Reals
from vision.stray_light import GAMMA, StrayLight, without

CONFIG: Final = IlluminationConfig()
STRAY: Final = StrayLightConfig()
_LOG: Final = np.log(np.arange(256) + CONFIG.dark).astype(np.float32)
OPPONENT: Final = np.array(
    [[1 / 3, 1 / 3, 1 / 3], [0, -1, 1], [-1, 0.5, 0.5]], np.float32
)  # columns: blue, green, red as OpenCV orders them
"""From logarithms of channels to lightness, red minus green, yellow minus blue."""
CHANNELS: Final = np.linalg.inv(OPPONENT.astype(np.float64)).astype(np.float32)
"""The inverse of ``OPPONENT``."""
_THIRDS: Final = np.full((1, 3), 1 / 3, np.float32)
_ORDERS: Final = np.array(
    [(i, n - i) for n in range(4) for i in range(n, -1, -1)] + [(4, 0), (0, 4), (2, 2)]
)
"""The powers of a point's two coordinates in each term of the field."""
FIELD_TERMS: Final = len(_ORDERS)
_PRECISION: Final = 1e-6


def logs(pixels: Image) -> Floats:
    """Give the logarithms of levels (8 bits, any shape)."""
    return np.asarray(cv2.LUT(pixels, _LOG)).reshape(pixels.shape)


def mean_log(pixels: Image) -> Floats:
    """Give the mean logarithms of the channels of a picture (rows x columns x 3)."""
    return channel_mean(logs(pixels))


def opponent(values: Floats) -> Floats:
    """Convert logarithms, or levels, of blue, green and red (... x 3) to the opponent space."""
    return _transformed(values, OPPONENT)


def levels_of(lit: Floats) -> Floats:
    """Convert colours (... x 3, opponent space) to levels of blue, green and red (0 to 255)."""
    levels = cv2.exp(_transformed(lit, CHANNELS)) - np.float32(CONFIG.dark)
    return np.asarray(np.clip(levels, 0, 255), np.float32)


def linear(lit: Floats) -> Floats:
    """Convert colours (... x 3, opponent space) to shares of the brightest light (... x 3)."""
    return np.asarray(cv2.pow(levels_of(lit) / np.float32(255), GAMMA), np.float32)


def from_linear(shares: Floats) -> Floats:
    """Convert shares of the brightest light (... x 3) to colours (... x 3, opponent space)."""
    levels = 255 * cv2.pow(shares, 1 / GAMMA)
    return opponent(cv2.log(levels + np.float32(CONFIG.dark)))


def _transformed(values: Floats, matrix: Floats) -> Floats:
    if not values.size:  # OpenCV takes no empty arrays
        return values
    return np.asarray(cv2.transform(values.reshape(-1, 1, 3), matrix)).reshape(values.shape)


def channel_max(channels: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Give the greatest of a few channels (... x C): NumPy's own is slow along a short axis."""
    return np.asarray(reduce(np.maximum, channels.T).T)


def channel_min(channels: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Give the least of a few channels (... x C)."""
    return np.asarray(reduce(np.minimum, channels.T).T)


def channel_mean(channels: Floats) -> Floats:
    """Give the mean of the channels of a picture (rows x columns x 3)."""
    return np.asarray(cv2.transform(channels, _THIRDS))


def medians(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Give medians along the last axis (... x N), exactly NumPy's, whose own takes far longer.

    None of the values may be NaN.
    """
    half = values.shape[-1] // 2
    ordered = np.partition(values, half, axis=-1)
    middle = ordered[..., half]
    if values.shape[-1] % 2:
        return middle
    return np.asarray((ordered[..., :half].max(axis=-1) + middle) / 2)


def saturated(pixels: Image) -> Mask:
    """Mark the pixels (... x 3) with at least one channel at the camera's limit (...)."""
    return np.asarray(channel_max(pixels) >= CONFIG.saturated)


def clipped(pixels: Image) -> Mask:
    """Mark the channels that are at the camera's limit (... x 3)."""
    return np.asarray(pixels >= CONFIG.saturated)


def washed_out(pixels: Image) -> Mask:
    """Mark the pixels (... x 3) with every channel at the limit: they show nothing (...)."""
    return np.asarray(channel_min(pixels) >= CONFIG.saturated)


def as_clipped(lit: Floats) -> Floats:
    """Limit colours in taught light (... x 3, opponent space) to the camera's limit.

    In less light, channels that were at the limit when taught show how bright they are.
    """
    return _transformed(np.minimum(_transformed(lit, CHANNELS), _LOG[-1]), OPPONENT)


def raised(lit: Floats, limited: Mask, least: Floats) -> Floats:
    """Raise ``limited`` channels of colours to those of other colours, where these are brighter.

    All are N x 3, the colours in the opponent space.
    """
    channels, others = _transformed(lit, CHANNELS), _transformed(least, CHANNELS)
    brighter = np.maximum(channels, others)
    return _transformed(np.where(limited, brighter, channels), OPPONENT)


def field_terms(points_mm: npt.NDArray[np.floating], size_mm: tuple[float, float]) -> Floats:
    """Give the terms of the field at points of a board (N x 2, mm): N x 13."""
    each = zip(np.asarray(points_mm).T, size_mm, strict=True)
    across, down = (_powers(values, size) for values, size in each)
    return np.take(across, _ORDERS[:, 0], axis=1) * np.take(down, _ORDERS[:, 1], axis=1)


def _powers(values_mm: npt.NDArray[np.floating], size_mm: float) -> Floats:
    """Give the powers of coordinates (..., mm), scaled by the board's size: ... x 5."""
    scaled = np.asarray(values_mm, np.float64) / size_mm * 2 - 1
    limited = scaled.clip(-CONFIG.beyond, CONFIG.beyond)
    return np.asarray(limited[..., None] ** np.arange(_ORDERS.max() + 1), np.float32)


class Grid:
    """Points of a board in rows and columns, or several such sets, for the light's field."""

    def __init__(self, x_mm: Reals, y_mm: Reals, size_mm: tuple[float, float]) -> None:
        """Take where columns (... x columns) and rows (... x rows) lie, and the board's size."""
        self.across, self.down = _powers(x_mm, size_mm[0]), _powers(y_mm, size_mm[1])


@dataclass(frozen=True)
class Light:
    """How light and tone curve changed the taught picture, in logarithms of channels.

    What is seen, less the ``stray`` light (3, shares of the brightest), is the bare logarithms
    times ``slope`` (3), the tone curve's, plus the smooth ``field`` (13 x 3). Where a lamp or the
    sun is shaded, or shines anew, lightness differs from that; ``warmth`` are the two chromas that
    such light adds for each unit of lightness. By day the sun's shadows are lit by the blue sky.
    """

    field: Floats
    slope: Floats
    warmth: Floats
    stray: Floats

    def offset(self, terms: Floats) -> Floats:
        """Give the ``offset`` for ``as_taught`` at points with these field terms (... x 13)."""
        return np.asarray(terms @ self._offsets)

    def offset_over(self, grid: Grid, sets: Indices | None = None) -> Floats:
        """Give the same for a grid, or for some of its sets (... x rows x columns x 3)."""
        across, down = grid.across, grid.down
        if sets is not None:
            across, down = across[sets], down[sets]
        weights = self._weights.reshape(len(self._weights), -1)
        lines = (across @ weights).reshape(*across.shape, 3)
        lines = lines.swapaxes(-2, -3)  # ... x powers x columns x 3
        found = down @ lines.reshape(*lines.shape[:-2], -1)
        return np.asarray(found.reshape(*found.shape[:-1], -1, 3))

    @cached_property
    def _offsets(self) -> Floats:
        return np.asarray(-self.field / self.slope @ OPPONENT.T)

    @cached_property
    def _weights(self) -> Floats:
        """What each power of the two coordinates adds to the offset (5 x 5 x 3)."""
        weights = np.zeros((*(1 + _ORDERS.max(axis=0)), 3), np.float32)
        weights[_ORDERS[:, 0], _ORDERS[:, 1]] = self._offsets
        return weights

    def unexplained(self, off: Floats) -> Floats:
        """Take from differences (... x 3) the chromas of light that came or went."""
        if not self.warmth.any():
            return off
        matrix = np.eye(3, dtype=np.float32)
        matrix[1:, 0] = -self.warmth
        return _transformed(off, matrix)

    def as_taught(self, pixels: Image, offset: Floats) -> Floats:
        """Give pixels (... x 3) as they would look in the taught light, in the opponent space.

        ``offset`` (... x 3) is that of the same points.
        """
        return _transformed(self._logs(pixels), OPPONENT / self.slope) + offset

    def _logs(self, pixels: Image) -> Floats:
        """Give the logarithms of levels (8 bits, ... x 3) without stray light."""
        if not (pixels.size and self.stray.any()):
            return logs(pixels)
        return np.asarray(cv2.LUT(pixels.reshape(-1, 1, 3), self._tones)).reshape(pixels.shape)

    def steepness(self, pixels: Image) -> Floats:
        """Tell by how much a level more adds to the mean logarithm of pixels (... x 3): ...

        Their noise in logarithms is as much larger.
        """
        if not (pixels.size and self.stray.any()):
            return np.asarray(1 / (pixels @ _THIRDS[0] + np.float32(CONFIG.dark)))
        slopes = np.gradient(self._tones, axis=1)
        each = cv2.LUT(pixels.reshape(-1, 1, 3), np.ascontiguousarray(slopes))
        return np.asarray((each @ _THIRDS[0]).reshape(pixels.shape[:-1]))

    @cached_property
    def _tones(self) -> Floats:
        """The logarithms of each level without stray light (1 x 256 x 3)."""
        levels = without(np.arange(256.0)[:, None], self.stray.astype(np.float64))
        return np.asarray(np.log(levels + CONFIG.dark)[None], np.float32)


class Illumination:
    """The light over one board."""

    def __init__(
        self, terms: Floats, bare: Floats, witnesses: "Illumination | None" = None
    ) -> None:
        """Take free points of the board: their field terms (N x 13) and bare logarithms (N x 3).

        ``witnesses`` are points on it and beside it that tell stray light from a tone curve; by
        default the same points do.
        """
        self._witnesses = self if witnesses is None else witnesses
        self._bare = np.ascontiguousarray(bare.T, np.float64)
        self._middle = self._bare.mean(axis=1)
        # A tone curve applies to each channel by itself, so each has its own design matrix.
        tones = self._bare - self._middle[:, None]
        self._design = np.array([np.vstack([terms.T, tone]) for tone in tones], order="C")
        rigid = np.full(FIELD_TERMS + 1, CONFIG.even)
        rigid[0] = _PRECISION
        self._rigid = np.diag(rigid)
        # The logarithm of a nearly dark channel is mostly noise and stray light: less weight.
        read, levels = CONFIG.level_noise
        sure = 1 / (1 + np.square(levels / np.exp(self._bare) / read))
        self._sure = self._design * (sure / sure.max())[:, None]
        self._shares = sure / sure.sum(axis=0)
        self._terms = terms

    @cached_property
    def _stray(self) -> StrayLight:
        """The stray light at these points; where others are witnesses it is not asked for."""
        levels = np.exp(self._bare.T) - CONFIG.dark
        return StrayLight(self._terms, levels)

    def _size(self, off: Reals) -> Reals:
        """Give the root mean square of three channels (3 x N), weighted by their certainty (N)."""
        return np.asarray(np.sqrt((self._shares * np.square(off)).sum(axis=0)))

    def fit(
        self, seen: Floats, usable: Mask, witnessed: tuple[Floats, Mask] | None = None
    ) -> Light:
        """Fit the light robustly to the same points as seen in a frame (N x 3, logarithms).

        ``witnessed`` is the same of the witnesses. Light that comes and goes is taken to be white.
        """
        light, _ = self._fit(seen.astype(np.float64), usable, np.zeros(3))
        if light.slope.min() >= STRAY.flat:
            return light
        stray = self._witnesses.stray(*(witnessed or (seen, usable)))
        if not stray.any():
            return light
        levels = np.exp(seen, dtype=np.float64) - CONFIG.dark
        cleared = np.asarray(np.log(without(levels, stray) + CONFIG.dark))
        return self._fit(cleared, usable, stray)[0]

    def stray(self, seen: Floats, usable: Mask) -> Reals:
        """Give the stray light (3), if it explains a frame about as well as a tone curve does."""
        whole, none = seen.astype(np.float64), np.zeros(3)
        _, left = self._fit(whole, usable, none)
        _, left_by_neither = self._fit(whole, usable, none, tone=STRAY.no_tone)
        stray, left_by_stray = self._stray.fit(np.exp(whole) - CONFIG.dark, usable)
        more = (left_by_stray - left) / max(left_by_neither - left, _PRECISION)
        return stray if more <= STRAY.worse else none

    def _fit(
        self, seen: Reals, usable: Mask, stray: Reals, tone: float = CONFIG.tone
    ) -> tuple[Light, float]:
        """Fit field and slopes to points without stray light (N x 3, logarithms).

        ``tone`` is the usual change of a slope. Gives the median of what is left, too.
        """
        off = np.ascontiguousarray(seen.T) - self._bare
        weights = usable.astype(np.float64)
        usual, middle = CONFIG.least_left, 0.0
        rigid = self._rigid.copy()
        found = np.zeros((3, FIELD_TERMS + 1, 1))
        for _ in range(ROUNDS):
            each = self._sure * weights
            rigid[-1, -1] = (1 + np.count_nonzero(usable)) * (usual / tone) ** 2
            square = each @ self._design.transpose(0, 2, 1) + rigid
            found = np.linalg.solve(square, each @ off[..., None])
            left = self._size(off - (found.transpose(0, 2, 1) @ self._design)[:, 0])
            middle = float(medians(left[usable])) if usable.any() else 0.0
            usual = max(middle, CONFIG.least_left)
            weights = usable / (1 + (left / (CONFIG.tolerance * usual)) ** 2) ** 2
        terms, change = found[:, :-1, 0].T, np.clip(found[:, -1, 0], *CONFIG.slopes)
        terms[0] -= change * self._middle  # the slope was fitted about the middle
        slope, white = (1 + change).astype(np.float32), np.zeros(2, np.float32)
        light = Light(terms.astype(np.float32), slope, white, stray.astype(np.float32))
        return light, middle
