"""Finding the printed board in a frame: the homography from the empty frame's pixels.

Small patches of board art are looked for where they were last seen, by normalised correlation,
which neither light nor a cast disturbs. Only when too few are found there, SIFT looks everywhere.
"""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.pose import Matrix, Points, Pose
from vision.reading import Image

PATCH: Final = 17
"""Side of a patch in pixels; enough art to be unlike its surroundings."""
NEAR: Final = 3
"""How far, in pixels, a patch is looked for from one frame to the next."""
FAR: Final = 16
"""How far in a picture of half the size, when it was not found nearby."""
CELLS: Final = (9, 7)
"""Patches are spread over this grid, so that a hand cannot hide them all."""
LEAST_CONTRAST: Final = 4.0
"""Standard deviation, in grey levels, that tells a patch of art from a sensor's noise."""
GOOD_MATCH: Final = 0.6
"""Correlation from which a patch counts as found."""
LEAST_FOUND: Final = 12
"""Patches that must be found; with fewer in the empty frame the board never is."""
LEAST_SHARE: Final = 0.25
STILL: Final = 0.4
"""Movement in pixels under which the pose is kept, so that what depends on it is kept too."""
SETTLED: Final = 0.1
"""Movement in pixels under which refining has nothing left to do."""
MOST_STEPS: Final = 6
AGREE: Final = 1.0
"""How far, in pixels, a patch may lie from where the pose puts it."""
SIFT_SCALE: Final = 0.5
SIFT_FEATURES: Final = 1500
SIFT_RATIO: Final = 0.75
MOST_SHEAR: Final = 3.0
"""A pose that stretches the board more than this in one direction is no picture of it."""


class Registrar:
    """Follows one board through the frames of one camera.

    ``pose`` is where the board was last found; it survives frames in which the board is lost.
    """

    def __init__(self, empty: Image, outline: Points, pieces: Image) -> None:
        """Learn the art of the empty frame.

        ``outline`` is the board's four corners in it (4 x 2, pixels); ``pieces`` is not zero
        where pieces may come to lie, which is avoided as far as the art allows.
        """
        self._taught = Pose()
        self.pose = self._taught
        self._outline = outline
        self._grey = cv2.cvtColor(empty, cv2.COLOR_BGR2GRAY)
        self._half = cv2.resize(self._grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        board = np.zeros(self._grey.shape, np.uint8)
        cv2.fillConvexPoly(board, np.round(outline).astype(np.int32), 255)
        free = cv2.bitwise_and(board, cv2.bitwise_not(pieces))
        points = _spread(self._grey, free, outline)
        if len(points) < CELLS[0] * CELLS[1] // 2:
            points = max(points, _spread(self._grey, board, outline), key=len)
        self._near = _Patches(self._grey, points, NEAR, 1.0)
        self._far = _Patches(self._half, points, FAR, 0.5)
        self._sift = cv2.SIFT.create(SIFT_FEATURES)
        self._art = self._sift.detectAndCompute(
            self._half, cv2.resize(board, self._half.shape[::-1], interpolation=cv2.INTER_NEAREST)
        )

    @property
    def landmarks(self) -> int:
        """How many patches of art there are to find the board by."""
        return len(self._near.points)

    def go_back(self) -> None:
        """Hold the board to lie as in the empty frame."""
        self.pose = self._taught

    def locate(self, frame: Image, *, leap: bool = True) -> bool:
        """Look for the board and update ``pose``; tell whether it was found.

        With ``leap`` false the board is not searched for beyond the neighbourhood of ``pose``.
        """
        before = self.pose
        step = self._refine(frame, self._near)
        if step is not None and step <= STILL:
            self.pose = before
            return True
        if self._settle(frame, before):
            return True
        found = self._search(frame) if leap else None
        if found is not None and self._settle(frame, found):
            return True
        self.pose = before
        return False

    def _settle(self, frame: Image, pose: Pose) -> bool:
        """Refine from ``pose``, from afar and then nearby, until nothing moves any more."""
        self.pose = pose
        for patches in (self._far, self._near):
            for _ in range(MOST_STEPS):
                step = self._refine(frame, patches)
                if step is None:
                    return False
                if step < SETTLED / patches.scale:
                    break
        return True

    def _refine(self, frame: Image, patches: "_Patches") -> float | None:
        """Move ``pose`` to where the patches are: the median step in pixels of the empty frame.

        None, and no move, when too few of them agree.
        """
        offsets, scores = patches.match(frame, self.pose)
        good = scores >= GOOD_MATCH
        least = max(LEAST_FOUND, LEAST_SHARE * len(scores))
        if good.sum() < least:
            return None
        points = patches.points[good]
        moved = self.pose.apply(points + offsets[good])
        pose, inliers = cv2.findHomography(
            points, moved, cv2.USAC_MAGSAC, AGREE / patches.scale, maxIters=500, confidence=0.999
        )
        if pose is None or inliers.sum() < least or not self._plausible(pose):
            return None
        self.pose = Pose(np.asarray(pose, np.float64))
        return float(np.median(np.linalg.norm(offsets[good][inliers.ravel() > 0], axis=1)))

    def _search(self, frame: Image) -> Pose | None:
        grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
        small = cv2.resize(grey, None, fx=SIFT_SCALE, fy=SIFT_SCALE, interpolation=cv2.INTER_AREA)
        keys, described = self._sift.detectAndCompute(small, None)
        art_keys, art_described = self._art
        if (
            described is None
            or art_described is None
            or min(len(keys), len(art_keys)) < LEAST_FOUND
        ):
            return None
        pairs = [
            pair[0]
            for pair in cv2.BFMatcher().knnMatch(art_described, described, k=2)
            if len(pair) > 1 and pair[0].distance < SIFT_RATIO * pair[1].distance
        ]
        if len(pairs) < LEAST_FOUND:
            return None
        art = np.array([art_keys[pair.queryIdx].pt for pair in pairs], np.float32) / SIFT_SCALE
        seen = np.array([keys[pair.trainIdx].pt for pair in pairs], np.float32) / SIFT_SCALE
        pose, inliers = cv2.findHomography(art, seen, cv2.USAC_MAGSAC, 3.0)
        if pose is None or inliers.sum() < LEAST_FOUND or not self._plausible(pose):
            return None
        return Pose(np.asarray(pose, np.float64))

    def _plausible(self, pose: Matrix) -> bool:
        """Refuse poses that no camera above a table could have."""
        corners = cv2.perspectiveTransform(self._outline[:, None].astype(np.float64), pose)[:, 0]
        sides = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1)
        before = np.linalg.norm(np.roll(self._outline, -1, 0) - self._outline, axis=1)
        ratio = sides / before
        edges = np.roll(corners, -1, 0) - corners
        following = np.roll(edges, -1, 0)
        turns = edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0]
        return bool((turns > 0).all() and ratio.min() > 1 / MOST_SHEAR and ratio.max() < MOST_SHEAR)


