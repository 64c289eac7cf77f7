"""Finding the printed board's corners in a picture of it on a table.

Four straight lines around the foreground make the outline: of all that the rim and the edges of the
foreground suggest, those that overlap with it and keep to edges. The likeliest are refined side by
side (`vision.proposing.sides`); the one that keeps best to edges is the board's.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import Final

import cv2
import numpy as np

from vision.config import ProposalConfig
from vision.proposing.flat import Corners, to_lab
from vision.proposing.sides import Outline, refine
from vision.proposing.view import Foreground, cut_off, find_foreground
from vision.reading import Floats, Image, Mask, Reals

CONFIG: Final = ProposalConfig()

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
SAME_PX: Final = 4.0
SAME_DEGREES: Final = 3.0
"""How far two lines may be apart, and turned against each other, to count as one."""
OUTSIDE_PX: Final = 4.0
"""How far out of the picture the corner of an outline may lie: lines are not found exactly."""
SIDE_POINTS: Final = 50

Line = tuple[float, float]
"""How far from the picture's origin a line is, and the angle of the way there."""
TRIED: Final = 4
"""Outlines that are looked at closely."""
BEHIND: Final = 0.12
"""By how much less merit than the best they may have."""
APART: Final = 0.016
"""Share of the picture's longer side by which two of them differ in a corner at least."""
OVERLAP_WEIGHT: Final = 3.0
CLEAR: Final = 20.0
"""Change along a side, in levels of L*a*b*, beyond which more is no merit."""
LEAST_OVERLAP: Final = 0.75


@dataclass(frozen=True, slots=True)
class Quad:
    """An outline: its corners (4 x 2, clockwise from top-left, pixels of the frame).

    ``merit`` is more for one that overlaps with the foreground and keeps to edges everywhere.
    """

    corners: Corners
    merit: float


def find_outline(picture: Image) -> Corners | None:
    """Find the board in a picture (BGR): its corners, 4 x 2 pixels, clockwise from top-left.

    None when it is unsure, as where no board is in view, or a part of it only.
    """
    foreground = find_foreground(picture)
    if foreground is None or cut_off(foreground):
        return None
    lab = to_lab(np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.2), np.uint8))
    coarse = _coarse(foreground.inside)
    best, most = None, 0.0
    for quad in _different(find_quads(foreground), APART * max(picture.shape[:2])):
        outline = refine(lab, quad.corners)
        overlap = _overlap((outline.corners + 0.5) * foreground.scale - 0.5, coarse)
        merit = _merit(outline, overlap)
        clear = outline.clear.min() >= CONFIG.edge_levels
        if merit > most and overlap >= LEAST_OVERLAP and clear:
            best, most = outline.corners, merit
    if best is None or not _may_be_board(best, picture.shape):
        return None
    return clockwise(best)


def _merit(outline: Outline, overlap: float) -> float:
    """Give more for an outline that is likelier, as it overlaps so far with the foreground."""
    clear = np.minimum(outline.clear, CLEAR)
    return OVERLAP_WEIGHT * overlap + outline.alike + float(clear.mean() + clear.min()) / CLEAR


def _different(quads: list[Quad], apart_px: float) -> list[Quad]:
    """Choose those to look at closely: the likeliest, no two with nearly the same corners."""
    chosen: list[Quad] = []
    for quad in quads:
        if len(chosen) == TRIED or quad.merit < quads[0].merit - BEHIND:
            break
        off = [np.hypot(*(quad.corners - other.corners).T).max() for other in chosen]
        if min(off, default=np.inf) > apart_px:
            chosen.append(quad)
    return chosen


def _may_be_board(corners: Corners, shape: tuple[int, ...]) -> bool:
    """Tell whether corners are in view, and those of a convex outline of a board's size."""
    height, width = shape[:2]
    outline = corners.astype(np.float32)
    inside = (corners > 0).all() and (corners < np.array([width - 1, height - 1])).all()
    large = cv2.contourArea(outline) >= CONFIG.least_board * height * width
    return bool(inside and large and cv2.isContourConvex(outline))


