"""Trade routes for a board that nobody has drawn: roads between neighbours that never cross."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

Road = tuple[int, int]
Distances = npt.NDArray[np.float64]

LONGEST: Final = 7
SHORTEST: Final = 3
"""How many locations a route passes, at least and at most."""
DETOURS: Final = 0.35
"""What share of the roads that would shorten a journey are built."""


def trade_routes(
    places: Sequence[tuple[float, float]], rng: np.random.Generator
) -> tuple[tuple[int, ...], ...]:
    """Join places (mm) into one network; each route lists places by their position, in order.

    A road joins two places when no third lies near both. Of Gabriel's graph, whose roads do not
    cross, all those are built that no other place is nearer to both ends of (the relative
    neighbourhood graph, which joins everything), and a share of the others.
    """
    at = np.array(places)
    apart = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1))
    roads = [
        (one, other)
        for one in range(len(at))
        for other in range(one + 1, len(at))
        if _clear(apart, one, other)
        and (_needed(apart, one, other) or bool(rng.random() < DETOURS))
    ]
    return tuple(_routes(at, roads, rng))


def _clear(apart: Distances, one: int, other: int) -> bool:
    """Tell whether the circle around a road holds no third place."""
    detour = apart[one] ** 2 + apart[other] ** 2
    detour[[one, other]] = np.inf
    return bool(detour.min() > apart[one, other] ** 2)


def _needed(apart: Distances, one: int, other: int) -> bool:
    """Tell whether no third place is nearer to both ends than they are to each other."""
    farther = np.maximum(apart[one], apart[other])
    farther[[one, other]] = np.inf
    return bool(farther.min() >= apart[one, other])


def _routes(
    at: npt.NDArray[np.float64], roads: Sequence[Road], rng: np.random.Generator
) -> list[tuple[int, ...]]:
    """Follow roads as straight on as they go, each once; what is too short borrows a road."""
    ahead: dict[int, set[int]] = {place: set() for place in range(len(at))}
    for one, other in roads:
        ahead[one].add(other)
        ahead[other].add(one)
    left = {place: set(others) for place, others in ahead.items()}
    found = []
    for index in rng.permutation(len(roads)).tolist():
        one, other = roads[index]
        if other not in left[one]:
            continue
        longest = int(rng.integers(SHORTEST, LONGEST + 1))
        route = _extended(at, [one, other], left, longest)
        route = _extended(at, route[::-1], left, longest)
        if len(route) < SHORTEST:
            route = _extended(at, route, ahead, SHORTEST)
        if len(route) < SHORTEST:
            route = _extended(at, route[::-1], ahead, SHORTEST)
        for start, end in pairwise(route):
            left[start].discard(end)
            left[end].discard(start)
        found.append(tuple(route))
    return found


def _extended(
    at: npt.NDArray[np.float64], route: list[int], open_roads: dict[int, set[int]], longest: int
) -> list[int]:
    """Go on from the end of a route, straight as far as may be, never to where it has been."""
    route = list(route)
    while len(route) < longest:
        back = at[route[-1]] - at[route[-2]]
        onward = [place for place in sorted(open_roads[route[-1]]) if place not in route]
        if not onward:
            break
        turns = [
            (at[place] - at[route[-1]]) @ back / np.linalg.norm(at[place] - at[route[-1]])
            for place in onward
        ]
        route.append(onward[int(np.argmax(turns))])
    return route
