"""Proposing the printed spots for pieces: round, all alike, and joined by printed lines.

What a board's spots look like is not known before. Round places are ranked by rotational symmetry;
from the best of them Fisher's discriminant learns what they have in common, and re-ranks all, again
and again. Several such hypotheses are tried, one for each radius by which roundness may be judged;
the most consistent of the round ones is believed, searched for everywhere, and cut by the log odds.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.config import ProposalConfig
from vision.proposing.flat import Flat, Places, Symmetry, find_symmetry, peaks, radii_mm
from vision.proposing.stretches import (
    Discriminant,
    Others,
    cross_fitted,
    describe,
    discriminate,
    join_network,
    mixture_log_odds,
)
from vision.reading import Floats, Reals

CONFIG: Final = ProposalConfig()

ROUNDS: Final = 8
"""How often a hypothesis learns anew; most stop changing after five."""
TRIED: Final = 2
"""Hypotheses searched for where lines do not confirm the best."""
KINDS: Final = 3
"""Further kinds of print looked at; one of them may be the tracks beside the map."""
MOSTLY: Final = 0.7
"""Share of the places found that lines must join to confirm a hypothesis."""
RIDGE: Final = 0.02
"""Least variance of a feature, where normalised lightness has one."""
NEAR: Final = np.array(
    sorted(
        ((y, x) for y in range(-2, 3) for x in range(-2, 3) if y * y + x * x <= 4),  # noqa: PLR2004
        key=lambda off: off[0] ** 2 + off[1] ** 2,
    )
)
"""Offsets (rows, columns) up to 2 pixels, none first: the roundest place may be off the middle."""


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
    symmetry = find_symmetry(flat.picture)
    others = describe(_random_features(symmetry.features))
    found: list[tuple[list[Spot], float]] = []
    for hypothesis in _hypotheses(symmetry, others):
        found.append(_search(flat, symmetry, hypothesis, others))
        if found[-1][1] >= MOSTLY:
            break
    spots, _ = max(found, key=lambda one: len(one[0]) * one[1], default=([], 0.0))
    return sorted(spots, key=lambda spot: -spot.score)


def _random_features(features: Floats) -> Floats:
    """Take the features of random places (N x F), which hardly ever are spots."""
    rng = np.random.default_rng(0)
    rows, columns = (rng.integers(0, side, 6000) for side in features.shape[1:])
    return np.asarray(features[:, rows, columns].T, np.float32)


def _hypotheses(symmetry: Symmetry, others: Others) -> list[Discriminant]:
    """Learn what spots look like from several beginnings; give the most consistent results."""
    different: list[Discriminant] = []
    for one, _ in _all_learnt(symmetry, np.zeros((0, 2), np.intp), CONFIG.kernel_spots, others):
        if not any(np.allclose(one.weights, known.weights) for known in different):
            different.append(one)
    return different[:TRIED]


def _with_other_kinds(
    symmetry: Symmetry, places: Places, scores: Reals, others: Others
) -> tuple[Places, Reals]:
    """Add spots that look otherwise than those found, with their scores.

    Cities may be printed larger than villages. As they are few, only a hypothesis that separates
    them without overlap is believed; lines must still join them. What is printed more often than
    the first kind is a tree or a house.
    """
    apart = CONFIG.apart_mm * CONFIG.search_px_per_mm
    seen = places
    for _ in range(KINDS):
        learnt = _all_learnt(symmetry, seen, CONFIG.kind_spots, others)
        if not learnt or learnt[0][1] < CONFIG.enough_separation * CONFIG.enough_roundness:
            break
        weights = learnt[0][0].weights.astype(np.float32)
        everywhere = np.tensordot(weights, symmetry.features, axes=1)
        more = peaks(everywhere, apart, CONFIG.candidates // 2)
        more = more[_distance(more, seen) > apart]
        at = symmetry.features[:, more[:, 0], more[:, 1]].T[:, None]
        chosen = np.arange(CONFIG.kind_spots)
        _, alike = _relearnt(at, chosen, others)
        likely = _odds(alike, chosen) > 1
        if not likely.any():
            break
        seen = np.concatenate([seen, more[likely]])
        if likely.sum() <= CONFIG.kernel_spots:
            places = np.concatenate([places, more[likely]])
            scores = np.append(scores, alike[likely])
    return places, scores


def _all_learnt(
    symmetry: Symmetry, known: Places, count: int, others: Others
) -> list[tuple[Discriminant, float]]:
    """Learn from several beginnings what ``count`` round places have in common, and how surely.

    Places near those known take no part. Circles take none either: by them the candidates were
    chosen.
    """
    roundness = np.log(symmetry.roundness + 1e-6)
    best = roundness.max(axis=0)
    places = peaks(best, 4 * CONFIG.search_px_per_mm, CONFIG.candidates)
    rows, columns = places.T
    standard = best[rows, columns] - np.median(best[rows, columns])
    standard = standard / max(1e-6, float(standard.std()))
    free = _distance(places, known) > CONFIG.apart_mm * CONFIG.search_px_per_mm
    places, standard = places[free], standard[free]
    if len(places) < 2 * CONFIG.kernel_spots:
        return []
    rows, columns = places.T
    size = len(symmetry.features) - len(symmetry.circles)
    variants = _variants(symmetry.features[:size], places)
    part = Others(others.mean[:size], others.covariance[:size, :size])
    learnt = [
        _learnt(variants, count, (preference, standard, prior), part)
        for preference in (standard, *roundness[::2, rows, columns])
        for prior in (0.0, 0.1)
    ]
    padding = np.zeros(len(symmetry.circles))
    return sorted(
        (
            (Discriminant(np.concatenate([one.weights, padding]), one.origin), merit)
            for one, merit in learnt
        ),
        key=lambda one: -one[1],
    )


def _distance(places: Places, known: Places) -> Reals:
    if not len(known):
        return np.full(len(places), np.inf)
    return np.asarray(np.hypot(*(places[:, None] - known[None]).transpose(2, 0, 1)).min(axis=1))


def _variants(features: Floats, places: Places) -> Floats:
    """Take the features of places and of those near them (`NEAR`): N x variants x F."""
    at = places[:, None] + NEAR
    rows, columns = (np.clip(at[..., axis], 0, features.shape[axis + 1] - 1) for axis in (0, 1))
    return np.moveaxis(features[:, rows, columns], 0, -1)


def _learnt(
    variants: Floats, count: int, begin: tuple[Reals, Reals, float], others: Others
) -> tuple[Discriminant, float]:
    """Learn from first preferences among candidates, and again from what that makes of them.

    ``begin`` are those preferences, the standardised roundness, and how much that counts all along.
    The second result is the merit: how far the examples are from the rest, and how round.
    """
    preference, standard, prior = begin
    at = np.zeros(len(variants), np.intp)
    learnt = Discriminant(np.zeros(variants.shape[-1]), 0.0)
    scores = preference
    examples = np.zeros(0, np.intp)
    for _ in range(ROUNDS):
        chosen = np.argsort(-preference, kind="stable")[:count]
        if np.array_equal(np.sort(chosen), np.sort(examples)):
            break
        examples = chosen
        learnt, found = cross_fitted(variants, examples, at[examples], others, RIDGE)
        at, scores = found.argmax(axis=1), found.max(axis=1)
        preference = scores + prior * standard
    order = np.argsort(-preference, kind="stable")
    best, rest = order[:count], order[2 * CONFIG.kernel_spots :]
    apart = (np.median(scores[best]) - np.median(scores[rest])) / max(1e-6, scores[rest].std())
    merit = min(float(apart), CONFIG.enough_separation)
    return learnt, merit * min(float(standard[best].mean()), CONFIG.enough_roundness)


def _search(
    flat: Flat, symmetry: Symmetry, learnt: Discriminant, others: Others
) -> tuple[list[Spot], float]:
    """Search everywhere for what a hypothesis describes, and learn it anew from what is found.

    Printed lines are evidence that looks are not: what they join is kept, and teaches another
    round. Also returned is the share of what was found at first that they join.
    """
    known = np.zeros((0, 2), np.intp)
    best: list[Spot] = []
    most, sure = -np.inf, 0.0
    for step in range(3):
        places, scores, learnt = _detect(symmetry.features, learnt, known, others)
        first = len(places)
        places, scores = _with_other_kinds(symmetry, places, scores, others)
        if not len(places):
            break
        radii, centres = _measured(symmetry.circles, places)
        network = join_network(flat, centres)
        joined = np.ones(len(places), np.bool_) if network is None else network
        merit = 2 * joined.sum() - len(joined) if network is not None else 0
        if step == 0:
            sure = 0.0 if network is None else float(joined.mean())
        if merit >= most:
            measured = zip(centres[joined], radii[joined], scores[joined], strict=True)
            best = [
                Spot((float(x), float(y)), float(radius), float(score))
                for (x, y), radius, score in measured
            ]
            most = merit
        before, known = len(known), places[:first][joined[:first]]
        if joined.all() or not CONFIG.kernel_spots // 2 <= len(known) != before:
            break
        at = symmetry.features[:, known[:, 0], known[:, 1]].T
        learnt = discriminate(at, others, RIDGE)
    return best, sure


def _detect(
    features: Floats, learnt: Discriminant, known: Places, others: Others
) -> tuple[Places, Reals, Discriminant]:
    """Find the places that look like what was learnt, with their scores.

    Only ``known`` places are learnt from, or, without any, in each round those that score best.
    """
    chosen = np.zeros(0, np.intp)
    places = known
    scores = np.zeros(len(known))
    at = np.zeros((0, 1, len(features)), np.float32)
    for _ in range(1 if len(known) else 3):
        weights = learnt.weights.astype(np.float32)
        everywhere = np.tensordot(weights, features, axes=1) - np.float32(learnt.origin)
        apart = CONFIG.apart_mm * CONFIG.search_px_per_mm
        places = peaks(everywhere, apart, 2 * CONFIG.candidates // 3)
        at = features[:, places[:, 0], places[:, 1]].T[:, None]
        scores = learnt.score(at)[:, 0]
        for _ in range(1 if len(known) else 3):
            chosen = np.argsort(-scores, kind="stable")[: CONFIG.kernel_spots]
            if len(known):
                chosen = np.flatnonzero(_distance(places, known) < 3)  # noqa: PLR2004 - pixels
            learnt, scores = _relearnt(at, chosen, others)
    odds = _odds(scores, chosen)
    for _ in range(0 if len(known) else 3):
        count = int(np.clip((odds > 0).sum(), CONFIG.kernel_spots / 2, 2 * CONFIG.kernel_spots))
        chosen = np.argsort(-scores, kind="stable")[:count]
        learnt, scores = _relearnt(at, chosen, others)
        odds = _odds(scores, chosen)
    likely = np.argsort(-scores, kind="stable")[: 2 * CONFIG.kernel_spots]
    likely = likely[odds[likely] > 0]
    return places[likely], scores[likely], learnt


def _relearnt(
    at: Floats, chosen: npt.NDArray[np.intp], others: Others
) -> tuple[Discriminant, Reals]:
    learnt, scores = cross_fitted(at, chosen, np.zeros_like(chosen), others, RIDGE)
    return learnt, scores[:, 0]


def _odds(scores: Reals, chosen: npt.NDArray[np.intp]) -> Reals:
    upper = np.zeros(len(scores), np.bool_)
    upper[chosen] = True
    return mixture_log_odds(scores, upper)


def _measured(circles: Floats, places: Places) -> tuple[Reals, Reals]:
    """Give radii (N, mm) and centres (N x 2, x and y in mm) of spots.

    A centre is where circles are most as usual for these spots: a symbol within a spot may be
    rounder than it, and off its middle. The roundest circle runs within a spot's rim, the
    outermost clear one around it.
    """
    if not len(places):
        return np.zeros(0), np.zeros((0, 2))
    usual = np.median(circles[:, places[:, 0], places[:, 1]], axis=1)
    around = _variants(circles, places)
    best = (around @ np.maximum(usual, 0.0)).argmax(axis=1)
    centres = (places + NEAR[best] + 0.5)[:, ::-1] / CONFIG.search_px_per_mm
    own = around[np.arange(len(places)), best]
    clear = own >= 0.45 * own.max(axis=1, keepdims=True)
    last = own.shape[1] - 1 - clear[:, ::-1].argmax(axis=1)
    radii = radii_mm()
    return (radii[last] + radii[own.argmax(axis=1)]) / 2, centres
