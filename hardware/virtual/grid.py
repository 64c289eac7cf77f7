"""What varies slowly over a picture is worked out on a coarse grid of its pixels."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.virtual.optics import HEIGHT_PX, WIDTH_PX, Points
from hardware.virtual.texture import Field

STEP_PX: Final = 8
"""Between neighbours of the grid nothing bends by more than a hundredth of a pixel."""
ROWS: Final = HEIGHT_PX // STEP_PX + 1
COLUMNS: Final = WIDTH_PX // STEP_PX + 1


def nodes() -> Points:
    """List the pixels of the grid, row by row: n x 2 (x, y)."""
    y, x = np.mgrid[0:ROWS, 0:COLUMNS] * float(STEP_PX)
    return np.stack([x.ravel(), y.ravel()], axis=1)


def spread(values: npt.NDArray[np.floating]) -> Field:
    """Fill in all pixels of the picture from values at ``nodes`` (n or n x channels)."""
    coarse = values.reshape(ROWS, COLUMNS, *values.shape[1:]).astype(np.float32)
    down = np.array([[1.0 / STEP_PX, 0.0, 0.0], [0.0, 1.0 / STEP_PX, 0.0]])
    size = (WIDTH_PX, HEIGHT_PX)
    full = cv2.warpAffine(coarse, down, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return np.asarray(full, np.float32)
