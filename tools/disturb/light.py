"""Light that is not as it was when the table was taught. Frames are BGR, 8 bits; none changes."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from tools.disturb.camera import Point
from vision.reading import Image

SATURATED: Final = 255.0
"""The grey level beyond which a camera tells nothing."""


def brightened(frame: Image, gain: float) -> Image:
    """Multiply all light."""
    return _times(frame, np.float32(gain))


def tinted(frame: Image, share: float) -> Image:
    """Make the light warmer: red stronger by a share, blue weaker; colder where it is negative."""
    return _times(frame, np.array([1 - share, 1, 1 + share], np.float32))


def lit_from_side(frame: Image, darkest: float) -> Image:
    """Let light fall off evenly from left to right, to a share of what it was."""
    return _times(frame, np.linspace(1, darkest, frame.shape[1], dtype=np.float32)[:, None])


def shaded(frame: Image, depth: float, middle: Point, radius: float, soft_px: float) -> Image:
    """Cast the shadow of something oval: ``depth`` is the share of light that is left in it.

    ``middle`` and ``radius`` are shares of the frame's width and height, ``soft_px`` the standard
    deviation of its edge.
    """
    height, width = frame.shape[:2]
    left = np.ones((height, width), np.float32)
    at = (round(middle[0] * width), round(middle[1] * height))
    axes = (max(1, round(radius * width)), max(1, round(radius * height)))
    cv2.ellipse(left, at, axes, 25, 0, 360, (depth,), -1, cv2.LINE_AA)
    if soft_px:
        left = np.asarray(cv2.GaussianBlur(left, (0, 0), soft_px), np.float32)
    return _times(frame, left[..., None])


def _times(frame: Image, by: npt.NDArray[np.float32] | np.float32) -> Image:
    """Multiply by what broadcasts to the frame's shape."""
    values = np.clip(frame * by + np.float32(0.5), 0, SATURATED)
    return np.asarray(values, np.uint8)
