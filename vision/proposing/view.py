"""Judging a picture before anything is taught: whether the view is good enough to begin.

The foreground is everything that does not look like the margin of the picture, which shows the
table. A specular highlight is much brighter than the rest, colourless, and without a sharp edge.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.config import ProposalConfig
from vision.reading import Image, Kind, Mask
from vision.trouble import DARK_LEVEL, brightest, detail

PROPOSAL: Final = ProposalConfig()
CLEAR_MARGIN: Final = 0.02
"""Share of the picture's longer side, all around, that the board keeps clear of."""
TOUCHING: Final = 0.2
"""Share of a side of the picture along which something there is more than a stray piece."""
LOW: Final = 0.8
"""How long a board must look at its far end beside its near one: a camera at the side is low."""
BANDS: Final = ((0.1, 0.3), (0.7, 0.9))
"""Which parts of its height, or of its width, are its two ends."""
LONGER_PX: Final = 320
"""The longer side of the picture in which the board is looked for."""
TABLE_MARGIN: Final = 0.03
"""Share of the picture's width, all around, that shows nothing but table."""
GRABCUT_ROUNDS: Final = 4
SPECK: Final = 7
BIN_LEVELS: Final = 16
"""Levels of L*a*b* that count as one colour, together with those next to them."""
FEW: Final = 0.005
"""Share of a side of the margin that a colour has at least to belong there."""
EDGE_LEVELS: Final = (40, 90)
"""Steps between neighbouring pixels from which an edge goes on, and from which one begins."""
SOFT_PX: Final = 3.0
BRIGHTER: Final = 1.7
"""How many times as bright as the board usually is a mirrored lamp on it is at least."""
LEAST_AREA: Final = 0.001
"""Share of the picture that it covers at least."""
RIM_PX: Final = 8
FADING: Final = 0.8
"""Share of its least level that is still there just outside: what is printed ends at once."""


@dataclass(frozen=True, slots=True)
class Foreground:
    """The largest object on the table, in a small picture ``scale`` times as large as the frame.

    ``inside`` marks it without its holes, ``rim`` (0 or 255) its outline and ``edges`` (0 or 255)
    whatever edges it has.
    """

    scale: float
    inside: Image
    rim: Image
    edges: Image


def judge_view(picture: Image) -> list[Kind]:
    """Say what is wrong with a picture (BGR) of a board on a table, the worst first.

    "low" is a camera that looks at the board too much from the side. Whether a board is there at
    all is not asked: see ``find_outline``.
    """
    if brightest(picture) < DARK_LEVEL:
        return ["dark"]
    troubles: list[Kind] = []
    fine, coarse = detail(picture)
    if fine < PROPOSAL.sharpness * coarse:
        troubles.append("blurred")
    foreground = find_foreground(picture)
    if foreground is None:
        return troubles
    if cut_off(foreground):
        troubles.append("cut-off")
    elif _low(foreground.inside) or _low(np.ascontiguousarray(foreground.inside.T)):
        troubles.append("low")
    if find_glare(picture, foreground.inside) is not None:
        troubles.append("glare")
    return troubles


def cut_off(foreground: Foreground) -> bool:
    """Tell whether a foreground goes on beyond a side of the picture."""
    inside = foreground.inside
    margin = max(4, round(CLEAR_MARGIN * max(inside.shape)))
    lines = (inside[margin], inside[-1 - margin], inside[:, margin], inside[:, -1 - margin])
    return any(float(line.mean()) > TOUCHING for line in lines)


def _low(inside: Image) -> bool:
    """Tell whether one end of a foreground, upper or lower, looks much narrower than the other."""
    widths = inside.sum(axis=1)[inside.any(axis=1)]
    one, other = (
        np.median(widths[round(a * len(widths)) : round(b * len(widths))]) for a, b in BANDS
    )
    return bool(min(one, other) < LOW * max(one, other))


def find_foreground(picture: Image) -> Foreground | None:
    """Part a picture (BGR) into table and foreground; None where there is but table."""
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


def _unlike_the_margin(small: Image) -> Image:
    """Mark the pixels whose colours the margin of the picture does not have."""
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB)
    marks = np.where(_table(lab), cv2.GC_BGD, cv2.GC_PR_FGD).astype(np.uint8)
    # It begins with clusters drawn at random: the same picture shall give the same outline.
    cv2.setRNGSeed(0)
    table, foreground = np.zeros((1, 65)), np.zeros((1, 65))
    cv2.grabCut(lab, marks, None, table, foreground, GRABCUT_ROUNDS, cv2.GC_INIT_WITH_MASK)
    return np.asarray((marks == cv2.GC_FGD) | (marks == cv2.GC_PR_FGD), np.uint8)


def _table(lab: Image) -> Mask:
    """Mark what surely is table: what lies along the margin in colours that two sides of it share.

    A board that goes on beyond the picture brings colours of its own to one side.
    """
    height, width = lab.shape[:2]
    margin = max(3, round(TABLE_MARGIN * width))
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


def _outline(mask: Image) -> npt.NDArray[np.int32] | None:
    whole = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    whole = cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((SPECK, SPECK), np.uint8))
    outlines, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return max(outlines, key=cv2.contourArea, default=None)


def find_glare(picture: Image, board: Image) -> tuple[int, int, int, int] | None:
    """Give the box (x, y, width, height, pixels) of the largest mirrored lamp in a picture (BGR).

    ``board`` marks the board in a picture of any size. None where there is none. It is judged by
    the darkest channel, as paint that is bright in all three is rare.
    """
    darkest = cv2.GaussianBlur(picture, (0, 0), SOFT_PX).min(axis=2)
    there = cv2.resize(board, darkest.shape[::-1], interpolation=cv2.INTER_NEAREST) > 0
    level = max(PROPOSAL.lamp_level, BRIGHTER * float(np.median(darkest[there])))
    bright = np.asarray((darkest >= level) & there, np.uint8)
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(bright)
    around = np.ones((2 * RIM_PX + 1, 2 * RIM_PX + 1), np.uint8)
    for label in (1 + np.argsort(-boxes[1:, cv2.CC_STAT_AREA])).tolist():
        if boxes[label, cv2.CC_STAT_AREA] < LEAST_AREA * darkest.size:
            return None
        spot = np.asarray(labels == label, np.uint8)
        rim = (cv2.dilate(spot, around) > 0) & (bright == 0)
        if rim.any() and np.median(darkest[rim]) >= FADING * level:
            x, y, width, height = boxes[label, :4].tolist()
            return x, y, width, height
    return None
