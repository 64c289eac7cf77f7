"""Proposing stretches: between which spots a line is printed.

What a printed line looks like is learnt from the clearest ways of the board itself, what is none
from ways beside them.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.proposing.circles import to_lab
from vision.proposing.flat import Flat
from vision.proposing.likeness import learn
from vision.proposing.paths import Ways, crossing, look_along, near_pairs
from vision.proposing.straight import Points

EXAMPLES: Final = 0.25
"""Share of the ways that surely are printed: fewer stretches than spots would be no network."""
FEWEST: Final = 8
"""Ways needed to learn from."""
DOUBT: Final = 4.0
"""Variance, in levels of L*a*b*, of what may differ from one way to another."""
BESIDE: Final = 0.98
"""Share of the ways beside the ways that are less like a line than what is proposed."""

LEAST: Final = 0.2
"""Likeness to the clearest lines below which a way is none, however bare the ground beside it."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A line that seems to join two spots, ``i`` < ``j``: their places in the list given.

    ``score`` is 1 where it looks like the clearest lines of the board, 0 like no line at all.
    """

    i: int
    j: int
    score: float


def stretches_on(flat: Flat, spots_mm: Points) -> list[Stretch]:
    """Find which spots (N x 2, mm) printed lines join, the clearest first."""
    at_mm = np.asarray(spots_mm, np.float64).reshape(-1, 2)
    found: list[Stretch] = []
    ways, least = judged_ways(flat, at_mm)
    for way in ways:
        line = at_mm[[way.i, way.j]]
        if way.score > least and not any(crossing(line, at_mm[[s.i, s.j]]) for s in found):
            found.append(way)
    return found


def judged_ways(flat: Flat, at_mm: Points) -> tuple[list[Stretch], float]:
    """Judge all ways between near spots (N x 2, mm), the likeliest stretches first.

    The second is the score from which a way is a stretch.
    """
    pairs = near_pairs(at_mm)
    if len(pairs) < FEWEST:
        return [], 0.0
    scores, least = _scores(*look_along(to_lab(flat.picture), at_mm, pairs))
    order = np.argsort(-scores, kind="stable").tolist()
    return [Stretch(pairs[at][0], pairs[at][1], float(scores[at])) for at in order], least


def _scores(ways: Ways, beside: Ways) -> tuple[Points, float]:
    """Give each pair's best score, and the score from which it is a stretch."""
    features, clear = ways.features[0], ways.clear[0]
    surest = np.argsort(-clear.max(axis=1), kind="stable")
    surest = surest[: max(FEWEST, int(EXAMPLES * len(surest)))]
    examples = features[surest, clear[surest].argmax(axis=1)]
    others = beside.features.reshape(-1, features.shape[-1])
    likeness = learn(examples, others, DOUBT)
    usual = float(np.quantile(likeness.of(beside.features).max(axis=-1), BESIDE))
    return likeness.of(features).max(axis=1), max(LEAST, usual)
