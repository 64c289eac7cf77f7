"""What can be asked for behind the secret: the page and its parts, the stream, reasons, presses."""

import asyncio
import html
import json
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, Final, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from companion.archive.game_zip import MOMENTS, Evidence, Moment
from companion.language import LANGUAGES, OWN_NAMES, Language
from companion.sharing.board_data import Json
from companion.sharing.game_view import WORDS, GameRecord
from companion.sharing.page import STATIC as SHARED
from companion.sharing.page import filled, page_around_photographs, photograph, read, record_text
from companion.web.bridge import Bridge, PhonePress, Wanted
from companion.web.feed import Feed, Telling
from companion.web.guard import PATIENCE, Role
from hardware.panel import Button

Answer = TypeVar("Answer")

WAIT: Final = 2.0
"""Seconds for which the main loop is waited for."""
PICTURES_KEPT: Final = 16
"""Photographs that are kept, so that many phones ask the loop for one but once."""
LONGEST_NAME: Final = 12
"""Letters of whoever presses that the screen has room for."""
NUMBER_DIGITS: Final = 6
STATIC: Final = Path(__file__).parent / "static"
FILES: Final[Mapping[str, tuple[Path, str]]] = {
    "page.css": (SHARED, "text/css"),
    "view.js": (SHARED, "text/javascript"),
    "line.js": (STATIC, "text/javascript"),
    "live.js": (STATIC, "text/javascript"),
    "icon.svg": (STATIC, "image/svg+xml"),
}
"""What the live page asks for besides itself: the folder of each, and its media type."""
LIVE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Which requests a browser makes for the live page: to the companion, and to no other host."""
HEADERS: Final = {
    "Content-Security-Policy": LIVE_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Of all that is answered."""


class Site:
    """The application; ``feed`` is what it sends from."""

    def __init__(self, bridge: Bridge, hall: Json | None = None) -> None:
        """Serve what a bridge shows, as one table of a ``hall`` whose words these are."""
        self.feed: Final = Feed(bridge)
        self._bridge: Final = bridge
        self._hall: Final = hall
        self._collecting: Final = asyncio.Lock()
        self._pictures: Final[dict[tuple[str, int, str], bytes]] = {}
        routes = [
            Route("/", self._page),
            *routes_of(FILES),
            Route("/stream", self._stream),
            Route("/why", self._why),
            Route("/photograph", self._photograph),
            Route("/game.html", self._game),
            Route("/record.jsonl", self._record),
            Route("/press", self._press, methods=["POST"]),
        ]
        self.app: Final = Starlette(routes=routes)

    def connect(self, from_thread: Callable[[Callable[[], None]], Callable[[], None]]) -> None:
        """Let the bridge's thread wake those who are sent to, by a call made for other threads."""
        self._bridge.on_change = from_thread(self.feed.listeners.wake)

    async def _page(self, request: Request) -> Response:
        snapshot = self._bridge.snapshot
        language = snapshot.language if snapshot else LANGUAGES[0]
        helps = request.scope["role"] is Role.HELP
        photographs = self._bridge.has_photographs
        page = live_page(language, helps=helps, photographs=photographs, hall=self._hall)
        return Response(page, media_type="text/html", headers=HEADERS)

    async def _stream(self, request: Request) -> Response:
        helps, in_force = request.scope["role"] is Role.HELP, request.scope["in_force"]
        stream = self.feed.stream(_language(request), in_force, helps=helps)
        return StreamingResponse(stream, media_type="text/event-stream", headers=HEADERS)

    async def _why(self, request: Request) -> Response:
        number, telling = _number(request), self._telling(request)
        try:
            reasons = telling.view.reasons(number)
        except ValueError:
            raise HTTPException(404) from None
        photographs = [
            {"moment": moment, "src": f"photograph?event={number}&moment={moment}"}
            for moment in (MOMENTS if self._bridge.has_photographs else ())
        ]
        return JSONResponse({"reasons": reasons, "photographs": photographs}, headers=HEADERS)

    async def _photograph(self, request: Request) -> Response:
        moment = next((one for one in MOMENTS if one == request.query_params.get("moment")), None)
        telling = self._telling(request)
        if moment is None:
            raise HTTPException(404)
        key = telling.view.key, _number(request), moment
        if key not in self._pictures:
            picture = await self._picture(key[1], moment)
            if picture is None:
                return Response(status_code=204, headers=HEADERS)
            while len(self._pictures) >= PICTURES_KEPT:
                del self._pictures[next(iter(self._pictures))]
            self._pictures[key] = picture
        return Response(self._pictures[key], media_type="image/jpeg", headers=HEADERS)

    async def _game(self, request: Request) -> Response:
        record, language = self._played(), Language(_language(request))
        around = await asyncio.to_thread(page_around_photographs, record, language)
        if not request.query_params.get("photographs"):
            return download("".join(around), "dubsar.html", "text/html")
        return download(self._with_photographs(record, *around), "dubsar.html", "text/html")

    async def _with_photographs(
        self, record: GameRecord, before: str, after: str
    ) -> AsyncIterator[str]:
        yield before
        for number, moment in product(range(1, len(record.events) + 1), MOMENTS):
            async with self._collecting:  # for one at a time: it takes the loop's time
                picture = await self._picture(number, moment)
            if self._played().key != record.key:
                raise HTTPException(404)  # another game has begun, with pictures of its own
            if picture is not None:
                seen = Evidence(moment, cropped=picture)
                yield await asyncio.to_thread(photograph, number, seen)
        yield after

    async def _record(self, request: Request) -> Response:
        del request
        return download(record_text(self._played()), "dubsar.jsonl", "application/jsonl")

    async def _press(self, request: Request) -> Response:
        try:
            async with asyncio.timeout(PATIENCE):
                press = _pressed(json.loads(await request.body()))
        except (ValueError, TypeError, KeyError, TimeoutError, RecursionError):
            raise HTTPException(400) from None
        fits = await self._answer(press, press.taken)
        return JSONResponse({"taken": fits}, status_code=200 if fits else 409, headers=HEADERS)

    def _played(self) -> GameRecord:
        snapshot = self._bridge.snapshot
        if snapshot is None or snapshot.record is None:
            raise HTTPException(404)
        return snapshot.record

    async def _picture(self, number: int, moment: Moment) -> bytes | None:
        wanted = Wanted(number, moment)
        return await self._answer(wanted, wanted.found)

    async def _answer(self, request: PhonePress | Wanted, answer: "Future[Answer]") -> Answer:
        """Have the main loop do something, and wait for it, not for ever."""
        if not self._bridge.ask(request):
            raise HTTPException(503)
        with suppress(TimeoutError):
            async with asyncio.timeout(WAIT):
                return await asyncio.wrap_future(answer)
        raise HTTPException(503)

    def _telling(self, request: Request) -> Telling:
        telling = self.feed.telling(_language(request))
        if telling is None:
            raise HTTPException(404)
        return telling


