"""Trade routes from stretches: as a printed line goes, each goes on as straight as it can.

Only where three stretches or more meet in a town or a village does it matter which belong
together (rules, "Movement, exactly"); there the owner may have said so.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Final

from companion.calibration.draft import Point, Stretch

SHARPEST: Final = math.radians(75)
"""A printed line does not turn by more where it has a choice; where it has none, it does."""
ONLY_WAY: Final = 2


def routes_of(
    at: Sequence[Point],
    stretches: Iterable[Stretch],
    ways: Mapping[int, Collection[Stretch]] | None = None,
) -> tuple[tuple[int, ...], ...]:
    """Cut a network of places (numbers, ``at`` each) into routes that hold every stretch.

    ``ways`` are, for places where that was told, the pairs of neighbours between which a line
    passes it. A route that would pass a place twice is cut, its last stretch said again in the next
    one, so that it still leads on. One that comes back to where it began ends with that place.
    """
    ahead: dict[int, list[int]] = {number: [] for number in range(len(at))}
    for one, other in sorted(stretches):
        ahead[one].append(other)
        ahead[other].append(one)
    told = ways or {}
    onward: dict[int, dict[int, int]] = {}
    found: list[tuple[int, ...]] = []
    for via, around in ahead.items():
        onward[via] = {}
        for one, other in sorted(told[via]) if via in told else straightest(at, via, around):
            if one in onward[via] or other in onward[via]:
                found.append((one, via, other))  # a stretch that is part of another route too
            else:
                onward[via] |= {one: other, other: one}
    left = {(one, other) for one, around in ahead.items() for other in around if one < other}
    while left:
        line = _line(min(left), onward)
        for start, end in pairwise(line):
            left.discard((min(start, end), max(start, end)))
        found += _simple(line)
    return tuple(found)


def straightest(
    at: Sequence[Point] | Mapping[int, Point], via: int, around: Sequence[int]
) -> list[Stretch]:
    """Pair the neighbours of a place so that lines pass it as straight as they can."""
    if len(around) == ONLY_WAY:
        return [(min(around), max(around))]
    turns = sorted(
        (_turn(at, one, via, other), one, other) for one, other in combinations(sorted(around), 2)
    )
    paired: set[int] = set()
    found = []
    for turn, one, other in turns:
        if turn <= SHARPEST and paired.isdisjoint((one, other)):
            paired |= {one, other}
            found.append((one, other))
    return found


def _turn(at: Sequence[Point] | Mapping[int, Point], one: int, via: int, other: int) -> float:
    """Measure by how much a line turns on its way, in radians; straight on is 0."""
    x, y = at[via]
    came = math.atan2(y - at[one][1], x - at[one][0])
    goes = math.atan2(at[other][1] - y, at[other][0] - x)
    return abs(math.remainder(goes - came, math.tau))


def _line(start: Stretch, onward: dict[int, dict[int, int]]) -> list[int]:
    """Follow a line both ways from one of its stretches; one without an end begins twice."""
    line = [*start]
    while (beyond := onward[line[-1]].get(line[-2])) is not None:
        line.append(beyond)
        if line[-2:] == [*start]:
            return line
    back = line[::-1]
    while (beyond := onward[back[-1]].get(back[-2])) is not None:
        back.append(beyond)
    return back[::-1]


def _simple(line: Sequence[int]) -> list[tuple[int, ...]]:
    """Cut a line into routes that pass no place twice.

    One without an end, whose first stretch is its last too, becomes a closed route where it can.
    """
    whole = line[:-1]
    if line[:2] == line[-2:] and len(line) > ONLY_WAY and len(set(whole)) == len(whole) - 1:
        return [tuple(whole)]
    found, route = [], [line[0]]
    for place in line[1:]:
        if place in route:
            found.append(tuple(route))
            route = route[-2:]  # the place was passed earlier: no line goes straight back
        route.append(place)
    return [*found, tuple(route)]
