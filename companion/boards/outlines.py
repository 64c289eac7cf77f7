"""Whether the outlines of a board's areas can be right: no border is printed across another."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from engine.board import Board
from engine.errors import InputError
from engine.layout import Area

MOST: Final = 0.05
"""Share of an area that an outline may be off: hands and traced borders are not exact."""

Outline = Sequence[tuple[float, float]]
Mask = npt.NDArray[np.bool_]


def check_outlines(board: Board, file: str) -> None:
    """Refuse outlines that cross themselves or each other; raises InputError.

    A board file with such outlines is read all the same, as it always was.
    """
    areas = [place for group in board.areas for place in group.places if isinstance(place, Area)]
    for one, other in crossings([area.outline_mm for area in areas], board.size_mm):
        expected = (
            f"shares no area with {areas[other].id}" if one != other else "does not cross itself"
        )
        raise InputError(file, _place(areas[one]), f"expected an outline that {expected}")


def crossings(
    outlines: Sequence[Outline], size_mm: tuple[float, float], most: float = MOST
) -> Iterator[tuple[int, int]]:
    """Find the outlines that cross themselves, by their numbers twice, and then each other.

    ``most`` is the share of an area that is let pass.
    """
    filled = [_filled(one, size_mm) for one in outlines]
    inside = [np.count_nonzero(one) for one in filled]
    for i, outline in enumerate(outlines):
        if inside[i] - _enclosed(outline) > most * inside[i]:
            yield i, i
    for i, k in combinations(range(len(outlines)), 2):
        if np.count_nonzero(filled[i] & filled[k]) > most * min(inside[i], inside[k]):
            yield i, k


def _place(area: Area) -> str:
    return f"region {area.id}.outline_mm"


def _filled(outline: Outline, size_mm: tuple[float, float]) -> Mask:
    """Mark what an outline goes around, a cell a square millimetre, its border left out."""
    corners = np.round(np.array(outline)).astype(np.int32)
    width, height = (int(np.ceil(side)) + 1 for side in size_mm)
    cells = np.zeros((height, width), np.uint8)
    cv2.fillPoly(cells, [corners], (1,))
    cv2.polylines(cells, [corners], isClosed=True, color=(0,))
    return cells > 0


def _enclosed(outline: Outline) -> float:
    """Give the area by the corners alone, mm2: the parts of a crossed outline cancel out."""
    x, y = np.array(outline).T
    return float(abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2)
