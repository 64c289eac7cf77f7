"""The row of city-state tiles: one place up, one place down, and round at a dynasty's end."""

from functools import lru_cache
from typing import Final

from engine.sumeria.effects import Swapped

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
