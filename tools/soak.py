"""Play evening after evening in one process, and see whether its memory or its open files grow.

    python -m tools.soak [--minutes N] [--seed S]

Everything between the camera and the screen is the program's own, its threads and its journal
included; the screen is drawn for nobody. A line a minute tells the most memory that the process
has had in it, and what it has open at its end.
"""

import argparse
import os
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

import cv2

from tests.companion.live.many_evenings import Home

ALLOWED_MB: Final = 5.0
"""How much more memory (10^6 bytes) there may be than in the time of warming up."""
WARM: Final = 6
"""The first of so many parts of the time is for warming up."""
MINUTE: Final = 60.0
DYNASTIES: Final = 6
PAGE: Final = os.sysconf("SC_PAGE_SIZE")
STATM: Final = Path("/proc/self/statm")
HANDLES: Final = Path("/proc/self/fd")
FACE: Final = ".ttf"
"""What a handle of a font ends with: one stays open for each size of text that was ever drawn."""


@dataclass(frozen=True, slots=True)
class Minute:
    """What a process had: ``most_mb`` of memory at any time of it, handles and threads at its end.

    ``seconds`` is when it ended, ``games`` how many had been played.
    """

    seconds: float
    most_mb: float
    handles: int
    threads: int
    games: int


def judge(minutes: Sequence[Minute], seconds: float) -> list[str]:
    """Tell what grew after the first part of so many seconds, each thing in a line."""
    warm = [one for one in minutes if one.seconds <= seconds / WARM] or [minutes[0]]
    later = minutes[len(warm) :]
    grown = []
    for name, allowed in (("most_mb", ALLOWED_MB), ("handles", 0), ("threads", 0)):
        first = max(getattr(one, name) for one in warm)
        last = max((getattr(one, name) for one in later), default=first)
        if last - first > allowed:
            grown.append(f"{name} grew from {first:g} to {last:g}, allowed {allowed:g}")
    return grown


def handles() -> int:
    """Count what the process has open, without fonts."""
    found = 0
    for handle in HANDLES.iterdir():
        with suppress(FileNotFoundError):  # it was open for the listing itself
            found += handle.readlink().suffix != FACE
    return found


class Diary:
    """Writes down a line a minute."""

    def __init__(self) -> None:
        """Begin with nothing written."""
        self.minutes: Final[list[Minute]] = []
        self.games = 0
        self._start = self._since = time.monotonic()
        self._most = 0.0

    @property
    def seconds(self) -> float:
        """How long this has been going on."""
        return time.monotonic() - self._start

    def look(self) -> None:
        """Look at the process."""
        self._most = max(self._most, int(STATM.read_text().split()[1]) * PAGE / 1e6)
        now = time.monotonic()
        if now - self._since < MINUTE:
            return
        told = Minute(self.seconds, self._most, handles(), threading.active_count(), self.games)
        self.minutes.append(told)
        print(
            f"{told.seconds / MINUTE:5.1f} min: {told.most_mb:6.1f} MB, {told.handles} handles,"
            f" {told.threads} threads, {told.games} games",
            flush=True,
        )
        self._since, self._most = now, 0.0


class Observed(Home):
    """A household that is looked at whenever it looks at its table."""

    def __init__(self, folder: Path, diary: Diary) -> None:
        """Start the program."""
        self._diary: Final = diary
        super().__init__(folder)

    def look(self, times: int = 1) -> None:
        """Let time pass."""
        super().look(times)
        self._diary.look()


def soak(seconds: float, seed: int) -> list[str]:
    """Play for so long, to the end of the last evening; give what grew."""
    diary = Diary()
    with tempfile.TemporaryDirectory(prefix="dubsar-soak-") as folder:
        home = Observed(Path(folder), diary)
        for number in count(seed):
            home.evening(number, DYNASTIES)
            diary.games += 1
            if diary.seconds >= seconds:
                break
        home.close()
    return judge(diary.minutes, seconds)


def main() -> int:
    """Play, and tell what grew; 1 where anything did."""
    parser = argparse.ArgumentParser(description="See whether the running program grows.")
    parser.add_argument("--minutes", type=float, default=60.0, help="how long (60)")
    parser.add_argument("--seed", type=int, default=1, help="the first game's (1)")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    grown = soak(arguments.minutes * MINUTE, arguments.seed)
    for line in grown:
        print(line)
    print("it grows" if grown else "nothing grows")
    return 1 if grown else 0


if __name__ == "__main__":
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    sys.exit(main())
