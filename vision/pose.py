"""Where the board lies in a frame: a map from the empty frame's pixels to the frame's."""

from collections.abc import Callable
from typing import Final, Generic, TypeVar

import cv2
import numpy as np
import numpy.typing as npt

Kind = TypeVar("Kind")
Matrix = npt.NDArray[np.float64]
Points = npt.NDArray[np.float32]

TERMS: Final = 10
"""Terms of a cubic in two variables, which is as far as lenses and warped boards need."""
BEYOND: Final = 1.1
"""How far out, in reaches of the board, a bend grows before it stays as it is."""
SLANT_PX: Final = 16.0
"""Pixels over which the slant around a point is measured."""


class Bend:
    """What no homography can do: a lens that bends lines, a board that does not lie flat.

    A smooth displacement of points of the empty frame: a cubic in each direction.
    """

    def __init__(self, centre: Points, reach: float, terms: Matrix | None = None) -> None:
        """Lay it out over points within about ``reach`` pixels of ``centre`` (2).

        ``terms`` (10 x 2) are pixels of displacement at the reach; none for no bend at all.
        """
        self.centre = centre
        self.reach = reach
        self.terms = np.zeros((TERMS, 2)) if terms is None else terms

    def basis(self, points: npt.NDArray[np.floating]) -> Matrix:
        """Evaluate the cubic's terms at points (N x 2, pixels of the empty frame): N x 10."""
        x, y = self._scaled(points)
        one = np.ones_like(x)
        return np.column_stack(
            [one, x, y, x * x, x * y, y * y, x * x * x, x * x * y, x * y * y, y * y * y]
        )

    def _scaled(self, points: npt.NDArray[np.floating]) -> Matrix:
        """Give points in reaches from the centre (2 x N), no farther out than a bend grows."""
        scaled = (np.asarray(points, np.float64) - self.centre) / self.reach
        return np.ascontiguousarray(np.clip(scaled, -BEYOND, BEYOND).T)

    def at(self, points: npt.NDArray[np.floating]) -> Matrix:
        """Tell the displacement at points (N x 2, pixels of the empty frame), N x 2 pixels."""
        x, y = self._scaled(points)
        one, first, second, square, both, other, *cubic = self.terms[:, :, None]
        # As the basis times the terms, but without laying all of that out.
        across = first + y * (both + y * cubic[2]) + x * (square + y * cubic[1] + x * cubic[0])
        return np.asarray((one + x * across + y * (second + y * (other + y * cubic[3]))).T)


class Pose:
    """How the board moved since the empty frame was taken.

    It never changes, so whatever depends on it may be kept as long as the very same pose holds.
    ``matrix`` is the homography, 3 x 3; ``bend``, if any, is done before it.
    """

    def __init__(self, matrix: Matrix | None = None, bend: Bend | None = None) -> None:
        """Take a homography from pixels of the empty frame to pixels of the frame."""
        self.matrix: Final[Matrix] = np.eye(3) if matrix is None else matrix
        self.bend: Final = bend

    def apply(self, points: npt.NDArray[np.floating]) -> Points:
        """Find points of the empty frame (N x 2, pixels) in the frame (N x 2, pixels)."""
        if not len(points):
            return np.zeros((0, 2), np.float32)
        flat = points if self.bend is None else points + self.bend.at(points)
        moved = cv2.perspectiveTransform(flat[:, None].astype(np.float64), self.matrix)
        return np.asarray(moved[:, 0], np.float32)

    def around(self, points: Points, offsets: Points) -> Points:
        """Find what lies around points (N x 2) at offsets (M x 2), as ``apply`` does: N x M x 2.

        So near a point perspective and lens are no more than a slant, and cost no more.
        """
        steps = np.array([[0, 0], [SLANT_PX, 0], [0, SLANT_PX]], np.float32)
        at = self.apply((points[:, None] + steps).reshape(-1, 2)).reshape(-1, 3, 2)
        slants = (at[:, 1:] - at[:, :1]) / np.float32(SLANT_PX)
        return np.asarray(at[:, :1] + offsets @ slants, np.float32)


class Kept(Generic[Kind]):
    """What follows from a pose alone: worked out once a pose, however often it is wanted."""

    def __init__(self, work: Callable[[Pose], Kind]) -> None:
        """Keep how it is worked out."""
        self._work = work
        self._known: tuple[Pose, Kind] | None = None

    def under(self, pose: Pose) -> Kind:
        """Give it for a pose."""
        if self._known is None or self._known[0] is not pose:
            self._known = pose, self._work(pose)
        return self._known[1]


class Marks(Kept[Points]):
    """Points of the empty frame (N x 2, pixels), to be found in the frame (N x 2, pixels)."""

    def __init__(self, points: Points) -> None:
        """Keep the points."""
        super().__init__(lambda pose: pose.apply(points))