def find_quads(foreground: Foreground) -> list[Quad]:
    """List the outlines that a foreground may have, the likeliest first."""
    height, width = foreground.inside.shape
    upright, level = _lines(foreground)
    sides = [pair for pair in combinations(upright, 2) if _apart(pair, width)]
    ends = [pair for pair in combinations(level, 2) if _apart(pair, height)]
    if not sides or not ends:
        return []
    across, down = _between(sides, (width, height)), _between(ends, (width, height))
    inside = _coarse(foreground.inside).ravel()
    both, drawn = across @ (down * inside).T, across @ down.T
    overlap = both / np.maximum(1.0, inside.sum() + drawn - both)
    likely = np.argwhere(overlap >= OVERLAP)
    corners = _corners(np.array(sides)[likely[:, 0]], np.array(ends)[likely[:, 1]])
    size = np.array([width, height])
    off = np.abs(corners - size / 2) - size / 2
    within = off.max(axis=(1, 2), initial=-np.inf) <= OUTSIDE_PX
    edges = cv2.dilate(foreground.rim | foreground.edges, np.ones((3, 3), np.uint8))
    merits = overlap[tuple(likely.T)] + _kept(corners, edges)
    return [
        Quad(clockwise((corners[at] + 0.5) / foreground.scale - 0.5), float(merits[at]))
        for at in np.argsort(-merits)
        if within[at]
    ]


def clockwise(corners: Corners) -> Corners:
    """Put four corners (4 x 2, pixels) in order, from top-left clockwise."""
    off = corners - corners.mean(axis=0)
    ordered = corners[np.argsort(np.arctan2(off[:, 1], off[:, 0]))]
    return np.roll(ordered, -int(np.argmin(ordered.sum(axis=1))), axis=0)


def _lines(foreground: Foreground) -> tuple[list[Line], list[Line]]:
    """Find the upright and the level lines along the foreground's rim and its edges."""
    found: tuple[list[Line], list[Line]] = ([], [])
    for picture, most in ((foreground.rim, RIM_LINES), (foreground.edges, EDGE_LINES)):
        for known, lines in zip(found, _hough(picture), strict=True):
            room = len(known) + most
            for line in lines:
                if len(known) < room and not any(_same(line, other) for other in known):
                    known.append(line)
    return found


def _hough(picture: Image) -> tuple[list[Line], list[Line]]:
    """Find the upright and the level lines of marked pixels, those with most of these first."""
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
    turned = abs(np.sin(one[1] - other[1]))
    return abs(one[0] - other[0]) <= SAME_PX and turned <= np.radians(SAME_DEGREES)


def _apart(pair: tuple[Line, Line], side: int) -> bool:
    return abs(pair[0][0] - pair[1][0]) >= LEAST_APART * side


def _between(pairs: list[tuple[Line, Line]], size: tuple[int, int]) -> Floats:
    """Mark the places between two lines: pairs x places of a coarse picture."""
    y, x = (np.indices((size[1] // COARSE, size[0] // COARSE)).reshape(2, -1) + 0.5) * COARSE
    lines = np.array(pairs)[..., None]
    off = x * np.cos(lines[:, :, 1]) + y * np.sin(lines[:, :, 1]) - lines[:, :, 0]
    return np.asarray(off[:, 0] * off[:, 1] < 0, np.float32)


def _coarse(inside: Image) -> Mask:
    size = (inside.shape[1] // COARSE, inside.shape[0] // COARSE)
    return np.asarray(cv2.resize(inside, size, interpolation=cv2.INTER_AREA) > 0)


def _corners(sides: Reals, ends: Reals) -> Corners:
    """Give where pairs of upright and of level lines (each N x 2 x 2) meet: N x 4 x 2."""
    far, angle = np.moveaxis(sides[:, [0, 1, 1, 0]], 2, 0)
    off, turn = np.moveaxis(ends[:, [0, 0, 1, 1]], 2, 0)
    x = far * np.sin(turn) - off * np.sin(angle)
    y = off * np.cos(angle) - far * np.cos(turn)
    return np.asarray(np.stack([x, y], axis=-1) / np.sin(turn - angle)[..., None])


def _overlap(corners: Corners, coarse: Mask) -> float:
    drawn = np.zeros(coarse.shape, np.uint8)
    cv2.fillConvexPoly(drawn, np.rint(corners / COARSE * 16).astype(np.int32), 1, shift=4)
    both = int((coarse & (drawn > 0)).sum())
    return both / max(1, int(coarse.sum()) + int(drawn.sum()) - both)


def _kept(corners: Corners, edges: Image) -> Reals:
    """Tell of outlines (N x 4 x 2) which share of each, and of its worst side, keeps to edges."""
    along = np.linspace(0.03, 0.97, SIDE_POINTS)[:, None]
    ways = np.roll(corners, -1, axis=1) - corners
    x, y = np.rint(corners[:, :, None] + along * ways[:, :, None]).astype(np.intp).T
    height, width = edges.shape
    shares = (edges[y.clip(0, height - 1), x.clip(0, width - 1)] > 0).mean(axis=0)
    return np.asarray((shares.mean(axis=0) + shares.min(axis=0)) / 2)
