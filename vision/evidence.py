"""What each point of a frame says by itself: for a piece, for the bare board, for neither.

A channel that ends at what the camera can tell is only known to be at least so bright, and is
judged by how often it would be, with a piece there and on the bare board.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.background import UNKNOWN, Background, Mask
from vision.colour import beyond, cells
from vision.light import ALL_CLIPPED, Floats, Marks

ALIKE: Final = 0.4
"""Log likelihood by which a point must fit one colour better than another to speak for it."""
LOG_GLEAM: Final = np.float32(-3.0)
"""Log probability that a mirrored lamp makes a point white, whatever it shows: one in twenty."""
WHITE_TELLS: Final = 1.0
"""Log likelihood by which a white point fits the bare board better when it tells all it can."""


class Palette:
    """The looks of pieces, as tables of log densities (names x cells)."""

    def __init__(self, tables: Floats, own: Mask) -> None:
        """Keep the tables; ``own`` (cells) marks those of one of the pieces."""
        self._tables = tables
        self._best = np.maximum(tables.max(axis=0), np.where(own, np.float32(UNKNOWN), -np.inf))
        self._beyond: dict[int, Floats] = {}

    def densities(self, seen: Floats, over: Marks | None = None) -> Floats:
        """Give the log density of each pixel (N x 3) under each look (names x N).

        Of the channels that ``over`` (N) marks as clipped it is the log probability that they
        are at least so bright.
        """
        at = cells(seen)
        densities = np.take(self._tables, at, axis=1)
        for mark in () if over is None else np.unique(over[over > 0]).tolist():
            if mark not in self._beyond:
                self._beyond[mark] = beyond(self._tables, mark)
            marked = np.flatnonzero(over == mark)
            densities[:, marked] = self._beyond[mark][:, at[marked]]
        return densities

    def likeliest(self, seen: Floats, over: Marks | None = None) -> Floats:
        """Give the log density of each pixel (N x 3) under the look that fits it best.

        Of a piece's own it is never less than for a thing of which nothing is known.
        """
        best = np.take(self._best, cells(seen))
        if over is not None and (marked := np.flatnonzero(over)).size:
            best[marked] = self.densities(seen[marked], over[marked]).max(axis=0)
        return np.asarray(best, np.float32)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What N points say, as log likelihoods.

    ``piece`` is for the likeliest piece and against the bare board (N), ``strange`` the same for
    a thing of which nothing is known, ``each`` (names x N) what is lost by taking the piece for
    one of that name, ``shown`` (N) how much of what it usually tells a point can tell. ``gleams``
    marks (N) those with a clipped channel that are brighter than the bare board would be.
    """

    piece: Floats
    strange: Floats
    each: Floats
    shown: Floats
    gleams: Mask


class Scales:
    """Weighs what points say for pieces of known looks and for the bare board behind them."""

    def __init__(self, palette: Palette, background: Background) -> None:
        """Weigh the looks against the background."""
        self._palette = palette
        self._background = background

    def weigh(
        self,
        seen: Floats,
        noise: float,
        points: npt.NDArray[np.int64] | None = None,
        over: Marks | None = None,
    ) -> Evidence:
        """Weigh pixels (N x 3, opponent space, light and shade removed), one by one.

        ``noise`` and ``points`` are as for ``Background.log_density``; ``over`` (N) marks clipped
        channels.
        """
        bare = self._background.log_density(seen, noise, points, over)
        named = self._palette.densities(seen, over)
        white = np.flatnonzero(over == ALL_CLIPPED) if over is not None else np.zeros(0, np.int64)
        for one in (bare, *named) if len(white) else ():
            one[white] = np.logaddexp(one[white], LOG_GLEAM)
        best = named.max(axis=0)
        piece = best - bare
        strange = np.float32(UNKNOWN) - bare
        each = np.minimum(named - (best - np.float32(ALIKE)), np.float32(0))
        shown = np.ones(len(seen), np.float32)
        if over is None:
            return Evidence(piece, strange, each, shown, np.zeros(len(seen), bool))
        # A mirrored lamp makes all white: that may tell against a piece, never for one.
        piece[white] = np.minimum(piece[white], 0)
        shown[white] = np.minimum(piece[white] / -WHITE_TELLS, 1)
        each[:, white] *= shown[white]
        strange[white] = 0.0
        # At its rim one channel ends before the others: what tells for a piece must then do so by
        # its face, too.
        part = np.flatnonzero((over > 0) & (over < ALL_CLIPPED))
        there = part if points is None else points[part]
        face = self._palette.likeliest(seen[part]) - self._background.log_density(
            seen[part], noise, there
        )
        piece[part] = np.minimum(piece[part], np.maximum(face, 0))
        return Evidence(piece, strange, each, shown, self._gleams(seen, points, over))

    def _gleams(self, seen: Floats, points: npt.NDArray[np.int64] | None, over: Marks) -> Mask:
        """Mark the clipped points that the bare board alone does not explain in this light."""
        here = slice(None) if points is None else points
        bare = self._background
        brighter = seen[:, 0] - bare.mean[here, 0] > bare.spread[here, 0]
        return np.asarray((over > 0) & brighter)
