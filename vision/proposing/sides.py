"""Moving an outline to where the picture changes most along each of its sides.

A side may be bowed, as lenses bend lines. Boards have frames: of the lines near a side that are
about as clear the outermost is the board's edge.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.proposing.circles import Floats
from vision.proposing.straight import Corners, Points

ALONG: Final = 120
PARTS: Final = 6
"""Into how many parts a side is cut: within one the picture changes in the same way."""
ENDS: Final = 0.04
"""Share of a side at either end that is left to its neighbours."""
ACROSS_PX: Final = 1.5
"""Over how far a change is measured to either side of an edge."""
CLEAR: Final = 25.0
"""Change, in levels of L*a*b*, beyond which more tells no more."""
NEARBY_PX: Final = 25.0
"""Standard deviation of how far a side is from where it was looked for."""
FRAME: Final = 0.011
"""How far outside the clearest line the edge may be, as a share of the picture's half girth."""
AS_CLEAR: Final = 0.6
"""Share of the clearest line's clarity that an outer one needs."""


@dataclass(frozen=True, slots=True)
class Search:
    """How far, in steps of how many pixels, and for which bows (shares of length) is looked."""

    reach_px: float
    step_px: float
    bows: npt.NDArray[np.float64]


SEARCHES: Final = (
    Search(24.0, 2.0, np.linspace(-0.02, 0.02, 5)),
    Search(6.0, 0.5, np.linspace(-0.02, 0.02, 9)),
)


def refine(lab: Floats, corners: Corners) -> tuple[Corners, list[float]]:
    """Move corners (4 x 2, clockwise) to the edges in a picture (L*a*b*).

    The second tells how clear each side is, in levels.
    """
    clear: list[float] = []
    for search in SEARCHES:
        found = [
            _side(lab, start, end, search)
            for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True)
        ]
        lines = [line for line, _ in found]
        clear = [clarity for _, clarity in found]
        corners = np.array([_meet(lines[side - 1], lines[side]) for side in range(len(lines))])
    return corners, clear


def _side(lab: Floats, start: Points, end: Points, search: Search) -> tuple[Points, float]:
    """Find the line (2 x 2: where it begins and ends) near a side, and how clear it is."""
    length = float(np.linalg.norm(end - start))
    outward = np.array([end[1] - start[1], start[0] - end[0]]) / length
    step, bows = search.step_px, search.bows * length
    part = np.linspace(ENDS, 1.0 - ENDS, ALONG)
    most = 1.15 * search.reach_px + float(np.abs(bows).max()) + 2 * ACROSS_PX
    lateral = np.arange(-most, most + step, step)
    changes, lateral = _changes(
        lab,
        start + part[:, None] * (end - start),
        outward,
        lateral,
        max(1, round(ACROSS_PX / step)),
    )
    offsets = np.arange(-search.reach_px, search.reach_px + step / 2, step)
    first, last, bow = (each.ravel() for each in np.meshgrid(offsets, offsets, bows, indexing="ij"))
    at = first[:, None] * (1.0 - part) + last[:, None] * part
    at += bow[:, None] * 4.0 * part * (1.0 - part)
    index = np.clip(np.rint((at - lateral[0]) / step).astype(np.intp), 0, len(lateral) - 1)
    parts = changes[np.arange(ALONG), index].reshape(len(bow), PARTS, -1, 3).mean(axis=2)
    clarity = np.minimum(np.linalg.norm(parts, axis=2), CLEAR).mean(axis=1)
    middle = (first + last) / 2 + bow * 2 / 3
    best = _outermost(clarity, middle, max(step, 1.0), FRAME * sum(lab.shape[:2]) / 2)
    line = np.array([start + first[best] * outward, end + last[best] * outward])
    return line, float(clarity[best])


def _changes(
    lab: Floats, along: Points, outward: Points, lateral: Points, reach: int
) -> tuple[Floats, Points]:
    """Tell how colours change outward at points beside a side: ALONG x places x 3, and places."""
    at = (along[:, None] + lateral[:, None] * outward).astype(np.float32)
    seen = cv2.remap(lab, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    changes = seen[:, 2 * reach :] - seen[:, : -2 * reach]
    return np.asarray(changes, np.float32), lateral[reach:-reach]


def _outermost(clarity: Points, middle: Points, step: float, frame_px: float) -> int:
    """Choose the clearest line near the middle, or one outside of it that is about as clear."""
    places = np.rint(middle / step).astype(np.intp)
    lowest = int(places.min())
    clearest = np.zeros(int(places.max()) - lowest + 1)
    np.maximum.at(clearest, places - lowest, clarity)
    where = (np.arange(len(clearest)) + lowest) * step
    best = int(np.argmax(clearest * np.exp(-((where / NEARBY_PX) ** 2) / 2)))
    chosen = best
    for place in range(best + 1, len(clearest)):
        around = clearest[max(0, place - 2) : place + 3]
        if where[place] > where[best] + frame_px:
            break
        if clearest[place] >= max(AS_CLEAR * clearest[best], around.max()):
            chosen = place
    alike = np.flatnonzero(places - lowest == chosen)
    return int(alike[np.argmax(clarity[alike])])


def _meet(one: Points, other: Points) -> Points:
    """Find where two lines (2 x 2) meet."""
    normals = np.array([[a[1] - b[1], b[0] - a[0]] for a, b in (one, other)])
    return np.asarray(np.linalg.solve(normals, [normals[0] @ one[0], normals[1] @ other[0]]))
