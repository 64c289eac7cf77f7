"""What an eye has learnt is remembered beside its table file, and never recalled wrongly."""

import io
import os
import pickle
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.vision import drawn
from vision import memory
from vision.eye import Eye
from vision.memory import remembered_eye
from vision.table import load_table


class Teacher:
    """Stands for teaching: gives an eye that was taught, and counts how often it was asked."""

    def __init__(self, eye: Eye) -> None:
        self.eye = eye
        self.asked = 0

    def __call__(self, _: object) -> Eye:
        self.asked += 1
        return self.eye


@pytest.fixture
def path(drawn_files: drawn.Files, tmp_path: Path) -> Path:
    """Give a table file in a folder of its own."""
    shutil.copytree(drawn_files.table.parent, tmp_path / "table")
    return tmp_path / "table" / drawn_files.table.name


@pytest.fixture
def teacher(taught_eye: Eye, monkeypatch: pytest.MonkeyPatch) -> Teacher:
    one = Teacher(taught_eye)
    monkeypatch.setattr(memory, "eye_of", one)
    return one


def test_an_eye_that_was_recalled_reads_like_the_one_that_was_taught(
    path: Path, teacher: Teacher
) -> None:
    remembered_eye(load_table(path))
    again = remembered_eye(load_table(path))
    assert teacher.asked == 1
    assert again is not teacher.eye
    frame = drawn.picture({"a2": "red", "c3": "yellow"})
    readings = [one.read(frame).groups["locations"] for one in (teacher.eye, again)]
    assert np.array_equal(readings[0].log_likelihood, readings[1].log_likelihood)
    assert readings[0].likeliest() == readings[1].likeliest()


def changed_picture(path: Path) -> None:
    """Change one bit of a picture that it was taught from."""
    picture = max(load_table(path).frames)
    data = bytearray(picture.read_bytes())
    data[-1] ^= 1
    picture.write_bytes(data)


def changed_table(path: Path) -> None:
    path.write_text(path.read_text() + "\n# seen again\n")


def changed_board(path: Path) -> None:
    board = load_table(path).board_path
    board.write_text(board.read_text() + "\n# as printed\n")


def damaged(path: Path) -> None:
    learnt = path.with_name(path.name + ".learnt")
    learnt.write_bytes(learnt.read_bytes()[:-1000])


@pytest.mark.parametrize("change", [changed_picture, changed_table, changed_board, damaged])
def test_what_has_changed_is_taught_anew(
    path: Path, teacher: Teacher, change: Callable[[Path], None]
) -> None:
    remembered_eye(load_table(path))
    change(path)
    remembered_eye(load_table(path))
    assert teacher.asked == 2
    remembered_eye(load_table(path))
    assert teacher.asked == 2, "and remembered again"


def test_another_version_of_the_program_teaches_anew(
    path: Path, teacher: Teacher, monkeypatch: pytest.MonkeyPatch
) -> None:
    remembered_eye(load_table(path))
    monkeypatch.setattr(memory, "program_print", lambda: "of tomorrow")
    remembered_eye(load_table(path))
    assert teacher.asked == 2


class Trap:
    """What somebody might have put into the file."""

    def __init__(self, does: object, *arguments: object) -> None:
        self._made = (does, arguments)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return self._made


@pytest.mark.parametrize(
    "trap", [Trap(os.mkdir, "{}"), Trap(getattr, "", "__class__"), Trap(eval, "1")]
)
def test_nothing_but_an_eye_is_made_from_what_was_remembered(
    path: Path, teacher: Teacher, trap: Trap
) -> None:
    remembered_eye(load_table(path))
    learnt = path.with_name(path.name + ".learnt")
    key = learnt.read_bytes()[:64]
    learnt.write_bytes(key + pickle.dumps(trap))
    assert remembered_eye(load_table(path)) is teacher.eye
    assert teacher.asked == 2


@pytest.mark.parametrize("name", ["os.getcwd", "os"])
def test_what_our_modules_import_is_no_part_of_an_eye(
    path: Path, teacher: Teacher, name: str
) -> None:
    remembered_eye(load_table(path))
    learnt = path.with_name(path.name + ".learnt")
    texts = b"".join(
        pickle.SHORT_BINUNICODE + bytes([len(one)]) + one.encode()
        for one in ("vision.picture", name)
    )
    called = pickle.PROTO + b"\x04" + texts + pickle.STACK_GLOBAL + b")" + pickle.REDUCE
    with pytest.raises(pickle.UnpicklingError, match="no part of an eye"):
        memory._Recall(io.BytesIO(called + pickle.STOP)).load()
    learnt.write_bytes(learnt.read_bytes()[:64] + called + pickle.STOP)
    assert remembered_eye(load_table(path)) is teacher.eye
    assert teacher.asked == 2


def test_where_the_disk_is_nearly_full_nothing_is_written(
    path: Path, teacher: Teacher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "LEAST_FREE", 10**18)
    before = sorted(path.parent.iterdir())
    assert remembered_eye(load_table(path)) is teacher.eye
    assert sorted(path.parent.iterdir()) == before
