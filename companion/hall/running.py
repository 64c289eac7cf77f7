"""The hall as it runs: messages come from the broker, pages show what became of them."""

import html
import json
import os
import queue
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import paho.mqtt.client as mqtt
from paho.mqtt.reasoncodes import ReasonCode
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.types import Receive, Scope, Send

from companion.broker.sender import KEEPALIVE, Reached, client_for
from companion.broker.topics import PARTS
from companion.files import Closing
from companion.hall.games import Games
from companion.hall.tables import NAME, RefusedError, TableBridge, Tables, replayed
from companion.language import Language, said
from companion.messages import complain
from companion.session.helpers import Addresses
from companion.settings import Mqtt
from companion.sharing.board_data import Json
from companion.sharing.page import game_page, read, record_text
from companion.web.app import FILES, HEADERS, Site, download, routes_of
from companion.web.feed import Listeners, message
from companion.web.guard import Evenings, Gate, Refusals
from companion.web.server import FromThread, WebThread
from engine.errors import InputError

PAUSE: Final = 0.3
"""Seconds from one overview to the next at least: of many tables one changes all the time."""

BATCH: Final = 100
"""Messages that are written to the disk at once."""


class Hall(Closing):
    """One hall; whoever runs it calls ``work`` again and again."""

    def __init__(  # noqa: PLR0913 - all that it is made of
        self,
        broker: Mqtt,
        games: Games,
        language: Language,
        *,
        port: int,
        evenings: Evenings,
        host: str = "",
    ) -> None:
        self._games: Final = games
        self._complained: Final[set[str]] = set()
        self.tables: Final = Tables(self._games, language, self._refuse)
        self._site: Final = HallSite(self._games, language)
        gate = Gate(self._site.app, evenings, Refusals())
        try:
            self._web: Final = WebThread(gate, port, evenings, self._site.connect, host)
        except OSError as error:
            why = os.strerror(error.errno or 0)
            wrong = f"port {port} cannot be used ({why}); choose another, or stop what uses it"
            raise InputError("--port", "", wrong) from error
        self._listener: Final = Listener(broker, games.hall_name())
        self._changed = True
        self._unreached = False
        self._shown_at = float("-inf")

    @property
    def addresses(self) -> Addresses:
        return self._web.addresses

    def work(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if messages := self._listener.take(min(left, PAUSE), BATCH):
                with self._games.batch():
                    for message in messages:
                        name, what = self._listener.parts(message)
                        self.tables.take(name, what, bytes(message.payload))
                for message in messages:
                    self._listener.done(message)
                self._changed = True
            if self._unreached != self._listener.broker.failing:
                self._changed, self._unreached = True, not self._unreached
            if self._changed and time.monotonic() - self._shown_at >= PAUSE:
                self._show()

    def close(self) -> None:
        self._listener.close()
        self._web.close()

    def _show(self) -> None:
        self._changed, self._shown_at = False, time.monotonic()
        bridges = {name: table.bridge for name, table in self.tables.tables.items()}
        overview = {**self.tables.overview(), "unreached": self._unreached}
        self._site.show(overview, bridges)

    def _refuse(self, what: str) -> None:
        """Say once of each table that something was refused."""
        table = what.partition(":")[0]
        if table not in self._complained and len(self._complained) < 100:  # noqa: PLR2004 - lines
            self._complained.add(table)
            complain(f"hall: refused from {what}; more of these are not told")


def run_hall(hall: Hall, stop: Callable[[], bool]) -> None:
    """Run until somebody asks for the end."""
    while not stop():
        hall.work(PAUSE)


CLIENT: Final = "dubsar-hall-{}"
"""By what the broker knows a hall; with its name no longer than the 23 letters all brokers take."""


class Listener(Closing):
    """A connection that is made again for as long as it takes.

    While it is away the broker keeps the events for it, as for one of its ``name``: no two halls
    have the same, and a hall always has its own. A message counts as taken once ``done`` was
    called with it.
    """

    def __init__(self, settings: Mqtt, name: str) -> None:
        """Begin to connect; raises OSError or ValueError where a file or a name is no good."""
        self._messages: Final[queue.SimpleQueue[mqtt.MQTTMessage]] = queue.SimpleQueue()
        self._prefix: Final = settings.prefix
        self.broker: Final = Reached(settings)
        client = client_for(settings, CLIENT.format(name), keeps=True)
        client.on_connect = lambda _client, _data, _flags, reason, _more: self._subscribe(reason)
        client.on_connect_fail = lambda _client, _data: self.broker.failed()
        client.on_message = lambda _client, _data, message: self._messages.put(message)
        self._client: Final = client
        client.connect_async(settings.broker, settings.broker_port, KEEPALIVE)
        client.loop_start()

    def take(self, seconds: float, most: int) -> list[mqtt.MQTTMessage]:
        """Give so many messages, in order; none where none comes for so long."""
        found = []
        try:
            found.append(self._messages.get(timeout=seconds))
            while len(found) < most:
                found.append(self._messages.get_nowait())
        except queue.Empty:
            pass
        return found

    def done(self, message: mqtt.MQTTMessage) -> None:
        self._client.ack(message.mid, message.qos)

    def parts(self, message: mqtt.MQTTMessage) -> tuple[str, str]:
        table, _, what = message.topic.removeprefix(f"{self._prefix}/").partition("/")
        return table, what

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def _subscribe(self, reason: ReasonCode) -> None:
        if self.broker.answered(reason):
            self._client.subscribe([(f"{self._prefix}/+/{part}", 1) for part in PARTS])


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
    "unreached": said("The hall can’t reach its MQTT broker. It goes on trying."),
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
