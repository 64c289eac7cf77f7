"""Pale merchants in so much light that the camera sees nothing but white.

A mirrored lamp looks so too, and therefore white alone tells of no piece. But a lamp is brighter
than the ground around its reflection by less and less; a merchant ends at once, or in its shadow.
"""

from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.background import Mask
from vision.light import ALL_CLIPPED
from vision.masks import Bits
from vision.sight import Sight
from vision.spots import Check, Rows, Spots, leading
from vision.squares import SAME_HUE, Closeup

LEAST_WHITE: Final = 0.35
"""Share of a piece that must be nothing but white, and was not on the bare board."""
BRIGHTER: Final = 0.08
"""How much lighter than in the light of the whole board, as its log, the ground beside may be."""
ENDS: Final = 0.7
"""Share of what lies right beside the white that is as ever, or in shadow, beside a merchant."""
FADES: Final = 0.5
"""Share of it that is brighter where a lamp is mirrored."""

_NEAR: Final = np.ones((3, 3), np.uint8)
_BESIDE: Final = np.ones((5, 5), np.uint8)


def too_bright(spots: Spots, sight: Sight) -> Check:
    """Make a check that takes what is nothing but white for what it looks like.

    So it does for whatever is much of a piece's size and ends where the bare ground begins, in the
    light that ``sight`` last judged. What fades into the ground is left open, unless what else is
    seen there tells plainly. Where a merchant on the next place may reach in, nothing of that is
    seen, and the rows stay.
    """
    squares = spots.squares
    side, background = squares.side, squares.background
    alone = squares.places.free_mm(spots.radius_mm) > spots.radius_mm
    enough = LEAST_WHITE * np.count_nonzero(squares.distance_mm <= spots.radius_mm)

    def beside(white: Bits) -> Mask:
        """Mark what lies right beside white points (side²), but for what blur mixes with them."""
        white = white.reshape(side, side)
        return np.asarray(cv2.dilate(white, _BESIDE) > cv2.dilate(white, _NEAR)).ravel()

    def check(rows: Rows, closeup: Closeup) -> Rows:
        if closeup.over is None:
            return rows
        clipped = closeup.over.reshape(len(rows), -1) == ALL_CLIPPED
        many = np.flatnonzero((clipped.sum(axis=1) >= enough) & alone[closeup.places])
        if not len(many):
            return rows
        here = closeup.only(many)
        points = squares.points(here.places)
        off = here.seen + sight.shade(squares.sampler, points) - background.mean[points]
        steps = (off / background.spread[points]).reshape(len(many), -1, 3)
        white = (clipped[many] & (steps[..., 0] > 1)).astype(np.uint8)
        same = (np.abs(steps[..., 1:]) < SAME_HUE).all(axis=2)
        brighter = off[:, 0].reshape(len(many), -1) > BRIGHTER
        told = rows.copy()
        plain = leading(rows)
        pieces = []
        for i in np.flatnonzero(white.sum(axis=1) >= enough).tolist():
            rim = beside(white[i])
            if rim.any() and brighter[i][rim].mean() > FADES:
                if not plain[many[i]]:
                    told[many[i]] = 0.0
            elif rim.any() and (same[i] & ~brighter[i])[rim].mean() >= ENDS:
                pieces.append(i)
        if pieces:
            judged = spots.judge(_plainly(here.only(np.array(pieces))), sight.lit.noise)
            piece = judged.argmax(axis=1) > 0  # however light the bare place is, it may be lighter
            told[many[pieces][piece]] = judged[piece]
        return told

    return check


def _plainly(closeup: Closeup) -> Closeup:
    """Take white for what it looks like."""
    over = closeup.over
    if over is None:
        return closeup
    return replace(closeup, over=np.where(over == ALL_CLIPPED, 0, over).astype(np.uint8))
