"""A small cut-out that is laid over a picture, with soft edges and a shadow under it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.virtual.camera_pose import HEIGHT_PX, WIDTH_PX
from hardware.virtual.painting import Colour, Field, Picture, Points

FINE: Final = 3
MARGIN_PX: Final = 9
BLURRED_PX: Final = 4.0
"""A shadow softer than this is painted coarser."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """Pixels laid over a picture at (left, top): what was there times ``keep``, plus ``add``.

    ``keep`` is h x w x 1 in 256ths, ``add`` h x w x 3 BGR; ``hides`` (h x w, 0 to 255) is how much
    of a pixel the thing itself covers, its shadow left out.
    """

    left: int
    top: int
    keep: npt.NDArray[np.uint16]
    add: npt.NDArray[np.uint16]
    hides: Picture

    def of(self, picture: Picture) -> Picture:
        """Give the part of a picture, as a view, over which the sprite lies."""
        rows, columns = self.hides.shape
        return picture[self.top : self.top + rows, self.left : self.left + columns]

    def lay_on(self, picture: Picture) -> None:
        under = self.of(picture)
        under[:] = ((under * self.keep) >> 8) + self.add


class Canvas:
    """A patch of the picture on which a thing is drawn three times as fine.

    It spans ``outline`` (pixels of the picture, n x 2) and a margin, cut at the picture's edges.
    """

    def __init__(self, outline: Points, fine: int = FINE, margin_px: int = MARGIN_PX) -> None:
        """Make an empty patch around the outline; it may turn out empty of pixels."""
        low = np.floor(outline.min(axis=0)).astype(int) - margin_px
        high = np.ceil(outline.max(axis=0)).astype(int) + margin_px
        left, right = (min(max(0, int(value)), WIDTH_PX) for value in (low[0], high[0]))
        top, bottom = (min(max(0, int(value)), HEIGHT_PX) for value in (low[1], high[1]))
        self.fine = fine
        self.origin = np.array([left, top], float)
        self.shape = (bottom - top, right - left)
        rows, columns = (fine * side for side in self.shape)
        self.colour = np.zeros((rows, columns, 3), np.uint8)
        self.solid = np.zeros((rows, columns), np.uint8)
        self.shade: Field = np.zeros(self.shape, np.float32)

    @property
    def empty(self) -> bool:
        """Tell whether the thing lies wholly outside the picture."""
        return 0 in self.shape

    def fill(self, outline: Points, colour: Colour) -> None:
        """Fill the convex hull of points (pixels of the picture) with a BGR colour."""
        hull = cv2.convexHull(self._local(outline, self.fine))
        cv2.fillConvexPoly(self.colour, hull, colour, cv2.LINE_8, 4)
        cv2.fillConvexPoly(self.solid, hull, (255,), cv2.LINE_8, 4)

    def paste(self, face: Picture, corners: Points, outline: Points) -> None:
        """Lay a square face on four corners (from its top left, clockwise), cut to an outline."""
        side = float(face.shape[0])
        square = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32) - 0.5
        placed = (self._local(corners, self.fine) / 16.0).astype(np.float32)
        to_face = cv2.getPerspectiveTransform(square, placed)
        size = (self.solid.shape[1], self.solid.shape[0])
        laid = cv2.warpPerspective(face, to_face, size, flags=cv2.INTER_LINEAR)
        mask = np.zeros_like(self.solid)
        cv2.fillConvexPoly(mask, self._local(outline, self.fine), (255,), cv2.LINE_8, 4)
        self.colour[mask > 0] = laid[mask > 0]
        self.solid |= mask

    def shadow(self, outlines: Sequence[Points], softness_px: float, depth: float) -> None:
        """Take up to ``depth`` of the light from under the union of convex outlines, softly.

        What several lamps take adds up.
        """
        coarse = max(1, int(softness_px / BLURRED_PX))
        rows, columns = self.shape
        mask = np.zeros((-(-rows // coarse), -(-columns // coarse)), np.uint8)
        for outline in outlines:
            hull = cv2.convexHull(self._local(outline, 1.0 / coarse))
            cv2.fillConvexPoly(mask, hull, (255,), cv2.LINE_AA, 4)
        blurred = cv2.GaussianBlur(mask, (0, 0), softness_px / coarse)
        if coarse > 1:
            size = (mask.shape[1] * coarse, mask.shape[0] * coarse)
            blurred = cv2.resize(blurred, size, interpolation=cv2.INTER_LINEAR)[:rows, :columns]
        self.shade += blurred.astype(np.float32) * np.float32(depth / 255.0)

    def sprite(self, brightness: float = 1.0) -> Sprite:
        """Scale down to the picture's pixels."""
        rows, columns = self.shape
        solid = cv2.resize(self.solid, (columns, rows), interpolation=cv2.INTER_AREA)
        colour = cv2.resize(self.colour, (columns, rows), interpolation=cv2.INTER_AREA)
        # The lens is never perfectly sharp; colour is zero outside, so blurred it is premultiplied.
        solid = cv2.GaussianBlur(solid, (3, 3), 0.6)
        colour = cv2.GaussianBlur(colour, (3, 3), 0.6)
        keep = (256.0 - solid * (256.0 / 255.0)) * (1.0 - self.shade)
        return Sprite(
            int(self.origin[0]),
            int(self.origin[1]),
            keep.astype(np.uint16)[..., None],
            np.minimum(colour * brightness, solid[..., None]).astype(np.uint16),
            np.asarray(solid, np.uint8),
        )

    def _local(self, outline: Points, scale: float) -> npt.NDArray[np.int32]:
        """Turn pixels of the picture into fixed-point pixels of the patch, ``scale`` as fine."""
        # The middle of pixel 0 is 0 on either, so its left edge is half a pixel before that.
        local = (outline - self.origin + 0.5) * scale - 0.5
        return np.asarray(np.rint(local * 16.0), np.int32)
