"""The map: an even lattice over all areas of a board, and what each frame shows on it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from engine.layout import Area, Box, Place
from vision.camera import Points, Pose, PoseCache
from vision.config import NORMAL_MEDIAN, AreaConfig
from vision.illumination import Light, as_clipped, clipped, field_terms, raised
from vision.picture import load_picture
from vision.plan import Plan, circle_mm
from vision.reading import Floats, Image, Mask, Reals
from vision.sight import Sight

CONFIG: Final = AreaConfig()
Window = tuple[slice, slice]
"""A rectangle of the map's cells: rows and columns."""
COARSE: Final = 10
"""Cells between the points that are projected; perspective and light are interpolated between."""
ROWS: Final = 9
"""One row of cells in so many is used to measure the noise."""
APART: Final = 4
"""Distance of compared cells: farther than noise is correlated, nearer than the light changes."""


def outline_mm(place: Place) -> Reals:
    """Give a place's outline: its corners in order (N x 2, mm)."""
    if isinstance(place, Area):
        return np.array(place.outline_mm, np.float64)
    if isinstance(place, Box):
        x, y, width, height = place.box_mm
        return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]])
    return circle_mm(place.at_mm, place.radius_mm)


class Plot:
    """One area on the map: its window, its cells, and how far inside each of them lies.

    ``inside`` marks the window's cells within the outline; ``away_mm`` is how far each is from the
    outline, negative outside. ``at_mm`` is where the window's first cell lies on the board,
    ``middle_mm`` the area's middle.
    """

    def __init__(self, window: Window, inside: Mask, at_mm: Reals, step_mm: float) -> None:
        self.window, self.inside, self.step_mm, self.at_mm = window, inside, step_mm, at_mm
        within = cv2.distanceTransform(inside.astype(np.uint8), cv2.DIST_L2, 5)
        outside = cv2.distanceTransform((~inside).astype(np.uint8), cv2.DIST_L2, 5)
        self.away_mm: Floats = (within - outside).astype(np.float32) * np.float32(step_mm)
        rows, columns = np.nonzero(inside)
        self.middle_mm = at_mm + np.array([columns.mean(), rows.mean()]) * step_mm


