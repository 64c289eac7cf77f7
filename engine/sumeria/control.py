"""The ranking, who holds a city-state (S-27, S-28), and who has fewest merchants (S-36, S-37)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.sumeria.effects import Controlled, NextFirst, Swapped
from engine.sumeria.setting import Setting
from engine.sumeria.state import State

SCORED: Final = 3
"""How many city-states at the head of the row are scored: those in ascendancy (S-07)."""

Row = tuple[str, ...]
Swap = tuple[Row, tuple[Swapped, ...]]


def rise(rule: str, row: Row, city_state: str) -> Swap:
    """Swap a city-state with its left neighbour, if it has one (S-17, S-22: ``rule``)."""
    at = row.index(city_state)
    return _swap(rule, row, at - 1) if at > 0 else (row, ())


def fall(rule: str, row: Row, city_state: str) -> Swap:
    """Swap a city-state with its right neighbour, if it has one (S-24: ``rule``)."""
    at = row.index(city_state)
    return _swap(rule, row, at) if at + 1 < len(row) else (row, ())


def _swap(rule: str, row: Row, left: int) -> Swap:
    fell, rose = row[left], row[left + 1]
    return (*row[:left], rose, fell, *row[left + 2 :]), _swapped(rule, rose, fell)


@lru_cache(maxsize=256)  # more than there are pairs of city-states and rules
def _swapped(rule: str, rose: str, fell: str) -> tuple[Swapped]:
    return (Swapped(rule, rose, fell),)


def rotate(row: Row) -> Row:
    """Move the three scored city-states to the end in reverse: 1 to 8, 2 to 7, 3 to 6 (S-38)."""
    return row[SCORED:] + row[SCORED - 1 :: -1]


class Presence(NamedTuple):
    """A player's merchants in one city-state: all of them, and those on its city and towns.

    Compared in this order. After it comes who played earlier; villages can never matter.
    """

    merchants: int
    city: int
    towns: int
    earliness: int
    player: str


def presences(state: State, city_state: str) -> Sequence[Presence]:
    """List those who have merchants in a city-state, strongest first.

    Who is first controls it and who is second is runner-up: settling a tie for second among
    those who are left gives the same order (S-C35).
    """
    return _presences(state.setting, state.merchants, state.first, city_state)


def _presences(
    setting: Setting, merchants: tuple[int, ...], first: int, city_state: str
) -> Sequence[Presence]:
    region = setting.regions[city_state]
    found = []
    for seat, everywhere in enumerate(merchants):
        standing = everywhere & region.everything
        if standing:
            earliness = -((seat - first) % len(setting.players))
            in_city, in_towns = standing & region.city, standing & region.towns
            found.append(
                Presence(
                    standing.bit_count(),
                    in_city.bit_count(),
                    in_towns.bit_count(),
                    earliness,
                    setting.players[seat],
                )
            )
    found.sort(reverse=True)
    return found


def control(state: State, rank: int) -> Controlled:
    """Tell who holds the city-state at a rank (1 = leftmost) and by which rule."""
    return _control(state.setting, state.merchants, state.first, rank, state.ranking[rank - 1])


@lru_cache(maxsize=64)
def _control(
    setting: Setting, merchants: tuple[int, ...], first: int, rank: int, city_state: str
) -> Controlled:
    present = _presences(setting, merchants, first, city_state)
    return Controlled(rank, city_state, *_place(present, 0), *_place(present, 1))


def _place(present: Sequence[Presence], place: int) -> tuple[str | None, str | None]:
    """Name the player at a place of the list and the rule that puts him before the next."""
    if place >= len(present):
        return None, None
    tied = place + 1 < len(present) and present[place].merchants == present[place + 1].merchants
    return present[place].player, "S-28" if tied else "S-27"


def next_first(state: State) -> NextFirst:
    """Find who opens the next dynasty, from the ranking as it stood at scoring (S-C14)."""
    setting = state.setting
    tied = state.order
    narrowing = []
    for city_state in state.ranking:
        everything = setting.regions[city_state].everything
        counts = [
            (state.merchants[setting.seats[player]] & everything).bit_count() for player in tied
        ]
        fewest = min(counts)
        tied = tuple(player for player, count in zip(tied, counts, strict=True) if count == fewest)
        narrowing.append((city_state, tied))
        if len(tied) == 1:
            break
    rule = "S-36" if len(narrowing) == 1 else "S-37"
    if len(tied) > 1:
        rule = "S-C12"
    last = tied[-1]  # S-C12: of those still tied, the latest in the order just played
    step = 1 if setting.rulings.first_player == "left-of-fewest" else 0
    first = setting.players[(setting.seats[last] + step) % len(setting.players)]
    return NextFirst(rule, first, last, tuple(narrowing))
