"""The whole program, started and ended as a service manager does it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.games.sumeria.virtual_table import SumeriaTable
from engine.games import parse_board
from seeds.boards import builtin_board_text
from tests.hardware.notified import Notified

ROOT = Path(__file__).parents[3]
PATIENCE = 120.0
"""Seconds until a program that has not begun will not."""
LONGEST_END = 3.0
"""Seconds that it may take to close the journal, from the signal on."""
PLAY = """
import sys
from companion.live.program import play
from companion.settings import load_settings
sys.exit(play(load_settings({"camera": sys.argv[1]}), windowed=True))
"""


@contextmanager
def started(
    folder: Path, manager: Notified, camera: str = "virtual"
) -> Iterator[subprocess.Popen[bytes]]:
    """Start the program with a camera, and wait until it is ready."""
    environment = {
        **os.environ,
        **manager.environment,
        "DUBSAR_HOME": str(folder),
        "RUNTIME_DIRECTORY": str(folder),
    }
    command = [sys.executable, "-c", PLAY, camera]
    with subprocess.Popen(command, cwd=ROOT, env=environment) as program:  # noqa: S603 - ours
        try:
            while manager.hear(PATIENCE) != "READY=1":
                assert program.poll() is None
            yield program
        finally:
            program.kill()


@pytest.mark.long
def test_asked_to_end_it_says_so_and_closes_the_journal_in_time(tmp_path: Path) -> None:
    with Notified(tmp_path, period=20.0) as manager, started(tmp_path, manager) as program:
        journal = tmp_path / "virtual.sqlite"
        assert journal.with_name("virtual.sqlite-wal").exists()
        program.send_signal(signal.SIGTERM)
        while manager.hear(LONGEST_END) != "STOPPING=1":
            pass
        assert program.wait(LONGEST_END) == 0
        assert journal.exists()
        assert not journal.with_name("virtual.sqlite-wal").exists()


@pytest.mark.long
def test_one_that_hangs_gives_no_sign_of_life(tmp_path: Path) -> None:
    with Notified(tmp_path, period=1.0) as manager, started(tmp_path, manager) as program:
        while manager.hear(PATIENCE) != "WATCHDOG=1":
            pass
        program.send_signal(signal.SIGSTOP)
        manager.heard()
        with pytest.raises(TimeoutError):
            manager.hear(2.0)
        program.send_signal(signal.SIGCONT)
        assert manager.hear(PATIENCE) == "WATCHDOG=1"


@pytest.mark.long
@pytest.mark.parametrize("taught", [True, False])
def test_it_begins_though_its_camera_is_not_there(tmp_path: Path, *, taught: bool) -> None:
    if taught:
        board = parse_board(builtin_board_text("dubsar"), "dubsar.toml")
        SumeriaTable(board, ("red", "blue", "yellow"), 1).teach(tmp_path)
    with (
        Notified(tmp_path, period=20.0) as manager,
        started(tmp_path, manager, "usb:97") as program,
    ):
        program.send_signal(signal.SIGTERM)
        assert program.wait(LONGEST_END) == 0
