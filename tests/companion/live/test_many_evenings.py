"""The program may run for months: what evenings leave behind in it is not to become more."""

import gc
import sys
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import Final

import pytest

from companion.journal.store import GAMES_IN_MEMORY
from tests.companion.live.many_evenings import Home

OF_EVENINGS: Final = "companion"
"""The package whose objects belong to evenings; those of games are shared by what is cached."""


@dataclass(frozen=True, slots=True)
class Held:
    """What the process holds: open handles, Python's bytes, objects of the companion's classes."""

    handles: int
    memory: int
    objects: Counter[type]


def handles() -> int:
    """Count what the process has open, without fonts: one stays open for each size of text."""
    found = 0
    for handle in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):  # it was open for the listing itself
            found += handle.readlink().suffix != ".ttf"
    return found


@contextmanager
def allocations_followed(*, memory: bool = True) -> Iterator[None]:
    """Count objects and, unless without ``memory``, the bytes that Python allocates."""
    gc.unfreeze()  # what pytest's `conftest.py` had set aside counts too
    forget_what_has_an_end()  # what other tests left there would not be counted where it is used
    if memory:
        tracemalloc.start()
    try:
        yield
    finally:
        tracemalloc.stop()
        gc.freeze()


def left_behind(home: Home, evenings: range, dynasties: int) -> Held:
    """Play, and count what is held then.

    What the rules and the screens remember has an end, and is not counted. Nor is what Python
    itself remembers of attributes: it keeps up to 4096 of their names alive, the same name as often
    as it was spelt anew, so how many depends on where in memory they happened to be.
    """
    for number in evenings:
        home.evening(number, dynasties)
    forget_what_has_an_end()
    sys._clear_type_cache()
    gc.collect()
    memory = tracemalloc.get_traced_memory()[0]
    kinds = Counter(map(type, gc.get_objects()))
    objects = Counter(
        {
            kind: count
            for kind, count in kinds.items()
            if str(kind.__module__).partition(".")[0] == OF_EVENINGS
        }
    )
    return Held(handles(), memory, objects)


def forget_what_has_an_end() -> None:
    """Clear what rules and screens remember: so much and no more."""
    for one in [one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper)]:
        room, _, _ = one.__module__.partition(".")
        if room in {"engine", OF_EVENINGS} and one.cache_parameters()["maxsize"] is not None:
            one.cache_clear()


@pytest.mark.parametrize("memory", [False, pytest.param(True, marks=pytest.mark.long)])
def test_games_that_are_begun_and_left_leave_nothing_behind(
    memory: bool,  # noqa: FBT001 - to follow what Python allocates takes long
    tmp_path: Path,
) -> None:
    with allocations_followed(memory=memory):
        home = Home(tmp_path, pictures=False)
        before = left_behind(home, range(GAMES_IN_MEMORY), 0)
        after = left_behind(home, range(GAMES_IN_MEMORY, 2 * GAMES_IN_MEMORY), 0)
        home.close()
    assert after.handles == before.handles
    # A leak leaves something of every game; what other tests made in this process comes and goes.
    more = after.objects - before.objects
    assert not {kind: count for kind, count in more.items() if count >= GAMES_IN_MEMORY}
    assert after.memory - before.memory < 20_000


@pytest.mark.long
def test_evenings_before_the_camera_leave_nothing_behind(tmp_path: Path) -> None:
    with allocations_followed():
        home = Home(tmp_path)
        before = left_behind(home, range(GAMES_IN_MEMORY), 1)
        after = left_behind(home, range(GAMES_IN_MEMORY, GAMES_IN_MEMORY + 2), 1)
        home.close()
    assert after.handles == before.handles
    assert after.memory - before.memory < 500_000  # the rules remember answers, so many at most
