"""Calls that the commands cannot take: exit 2, or one line on what was expected."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (["replay"], "RECORD"),
        (["read", "a.jpg"], "--table"),
        (["read", "--table", "t.toml"], "FRAME"),
        (["track", "--table", "t.toml", "a.jpg"], "--start"),
        (["track", "--agree", "0"], "--agree: expected a whole number from 1, found '0'"),
        (["track", "--agree", "1.5"], "--agree: expected a whole number from 1, found '1.5'"),
        (["demo", "--speed", "0"], "--speed: expected a number from 0.01, found '0'"),
        (["demo", "--speed", "nan"], "--speed: expected a number from 0.01, found 'nan'"),
        (["demo", "--speed", "fast"], "--speed: expected a number from 0.01, found 'fast'"),
        (["demo", "--seed", "-5"], "--seed: expected a whole number from 0, found '-5'"),
        (["demo", "--players", "5"], "--players: Sumeria is played by 3 or 4, found 5"),
        (["demo", "--players", "2"], "--players: Sumeria is played by 3 or 4, found 2"),
        (
            ["demo", "--game", "siberia", "--players", "5"],
            "--players: Siberia is played by 2, 3 or 4, found 5",
        ),
    ],
)
def test_a_wrong_call_says_what_was_expected(
    call: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(call) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert told in shown.err


@pytest.mark.parametrize("undo", ["", '{"type": "undo", "to": 1}\n'])
def test_a_start_record_without_a_setup_starts_nothing(
    tables: Path, tmp_path: Path, undo: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tables / "table-a"
    header, setup = (table / "start.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    start = tmp_path / "start.jsonl"
    start.write_text(header + (setup + undo if undo else ""), encoding="utf-8")
    call = ["track", "--table", str(table / "table.toml"), "--start", str(start)]
    assert main([*call, str(table / "frames" / "0003.jpg")]) == 1
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", f"dubsar: {start}: expected a setup after the header\n")


@pytest.mark.usefixtures("taught_once")
def test_frames_that_lead_nowhere_are_told_and_those_of_the_table_skipped(
    tables: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tables / "table-a"
    nowhere, taught = tmp_path / "nowhere.jpg", tmp_path / "taught.jpg"
    nowhere.symlink_to(nowhere)
    taught.symlink_to(table / "frames" / "0001.jpg")
    call = ["track", "--table", str(table / "table.toml"), "--start", str(table / "start.jsonl")]
    assert main([*call, str(nowhere), str(taught)]) == 1
    shown = capsys.readouterr()
    skipped, told = shown.err.splitlines()
    assert shown.out == ""
    assert skipped == "dubsar: skipping 1 frame that the table names"
    assert told.startswith(f"dubsar: {nowhere}: cannot be read (")


def test_looking_for_a_display_leaves_sigterm_alone() -> None:
    program = (
        "import os; from companion.live.display import has_display; has_display(); "
        f"os.kill(os.getpid(), {signal.SIGTERM:d}); print('still here')"
    )
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program],
        capture_output=True,
        env={**os.environ, "SDL_VIDEODRIVER": "dummy"},
        check=False,
    )
    assert done.returncode == -signal.SIGTERM
    assert b"still here" not in done.stdout
