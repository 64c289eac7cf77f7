"""Fitting a pose to points found: a homography first, then what bend remains."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.pose import Bend, Matrix, Points, Pose

LEAST: Final = 12
"""Points that must agree on a homography."""
AGREE: Final = 3.0
"""How far, in pixels, a point may lie from where the homography puts it, lens and warp included."""
PRECISION: Final = 0.3
"""Standard deviation, in pixels, of where a patch is found."""
LIKELY: Final = (1.0, 2.0, 3.0)
"""Standard deviation, in pixels at the board's edge, expected of a bend's terms: of the constant
and linear ones, which the homography leaves nearly none of, the square ones and the cubic ones."""
NARROWING: Final = (3.0, 1.5, 0.8, 0.8, 0.8)
"""Distance in pixels at which a point counts a quarter, from one round of fitting to the next."""
MOST_SHEAR: Final = 3.0
"""A pose that stretches the board more than this in one direction is no picture of it."""

_PRECISIONS: Final = PRECISION**2 / np.repeat(LIKELY, (3, 3, 4)) ** 2


def homography(points: Points, found: Points, agree: float = AGREE) -> Matrix | None:
    """Fit a homography to points (N x 2) found elsewhere (N x 2); None when too few agree."""
    if len(points) < LEAST:
        return None
    matrix, inliers = cv2.findHomography(
        points, found, cv2.USAC_MAGSAC, agree, maxIters=500, confidence=0.999
    )
    if matrix is None or inliers.sum() < LEAST:
        return None
    return np.asarray(matrix, np.float64)


def fit(points: Points, found: Points, outline: Points) -> Pose | None:
    """Fit a pose to points of the empty frame (N x 2, pixels) found in another (N x 2).

    ``outline`` are the board's corners in the empty frame (4 x 2). None when too few agree.
    """
    matrix = homography(points, found)
    if matrix is None or not plausible(matrix, outline):
        return None
    back = cv2.perspectiveTransform(found[:, None].astype(np.float64), np.linalg.inv(matrix))[:, 0]
    centre = outline.mean(axis=0)
    bend = Bend(centre, float(np.abs(outline - centre).max()))
    return Pose(matrix, _fit_bend(bend, points, back - points))


def _fit_bend(bend: Bend, points: Points, wanted: Matrix) -> Bend:
    """Fit a bend to displacements (N x 2) wanted at points, mistrusting those that stand alone."""
    basis = bend.basis(points)
    terms = np.zeros_like(bend.terms)
    for width in NARROWING:
        off = ((wanted - basis @ terms) ** 2).sum(axis=1)
        weights = 1 / (1 + off / width**2) ** 2
        weighted = basis * weights[:, None]
        terms = np.linalg.solve(weighted.T @ basis + np.diag(_PRECISIONS), weighted.T @ wanted)
    return Bend(bend.centre, bend.reach, terms)


def plausible(matrix: Matrix, outline: npt.NDArray[np.floating]) -> bool:
    """Refuse homographies that no camera above a table could have, nor any mirror."""
    corners = cv2.perspectiveTransform(outline[:, None].astype(np.float64), matrix)[:, 0]
    edges = np.roll(corners, -1, 0) - corners
    before = np.linalg.norm(np.roll(outline, -1, 0) - outline, axis=1)
    ratio = np.linalg.norm(edges, axis=1) / before
    following = np.roll(edges, -1, 0)
    turns = edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0]
    return bool((turns > 0).all() and ratio.min() > 1 / MOST_SHEAR and ratio.max() < MOST_SHEAR)
