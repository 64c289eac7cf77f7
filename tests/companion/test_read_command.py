"""`dubsar read`: one JSON line a frame, and one line on standard error for each that is none."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli import main
from tests.vision import drawn

Read = Callable[..., tuple[int, list[dict[str, Any]], list[str]]]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> drawn.Files:
    """Give the files of a drawn table and some frames of it."""
    files = drawn.write(tmp_path_factory.mktemp("read"))
    drawn.save(files.frames / "1.png", drawn.picture({"a2": "red"}, seed=3))
    drawn.save(files.frames / "2.png", drawn.picture({"a2": "red", "b1": "blue"}, seed=4))
    hand = ((420.0, 105.0), (215.0, 105.0))
    drawn.save(files.frames / "hand.png", drawn.picture({"a2": "red"}, seed=5, hand=hand))
    drawn.save(files.frames / "small.png", drawn.picture()[:400])
    drawn.save(files.frames / "dark.png", np.zeros_like(drawn.picture()))
    plain = drawn.picture({"a2": "red"}, seed=6)
    drawn.save(files.frames / "bright.png", drawn.as_picture(plain * 6.0))
    drawn.save(files.frames / "soft.png", cv2.GaussianBlur(plain, (0, 0), 9.0))
    drawn.save(files.frames / "low.png", np.roll(plain, 170, axis=0))
    drawn.save(files.frames / "cloth.png", np.full_like(plain, 120))
    chance = np.random.default_rng(4)
    blocks = chance.integers(40, 220, (24, 32, 3)).astype(np.uint8)
    drawn.save(files.frames / "other.png", np.kron(blocks, np.ones((20, 20, 1), np.uint8)))
    (files.frames / "broken.png").write_bytes(b"\x89PNG broken")
    return files


@pytest.fixture
def read(files: drawn.Files, taught_once: None, capsys: pytest.CaptureFixture[str]) -> Read:  # noqa: ARG001
    """Run the command on frames by name; give its status, its lines and its complaints."""

    def run(*names: str) -> tuple[int, list[dict[str, Any]], list[str]]:
        paths = [str(files.frames / name) for name in names]
        status = main(["read", "--table", str(files.table), *paths])
        shown = capsys.readouterr()
        return status, [json.loads(line) for line in shown.out.splitlines()], shown.err.splitlines()

    return run


def test_each_frame_is_one_line_in_the_order_given(read: Read) -> None:
    status, lines, errors = read("2.png", "1.png")
    assert (status, errors) == (0, [])
    assert [line["frame"] for line in lines] == ["2.png", "1.png"]
    assert [line["board"] for line in lines] == [{"a2": "red", "b1": "blue"}, {"a2": "red"}]


def test_a_line_has_the_keys_of_the_specification(read: Read) -> None:
    _, (line,), _ = read("1.png")
    assert line == {
        "frame": "1.png",
        "registered": True,
        "hand": False,
        "occluded": [],
        "board": {"a2": "red"},
        "unsure": [],
        "confidence": line["confidence"],
        "ranking": None,
        "influence": None,
    }
    assert 0.9 < line["confidence"] <= 1


def test_a_hand_and_what_it_hides_are_told(read: Read) -> None:
    _, (line,), _ = read("hand.png")
    assert line["hand"]
    assert "b4" in line["occluded"]


def test_teaching_frames_can_be_read_too(read: Read) -> None:
    status, (empty, sample), _ = read("empty.png", "sample.png")
    assert status == 0
    assert (empty["board"], sample["board"]) == ({}, drawn.SAMPLES)


def test_a_frame_without_the_board_is_no_failure(read: Read, files: drawn.Files) -> None:
    status, (dark, after), (told,) = read("dark.png", "1.png")
    assert status == 0
    assert told.startswith(f"dubsar: {files.frames / 'dark.png'}: too dark to see the board: ")
    assert dark == {
        "frame": "dark.png",
        "registered": False,
        "hand": None,
        "occluded": [],
        "board": {},
        "unsure": [],
        "confidence": 0,
        "ranking": None,
        "influence": None,
    }
    assert after["registered"]


TROUBLES = {
    "dark.png": "too dark to see the board",
    "bright.png": "too bright to see the board",
    "soft.png": "out of focus",
    "low.png": "the board is cut off at the bottom",
    "cloth.png": "most of the board is covered",
    "other.png": "the board is not recognised",
}


def test_why_a_frame_is_not_read_is_told(read: Read, files: drawn.Files) -> None:
    status, lines, told = read(*TROUBLES)
    assert (status, len(lines)) == (0, len(TROUBLES))
    for (name, why), line in zip(TROUBLES.items(), told, strict=True):
        assert line.startswith(f"dubsar: {files.frames / name}: {why}")


def test_it_is_told_once_for_each_frame(read: Read) -> None:
    _, lines, told = read("dark.png", "dark.png", "1.png", "dark.png")
    assert [line["registered"] for line in lines] == [False, False, True, False]
    assert len(told) == 3


@pytest.mark.usefixtures("taught_once")
def test_it_is_told_in_the_language_asked_for(
    files: drawn.Files, capsys: pytest.CaptureFixture[str]
) -> None:
    for language, why in (("fr", "trop sombre"), ("ro", "prea întuneric")):
        call = ["read", "--table", str(files.table), "--language", language]
        assert main([*call, str(files.frames / "dark.png")]) == 0
        assert why in capsys.readouterr().err


def test_a_spot_where_a_colour_is_hard_to_see_is_told_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = {"b4": "red"}  # the picture of a red piece
    files = drawn.write(tmp_path, printed=printed)
    drawn.save(files.frames / "1.png", drawn.picture(printed=printed, seed=3))
    assert main(["read", "--table", str(files.table), str(files.frames / "1.png")]) == 0
    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith(f"dubsar: {files.table}: Red is hard to see on b4: ")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("missing.png", "no such picture"),
        ("broken.png", "expected a picture (JPEG or PNG)"),
        ("small.png", "expected a frame of 640 x 480 pixels"),
    ],
)
def test_a_frame_that_cannot_be_read_is_told_and_the_others_are_read(
    read: Read, files: drawn.Files, name: str, told: str
) -> None:
    status, lines, (error,) = read("1.png", name, "2.png")
    assert status == 1
    assert [line["frame"] for line in lines] == ["1.png", "2.png"]
    assert error.startswith(f"dubsar: {files.frames / name}: {told}")


def test_every_frame_that_cannot_be_read_is_told(read: Read) -> None:
    status, lines, errors = read("missing.png", "small.png", "1.png")
    assert (status, len(lines), len(errors)) == (1, 1, 2)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: text.replace('"a1", "c4"', '"a1", "z9"'), "sample 1.at: the board has no"),
        (lambda text: text.replace('"a1", "c4"', '"a1", "a2"'), "red at a2 looks like the empty"),
        (lambda text: text.replace("board.toml", "bored.toml"), "bored.toml: no such file"),
        (lambda text: text.replace("empty.png", "full.png"), "full.png: no such picture"),
        (lambda text: text.replace("empty.png", "full.png"), "changed.toml: camera.empty: "),
        (lambda text: text.replace("sample.png", "none.png"), "changed.toml: sample 1.frame: "),
        (lambda text: text + "\n[lamp]\n", "lamp: unknown key"),
    ],
)
def test_a_table_that_will_not_do_is_one_line(
    files: drawn.Files,
    capsys: pytest.CaptureFixture[str],
    change: Callable[[str], str],
    told: str,
) -> None:
    table = files.table.with_name("changed.toml")
    table.write_text(change(drawn.table_text()), encoding="utf-8")
    assert main(["read", "--table", str(table), str(files.frames / "1.png")]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert told in shown.err
    assert shown.err.startswith("dubsar: ")
    assert shown.err.count("\n") == 1


def test_a_missing_table_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "table.toml"
    assert main(["read", "--table", str(missing), "1.png"]) == 1
    assert capsys.readouterr().err == f"dubsar: {missing}: no such file\n"
