"""Whether the outlines of a board's areas can be right: no border is printed across another."""

from collections.abc import Sequence
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
    filled = {one.id: _filled(one.outline_mm, board.size_mm) for one in areas}
    for one in areas:
        inside = np.count_nonzero(filled[one.id])
        if inside - _enclosed(one.outline_mm) > MOST * inside:
            raise InputError(file, _place(one), "expected an outline that does not cross itself")
    for one, other in combinations(areas, 2):
        both = np.count_nonzero(filled[one.id] & filled[other.id])
        least = min(np.count_nonzero(filled[each.id]) for each in (one, other))
        if both > MOST * least:
            expected = f"expected an outline that shares no area with {other.id}"
            raise InputError(file, _place(one), expected)


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
