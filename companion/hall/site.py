"""The hall's pages: all tables at a glance, each large, and the games that were played."""

import asyncio
import html
import json
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.types import Receive, Scope, Send

from companion.hall.games import Games
from companion.hall.tables import NAME, RefusedError, TableDesk, replayed
from companion.language import Language, said
from companion.sharing.drawing import Json
from companion.sharing.page import game_page, record_text
from companion.web.app import HEADERS, Site, download
from companion.web.feed import RETRY, message
from companion.web.live_page import asset
from companion.web.server import FromThread

STATIC: Final = Path(__file__).parent / "static"
WORDS: Final = {
    "title": said("The hall"),
    "results": said("Results"),
    "record": said("Save its record"),
    "none": said("No table has said anything yet."),
    "offline": said("switched off"),
    "attention": said("needs attention"),
    "lost": said("The hall does not answer. This page waits for it."),
}
"""What stands on the page besides what the tables say."""
TICK: Final = 10.0
"""Seconds after which a page that was sent nothing is sent a sign of life."""


class HallSite:
    """The application. ``show`` is called by the hall's own thread, all else by the page's."""

    def __init__(self, games: Games, language: Language) -> None:
        """Begin with nothing to show."""
        self._games: Final = games
        self._language: Final = language
        self._sites: Final[dict[str, Site]] = {}
        self._overview = message("hall", {"tables": [], "results": []})
        self._waiting: Final[set[asyncio.Event]] = set()
        self._from_thread: FromThread = lambda _: lambda: None
        self._wake: Callable[[], None] = lambda: None
        routes = [
            Route("/", self._page),
            Route("/hall.js", self._own),
            Route("/hall.css", self._own),
            Route("/page.css", self._shared),
            Route("/icon.svg", self._shared),
            Route("/alive", self._alive),
            Route("/stream", self._stream),
            Route("/game/{table}/{game}", self._game),
            Mount("/table", app=self._table),
        ]
        self.app: Final = Starlette(routes=routes)

    def connect(self, from_thread: FromThread) -> None:
        """Learn how other threads have something called here."""
        self._from_thread = from_thread
        self._wake = from_thread(self._wake_all)
        for site in self._sites.values():
            site.connect(from_thread)

    def show(self, overview: Json, desks: Mapping[str, TableDesk]) -> None:
        """Show all tables at a glance, and let each be looked at."""
        for name in desks.keys() - self._sites.keys():
            site = Site(desks[name])
            site.connect(self._from_thread)
            self._sites[name] = site
        self._overview = message("hall", overview)
        self._wake()

    def _wake_all(self) -> None:
        for one in self._waiting:
            one.set()

    async def _page(self, request: Request) -> Response:
        del request
        words = {key: self._language.tell(text, {}) for key, text in WORDS.items()}
        page = (STATIC / "hall.html").read_text(encoding="utf-8")
        page = page.replace('lang="en"', f'lang="{self._language.code}"')
        page = page.replace("<body>", f'<body data-words="{html.escape(json.dumps(words))}">')
        return Response(page, media_type="text/html", headers=HEADERS)

    async def _own(self, request: Request) -> Response:
        name = "hall.js" if request.url.path.endswith(".js") else "hall.css"
        kind = "text/javascript" if name == "hall.js" else "text/css"
        text = (STATIC / name).read_text(encoding="utf-8")
        return Response(text, media_type=kind, headers=HEADERS)

    async def _shared(self, request: Request) -> Response:
        style = request.url.path.endswith(".css")
        name, kind = ("page.css", "text/css") if style else ("icon.svg", "image/svg+xml")
        return Response(asset(name), media_type=kind, headers=HEADERS)

    async def _alive(self, request: Request) -> Response:
        del request
        return Response("yes", media_type="text/plain", headers=HEADERS)

    async def _stream(self, request: Request) -> Response:
        del request
        return StreamingResponse(self._news(), media_type="text/event-stream", headers=HEADERS)

    async def _news(self) -> AsyncIterator[bytes]:
        changed = asyncio.Event()
        self._waiting.add(changed)
        try:
            yield RETRY
            while True:
                changed.clear()
                yield self._overview
                try:
                    await asyncio.wait_for(changed.wait(), TICK)
                except TimeoutError:
                    yield message("tick", {})
        finally:
            self._waiting.discard(changed)

    async def _game(self, request: Request) -> Response:
        table, game = request.path_params["table"], request.path_params["game"]
        named = NAME.fullmatch(table) and NAME.fullmatch(game)
        kept = self._games.events(table, game) if named else []
        if not kept:
            raise HTTPException(404)
        try:
            playing = replayed(game, kept)
        except RefusedError:
            raise HTTPException(404) from None
        record = playing.record()
        if "record" in request.query_params:
            return download(record_text(record), f"{game}.jsonl", "application/jsonl")
        return download(game_page(record, self._language), f"{game}.html", "text/html")

    async def _table(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the page of one table answer what is asked behind its name."""
        path = str(scope["path"]).removeprefix("/table/")
        name, slash, rest = path.partition("/")
        site = self._sites.get(name)
        if site is None or not slash:
            raise HTTPException(404)
        await site.app({**scope, "path": f"/{rest}", "root_path": ""}, receive, send)
