"""The colours in which a board is drawn on the screen: pale ones of the board itself."""

import colorsys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from companion.ui.style import Colour
from engine.board import Board
from engine.errors import InputError
from engine.layout import Area
from vision.table import Table, load_table

AROUND: Final = (1.5, 2.4)
"""Where the print around a spot is looked at, by the spot's radius."""
STEPS: Final = 16
"""Points on each of these circles."""
WITHIN: Final = (0.2, 0.4, 0.6, 0.8)
"""How far between the middle of an area and its outline the print is looked at."""
VALUE: Final = 0.95
SATURATION: Final = 0.55
"""How colourful a pale tint would be for a print that is infinitely so."""
HALF: Final = 0.2
"""How colourful the print is whose tint has half of that; grey has no hue, and gets none."""
LIGHT: Final = 0.45
"""The relative luminance that ink needs below it to be read (WCAG 2.1, 7 to 1)."""
ALIKE: Final = 36
"""Two tints that differ by less, red, green and blue together, are told apart by a paler one."""
PALER: Final = (0.5, 0.85, 0.25)
"""How far such a tint goes towards white, the first step that tells it from all others."""
STEP: Final = 20
"""By how much it must differ from those for that."""
FINER: Final = 0.02
"""By how much a tint is made less colourful at a time until ink can be read on it."""
GAMMA: Final = 2.2
"""Of a screen: its light is the level, as a share, to this power."""


def tints_of(table: Table) -> tuple[Colour, ...]:
    """Sample the picture of the empty board in each region, in board order.

    Empty where the board file does not say where regions are, or the picture cannot be read.
    """
    board = table.board
    seen = cv2.imread(str(table.empty), cv2.IMREAD_COLOR)
    points = [_points(board, one.id) for one in board.regions]
    if seen is None or not points or not all(len(one) for one in points):
        return ()
    width, height = board.size_mm
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    to_px = cv2.getPerspectiveTransform(corners, np.array(table.corners_px, np.float32))
    tints: list[Colour] = []
    for one in points:
        tints.append(_apart(pale_tint(_printed(seen, one, to_px)), tints))
    return tuple(tints)


def taught_tints(board: Board, *tables: Path) -> tuple[Colour, ...]:
    """Sample a board's regions on the first of these table files that was taught with it.

    Empty where none was, or none can be read.
    """
    for path in tables:
        with suppress(InputError):
            table = load_table(path)
            if table.board == board and (tints := tints_of(table)):
                return tints
    return ()


def _apart(tint: Colour, others: Sequence[Colour]) -> Colour:
    """Make a tint paler where another one is like it, each of several alike by another step."""
    if _least(tint, others) >= ALIKE:
        return tint
    paler = [_paler(tint, share) for share in PALER]
    told_apart = (one for one in paler if _least(one, others) >= STEP)
    return next(told_apart, max(paler, key=lambda one: _least(one, others)))


def _least(tint: Colour, others: Sequence[Colour]) -> int:
    """Tell by how much a tint differs from the one most like it."""
    apart = (sum(abs(a - b) for a, b in zip(tint, one, strict=True)) for one in others)
    return min(apart, default=ALIKE)


def _paler(tint: Colour, share: float) -> Colour:
    red, green, blue = (round(part + share * (255 - part)) for part in tint)
    return red, green, blue


def _points(board: Board, region: str) -> npt.NDArray[np.float64]:
    """List points (n x 2, mm) of a region: around its spots, or along lines within its outline."""
    turns = np.linspace(0, 2 * np.pi, STEPS, endpoint=False)
    circle = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    found = [
        np.array(one.at_mm) + share * one.radius_mm * circle
        for one in board.locations
        if one.region == region
        for share in AROUND
    ]
    for area in (place for group in board.areas for place in group.places):
        if isinstance(area, Area) and area.id == region:
            outline = np.array(area.outline_mm)
            middle = outline.mean(axis=0)
            found += [middle + share * (outline - middle) for share in WITHIN]
    return np.concatenate([*found, np.empty((0, 2))])


def _printed(
    seen: npt.NDArray[np.uint8],
    points: npt.NDArray[np.float64],
    to_px: npt.NDArray[np.float64],
) -> npt.NDArray[np.float64]:
    """Give the usual colour (BGR) of the print at some points of the board."""
    at = cv2.perspectiveTransform(points[:, None].astype(np.float64), to_px)[:, 0]
    columns, rows = np.round(at).astype(int).T
    inside = (columns >= 0) & (rows >= 0) & (columns < seen.shape[1]) & (rows < seen.shape[0])
    if not inside.any():
        return np.full(3, 128.0)
    return np.asarray(np.median(seen[rows[inside], columns[inside]], axis=0), float)


def pale_tint(printed: npt.NDArray[np.float64]) -> Colour:
    """Give the same hue as a print (BGR), so pale that ink is read on it, and white for grey."""
    blue, green, red = (float(one) / 255 for one in printed)
    hue, saturation, _ = colorsys.rgb_to_hsv(red, green, blue)
    saturation *= SATURATION / (HALF + saturation)
    while _luminance(colour := colorsys.hsv_to_rgb(hue, saturation, VALUE)) < LIGHT:
        saturation -= FINER
    return round(255 * colour[0]), round(255 * colour[1]), round(255 * colour[2])


def _luminance(colour: tuple[float, float, float]) -> float:
    red, green, blue = (one**GAMMA for one in colour)
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)