def download(text: str | AsyncIterator[str], name: str, kind: str) -> Response:
    """Give a text as a file that a browser keeps."""
    headers = {**HEADERS, "Content-Disposition": f'attachment; filename="{name}"'}
    answer = Response if isinstance(text, str) else StreamingResponse
    return answer(text, media_type=kind, headers=headers)


def _language(request: Request) -> str:
    """Give one of our languages: the one that is asked for, or the first."""
    asked = request.query_params.get("lang", "")
    return asked if asked in LANGUAGES else LANGUAGES[0]


def _number(request: Request) -> int:
    text = request.query_params.get("event", "")
    if not (text.isascii() and text.isdecimal()) or len(text) > NUMBER_DIGITS:
        raise HTTPException(404)
    return int(text)


def _pressed(keys: Any) -> PhonePress:  # noqa: ANN401 - whatever somebody sends
    """Read a press; raises ValueError, TypeError or KeyError where it is none."""
    if not isinstance(keys, dict) or not all(isinstance(one, str) for one in keys.values()):
        raise ValueError("expected an object of texts")
    button = keys.get("button")
    return PhonePress(
        keys["page"],
        printable(keys.get("who", ""))[:LONGEST_NAME],
        Button(button) if button is not None else None,
        keys.get("target", ""),
        keys.get("row", ""),
        printable(keys["name"]) if "name" in keys else None,
    )


def printable(text: str) -> str:
    """Leave out of somebody's text what cannot be seen."""
    return "".join(one for one in " ".join(text.split()) if one.isprintable())


def routes_of(files: Mapping[str, tuple[Path, str]]) -> list[Route]:
    """Serve files by their names, and tell whoever asks that somebody is there."""
    found = [
        Route(f"/{name}", partial(_file, folder / name, kind))
        for name, (folder, kind) in files.items()
    ]
    return [*found, Route("/alive", _alive)]


async def _file(path: Path, kind: str, request: Request) -> Response:
    del request
    return Response(read(path), media_type=kind, headers=HEADERS)


async def _alive(request: Request) -> Response:
    del request
    return Response("yes", media_type="text/plain", headers=HEADERS)


def live_page(language: str, *, helps: bool, photographs: bool, hall: Json | None) -> str:
    """Write the live page, with what it offers; ``language`` is that of the screen.

    In a ``hall`` it shows all tables, too.
    """
    hello = {
        "hall": hall,
        "helps": helps,
        "photographs": photographs,
        "language": language,
        "languages": [[code, OWN_NAMES[code]] for code in LANGUAGES],
        "words": {code: page_words(code) for code in LANGUAGES},
    }
    scripts, styles = ["view.js", "line.js", "live.js"], ["page.css"]
    if hall is not None:
        scripts.insert(2, "../../glance.js")
        styles.append("../../hall.css")
    links = [f'<link rel="stylesheet" href="{one}">' for one in styles]
    links.append('<link rel="icon" href="icon.svg">')
    page = filled("\n".join(links), "\n".join(f'<script src="{one}"></script>' for one in scripts))
    return page.replace("<body>", f'<body data-hello="{html.escape(json.dumps(hello))}">')


def page_words(code: str) -> dict[str, str]:
    """Give what stands on a page in one language."""
    words = Language(code)
    return {key: words.say(text) for key, text in WORDS.items()}
