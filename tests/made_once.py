"""What is dear to make is made by one of the processes that run tests, for all of them."""

import fcntl
import os
import pickle
from collections.abc import Callable
from typing import Final, TypeVar

import pytest

Made = TypeVar("Made")
WORKER: Final = "PYTEST_XDIST_WORKER"
"""Is set in each of several processes; their temporary folders then lie side by side."""


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[], Made]) -> Made:
    """Give what ``make`` does, or has made under this name in this run of the tests.

    Where processes share the work, another one waits meanwhile, and then gets a copy.
    """
    if WORKER not in os.environ:
        return make()
    with (factory.getbasetemp().parent / f"{name}.pickle").open("a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        if file.read(1):
            file.seek(0)
            made: Made = pickle.load(file)  # noqa: S301 - a process of this very run wrote it
            return made
        made = make()
        pickle.dump(made, file, pickle.HIGHEST_PROTOCOL)
        return made
