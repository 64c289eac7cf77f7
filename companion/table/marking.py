"""The photograph of now, cut to the board, with marks at some locations."""

from collections.abc import Iterable
from typing import Final

import numpy as np

from companion.screens.marked_photo import MarkedPhoto, Points
from companion.table.look import Look
from engine.board import Board

RIM: Final = 0.03
"""How much of its size is shown beyond the outline on each side."""
SMALLEST: Final = 32
"""Pixels; of a board that is not wholly in view so little may be left that it tells nothing."""


def marked(
    look: Look | None, board: Board, odd: Iterable[str] = (), fine: Iterable[str] = ()
) -> MarkedPhoto | None:
    """Mark the locations in a look's picture; None where it has none, or the board is not in it."""
    if look is None or look.picture is None or not len(look.outline) or not len(look.places):
        return None
    outline = np.asarray(look.outline, dtype=np.float64)
    if not np.isfinite(outline).all():
        return None
    height, width = look.picture.shape[:2]
    low, high = outline.min(axis=0), outline.max(axis=0)
    low, high = low - RIM * (high - low), high + RIM * (high - low)
    left, top = np.clip(low, 0, (width, height)).astype(int)
    right, bottom = np.clip(high, 0, (width, height)).astype(int)
    if min(right - left, bottom - top) < SMALLEST:
        return None

    def points(names: Iterable[str]) -> Points:
        places = (look.places[board.index[name]] for name in names if name in board.index)
        return tuple((float(x) - left, float(y) - top) for x, y in places)

    cut = look.picture[top:bottom, left:right]
    return MarkedPhoto(look.name, cut, points(odd), points(fine))
