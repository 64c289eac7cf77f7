"""Patches of board art, by which a board is known and followed.

They are compared as they look but for light: mean and contrast of each are taken off, so neither
a lamp nor a cast matters. They are always compared with the empty frame, never with the frame
before, so errors do not add up.
"""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.pose import Points, Pose
from vision.reading import Image

Scores = npt.NDArray[np.float64]

PATCH: Final = 17
"""Side of a patch in pixels; enough art to be unlike its surroundings."""
APART: Final = 2
"""Distance in pixels between the points at which a patch is looked at closely."""
CELLS: Final = (11, 8)
"""Patches are spread over this grid, so that a hand cannot hide them all."""
LEAST_CONTRAST: Final = 4.0
"""Standard deviation, in grey levels, that tells a patch of art from a sensor's noise."""
COARSE: Final = 0.25
COARSE_PATCH: Final = 9
"""Scale of the picture, and side of patches in it, in which repetitions are looked for."""
ALIKE: Final = 0.85
"""Correlation from which two places look the same, as in a printed grid."""
DAMPING: Final = 0.02
"""Share of a patch's steepness added in all directions, for those with a line and no corner."""


class Patches:
    """Patches seen closely: how well each fits where the pose puts it, and how far off it is."""

    def __init__(self, grey: Image, points: Points) -> None:
        """Learn the patches round ``points`` (N x 2, pixels) of the empty frame."""
        self.points = points
        reach = (PATCH - 1) // 2
        # Half-way between pixels each point is the mean of four of them.
        span = np.arange(-reach, reach + 1, APART, dtype=np.float32) + np.float32(0.5)
        self._grid = np.stack(np.meshgrid(span, span), axis=-1).reshape(-1, 2)
        self._pose: Pose | None = None
        self._shape: tuple[int, ...] = ()
        self._maps: tuple[Image, Image] = (np.zeros(0, np.uint8),) * 2
        self.inside: npt.NDArray[np.bool_] = np.ones(len(points), bool)
        self._art, weight = _even(self._take(grey, Pose()))
        slopes = []
        for step in ((1.0, 0.0), (0.0, 1.0)):
            ahead, behind = (self._take(grey, _shifted(s, step)) for s in (1.0, -1.0))
            slope = (ahead - behind) / 2 / weight[:, None]
            slope -= slope.mean(axis=1, keepdims=True)
            slope -= self._art * (slope * self._art).sum(axis=1, keepdims=True)
            slopes.append(slope)
        steep = np.stack(slopes, axis=1)
        square = steep @ steep.transpose(0, 2, 1)
        square += np.eye(2) * DAMPING * np.trace(square, axis1=1, axis2=2)[:, None, None]
        self._solve = np.linalg.solve(square + 1e-9 * np.eye(2), steep).astype(np.float32)

    def compare(self, frame: Image, pose: Pose) -> tuple[Points, Scores]:
        """Compare each patch with what a frame (BGR or grey) shows in its place.

        Gives how far off it is (N x 2, pixels of the empty frame, true for small steps) and the
        correlation (N); ``inside`` tells afterwards which patches are in view.
        """
        seen, _ = _even(self._take(frame, pose))
        scores = np.einsum("np,np->n", seen, self._art)
        steps = np.einsum("nkp,np->nk", self._solve, self._art - seen)
        return np.asarray(steps, np.float32), scores.astype(np.float64)

    def _take(self, frame: Image, pose: Pose) -> npt.NDArray[np.float32]:
        if self._pose is not pose or self._shape != frame.shape:
            where = pose.around(self.points, self._grid)
            size = np.array(frame.shape[1::-1])
            self.inside = np.asarray(((where >= 0) & (where <= size - 1)).all(axis=(1, 2)))
            self._maps = cv2.convertMaps(where, None, cv2.CV_16SC2)
            self._pose, self._shape = pose, frame.shape
        seen = cv2.remap(frame, *self._maps, cv2.INTER_LINEAR)
        grey = seen if seen.ndim == 2 else cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY)  # noqa: PLR2004
        return np.asarray(grey, np.float32)