class _Patches:
    """Patches of the empty frame, and where to look for them around a pose."""

    def __init__(self, grey: Image, points: Points, reach: int, scale: float) -> None:
        """Cut the patches at ``points`` (N x 2, full-size pixels) from a picture at ``scale``."""
        self.points = points
        self.scale = scale
        self._side = PATCH + 2 * reach
        self._reach = reach
        self._templates = [
            cv2.getRectSubPix(grey, (PATCH, PATCH), (float(x), float(y)))
            for x, y in (points * scale + (scale - 1) / 2)
        ]
        span = (np.arange(self._side, dtype=np.float32) - self._side // 2) / np.float32(scale)
        grid = np.stack(np.meshgrid(span, span), axis=-1).reshape(1, -1, 2)
        self._grid = (points[:, None] + grid).astype(np.float32)
        self._pose: Pose | None = None
        self._maps: tuple[Image, Image] | None = None

    def match(self, frame: Image, pose: Pose) -> tuple[Points, npt.NDArray[np.float64]]:
        """Find each patch: offsets in pixels of the empty frame (N x 2) and correlations (N)."""
        count, side = len(self.points), self._side
        if self._maps is None or self._pose is not pose:
            xy = pose.apply(self._grid.reshape(-1, 2)).reshape(count * side, side, 2)
            self._maps = cv2.convertMaps(xy, None, cv2.CV_16SC2)
            self._pose = pose
        seen = cv2.remap(frame, self._maps[0], self._maps[1], cv2.INTER_LINEAR)
        grey = cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY)
        offsets = np.zeros((count, 2), np.float32)
        scores = np.zeros(count)
        for i, template in enumerate(self._templates):
            window = grey[i * side : (i + 1) * side]
            found = cv2.matchTemplate(window, template, cv2.TM_CCOEFF_NORMED)
            _, scores[i], _, (x, y) = cv2.minMaxLoc(found)
            offsets[i] = (
                x + _peak(found[y], x) - self._reach,
                y + _peak(found[:, x], y) - self._reach,
            )
        return offsets / np.float32(self.scale), scores


def _peak(row: npt.NDArray[np.float32], at: int) -> float:
    """Place a maximum between samples by the parabola through it and its neighbours."""
    if not 0 < at < len(row) - 1:
        return 0.0
    left, middle, right = (float(row[at + k]) for k in (-1, 0, 1))
    bend = left - 2 * middle + right
    return 0.5 * (left - right) / bend if bend < 0 else 0.0


def _contrast(grey: Image, points: Points) -> npt.NDArray[np.float64]:
    """Measure the standard deviation of the patch around each point, in grey levels (N)."""
    levels = grey.astype(np.float32)
    mean = cv2.blur(levels, (PATCH, PATCH))
    spread = np.sqrt(np.maximum(cv2.blur(levels * levels, (PATCH, PATCH)) - mean * mean, 0))
    column, row = np.round(points).astype(int).reshape(-1, 2).T
    return np.asarray(spread[row, column], np.float64)


def _spread(grey: Image, allowed: Image, outline: Points) -> Points:
    """Choose the best corner-like point in each cell of a grid over the board (N x 2)."""
    inner = cv2.erode(allowed, np.ones((PATCH + 2, PATCH + 2), np.uint8))
    found = cv2.goodFeaturesToTrack(grey, 2000, 0.001, 5, mask=inner)
    points = np.zeros((0, 2), np.float32) if found is None else found[:, 0]
    points = points[_contrast(grey, points) >= LEAST_CONTRAST]
    if not len(points):
        return points
    unit = np.array([[0, 0], [CELLS[0], 0], [CELLS[0], CELLS[1]], [0, CELLS[1]]], np.float32)
    to_cell = cv2.getPerspectiveTransform(outline.astype(np.float32), unit)
    cells = np.floor(cv2.perspectiveTransform(points[:, None], to_cell)[:, 0]).astype(int)
    chosen: dict[tuple[int, int], int] = {}
    for i, cell in enumerate(cells.tolist()):
        chosen.setdefault((cell[0], cell[1]), i)
    return np.asarray(points[list(chosen.values())], np.float32)
