"""Reading truth.jsonl: what is not told is not judged, what cannot be is refused in a line."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.boards.known import board_of_game
from engine.board import LOCATIONS
from engine.errors import InputError
from engine.games import parse_board
from engine.sumeria.board_file import RANKING
from tests.vision import drawn
from tools.truth import load_truth

BOARD = parse_board(drawn.board_text(), "board.toml")


def test_what_truth_does_not_tell_is_none(tmp_path: Path) -> None:
    (tmp_path / "truth.jsonl").write_text('{"file": "1.png"}\n\n', encoding="utf-8")
    (one,) = load_truth(tmp_path, BOARD)
    assert one.file == "1.png"
    assert (one.hand, one.occluded, one.lying) == (None, None, {})


def test_keys_that_are_not_judged_are_skipped(tmp_path: Path) -> None:
    line = '{"file": "1.png", "board": {"a1": "red"}, "hand": true, "occluded": ["b1"], "x": 1}\n'
    (tmp_path / "truth.jsonl").write_text(line, encoding="utf-8")
    (one,) = load_truth(tmp_path, BOARD)
    assert (one.hand, one.occluded) == (True, frozenset({"b1"}))
    assert one.lying == {LOCATIONS: tuple(("red",) if at == "a1" else () for at in BOARD.index)}


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("", "expected at least one frame"),
        ("{", "line 1: expected one JSON object"),
        ("{}", "line 1.file: this key is required"),
        ('{"file": "1", "board": {"z9": "red"}}', "line 1.board: the board has no location z9"),
        ('{"file": "1", "board": ["a1"]}', "line 1.board: expected a colour for each"),
        ('{"file": "1", "hand": "no"}', "line 1.hand: expected true or false"),
        ('{"file": "1", "occluded": "a1"}', "line 1.occluded: expected a list of locations"),
    ],
)
def test_what_is_not_as_it_should_be_is_refused(tmp_path: Path, line: str, wrong: str) -> None:
    (tmp_path / "truth.jsonl").write_text(line, encoding="utf-8")
    with pytest.raises(InputError, match="truth.jsonl: " + re.escape(wrong)):
        load_truth(tmp_path, BOARD)


def test_tiles_are_told_for_as_many_slots_as_the_board_has(tmp_path: Path) -> None:
    (tmp_path / "truth.jsonl").write_text('{"file": "1", "ranking": ["ur", null]}\n', "utf-8")
    (slotless,) = load_truth(tmp_path, BOARD)
    assert slotless.lying == {}
    sumeria = board_of_game("sumeria").board
    slots = ((0.0, 0.0, 20.0, 20.0), (30.0, 0.0, 20.0, 20.0))
    (one,) = load_truth(tmp_path, replace(sumeria, row_boxes=slots))
    assert one.lying == {RANKING: (("ur",), ())}
    with pytest.raises(InputError, match=r"line 1\.ranking: expected a list of 1"):
        load_truth(tmp_path, replace(sumeria, row_boxes=slots[:1]))


def test_a_folder_without_truth_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"truth.jsonl: cannot be read"):
        load_truth(tmp_path, BOARD)
