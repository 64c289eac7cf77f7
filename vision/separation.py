"""How well merchants will be told from the bare board, place by place, and from each other.

The merchants of the lessons are put on every location in turn, in other shades than they were
seen in, and read as a frame would be. Where that fails, players had better know beforehand.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.lessons import Lesson
from vision.light import Floats
from vision.spots import Spots

SHADES: Final = (-0.25, 0.0, 0.15)
"""Changes of a merchant's lightness, as its log, that it must be told in: shadow, gleam."""
NOISE: Final = 1.5
"""How many times noisier than usual frames may be in which it must be told."""
LEAST_MARGIN: Final = 4.6
"""Log likelihood from which there is no trouble: a hundred to one."""

Margins = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Confusion:
    """What will be hard to read: a colour against the bare board, or two colours.

    ``location`` is None where it is so all over the board. ``margin`` is by how much log
    likelihood the truth is expected to lead; below nought it does not.
    """

    colours: tuple[str, ...]
    location: str | None
    margin: float


def confusions(
    spots: Spots,
    lessons: Sequence[Lesson],
    taught: Sequence[Floats],
    bare: Floats,
    places: Sequence[str],
) -> tuple[Confusion, ...]:
    """Foretell what will be confused, the worst first.

    ``taught`` are the spots' points in each frame of the lessons, ``bare`` in the empty one (N x
    3, opponent space, light and shade removed); ``places`` names the spots.
    """
    margins = _margins(spots, lessons, taught, bare)
    usual = np.median(margins, axis=1)
    apart = np.minimum(usual[:, 1:], usual[:, 1:].T)
    found = [
        Confusion((one, other), None, float(apart[k, m]))
        for (k, one), (m, other) in combinations(enumerate(spots.names), 2)
        if apart[k, m] < LEAST_MARGIN
    ]
    for k, name in enumerate(spots.names):
        if usual[k, 0] < LEAST_MARGIN:
            found.append(Confusion((name,), None, float(usual[k, 0])))
            continue
        found += [
            Confusion((name,), place, margin)
            for place, margin in zip(places, margins[k, :, 0].tolist(), strict=True)
            if margin < LEAST_MARGIN
        ]
    return tuple(sorted(found, key=lambda one: one.margin))


def _margins(
    spots: Spots, lessons: Sequence[Lesson], taught: Sequence[Floats], bare: Floats
) -> Margins:
    """Tell by how much each colour leads on each place (names x places x choices, empty first)."""
    leads: list[list[Margins]] = [[] for _ in spots.names]
    for lesson in lessons:
        k = spots.names.index(lesson.name)
        for shade in SHADES:
            seen = spots.put(lesson, taught[lesson.frame], bare, shade)
            scores = spots.scores(seen, NOISE)
            # What a piece's sides and shadow tell comes on top of its colours, and may be missing.
            rows = spots.log_likelihood(replace(scores, uneven=np.zeros(spots.count)))
            leads[k].append(rows[:, 1 + k, None] - rows)
    return np.array([np.mean(each, axis=0) for each in leads])
