"""What lies on the table: everything that does not look like the margin of the picture."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.masks import Bits
from vision.reading import Image

LONGER_PX: Final = 320
"""The longer side of the picture in which the board is looked for."""
MARGIN: Final = 0.03
"""Share of the picture's width, all around, that shows nothing but table."""
ROUNDS: Final = 4
SPECK: Final = 7
BIN_LEVELS: Final = 16
"""Levels of L*a*b* that count as one colour, together with those next to them."""
FEW: Final = 0.005
"""Share of a side of the margin that a colour has at least to belong there."""
EDGE_LEVELS: Final = (40, 90)
"""Steps between neighbouring pixels from which an edge goes on, and from which one begins."""


@dataclass(frozen=True, slots=True)
class Foreground:
    """The largest thing on the table, in a small picture ``scale`` times as large as the frame.

    ``inside`` marks it without its holes, ``rim`` (0 or 255) its outline and ``edges`` (0 or 255)
    whatever edges it has.
    """

    scale: float
    inside: Bits
    rim: Bits
    edges: Bits


def find_foreground(picture: Image) -> Foreground | None:
    """Part a picture (BGR) into table and thing; None where there is but table."""
    scale = LONGER_PX / max(picture.shape[:2])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), 1.0)
    outline = _outline(_unlike_the_margin(small))
    if outline is None:
        return None
    inside, rim = np.zeros(small.shape[:2], np.uint8), np.zeros(small.shape[:2], np.uint8)
    cv2.drawContours(inside, [outline], -1, 1, -1)
    cv2.drawContours(rim, [outline], -1, 255, 1)
    edges = cv2.Canny(small, *EDGE_LEVELS)
    edges[cv2.dilate(inside, np.ones((5, 5), np.uint8)) == 0] = 0
    return Foreground(scale, inside, rim, np.asarray(edges, np.uint8))


def _unlike_the_margin(small: Image) -> Bits:
    """Mark the pixels whose colours the margin of the picture does not have."""
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB)
    marks = np.where(_table(lab), cv2.GC_BGD, cv2.GC_PR_FGD).astype(np.uint8)
    # It begins with clusters drawn at random: the same picture shall give the same outline.
    cv2.setRNGSeed(0)
    table, thing = np.zeros((1, 65)), np.zeros((1, 65))
    cv2.grabCut(lab, marks, None, table, thing, ROUNDS, cv2.GC_INIT_WITH_MASK)
    return np.asarray((marks == cv2.GC_FGD) | (marks == cv2.GC_PR_FGD), np.uint8)


def _table(lab: Image) -> npt.NDArray[np.bool_]:
    """Mark what surely is table: what lies along the margin in colours that two sides of it share.

    A board that goes on beyond the picture brings colours of its own to one side.
    """
    height, width = lab.shape[:2]
    margin = max(3, round(MARGIN * width))
    sides = (
        np.s_[:margin],
        np.s_[height - margin :],
        np.s_[:, :margin],
        np.s_[:, width - margin :],
    )
    bins = lab.astype(np.intp) // BIN_LEVELS
    count = 256 // BIN_LEVELS
    index = (bins[..., 0] * count + bins[..., 1]) * count + bins[..., 2]
    shared = np.zeros((count, count, count), np.intp)
    for side in sides:
        seen = np.bincount(index[side].ravel(), minlength=count**3).reshape(shared.shape)
        there = seen >= FEW * index[side].size
        for axis in range(3):
            there |= np.roll(there, 1, axis) | np.roll(there, -1, axis)
        shared += there
    known = np.zeros((height, width), np.bool_)
    for side in sides:
        known[side] = shared.ravel()[index[side]] > 1
    return known


def _outline(mask: Bits) -> npt.NDArray[np.int32] | None:
    """Give the outline of the largest thing in a mask."""
    whole = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    whole = cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((SPECK, SPECK), np.uint8))
    outlines, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return max(outlines, key=cv2.contourArea, default=None)
