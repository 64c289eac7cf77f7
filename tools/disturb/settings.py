"""What cameras do to pictures by themselves, and rooms to light: at random, or as an evening.

Frames are BGR, 8 bits; none changes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from tools.disturb import camera, light
from vision.reading import Image

LARGEST: Final = 255.0
_GAMMA: Final = 2.2
"""A display's: levels to its power are about proportional to light."""


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
    return _levels(grey + (frame - grey) * np.float32(times))


def sharpened(frame: Image, times: float) -> Image:
    """Sharpen edges, as cameras do, by what a blur of 1.2 px takes off."""
    soft = cv2.GaussianBlur(frame, (0, 0), 1.2).astype(np.float32)
    return _levels(frame + np.float32(times) * (frame - soft))


def vignetted(frame: Image, corner: float) -> Image:
    """Darken towards the corners: ``corner`` is the share of light that is left there."""
    height, width = frame.shape[:2]
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    away = np.hypot(columns / width - 0.5, rows / height - 0.5) / np.hypot(0.5, 0.5)
    left = 1 - (1 - corner) * away**2
    return _levels(frame * left[..., None])


def spotted(frame: Image, spread: float, seed: int) -> Image:
    """Add noise of colour in blotches of some pixels, as strong JPEG or a poor sensor leaves it."""
    height, width = frame.shape[:2]
    chance = np.random.default_rng(seed)
    small = chance.standard_normal((height // 3, width // 3, 3), np.float32)
    noise = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC) * np.float32(spread)
    noise -= noise.mean(axis=2, keepdims=True)
    return _levels(frame + noise)


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
        linear = (frame / np.float32(LARGEST)) ** np.float32(_GAMMA) * np.float32(self.light)
        tint = np.array([1 - self.warm, 1, 1 + self.warm], np.float32)
        linear = cv2.GaussianBlur(linear * tint, (0, 0), self.blur_px)
        height, width = frame.shape[:2]
        rows, columns = np.mgrid[:height, :width].astype(np.float32)
        away = np.hypot(columns / width - 0.5, rows / height - 0.5) / np.hypot(0.5, 0.5)
        linear = linear * (1 - (1 - self.corner) * away**2)[..., None]
        levels = LARGEST * np.clip(linear, 0, 1) ** (1 / _GAMMA)
        noise = np.random.default_rng(seed).standard_normal(frame.shape, np.float32)
        noise = 0.7 * noise + cv2.GaussianBlur(noise, (0, 0), 1.0)
        noisy = _levels(levels + np.float32(self.read_noise) * noise)
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


def changed_at_random(frame: Image, chance: np.random.Generator) -> Image:
    """Change light and camera at random: each way with a chance of its own, most of them not."""
    for share, change in _WAYS:
        if chance.uniform() < share:
            frame = change(frame, chance)
    return frame


def _shadow(frame: Image, chance: np.random.Generator) -> Image:
    soft = float(chance.choice([0.7, 4, 30]))
    middle = (float(chance.uniform(0.1, 0.9)), float(chance.uniform(0.1, 0.9)))
    depth, radius = float(chance.uniform(0.35, 0.8)), float(chance.uniform(0.1, 0.4))
    return light.shaded(frame, depth, middle, radius, soft)


def _drawn(
    change: Callable[[Image, float], Image], low: float, high: float
) -> Callable[[Image, np.random.Generator], Image]:
    return lambda frame, chance: change(frame, float(chance.uniform(low, high)))


def _seeded(
    change: Callable[[Image, float, int], Image], low: float, high: float
) -> Callable[[Image, np.random.Generator], Image]:
    return lambda frame, chance: change(
        frame, float(chance.uniform(low, high)), int(chance.integers(1 << 30))
    )


_WAYS: Final = (
    (0.3, _drawn(light.brightened, 0.35, 1.5)),
    (0.3, _drawn(light.tinted, -0.2, 0.3)),
    (0.2, _drawn(light.lit_from_side, 0.4, 0.9)),
    (0.2, _shadow),
    (0.2, _drawn(toned, 0.52, 1.9)),
    (0.15, _drawn(equalised, 1.0, 4.0)),
    (0.2, _drawn(coloured, 0.7, 1.3)),
    (0.25, _drawn(camera.blurred, 0.5, 3.2)),
    (0.15, _drawn(sharpened, 0.3, 1.2)),
    (0.2, _drawn(vignetted, 0.4, 0.9)),
    (0.25, _seeded(camera.noisy, 2.0, 14.0)),
    (0.15, _seeded(spotted, 2.0, 10.0)),
    (0.3, _drawn(camera.compressed, 15.0, 90.0)),
)
"""How likely each change is, and what it draws: all chosen, as rooms and webcams do them."""


def _levels(values: npt.NDArray[np.float32]) -> Image:
    return np.asarray(np.clip(np.round(values), 0, LARGEST), np.uint8)
