"""Room on the disk that is kept for when it is full: even erasing needs some."""

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final

SIZE: Final = 16_000_000
"""Bytes: what erasing a batch of pictures takes for a moment, or many events without any."""
PLENTY: Final = 3 * SIZE
"""Bytes that must be free for the reserve to be laid by."""


class Reserve:
    """A file beside the journal that holds nothing, and is given up when the disk is full."""

    def __init__(self, journal: Path) -> None:
        """Name the file after the journal's."""
        self._path: Final = journal.with_suffix(".reserve")

    def lay_by(self) -> None:
        """Take the room, if it is not taken yet and there is plenty."""
        with suppress(OSError):
            if self._path.exists() or shutil.disk_usage(self._path.parent).free < PLENTY:
                return
            self._write()

    def give_up(self) -> None:
        """Let others have the room."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _write(self) -> None:
        try:
            with self._path.open("wb") as file:
                os.posix_fallocate(file.fileno(), 0, SIZE)
        except OSError:
            self.give_up()
