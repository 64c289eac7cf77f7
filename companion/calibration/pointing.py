"""What a finger on the board means."""

import math
from collections.abc import Iterable, Mapping
from typing import Final

from companion.calibration.draft import Place, Point, Stretch

BESIDE_MM: Final = 5.0
"""How near to a stretch a finger must come down to mean that."""


def place_at(places: Mapping[int, Place], at_mm: Point, reach: float = 1.0) -> int | None:
    """Find the place whose middle is nearest, at most ``reach`` of its radii away."""
    away = {
        number: math.dist(one.at_mm, at_mm)
        for number, one in places.items()
        if math.dist(one.at_mm, at_mm) <= reach * one.radius_mm
    }
    return min(away, key=lambda number: away[number], default=None)


def stretch_at(
    places: Mapping[int, Place], stretches: Iterable[Stretch], at_mm: Point
) -> Stretch | None:
    """Find the stretch that is nearest, at most ``BESIDE_MM`` away."""
    away = {
        (one, other): _away(places[one].at_mm, places[other].at_mm, at_mm)
        for one, other in stretches
    }
    near = min(away, key=lambda stretch: away[stretch], default=None)
    return near if near is not None and away[near] <= BESIDE_MM else None


def _away(start: Point, end: Point, at: Point) -> float:
    """Measure how far a point is from a straight line between two others."""
    along, down = end[0] - start[0], end[1] - start[1]
    share = ((at[0] - start[0]) * along + (at[1] - start[1]) * down) / (along**2 + down**2)
    share = min(1.0, max(0.0, share))
    return math.dist((start[0] + share * along, start[1] + share * down), at)
