"""Proposing spots: what repeats itself on a board, is round, and has printed lines leading to it.

Many suppositions of what the spots of this board look like are tried. Each begins with the places
that are roundest in some way, learns from them what they have in common, and takes in what has it
too; the one that parts the board's marks most clearly, into round ones with lines and all others,
is believed. What no line joins to the others is no location.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.proposing.circles import RADII_MM, SCALE, Floats, find_circles
from vision.proposing.flat import Flat
from vision.proposing.likeness import learn
from vision.proposing.marks import CLEAR, Marks, centred, find_marks
from vision.proposing.stretches import judged_ways

SEEDS: Final = 40
"""How many marks a supposition begins with: fewer than a board has spots."""
UNLIKE: Final = 80
"""As many of the foremost marks may be spots; those behind them teach what is none."""
BEGINNINGS: Final = 3
ROUNDS: Final = 6
"""How often a supposition learns anew: at first from so many, then from all that are alike."""
SAME: Final = 0.6
OTHER: Final = 0.4
"""Likeness from which a mark teaches what a spot is, and up to which it teaches what is none."""
UNSURE: Final = 0.3
SPOT: Final = 0.45
"""Likeness from which a mark is proposed."""
FEWEST: Final = 12
DOUBT: Final = 2.0
ROUNDER: Final = 3
"""How much more a round mark counts than one half as round: a power."""
OUTER: Final = 0.45
"""Share of a mark's roundest circle that its outermost has at least."""
APART: Final = 1.3
"""How many radii two spots are apart at least."""
ISLAND: Final = 4
"""Spots that lines join only to each other must be as many: turn tracks have three."""
MOSTLY: Final = 0.5
"""Share of the spots that networks join; else no lines were recognised."""
FAINT: Final = 0.6
"""Share of what makes a stretch that is enough for a spot's only way to the network."""

Reals = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place (x, y, mm on the board) that seems to be a location, and its radius.

    ``score`` is about 1 for what looks most like this board's spots, 0 for what does not.
    """

    at_mm: tuple[float, float]
    radius_mm: float
    score: float


def spots_on(flat: Flat) -> list[Spot]:
    """Find the printed spots of a board without pieces, those most like the others first."""
    circles = find_circles(flat.picture)
    marks = find_marks(circles)
    likeness = _believed(marks)
    if likeness is None:
        return []
    usual = np.median(marks.circles[likeness >= SAME], axis=0)
    middles = centred(circles, marks.at_px, usual)
    return _joined(flat, _apart(marks, middles, likeness))


def _believed(marks: Marks) -> Reals | None:
    """Give how much each mark is like a spot (N), by the clearest supposition; None without any."""
    merit = marks.round**ROUNDER * (marks.radial / (2 * CLEAR)) ** 2
    best, clearest = None, 0.0
    for beginning in _beginnings(marks):
        likeness = _learnt(marks.features, beginning)
        if likeness is None:
            continue
        same = likeness >= SAME
        unsure = (likeness > UNSURE) & ~same
        clear = merit[same].sum() - 2 * merit[unsure].sum()
        clear /= np.sqrt(same.sum() + 2 * unsure.sum())
        if clear > clearest:
            best, clearest = likeness, float(clear)
    return best


def _beginnings(marks: Marks) -> Iterator[Reals]:
    """Rank the marks (N, more is better): how round they are, in all or at one radius."""
    for ranking in (marks.round, *marks.circles.T):
        yield np.asarray(ranking, np.float64)
        yield np.asarray(ranking * marks.radial, np.float64)


def _learnt(features: npt.NDArray[np.floating], ranking: Reals) -> Reals | None:
    """Learn from a ranking of the marks, and again from what that makes of them."""
    for step in range(ROUNDS):
        order = np.argsort(-ranking, kind="stable")
        same, other = order[:SEEDS], order[UNLIKE:]
        if step >= BEGINNINGS:
            same, other = np.flatnonzero(ranking > SAME), np.flatnonzero(ranking < OTHER)
        if len(same) < FEWEST or len(other) < FEWEST:
            return None
        ranking = learn(features[same], features[other], DOUBT).of(features)
    return ranking


def _apart(marks: Marks, middles: Floats, likeness: Reals) -> list[Spot]:
    """Turn the likely marks into spots; of two that overlap only the likelier stays.

    ``middles`` (N x 2, pixels) are where the marks' middles are.
    """
    radii = _radii(marks)
    chosen = [at for at in np.argsort(-likeness).tolist() if likeness[at] > SPOT]
    usual = float(np.median(radii[chosen])) if chosen else 0.0
    at_mm = (middles + 0.5) / SCALE
    kept: list[int] = []
    for at in chosen:
        if not kept or np.hypot(*(at_mm[kept] - at_mm[at]).T).min() > APART * usual:
            kept.append(at)
    return [
        Spot((float(at_mm[at, 0]), float(at_mm[at, 1])), float(radii[at]), float(likeness[at]))
        for at in kept
    ]


def _radii(marks: Marks) -> Reals:
    """Give the radius of each mark (N, mm).

    Its roundest circle runs within its rim and its outermost clear one around it.
    """
    clear = marks.circles >= OUTER * marks.circles.max(axis=1, keepdims=True)
    last = len(RADII_MM) - 1 - clear[:, ::-1].argmax(axis=1)
    roundest = marks.circles.argmax(axis=1)
    return np.asarray((RADII_MM[last] + RADII_MM[roundest]) / 2, np.float64)


def _joined(flat: Flat, spots: list[Spot]) -> list[Spot]:
    """Leave out what no printed line joins to the network."""
    ways, least = judged_ways(flat, np.array([spot.at_mm for spot in spots]).reshape(-1, 2))
    group = list(range(len(spots)))
    for way in ways:
        one, other = group[way.i], group[way.j]
        if way.score > least and one != other:
            group = [one if each == other else each for each in group]
    network = {at for at, each in enumerate(group) if group.count(each) >= ISLAND}
    if len(network) < MOSTLY * len(spots):
        return spots
    for way in ways:
        if way.score > FAINT * least and (way.i in network) != (way.j in network):
            network |= {way.i, way.j}
    return [spot for at, spot in enumerate(spots) if at in network]
