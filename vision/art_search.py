"""Finding a board's art anywhere in a picture, at any turn and size, by SIFT features.

So a lost board is found again, and it is recognised which of several boards lies there.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.camera import Indices, Matrix, Points
from vision.config import RegistrationConfig
from vision.illumination import Floats
from vision.picture import shrunk
from vision.reading import Image

CONFIG: Final = RegistrationConfig()
LEAST_FOUND: Final = CONFIG.least_patches


@dataclass(frozen=True, slots=True)
class Matches:
    """Features of a picture (N x 2, pixels) and where they are in another (N x 2).

    They agree on one homography; ``share`` is how many of all that seemed to match do.
    """

    here: Points
    there: Points
    share: float


class Art:
    """SIFT features of a picture (Lowe 2004) at each size asked for, each described once."""

    def __init__(self, picture: Image, mask: Image | None = None) -> None:
        """Take a picture (BGR); its features are those where the mask is not zero.

        The mask may be smaller than the picture.
        """
        self._picture, self._mask = picture, mask
        self._sift = cv2.SIFT.create(
            CONFIG.features,
            nOctaveLayers=CONFIG.feature_layers,
            contrastThreshold=CONFIG.feature_contrast,
            sigma=CONFIG.feature_sigma,
        )
        self._clahe = cv2.createCLAHE(CONFIG.clahe, (8, 8))
        self._described: dict[int, tuple[Points, Floats]] = {}

    def features(self, factor: int) -> tuple[Points, Floats]:
        """Give the features' places (pixels) and descriptors, seen shrunk by a factor."""
        if factor not in self._described:
            self._described[factor] = self._describe(factor)
        return self._described[factor]

    def _describe(self, factor: int) -> tuple[Points, Floats]:
        grey = cv2.cvtColor(shrunk(self._picture, factor), cv2.COLOR_BGR2GRAY)
        mask = self._mask
        if mask is not None and mask.shape != grey.shape:
            mask = cv2.resize(mask, grey.shape[::-1], interpolation=cv2.INTER_NEAREST)
        keys, described = self._sift.detectAndCompute(self._clahe.apply(grey), mask)
        places = np.array([key.pt for key in keys], np.float32).reshape(-1, 2)
        return np.asarray((places + 0.5) * factor - 0.5, np.float32), described


class ArtSearch:
    """The board's art, to be found at any place, turn and size."""

    def __init__(self, art: Art, factors: Sequence[int]) -> None:
        """Take the art; ``factors`` are by which pictures are shrunk, the coarsest first."""
        self._art, self._factors = art, factors

    def find(self, seen: Art) -> Iterator[Matches]:
        """Find the board in a picture: a set of matches at each size, the coarser first."""
        for factor in self._factors:
            places, theirs = seen.features(factor)
            if len(places) < LEAST_FOUND:
                continue
            art, ours = self._art.features(factor)
            if len(art) < LEAST_FOUND:
                continue
            found, which = _matched(ours, theirs)
            if len(found) < LEAST_FOUND:
                continue
            here, there = art[found], places[which]
            reach = CONFIG.feature_px * factor
            _, agree = cv2.findHomography(
                here, there, cv2.USAC_MAGSAC, reach, maxIters=2000, confidence=0.999
            )
            if agree is not None and agree.sum() >= LEAST_FOUND * 2 // 3:
                kept = agree.ravel() > 0
                yield Matches(here[kept], there[kept], float(kept.mean()))


def _matched(ours: Floats, theirs: Floats) -> tuple[Indices, Indices]:
    """Pair features that are nearer to each other than to any second: numbers of both kinds."""
    # Squared distances but for what is the same of all of theirs; a product is the fastest way.
    apart = np.square(theirs).sum(axis=1) - 2 * (ours @ theirs.T)
    each = np.arange(len(ours))
    nearest = apart.argmin(axis=1)
    own = np.square(ours).sum(axis=1)
    first = apart[each, nearest] + own
    apart[each, nearest] = np.inf
    second = apart.min(axis=1) + own
    clear = np.flatnonzero(first < CONFIG.feature_ratio**2 * second)
    return clear, nearest[clear]


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
    seen = Art(picture)
    found = [
        one
        for name, reference in references.items()
        if (one := _found(picture, seen, name, reference))
    ]
    return max(found, key=lambda one: one.alike, default=None)


def _found(picture: Image, seen: Art, name: str, reference: Image) -> Recognised | None:
    height, width = reference.shape[:2]
    outline = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    factor = max(1, round(max(height, width) / LEAST_SIDE))
    search = ArtSearch(Art(reference), (factor, 1))
    agreed = (one for one in search.find(seen) if one.share >= AGREED)
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
