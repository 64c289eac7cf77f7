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

from companion.journal import store
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
def allocations_followed() -> Iterator[None]:
    gc.unfreeze()  # what pytest's `conftest.py` had set aside counts too
    forget_what_has_an_end()  # what other tests left there would not be counted where it is used
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


@pytest.mark.parametrize(
    "kept", [1, pytest.param(GAMES_IN_MEMORY, marks=pytest.mark.long)], ids=["one", "usual"]
)
def test_games_that_are_begun_and_left_leave_nothing_behind(
    kept: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So many games are ``kept`` in memory; where time is short fewer are played."""
    monkeypatch.setattr(store, "GAMES_IN_MEMORY", kept)
    more_games = max(kept, 3)
    with allocations_followed():
        home = Home(tmp_path, pictures=False)
        before = left_behind(home, range(kept), 0)
        after = left_behind(home, range(kept, kept + more_games), 0)
        home.close()
    assert after.handles == before.handles
    # A leak leaves something of every game; what other tests made in this process comes and goes.
    more = after.objects - before.objects
    assert not {kind: count for kind, count in more.items() if count >= more_games}
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
