"""Light that is not as it was when the table was taught. Frames are BGR, 8 bits; none changes."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from tools.disturb.camera import Point
from vision.reading import Image

LAMP: Final = (0.92, 1.0, 1.08)
"""A lamp's own colour, by channel (blue, green, red): warmer than what lit the table before."""
SATURATED: Final = 255.0
"""The grey level beyond which a camera tells nothing."""
GLOW: Final = 1.6
"""How much of the range glare adds at its middle, so that it is white well around it."""
DROWNED: Final = 0.5
"""The share of the range that glare may add before nothing is to be seen through it."""


def brightened(frame: Image, gain: float) -> Image:
    """Multiply all light."""
    return _times(frame, np.float32(gain))


def tinted(frame: Image, share: float) -> Image:
    """Make the light warmer: red stronger by a share, blue weaker; colder where it is negative."""
    return _times(frame, np.array([1 - share, 1, 1 + share], np.float32))


def lit_from_side(frame: Image, darkest: float) -> Image:
    """Let light fall off evenly from left to right, to a share of what it was."""
    return _times(frame, np.linspace(1, darkest, frame.shape[1], dtype=np.float32)[:, None])


def lamp_lit(frame: Image, brightest: float) -> Image:
    """Add a warm lamp beyond the right edge: so many times the light there, fading leftwards."""
    near = np.linspace(0, 1, frame.shape[1], dtype=np.float32)[:, None] ** 2
    return _times(frame, 1 + (brightest - 1) * near * np.array(LAMP, np.float32))


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


def with_glare(frame: Image, middle: Point, radius: float) -> tuple[Image, npt.NDArray[np.bool_]]:
    """Add a lamp's reflection: the frame, and where (height x width) nothing is seen through it.

    It is white out to about ``radius``, a share of the frame's width, and fades softly beyond.
    """
    height, width = frame.shape[:2]
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    apart = np.hypot(columns - middle[0] * width, rows - middle[1] * height) / (radius * width)
    glow = GLOW * np.exp(-(apart**2) * np.log(GLOW))
    added = np.clip(frame + SATURATED * glow[..., None], 0, SATURATED)
    return added.astype(np.uint8), np.asarray(glow >= DROWNED)


def _times(frame: Image, by: npt.NDArray[np.float32] | np.float32) -> Image:
    """Multiply by what broadcasts to the frame's shape."""
    values = np.clip(frame * by + np.float32(0.5), 0, SATURATED)
    return np.asarray(values, np.uint8)
