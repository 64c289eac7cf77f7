"""The program may run for months: what evenings leave behind in it is not to become more."""

import gc
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper
from pathlib import Path

import pytest

from companion.journal.store import GAMES_IN_MEMORY
from tests.companion.live.many_evenings import Home
from tools.soak import handles


@contextmanager
def allocations_followed() -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
    finally:
        tracemalloc.stop()


def left_behind(home: Home, evenings: range, dynasties: int) -> tuple[int, int]:
    """Play; tell how many bytes Python has taken then, and how many handles are open.

    What the rules remember of their answers has an end, and is not counted.
    """
    for number in evenings:
        home.evening(number, dynasties)
    for one in gc.get_objects():
        if isinstance(one, _lru_cache_wrapper) and one.__module__.startswith("engine."):
            one.cache_clear()
    gc.collect()
    return tracemalloc.get_traced_memory()[0], handles()


def test_games_that_are_begun_and_left_leave_nothing_behind(tmp_path: Path) -> None:
    with allocations_followed():
        home = Home(tmp_path, pictures=False)
        before, opened = left_behind(home, range(GAMES_IN_MEMORY), 0)
        after, open_then = left_behind(home, range(GAMES_IN_MEMORY, 2 * GAMES_IN_MEMORY), 0)
        home.close()
    assert open_then == opened
    assert after - before < 20_000


@pytest.mark.long
def test_evenings_before_the_camera_leave_nothing_behind(tmp_path: Path) -> None:
    with allocations_followed():
        home = Home(tmp_path)
        before, opened = left_behind(home, range(GAMES_IN_MEMORY), 1)
        after, open_then = left_behind(home, range(GAMES_IN_MEMORY, GAMES_IN_MEMORY + 2), 1)
        home.close()
    assert open_then == opened
    assert after - before < 500_000  # the rules remember answers, so many at most
