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
    """Combine choices in every way; where time is short each is tried, as seldom as can be.

    Those of the longest list then come once each, and beside them those of the others in turn.
    """
    short = [tuple(one[at % len(one)] for one in choices) for at in range(max(map(len, choices)))]
    return [
        pytest.param(*combined, marks=() if combined in short else LONG)
        for combined in product(*choices)
    ]
