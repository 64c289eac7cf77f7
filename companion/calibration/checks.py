"""What is to be said of a network of stretches before a board is made of it."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Final, TypeVar

ONE_WAY_ON: Final = 2
"""A place left by so many stretches is passed through without a choice."""

One = TypeVar("One", bound=Hashable)


def degrees(places: Sequence[One], stretches: Iterable[tuple[One, One]]) -> dict[One, int]:
    """Count the stretches that leave each place; two routes may share one."""
    distinct = {frozenset(stretch) for stretch in stretches}
    counted = Counter(place for stretch in distinct for place in stretch)
    return {place: counted[place] for place in places}


def off_route(places: Sequence[One], stretches: Iterable[tuple[One, One]]) -> list[One]:
    """List the places that no stretch leaves."""
    return [place for place, count in degrees(places, stretches).items() if count == 0]


def dead_ends(places: Sequence[One], stretches: Iterable[tuple[One, One]]) -> list[One]:
    """List the places that one stretch leaves: a merchant there has one way only."""
    return [place for place, count in degrees(places, stretches).items() if count == 1]


def forks(
    places: Sequence[One], stretches: Iterable[tuple[One, One]], cities: Iterable[One]
) -> list[One]:
    """List the towns and villages that three stretches or more leave: there a ruling matters.

    A merchant that passes an occupied one keeps to its route (S-21, S-C02).
    """
    apart = set(cities)
    counted = degrees(places, stretches).items()
    return [place for place, count in counted if count > ONE_WAY_ON and place not in apart]


def parts(places: Sequence[One], stretches: Iterable[tuple[One, One]]) -> list[set[One]]:
    """Part the places into those that stretches join, the largest part first."""
    part = {place: {place} for place in places}
    for one, other in stretches:
        if part[one] is not part[other]:
            part[one] |= part[other]
            for place in part[other]:
                part[place] = part[one]
    distinct = {id(one): one for one in part.values()}
    return sorted(distinct.values(), key=len, reverse=True)
