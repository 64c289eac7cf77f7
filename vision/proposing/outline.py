"""Finding the printed board's corners in a picture of it on a table."""

from typing import Final

import cv2
import numpy as np

from vision.proposing.circles import to_lab
from vision.proposing.foreground import find_foreground
from vision.proposing.quads import Quad, clockwise, find_quads
from vision.proposing.sides import refine
from vision.proposing.straight import Corners
from vision.reading import Image

TRIED: Final = 3
"""Outlines that are looked at closely."""
BEHIND: Final = 0.12
"""By how much less merit than the best they may have."""
APART: Final = 0.016
"""Share of the picture's longer side by which two of them differ in a corner at least."""
OVERLAP_WEIGHT: Final = 3.0
CLEAR: Final = 20.0
"""Change along a side, in levels of L*a*b*, that is as clear as need be."""
LEAST_CLEAR: Final = 5.0
LEAST_OVERLAP: Final = 0.75
LEAST_AREA: Final = 0.1
"""Share of the picture that a board fills at least."""


def find_outline(picture: Image) -> Corners | None:
    """Find the board in a picture (BGR): its corners, 4 x 2 pixels, clockwise from top-left.

    None when it is unsure, as where no board is in view, or a part of it only.
    """
    thing = find_foreground(picture)
    if thing is None:
        return None
    lab = to_lab(np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.2), np.uint8))
    best, most = None, 0.0
    for quad in _different(find_quads(thing), APART * max(picture.shape[:2])):
        corners, clear = refine(lab, quad.corners)
        merit = OVERLAP_WEIGHT * quad.overlap
        merit += (np.minimum(clear, CLEAR).mean() + min(clear)) / CLEAR
        if merit > most and quad.overlap >= LEAST_OVERLAP and min(clear) >= LEAST_CLEAR:
            best, most = corners, float(merit)
    if best is None or not _board(best, picture.shape):
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


def _board(corners: Corners, shape: tuple[int, ...]) -> bool:
    """Tell whether an outline is that of a board in full view."""
    height, width = shape[:2]
    outline = corners.astype(np.float32)
    inside = (corners > 0).all() and (corners < np.array([width - 1, height - 1])).all()
    large = cv2.contourArea(outline) >= LEAST_AREA * height * width
    return bool(inside and large and cv2.isContourConvex(outline))
