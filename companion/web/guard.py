"""What keeps strangers, slow ones and impostors away from the page: an evening's secrets, a gate.

The secrets in the page's addresses are new every evening, the same after a restart in between.
"""

import asyncio
import hmac
import ipaddress
import json
import os
import re
import secrets
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from enum import Enum
from pathlib import Path
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.messages import complain

FILE: Final = "web-secret.json"
"""Beside the journal; nobody but this user may read it."""
LENGTH: Final = 16
"""Bytes of a secret: nobody finds 128 bits by trying."""
EVENING_BEGINS: Final = timedelta(hours=6)
"""When, after midnight, a new evening begins: nobody is still playing the old one."""


class Role(Enum):
    """What the owner of a secret may do."""

    VIEW = "look on"
    HELP = "look on, and press"


@dataclass(frozen=True, slots=True)
class Secrets:
    """Those of one ``evening``, which is named by its date."""

    evening: str
    view: str
    help: str

    def role(self, secret: str) -> Role | None:
        """Tell what a secret allows; nothing is learnt from how long that takes."""
        helps = hmac.compare_digest(secret.encode(), self.help.encode())
        views = hmac.compare_digest(secret.encode(), self.view.encode())
        return Role.HELP if helps else Role.VIEW if views else None


class Evenings:
    """Gives the secrets in force; ``clock`` is the time on the wall."""

    def __init__(self, folder: Path, clock: Callable[[], datetime] = datetime.now) -> None:
        """Keep them in a folder, so that a page that is open survives a restart."""
        self._path: Final = folder / FILE
        self._clock: Final = clock
        self._secrets: Secrets | None = None

    def secrets(self) -> Secrets:
        evening = f"{self._clock() - EVENING_BEGINS:%Y-%m-%d}"
        if self._secrets is None or self._secrets.evening != evening:
            self._secrets = self._kept(evening) or self._new(evening)
        return self._secrets

    def _kept(self, evening: str) -> Secrets | None:
        with suppress(OSError, ValueError, TypeError):
            kept = Secrets(**json.loads(self._path.read_text(encoding="utf-8")))
            long = all(len(one) >= LENGTH for one in (kept.view, kept.help))
            if kept.evening == evening and long and kept.view != kept.help:
                return kept
        return None

    def _new(self, evening: str) -> Secrets:
        made = Secrets(evening, secrets.token_urlsafe(LENGTH), secrets.token_urlsafe(LENGTH))
        with suppress(OSError):  # then a restart makes new ones
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.unlink(missing_ok=True)
            number = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(number, "w", encoding="utf-8") as file:
                json.dump(asdict(made), file)
        return made


Complain = Callable[[str], None]
InForce = Callable[[], bool]
"""Tells whether the secret of a request still is; for what is sent past six in the morning."""

MOST_CONNECTIONS: Final = 512
"""Phones that are served at once; two hundred may watch one table, with a request each beside."""
PATIENCE: Final = 10.0
"""Seconds in which a request must come, and in which something must be taken of an answer."""
LARGEST_BODY: Final = 2048
"""Bytes of a request: a press has less than two hundred."""
NOWHERE: Final = b"Not found"
STRANGE: Final = {
    400: "what is no press, or comes too slowly",
    404: "a request for what is not there",
    405: "a request for what cannot be done",
}
"""What is refused behind a valid secret, by the status of the answer."""


class Refusals:
    """Says once of each kind that something was refused: a log is not to be filled by others."""

    def __init__(self, say: Complain = complain) -> None:
        self.counts: Final[dict[str, int]] = {}
        self._say: Final = say

    def note(self, kind: str, peer: str) -> None:
        """Note one refusal, and say so if it is the first of its kind."""
        self.counts[kind] = self.counts.get(kind, 0) + 1
        if self.counts[kind] == 1:
            self._say(f"web: refused {kind} from {peer}; more of these are not told")


