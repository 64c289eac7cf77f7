"""Advice beside the results: once a frame, or once for as long as a trouble lasts."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from companion.frames import Advice
from engine.games import parse_board
from seeds.boards import builtin_board_text
from tests.vision import drawn
from vision.eye import Eye
from vision.reading import Reading, Trouble
from vision.table import Table, load_table
from vision.teaching import Confusion

CLEAR = Reading(registered=True, hand=False, groups={})
DARK = replace(CLEAR, troubles=(Trouble("dark"),))
CUT = replace(CLEAR, troubles=(Trouble("cut-off", "left"),))
BOTH = replace(CLEAR, troubles=(Trouble("cut-off", "left"), Trouble("dark")))


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return load_table(drawn.write(tmp_path).table)


def told(advice: Advice, readings: Sequence[Reading], capsys: pytest.CaptureFixture[str]) -> str:
    """Say of which frames, by number, something was said while they changed."""
    for number, reading in enumerate(readings):
        advice.on_change(Path(str(number)), reading)
    lines = capsys.readouterr().err.splitlines()
    return " ".join(line.removeprefix("dubsar: ").split(":")[0] for line in lines)


@pytest.mark.parametrize(
    ("readings", "frames"),
    [
        ([CLEAR, CLEAR], ""),
        ([DARK, DARK, DARK], "0"),
        ([CLEAR, DARK, DARK, CLEAR, DARK], "1 4"),
        ([DARK, CUT, CUT, DARK], "0 1 3"),
        ([DARK, BOTH, BOTH], "0 1"),
    ],
)
def test_a_trouble_that_lasts_is_told_once(
    table: Table, capsys: pytest.CaptureFixture[str], readings: list[Reading], frames: str
) -> None:
    assert told(Advice(table, "en"), readings, capsys) == frames


def test_each_frame_is_one_line(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    advice = Advice(table, "en")
    for number in range(3):
        advice.on_frame(Path(f"{number}.png"), BOTH)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3
    assert lines[2].startswith("dubsar: 2.png: the board is cut off on the left: ")
    assert "; too dark to see the board: " in lines[2]


def test_what_is_not_in_the_files_and_so_not_read_is_said(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    text = builtin_board_text("dubsar")
    text = text[: text.index("[influence]")] + text[text.index("[turn_track]") :]
    board = parse_board(text, "b.toml")
    eye = SimpleNamespace(warnings=(), unlearnt=(), saturated=())
    Advice(replace(table, board=board), "en").on_table(cast("Eye", eye))
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith(f"dubsar: {table.path}: the board file has no [influence]: whatever")
    assert second.startswith(f"dubsar: {table.path}: the table file has no [tiles]: what that")


def test_what_will_be_hard_to_read_names_the_table_file(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    eye = SimpleNamespace(
        warnings=(Confusion(("red",), "a1", 0.5),), unlearnt=("b2",), saturated=()
    )
    Advice(table, "en").on_table(cast("Eye", eye))
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith(f"dubsar: {table.path}: Red is hard to see on a1: ")
    assert second.startswith(f"dubsar: {table.path}: pieces stood on b2 ")
