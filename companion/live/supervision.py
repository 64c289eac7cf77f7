"""What the service manager, and the next start after a crash, must know of the program."""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.journal import GameId
from hardware.service import ServiceManager

FOLDER: Final = "RUNTIME_DIRECTORY"
"""The environment variable in which systemd names folders that are gone when the power is."""
MARK: Final = "running"
"""The file there that says that the program runs, and the number of the game being played; found
at a start, the program had died."""
SETTLED: Final = 20.0
"""Seconds of running after which the mark is set: a screen that kills the program does not come
back for ever, but *Start* does."""


class Supervision:
    """Keeps the service manager informed, and a mark while the program runs.

    ``game`` is the number of the game that was being played when the program died while it ran, by
    a fault, a kill or the watchdog; None after a clean end or a power cut. A clock, which may be
    wrong, is not asked for it.
    """

    def __init__(
        self,
        service: ServiceManager,
        environment: Mapping[str, str],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Find the mark; it stays for as long as the program only begins."""
        folder = environment.get(FOLDER, "").partition(":")[0]
        self._mark: Final = Path(folder) / MARK if folder else None
        self._service: Final = service
        self._clock: Final = clock
        self._since: float | None = None
        self._marked: str | None = None
        found = None
        if self._mark is not None:
            with suppress(OSError):
                found = self._mark.read_text(encoding="utf-8", errors="replace")
        self.game: Final = GameId(int(found)) if found and found.isdecimal() else None

    @property
    def can_shut_down(self) -> bool:
        """Tell whether somebody shuts the computer down when the program asks for it."""
        return self._service.there

    def resuming(self) -> None:
        """Note that the screen is about to come back: from here on it may be what kills."""
        self._wipe()

    def round(self, *, sees: bool, game: GameId | None = None) -> None:
        """Note a round of the main loop, and the number of the game being played.

        ``sees``: it shows the table, or why it cannot.
        """
        if self._since is None and sees:
            self._since = self._clock()
            self._service.ready()
        self._service.alive()
        settled = self._since is not None and self._clock() - self._since >= SETTLED
        mark = "" if game is None else str(game)
        if settled and self._marked != mark:
            self._marked = mark
            if self._mark is not None:
                with suppress(OSError):
                    self._mark.write_text(mark, encoding="utf-8")

    def ending(self) -> None:
        self._service.stopping()
        self._wipe()

    def _wipe(self) -> None:
        self._marked = None
        if self._mark is not None:
            with suppress(OSError):
                self._mark.unlink(missing_ok=True)
