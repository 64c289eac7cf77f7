"""What it costs to read a frame of a settled camera, beside warping the same frame flat."""

import json
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from engine.board import parse_board
from hardware.virtual.table import VirtualTable
from seeds.boards import builtin_board_text
from vision.eye import Eye
from vision.picture import load_picture
from vision.reading import Image
from vision.table import load_table

FRAMES: Final = 6
"""Settled frames read in turn, so that nothing kept from the very same picture helps."""
REPEATS: Final = 4
ROUNDS: Final = 8
FLAT_PX: Final = 900


def bench_eye() -> str:
    """Measure both on the same decoded frames, one thread, and their ratio.

    The frames are those of table-a before its camera was bumped, where the shared tables are at
    hand, otherwise the virtual table's. The two take turns, and the best round of each counts:
    what else the machine does then disturbs both alike.
    """
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        folder = Path(__file__).parents[2] / "shared" / "tables" / "table-a"
        if folder.is_dir():
            source, (eye, frames) = folder.name, _shared(folder)
        else:
            source, (eye, frames) = "virtual table", _virtual()
        height, width = frames[0].shape[:2]
        flatten = _flatten(eye)
        read = warp = float("inf")
        for _ in range(ROUNDS):
            read = min(read, _milliseconds(eye.read, frames))
            warp = min(warp, _milliseconds(flatten, frames))
    finally:
        cv2.setNumThreads(threads)
    return (
        f"eye: {read:.1f} ms a frame of {width} x {height} ({source}); "
        f"warpPerspective to {FLAT_PX} x {FLAT_PX}: {warp:.1f} ms; ratio {read / warp:.2f}"
    )


def _milliseconds(look: Callable[[Image], object], frames: Sequence[Image]) -> float:
    """Time one look, the mean over all frames several times.

    It is the processor's time, which counts what a library may do in threads of its own.
    """
    begin = time.process_time()
    for _ in range(REPEATS):
        for frame in frames:
            look(frame)
    return 1000 * (time.process_time() - begin) / (REPEATS * len(frames))


def _flatten(eye: Eye) -> Callable[[Image], object]:
    side = FLAT_PX
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    flat = cv2.getPerspectiveTransform(np.array(eye.table.corners_px, np.float32), square)
    return lambda frame: cv2.warpPerspective(frame, flat, (side, side))


def _shared(folder: Path) -> tuple[Eye, list[Image]]:
    """Take settled frames from the middle of the game."""
    lines = (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    truths = [json.loads(line) for line in lines]
    settled = [one["file"] for one in truths if not (one["hand"] or one["bumped"])]
    eye = Eye(load_table(folder / "table.toml"))
    return eye, [load_picture(folder / file) for file in settled[-FRAMES:]]


def _virtual() -> tuple[Eye, list[Image]]:
    """Let the virtual table's players place their merchants."""
    board = parse_board(builtin_board_text("dubsar"), "dubsar.toml")
    table = VirtualTable(board, ("red", "blue", "yellow"), "red", seed=1)
    with tempfile.TemporaryDirectory() as folder:
        eye = Eye(load_table(table.teach(Path(folder))))
    while table.state.phase == "placement":
        table.advance()
    frames: list[Image] = []
    while len(frames) < FRAMES:
        table.advance()
        if not table.truth()["hand"]:
            frames.append(table.picture())
    return eye, frames


if __name__ == "__main__":
    print(bench_eye())
