"""The peak memory of a process that does nothing but teach an eye and read frames.

    python -m tools.bench_memory TABLE FRAME...

prints it in MB (10^6 bytes); `make bench` runs this, as its own process would count its own work.
"""

import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2

from vision.eye import Eye
from vision.picture import load_picture
from vision.table import load_table

ROOT: Final = Path(__file__).parents[1]
PROCESS: Final = Path("/proc/self/status")
"""Where Linux tells of this process."""


def memory_mb(table: Path, frames: Sequence[Path]) -> float:
    """Measure it, in a process of its own."""
    process = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-m", "tools.bench_memory", str(table), *map(str, frames)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return float(process.stdout)


def peak_mb() -> float:
    """Tell the peak resident size in MB (10^6 bytes).

    Linux counts in a child's resource usage what its parent had before the program was replaced,
    so its own high-water mark is taken where there is one.
    """
    if PROCESS.exists():
        for line in PROCESS.read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024 / 1e6
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


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
