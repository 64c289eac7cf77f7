"""Measuring proposals: against the pixels that truth tells of, or against the table file."""

import json
from pathlib import Path

import numpy as np
import pytest

from engine.board import Board
from engine.games import parse_board
from seeds.boards import builtin_board_text
from tools.proposals import _shown

CORNERS = [[0, 0], [9, 0], [9, 9], [0, 9]]


@pytest.fixture
def board() -> Board:
    return parse_board(builtin_board_text("dubsar"), "dubsar.toml")


def test_truth_tells_which_pixels_show_corners_and_locations(tmp_path: Path, board: Board) -> None:
    there = {location.id: [i, 2 * i] for i, location in enumerate(board.locations)}
    truth = json.dumps({"corners_px": CORNERS, "locations_px": there})
    (tmp_path / "truth.jsonl").write_text(f'{truth}\n{{"later": 1}}\n', encoding="utf-8")
    shown = _shown(tmp_path, board)
    assert shown is not None
    assert np.array_equal(shown[0], CORNERS)
    assert np.array_equal(shown[1], [[i, 2 * i] for i in range(len(board.locations))])


@pytest.mark.parametrize("truth", [None, '{"file": "0001.jpg", "board": {}}\n'])
def test_without_such_truth_the_table_file_holds(
    tmp_path: Path, board: Board, truth: str | None
) -> None:
    if truth is not None:
        (tmp_path / "truth.jsonl").write_text(truth, encoding="utf-8")
    assert _shown(tmp_path, board) is None
