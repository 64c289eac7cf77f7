"""How sharp a picture is, for whoever turns the ring of a lens."""

from typing import Final

import cv2
import numpy as np

from vision.reading import Image

MARGIN: Final = 5
"""A share of one in so many is left out at each side: there is the table, and the lens is worst."""


def sharpness(frame: Image) -> float:
    """Measure the fine detail of a frame (BGR, 8 bits) in grey levels, to be compared.

    It means something only beside that of another frame of the same things in the same light.
    """
    height, width = frame.shape[:2]
    inside = frame[height // MARGIN : -height // MARGIN, width // MARGIN : -width // MARGIN]
    # One sees the detail of single pixels only where what is finer than that, the noise, is gone.
    soft = cv2.GaussianBlur(cv2.cvtColor(inside, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)
    return float(np.std(cv2.Laplacian(soft, cv2.CV_32F)))
