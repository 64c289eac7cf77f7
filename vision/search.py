"""Searching the whole frame for the board, when it is not where it was."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.fitting import LEAST, homography
from vision.pose import Matrix, Points, Pose
from vision.reading import Image
from vision.sampling import Indices

Described = npt.NDArray[np.float32]

SIDE: Final = 400
"""Longer side, in pixels, of the picture that is searched: what art is known by is larger yet."""
FEATURES: Final = 1000
CONTRAST: Final = 40.0
"""Standard deviation, in grey levels, to which a dimmer picture is brightened."""
RATIO: Final = 0.75
"""How much nearer the best match must be than the second; printed grids repeat themselves."""
AGREE: Final = 3.0
"""How far, in pixels, a feature may lie from where the board's homography puts it."""


class Search:
    """Features of the board's art, to be found at any place, turn and size."""

    def __init__(self, grey: Image, outline: Points) -> None:
        """Learn the art within ``outline`` (4 x 2, pixels) of the empty frame, in grey."""
        self._scale = SIDE / max(grey.shape)
        self._sift = cv2.SIFT.create(FEATURES)
        small = self._shrink(grey)
        board = np.zeros(small.shape, np.uint8)
        cv2.fillConvexPoly(board, np.round(outline * self._scale).astype(np.int32), 255)
        keys, described = self._sift.detectAndCompute(small, board)
        self._keys, self._described = self._points(keys), described

    def find(self, frame: Image, least_share: float = 0.0) -> Matrix | None:
        """Find the board in a frame (BGR): a homography from the empty frame's pixels, or None.

        ``least_share`` of the features that seem to match must agree on it.
        """
        grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
        keys, described = self._sift.detectAndCompute(self._shrink(grey), None)
        if min(len(keys), len(self._keys)) < LEAST:
            return None
        ours, theirs = _alike(self._described, described)
        if len(ours) < LEAST:
            return None
        art, there = self._keys[ours], self._points(keys)[theirs]
        matrix = homography(art, there, AGREE)
        if matrix is None:
            return None
        off = np.linalg.norm(Pose(matrix).apply(art) - there, axis=1)
        return matrix if (off < AGREE).mean() >= least_share else None

    def _shrink(self, grey: Image) -> Image:
        scale = self._scale
        small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        brighter = max(1.0, CONTRAST / max(1.0, float(small.std())))
        return np.asarray(cv2.convertScaleAbs(small, alpha=brighter), np.uint8)

    def _points(self, keys: Sequence[cv2.KeyPoint]) -> Points:
        """Give the places of features in full-size pixels (N x 2)."""
        places = np.array([key.pt for key in keys], np.float32).reshape(-1, 2)
        return np.asarray((places + 0.5) / self._scale - 0.5, np.float32)


def _alike(ours: Described, theirs: Described) -> tuple[Indices, Indices]:
    """Pair the features (each N x 128) that are alike, and unlike any other: their numbers."""
    lengths = np.einsum("nd,nd->n", theirs, theirs)
    apart = lengths - 2 * (ours @ theirs.T)
    everyone = np.arange(len(ours))
    nearest = apart.argmin(axis=1)
    first = apart[everyone, nearest]
    apart[everyone, nearest] = np.inf
    own = np.einsum("nd,nd->n", ours, ours)
    alone = first + own < RATIO**2 * (apart.min(axis=1) + own)
    return np.flatnonzero(alone), nearest[alone]