class AreaMap:
    """The lattice over all areas of one board.

    ``step_mm`` is the distance of cells, ``origin_mm`` where the first lies, ``whole`` the window
    of all.
    """

    def __init__(self, plan: Plan, corners_mm: Reals) -> None:
        self.step_mm = max(CONFIG.step_mm, CONFIG.step_px / plan.px_per_mm)
        rim = CONFIG.rim_mm + 3 * self.step_mm
        low, high = corners_mm.min(axis=0) - rim, corners_mm.max(axis=0) + rim
        columns, rows = (np.ceil((high - low) / self.step_mm / COARSE).astype(int)).tolist()
        self.origin_mm = low
        self.whole: Window = np.s_[0 : rows * COARSE, 0 : columns * COARSE]
        x, y = (np.arange(count + 1) * COARSE * self.step_mm for count in (columns, rows))
        coarse = low + np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        self._coarse = (rows + 1, columns + 1)
        self._at = plan.pixels(coarse)
        self._terms = field_terms(coarse, plan.size_mm)
        self._maps = PoseCache(self._project)

    def sample(self, frame: Image, pose: Pose) -> Image:
        where = self._maps.get(pose)
        soft = cv2.blur(frame, (CONFIG.soft_px, CONFIG.soft_px))
        seen = cv2.remap(soft, where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen, np.uint8)

    def in_view(self, pose: Pose, size: tuple[int, int], window: Window) -> Mask:
        where = self._maps.get(pose)[window]
        return np.asarray(((where >= 0) & (where <= np.array(size) - 1)).all(axis=2))

    def lit(self, pixels: Image, window: Window, light: Light) -> Floats:
        """Give a window of the map as in the taught light (rows x columns x 3, opponent space)."""
        offset = light.offset(self._terms).reshape(*self._coarse, 3)
        return light.as_taught(pixels[window], self._spread(offset, window))

    def coarse(self, pixels: Image, light: Light) -> Floats:
        """Give the map in taught light, coarsely: means of squares of 8 mm, or ten cells."""
        rows, columns = self._coarse
        small = cv2.resize(pixels, (columns - 1, rows - 1), interpolation=cv2.INTER_AREA)
        offset = light.offset(self._terms).reshape(rows, columns, 3)[:-1, :-1]
        return as_clipped(light.as_taught(small, np.ascontiguousarray(offset, np.float32)))

    def plot(self, place: Place) -> Plot:
        """Give an area's cells, in a window with a rim around them.

        The window's middle is a cell, so that areas of one size have windows of one shape.
        """
        corners = (outline_mm(place) - self.origin_mm) / self.step_mm
        low, high = corners.min(axis=0), corners.max(axis=0)
        column, row = np.round((low + high) / 2).astype(int).tolist()
        rim = CONFIG.rim_mm / self.step_mm
        across, down = np.ceil((high - low) / 2 + rim).astype(int).tolist()
        window = np.s_[row - down : row + down + 1, column - across : column + across + 1]
        first = np.array([column - across, row - down])
        bits = np.zeros((2 * down + 1, 2 * across + 1), np.uint8)
        cv2.fillPoly(bits, [np.round((corners - first) * 16).astype(np.int32)], 1, shift=4)
        return Plot(window, bits > 0, self.origin_mm + first * self.step_mm, self.step_mm)

    def _project(self, pose: Pose) -> Points:
        coarse = pose.apply(self._at).reshape(*self._coarse, 2)
        return self._spread(coarse, self.whole)

    def _spread(self, coarse: Floats, window: Window) -> Floats:
        down, across = (np.arange(one.start, one.stop, dtype=np.float32) for one in window)
        x, y = np.meshgrid(across / COARSE, down / COARSE)
        fine = cv2.remap(np.ascontiguousarray(coarse, np.float32), x, y, cv2.INTER_LINEAR)
        return np.asarray(fine, np.float32)


@dataclass(frozen=True, slots=True)
class Lit:
    """A frame over the whole map: its pixels and the light in it.

    ``strength`` (3) is by which factor colours are stronger than taught, ``offset`` (3) what is
    added to them afterwards; ``trust`` is how many log odds a nat of evidence is worth.
    """

    pixels: Image
    light: Light
    strength: Reals
    offset: Reals
    trust: float


