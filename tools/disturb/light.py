"""Light that is not as it was when the table was taught. Frames are BGR, 8 bits; none changes."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from tools.disturb import camera
from vision.reading import Image

GAMMA: Final = 2.2
"""A display's: levels to its power are about proportional to light."""


def brightened(frame: Image, gain: float) -> Image:
    """Multiply all light."""
    return _times(frame, np.float32(gain))


def tinted(frame: Image, share: float) -> Image:
    """Make the light warmer: red stronger by a share, blue weaker; colder where it is negative."""
    return _times(frame, np.array([1 - share, 1, 1 + share], np.float32))


def lit_from_side(frame: Image, darkest: float) -> Image:
    """Let light fall off evenly from left to right, to a share of what it was."""
    return _times(frame, np.linspace(1, darkest, frame.shape[1], dtype=np.float32)[:, None])


def hazy(frame: Image, stray: float) -> Image:
    """Add light everywhere, as a share of the brightest: a lamp that shines into the lens."""
    linear = (frame / np.float32(camera.LARGEST)) ** np.float32(GAMMA) * np.float32(1 - 2 * stray)
    return camera.levels(camera.LARGEST * (linear + np.float32(stray)) ** (1 / GAMMA))


WHITE: Final = (1.0, 1.0, 1.0)
SUN: Final = (0.63, 1.01, 1.36)
"""By how much a sun's shadow darkens blue, green and red, as powers of ``depth``: the sky is left.
On a path-traced board it was so."""


@dataclass(frozen=True, slots=True)
class Shadow:
    """The shadow of something oval: of what colour the light is that it takes, and its edge.

    ``colour`` are powers of its depth for blue, green and red; ``edge_px`` is the standard
    deviation of its edge.
    """

    colour: tuple[float, float, float]
    edge_px: float


def shaded(
    frame: Image, depth: float, middle: camera.Point, radius: float, shadow: Shadow
) -> Image:
    """Cast a shadow: ``depth`` is the share of light that is left in it.

    ``middle`` and ``radius`` are shares of the frame's width and height.
    """
    height, width = frame.shape[:2]
    left = np.ones((height, width), np.float32)
    at = (round(middle[0] * width), round(middle[1] * height))
    axes = (max(1, round(radius * width)), max(1, round(radius * height)))
    cv2.ellipse(left, at, axes, 25, 0, 360, (depth,), -1, cv2.LINE_AA)
    if shadow.edge_px:
        left = np.asarray(cv2.GaussianBlur(left, (0, 0), shadow.edge_px), np.float32)
    return _times(frame, left[..., None] ** np.array(shadow.colour, np.float32))


def _times(frame: Image, by: npt.NDArray[np.float32] | np.float32) -> Image:
    """Multiply by what broadcasts to the frame's shape."""
    values = np.clip(frame * by + np.float32(0.5), 0, camera.LARGEST)
    return np.asarray(values, np.uint8)


@dataclass(frozen=True, slots=True)
class Evening:
    """A dim room: ``light`` is the share that is left, ``warm`` the share red gains and blue loses.

    ``read_noise`` is a small sensor's at high gain, in grey levels; ``blur_px`` a slight defocus;
    ``corner`` the light that a lens leaves in the corners; ``quality`` that of JPEG.
    """

    light: float = 1 / 3
    warm: float = 0.25
    read_noise: float = 5.0
    blur_px: float = 0.8
    corner: float = 0.6
    quality: int = 60

    def of(self, frame: Image, seed: int) -> Image:
        linear = (frame / np.float32(camera.LARGEST)) ** np.float32(GAMMA) * np.float32(self.light)
        tint = np.array([1 - self.warm, 1, 1 + self.warm], np.float32)
        linear = cv2.GaussianBlur(linear * tint, (0, 0), self.blur_px)
        linear = linear * camera.vignette(frame, self.corner)
        levels = camera.LARGEST * np.clip(linear, 0, 1) ** (1 / GAMMA)
        noise = np.random.default_rng(seed).standard_normal(frame.shape, np.float32)
        noise = 0.7 * noise + cv2.GaussianBlur(noise, (0, 0), 1.0)
        noisy = camera.levels(levels + np.float32(self.read_noise) * noise)
        return camera.compressed(noisy, self.quality)

    @classmethod
    def random(cls, chance: np.random.Generator) -> "Evening":
        return cls(
            light=float(chance.uniform(0.2, 0.7)),
            warm=float(chance.uniform(-0.1, 0.4)),
            read_noise=float(chance.uniform(1, 8)),
            blur_px=float(chance.uniform(0.4, 1.4)),
            corner=float(chance.uniform(0.4, 1.0)),
            quality=int(chance.integers(45, 90)),
        )
