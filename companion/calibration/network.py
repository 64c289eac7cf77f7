"""Lines between spots: which stretches are one line, and the routes that they make.

Which of the stretches that meet at a spot belong to one line matters where three or more meet, and
a piece that passes the spot keeps to its line. There the owner may say so; elsewhere, and until
then, each line goes on as straight as it can.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Final

from companion.boards.warnings import ONE_WAY_ON, forks
from companion.calibration.draft import Draft, Fork, Place, Point, Stretch

BESIDE_MM: Final = 5.0
"""How near to a stretch a finger must come down to mean that."""
SHARPEST: Final = math.radians(75)
"""A printed line does not turn by more where it has a choice; where it has none, it does."""


Ways = frozenset[Stretch]
"""Pairs of a spot's neighbours, the lower number first, between which a line passes it."""


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


def neighbours(draft: Draft, free: Collection[int]) -> dict[int, tuple[int, ...]]:
    """List the spots where three stretches or more meet, and those that they lead to.

    The ``free`` ones, in which any line may be taken, are not among them.
    """
    stretches = draft.stretches or ()
    return {
        via: tuple(sorted(sum(one) - via for one in stretches if via in one))
        for via in forks(list(draft.spots), stretches, free)
    }


def ways_on(draft: Draft, free: Collection[int]) -> dict[int, Ways]:
    """Give the ways past each of these spots, as the owner said or as they look."""
    at = {number: one.at_mm for number, one in draft.spots.items()}
    found = {}
    for via, around in neighbours(draft, free).items():
        fork = _said_of(draft, via, around)
        if fork is None:
            found[via] = frozenset(straightest(at, via, around))
        else:
            found[via] = frozenset(way for way in fork.ways if {*way} <= {*around})
    return found


def with_ways(draft: Draft, via: int, ways: Ways) -> Draft:
    """Say which ways lead past a spot."""
    around = neighbours(draft, ())[via]
    fork = Fork(via, around, tuple(sorted(ways)))
    return replace(draft, forks=(*(one for one in draft.forks if one.at != via), fork))


def toggled_way(draft: Draft, via: int, one: int, other: int) -> Draft:
    """Let a way lead past a spot, or not any more, where it does.

    As most lines go on one way only, guessed ones that share an end with a new way go.
    """
    way = (min(one, other), max(one, other))
    ways = ways_on(draft, ())[via]
    if way not in ways and _said_of(draft, via, neighbours(draft, ())[via]) is None:
        ways = frozenset(guessed for guessed in ways if {*way}.isdisjoint(guessed))
    return with_ways(draft, via, ways ^ {way})


def routes_of(
    at: Sequence[Point],
    stretches: Iterable[Stretch],
    ways: Mapping[int, Collection[Stretch]] | None = None,
) -> tuple[tuple[int, ...], ...]:
    """Cut a network of spots (numbers, ``at`` each) into routes that hold every stretch.

    ``ways`` are, for spots where that is known, the pairs of neighbours between which a line passes
    it. A route that would pass a spot twice is cut, its last stretch repeated in the next one, so
    that it still leads on. One that comes back to where it began ends with that spot.
    """
    ahead: dict[int, list[int]] = {number: [] for number in range(len(at))}
    for one, other in sorted(stretches):
        ahead[one].append(other)
        ahead[other].append(one)
    given = ways or {}
    onward: dict[int, dict[int, int]] = {}
    found: list[tuple[int, ...]] = []
    for via, around in ahead.items():
        onward[via] = {}
        for one, other in sorted(given[via]) if via in given else straightest(at, via, around):
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
    """Pair the neighbours of a spot so that lines pass it as straight as they can."""
    if len(around) == ONE_WAY_ON:
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


def _said_of(draft: Draft, via: int, around: tuple[int, ...]) -> Fork | None:
    """Find what the owner said of a spot, if it holds: of the lines that meet there at present."""
    return next((one for one in draft.forks if (one.at, one.around) == (via, around)), None)


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
    """Cut a line into routes that pass no spot twice.

    One without an end, whose first stretch is its last too, becomes a closed route where it can.
    """
    whole = line[:-1]
    if line[:2] == line[-2:] and len(line) > ONE_WAY_ON and len(set(whole)) == len(whole) - 1:
        return [tuple(whole)]
    found, route = [], [line[0]]
    for place in line[1:]:
        if place in route:
            found.append(tuple(route))
            route = route[-2:]  # the place was passed earlier: no line goes straight back
        route.append(place)
    return [*found, tuple(route)]
