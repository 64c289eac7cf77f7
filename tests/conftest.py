"""What every test may ask for."""

import companion  # noqa: F401  before numpy, whose threads would spin beside other workers' tests

# isort: split
import gc
import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

os.environ["HYPOTHESIS_NO_PLUGINS"] = "1"  # those that are there take time to load, and serve none

# isort: split
from hypothesis import settings

from companion.journal import database, room
from tests.made_once import made_once
from vision.eye import Eye
from vision.table import load_table

# Before anything imports pygame: a test has no display.
os.environ["SDL_VIDEODRIVER"] = "dummy"

# A slow or busy machine is no error of the code under test. `make test-long` asks for the second.
settings.register_profile("quick", deadline=None, max_examples=24)
settings.register_profile("thorough", deadline=None, max_examples=400)
settings.load_profile("quick")


gc.disable()  # until all tests are collected: none of that is garbage


def pytest_collection_finish() -> None:
    """Spare the collector of garbage what stays to the end: half a million objects of tests.

    Ten times as seldom as usual it looks for more: there is room for what lies about meanwhile.
    """
    gc.freeze()
    gc.set_threshold(7000, 10, 10)
    gc.enable()


@pytest.fixture(scope="session")
def tables_folder() -> Path:
    """Give where the shared tables (camera frames with truth) are, if they are there."""
    return Path(__file__).parents[2] / "shared" / "tables"


@pytest.fixture(scope="session")
def tables(tables_folder: Path) -> Path:
    """Give the folder of shared tables; skip where it is not there."""
    if not tables_folder.is_dir():
        pytest.skip(f"the shared tables are not at {tables_folder}")
    return tables_folder


@pytest.fixture(scope="session")
def eye_of_table(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Eye]:
    """Give the eye of a shared table by its name; each is taught once, and corrected by nobody."""

    def taught(name: str) -> Eye:
        table = load_table(tables / name / "table.toml")
        return made_once(tmp_path_factory, name, lambda: Eye(table))

    return cache(taught)


@pytest.fixture(scope="session", autouse=True)
def light_files() -> Iterator[None]:
    """Let no test wait for the disk, nor its journal keep room there for when it is full.

    That matters to a machine that loses power, which no test does. The programs that tests start
    and kill are processes of their own, with journals as they are.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(room, "RESERVE", 4096)
        pragmas = [one for one in database.PRAGMAS if not one.startswith("synchronous")]
        patch.setattr(database, "PRAGMAS", ("synchronous = OFF", *pragmas))
        patch.setattr(os, "fsync", lambda _: None)
        yield
