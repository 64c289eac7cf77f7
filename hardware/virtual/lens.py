"""What every camera adds to a picture: darker corners and noise."""

from functools import cache
from typing import Final

import numpy as np

from hardware.virtual.pose import HEIGHT_PX, WIDTH_PX
from hardware.virtual.texture import Field, Picture, clipped

SLACK_PX: Final = 96
DARK_CORNERS: Final = 0.22


@cache
def vignette() -> Field:
    """Tell how much light reaches each pixel: 1 in the middle, less towards the corners."""
    y, x = np.mgrid[0:HEIGHT_PX, 0:WIDTH_PX].astype(np.float32)
    away = (x / WIDTH_PX - 0.5) ** 2 + (y / HEIGHT_PX - 0.5) ** 2
    return np.asarray(1.0 - DARK_CORNERS * 2.0 * away, np.float32)


def sensor_noise(seed: int, deviation: float) -> tuple[Picture, Picture]:
    """Make a sheet of noise (``deviation`` in grey levels), as what brightens and what darkens.

    It is ``SLACK_PX`` larger than a picture either way, so that each can take another window.
    """
    rng = np.random.default_rng(seed)
    shape = (HEIGHT_PX + SLACK_PX, WIDTH_PX + SLACK_PX, 3)
    sheet = np.float32(deviation) * rng.standard_normal(shape, np.float32)
    return clipped(np.maximum(sheet, 0.0)), clipped(np.maximum(-sheet, 0.0))
