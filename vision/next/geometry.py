"""The camera model: where points of the board appear in a picture.

A homography and one radial term (the division-free polynomial model of Brown 1966, first term),
estimated once when the board is taught. Under a moved camera the homography changes and the
radial term stays, so a frame is sampled exactly where the lens shows each point.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Reals = npt.NDArray[np.float64]
Image = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]

INVERSE_STEPS = 12
"""Fixed-point iterations that invert the radial term; the error falls below 0.001 px."""


@dataclass(frozen=True, eq=False)
class Pose:
    """Where a board lies in a picture of ``size`` (width, height).

    ``matrix`` (3 x 3) maps board millimetres to pixels of a lens without distortion; ``radial``
    is by which share a corner of the picture appears farther from the middle than through it.
    """

    matrix: Reals
    size: tuple[int, int]
    radial: float = 0.0
    _centre: Reals = field(init=False)

    def __post_init__(self) -> None:
        """Prepare the centre of distortion: the middle of the picture."""
        width, height = self.size
        object.__setattr__(self, "_centre", np.array([(width - 1) / 2, (height - 1) / 2]))

    def project(self, points_mm: npt.NDArray[np.floating]) -> Floats:
        """Find board points (N x 2, mm) in the picture (N x 2, pixels)."""
        if not len(points_mm):
            return np.zeros((0, 2), np.float32)
        matrix = self.matrix
        x, y = np.asarray(points_mm, np.float64).T
        scale = 1.0 / (matrix[2, 0] * x + matrix[2, 1] * y + matrix[2, 2])
        u = (matrix[0, 0] * x + matrix[0, 1] * y + matrix[0, 2]) * scale - self._centre[0]
        v = (matrix[1, 0] * x + matrix[1, 1] * y + matrix[1, 2]) * scale - self._centre[1]
        if self.radial:
            bend = 1.0 + self.radial * (u * u + v * v) / (self._centre**2).sum()
            u, v = u * bend, v * bend
        return np.stack([u + self._centre[0], v + self._centre[1]], axis=1).astype(np.float32)

    def undistort(self, pixels: npt.NDArray[np.floating]) -> Reals:
        """Find where a lens without distortion would show pixels (N x 2)."""
        seen = np.asarray(pixels, np.float64) - self._centre
        straight = seen
        for _ in range(INVERSE_STEPS if self.radial else 0):
            reach = (straight**2).sum(axis=1, keepdims=True) / (self._centre**2).sum()
            straight = seen / np.maximum(0.3, 1.0 + self.radial * reach)
        return np.asarray(straight + self._centre)

    def locate(self, pixels: npt.NDArray[np.floating]) -> Floats:
        """Find pixels (N x 2) on the board (N x 2, mm)."""
        straight = self.undistort(pixels)[:, None]
        return np.asarray(
            cv2.perspectiveTransform(straight, np.linalg.inv(self.matrix))[:, 0], np.float32
        )

    def moved(self, matrix: Reals) -> "Pose":
        """Give the pose with another homography in the same picture and lens."""
        return Pose(matrix / matrix[2, 2], self.size, self.radial)

    def scaled(self, factor: float) -> "Pose":
        """Give the same pose in a picture ``factor`` times as large, pixel areas aligned."""
        shift = (factor - 1) / 2
        zoom = np.array([[factor, 0, shift], [0, factor, shift], [0, 0, 1.0]])
        width, height = self.size
        return Pose(
            zoom @ self.matrix, (round(width * factor), round(height * factor)), self.radial
        )

    def px_per_mm(self, at_mm: npt.NDArray[np.floating]) -> float:
        """Measure the scale around one point of the board (2, mm)."""
        corner = np.asarray(at_mm, np.float64)
        square = corner + np.array([[0, 0], [1, 0], [0, 1]])
        origin, right, down = self.project(square).astype(np.float64)
        one, other = right - origin, down - origin
        return float(np.sqrt(abs(one[0] * other[1] - one[1] * other[0])))


def pose_from_corners(
    corners_px: npt.NDArray[np.floating] | Sequence[Sequence[float]],
    size_mm: tuple[float, float],
    size: tuple[int, int],
    radial: float = 0.0,
) -> Pose:
    """Give the pose under which a board's corners (4 x 2, clockwise from top left) lie so."""
    width, height = size_mm
    board = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    ideal = Pose(np.eye(3), size, radial).undistort(np.asarray(corners_px, np.float64))
    return Pose(
        np.asarray(cv2.getPerspectiveTransform(board, ideal.astype(np.float32)), np.float64),
        size,
        radial,
    )


def fit_homography(board_mm: Floats, found_px: Floats, pose: Pose, weights: Floats) -> Reals:
    """Fit a homography to points (N x 2, mm) found (N x 2, px): weighted least squares (DLT).

    Coordinates are normalised as Hartley (1997) recommends. Gives the 3 x 3 matrix.
    """
    ideal = pose.undistort(found_px)
    a, source = _normalised(np.asarray(board_mm, np.float64))
    b, target = _normalised(ideal)
    x, y = source.T
    u, v = target.T
    w = np.sqrt(np.asarray(weights, np.float64))[:, None]
    one, none = np.ones_like(x), np.zeros_like(x)
    rows_u = np.stack([x, y, one, none, none, none, -u * x, -u * y], axis=1) * w
    rows_v = np.stack([none, none, none, x, y, one, -v * x, -v * y], axis=1) * w
    design = np.concatenate([rows_u, rows_v])
    wanted = np.concatenate([u * w[:, 0], v * w[:, 0]])
    normal = design.T @ design + 1e-9 * np.eye(8)
    terms = np.linalg.solve(normal, design.T @ wanted)
    matrix = np.append(terms, 1.0).reshape(3, 3)
    matrix = np.linalg.inv(b) @ matrix @ a
    return np.asarray(matrix / matrix[2, 2])


def _normalised(points: Reals) -> tuple[Reals, Reals]:
    centre = points.mean(axis=0)
    spread = max(float(np.sqrt(((points - centre) ** 2).sum(axis=1).mean())), 1e-9)
    zoom = np.sqrt(2) / spread
    transform = np.array([[zoom, 0, -zoom * centre[0]], [0, zoom, -zoom * centre[1]], [0, 0, 1]])
    return transform, (points - centre) * zoom
