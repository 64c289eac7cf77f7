"""A field of an area, seen from straight above, and pieces that may stand on it."""

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.area_colours import Evidence
from vision.area_map import Plot
from vision.area_shapes import Lamp, Lean, Outline
from vision.areas import Search

STEP_MM: Final = 0.8
SHAPE: Final = (110, 160)
NO_NOISE: Final = np.zeros(3)
ABOVE: Final = Lean((64.0, 44.0), 800.0)
Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]


def flat(*colour: float) -> Floats:
    """Give a window of one colour (opponent space)."""
    return np.tile(np.array(colour, np.float32), (*SHAPE, 1))


def whole_plot() -> Plot:
    inside = np.zeros(SHAPE, bool)
    inside[5:-5, 5:-5] = True
    return Plot(np.s_[0 : SHAPE[0], 0 : SHAPE[1]], inside, np.zeros(2), STEP_MM)


DIE: Final = Outline(4.5, 4.5, 8.0)
AGAINST: Final = np.full(SHAPE, -0.4, np.float32)
"""Evidence of cells against anything, in nats."""


def disc(column: int, radius_mm: float = 4.5) -> Mask:
    rows, columns = np.ogrid[: SHAPE[0], : SHAPE[1]]
    return np.asarray(np.hypot(rows - 55, columns - column) * STEP_MM <= radius_mm)


def evidence(
    parts: list[tuple[int, int, float]],
    cast: Floats,
    shaded: Floats | None = None,
    foreign: Floats = AGAINST,
) -> Evidence:
    """Let discs of 4.5 mm at columns speak for classes, in nats a cell, and all else against.

    ``shaded`` is what a cell says for a known lamp's shadow, without it what is cast there.
    """
    nats = np.stack([AGAINST, AGAINST])
    for k, column, each in parts:
        nats[k][disc(column)] = each
    all_cast = cast.reshape(-1, *SHAPE)
    known = all_cast[1:] if shaded is None else shaded[None]
    alike = np.eye(2, dtype=bool)
    return Evidence(nats, nats, all_cast, known, foreign, foreign, alike)


def found(
    evidence: Evidence, outlines: tuple[Outline, ...], lamps: tuple[Lamp, ...] = ()
) -> list[int]:
    return [piece.kind for piece in Search(whole_plot(), outlines, ABOVE, evidence, lamps).run()]
