"""Where three lines or more meet in a town or a village: which of them go on into which.

Who passes such a spot keeps to the line that he came on (rules, "Movement, exactly"). Until the
owner says which one that is, each line goes on as straight as it can.
"""

from dataclasses import replace

from companion.calibration import checks
from companion.calibration.draft import Draft, Fork, Stretch, kind_of
from companion.calibration.routes import straightest

Ways = frozenset[Stretch]
"""Pairs of a spot's neighbours, the lower number first, between which a line passes it."""


def ways_on(draft: Draft) -> dict[int, Ways]:
    """Give the ways past each fork (its place's number), as they were told or as they look."""
    at = {number: one.at_mm for number, one in enumerate(draft.places) if one is not None}
    told = {one.at: one for one in draft.forks}
    found = {}
    for via, around in neighbours(draft).items():
        fork = told.get(via)
        if fork is not None and fork.around == around:
            found[via] = frozenset(way for way in fork.ways if {*way} <= {*around})
        else:  # nothing was told of the lines that meet there at present
            found[via] = frozenset(straightest(at, via, around))
    return found


def neighbours(draft: Draft) -> dict[int, tuple[int, ...]]:
    """List the forks, and the places that a stretch joins to each."""
    stretches = draft.stretches or ()
    places = [number for number, one in enumerate(draft.places) if one is not None]
    cities = [number for number in places if kind_of(number) == "city"]
    return {
        via: tuple(sorted(sum(one) - via for one in stretches if via in one))
        for via in checks.forks(places, stretches, cities)
    }


def with_ways(draft: Draft, via: int, ways: Ways) -> Draft:
    """Tell which ways lead past a fork."""
    fork = Fork(via, neighbours(draft)[via], tuple(sorted(ways)))
    return replace(draft, forks=(*(one for one in draft.forks if one.at != via), fork))


def turned(draft: Draft, via: int, one: int, other: int) -> Draft:
    """Let a way lead past a fork, or not any more, where it does.

    As most lines go on one way only, guessed ones that share an end with a new way go.
    """
    way = (min(one, other), max(one, other))
    ways = ways_on(draft)[via]
    if way not in ways and not _is_told(draft, via):
        ways = frozenset(guessed for guessed in ways if {*way}.isdisjoint(guessed))
    return with_ways(draft, via, ways ^ {way})


def _is_told(draft: Draft, via: int) -> bool:
    around = neighbours(draft)[via]
    return any((fork.at, fork.around) == (via, around) for fork in draft.forks)
