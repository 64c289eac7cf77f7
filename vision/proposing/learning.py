"""Learning what examples have in common: Fisher's discriminant, and a mixture that cuts its scores.

Both are used where a board itself teaches what its print looks like, from examples of which some
are wrong. A score by which an example was chosen, or that it has itself helped to train, is biased;
so `cross_fitted` scores each example by what the others teach.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

FOLDS: Final = 5
ROUNDS: Final = 30
"""Steps of expectation maximisation; it has long converged by then."""

Reals = npt.NDArray[np.float64]
Floats = npt.NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class Discriminant:
    """A linear score of features: 0 for the mean of the others, 1 for that of the examples."""

    weights: Reals
    origin: float

    def score(self, features: Floats) -> Reals:
        """Score features (... x F): ..."""
        return np.asarray(features @ self.weights - self.origin, np.float64)


@dataclass(frozen=True, slots=True)
class Others:
    """Mean (F) and covariance (F x F) of the features of what is no example."""

    mean: Reals
    covariance: Reals


def describe(features: Floats) -> Others:
    """Describe others by their features (N x F)."""
    others = np.asarray(features, np.float64)
    return Others(others.mean(axis=0), np.cov(others.T))


def discriminate(examples: Floats, others: Others, ridge: float) -> Discriminant:
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
    features: Floats,
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


def mixture_log_odds(scores: Reals, upper: npt.NDArray[np.bool_]) -> Reals:
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
    """Fit mean and standard deviation to scores, each of which counts by its share."""
    total = max(1e-9, float(share.sum()))
    mean = float((share * scores).sum()) / total
    return mean, float(np.sqrt((share * (scores - mean) ** 2).sum() / total)) + 0.03
