"""What every test may ask for."""

import companion  # noqa: F401  before numpy, whose threads would spin beside other workers' tests

# isort: split
import os
from pathlib import Path

import pytest
from hypothesis import settings

# Before anything imports pygame: a test has no display.
os.environ["SDL_VIDEODRIVER"] = "dummy"

# A slow or busy machine is no error of the code under test. `make test-long` asks for the second.
settings.register_profile("quick", deadline=None, max_examples=40)
settings.register_profile("thorough", deadline=None, max_examples=400)
settings.load_profile("quick")


@pytest.fixture(scope="session")
def tables() -> Path:
    """Give the folder of shared tables (camera frames with truth); skip where it is not there."""
    folder = Path(__file__).parents[2] / "shared" / "tables"
    if not folder.is_dir():
        pytest.skip(f"the shared tables are not at {folder}")
    return folder


@pytest.fixture(autouse=True)
def small_reserve(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test fill the disk with the room that the program keeps for when it is full."""
    monkeypatch.setattr("companion.journal.store.RESERVE", 4096)
