"""The camera model: a lens, a pose, and fixed points sampled straight from a frame.

A lens bends straight lines about the picture's middle; a pose maps the empty frame's pixels to a
frame's.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Floats, Image, Indices, Reals

ROUNDS: Final = 4
"""Newton's steps of the inverse: exact to 1e-6 of the distance for a bend of a sixth."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A lens of a camera with pictures of ``width`` by ``height`` pixels.

    ``bend`` is how much farther from the middle a corner of the picture appears than through a
    perfect lens, as a share; it is negative for the barrel distortion of a wide lens.
    """

    width: int
    height: int
    bend: float = 0.0

    def distort(self, points: npt.NDArray[np.floating]) -> Reals:
        """Map points as a perfect lens shows them (N x 2, pixels) to where this one shows them."""
        off = self._off(points)
        return self._at(off * (1 + self.bend * self._far2(off)) if self.bend else off)

    def straighten(self, points: npt.NDArray[np.floating]) -> Reals:
        """Map points of the picture (N x 2, pixels) to where a perfect lens would show them."""
        seen = self._off(points)
        if not self.bend:
            return self._at(seen)
        far2 = self._far2(seen)
        nearer = np.ones_like(far2)
        bend = self.bend * far2
        for _ in range(ROUNDS):
            bent = bend * nearer * nearer
            nearer = nearer - (nearer * (1 + bent) - 1) / np.maximum(0.3, 1 + 3 * bent)
            nearer = np.clip(nearer, 0, 1 / 0.3)  # beyond what a strong lens shows at all
        return self._at(seen * nearer)

    @property
    def _middle(self) -> Reals:
        return np.array([[(self.width - 1) / 2], [(self.height - 1) / 2]])

    def _off(self, points: npt.NDArray[np.floating]) -> Reals:
        """Give points (N x 2) relative to the middle, x and y apart (2 x N): NumPy is faster so."""
        return np.asarray(np.array(points.T, np.float64, order="C") - self._middle)

    def _at(self, off: Reals) -> Reals:
        """Give points (N x 2) that are so far off the middle (2 x N)."""
        return np.ascontiguousarray((off + self._middle).T)

    def _far2(self, off: Reals) -> Reals:
        """Square of the distance from the middle (N), that of a corner being one."""
        x, y = off
        return np.asarray((x * x + y * y) / (self._middle**2).sum(), np.float64)


STRAIGHT: Final = Lens(2, 2)
"""A perfect lens, whatever the size of its pictures."""

Kind = TypeVar("Kind")
Matrix = Reals
Points = Floats

SLANT_PX: Final = 16.0
"""Pixels over which the linear map around a point is measured."""


class Pose:
    """How the board has moved since the empty frame was taken; immutable.

    So what depends on a pose may be kept as long as the very same object holds (``PoseCache``).
    ``matrix`` is a homography (3 x 3) between pixels as a lens without distortion would show them;
    ``lens`` is the one that took both frames.
    """

    def __init__(self, matrix: Matrix | None = None, lens: Lens = STRAIGHT) -> None:
        self.matrix: Final[Matrix] = np.eye(3) if matrix is None else matrix
        self.lens: Final = lens
        self._unmoved: Final = matrix is None

    def apply(self, points: npt.NDArray[np.floating]) -> Points:
        """Map points of the empty frame (N x 2, pixels) to the frame (N x 2, pixels)."""
        if self._unmoved or not len(points):
            return np.array(points, np.float32).reshape(-1, 2)
        return self.apply_straight(self.lens.straighten(points))

    def apply_straight(self, straight: npt.NDArray[np.floating]) -> Points:
        """Map points as a lens without distortion would show them (N x 2, pixels) to the frame."""
        moved = cv2.perspectiveTransform(straight[:, None].astype(np.float64), self.matrix)[:, 0]
        return np.asarray(self.lens.distort(moved), np.float32)

    def undo(self, points: npt.NDArray[np.floating]) -> Reals:
        """Map pixels of the frame (N x 2) back to the empty frame (N x 2, pixels).

        They are given as a lens without distortion would show them.
        """
        straight = self.lens.straighten(points)[:, None]
        return np.asarray(cv2.perspectiveTransform(straight, np.linalg.inv(self.matrix))[:, 0])


class Surroundings:
    """Points at fixed offsets (M x 2, pixels) around points of the empty frame (N x 2, pixels).

    Perspective and lens are taken as linear around each point, which is exact enough and fast.
    """

    def __init__(self, points: Points, offsets: Points, lens: Lens) -> None:
        steps = np.array([[0, 0], [SLANT_PX, 0], [0, SLANT_PX]], np.float32)
        corners = (points[:, None] + steps).reshape(-1, 2)
        self._straight = lens.straighten(corners).reshape(-1, 3, 2)
        self._offsets = np.ascontiguousarray(offsets.T / SLANT_PX, np.float32)

    def find(self, pose: Pose, part: slice) -> Points:
        """Map the surroundings of part of the points to a frame: 2 x N x M pixels, x then y."""
        straight = self._straight[part]
        corners = (
            pose.apply_straight(straight.reshape(-1, 2)).reshape(straight.shape).transpose(2, 0, 1)
        )
        slants = np.ascontiguousarray(corners[..., 1:] - corners[..., :1])
        around = slants @ self._offsets
        around += corners[..., :1]
        return around


class PoseCache(Generic[Kind]):
    """Caches the result of a function of a pose, as long as the very same pose is asked for."""

    def __init__(self, work: Callable[[Pose], Kind]) -> None:
        self._work = work
        self._known: tuple[Pose, Kind] | None = None

    def get(self, pose: Pose) -> Kind:
        if self._known is None or self._known[0] is not pose:
            self._known = pose, self._work(pose)
        return self._known[1]


ROW: Final = 128
"""Points are sampled in rows of so many, as OpenCV maps pictures and not lists; longer and much
shorter rows take longer."""
FARTHEST_PX: Final = 30_000
"""The farthest pixel that a point is mapped to: OpenCV's maps have 16 bits."""


class Sampler:
    """A fixed set of points of the empty frame, sampled from frames under any pose.

    ``terms`` (N x 13) are those of the light's field, once computed.
    """

    def __init__(self, points: Points) -> None:
        self.points = points.astype(np.float32)
        self.terms: Floats | None = None
        self._maps = PoseCache(self._aim)

    def sample(self, frame: Image, pose: Pose, points: Indices | None = None) -> Image:
        """Give the colour at each point (N x 3, BGR): the mean of the four pixels around it.

        The mean of four halves the noise. A point out of view gets the nearest pixel in view.
        ``points`` are the numbers of those wanted, all by default.
        """
        maps, count = self._maps.get(pose), len(self.points)
        if points is not None:
            count = len(points)
            chosen = np.resize(points, (-(-count // ROW), ROW))
            maps = maps[0].reshape(-1, 2)[chosen], maps[1].ravel()[chosen]
        taken = cv2.remap(frame, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(taken.reshape(-1, 3)[:count], np.uint8)

    def _aim(self, pose: Pose) -> tuple[Image, Image]:
        between = np.clip(np.floor(pose.apply(self.points)) + 0.5, -1, FARTHEST_PX)
        short = -len(between) % ROW
        rows = np.pad(between.astype(np.float32), ((0, short), (0, 0)), mode="edge")
        first, second = cv2.convertMaps(rows.reshape(-1, ROW, 2), None, cv2.CV_16SC2)
        return np.asarray(first), np.asarray(second)
