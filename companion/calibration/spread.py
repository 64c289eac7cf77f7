"""Places far from each other, where merchants show best how their colours look on this board."""

import math
from collections.abc import Sequence

from companion.calibration.draft import Point


def spread(at_mm: Sequence[Point], number: int) -> list[int]:
    """Choose so many places (their numbers), each as far as can be from those before it.

    The first is the one nearest to the middle of all.
    """
    middle = (
        sum(x for x, _ in at_mm) / len(at_mm),
        sum(y for _, y in at_mm) / len(at_mm),
    )
    chosen = [min(range(len(at_mm)), key=lambda i: math.dist(at_mm[i], middle))]
    while len(chosen) < min(number, len(at_mm)):
        left = [i for i in range(len(at_mm)) if i not in chosen]
        chosen.append(max(left, key=lambda i: min(math.dist(at_mm[i], at_mm[j]) for j in chosen)))
    return chosen
