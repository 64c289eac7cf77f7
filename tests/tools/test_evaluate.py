"""The figures of tools.evaluate: what counts as right."""

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import pytest

from tests.vision import drawn
from tools.disturb import camera
from tools.disturb.disturbances import DISTURBANCES, Disturbance
from tools.evaluate import HEADING, Disturbed, evaluate, holds, main, rows
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
        patch.setattr("tools.evaluate.eye_of", taught)
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


def darker(*strengths: float) -> Disturbance:
    (named,) = [one for one in DISTURBANCES if one.name.startswith("darker")]
    return replace(named, strengths=strengths)


def test_of_a_disturbance_the_first_strength_that_is_not_read_well_is_marked(folder: Path) -> None:
    say(folder, {"file": "frames/0001.png", "board": THERE, "hand": False})
    name, heading, mild, dark, darkest = rows(folder, [darker(0.8, 0.02, 0.01)], 1)
    assert (name, heading) == (str(folder), f"  {HEADING}")
    assert mild.split()[:7] == ["darker:", "gain", "0.8", "1/1", "0", "0", "100.00"]
    assert heading.index("found") + len("found") == mild.index("1/1") + len("1/1")
    assert [line.endswith(" BREAKS") for line in (mild, dark, darkest)] == [False, True, False]


def test_what_the_camera_moved_out_of_view_is_not_asked_for(folder: Path) -> None:
    say(folder, {"file": "frames/0001.png", "board": THERE})
    (shift,) = [one for one in DISTURBANCES if one.name.startswith("shift")]
    move = camera.shift((140.0, 0.0))
    far = replace(
        shift, change=lambda frame, _, __: camera.moved(frame, move), move=lambda *_: move
    )
    counts = evaluate(folder, Disturbed(far, 1.0)).account.counts
    assert (counts["clear"], counts["under"]) == (9, 3)


def test_frames_may_be_taken_so_many_apart(folder: Path) -> None:
    say(folder, *({"file": "frames/0001.png", "board": THERE} for _ in range(3)))
    counts = evaluate(folder, every=2).account.counts
    assert counts["frames"] == 2
    assert holds(counts)


@pytest.mark.parametrize("arguments", [("--every", "0"), ("--disturb", "earthquake")])
def test_what_cannot_be_meant_is_a_wrong_call(
    folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        run(monkeypatch, *arguments, str(folder))
    assert stopped.value.code == 2


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
