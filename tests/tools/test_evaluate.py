"""The figures of tools.evaluate: what counts as right."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest

from tests.vision import drawn
from tools.evaluate import evaluate, main
from vision.eye import Eye
from vision.table import Table

THERE = {"a2": "red", "b1": "blue", "c3": "yellow"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give a table, taught once, with one frame of three merchants, and one with a hand."""
    folder = tmp_path_factory.mktemp("evaluated")
    files = drawn.write(folder)
    drawn.save(files.frames / "0001.png", drawn.picture(THERE, seed=3))
    hand = ((420.0, 105.0), (215.0, 105.0))
    drawn.save(files.frames / "0002.png", drawn.picture(THERE, seed=4, hand=hand))
    eyes: list[Eye] = []

    def taught(table: Table) -> Eye:
        if not eyes:
            eyes.append(Eye(table))
        return eyes[0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tools.evaluate.Eye", taught)
        yield folder


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


def test_frames_with_a_hand_are_judged_by_hand_and_hidden_locations_alone(folder: Path) -> None:
    there = {"file": "frames/0001.png", "board": THERE, "hand": False, "occluded": []}
    hidden = {"file": "frames/0002.png", "board": THERE, "hand": True, "occluded": ["b4"]}
    say(folder, there, hidden)
    counts = evaluate(folder).account.counts
    assert (counts["hands"], counts["hands_right"], counts["clear"]) == (2, 2, 12)
    assert counts["hidden_right"] == 1


@pytest.fixture
def threads() -> Iterator[None]:
    """Keep how many threads OpenCV may use."""
    kept = cv2.getNumThreads()
    yield
    cv2.setNumThreads(kept)


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["evaluate", *arguments])
    return main()


@pytest.mark.usefixtures("threads")
def test_mistakes_are_told_unless_only_figures_are_wanted(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    say(folder, {"file": "frames/0001.png", "board": {**THERE, "a2": "blue"}})
    assert run(monkeypatch, str(folder)) == 0
    assert "  frames/0001.png: a2 red, truth blue\n" in capsys.readouterr().out
    assert run(monkeypatch, "--quiet", str(folder)) == 0
    told = capsys.readouterr().out
    assert "a2" not in told
    assert "location and colour      91.67 % of 12" in told


@pytest.mark.usefixtures("threads")
def test_a_folder_that_cannot_be_evaluated_is_told_in_one_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    say(folder, {"file": "frames/none.png", "board": {}})
    assert run(monkeypatch, str(folder)) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.rstrip().endswith("frames/none.png: no such picture")
    assert told.err.count("\n") == 1
