"""What `make bench` says of the eye, and what it measures."""

import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision import drawn
from tools import bench_eye
from tools.bench_eye import memory_mb


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_eye, "ROUNDS", 1)
    monkeypatch.setattr(bench_eye, "REPEATS", 1)
    monkeypatch.setattr(bench_eye, "STILL", 4)
    monkeypatch.setattr(bench_eye, "REMEMBERED", 2)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a small table with three settled frames and one with a hand."""
    files = drawn.write(tmp_path)
    truths = []
    for number in range(4):
        drawn.save(files.frames / f"{number}.png", drawn.picture({"a2": "red"}, seed=number))
        truths.append(
            f'{{"file": "frames/{number}.png", "hand": {"true" if number == 3 else "false"}}}'
        )
    (tmp_path / "truth.jsonl").write_text("\n".join(truths), encoding="utf-8")
    return tmp_path


@pytest.mark.long
def test_each_cost_is_told_with_its_ratio_to_the_same_warp(folder: Path) -> None:
    heading, *told, beside, teaching, memory = bench_eye.bench_folder(folder).splitlines()
    warp = re.fullmatch(
        rf"eye: frames of 640 x 480 \({folder.name}\), one thread; "
        r"warpPerspective to 900 x 900: ([\d.]+) ms",
        heading,
    )
    assert warp is not None
    for line, title in zip(told, ("settled frame", "still table", "lost board"), strict=True):
        parts = re.match(rf"  {title}: ([\d.]+) ms, ratio ([\d.]+) \(at most [\d.]+\)", line)
        assert parts is not None
        cost, ratio = (float(number) for number in parts.groups())
        # Told to a hundredth of a ms, and these pictures are small.
        assert ratio == pytest.approx(cost / float(warp[1]), rel=0.05, abs=0.02)
    assert re.search(r", \d of 3 found$", told[-1])
    assert re.fullmatch(r"  beside a hand: [\d.]+ ms, ratio [\d.]+ \(at most 2\)", beside)
    assert re.fullmatch(r"  teaching a table: [\d.]+ s \(at most 3\)", teaching)
    assert re.fullmatch(r"  memory to teach and read 2 frames: \d+ MB \(at most 200\)", memory)


def test_one_thread_is_measured_and_the_others_are_given_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bench_eye, "virtual_game", lambda folder: folder)
    monkeypatch.setattr(bench_eye, "bench_folder", lambda _: str(cv2.getNumThreads()))
    threads = cv2.getNumThreads()
    assert bench_eye.bench_eye() == "1"
    assert cv2.getNumThreads() == threads


def test_only_settled_frames_are_taken(folder: Path) -> None:
    assert [path.stem for path in bench_eye.frames_of(folder, hand=False)] == ["0", "1", "2"]


def test_settled_frames_are_read_to_and_fro() -> None:
    frames = [np.full((1, 1, 3), level, np.uint8) for level in range(4)]
    round_trip = [int(frame.max()) for frame in bench_eye.to_and_fro(frames)]
    assert round_trip == [0, 1, 2, 3, 2, 1]


@pytest.mark.long
def test_without_the_shared_tables_a_virtual_game_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_eye, "VIRTUAL_FRAMES", 2)
    folder = bench_eye.virtual_game(tmp_path / "virtual-table")
    assert (folder / "table.toml").exists()
    assert all(path.exists() for path in bench_eye.frames_of(folder, hand=False))


def test_a_still_table_is_never_quite_the_same_picture() -> None:
    frame = np.full((40, 40, 3), 128, np.uint8)
    one, other, *_ = bench_eye.noisy(frame)
    assert (one != other).any()
    assert (one.astype(float) - 128).std() == pytest.approx(bench_eye.NOISE, rel=0.1)


@pytest.mark.long
def test_a_process_that_reads_has_its_own_memory_measured(tmp_path: Path) -> None:
    files = drawn.write(tmp_path)
    ballast = np.ones(300_000_000, np.uint8)
    mb = memory_mb(files.table, [files.frames / "sample.png"])
    assert 20 < mb < ballast.nbytes / 1e6
