"""What is printed along ways from one spot to another, and how that differs from beside them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.proposing.circles import Floats
from vision.proposing.flat import PX_PER_MM
from vision.proposing.straight import Points

ROOM: Final = 0.42
"""Share of the distance to the nearest other spot that a printed spot may fill."""
ROOMS_MM: Final = (6.0, 11.5)
"""How far from the middle of a spot its ways begin, at least and at most."""
WIDEST: Final = -0.5
"""Cosine of the angle at which a third spot may see two that a stretch joins: 120 degrees."""
STEPS: Final = 32
BOWS: Final = np.linspace(-0.05, 0.05, 9)
"""How far ways leave the straight line half-way, as a share of its length."""
LATERAL_MM: Final = np.arange(-13.0, 13.01, 0.5)
ASIDE_MM: Final = (-9.0, -6.0, 6.0, 9.0)
"""Where, beside a way, there is another that hardly ever is printed."""
WINDOW: Final = 8
"""How many lateral places to either side of a way are compared with it."""
GROUND: Final = 4
"""How many of the outermost of them tell what the ground is."""
CORE: Final = slice(6, 11)
"""The middle ones, which a line covers."""
MOST_CONTRAST: Final = 40.0
"""Levels of L*a*b* beyond which more contrast tells no more."""
STEADY: Final = 0.3
"""Standard error, in levels of L*a*b*, that a line has at least."""

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Ways:
    """What ways look like: for each place aside, each pair and each bow.

    ``features`` (places x pairs x bows x F) are mean differences from the ground across the way,
    both sides folded together; ``clear`` (places x pairs x bows) is how surely, in standard
    errors, something runs along it.
    """

    features: Floats
    clear: Floats


def rooms_mm(at_mm: Points) -> Points:
    """Tell how far each spot (N x 2, mm) reaches at most (N), as its neighbours leave room."""
    apart = np.hypot(*(at_mm[:, None] - at_mm[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    return np.asarray(np.clip(ROOM * apart.min(axis=1), *ROOMS_MM), np.float64)


def near_pairs(at_mm: Points) -> list[Pair]:
    """List the pairs of spots (N x 2, mm) that a stretch may join.

    No third spot lies on the way, and none lies so far between them that a road would call there.
    """
    if not len(at_mm):
        return []
    room = rooms_mm(at_mm)
    apart = np.hypot(*(at_mm[:, None] - at_mm[None]).transpose(2, 0, 1))
    found = []
    for one, other in combinations(range(len(at_mm)), 2):
        length = apart[one, other]
        towards = (at_mm[other] - at_mm[one]) / length
        off = at_mm - at_mm[one]
        along = off @ towards
        aside = np.abs(off @ np.array([-towards[1], towards[0]]))
        cosine = (apart[one] ** 2 + apart[other] ** 2 - length**2) / np.maximum(
            1e-9, 2 * apart[one] * apart[other]
        )
        between = ((along > 0) & (along < length) & (aside < room)) | (cosine < WIDEST)
        between[[one, other]] = False
        if not between.any() and length > room[one] + room[other]:
            found.append((one, other))
    return found


def look_along(lab: Floats, at_mm: Points, pairs: Sequence[Pair]) -> tuple[Ways, Ways]:
    """Look at the ways between pairs of spots (N x 2, mm), and at others beside them.

    ``lab`` is the flat board in L*a*b*. The first has one place, the way itself; the second those
    of ``ASIDE_MM``.
    """
    seen = _sampled(lab, at_mm, pairs)
    return _ways(seen, (0.0,)), _ways(seen, ASIDE_MM)


def _sampled(lab: Floats, at_mm: Points, pairs: Sequence[Pair]) -> Floats:
    """Take colours: pairs x bows x steps x lateral places x 3."""
    ends = np.array(pairs)
    start, along = at_mm[ends[:, 0]], at_mm[ends[:, 1]] - at_mm[ends[:, 0]]
    length = np.hypot(*along.T)[:, None]
    across = np.column_stack([-along[:, 1], along[:, 0]]) / length
    first, last = (rooms_mm(at_mm)[ends] / length).T[:, :, None]
    part = first + (1.0 - first - last) * np.linspace(0.0, 1.0, STEPS)
    bowed = BOWS[:, None] * (length * 4.0 * part * (1.0 - part))[:, None]
    straight = start[:, None] + part[..., None] * along[:, None]
    aside = bowed[..., None] + LATERAL_MM
    places = straight[:, None, :, None] + aside[..., None] * across[:, None, None, None]
    at = (places * PX_PER_MM - 0.5).astype(np.float32)
    seen = cv2.remap(
        lab,
        at.reshape(len(pairs) * len(BOWS), -1, 2),
        None,
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(seen.reshape(*at.shape[:-1], 3), np.float32)


def _ways(seen: Floats, aside_mm: Sequence[float]) -> Ways:
    features, clear = [], []
    for place in aside_mm:
        middle = int(np.argmin(np.abs(LATERAL_MM - place)))
        window = seen[..., middle - WINDOW : middle + WINDOW + 1, :]
        ground = (window[..., :GROUND, :].mean(-2) + window[..., -GROUND:, :].mean(-2)) / 2
        differs = np.clip(window - ground[..., None, :], -MOST_CONTRAST, MOST_CONTRAST)
        mean = differs.mean(axis=-3)
        folded = (mean + mean[..., ::-1, :])[..., : WINDOW + 1, :] / 2
        features.append(folded.reshape(*folded.shape[:-2], -1))
        core = differs[..., CORE, :].mean(axis=-2)
        error = core.std(axis=-2) / np.sqrt(STEPS) + STEADY
        clear.append(np.sqrt(((core.mean(axis=-2) / error) ** 2).sum(axis=-1)))
    return Ways(np.array(features, np.float32), np.array(clear, np.float32))


def crossing(one: npt.NDArray[np.float64], other: npt.NDArray[np.float64]) -> bool:
    """Tell whether two straight lines (each 2 x 2: its ends) cross between their ends."""

    def side(line: npt.NDArray[np.float64], at: npt.NDArray[np.float64]) -> float:
        (ax, ay), (bx, by) = line - at
        return float(ax * by - ay * bx)

    apart = side(one, other[0]) * side(one, other[1]) < 0
    return apart and side(other, one[0]) * side(other, one[1]) < 0
