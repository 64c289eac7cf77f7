"""The pins of a Raspberry Pi, through gpiozero and lgpio, and why they cannot be had."""

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hardware.devices import group_of
from hardware.panel import Cause, Missing

if TYPE_CHECKING:
    from gpiozero.pins import Factory

ROOT: Final = Path("/")
PINS_GROUP: Final = "gpio"
"""The group of Raspberry Pi OS whose members may use the pins."""
FOLDER: Final = "LG_WD"
"""The environment variable that names lgpio's working directory."""


def open_pins() -> "Factory":
    """Open the pins; raises ImportError without the libraries, else whatever these raise.

    lgpio keeps a pipe in its working directory, which may be read-only, and takes the whole
    program there when it is imported (seen with lg 0.2.2). So it is given a directory of its own,
    and the program goes back. The pipe is open by then, and its name may go.
    """
    here = Path.cwd()
    wanted = os.environ.get(FOLDER)
    with tempfile.TemporaryDirectory(prefix="dubsar-", dir=wanted) as folder:
        os.environ[FOLDER] = folder
        try:
            # Named outright: left to itself gpiozero falls back on what loses edges.
            from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - see above
        finally:
            os.chdir(here)
            if wanted is None:
                del os.environ[FOLDER]
            else:
                os.environ[FOLDER] = wanted
    return LGPIOFactory()


def why_no_pins(error: Exception, root: Path = ROOT) -> Missing:
    """Tell why ``open_pins`` failed, by its error and what the system at ``root`` has."""
    chips = sorted((root / "dev").glob("gpiochip*"))
    if not chips or not is_a_pi(root / "proc"):
        return Missing("panel", Cause.NO_PINS)
    if isinstance(error, ModuleNotFoundError):
        return Missing("panel", Cause.NO_LIBRARY, (error.name or "").partition(".")[0])
    for chip in chips:
        if not os.access(chip, os.R_OK | os.W_OK):
            return Missing("panel", Cause.NOT_PERMITTED, group_of(chip, PINS_GROUP))
    return Missing("panel", Cause.BROKEN, _words(error))


def is_a_pi(proc: Path) -> bool:
    """Look for the revision of a Raspberry Pi where gpiozero does; some laptops have pins too."""
    if (proc / "device-tree" / "system" / "linux,revision").exists():
        return True
    try:
        return "\nRevision" in (proc / "cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def why_no_part(part: str, error: Exception) -> Missing:
    """Tell why one part failed while the pins as such can be had."""
    text = _words(error)
    # lgpio says so of another program's pin, gpiozero of one that this program has twice.
    busy = "busy" in text.lower() or "in use" in text.lower()
    return Missing(part, Cause.BUSY if busy else Cause.BROKEN, text)


def _words(error: Exception) -> str:
    """Show an error in one line; lgpio puts its own in quotes."""
    return " ".join(str(error).strip("'\"").split()) or type(error).__name__
