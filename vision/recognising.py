"""Recognising a board by its artwork: which of several lies there, and where."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.art_search import ArtSearch
from vision.pose import Matrix
from vision.reading import Image

SIDE: Final = 240
"""Pixels along the longer side of the small pictures that are compared in the end."""
BLUR: Final = 2.0
"""Pixels by which these are smoothed: a lens bends what a homography cannot."""
ALIKE: Final = 0.5
"""Correlation of their shades from which a board is the one in the picture."""
LEAST_SIDE: Final = 400
"""Pixels along the longer side of the picture that is searched first."""
AGREED: Final = 0.3
"""Share of the features found that must agree on where the board lies."""

Corners = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Recognised:
    """A board that was recognised: its name, its corners (4 x 2, pixels, clockwise from top-left).

    ``alike`` is how much it looks like its reference picture, 1 being the same.
    """

    name: str
    corners: Corners
    alike: float


def recognise(picture: Image, references: Mapping[str, Image]) -> Recognised | None:
    """Find which of the boards lies in a picture (BGR); None where it is none of them for sure.

    ``references`` are pictures of the printed boards (BGR) from straight above, nothing around.
    """
    found = [one for name in references if (one := _found(picture, name, references[name]))]
    return max(found, key=lambda one: one.alike, default=None)


def _found(picture: Image, name: str, reference: Image) -> Recognised | None:
    height, width = reference.shape[:2]
    outline = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    factor = max(1, round(max(height, width) / LEAST_SIDE))
    search = ArtSearch(reference, np.full((height, width), 255, np.uint8), (factor, 1))
    agreed = (one for one in search.find(picture) if one.share >= AGREED)
    fitted = (cv2.findHomography(one.here, one.there, 0)[0] for one in agreed)
    for matrix in fitted:
        if matrix is None:
            continue
        corners = cv2.perspectiveTransform(outline[:, None].astype(np.float64), matrix)[:, 0]
        if _is_seen(corners, picture.shape[:2]):
            return _compared(picture, name, reference, matrix, corners)
    return None


def _compared(
    picture: Image, name: str, reference: Image, matrix: Matrix, corners: Corners
) -> Recognised | None:
    """Compare what lies within ``corners`` with the reference, under a homography to there."""
    height, width = reference.shape[:2]
    grey = cv2.cvtColor(reference, cv2.COLOR_BGR2GRAY)
    scale = SIDE / max(height, width)
    size = (round(width * scale), round(height * scale))
    shrink = np.diag([scale, scale, 1.0])
    seen = cv2.warpPerspective(
        cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY),
        shrink @ np.linalg.inv(matrix),
        size,
        flags=cv2.INTER_AREA,
    )
    alike = _alike(seen, cv2.resize(grey, size, interpolation=cv2.INTER_AREA))
    return Recognised(name, corners, alike) if alike >= ALIKE else None


def _is_seen(corners: Corners, size: tuple[int, ...]) -> bool:
    """Tell whether corners run clockwise around something large enough within the picture."""
    edges = np.roll(corners, -1, 0) - corners
    following = np.roll(edges, -1, 0)
    turns = edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0]
    longest, shortest = np.linalg.norm(edges, axis=1).max(), np.linalg.norm(edges, axis=1).min()
    high, wide = size[:2]
    inside = (corners >= -0.1 * wide).all() and (corners <= [1.1 * wide, 1.1 * high]).all()
    return bool((turns > 0).all() and shortest > longest / 4 and longest > wide / 4 and inside)


def _alike(one: Image, other: Image) -> float:
    """Correlate the shades of two pictures, light that differs from place to place taken out."""
    flat = []
    for grey in (one, other):
        fine = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), BLUR)
        flat.append(fine - cv2.GaussianBlur(fine, (0, 0), 8 * BLUR))
    return float(np.corrcoef(flat[0].ravel(), flat[1].ravel())[0, 1])
