"""Learning what is alike from the best examples: a straight line through a space of features."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Likeness:
    """Weighs features: 0 for what the others usually are like, 1 for what the examples are."""

    weights: Reals
    origin: float

    def of(self, features: npt.NDArray[np.floating]) -> Reals:
        """Tell how much like the examples something is (... x features): ..."""
        return np.asarray(features @ self.weights - self.origin, np.float64)


def learn(
    examples: npt.NDArray[np.floating], others: npt.NDArray[np.floating], doubt: float
) -> Likeness:
    """Find what tells examples (N x features) from others (M x features).

    Fisher's discriminant; the middle of the examples is their median, as a few may be wrong.
    ``doubt`` is the variance that every feature has at least.
    """
    middle, usual = np.median(examples, axis=0), others.mean(axis=0)
    spread = (np.cov(others.T) + np.cov(examples.T)) / 2 + doubt * np.eye(examples.shape[1])
    weights = np.linalg.solve(spread, middle - usual)
    weights /= max(1e-9, float(weights @ (middle - usual)))
    return Likeness(np.asarray(weights, np.float64), float(weights @ usual))
