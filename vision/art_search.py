"""Finding a board's art anywhere in a picture, at any turn and size, by SIFT features."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.config import RegistrationConfig
from vision.picture import shrunk
from vision.pose import Points
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


class ArtSearch:
    """SIFT features of the board's art (Lowe 2004), to be found at any place, turn and size."""

    def __init__(self, empty: Image, board: Image, factors: Sequence[int]) -> None:
        """Learn the features of a picture (BGR) where ``board`` is not zero.

        ``board`` may be smaller than the picture; ``factors`` are by which the picture is shrunk
        for each look, the coarsest first.
        """
        self._factors = factors
        self._sift = cv2.SIFT.create(CONFIG.features, contrastThreshold=CONFIG.feature_contrast)
        self._clahe = cv2.createCLAHE(CONFIG.clahe, (8, 8))
        self._known = [self._described(empty, factor, board) for factor in factors]

    def find(self, frame: Image) -> Iterator[Matches]:
        """Find the board in a frame (BGR): a set of matches at each size, the coarser first."""
        for (art, ours), factor in zip(self._known, self._factors, strict=True):
            places, theirs = self._described(frame, factor)
            if min(len(art), len(places)) < LEAST_FOUND:
                continue
            pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(ours, theirs, 2)
            ratio = CONFIG.feature_ratio
            alike = [one for one, other in pairs if one.distance < ratio * other.distance]
            if len(alike) < LEAST_FOUND:
                continue
            here = art[[one.queryIdx for one in alike]]
            there = places[[one.trainIdx for one in alike]]
            reach = CONFIG.feature_px * factor
            _, agree = cv2.findHomography(
                here, there, cv2.USAC_MAGSAC, reach, maxIters=2000, confidence=0.999
            )
            if agree is not None and agree.sum() >= LEAST_FOUND * 2 // 3:
                kept = agree.ravel() > 0
                yield Matches(here[kept], there[kept], float(kept.mean()))

    def _described(
        self, picture: Image, factor: int, board: Image | None = None
    ) -> tuple[Points, npt.NDArray[np.float32]]:
        grey = cv2.cvtColor(shrunk(picture, factor), cv2.COLOR_BGR2GRAY)
        if board is not None and board.shape != grey.shape:
            board = cv2.resize(board, grey.shape[::-1], interpolation=cv2.INTER_NEAREST)
        keys, described = self._sift.detectAndCompute(self._clahe.apply(grey), board)
        places = np.array([key.pt for key in keys], np.float32).reshape(-1, 2)
        return np.asarray((places + 0.5) * factor - 0.5, np.float32), described
