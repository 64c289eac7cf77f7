"""The most memory that this process has had at once."""

import resource
import sys
from pathlib import Path
from typing import Final

PROCESS: Final = Path("/proc/self/status")
"""Where Linux tells of this process."""


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
