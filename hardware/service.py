"""The service manager that may have started the program, told how it goes (sd_notify)."""

import os
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

SOCKET: Final = "NOTIFY_SOCKET"
"""The environment variable that names the datagram socket to tell it through."""
PERIOD: Final = "WATCHDOG_USEC"
"""Microseconds within which it wants to hear that the main loop goes round."""
WATCHED: Final = "WATCHDOG_PID"
"""The process that is to tell it; unset where that is the one it started."""
MICROSECONDS: Final = 1_000_000
SHUT_DOWN: Final = 10
"""The exit status by which the unit knows that the computer is to be shut down."""


class ServiceManager:
    """Tells systemd how it goes; where no manager is there, everything does nothing.

    Nothing here waits or raises: what a manager does not take is lost, and the table plays on.
    """

    def __init__(
        self, environment: Mapping[str, str], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Find out from the environment whether there is one; ``clock`` tells seconds."""
        named = environment.get(SOCKET, "")
        # An abstract socket has no file: its name begins with a zero byte, written as @.
        self._address: Final = f"\0{named[1:]}" if named.startswith("@") else named
        self._every: Final = _half_period(environment)
        self._clock: Final = clock
        self._last: float | None = None

    @property
    def there(self) -> bool:
        return bool(self._address)

    def ready(self) -> None:
        self._tell("READY=1")

    def alive(self) -> None:
        """Tell that the main loop goes round, when it is time to; for the main loop alone."""
        now = self._clock()
        if self._every is not None and (self._last is None or now - self._last >= self._every):
            self._last = now
            self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        self._tell("STOPPING=1")

    def _tell(self, what: str) -> None:
        if not self.there:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as way:
            way.settimeout(0.0)
            way.sendto(what.encode(), self._address)


def _half_period(environment: Mapping[str, str]) -> float | None:
    """Give the seconds from one sign of life to the next; None where nobody waits for any."""
    period = environment.get(PERIOD, "")
    ours = environment.get(WATCHED, "") in ("", str(os.getpid()))
    return int(period) / MICROSECONDS / 2 if ours and period.isdecimal() else None