class Gate:
    """The way to the pages: ``/SECRET/…``; whoever has none learns nothing."""

    def __init__(self, app: ASGIApp, evenings: Evenings, refusals: Refusals) -> None:
        self._app: Final = app
        self._evenings: Final = evenings
        self.refusals: Final = refusals

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it as one for something that is not there."""
        if scope["type"] != "http":
            return
        peer = str((scope.get("client") or ("unknown", 0))[0])
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        secret, _, rest = scope["path"].removeprefix("/").partition("/")
        role = self._evenings.secrets().role(secret)
        kind = _wrong(scope, headers, role)
        if kind:
            self.refusals.note(kind, peer)
            await _refuse(send)
            return

        async def answer(message: Message) -> None:
            if strange := STRANGE.get(message.get("status", 0)):
                self.refusals.note(strange, peer)
            await send(message)

        inner = {**scope, "path": f"/{rest}", "raw_path": None, "root_path": "", "role": role}
        inner["in_force"] = lambda: self._evenings.secrets().role(secret) is role
        await self._app(inner, receive, answer)


def _wrong(scope: Scope, headers: Mapping[str, str], role: Role | None) -> str:
    """Tell what is wrong with a request; nothing where it may come in."""
    site = headers.get("sec-fetch-site", "none")
    visits = headers.get("sec-fetch-mode") == "navigate" and scope["method"] == "GET"
    allowed = {
        "an address without tonight's secret": role is not None,
        "a request for another host": _is_ours(headers.get("host", "")),
        "a request of another site": visits or site in ("none", "same-origin"),
    }
    if scope["method"] != "GET":
        kind, length = headers.get("content-type", ""), headers.get("content-length", "")
        allowed |= {
            "a press with the secret of those who look on": role is Role.HELP,
            "a press of another site": headers.get("origin") == f"http://{headers.get('host')}",
            "a press that is no JSON": kind.split(";")[0] == "application/json",
            "a body that is too large": length.isdecimal() and int(length[:9]) <= LARGEST_BODY,
        }
    return next((wrong for wrong, right in allowed.items() if not right), "")


def _is_ours(host: str) -> bool:
    """Tell whether a request's host is an address, or this computer's name: no name of others.

    A stranger's name may be made to lead here, so that his page counts as one of ours.
    """
    name = re.sub(r":[0-9]{1,5}\Z", "", host)
    own = socket.gethostname().lower()
    if name.lower() in ("localhost", own, f"{own}.local"):
        return True
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


async def _refuse(send: Send) -> None:
    headers = [(b"content-type", b"text/plain"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 404, "headers": headers})
    await send({"type": "http.response.body", "body": NOWHERE})


def is_near(peer: str) -> bool:
    """Tell whether an address is one of a local network, or of this computer."""
    try:
        found = ipaddress.ip_address(peer)
    except ValueError:
        return False
    return found.is_private or found.is_loopback or found.is_link_local


class GuardedProtocol(H11Protocol):
    """A connection that ends where its other end is far away, too slow, or one too many."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # of a socket
        """Begin, if there is room, and look after it from time to time."""
        super().connection_made(transport)
        self._peer = str((transport.get_extra_info("peername") or ("",))[0])
        self._unsent = 0
        self._answered: object = None
        self._watch: asyncio.TimerHandle | None = None
        if not is_near(self._peer):
            self._leave("a connection from far away")
            return
        if len(self.connections) > MOST_CONNECTIONS:
            self._leave("more connections than phones there are")
            return
        self._watch = self.loop.call_later(PATIENCE, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._watch is not None:
            self._watch.cancel()
        super().connection_lost(exc)

    def _look(self) -> None:
        """End a connection on which nothing was asked, or of which nothing is taken."""
        transport: Any = self.transport
        unsent = transport.get_write_buffer_size()
        cycle: Any = self.cycle
        idle = cycle is None or (cycle.response_complete and cycle is self._answered)
        if idle or (unsent and unsent == self._unsent):
            self._leave("a connection that asks for nothing, or takes nothing")
            return
        self._unsent, self._answered = unsent, cycle
        self._watch = self.loop.call_later(PATIENCE, self._look)

    def _leave(self, kind: str) -> None:
        gate: Any = self.config.app
        gate.refusals.note(kind, self._peer)
        self.transport.abort()
