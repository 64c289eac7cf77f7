"""Surfaces with grain: noise fields, paper relief and wood."""

from collections.abc import Mapping

import cv2
import numpy as np
import numpy.typing as npt

from hardware.virtual.conditions import Table

Picture = npt.NDArray[np.uint8]
Field = npt.NDArray[np.float32]
Rng = np.random.Generator

PLANK_MM = 92.0
CHECK_MM = 34.0
WOODS: Mapping[str, tuple[float, float, float]] = {
    "oak": (58.0, 92.0, 134.0),
    "walnut": (34.0, 50.0, 74.0),
    "beech": (128.0, 168.0, 204.0),
}
PLAINS: Mapping[str, tuple[float, float, float]] = {
    "felt": (62.0, 96.0, 40.0),
    "white": (206.0, 210.0, 212.0),
}


def noise(rng: Rng, height: int, width: int, cell: tuple[float, float]) -> Field:
    """Make smooth noise of mean 0 and deviation about 1; ``cell`` is its grain (y, x) in pixels."""
    rows, columns = (int(n / c) + 3 for n, c in zip((height, width), cell, strict=True))
    coarse = rng.standard_normal((rows, columns)).astype(np.float32)
    scaled = cv2.resize(coarse, None, fx=cell[1], fy=cell[0], interpolation=cv2.INTER_CUBIC)
    return np.asarray(scaled[:height, :width], dtype=np.float32)


def fractal(rng: Rng, height: int, width: int, cell: float, octaves: int = 4) -> Field:
    """Sum noise of halving grain and weight: clouds, ground, worn paper."""
    total = np.zeros((height, width), np.float32)
    for octave in range(octaves):
        size = max(cell / 2**octave, 1.0)
        total += noise(rng, height, width, (size, size)) / 2**octave
    return total


def relief(height_map: Field) -> Field:
    """Light a height map from the upper left: a factor around 1 for each pixel."""
    slope = cv2.Sobel(height_map, cv2.CV_32F, 1, 1, ksize=3)
    return np.asarray(1.0 + 0.03 * np.clip(slope, -3.0, 3.0), dtype=np.float32)


def surface(table: Table, rng: Rng, height: int, width: int, px_per_mm: float) -> Picture:
    """Paint a table top, BGR."""
    if table in WOODS:
        return wood(rng, height, width, px_per_mm, WOODS[table])
    if table == "cloth":
        return _checked(rng, height, width, px_per_mm)
    fibre = fractal(rng, height, width, 3.0 * px_per_mm, 3)
    return multiplied(PLAINS[table], 1.0 + (0.05 if table == "felt" else 0.012) * fibre)


def wood(
    rng: Rng, height: int, width: int, px_per_mm: float, colour: tuple[float, float, float]
) -> Picture:
    """Paint a table top of planks that run across the picture, BGR."""
    shade = np.ones((height, width), np.float32)
    plank = PLANK_MM * px_per_mm
    for top in np.arange(-plank * rng.random(), height, plank):
        rows = slice(max(0, int(top)), min(height, int(top + plank)))
        count = rows.stop - rows.start
        figure = noise(rng, count, width, (9.0 * px_per_mm, 160.0 * px_per_mm))
        grain = noise(rng, count, width, (max(1.0, 0.9 * px_per_mm), 45.0 * px_per_mm))
        shade[rows] = (
            1.0 + 0.10 * rng.standard_normal() + 0.10 * np.sin(4.0 * figure) + 0.07 * grain
        )
        shade[rows.start : rows.start + max(1, int(1.2 * px_per_mm))] *= 0.45
    shade += 0.02 * rng.standard_normal((height, width)).astype(np.float32)
    return multiplied(colour, shade)


def _checked(rng: Rng, height: int, width: int, px_per_mm: float) -> Picture:
    """Weave a checked table-cloth of two colours."""
    check = CHECK_MM * px_per_mm
    light, dark = np.array((214.0, 216.0, 220.0)), rng.uniform((30.0,) * 3, (170.0,) * 3)
    rows, columns = (((np.arange(side) // check) % 2)[:, None] for side in (height, width))
    share = (0.5 * (rows + columns.T))[..., None]
    weave = 1.0 + 0.04 * rng.standard_normal((height, width, 1), np.float32)
    return clipped((light + (dark - light) * share) * weave)


def multiplied(colour: tuple[float, float, float], shade: Field) -> Picture:
    """Make a picture of one BGR colour, brightened or darkened by ``shade``."""
    return clipped(shade[..., None] * np.asarray(colour, np.float32))


def clipped(values: npt.NDArray[np.floating]) -> Picture:
    """Round to 8 bits, keeping within black and white."""
    return np.asarray(np.clip(values + 0.5, 0.0, 255.0), np.uint8)
