"""Proposing stretches: between which spots a line is printed.

Ways between neighbouring spots, straight or slightly bowed, are compared with ways beside them. A
line differs from the ground on both sides by the same all along (Student's t of the colours); and
lines of one board look alike, so Fisher's discriminant learns their profile across from the
clearest. Scores are cut by the log odds of a mixture of lines and none: those of colour profiles
where they part well, and the sum of t and of profiles of normalised lightness on dark boards.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.config import ProposalConfig
from vision.proposing.flat import Flat, Points, normalised, to_lab
from vision.reading import Floats, Mask, Reals

CONFIG: Final = ProposalConfig()

FOLDS: Final = 5
ROUNDS: Final = 30
"""Steps of expectation maximisation; it has long converged by then."""


Values = npt.NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class Discriminant:
    """A linear score of features: 0 for the mean of the others, 1 for that of the examples."""

    weights: Reals
    origin: float

    def score(self, features: Values) -> Reals:
        return np.asarray(features @ self.weights - self.origin, np.float64)


@dataclass(frozen=True, slots=True)
class Others:
    """Mean (F) and covariance (F x F) of the features of what is no example."""

    mean: Reals
    covariance: Reals


def describe(features: Values) -> Others:
    """Describe others by their features (N x F)."""
    others = np.asarray(features, np.float64)
    return Others(others.mean(axis=0), np.cov(others.T))


def discriminate(examples: Values, others: Others, ridge: float) -> Discriminant:
    """Find Fisher's discriminant between examples (N x F) and others.

    The covariance is shrunk towards its diagonal, as examples are few; ``ridge`` is the variance
    that every feature has at least.
    """
    examples = np.asarray(examples, np.float64)
    spread = (others.covariance + np.cov(examples.T)) / 2
    spread = 0.9 * spread + 0.1 * np.diag(np.diag(spread)) + ridge * np.eye(len(spread))
    middle = examples.mean(axis=0)
    weights = np.linalg.solve(spread, middle - others.mean)
    weights /= max(1e-9, float(weights @ (middle - others.mean)))
    return Discriminant(weights, float(weights @ others.mean))


def cross_fitted(
    features: Values,
    examples: npt.NDArray[np.intp],
    at: npt.NDArray[np.intp],
    others: Others,
    ridge: float,
) -> tuple[Discriminant, Reals]:
    """Learn from some of the features, and score all, each example without its own help.

    ``features`` (N x variants x F) has variants of each candidate; candidate ``examples[i]`` is
    learnt in its variant ``at[i]``. Returns the discriminant of all examples, and N x variants.
    """
    taught = features[examples, at]
    learnt = discriminate(taught, others, ridge)
    scores = learnt.score(features)
    folds = np.arange(len(examples)) % FOLDS
    for fold in range(FOLDS):
        held_out = examples[folds == fold]
        without = discriminate(taught[folds != fold], others, ridge)
        scores[held_out] = without.score(features[held_out])
    return learnt, scores


def mixture_log_odds(scores: Reals, upper: Mask) -> Reals:
    """Give the log odds that each score (N) belongs to the upper of two normal distributions.

    They are fitted by expectation maximisation, which begins with ``upper`` (N). Log odds never
    fall where scores rise, whatever the tails of the two do.
    """
    share = upper.astype(np.float64)
    order = np.argsort(scores, kind="stable")
    odds = np.zeros_like(scores)
    for _ in range(ROUNDS):
        weight = float(np.clip(share.mean(), 0.01, 0.7))
        high, high_std = _normal(scores, share)
        low, low_std = _normal(scores, 1.0 - share)
        odds = np.log(weight / (1.0 - weight)) + np.log(low_std / high_std)
        odds = odds + (((scores - low) / low_std) ** 2 - ((scores - high) / high_std) ** 2) / 2
        odds[scores <= low] = -np.inf
        odds[order] = np.maximum.accumulate(odds[order])
        share = 1.0 / (1.0 + np.exp(-np.clip(odds, -30.0, 30.0)))
    return odds


def _normal(scores: Reals, share: Reals) -> tuple[float, float]:
    total = max(1e-9, float(share.sum()))
    mean = float((share * scores).sum()) / total
    return mean, float(np.sqrt((share * (scores - mean) ** 2).sum() / total)) + 0.03


Pair = tuple[int, int]

FEWEST: Final = 8
"""Ways needed to learn from."""
STEPS: Final = 32
"""Places along a way: about two a millimetre between near spots."""
REACH_MM: Final = 4.0
"""How far to both sides of a way it is compared with its ground; between 2 and 4 mm is ground."""
BESIDE_MM: Final = (-9.0, -6.0, 6.0, 9.0)
"""Where, beside a way, there is another that hardly ever is printed."""
STEP_MM: Final = 0.5
WIDEST: Final = -0.5
"""Cosine of the angle at which a third spot may see two that a stretch joins: 120 degrees."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A line that seems to join two spots, ``i`` < ``j``: their places in the list given.

    ``score`` is the logarithm of the odds that it is one.
    """

    i: int
    j: int
    score: float


def stretches_on(flat: Flat, spots_mm: Points) -> list[Stretch]:
    """Find which spots (N x 2, mm) printed lines join, the clearest first.

    No two cross, and no two leave a spot nearly in the same direction.
    """
    at_mm = np.asarray(spots_mm, np.float64).reshape(-1, 2)
    least = np.cos(np.radians(CONFIG.least_angle))
    found: list[Stretch] = []
    for way in judge_ways(flat, at_mm):
        line = at_mm[[way.i, way.j]]
        if way.score < 0:
            break
        if not any(
            crossing(line, at_mm[[one.i, one.j]]) or _cosine(way, one, at_mm) > least
            for one in found
        ):
            found.append(way)
    return found


def join_network(flat: Flat, spots_mm: Points) -> Mask | None:
    """Mark the spots (N x 2, mm) that printed lines join to a network.

    None where too few belong to any: then no lines are printed, or none recognised.
    """
    group = np.arange(len(spots_mm))
    for way in judge_ways(flat, np.asarray(spots_mm, np.float64)):
        if way.score > 0:
            group[group == group[way.i]] = group[way.j]
    joined = np.bincount(group, minlength=len(group))[group] >= CONFIG.least_network
    return np.asarray(joined, np.bool_) if joined.mean() >= CONFIG.least_joined else None


def judge_ways(flat: Flat, at_mm: Points) -> list[Stretch]:
    """Judge all ways between near spots (N x 2, mm), the likeliest stretches first."""
    pairs = near_pairs(at_mm)
    if len(pairs) < FEWEST:
        return []
    scores, odds = np.zeros(0), np.zeros(0)
    for scores in _evidence(flat, at_mm, pairs):
        odds = mixture_log_odds(scores, scores > np.median(scores))
        if _separation(scores, odds > 0) > CONFIG.line_separation:
            break
    order = np.lexsort((-scores, -odds)).tolist()
    return [Stretch(pairs[at][0], pairs[at][1], float(odds[at])) for at in order]


def _separation(scores: Reals, lines: Mask) -> float:
    """Tell by how many of their standard deviations lines and others are apart."""
    if lines.all() or not lines.any():
        return 0.0
    apart = scores[lines].mean() - scores[~lines].mean()
    return float(apart / max(1e-9, scores[lines].std() + scores[~lines].std()))


def near_pairs(at_mm: Points) -> list[Pair]:
    """List the pairs of spots (N x 2, mm) that a stretch may join.

    No third spot lies on the way, and none lies so far between them that a road would call there.
    """
    if not len(at_mm):
        return []
    room = _rooms(at_mm)
    apart = np.hypot(*(at_mm[:, None] - at_mm[None]).transpose(2, 0, 1))
    found = []
    for one, other in combinations(range(len(at_mm)), 2):
        length = max(1e-9, apart[one, other])
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


def crossing(one: Reals, other: Reals) -> bool:
    """Tell whether two straight lines (each 2 x 2: its ends) cross between their ends."""

    def side(line: Reals, at: Reals) -> float:
        (ax, ay), (bx, by) = line - at
        return float(ax * by - ay * bx)

    apart = side(one, other[0]) * side(one, other[1]) < 0
    return apart and side(other, one[0]) * side(other, one[1]) < 0


def _cosine(one: Stretch, other: Stretch, at_mm: Points) -> float:
    """Give the cosine of the angle between two ways at the spot they share, -1 without any."""
    shared = {one.i, one.j} & {other.i, other.j}
    if len(shared) != 1:
        return -1.0
    spot = shared.pop()
    away = [at_mm[way.i + way.j - spot] - at_mm[spot] for way in (one, other)]
    return float(away[0] @ away[1] / np.prod(np.linalg.norm(away, axis=1)))


def _rooms(at_mm: Points) -> Reals:
    """Tell how far each spot (N x 2, mm) reaches at most (N), as its neighbours leave room."""
    apart = np.hypot(*(at_mm[:, None] - at_mm[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    largest = CONFIG.largest_spot_mm - 1.5
    return np.asarray(np.clip(0.42 * apart.min(axis=1), largest / 2, largest), np.float64)


def _evidence(flat: Flat, at_mm: Points, pairs: Sequence[Pair]) -> Iterator[Reals]:
    """Score each pair by its best bow: first by colours alone, then for camouflaged lines."""
    lab = to_lab(flat.picture)
    light = normalised(lab[..., 0], CONFIG.flat_px_per_mm)
    seen = _sampled(np.dstack([lab, light]), at_mm, pairs)
    (on,), beside = _profiles(seen, (0.0,)), _profiles(seen, BESIDE_MM)
    clear, usual = _clarity(on[..., :3], 0.3), _clarity(beside[..., :3], 0.3)
    alike, _ = _likeness(on[..., :3], beside[..., :3], clear, 4.0)
    yield alike.max(axis=1)
    lit = _clarity(on[..., 3:], 0.03)
    alike, others = _likeness(on[..., 3:], beside[..., 3:], lit, 0.02)
    clear, usual = 2 * np.log1p(clear), 2 * np.log1p(usual)
    spread = usual.max(axis=-1).std(), others.max(axis=-1).std()
    yield (clear / spread[0] + alike / spread[1]).max(axis=1)


def _likeness(on: Floats, beside: Floats, clear: Reals, ridge: float) -> tuple[Reals, Reals]:
    """Score ways (pairs x bows), and those beside them, by their likeness to the clearest."""
    surest = np.argsort(-clear.max(axis=1), kind="stable")[: max(FEWEST, len(clear) // 4)]
    features, others = _folded(on), _folded(beside)
    apart = describe(others.reshape(-1, others.shape[-1]))
    learnt, scores = cross_fitted(features, surest, clear[surest].argmax(axis=1), apart, ridge)
    return scores, learnt.score(others)


def _sampled(layers: Floats, at_mm: Points, pairs: Sequence[Pair]) -> Floats:
    """Sample a picture of any layers: pairs x bows x steps x lateral places x layers."""
    ends = np.array(pairs)
    start, along = at_mm[ends[:, 0]], at_mm[ends[:, 1]] - at_mm[ends[:, 0]]
    length = np.hypot(*along.T)[:, None]
    across = np.column_stack([-along[:, 1], along[:, 0]]) / length
    first, last = (_rooms(at_mm)[ends] / length).T[:, :, None]
    part = first + (1.0 - first - last) * np.linspace(0.0, 1.0, STEPS)
    bows = np.linspace(-CONFIG.bow, CONFIG.bow, 9)
    bowed = bows[:, None] * (length * 4.0 * part * (1.0 - part))[:, None]
    straight = start[:, None] + part[..., None] * along[:, None]
    aside = bowed[..., None] + _laterals()
    places = straight[:, None, :, None] + aside[..., None] * across[:, None, None, None]
    at = (places * CONFIG.flat_px_per_mm - 0.5).astype(np.float32)
    seen = cv2.remap(
        layers,
        at.reshape(len(pairs) * len(bows), -1, 2),
        None,
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(seen.reshape(*at.shape[:-1], layers.shape[-1]), np.float32)


def _laterals() -> Reals:
    farthest = max(BESIDE_MM) + REACH_MM
    return np.arange(-farthest, farthest + STEP_MM / 2, STEP_MM)


def _profiles(seen: Floats, aside_mm: Sequence[float]) -> Floats:
    """Give how ways differ from their ground: places x pairs x bows x steps x across x layers."""
    window, ground = round(REACH_MM / STEP_MM), 4
    found = []
    for place in aside_mm:
        middle = int(np.argmin(np.abs(_laterals() - place)))
        part = seen[..., middle - window : middle + window + 1, :]
        level = (part[..., :ground, :].mean(axis=-2) + part[..., -ground:, :].mean(axis=-2)) / 2
        found.append(np.clip(part - level[..., None, :], -40.0, 40.0))
    return np.asarray(found, np.float32)


def _clarity(profiles: Floats, floor: float) -> Reals:
    """Tell how surely something runs along each way, in standard errors (... x bows).

    ``floor`` is the standard error that even the steadiest line has.
    """
    middle, half = profiles.shape[-2] // 2, round(CONFIG.line_mm / STEP_MM / 2)
    core = profiles[..., middle - half : middle + half + 1, :].mean(axis=-2)
    error = core.std(axis=-2) / np.sqrt(STEPS) + floor
    return np.asarray(np.sqrt(((core.mean(axis=-2) / error) ** 2).sum(axis=-1)), np.float64)


def _folded(profiles: Floats) -> Floats:
    """Take medians of profiles (... x steps x across x layers) along ways, means of both sides.

    What is printed elsewhere on a way, a tree or a hill, covers less than half of it.
    """
    usual = np.median(profiles, axis=-3)
    half = usual.shape[-2] // 2 + 1
    folded = (usual + usual[..., ::-1, :])[..., :half, :] / 2
    return np.asarray(folded.reshape(*folded.shape[:-2], -1), np.float32)
