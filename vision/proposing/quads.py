"""Which four lines make the outline of what lies on the table."""

from dataclasses import dataclass
from itertools import combinations, product
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.masks import Bits
from vision.proposing.foreground import Foreground
from vision.proposing.straight import Corners

RIM_LINES: Final = 9
EDGE_LINES: Final = 6
"""How many lines are taken from the rim of the thing, and from its edges, in either direction."""
VOTES: Final = 25
SLANT: Final = 0.5
"""Sine of the angle by which an edge of the board may slant: the camera stands as people do."""
LEAST_APART: Final = 0.2
"""Share of the picture's side that two opposite edges are apart at least."""
OVERLAP: Final = 0.6
"""Share of thing and outline together that is both, at least."""
COARSE: Final = 4
"""How many times smaller the picture is in which that is counted."""
SIDE_POINTS: Final = 50

Line = tuple[float, float]
"""How far from the picture's origin a line is, and the angle of the way there."""


@dataclass(frozen=True, slots=True)
class Quad:
    """An outline: its corners (4 x 2, clockwise from top-left, pixels of the frame).

    ``overlap`` is the share of it and of the thing together that belongs to both, ``merit`` more
    for an outline that keeps to edges everywhere.
    """

    corners: Corners
    overlap: float
    merit: float


def find_quads(thing: Foreground) -> list[Quad]:
    """List the outlines that a thing may have, the likeliest first."""
    upright, level = _lines(thing)
    height, width = thing.inside.shape
    supported = cv2.dilate(thing.rim | thing.edges, np.ones((3, 3), np.uint8)) > 0
    size = (width // COARSE, height // COARSE)
    coarse = cv2.resize(thing.inside, size, interpolation=cv2.INTER_AREA) > 0
    found = []
    sides = [pair for pair in combinations(upright, 2) if _apart(pair, width)]
    ends = [pair for pair in combinations(level, 2) if _apart(pair, height)]
    crossings = _crossings(upright, level, (width, height))
    for (left, right), (top, bottom) in product(sides, ends):
        four = [crossings.get((a, b)) for a in (left, right) for b in (top, bottom)]
        seen = [one for one in four if one is not None]
        if len(seen) < len(four):
            continue
        corners = clockwise(np.array(seen))
        overlap = _overlap(corners, coarse)
        if overlap < OVERLAP:
            continue
        kept = _kept(corners, supported)
        merit = overlap + (np.mean(kept) + min(kept)) / 2
        found.append(Quad((corners + 0.5) / thing.scale - 0.5, overlap, float(merit)))
    return sorted(found, key=lambda quad: -quad.merit)


def clockwise(corners: Corners) -> Corners:
    """Put four corners (4 x 2, pixels) in order, from top-left clockwise."""
    off = corners - corners.mean(axis=0)
    ordered = corners[np.argsort(np.arctan2(off[:, 1], off[:, 0]))]
    return np.roll(ordered, -int(np.argmin(ordered.sum(axis=1))), axis=0)


def _lines(thing: Foreground) -> tuple[list[Line], list[Line]]:
    """Find the lines that run up and down, and those that run across."""
    found: tuple[list[Line], list[Line]] = ([], [])
    for picture, most in ((thing.rim, RIM_LINES), (thing.edges, EDGE_LINES)):
        for known, lines in zip(found, _hough(picture), strict=True):
            room = len(known) + most
            for line in lines:
                if len(known) < room and not any(_same(line, other) for other in known):
                    known.append(line)
    return found


def _hough(picture: Bits) -> tuple[list[Line], list[Line]]:
    lines = cv2.HoughLines(picture, 1.5, np.pi / 180, VOTES)
    upright: list[Line] = []
    level: list[Line] = []
    for far, angle in [] if lines is None else lines[:, 0].tolist():
        line = (far, angle) if far >= 0 else (-far, angle - np.pi)
        if abs(np.sin(angle)) < SLANT:
            upright.append(line)
        elif abs(np.cos(angle)) < SLANT:
            level.append(line)
    return upright, level


def _same(one: Line, other: Line) -> bool:
    return abs(one[0] - other[0]) <= COARSE and abs(np.sin(one[1] - other[1])) <= np.radians(3)


def _apart(pair: tuple[Line, Line], side: int) -> bool:
    return abs(pair[0][0] - pair[1][0]) >= LEAST_APART * side


def _crossings(
    upright: list[Line], level: list[Line], size: tuple[int, int]
) -> dict[tuple[Line, Line], npt.NDArray[np.float64]]:
    """Find where lines meet within a picture; the rest of them make no outline in it."""
    met = {(one, other): _meet(one, other) for one, other in product(upright, level)}
    most = np.array(size) + COARSE
    return {pair: at for pair, at in met.items() if (at >= -COARSE).all() and (at <= most).all()}


def _meet(one: Line, other: Line) -> npt.NDArray[np.float64]:
    normals = np.array([[np.cos(line[1]), np.sin(line[1])] for line in (one, other)])
    return np.asarray(np.linalg.solve(normals, [one[0], other[0]]), np.float64)


def _overlap(corners: Corners, coarse: npt.NDArray[np.bool_]) -> float:
    drawn = np.zeros(coarse.shape, np.uint8)
    cv2.fillConvexPoly(drawn, np.rint(corners / COARSE * 16).astype(np.int32), 1, shift=4)
    both = int((coarse & (drawn > 0)).sum())
    return both / max(1, int(coarse.sum()) + int(drawn.sum()) - both)


def _kept(corners: Corners, supported: npt.NDArray[np.bool_]) -> list[float]:
    """Tell of each side which share of it keeps to edges."""
    along = np.linspace(0.03, 0.97, SIDE_POINTS)[:, None]
    shares = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        x, y = np.rint(start + along * (end - start)).astype(int).T
        height, width = supported.shape
        shares.append(float(supported[y.clip(0, height - 1), x.clip(0, width - 1)].mean()))
    return shares