class FarPatches:
    """The same patches in a picture of half the size, looked for all around their place."""

    scale: Final = 0.5
    reach: Final = 16
    """How far, in pixels of the small picture, a patch is looked for."""

    def __init__(self, half: Image, points: Points) -> None:
        """Cut the patches at ``points`` (N x 2, full-size pixels) from the small empty frame."""
        self.points = points
        self._side = PATCH + 2 * self.reach
        self._templates = [
            cv2.getRectSubPix(half, (PATCH, PATCH), (float(x), float(y)))
            for x, y in (points * self.scale + (self.scale - 1) / 2)
        ]
        span = (np.arange(self._side, dtype=np.float32) - self._side // 2) / self.scale
        self._grid = np.stack(np.meshgrid(span, span), axis=-1).reshape(-1, 2)

    def compare(self, frame: Image, pose: Pose) -> tuple[Points, Scores]:
        """Find each patch: how far off it is (N x 2, pixels of the empty frame), correlations."""
        side = self._side
        where = pose.around(self.points, self._grid)
        seen = cv2.remap(frame, where.reshape(-1, side, 2), None, cv2.INTER_LINEAR)
        grey = cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY)
        offsets = np.zeros((len(self.points), 2), np.float32)
        scores = np.zeros(len(self.points))
        for i, template in enumerate(self._templates):
            window = grey[i * side : (i + 1) * side]
            found = cv2.matchTemplate(window, template, cv2.TM_CCOEFF_NORMED)
            _, scores[i], _, (x, y) = cv2.minMaxLoc(found)
            offsets[i] = (
                x + _peak(found[y], x) - self.reach,
                y + _peak(found[:, x], y) - self.reach,
            )
        return offsets / np.float32(self.scale), scores


def spread(grey: Image, allowed: Image, outline: Points) -> Points:
    """Choose the best corner-like point in each cell of a grid over the board (N x 2).

    ``allowed`` is not zero where patches may lie, ``outline`` are the board's corners (4 x 2).
    """
    inner = cv2.erode(allowed, np.ones((PATCH + 2, PATCH + 2), np.uint8))
    found = cv2.goodFeaturesToTrack(grey, 3000, 0.001, 5, mask=inner)
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


def repeat(grey: Image, points: Points, outline: Points) -> bool:
    """Tell whether most of the patches at points (N x 2) look like another place on the board.

    So it is with printed grids. ``grey`` is the empty frame, ``outline`` the board's corners in
    it (4 x 2, pixels).
    """
    size = [round(side * COARSE) for side in grey.shape[::-1]]
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    left, top = np.maximum(0, np.floor(outline.min(axis=0) * COARSE)).astype(int)
    right, low = np.ceil(outline.max(axis=0) * COARSE).astype(int)
    board = np.ascontiguousarray(small[top:low, left:right])
    most = [_most_alike(board, (point + 0.5) * COARSE - 0.5 - (left, top)) for point in points]
    return bool(np.median(most) > ALIKE)


def _most_alike(board: Image, point: Points) -> float:
    """Find the highest correlation that another place has with what surrounds a point."""
    reach = COARSE_PATCH // 2
    height, width = board.shape
    x, y = np.round(point).astype(int).tolist()
    column, row = (
        min(max(0, at - reach), most - COARSE_PATCH) for at, most in ((x, width), (y, height))
    )
    patch = board[row : row + COARSE_PATCH, column : column + COARSE_PATCH]
    alike = cv2.matchTemplate(board, patch, cv2.TM_CCOEFF_NORMED)
    itself = [slice(max(0, at - reach), at + reach + 1) for at in (row, column)]
    alike[itself[0], itself[1]] = 0
    return float(alike.max())


def _shifted(sign: float, step: tuple[float, float]) -> Pose:
    return Pose(np.array([[1.0, 0.0, sign * step[0]], [0.0, 1.0, sign * step[1]], [0.0, 0.0, 1.0]]))


def _even(
    seen: npt.NDArray[np.float32],
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Take mean and contrast off each patch (N x points); tell the contrasts (N)."""
    off = seen - seen.sum(axis=1, keepdims=True) / np.float32(seen.shape[1])
    contrast = np.sqrt(np.einsum("np,np->n", off, off)) + np.float32(1e-3)
    return off / contrast[:, None], contrast


def _peak(row: npt.NDArray[np.float32], at: int) -> float:
    """Place a maximum between samples by the parabola through it and its neighbours."""
    if not 0 < at < len(row) - 1:
        return 0.0
    left, middle, right = (float(row[at + k]) for k in (-1, 0, 1))
    bend = left - 2 * middle + right
    return 0.5 * (left - right) / bend if bend < 0 else 0.0


def _contrast(grey: Image, points: Points) -> Scores:
    """Measure the standard deviation of the patch around each point, in grey levels (N)."""
    levels = grey.astype(np.float32)
    mean = cv2.blur(levels, (PATCH, PATCH))
    variance = np.maximum(cv2.blur(levels * levels, (PATCH, PATCH)) - mean * mean, 0)
    column, row = np.round(points).astype(int).reshape(-1, 2).T
    return np.asarray(np.sqrt(variance[row, column]), np.float64)