class AreaSight:
    """Gives windows of the map, for a frame in which ``Sight`` has found the board."""

    def __init__(self, sight: Sight, empty: Image, places: Sequence[Place]) -> None:
        self.sight = sight
        self.map = AreaMap(sight.plan, np.concatenate([outline_mm(one) for one in places]))
        self._taught: list[Reals] = []
        sight.look_at_empty()
        pixels = self.map.sample(empty, sight.pose)
        self._bare = Lit(
            pixels,
            sight.light,
            np.ones(3),
            np.zeros(3),
            CONFIG.trust,
        )
        self._coarse = self.map.coarse(pixels, sight.light)
        self._rows = self.bare(self.map.whole)[::ROWS]

    def seen(self, frame: Image) -> Lit:
        """Take the frame whose pose and light the sight has found.

        The more its colours differ from the bare board's than those of the frames of teaching did,
        the less its evidence is worth: whole pieces look otherwise than taught then. Lightness does
        not count for that: it varies from place to place with the light alone.
        """
        pixels, light = self.map.sample(frame, self.sight.pose), self.sight.light
        coarse = self.map.coarse(pixels, light)
        strength, offset = saturation(self._coarse, coarse)
        off2 = self._deviations2(_as_taught(coarse, strength, offset))
        taught = np.mean(self._taught, axis=0) if self._taught else off2
        worse = max(1.0, float((off2 / taught)[1:].mean()) ** 0.5)
        return Lit(pixels, light, strength, offset, CONFIG.trust / worse)

    def noise(self, lit: Lit) -> Reals:
        """Measure the noise of cells: standard deviation times level, by channel (3).

        It is measured by differences of cells so near to each other that the light is the same.
        """
        rows = lit.light.as_taught(lit.pixels[::ROWS], np.zeros(3, np.float32)) / lit.strength
        left = rows - self._rows
        level = np.exp(self._rows[:, APART:, :1])
        apart = np.abs(left[:, APART:] - left[:, :-APART]) * level
        deviations = np.median(apart.reshape(-1, 3), axis=0) / (NORMAL_MEDIAN * 2**0.5)
        return np.asarray(deviations, np.float64)

    def _deviations2(self, coarse: Floats) -> Reals:
        """Measure how squares of the map differ from the bare board: variances of each channel.

        The median of differences of neighbours is used, as most of the board is bare.
        """
        left = coarse - self._coarse
        apart = np.abs(left[:, 2:] - left[:, :-2]).reshape(-1, 3)
        deviations = np.median(apart, axis=0) / (NORMAL_MEDIAN * 2**0.5)
        return np.asarray(np.square(np.maximum(deviations, CONFIG.usual_off)), np.float64)

    def lesson(self, path: Path) -> Lit:
        """Take a frame of teaching, and keep how much colours differ from the bare board's then."""
        frame = load_picture(path)
        self.sight.look_at_lesson(frame, str(path))
        lit = self.seen(frame)
        coarse = self.map.coarse(lit.pixels, lit.light)
        self._taught.append(self._deviations2(_as_taught(coarse, lit.strength, lit.offset)))
        return lit

    def lit(self, lit: Lit, window: Window) -> Floats:
        """Give a window of a frame as it would look when taught (opponent space).

        Channels at the camera's limit are taken to be as bright as the bare board at least, except
        where all are: that shows nothing.
        """
        seen, limited = self._lit(lit, window), self.limited(lit, window)
        at = limited.any(axis=2) & ~limited.all(axis=2)
        if at.any():
            seen[at] = raised(seen[at], limited[at], self.bare(window)[at])
        return seen

    def limited(self, lit: Lit, window: Window) -> Mask:
        """Mark the channels of a window that are at the camera's limit (rows x columns x 3)."""
        return clipped(lit.pixels[window])

    def bare(self, window: Window) -> Floats:
        return self._lit(self._bare, window)

    def _lit(self, lit: Lit, window: Window) -> Floats:
        return _as_taught(self.map.lit(lit.pixels, window, lit.light), lit.strength, lit.offset)


def saturation(known: Floats, now: Floats) -> tuple[Reals, Reals]:
    """Give by which factors (3) and offsets (3) colours of a board differ from the taught ones.

    ``known`` and ``now`` are squares of it (... x 3, opponent space). A factor is the median of the
    ratios of colour differences of two squares, over the half of all pairs that differ most: unlike
    a mean of colours it does not depend on how much of the board each colour covers.
    """
    taught, seen = (one[..., 1:].reshape(-1, 2) for one in (known, now))
    half = len(taught) // 2
    before, after = taught[:half] - taught[-half:], seen[:half] - seen[-half:]
    strength, offset = np.ones(3), np.zeros(3)
    for k, size in enumerate(np.abs(before).T):
        far = size > max(float(np.median(size)), CONFIG.usual_off[k + 1])
        if far.any():  # else the board has too little colour to measure that
            strength[k + 1] = np.clip(np.median(after[far, k] / before[far, k]), *CONFIG.strengths)
        offset[k + 1] = np.median(seen[:, k] - strength[k + 1] * taught[:, k])
    return strength, offset


def _as_taught(seen: Floats, strength: Reals, offset: Reals) -> Floats:
    return np.asarray((seen - offset) / strength, np.float32)
