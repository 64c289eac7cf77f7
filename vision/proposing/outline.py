"""Finding the printed board's corners in a picture of it on a table.

Four straight lines around the foreground make the outline: of all that the rim and the edges of the
foreground suggest, those that overlap with it and keep to edges. Each side is then moved to where
the picture changes most along it; it may be bowed, as lenses bend lines. Boards have frames: of the
lines near a side that are about as clear the outermost is the board's edge.
"""

from dataclasses import dataclass
from itertools import combinations, product
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.config import DEFAULT, ProposalConfig
from vision.proposing.flat import Corners, Floats, Points, to_lab
from vision.proposing.view import Foreground, find_foreground
from vision.reading import Image

ALONG: Final = 120
PARTS: Final = 6
"""Into how many parts a side is cut: within one the picture changes in the same way."""
ENDS: Final = 0.04
"""Share of a side at either end that is left to its neighbours."""
ACROSS_PX: Final = 1.5
"""Over how far a change is measured to either side of an edge."""
NEARBY_PX: Final = 25.0
"""Standard deviation of how far a side is from where it was looked for."""
FRAME: Final = 0.011
"""How far outside the clearest line the edge may be, as a share of the picture's half girth."""
AS_CLEAR: Final = 0.6
"""Share of the clearest line's clarity that an outer one needs."""
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
TRIED: Final = 3
"""Outlines that are looked at closely."""
BEHIND: Final = 0.12
"""By how much less merit than the best they may have."""
APART: Final = 0.016
"""Share of the picture's longer side by which two of them differ in a corner at least."""
OVERLAP_WEIGHT: Final = 3.0
SATURATED: Final = 25.0
"""Change, in levels of L*a*b*, within a part of a side beyond which more tells no more."""
CLEAR: Final = 20.0
"""Change along a side, in levels of L*a*b*, beyond which more is no merit."""
LEAST_OVERLAP: Final = 0.75


@dataclass(frozen=True, slots=True)
class Quad:
    """An outline: its corners (4 x 2, clockwise from top-left, pixels of the frame).

    ``overlap`` is the share of it and of the foreground together that belongs to both,
    ``merit`` is more for an outline that keeps to edges everywhere.
    """

    corners: Corners
    overlap: float
    merit: float


@dataclass(frozen=True, slots=True)
class Search:
    """How far, in steps of how many pixels, and for which bows (shares of length) is looked."""

    reach_px: float
    step_px: float
    bows: npt.NDArray[np.float64]


SEARCHES: Final = (
    Search(24.0, 2.0, np.linspace(-0.02, 0.02, 5)),
    Search(6.0, 0.5, np.linspace(-0.02, 0.02, 9)),
)


def find_outline(picture: Image, config: ProposalConfig = DEFAULT) -> Corners | None:
    """Find the board in a picture (BGR): its corners, 4 x 2 pixels, clockwise from top-left.

    None when it is unsure, as where no board is in view, or a part of it only.
    """
    foreground = find_foreground(picture)
    if foreground is None:
        return None
    lab = to_lab(np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.2), np.uint8))
    best, most = None, 0.0
    for quad in _different(find_quads(foreground), APART * max(picture.shape[:2])):
        corners, clear = refine(lab, quad.corners)
        merit = OVERLAP_WEIGHT * quad.overlap
        merit += (np.minimum(clear, CLEAR).mean() + min(clear)) / CLEAR
        if merit > most and quad.overlap >= LEAST_OVERLAP and min(clear) >= config.edge_levels:
            best, most = corners, float(merit)
    if best is None or not _board(best, picture.shape, config):
        return None
    return clockwise(best)


def _different(quads: list[Quad], apart_px: float) -> list[Quad]:
    """Take the best outlines, and of those that are nearly the same only the best."""
    chosen: list[Quad] = []
    for quad in quads:
        if len(chosen) == TRIED or quad.merit < quads[0].merit - BEHIND:
            break
        off = [np.hypot(*(quad.corners - other.corners).T).max() for other in chosen]
        if min(off, default=np.inf) > apart_px:
            chosen.append(quad)
    return chosen


def _board(corners: Corners, shape: tuple[int, ...], config: ProposalConfig) -> bool:
    """Tell whether an outline is that of a board in full view."""
    height, width = shape[:2]
    outline = corners.astype(np.float32)
    inside = (corners > 0).all() and (corners < np.array([width - 1, height - 1])).all()
    large = cv2.contourArea(outline) >= config.least_board * height * width
    return bool(inside and large and cv2.isContourConvex(outline))


