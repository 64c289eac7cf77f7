"""Looking at the areas of a board: windows of each frame in taught light, and its quality."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from engine.layout import Area, Box, Place
from vision.area_map import AreaMap, Quality, Window
from vision.areas import Plot
from vision.config import NORMAL_MEDIAN, AreaConfig
from vision.illumination import Floats, Light, logs
from vision.picture import load_picture
from vision.reading import Image
from vision.sight import Sight

CONFIG: Final = AreaConfig()
Points = npt.NDArray[np.float64]


CORNERS: Final = 32
"""Corners of the polygon that stands for a round place."""


def outline_mm(place: Place) -> Points:
    """Give a place's outline: its corners in order (N x 2, mm)."""
    if isinstance(place, Area):
        return np.array(place.outline_mm, np.float64)
    if isinstance(place, Box):
        x, y, width, height = place.box_mm
        return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]])
    angles = np.linspace(0, 2 * np.pi, CORNERS, endpoint=False)
    return np.array(place.at_mm) + place.radius_mm * np.stack(
        [np.cos(angles), np.sin(angles)], axis=1
    )


@dataclass(frozen=True, slots=True)
class Lit:
    """A frame over the whole map: its pixels, the light in it, and how well it shows things."""

    pixels: Image
    light: Light
    quality: Quality


def quality(noise: float, seen: Floats, bare: Floats) -> Quality:
    """Measure how a frame shows the bare board (rows x columns x 3 each, opponent space).

    Most of it is bare, so that what differs elsewhere counts little.
    """
    chroma = bare[..., 1:].reshape(-1, 2).astype(np.float64)
    middle = np.median(chroma, axis=0)
    known, now = chroma - middle, seen[..., 1:].reshape(-1, 2) - middle
    weights = np.ones(len(known))
    strength, aside = np.ones(2), np.zeros(2)
    for _ in range(STRENGTH_ROUNDS):
        off = now - aside - strength * known
        weights = 1 / np.square(1 + np.square(off / CONFIG.same_colour).sum(axis=1))
        aside = np.average(now - strength * known, axis=0, weights=weights)
        each = (weights[:, None] * known * (now - aside)).sum(axis=0)
        square = (weights[:, None] * np.square(known)).sum(axis=0)
        sure = CONFIG.same_strength**2 * len(known)
        strength = np.clip((each + sure) / (square + sure), *CONFIG.strengths)
    left = seen - bare
    apart = np.abs(left[:, 2:] - left[:, :-2]).reshape(-1, 3)
    tone, *chroma_noise = (np.median(apart, axis=0) / (NORMAL_MEDIAN * 2**0.5)).tolist()
    usual = float(np.median(bare[..., 0]))
    return Quality(noise, tone, np.array(chroma_noise), usual, strength, middle, np.zeros(3))


def beside(frame: Quality, taught: Sequence[Quality]) -> Quality:
    """Tell of a frame that is worse than those of teaching how far off pieces may look."""
    if not taught:
        return frame
    tone = float(np.mean([one.tone for one in taught]))
    chroma2 = np.mean([np.square(one.chroma_noise) for one in taught], axis=0)
    light = CONFIG.toned * max(frame.tone - tone, 0.0)
    chroma = np.sqrt(np.maximum(np.square(frame.chroma_noise) - chroma2, 0))
    return replace(frame, off=np.array([light, *chroma]))


STRENGTH_ROUNDS: Final = 5
"""Rounds in which the strength of colours is fitted without what was off before."""


class AreaSight:
    """Looks at windows of the map, through the sight of the board."""

    def __init__(self, sight: Sight, empty: Image, places: Sequence[Place]) -> None:
        self.sight = sight
        self.map = AreaMap(sight.plan, np.concatenate([outline_mm(one) for one in places]))
        (rows, columns), aside = self.map.shape, round(CONFIG.pair_mm / self.map.step_mm)
        rng = np.random.default_rng(0)
        row = rng.integers(0, rows, (CONFIG.pairs, 1)).repeat(2, axis=1)
        column = rng.integers(0, columns - aside, (CONFIG.pairs, 1)) + np.array([0, aside])
        self._pairs = row, column
        self._apart: Floats | None = None
        self._coarse: Floats | None = None
        self._taught: list[Quality] = []
        sight.look_at_empty()
        self._bare = self.seen(empty)

    def seen(self, frame: Image) -> Lit:
        pixels = self.map.sample(frame, self.sight.pose)
        light = self.sight.light
        coarse = self.map.coarse(pixels, light)
        if self._coarse is None:
            self._coarse = coarse
        seen = quality(self._noise(pixels), coarse, self._coarse)
        return Lit(pixels, light, beside(seen, self._taught))

    def _noise(self, pixels: Image) -> float:
        """Measure a frame's noise: most pairs of cells that are near one another look as they did.

        Light is even over such a pair, and what has come to lie there are few of them.
        """
        lightness = logs(pixels[self._pairs]).mean(axis=-1)
        apart = lightness[:, 1] - lightness[:, 0]
        if self._apart is None:
            self._apart = apart
        off = np.abs(apart - self._apart)
        return float(np.median(off)) / (NORMAL_MEDIAN * 2**0.5)

    def lesson(self, path: Path) -> Lit:
        frame = load_picture(path)
        self.sight.look_at_lesson(frame, str(path))
        lit = self.seen(frame)
        self._taught.append(lit.quality)
        return lit

    def lit(self, lit: Lit, window: Window) -> Floats:
        return lit.quality.weaken(self.map.lit(lit.pixels[window.both], window, lit.light))

    def bare(self, window: Window) -> Floats:
        return self.lit(self._bare, window)

    def plot(self, place: Place) -> Plot:
        outline = outline_mm(place)
        window = self.map.window(outline, CONFIG.rim_mm)
        corner = np.array([window.columns.start, window.rows.start])
        inside = self.map.inside(outline, window)
        return Plot(window, inside, self.map.millimetres(corner), self.map.step_mm)
