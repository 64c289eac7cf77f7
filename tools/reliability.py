"""Calibration: how often what is claimed with a probability is right."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Final

EDGES: Final = (0.9, 0.95, 0.99, 0.995, 0.999, 0.9999)
"""Where the bins of claimed probability meet; a probability on an edge belongs above it."""


@dataclass(frozen=True, slots=True)
class Bin:
    """The claims from ``low`` up to ``high``: how many, how many right, their mean probability."""

    low: float
    high: float
    total: int
    right: int
    mean: float


class Reliability:
    """Counts claims and how many were right, by the probability claimed."""

    def __init__(self) -> None:
        """Begin with none."""
        self._total: Counter[int] = Counter()
        self._right: Counter[int] = Counter()
        self._sum: defaultdict[int, float] = defaultdict(float)

    def add(self, probability: float, *, right: bool) -> None:
        """Count one claim of this probability (0 to 1)."""
        number = sum(probability >= edge for edge in EDGES)
        self._total[number] += 1
        self._right[number] += right
        self._sum[number] += probability

    @property
    def bins(self) -> tuple[Bin, ...]:
        """All bins from the least sure to the surest; the mean of one without claims is 0."""
        bounds = (0.0, *EDGES, 1.0)
        return tuple(
            Bin(
                bounds[i],
                bounds[i + 1],
                self._total[i],
                self._right[i],
                self._sum[i] / max(1, self._total[i]),
            )
            for i in range(len(EDGES) + 1)
        )

    def at_least(self, edge: float) -> tuple[int, int]:
        """Count the claims from ``edge`` (one of EDGES) upwards: how many, how many right."""
        above = [one for one in self.bins if one.low >= edge]
        return sum(one.total for one in above), sum(one.right for one in above)
