"""A service manager's end of the socket, for tests: it hears what a service tells."""

import socket
from pathlib import Path
from typing import Final

from companion.files import Closing


class Notified(Closing):
    """Listens on a real socket; ``environment`` is what a service started by it would see.

    ``period`` is the watchdog's, in seconds; ``abstract``: the socket has a name but no file.
    """

    def __init__(
        self, folder: Path, *, period: float | None = None, abstract: bool = False
    ) -> None:
        path = str(folder / "notify")
        self._socket: Final = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind("\0" + path if abstract else path)
        self.environment = {"NOTIFY_SOCKET": "@" + path if abstract else path}
        if period is not None:
            self.environment["WATCHDOG_USEC"] = str(round(period * 1_000_000))

    def heard(self) -> list[str]:
        """Take what was told since the last call."""
        self._socket.settimeout(0.0)
        told = []
        while True:
            try:
                told.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return told

    def hear(self, patience: float) -> str:
        """Take what is told next; raises TimeoutError after so many seconds without a word."""
        self._socket.settimeout(patience)
        return self._socket.recv(4096).decode()

    def close(self) -> None:
        self._socket.close()
