"""The peak memory of a process that does nothing but teach an eye and read frames.

    python -m tools.bench_memory TABLE FRAME...

prints it in MB (10^6 bytes); `make bench` runs this, as its own process would count its own work.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2

from tools.memory import peak_mb
from vision.eye import Eye
from vision.picture import load_picture
from vision.table import load_table

ROOT: Final = Path(__file__).parents[1]


def memory_mb(table: Path, frames: Sequence[Path]) -> float:
    """Measure it, in a process of its own."""
    told = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-m", "tools.bench_memory", str(table), *map(str, frames)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return float(told.stdout)


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
