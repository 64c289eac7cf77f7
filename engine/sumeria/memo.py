"""Answers about locations and sets of them, each worked out once and then looked up."""

from collections.abc import Callable
from typing import Final, TypeVar

T = TypeVar("T")

REMEMBERED: Final = 1 << 14
"""Answers that are kept at most, so that endless play does not fill the memory."""


class Memo(dict[int, T]):
    """``memo[key]`` is the answer for a location (its number) or a set (bit i: location i).

    A dictionary, because looking up an answer in one costs no call of a function.
    """

    def __init__(self, work_out: Callable[[int], T]) -> None:
        """Take what answers a question that is asked for the first time."""
        super().__init__()
        self._work_out: Final = work_out

    def __missing__(self, key: int) -> T:
        """Work out an answer; all are forgotten when they have become too many."""
        if len(self) >= REMEMBERED:
            self.clear()
        answer = self[key] = self._work_out(key)
        return answer


def numbers_of(locations: int) -> tuple[int, ...]:
    """List the numbers of the locations in a set, in board order."""
    numbers = []
    while locations:
        lowest = locations & -locations
        numbers.append(lowest.bit_length() - 1)
        locations ^= lowest
    return tuple(numbers)
