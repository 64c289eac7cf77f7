"""Eyes that the tests share, each taught once."""

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

import pytest

from companion.sighting import sighting
from tests.vision import drawn
from vision.eye import Eye
from vision.picture import load_picture
from vision.reading import Image
from vision.table import load_table

PIECES = {"a2": "red", "b1": "blue", "c3": "yellow", "b4": "red", "a4": "blue"}
"""What stands on the drawn table unless a test says otherwise."""


def see(eye: Eye, frame: Image) -> tuple[bool, dict[str, str], list[str]]:
    """Tell whether there is a hand, who stands where, and what is unsure or hidden."""
    line = sighting(eye.read(frame), eye.table.board, "frame")
    return line["hand"], line["board"], sorted([*line["unsure"], *line["occluded"]])


@pytest.fixture(scope="session")
def drawn_files(tmp_path_factory: pytest.TempPathFactory) -> drawn.Files:
    """Give the files of the drawn table; to be read only."""
    return drawn.write(tmp_path_factory.mktemp("drawn"))


@pytest.fixture(scope="session")
def unused_eye(drawn_files: drawn.Files) -> Eye:
    """Give an eye that was taught the drawn table and has read nothing; to be copied."""
    return Eye(load_table(drawn_files.table))


@pytest.fixture(scope="session")
def taught_eye(unused_eye: Eye) -> Eye:
    """Give a copy of it that reads."""
    return deepcopy(unused_eye)


@pytest.fixture(scope="session")
def eye_in_place(unused_eye: Eye) -> Eye:
    """Give a copy that has seen the board where it was taught; to be copied."""
    return in_place(unused_eye, drawn.picture())


@pytest.fixture
def eye(eye_in_place: Eye) -> Eye:
    """Give an eye of the drawn table that has seen the board where it was taught."""
    return deepcopy(eye_in_place)


@pytest.fixture(scope="session")
def eye_a_in_place(eye_of_table: Callable[[str], Eye], frames_a: Path) -> Eye:
    """Give a copy of table-a's eye that has seen the board where it was taught; to be copied."""
    return in_place(eye_of_table("table-a"), load_picture(frames_a / "0000.jpg"))


@pytest.fixture
def eye_a(eye_a_in_place: Eye) -> Eye:
    """Give an eye of table-a that has seen the board where it was taught."""
    return deepcopy(eye_a_in_place)


def in_place(eye: Eye, frame: Image) -> Eye:
    """Give a copy of an eye that has read a frame."""
    copied = deepcopy(eye)
    copied.read(frame)
    return copied


@pytest.fixture(scope="session")
def frames_a(tables: Path) -> Path:
    """Give the folder of table-a's frames."""
    return tables / "table-a" / "frames"
