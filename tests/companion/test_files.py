"""A file that cannot be written is named, and what was there before stays as it was."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.boards import known
from companion.boards.known import keep_board
from companion.cli import main
from companion.files import new_file, write_whole
from seeds.boards import builtin_board_text
from tests.sampled import few

FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def full(*_: object) -> None:
    """Stand for a disk that is full, which names no file."""
    raise OSError(*FULL.args)


def whole(path: Path) -> None:
    write_whole(path, b"new")


def fresh(path: Path) -> None:
    with new_file(path.with_name("fresh")) as begun:
        begun.write_bytes(b"new")
        full()


@pytest.mark.parametrize("write", [whole, fresh])
def test_a_full_disk_names_the_file_and_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[Path], None]
) -> None:
    path = tmp_path / "old"
    path.write_bytes(b"old")
    monkeypatch.setattr("companion.files.os.fsync", full)
    with pytest.raises(OSError, match=r"old|fresh") as caught:
        write(path)
    assert caught.value.errno == errno.ENOSPC
    assert [one.name for one in tmp_path.iterdir()] == ["old"]
    assert path.read_bytes() == b"old"


def test_a_board_that_finds_no_room_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known, "boards_folder", lambda: tmp_path)
    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="mine"):
        keep_board("mine", builtin_board_text("dubsar"), b"")
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("ending", few(1, ["svg", "png"]))
def test_a_drawing_that_finds_no_room_is_one_line_and_leaves_nothing_half_drawn(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    ending: str,
) -> None:
    path = tmp_path / f"board.{ending}"
    monkeypatch.setattr("companion.files.os.fsync", full)
    assert main(["board", "show", "dubsar", str(path)]) == 1
    assert capfd.readouterr().err == f"dubsar: {path}: No space left on device\n"
    assert not [*tmp_path.iterdir()]
