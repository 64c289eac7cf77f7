"""A camera that sees worse, shows other tones or stands elsewhere.

Frames are BGR, 8 bits; none changes.
"""

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


def sharpened(frame: Image, times: float) -> Image:
    """Sharpen edges, as cameras do, by what a blur of 1.2 px takes off."""
    soft = cv2.GaussianBlur(frame, (0, 0), 1.2).astype(np.float32)
    return levels(frame + np.float32(times) * (frame - soft))


def noisy(frame: Image, spread: float, seed: int) -> Image:
    """Add a sensor's noise, of this standard deviation in grey levels, to each channel."""
    noise = np.random.default_rng(seed).standard_normal(frame.shape, np.float32)
    return levels(frame + np.float32(spread) * noise)


def spotted(frame: Image, spread: float, seed: int) -> Image:
    """Add noise of colour in blotches of some pixels, as strong JPEG or a poor sensor leaves it."""
    height, width = frame.shape[:2]
    chance = np.random.default_rng(seed)
    small = chance.standard_normal((height // 3, width // 3, 3), np.float32)
    noise = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC) * np.float32(spread)
    noise -= noise.mean(axis=2, keepdims=True)
    return levels(frame + noise)


def compressed(frame: Image, quality: float) -> Image:
    """Write it as JPEG of this quality (1 to 100) and read it again."""
    _, coded = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, int(quality)])
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def toned(frame: Image, gamma: float) -> Image:
    """Bend the tone curve: levels, as shares of the largest, to this power."""
    table = np.round(LARGEST * (np.arange(256) / LARGEST) ** gamma).astype(np.uint8)
    return np.asarray(cv2.LUT(frame, table), np.uint8)


def equalised(frame: Image, limit: float) -> Image:
    """Equalise local contrast (CLAHE, 8 x 8 tiles), as a webcam's automatic does."""
    luma = cv2.cvtColor(frame, cv2.COLOR_BGR2LAB)
    luma[..., 0] = cv2.createCLAHE(limit, (8, 8)).apply(np.ascontiguousarray(luma[..., 0]))
    return np.asarray(cv2.cvtColor(luma, cv2.COLOR_LAB2BGR), np.uint8)


def coloured(frame: Image, times: float) -> Image:
    """Make colours stronger or paler."""
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)[..., None].astype(np.float32)
    return levels(grey + (frame - grey) * np.float32(times))


def vignetted(frame: Image, corner: float) -> Image:
    """Darken towards the corners: ``corner`` is the share of light that is left there."""
    return levels(frame * vignette(frame, corner))


def vignette(frame: Image, corner: float) -> npt.NDArray[np.float64]:
    """Tell which share of light is left at each pixel (height x width x 1)."""
    height, width = frame.shape[:2]
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    away = np.hypot(columns / width - 0.5, rows / height - 0.5) / np.hypot(0.5, 0.5)
    return np.asarray(1 - (1 - corner) * away**2)[..., None]


def levels(values: npt.NDArray[np.floating]) -> Image:
    """Round to grey levels, black and white at most."""
    return np.asarray(np.clip(np.round(values), 0, LARGEST), np.uint8)


def moved(frame: Image, move: Matrix) -> Image:
    """Show what a camera sees after ``move`` (2 x 3, pixels to pixels).

    Beyond the old frame's edge, its outermost pixels go on.
    """
    size = frame.shape[1::-1]
    return np.asarray(cv2.warpAffine(frame, move, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def shift(by_px: Point) -> Matrix:
    """Shift to the right and down: 2 x 3, pixels to pixels."""
    return np.array([[1, 0, by_px[0]], [0, 1, by_px[1]]], np.float64)


def turn(frame: Image, degrees: float, times: float = 1.0) -> Matrix:
    """Turn about the frame's middle, anticlockwise, and enlarge: 2 x 3, pixels to pixels."""
    height, width = frame.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, times)
    return np.asarray(matrix, np.float64)


def scale(frame: Image, times: float) -> Matrix:
    """Come nearer or go farther: the picture so many times as large, about its middle; 2 x 3."""
    return turn(frame, 0.0, times)
