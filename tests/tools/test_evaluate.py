"""The figures of tools.evaluate: what counts as right."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.vision import drawn
from tools.evaluate import evaluate

THERE = {"a2": "red", "b1": "blue", "c3": "yellow"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a table with one frame of three merchants, and one with a hand."""
    files = drawn.write(tmp_path)
    drawn.save(files.frames / "0001.png", drawn.picture(THERE, seed=3))
    hand = ((420.0, 105.0), (215.0, 105.0))
    drawn.save(files.frames / "0002.png", drawn.picture(THERE, seed=4, hand=hand))
    return tmp_path


def say(folder: Path, *truths: dict[str, Any]) -> None:
    """Write what is true of the frames."""
    lines = (json.dumps(truth) + "\n" for truth in truths)
    (folder / "truth.jsonl").write_text("".join(lines), encoding="utf-8")


def test_every_location_of_a_settled_frame_counts(folder: Path) -> None:
    say(folder, {"file": "frames/0001.png", "board": THERE})
    counts = evaluate(folder).account.counts
    assert counts["clear"] == counts["clear_presence"] == counts["clear_exact"] == 12
    assert counts["clear_pieces"] == counts["clear_colour"] == 3
    assert (counts["frames"], counts["found"], counts["hands"]) == (1, 1, 0)


def test_another_colour_is_there_but_not_right(folder: Path) -> None:
    say(folder, {"file": "frames/0001.png", "board": {**THERE, "a2": "blue"}})
    counts = evaluate(folder).account.counts
    assert (counts["clear_presence"], counts["clear_exact"], counts["clear_colour"]) == (12, 11, 2)


def test_a_merchant_missed_or_made_up_is_wrong(folder: Path) -> None:
    board = {at: colour for at, colour in THERE.items() if at != "a2"} | {"a4": "red"}
    say(folder, {"file": "frames/0001.png", "board": board})
    counts = evaluate(folder).account.counts
    assert (counts["clear_presence"], counts["clear_exact"]) == (10, 10)
    assert (counts["clear_pieces"], counts["clear_colour"]) == (3, 2)


def test_frames_with_a_hand_are_judged_by_hand_and_hidden_locations_alone(folder: Path) -> None:
    there = {"file": "frames/0001.png", "board": THERE, "hand": False, "occluded": []}
    hidden = {"file": "frames/0002.png", "board": THERE, "hand": True, "occluded": ["b4"]}
    say(folder, there, hidden)
    counts = evaluate(folder).account.counts
    assert (counts["hands"], counts["hands_right"], counts["clear"]) == (2, 2, 12)
    assert counts["hidden_right"] == 1
