"""Room on the disk for the journal, and what is done where there is none.

Before a game old pictures go, until those of several evenings have room. Should the disk be full
all the same, first a reserve is given up, as even erasing takes some room, then old pictures go,
and last the new ones are left out; events are written in any case.
"""

import os
import shutil
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.journal.errors import JournalError, JournalFullError
from companion.journal.journal import PATIENCE, Journal
from companion.journal.rows import EvidenceOf, PlayedGame

FREE_WANTED: Final = 200_000_000
"""Bytes that are to be free on the disk: several evenings of pictures."""
FREE_AT_ONCE: Final = 20_000_000
"""Bytes of old pictures that make room for a while where the disk is full."""
RESERVE: Final = 16_000_000
"""Bytes: what erasing a batch of pictures takes for a moment, or many events without any."""
FREE_FOR_RESERVE: Final = 3 * RESERVE
"""Bytes that must be free for the reserve to be taken."""


class Room:
    """The room for a journal at a path, with the reserve: a file beside it that holds nothing."""

    def __init__(self, journal: Path) -> None:
        self._journal: Final = journal
        self._reserve: Final = journal.with_suffix(".reserve")

    def open(self, patience: float = PATIENCE) -> Journal:
        """Open the journal; raises JournalError where that cannot be, even without the reserve."""
        try:
            return Journal.open(self._journal, patience=patience)
        except JournalFullError:
            self.release()
            return Journal.open(self._journal, patience=patience)

    def make(self, journal: Journal, wanted: int = FREE_WANTED) -> None:
        """Erase the oldest pictures where the disk has less than so many bytes free."""
        with suppress(JournalError, OSError):
            missing = wanted - shutil.disk_usage(self._journal.parent).free
            if missing > 0:
                journal.thin(missing)
        self.take()

    def save(
        self, journal: Journal, games: Sequence[PlayedGame], evidence: EvidenceOf
    ) -> JournalError | None:
        """Save games; on a full disk old pictures make room, or else the new ones are left out.

        Gives the error where they were left out.
        """
        try:
            journal.save(games, evidence)
        except JournalFullError as error:
            self.release()
            with suppress(JournalFullError):
                if journal.thin(FREE_AT_ONCE):
                    self.take()
                    journal.save(games, evidence)
                    return None
            journal.save(
                games,
                lambda *event: [replace(one, cropped=None, whole=None) for one in evidence(*event)],
            )
            return error
        return None

    def take(self) -> None:
        """Take the reserve, if it is not taken yet and there is plenty."""
        with suppress(OSError):
            free = shutil.disk_usage(self._reserve.parent).free
            if self._reserve.exists() or free < FREE_FOR_RESERVE:
                return
            try:
                with self._reserve.open("wb") as file:
                    os.posix_fallocate(file.fileno(), 0, RESERVE)
            except OSError:
                self.release()

    def release(self) -> None:
        with suppress(OSError):
            self._reserve.unlink(missing_ok=True)
