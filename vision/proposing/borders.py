"""Printed borders of regions: a tap is snapped to one, and the way from tap to tap follows it.

A border stands out as a thin line that is brighter, darker or of another colour than both sides:
by the bend of colours across it (the larger principal curvature, as in ridge detection), relative
to what is usual around. The way is that of intelligent scissors (Mortensen and Barrett, 1995).
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

import cv2
import numpy as np

from vision.proposing.flat import PX_PER_MM, Flat, to_lab
from vision.reading import Floats, Image, Reals

STEP_MM: Final = 0.5
"""How finely borders are followed: several steps across a printed line."""
LINE_MM: Final = 0.8
"""Half the width of a printed line, about."""
USUAL_MM: Final = 40.0
"""The surroundings that a border must stand out from: a region's size."""
SNAP_MM: Final = 6.0
"""How far a tap is from the border that it means, at most: two standard deviations of a finger."""
ROOM_MM: Final = 20.0
"""How far beyond two taps, in x and y, the border between them may swerve."""
KNOWN: Final = 10.0
"""Strength of a border that was shown before; printed ones have about 3 (measured on table s1)."""
BESIDE_MM: Final = 4.0
"""Outlines so near to each other follow one border, each a little off."""
LEAST_SHARED_MM: Final = 12.0
"""Regions that share less of a border than this meet at a corner only."""

Point = tuple[float, float]
Outline = tuple[Point, ...]
"""The corners of a region in order, in mm."""


class Borders:
    """How much each place of a board looks like a border; outlines that are ``known`` are some."""

    def __init__(self, flat: Flat, known: Sequence[Outline] = ()) -> None:
        share = 1 / (STEP_MM * PX_PER_MM)
        small = cv2.resize(flat.picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        self._strength: Final = _strength(np.asarray(small, np.uint8))
        self._steps: Final = np.array(self._strength.shape[::-1])
        for outline in known:
            self.learn(outline)

    def learn(self, outline: Outline) -> None:
        """Take an outline as a border from now on, which a neighbour may share."""
        corners = np.round(np.array(outline) / STEP_MM).astype(np.int32)
        cv2.polylines(self._strength, [corners], isClosed=True, color=KNOWN)

    def snap(self, at_mm: Point) -> Point:
        """Find the point of a border that a tap means."""
        left, top, right, bottom = self._window(np.array([at_mm]), SNAP_MM)
        rows, columns = np.mgrid[top:bottom, left:right]
        x, y = at_mm
        away_mm = np.hypot(columns * STEP_MM - x, rows * STEP_MM - y)
        likely = self._strength[top:bottom, left:right] * np.exp(-2 * (away_mm / SNAP_MM) ** 2)
        row, column = divmod(int(likely.argmax()), right - left)
        return (left + column) * STEP_MM, (top + row) * STEP_MM

    def way(self, start_mm: Point, end_mm: Point) -> list[Point]:
        """Follow the border from one point to another: points along it, both ends among them."""
        ends = np.array([start_mm, end_mm])
        left, top, right, bottom = self._window(ends, ROOM_MM)
        cost = 1 / (1 + self._strength[top:bottom, left:right])
        scissors = cv2.segmentation.IntelligentScissorsMB()
        scissors.setWeights(0.0, 0.0, 1.0)  # of these features, the last alone: the cost as it is
        no_edges, no_slopes = np.zeros(cost.shape, np.uint8), np.zeros((*cost.shape, 2), np.float32)
        scissors.applyImageFeatures(no_edges, no_slopes, cost)
        most = (right - left - 1, bottom - top - 1)
        places = np.clip(np.round(ends / STEP_MM).astype(int) - (left, top), 0, most)
        start, end = ((int(x), int(y)) for x, y in places)
        scissors.buildMap(start)
        found = scissors.getContour(end).reshape(-1, 2).tolist()
        return [((left + x) * STEP_MM, (top + y) * STEP_MM) for x, y in found]

    def _window(self, points_mm: Reals, room_mm: float) -> tuple[int, int, int, int]:
        """Give the part of the board around points: left, top, right and bottom, in steps."""
        low = np.clip((points_mm.min(axis=0) - room_mm) / STEP_MM, 0, self._steps - 2)
        high = np.clip((points_mm.max(axis=0) + room_mm) / STEP_MM, low + 2, self._steps)
        return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def outline_along(ways: Sequence[Sequence[Point]]) -> Outline:
    """Make an outline of few corners of the ways around a region."""
    points = np.array([point for way in ways for point in way], np.float32)
    corners = cv2.approxPolyDP(points[:, None], LINE_MM, closed=True)[:, 0]
    return tuple((float(x), float(y)) for x, y in corners)


@lru_cache(maxsize=64)
def roomiest(outline: Outline) -> tuple[Point, float]:
    """Find the point of a region that is farthest from its outline, and how far that is (mm)."""
    corners = np.array(outline)
    left_top = corners.min(axis=0) - 1
    width, height = (np.ptp(corners, axis=0) + 3).astype(int).tolist()
    inside = np.zeros((height, width), np.uint8)
    cv2.fillPoly(inside, [np.round(corners - left_top).astype(np.int32)], (1,))
    away = cv2.distanceTransform(inside, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    row, column = divmod(int(away.argmax()), width)
    left, top = left_top.tolist()
    return (left + column, top + row), float(away.max())


def neighbours(outlines: Sequence[Outline]) -> list[tuple[int, int]]:
    """Propose which regions (their numbers) are neighbours: those that share a border."""
    return [
        (one, other)
        for one, other in combinations(range(len(outlines)), 2)
        if _shared_mm(outlines[one], outlines[other]) >= LEAST_SHARED_MM
    ]


def _strength(picture: Image) -> Floats:
    """Measure how much a thin line stands out at each place of a picture (BGR)."""
    lab = cv2.GaussianBlur(to_lab(picture), (0, 0), LINE_MM / STEP_MM)
    bend = np.zeros(lab.shape[:2], np.float32)
    for channel in cv2.split(lab):
        across, down = cv2.Sobel(channel, -1, 2, 0), cv2.Sobel(channel, -1, 0, 2)
        aslant = cv2.Sobel(channel, -1, 1, 1)
        bend += np.abs(across + down) / 2 + np.hypot((across - down) / 2, aslant)
    side = 2 * round(USUAL_MM / STEP_MM / 2) + 1
    usual = cv2.blur(bend, (side, side))
    return np.asarray(bend / np.maximum(usual, np.float32(1e-3)), np.float32)


def _shared_mm(one: Outline, other: Outline) -> float:
    """Measure along how much of an outline another one runs beside it."""
    points = _every_mm(one)
    ends = np.array(other, np.float32)[:, None]
    away = [abs(cv2.pointPolygonTest(ends, point, measureDist=True)) for point in points]
    return float(sum(far <= BESIDE_MM for far in away)) - 2 * BESIDE_MM


def _every_mm(outline: Outline) -> list[Point]:
    """List points along an outline, one a millimetre."""
    found: list[Point] = []
    for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True):
        number = max(1, round(float(np.hypot(x1 - x0, y1 - y0))))
        shares = np.arange(number) / number
        found += [(float(x0 + s * (x1 - x0)), float(y0 + s * (y1 - y0))) for s in shares]
    return found
