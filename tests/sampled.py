"""How much is tried of what takes long."""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet

LONG: Final = (pytest.mark.long,)


def one_in(share: int) -> int:
    """Give as many as one in ``share`` of what a run usually tries; `make test-long` tries more."""
    return max(1, settings().max_examples // share)


def few(number: int, choices: Iterable[object]) -> "list[ParameterSet]":
    """Try every choice; where time is short only the first, so many."""
    return [
        pytest.param(*(one if isinstance(one, tuple) else (one,)), marks=LONG[: at >= number])
        for at, one in enumerate(choices)
    ]


def in_turn(*choices: Sequence[object]) -> "list[ParameterSet]":
    """Combine choices in every way; where time is short each with each of one other in turn.

    Of the fewest choices each is then combined with every other choice, of any two lists.
    """
    turns = min(map(len, choices))
    return [
        pytest.param(
            *(one for _, one in combined),
            marks=pytest.mark.long if sum(at for at, _ in combined) % turns else (),
        )
        for combined in product(*map(enumerate, choices))
    ]
