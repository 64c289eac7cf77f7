"""Cleaning of masks: pictures of 0 and 1 that say where something is."""

import cv2
import numpy as np
import numpy.typing as npt

Bits = npt.NDArray[np.uint8]

_TWO = np.ones((2, 2), np.uint8)


def without_specks(mask: Bits) -> Bits:
    """Keep what is at least two points wide and two high, in place.

    OpenCV's own opening by an even square would move the mask by a point.
    """
    thin = cv2.erode(mask, _TWO, anchor=(0, 0), borderValue=0)
    return np.asarray(cv2.dilate(thin, _TWO, anchor=(1, 1), borderValue=0), np.uint8)
