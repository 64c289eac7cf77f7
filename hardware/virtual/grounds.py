"""The grain of a printed ground: painted, flat, photographed, engraved, or stained parchment."""

from typing import Final

import numpy as np

from hardware.virtual.conditions import Style
from hardware.virtual.texture import Field, Rng, fractal, noise, relief

HATCH_MM: Final = 1.5
"""From one engraved line to the next."""
HATCHED: Final = 0.62
"""How much of the paper's brightness an engraved line takes."""
BUMPS_MM: Final = 9.1667
STAIN_MM: Final = 70.0
GRIT_MM: Final = 0.8


def ground(style: Style, rng: Rng, colour: Field, px_per_mm: float) -> None:
    """Give a coloured ground (h x w x 3, BGR) the grain of its style, in place."""
    height, width = colour.shape[:2]
    match style:
        case "pale" | "dark":
            bumps = fractal(rng, height, width, round(BUMPS_MM * px_per_mm, 2), 5)
            colour *= (relief(2.0 * bumps) + 0.035 * bumps)[..., None]
        case "flat":
            pass
        case "photographic":
            clouds = fractal(rng, height, width, 60.0 * px_per_mm, 7)
            grit = noise(rng, height, width, (GRIT_MM * px_per_mm, GRIT_MM * px_per_mm))
            colour *= np.clip(1.0 + 0.16 * clouds + 0.13 * grit, 0.35, 1.7)[..., None]
            for channel in range(3):
                tint = fractal(rng, height, width, 14.0 * px_per_mm, 4)
                colour[..., channel] *= 1.0 + 0.05 * tint
        case "parchment":
            stains = fractal(rng, height, width, STAIN_MM * px_per_mm, 6)
            fibres = noise(rng, height, width, (1.2 * px_per_mm, 9.0 * px_per_mm))
            shade = relief(1.6 * fractal(rng, height, width, 12.0, 4))
            worn = np.clip(1.0 - 0.14 * np.clip(stains, -0.5, None) + 0.03 * fibres, 0.4, 1.2)
            colour *= (worn * shade)[..., None]
            # Brown, where it is dark.
            colour[..., 0] *= np.clip(worn, 0.6, 1.0)
        case "engraved":
            colour *= (1.0 - HATCHED * _hatching(rng, height, width, px_per_mm))[..., None]


def _hatching(rng: Rng, height: int, width: int, px_per_mm: float) -> Field:
    """Hatch hills with lines that follow them, the thicker the steeper: 0 to 1."""
    hills = noise(rng, height, width, (60.0 * px_per_mm, 60.0 * px_per_mm))
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) / np.float32(px_per_mm)
    turn = rng.uniform(0.0, np.pi)
    across = x * np.float32(np.cos(turn)) + y * np.float32(np.sin(turn)) + 6.0 * hills
    wave = 0.5 + 0.5 * np.cos(2.0 * np.pi / HATCH_MM * across)
    thick = np.clip(0.35 + 0.25 * hills, 0.0, 0.8)
    return np.asarray(np.clip(4.0 * (wave - 1.0 + thick), 0.0, 1.0), np.float32)
