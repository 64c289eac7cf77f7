"""The hall's pages: all tables at a glance, each large, and the games that were played."""

import html
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.types import Receive, Scope, Send

from companion.hall.games import Games
from companion.hall.tables import NAME, RefusedError, TableBridge, replayed
from companion.language import Language, said
from companion.sharing.drawing import Json
from companion.sharing.page import game_page, read, record_text
from companion.web.app import FILES, HEADERS, Site, download, routes_of
from companion.web.feed import Listeners, message
from companion.web.server import FromThread

STATIC: Final = Path(__file__).parent / "static"
OWN_FILES: Final = {
    "hall.css": (STATIC, "text/css"),
    "hall.js": (STATIC, "text/javascript"),
    "glance.js": (STATIC, "text/javascript"),
}
WORDS: Final = {
    "title": said("The hall"),
    "results": said("Results"),
    "record": said("Save its record"),
    "none": said("No table has said anything yet."),
    "offline": said("switched off"),
    "attention": said("needs attention"),
    "lost": said("The hall does not answer. This page waits for it."),
    "stale": said("This address is no longer valid. The hall has a new one every evening."),
}
"""What stands on the page besides what the tables say."""


class HallSite:
    """The application. ``show`` is called by the hall's own thread, all else by the page's."""

    def __init__(self, games: Games, language: Language) -> None:
        self._games: Final = games
        self._language: Final = language
        self._words: Final = {key: language.say(text) for key, text in WORDS.items()}
        self._sites: Final[dict[str, Site]] = {}
        self._overview = message("hall", {"tables": [], "results": []})
        self._listeners: Final = Listeners()
        self._from_thread: FromThread = lambda _: lambda: None
        self._wake: Callable[[], None] = lambda: None
        routes = [
            Route("/", self._page),
            *routes_of({**FILES, **OWN_FILES}),
            Route("/stream", self._stream),
            Route("/game/{table}/{game}", self._game),
            Mount("/table", app=self._table),
        ]
        self.app: Final = Starlette(routes=routes)

    def connect(self, from_thread: FromThread) -> None:
        """Learn how other threads have something called here."""
        self._from_thread = from_thread
        self._wake = from_thread(self._listeners.wake)
        for site in self._sites.values():
            site.connect(from_thread)

    def show(self, overview: Json, bridges: Mapping[str, TableBridge]) -> None:
        """Show all tables at a glance, and let each be looked at."""
        for name in bridges.keys() - self._sites.keys():
            site = Site(bridges[name], {"table": name, "words": self._words})
            site.connect(self._from_thread)
            self._sites[name] = site
        self._overview = message("hall", overview)
        self._wake()

    async def _page(self, request: Request) -> Response:
        del request
        page = read(STATIC / "hall.html").replace('lang="en"', f'lang="{self._language.code}"')
        words = html.escape(json.dumps(self._words))
        page = page.replace("<body>", f'<body data-words="{words}">')
        return Response(page, media_type="text/html", headers=HEADERS)

    async def _stream(self, request: Request) -> Response:
        news = self._listeners.stream(request.scope["in_force"], lambda: self._overview)
        return StreamingResponse(news, media_type="text/event-stream", headers=HEADERS)

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
        return download("".join(game_page(record, self._language)), f"{game}.html", "text/html")

    async def _table(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the page of one table answer what is asked behind its name."""
        path = str(scope["path"]).removeprefix("/table/")
        name, slash, rest = path.partition("/")
        site = self._sites.get(name)
        if site is None or not slash:
            raise HTTPException(404)
        await site.app({**scope, "path": f"/{rest}", "root_path": ""}, receive, send)
