"""Trade routes from stretches: as a printed line goes, each goes on as straight as it can.

Only where three stretches or more meet in a town or a village does it matter which belong
together (rules, "Movement, exactly").
"""

import math
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from typing import Final

from companion.calibration.draft import Point, Stretch

SHARPEST: Final = math.radians(75)
"""A printed line does not turn by more where it has a choice; where it has none, it does."""
ONLY_WAY: Final = 2


def routes_of(at: Sequence[Point], stretches: Iterable[Stretch]) -> tuple[tuple[int, ...], ...]:
    """Cut a network of places (numbers, ``at`` each) into routes that hold every stretch once.

    A route that would pass a place twice is cut, its last stretch said again in the next one, so
    that it still leads on. One that comes back to where it began ends with that place.
    """
    ahead: dict[int, list[int]] = {number: [] for number in range(len(at))}
    for one, other in sorted(stretches):
        ahead[one].append(other)
        ahead[other].append(one)
    onward = {via: _pairs(at, via, around) for via, around in ahead.items()}
    left = {(one, other) for one, around in ahead.items() for other in around if one < other}
    found: list[tuple[int, ...]] = []
    while left:
        line = _line(min(left), onward)
        for start, end in pairwise(line):
            left.discard((min(start, end), max(start, end)))
        found += _simple(line)
    return tuple(found)


def _pairs(at: Sequence[Point], via: int, around: Sequence[int]) -> dict[int, int]:
    """Tell for each neighbour of a place to which other one a line from there goes on."""
    if len(around) == ONLY_WAY:
        one, other = around
        return {one: other, other: one}
    turns = sorted(
        (_turn(at, one, via, other), one, other) for one, other in combinations(around, 2)
    )
    on: dict[int, int] = {}
    for turn, one, other in turns:
        if turn <= SHARPEST and one not in on and other not in on:
            on |= {one: other, other: one}
    return on


def _turn(at: Sequence[Point], one: int, via: int, other: int) -> float:
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
