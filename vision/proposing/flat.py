"""The printed board seen straight from above, with what a lens bent made straight."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Lens
from vision.proposing.straight import Corners, Points, board_to_px, find_lens
from vision.reading import Image

PX_PER_MM: Final = 2.0


@dataclass(frozen=True, slots=True)
class Flat:
    """A board as it is printed: ``picture`` (BGR) has ``PX_PER_MM`` pixels a mm of ``size_mm``.

    ``lens`` is what the camera's picture was straightened by; ``matrix`` (3 x 3) maps board mm to
    where a perfect lens would show them.
    """

    picture: Image
    size_mm: tuple[float, float]
    lens: Lens
    matrix: Points

    def to_px(self, at_mm: npt.NDArray[np.floating]) -> Points:
        """Find places of the board (N x 2, mm) in the camera's picture (N x 2, pixels)."""
        ideal = cv2.perspectiveTransform(np.asarray(at_mm, np.float64)[:, None], self.matrix)
        return self.lens.distort(ideal[:, 0])

    def to_mm(self, at_px: npt.NDArray[np.floating]) -> Points:
        """Find places of the camera's picture (N x 2, pixels) on the board (N x 2, mm)."""
        ideal = self.lens.straighten(at_px)
        back = cv2.perspectiveTransform(ideal[:, None], np.linalg.inv(self.matrix))
        return np.asarray(back[:, 0], np.float64)


def flatten(picture: Image, corners: Corners, size_mm: tuple[float, float]) -> Flat:
    """Look at the board from straight above.

    ``picture`` is the camera's (BGR), ``corners`` (4 x 2, pixels) are the printed board's in it,
    clockwise from top-left. How the lens bends lines is judged by the board's edges.
    """
    corners = np.asarray(corners, np.float64)
    lens = find_lens(picture, corners, size_mm)
    matrix = board_to_px(corners, size_mm, lens)
    columns, rows = (round(side * PX_PER_MM) for side in size_mm)
    down, across = np.mgrid[:rows, :columns]
    at_mm = (np.stack([across, down], axis=-1).reshape(-1, 1, 2) + 0.5) / PX_PER_MM
    at_px = lens.distort(cv2.perspectiveTransform(at_mm, matrix)[:, 0])
    seen = cv2.remap(
        picture,
        at_px.astype(np.float32).reshape(rows, columns, 2),
        None,
        cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return Flat(np.asarray(seen, np.uint8), size_mm, lens, matrix)


def turn(flat: Flat) -> Flat:
    """Turn a board by a quarter clockwise, as if its left side were printed above."""
    width, height = flat.size_mm
    back = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, height], [0.0, 0.0, 1.0]])
    picture = np.ascontiguousarray(np.rot90(flat.picture, -1))
    return Flat(picture, (height, width), flat.lens, flat.matrix @ back)
