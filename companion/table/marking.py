"""The photograph of now, cut to the board, with marks at some locations."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.screens.marked_photo import MarkedPhoto, Points
from companion.table.look import Look
from engine.board import Board

RIM: Final = 0.03
"""How much of its size is shown beyond the outline on each side."""
SMALLEST: Final = 32
"""Pixels; of a board that is not wholly in view so little may be left that it tells nothing."""
NEAREST: Final = 0.5
"""How much of the board is shown at least: from less nobody knows where that is."""
AROUND: Final = 0.12
"""How much of the board is shown around what is marked."""

Corner = npt.NDArray[np.float64]


def marked(
    look: Look | None,
    board: Board,
    odd: Iterable[str] = (),
    fine: Iterable[str] = (),
    *,
    around: Collection[str] | None = None,
) -> MarkedPhoto | None:
    """Mark locations in a look's picture; None where it has none, or the board is not in it.

    With ``around`` no more of the board is shown than these locations need.
    """
    if look is None or look.picture is None or not len(look.outline) or not len(look.places):
        return None
    outline = np.asarray(look.outline, dtype=np.float64)
    if not np.isfinite(outline).all():
        return None
    places = [
        tuple(look.places[board.index[name]] for name in names if name in board.index)
        for names in (odd, fine, around or ())
    ]
    low, high = outline.min(axis=0), outline.max(axis=0)
    low, high = low - RIM * (high - low), high + RIM * (high - low)
    if around is not None:
        low, high = _closer(low, high, places[2])
    height, width = look.picture.shape[:2]
    left, top = np.clip(low, 0, (width, height)).astype(int).tolist()
    right, bottom = np.clip(high, 0, (width, height)).astype(int).tolist()
    if min(right - left, bottom - top) < SMALLEST:
        return None

    def shifted(points: Iterable[Sequence[float]]) -> Points:
        return tuple((float(x) - left, float(y) - top) for x, y in points)

    cut = look.picture[top:bottom, left:right]
    return MarkedPhoto(look.name, cut, shifted(places[0]), shifted(places[1]))


def _closer(low: Corner, high: Corner, points: Sequence[Sequence[float]]) -> tuple[Corner, Corner]:
    """Cut a part of the same shape out of a box around some points, and inside it."""
    if not points:
        return low, high
    size, at = high - low, np.asarray(points, dtype=np.float64)
    least, most = at.min(axis=0), at.max(axis=0)
    share = min(1.0, max(NEAREST, float(((most - least) / size).max()) + 2 * AROUND))
    start = np.clip((least + most - share * size) / 2, low, high - share * size)
    return start, start + share * size
