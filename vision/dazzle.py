"""Where a lamp was mirrored when the board was taught: what is printed there was not seen.

The lamp may be gone or mirrored elsewhere in the next frame, so both its image and what lies under
it are the bare board.
"""

from typing import Final

import cv2
import numpy as np

from vision.light import CLIPPED, Floats
from vision.masks import without_specks
from vision.reading import Image

LEAST_PX: Final = 40
"""The smallest image of a lamp, in pixels, that hides anything worth knowing."""
HALO: Final = 1.0
"""How far around its image a lamp's light drowns the art, as a share of the image's radius."""
UNSEEN: Final = (0.36, 0.04, 0.04)
"""Variance of what may be printed under it (opponent space): anything but the deepest colours."""
DAZZLED: Final = 0.05
"""Share of the doubt in the middle of it from which a point counts as not seen."""


def dazzle(empty: Image) -> Floats | None:
    """Tell how little of the board each pixel of the empty frame (BGR) shows; None where all is.

    Rows x columns: 1 where a lamp is mirrored, falling off around it to 0.
    """
    white = without_specks((empty.min(axis=2) >= CLIPPED).astype(np.uint8))
    _, images, stats, _ = cv2.connectedComponentsWithStats(white)
    large = np.flatnonzero(stats[1:, cv2.CC_STAT_AREA] >= LEAST_PX) + 1
    if not len(large):
        return None
    share = np.zeros(white.shape, np.float32)
    for image in large.tolist():
        halo = HALO * np.sqrt(stats[image, cv2.CC_STAT_AREA] / np.pi)
        away = cv2.distanceTransform((images != image).astype(np.uint8), cv2.DIST_L2, 5)
        np.maximum(share, np.square(np.clip(1 - away / halo, 0, 1)), out=share)
    return share
