"""What `make bench` says of the eye."""

import re

import cv2
import pytest

from tools import bench_eye


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_eye, "ROUNDS", 1)
    monkeypatch.setattr(bench_eye, "REPEATS", 1)


@pytest.mark.usefixtures("tables")
def test_both_costs_and_their_ratio_are_told() -> None:
    threads = cv2.getNumThreads()
    told = re.fullmatch(
        r"eye: ([\d.]+) ms a frame of 1280 x 960 \(table-a\); "
        r"warpPerspective to 900 x 900: ([\d.]+) ms; ratio ([\d.]+)",
        bench_eye.bench_eye(),
    )
    assert told is not None
    read, warp, ratio = (float(number) for number in told.groups())
    assert ratio == pytest.approx(read / warp, rel=0.05)
    assert cv2.getNumThreads() == threads


def test_without_the_shared_tables_the_virtual_one_is_measured() -> None:
    eye, frames = bench_eye._virtual()
    assert len(frames) == bench_eye.FRAMES
    readings = [eye.read(frame) for frame in frames]
    assert all(reading.registered and not reading.hand for reading in readings)
    assert all((reading.log_likelihood.argmax(axis=1) > 0).sum() >= 24 for reading in readings)
