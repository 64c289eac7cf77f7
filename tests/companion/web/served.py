"""A table that is served to phones: a stage, and the page before it, without a network."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from httpx2 import ASGITransport, AsyncClient, Response
from starlette.types import Message

from companion.session.helpers import Addresses, Phones
from companion.web.app import Site
from companion.web.bridge import Bridge, PhonePress, Wanted
from companion.web.guard import Evenings, Gate, Refusals
from tests.companion.pages.stage import Stage, stage

BASE = "http://127.0.0.1:8337"
EVENING = datetime(2026, 11, 24, 20, 0)  # noqa: DTZ001 - as the clock on the wall shows it


@dataclass
class Served:
    """A stage with its bridge; each request is served at once, as if the loop were always there."""

    stage: Stage
    bridge: Bridge
    site: Site
    evenings: Evenings
    said: list[str] = field(default_factory=list)

    @cached_property
    def gate(self) -> Gate:
        return Gate(self.site.app, self.evenings, Refusals(self.said.append))

    @property
    def viewer(self) -> "Phone":
        return Phone(self.gate, self.evenings.secrets().view)

    @property
    def helper(self) -> "Phone":
        return Phone(self.gate, self.evenings.secrets().help)

    def publish(self) -> None:
        """Show the phones what the screen shows, as the loop does."""
        self.bridge.publish(self.stage.session, self.stage.session.screen)

    @property
    def page(self) -> str:
        """Name the page that is open, as a press does."""
        self.publish()
        assert self.bridge.snapshot is not None
        assert self.bridge.snapshot.screen is not None
        return str(self.bridge.snapshot.screen["page"])


@contextmanager
def served(folder: Path) -> Iterator[Served]:
    """Serve a game in its first dynasty."""
    with stage(folder / "journal.sqlite") as one:
        bridge = Prompt(one)
        bridge.help_begins()
        one.session.phones = Phones(lambda: Addresses("http://view/", "http://help/"))
        made = Served(one, bridge, Site(bridge), Evenings(folder, lambda: EVENING))
        made.publish()
        yield made


class Phone:
    """A browser that knows a secret; its paths begin behind that."""

    def __init__(self, gate: Gate, secret: str) -> None:
        """Be on the local network."""
        self._gate = gate
        self._secret = secret

    def get(self, path: str, **options: Any) -> Response:  # noqa: ANN401 - those of the library
        return self.request("GET", path, **options)

    def press(self, **keys: str) -> Response:
        return self.request("POST", "/press", json=keys, headers={"Origin": BASE})

    def follow(self, at_news: Callable[[], None]) -> list[bytes]:
        """Follow the stream to its end, calling this at the first news; give all that was sent."""
        sent: list[bytes] = []

        async def receive() -> Message:
            await asyncio.Event().wait()  # it stays connected
            raise AssertionError

        async def send(message: Message) -> None:
            if body := message.get("body"):
                sent.append(body)
                if len(sent) == 2:  # first the browser is told when to ask again
                    at_news()
            assert len(sent) < 10, "it does not end"

        scope = {
            "type": "http",
            "method": "GET",
            "path": f"/{self._secret}/stream",
            "query_string": b"",
            "headers": [(b"host", b"127.0.0.1")],
            "client": ("192.168.1.7", 5000),
        }
        asyncio.run(self._gate(scope, receive, send))
        return sent

    def request(self, method: str, path: str, **options: Any) -> Response:  # noqa: ANN401 - as above
        async def ask() -> Response:
            way = ASGITransport(self._gate, client=("192.168.1.7", 5000))
            async with AsyncClient(transport=way, base_url=BASE) as client:
                return await client.request(method, f"/{self._secret}{path}", **options)

        return asyncio.run(ask())


class Prompt(Bridge):
    """A bridge at which nobody waits."""

    def __init__(self, one: Stage) -> None:
        """Stand in for the loop of a stage."""
        super().__init__()
        self._one = one

    def ask(self, request: PhonePress | Wanted) -> bool:
        """Serve a request at once."""
        found = super().ask(request)
        self.serve(self._one.session)
        return found
