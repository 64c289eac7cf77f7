"""Where a lamp is mirrored: much brighter than the rest, colourless, and without a sharp edge."""

from typing import Final

import cv2
import numpy as np

from vision.masks import Bits
from vision.reading import Image

SOFT_PX: Final = 3.0
LEAST_LEVEL: Final = 140.0
BRIGHTER: Final = 1.7
"""How many times as bright as the board usually is a mirrored lamp on it is at least."""
LEAST_AREA: Final = 0.001
"""Share of the picture that it covers at least."""
RIM_PX: Final = 8
FADING: Final = 0.8
"""Share of its least level that is still there just outside: what is printed ends at once."""


def find_glare(picture: Image, board: Bits) -> tuple[int, int, int, int] | None:
    """Give the box (x, y, width, height, pixels) of the largest mirrored lamp in a picture (BGR).

    ``board`` marks the board in a picture of any size. None where there is none. It is judged by
    the darkest channel, as paint that is bright in all three is rare.
    """
    darkest = cv2.GaussianBlur(picture, (0, 0), SOFT_PX).min(axis=2)
    there = cv2.resize(board, darkest.shape[::-1], interpolation=cv2.INTER_NEAREST) > 0
    level = max(LEAST_LEVEL, BRIGHTER * float(np.median(darkest[there])))
    bright = np.asarray((darkest >= level) & there, np.uint8)
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(bright)
    around = np.ones((2 * RIM_PX + 1, 2 * RIM_PX + 1), np.uint8)
    for label in (1 + np.argsort(-boxes[1:, cv2.CC_STAT_AREA])).tolist():
        if boxes[label, cv2.CC_STAT_AREA] < LEAST_AREA * darkest.size:
            return None
        spot = np.asarray(labels == label, np.uint8)
        rim = (cv2.dilate(spot, around) > 0) & (bright == 0)
        if rim.any() and np.median(darkest[rim]) >= FADING * level:
            x, y, width, height = boxes[label, :4].tolist()
            return x, y, width, height
    return None
