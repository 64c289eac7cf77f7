"""What the eye costs, beside warping the same frame flat: settled, still, lost, beside a hand.

And the peak memory of a process that does nothing but teach an eye and read frames:
``python -m tools.bench_eye TABLE FRAME...`` is that process, as its own would count its own work.
"""

import companion  # noqa: F401  before numpy, whose threads it forbids as in the program itself

# isort: split
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from companion.games import part_of
from engine.games import parse_board
from seeds.boards import builtin_board_text
from tools.disturb import camera
from tools.memory import peak_mb
from tools.virtual_table import write_game
from vision.eye import Eye
from vision.picture import load_picture
from vision.reading import Image
from vision.table import Table, load_table

ROOT: Final = Path(__file__).parents[1]
SETTLED: Final = 6
"""Settled frames of one game, read to and fro so that each differs little from the last."""
STILL: Final = 24
"""Pictures of one scene that differ by the noise of the sensor alone."""
NOISE: Final = 2.0
"""Standard deviation of that noise in grey levels: a small sensor in a lit room."""
BUMPS: Final = ((25.0, (90.0, 40.0)), (180.0, (0.0, 0.0)), (-30.0, (-70.0, 60.0)))
"""Degrees and pixels by which the camera is moved between looks, each too far to follow."""
REPEATS: Final = 3
"""How often each round takes a few frames in turn."""
ROUNDS: Final = 24
"""How many rounds there are to take the best of."""
REMEMBERED: Final = 20
"""Frames read by the process whose memory is measured."""
VIRTUAL_FRAMES: Final = 80
"""As many of a virtual game are made where the shared tables are not at hand."""
FLAT_PX: Final = 900
"""Side of the picture that the yardstick warps the board to."""


@dataclass(slots=True)
class Timed:
    """One thing that is measured: ``take`` each of the frames in turn, and keep each one's best."""

    take: Callable[[Image], object]
    frames: Sequence[Image]
    repeats: int
    each_ms: list[float] = field(default_factory=list)

    def measure(self) -> None:
        """Time one round, by the processor's time: it counts what a library does in threads."""
        self.each_ms = self.each_ms or [float("inf")] * len(self.frames)
        for _ in range(self.repeats):
            for i, frame in enumerate(self.frames):
                begin = time.process_time()
                self.take(frame)
                spent = 1000 * (time.process_time() - begin)
                self.each_ms[i] = min(self.each_ms[i], spent)

    @property
    def best_ms(self) -> float:
        return sum(self.each_ms) / len(self.each_ms)


def bench_eye() -> str:
    """Measure on table-a where the shared tables are at hand, otherwise on a virtual game."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        folder = Path(__file__).parents[2] / "shared" / "tables" / "table-a"
        if folder.is_dir():
            return bench_folder(folder)
        with tempfile.TemporaryDirectory() as temporary:
            return bench_folder(virtual_game(Path(temporary) / "virtual-table"))
    finally:
        cv2.setNumThreads(threads)


def bench_folder(folder: Path) -> str:
    """Measure on the frames of a folder.

    All take turns, and each frame's best counts: what else the machine does then disturbs all
    alike. Each has its own eye, and a first round that does not count.
    """
    table = load_table(folder / "table.toml")
    paths = frames_of(folder, hand=False)
    frames = to_and_fro([load_picture(path) for path in paths[-SETTLED:]])
    bumped = [bump(frame, *to) for frame in frames[:1] for to in BUMPS]
    flat = Timed(_flatten(table), frames, REPEATS)
    begin = time.process_time()
    settled = Timed(Eye(table).read, frames, REPEATS)
    taught = time.process_time() - begin
    still = Timed(Eye(table).read, noisy(frames[0]), 1)
    hands = [load_picture(path) for path in frames_of(folder, hand=True)[-SETTLED:]]
    hand = Timed(Eye(table).read, hands, 1)
    searching = Eye(table)
    lost = Timed(searching.read, bumped, 1)
    found = sum(searching.read(frame).registered for frame in bumped)
    for look in (settled, still, hand):
        for frame in look.frames:
            look.take(frame)
    for _ in range(ROUNDS):
        for look in (flat, settled, still, lost, *([hand] if hands else [])):
            look.measure()
    height, width = frames[0].shape[:2]
    heading = f"eye: frames of {width} x {height} ({folder.name}), one thread; "
    warp = f"warpPerspective to {FLAT_PX} x {FLAT_PX}: {flat.best_ms:.2f} ms"
    remembered = paths[-REMEMBERED:]
    peak = memory_mb(folder / "table.toml", remembered)
    return "\n".join(
        [
            heading + warp,
            _line("settled frame", settled, flat, most=0.4),
            _line("still table", still, flat, most=0.1),
            _line("lost board", lost, flat, most=20) + f", {found} of {len(bumped)} found",
            *([_line("beside a hand", hand, flat, most=2)] if hands else []),
            f"  teaching a table: {taught:.1f} s (at most 3)",
            f"  memory to teach and read {len(remembered)} frames: {peak:.0f} MB (at most 200)",
        ]
    )


def frames_of(folder: Path, *, hand: bool) -> list[Path]:
    """Give the frames with or without a hand that the camera saw from where it was taught."""
    lines = (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    truths = [json.loads(line) for line in lines]
    return [
        folder / one["file"]
        for one in truths
        if bool(one.get("hand")) == hand and not one.get("bumped")
    ]


def to_and_fro(frames: Sequence[Image]) -> list[Image]:
    """Order frames so that, taken again and again, none follows one but its neighbour."""
    return [*frames, *frames[-2:0:-1]]


def virtual_game(folder: Path) -> Path:
    """Write the beginning of a game on the virtual table."""
    folder.mkdir()
    board = parse_board(builtin_board_text("dubsar"), "dubsar.toml")
    virtual_table = part_of(board.game, "virtual_table").virtual_table
    write_game(folder, virtual_table(board, ("red", "blue", "yellow"), "red", 1), VIRTUAL_FRAMES)
    return folder


def noisy(frame: Image) -> list[Image]:
    """Take pictures of one scene, each with its own noise."""
    return [camera.noisy(frame, NOISE, seed) for seed in range(STILL)]


def bump(frame: Image, degrees: float, by_px: tuple[float, float]) -> Image:
    """Turn the camera about its middle, and shift it."""
    move = camera.turn(frame, degrees)
    move[:, 2] += by_px
    return camera.moved(frame, move)


def _line(title: str, look: Timed, flat: Timed, most: float) -> str:
    """Say what it costs beside a warp; ``most`` is what it may, in warps."""
    ratio = look.best_ms / flat.best_ms
    return f"  {title}: {look.best_ms:.2f} ms, ratio {ratio:.3f} (at most {most:g})"


def _flatten(table: Table) -> Callable[[Image], object]:
    side = FLAT_PX
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    flat = cv2.getPerspectiveTransform(np.array(table.corners_px, np.float32), square)
    return lambda frame: cv2.warpPerspective(frame, flat, (side, side))


def memory_mb(table: Path, frames: Sequence[Path]) -> float:
    """Measure it, in a process of its own."""
    process = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-m", "tools.bench_eye", str(table), *map(str, frames)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return float(process.stdout)


def main() -> None:
    """Teach, read and tell."""
    table, *frames = map(Path, sys.argv[1:])
    cv2.setNumThreads(1)
    eye = Eye(load_table(table))
    for frame in frames:
        eye.read(load_picture(frame))
    print(f"{peak_mb():.1f}")


if __name__ == "__main__":
    main()
