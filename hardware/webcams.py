"""Which video devices of this computer are webcams."""

from pathlib import Path
from typing import Final

DEVICES: Final = Path("/dev")
DESCRIBED: Final = Path("/sys/class/video4linux")
"""Where Linux tells of each video device what it is."""
INNARDS: Final = ("unicam", "bcm2835", "rpi", "rp1", "pisp")
"""How the names of the Pi's own devices begin: parts of its camera and its decoders."""


def webcams(devices: Path = DEVICES, described: Path = DESCRIBED) -> list[int]:
    """List the numbers of the webcams of this computer, in order."""
    numbers = (path.name.removeprefix("video") for path in devices.glob("video*"))
    found = sorted(int(number) for number in numbers if number.isdecimal())
    return [number for number in found if _is_webcam(described / f"video{number}")]


def _is_webcam(about: Path) -> bool:
    """Tell whether a device may be one; those after a webcam's first give no pictures."""
    name, index = _line(about / "name"), _line(about / "index")
    return not name.startswith(INNARDS) and index in ("", "0")


def _line(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