def find_quads(foreground: Foreground) -> list[Quad]:
    """List the outlines that a foreground may have, the likeliest first."""
    upright, level = _lines(foreground)
    height, width = foreground.inside.shape
    supported = cv2.dilate(foreground.rim | foreground.edges, np.ones((3, 3), np.uint8)) > 0
    size = (width // COARSE, height // COARSE)
    coarse = cv2.resize(foreground.inside, size, interpolation=cv2.INTER_AREA) > 0
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
        found.append(Quad((corners + 0.5) / foreground.scale - 0.5, overlap, float(merit)))
    return sorted(found, key=lambda quad: -quad.merit)


def clockwise(corners: Corners) -> Corners:
    """Put four corners (4 x 2, pixels) in order, from top-left clockwise."""
    off = corners - corners.mean(axis=0)
    ordered = corners[np.argsort(np.arctan2(off[:, 1], off[:, 0]))]
    return np.roll(ordered, -int(np.argmin(ordered.sum(axis=1))), axis=0)


def _lines(foreground: Foreground) -> tuple[list[Line], list[Line]]:
    """Find the lines that run up and down, and those that run across."""
    found: tuple[list[Line], list[Line]] = ([], [])
    for picture, most in ((foreground.rim, RIM_LINES), (foreground.edges, EDGE_LINES)):
        for known, lines in zip(found, _hough(picture), strict=True):
            room = len(known) + most
            for line in lines:
                if len(known) < room and not any(_same(line, other) for other in known):
                    known.append(line)
    return found


def _hough(picture: Image) -> tuple[list[Line], list[Line]]:
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


def refine(lab: Floats, corners: Corners) -> tuple[Corners, list[float]]:
    """Move corners (4 x 2, clockwise) to the edges in a picture (L*a*b*).

    The second tells how clear each side is, in levels.
    """
    clear: list[float] = []
    for search in SEARCHES:
        found = [
            _side(lab, start, end, search)
            for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True)
        ]
        lines = [line for line, _ in found]
        clear = [clarity for _, clarity in found]
        corners = np.array(
            [_meet_lines(lines[side - 1], lines[side]) for side in range(len(lines))]
        )
    return corners, clear


def _side(lab: Floats, start: Points, end: Points, search: Search) -> tuple[Points, float]:
    """Find the line (2 x 2: where it begins and ends) near a side, and how clear it is."""
    length = float(np.linalg.norm(end - start))
    outward = np.array([end[1] - start[1], start[0] - end[0]]) / length
    step, bows = search.step_px, search.bows * length
    part = np.linspace(ENDS, 1.0 - ENDS, ALONG)
    most = 1.15 * search.reach_px + float(np.abs(bows).max()) + 2 * ACROSS_PX
    lateral = np.arange(-most, most + step, step)
    changes, lateral = _changes(
        lab,
        start + part[:, None] * (end - start),
        outward,
        lateral,
        max(1, round(ACROSS_PX / step)),
    )
    offsets = np.arange(-search.reach_px, search.reach_px + step / 2, step)
    first, last, bow = (each.ravel() for each in np.meshgrid(offsets, offsets, bows, indexing="ij"))
    at = first[:, None] * (1.0 - part) + last[:, None] * part
    at += bow[:, None] * 4.0 * part * (1.0 - part)
    index = np.clip(np.rint((at - lateral[0]) / step).astype(np.intp), 0, len(lateral) - 1)
    parts = changes[np.arange(ALONG), index].reshape(len(bow), PARTS, -1, 3).mean(axis=2)
    clarity = np.minimum(np.linalg.norm(parts, axis=2), SATURATED).mean(axis=1)
    middle = (first + last) / 2 + bow * 2 / 3
    best = _outermost(clarity, middle, max(step, 1.0), FRAME * sum(lab.shape[:2]) / 2)
    line = np.array([start + first[best] * outward, end + last[best] * outward])
    return line, float(clarity[best])


def _changes(
    lab: Floats, along: Points, outward: Points, lateral: Points, reach: int
) -> tuple[Floats, Points]:
    """Tell how colours change outward at points beside a side: ALONG x places x 3, and places."""
    at = (along[:, None] + lateral[:, None] * outward).astype(np.float32)
    seen = cv2.remap(lab, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    changes = seen[:, 2 * reach :] - seen[:, : -2 * reach]
    return np.asarray(changes, np.float32), lateral[reach:-reach]


def _outermost(clarity: Points, middle: Points, step: float, frame_px: float) -> int:
    """Choose the clearest line near the middle, or one outside of it that is about as clear."""
    places = np.rint(middle / step).astype(np.intp)
    lowest = int(places.min())
    clearest = np.zeros(int(places.max()) - lowest + 1)
    np.maximum.at(clearest, places - lowest, clarity)
    where = (np.arange(len(clearest)) + lowest) * step
    best = int(np.argmax(clearest * np.exp(-((where / NEARBY_PX) ** 2) / 2)))
    chosen = best
    for place in range(best + 1, len(clearest)):
        around = clearest[max(0, place - 2) : place + 3]
        if where[place] > where[best] + frame_px:
            break
        if clearest[place] >= max(AS_CLEAR * clearest[best], around.max()):
            chosen = place
    alike = np.flatnonzero(places - lowest == chosen)
    return int(alike[np.argmax(clarity[alike])])


def _meet_lines(one: Points, other: Points) -> Points:
    """Find where two lines (2 x 2) meet."""
    normals = np.array([[a[1] - b[1], b[0] - a[0]] for a, b in (one, other)])
    return np.asarray(np.linalg.solve(normals, [normals[0] @ one[0], normals[1] @ other[0]]))
