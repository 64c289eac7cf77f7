"""A camera that sees worse, or stands elsewhere. Frames are BGR, 8 bits; none changes."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Image

Matrix = npt.NDArray[np.float64]
Point = tuple[float, float]

LARGEST: Final = 255.0
"""The largest grey level of 8 bits."""


def blurred(frame: Image, spread_px: float) -> Image:
    """Put it out of focus: a Gaussian of this standard deviation."""
    return np.asarray(cv2.GaussianBlur(frame, (0, 0), spread_px), np.uint8)


def noisy(frame: Image, spread: float, seed: int) -> Image:
    """Add a sensor's noise, of this standard deviation in grey levels, to each channel."""
    noise = np.random.default_rng(seed).standard_normal(frame.shape, np.float32)
    return np.clip(np.round(frame + np.float32(spread) * noise), 0, LARGEST).astype(np.uint8)


def compressed(frame: Image, quality: float) -> Image:
    """Write it as JPEG of this quality (1 to 100) and read it again."""
    _, coded = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, int(quality)])
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def moved(frame: Image, move: Matrix) -> Image:
    """Show what a camera sees after ``move`` (2 x 3, pixels to pixels).

    Beyond the old frame's edge, its outermost pixels go on.
    """
    size = frame.shape[1::-1]
    return np.asarray(cv2.warpAffine(frame, move, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def turn(middle: Point, degrees: float) -> Matrix:
    """Turn about a point, anticlockwise: 2 x 3, pixels to pixels."""
    return np.asarray(cv2.getRotationMatrix2D(middle, degrees, 1.0), np.float64)


def shift(by_px: Point) -> Matrix:
    """Shift to the right and down: 2 x 3, pixels to pixels."""
    return np.array([[1, 0, by_px[0]], [0, 1, by_px[1]]], np.float64)


def scale(middle: Point, times: float) -> Matrix:
    """Come nearer or go farther: the picture so many times as large, about a point; 2 x 3."""
    return np.asarray(cv2.getRotationMatrix2D(middle, 0.0, times), np.float64)
