"""The routes of a board, as its file lists them: a network of stretches, cut into lines."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise

from companion.boards.warnings import ONE_WAY_ON
from companion.calibration.draft import Point, Stretch, straightest


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
