"""The page's own thread: it listens on the local network until it is closed."""

import asyncio
import fcntl
import socket
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import uvicorn

from companion.files import Closing
from companion.session.helpers import Addresses
from companion.session.session import Session
from companion.ui.screen import Screen
from companion.web.app import Site
from companion.web.bridge import Bridge
from companion.web.guard import Evenings, Gate, GuardedProtocol, Refusals

Call = Callable[[], None]
FromThread = Callable[[Call], Call]
"""Turns a call that only the page's thread may make into one for any thread."""
Started = Callable[[FromThread], None]

PATIENCE: Final = 3.0
"""Seconds in which the thread ends."""
BACKLOG: Final = 256
"""Connections that may come at once; with more, phones ask again."""
FAR: Final = ("10.255.255.255", 1)
"""Nothing is sent there: the way there tells which of our addresses the local network knows."""


SIOCGIFADDR: Final = 0x8915
"""Asks Linux for the address of an interface (netdevice(7)): bytes 20 to 23 of what it tells."""
LOOPBACK: Final = "127.0.0.1"


class WebThread(Closing):
    """Serves pages behind their gate, from a thread of its own.

    ``started`` is called there with the way to have something called there by other threads.
    """

    def __init__(
        self, gate: Gate, port: int, evenings: Evenings, started: Started, host: str
    ) -> None:
        """Listen; raises OSError where that cannot be, as when another program has the port."""
        self._evenings: Final = evenings
        self._started: Final = started
        self._socket: Final = socket.create_server((host, port), backlog=BACKLOG)
        config = uvicorn.Config(
            gate,
            http=GuardedProtocol,
            ws="none",
            loop="asyncio",
            lifespan="off",
            log_config=None,
            log_level="critical",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=1,
        )
        self._server: Final = uvicorn.Server(config)
        self._thread: Final = threading.Thread(target=self._run, name="web", daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        return int(self._socket.getsockname()[1])

    @property
    def addresses(self) -> Addresses:
        """The addresses that are valid this evening, by which the local network finds us."""
        secrets, base = self._evenings.secrets(), f"http://{own_address()}:{self.port}"
        return Addresses(f"{base}/{secrets.view}/", f"{base}/{secrets.help}/")

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._socket.close()

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        loop = asyncio.get_running_loop()
        self._started(lambda call: _from_thread(loop, call))
        await self._server.serve(sockets=[self._socket])


class Server(WebThread):
    """Serves one bridge; stands at the main loop for all phones."""

    def __init__(self, port: int, evenings: Evenings, *, host: str = "") -> None:
        self.bridge: Final = Bridge()
        self.site: Final = Site(self.bridge)
        self.refusals: Final = Refusals()
        gate = Gate(self.site.app, evenings, self.refusals)
        super().__init__(gate, port, evenings, self.site.connect, host)

    def serve(self, session: Session) -> bool:
        return self.bridge.serve(session)

    def publish(self, session: Session, screen: Screen) -> None:
        self.bridge.publish(session, screen)


def _from_thread(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> Callable[[], None]:
    """Make a call of another thread's; nothing comes of it where that has ended."""

    def ask() -> None:
        with suppress(RuntimeError):  # it has ended meanwhile
            loop.call_soon_threadsafe(call)

    return ask


def own_address() -> str:
    """Find the address by which the local network knows this computer."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        with suppress(OSError):
            way.connect(FAR)
            return str(way.getsockname()[0])
        # Nothing leads out of this network, as where this computer is its access point.
        for _, name in socket.if_nameindex():
            with suppress(OSError):
                told = fcntl.ioctl(way, SIOCGIFADDR, struct.pack("40s", name.encode()))
                if (found := socket.inet_ntoa(told[20:24])) != LOOPBACK:
                    return found
    return LOOPBACK
