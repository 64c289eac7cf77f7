"""What is unusual in a network of places that stretches join, though nothing forbids it."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Final, TypeVar

from companion.language import said
from companion.words.names import Names
from engine.board import Board

DEAD_ENDS = said("only one stretch leads to these; is none missing? {locations}")
ONE_WAY_ON: Final = 2
"""A place left by so many stretches is passed through without a choice."""

One = TypeVar("One", bound=Hashable)


def board_warnings(board: Board, names: Names) -> Iterator[str]:
    """Name dead ends, and the forks where the game has a ruling on them."""
    places = [location.id for location in board.locations]
    free = [location.id for location in board.locations if location.kind == "city"]
    stretches = list(board.stretches())
    if ends := dead_ends(places, stretches):
        yield names.language.say(DEAD_ENDS, locations=", ".join(ends))
    found, about = forks(places, stretches, free), names.remark("forks")
    if found and about:
        yield f"{about} {', '.join(found)}"


def degrees(places: Sequence[One], stretches: Iterable[tuple[One, One]]) -> dict[One, int]:
    """Count the stretches that leave each place; two routes may share one."""
    distinct = {frozenset(stretch) for stretch in stretches}
    counted = Counter(place for stretch in distinct for place in stretch)
    return {place: counted[place] for place in places}


def off_route(places: Sequence[One], stretches: Iterable[tuple[One, One]]) -> list[One]:
    """List the places that no stretch leaves."""
    return [place for place, count in degrees(places, stretches).items() if count == 0]


def dead_ends(places: Sequence[One], stretches: Iterable[tuple[One, One]]) -> list[One]:
    """List the places that one stretch leaves: a piece there has one way only."""
    return [place for place, count in degrees(places, stretches).items() if count == 1]


def forks(
    places: Sequence[One], stretches: Iterable[tuple[One, One]], without: Iterable[One]
) -> list[One]:
    """List the places, ``without`` some, that three stretches or more leave."""
    apart = set(without)
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
