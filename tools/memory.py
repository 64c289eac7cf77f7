"""What memory this process takes, in MB (10^6 bytes)."""

import resource
import sys
from pathlib import Path
from typing import Final

STATUS: Final = Path("/proc/self/status")
"""Where Linux tells of this process."""


def resident_mb() -> float:
    """Tell the resident size; 0 where the system does not."""
    return _told("VmRSS") or 0.0


def peak_mb() -> float:
    """Tell the peak resident size.

    Linux counts in a child's resource usage what its parent had before the program was replaced,
    so its own high-water mark is taken where there is one.
    """
    unit = 1 if sys.platform == "darwin" else 1024
    return _told("VmHWM") or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def _told(name: str) -> float | None:
    if STATUS.exists():
        for line in STATUS.read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) * 1024 / 1e6
    return None
