"""Hardening a small drawn table: what truth remains under each disturbance."""

import json
import sys
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.errors import InputError
from tests.vision import drawn
from tools.account import Account
from tools.conditions import CONDITIONS, Condition, Disturbed
from tools.disturb import camera
from tools.harden import HEADING, Hardening, Row, hidden_share, holds, lines, main, spacing
from vision.reading import Image

THERE = {"a2": "red", "b1": "blue", "c3": "yellow"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a table with two settled frames."""
    folder = tmp_path_factory.mktemp("hard")
    files = drawn.write(folder)
    truths = []
    for number in (1, 2):
        drawn.save(files.frames / f"{number}.png", drawn.picture(THERE, seed=number))
        truth = {"file": f"frames/{number}.png", "board": THERE, "hand": False}
        truths.append(json.dumps(truth) + "\n")
    (folder / "truth.jsonl").write_text("".join(truths), encoding="utf-8")
    return folder


def named(name: str, *strengths: float) -> Condition:
    (condition,) = [one for one in CONDITIONS if one.name.startswith(name)]
    return Condition(
        condition.name, strengths, condition.change, condition.clear_first, condition.teach
    )


def rows(folder: Path, condition: Condition) -> list[Row]:
    return list(Hardening(folder).rows([condition]))


@pytest.fixture(scope="module")
def darker(folder: Path) -> list[Row]:
    return rows(folder, named("darker", 0.8, 0.02))


def test_every_strength_is_read_by_itself(darker: list[Row]) -> None:
    mild, strong = darker
    assert (mild.strength, strong.strength) == (0.8, 0.02)
    assert mild.account.counts["clear"] == strong.account.counts["clear"] == 24
    assert mild.account.counts["clear_exact"] == 24
    assert holds(mild)
    assert not holds(strong)


@pytest.mark.long
def test_what_was_taught_in_the_dark_is_read_in_the_light(folder: Path) -> None:
    (row,) = rows(folder, named("taught", 0.7))
    assert row.account.counts["clear_exact"] == 24


@pytest.mark.long
def test_what_is_too_dark_to_be_taught_from_breaks_and_the_next_is_read(folder: Path) -> None:
    dark, light = rows(folder, named("taught", 0.004, 0.7))
    assert dark.refused
    assert not holds(dark)
    assert holds(light)
    _, told, *_ = lines([dark, light])
    assert told.endswith(f"not taught: {dark.refused} BREAKS")


def test_a_pasted_hand_is_in_truth_with_what_it_hides(folder: Path) -> None:
    (row,) = rows(folder, named("pasted hand", 0.7))
    counts = row.account.counts
    assert (counts["frames"], counts["hands"], counts["clear"]) == (2, 2, 0)
    assert counts["under"] > 0
    assert counts["under"] + counts["beside"] == 24


def test_what_the_camera_moved_out_of_view_is_not_asked_for(folder: Path) -> None:
    def far(frame: Image, strength: float, _: object) -> Disturbed:
        move = camera.shift((strength, 0.0))
        return Disturbed(camera.moved(frame, move), moved=move)

    (row,) = rows(folder, Condition("far", (140.0,), far))
    assert row.account.counts["clear"] == 2 * 9
    assert row.account.counts["under"] == 2 * 3


def test_the_first_strength_that_fails_is_marked(darker: list[Row]) -> None:
    condition = named("darker", 0.8, 0.02, 0.01)
    good, _ = darker
    bad = Account(good.account.counts - Counter(clear_exact=1))
    heading, *told, limit = lines([good, *(Row(condition, one, bad) for one in (0.02, 0.01))])
    assert heading == HEADING
    assert [line.split()[-1] for line in told[1:]] == ["BREAKS", "-"]
    assert HEADING.index("found") + len("found") == told[0].index("2/2") + len("2/2")
    assert limit.endswith("holds up to 0.8; breaks at 0.02")


def test_what_never_fails_and_what_fails_at_once_are_told_apart() -> None:
    def row(name: str, strength: float, refused: str = "") -> Row:
        return Row(named(name, strength), strength, Account(), refused=refused)

    *_, mild, bad = lines(
        [row("as it is", 1.0), row("taught", 0.7, "too dark"), row("taught", 0.5)]
    )
    assert mild.endswith("holds up to 1, the strongest")
    assert bad.endswith("holds at none; breaks at 0.7")


@pytest.mark.long
def test_a_moved_camera_shows_how_far_off_the_board_was_found(folder: Path) -> None:
    (row,) = rows(folder, named("shift", 5.0))
    assert row.off is not None
    assert 0 < row.off < 0.08
    (still,) = rows(folder, named("as it is", 1.0))
    assert still.off is None


def test_the_usual_spacing_is_that_of_nearest_neighbours() -> None:
    row = np.array([[0.0, 0.0], [10.0, 0.0], [20.0, 0.0], [100.0, 0.0]])
    assert spacing(row) == 10.0


def test_a_disc_half_hidden_is_half_hidden() -> None:
    hides = np.zeros((100, 100), bool)
    hides[:, 50:] = True
    assert hidden_share(hides, np.array([49.5, 50], np.float32), 10.0) == pytest.approx(0.5)
    assert hidden_share(hides, np.array([20, 50], np.float32), 10.0) == 0
    assert hidden_share(hides, np.array([500, 50], np.float32), 10.0) == 0


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["harden", *arguments])
    monkeypatch.setattr(cv2, "setNumThreads", lambda _: None)
    return main()


def test_one_condition_alone_can_be_printed_and_frames_taken_so_many_apart(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "--only", "as it is", "--every", "2", str(folder)) == 0
    name, heading, told, _ = capsys.readouterr().out.splitlines()
    assert name == str(folder)
    assert heading.strip() == HEADING
    assert told.split()[:5] == ["as", "it", "is", "1", "1/1"]


@pytest.mark.parametrize("arguments", [("--every", "0"), ("--only", "earthquake")])
def test_what_cannot_be_meant_is_a_wrong_call(
    folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        run(monkeypatch, *arguments, str(folder))
    assert stopped.value.code == 2


def test_a_folder_without_a_table_is_told_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, str(tmp_path)) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1


def test_a_bad_folder_is_refused_in_a_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"table\.toml"):
        Hardening(tmp_path)
