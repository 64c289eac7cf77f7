"""The hall as it runs: messages come from the broker, pages show what became of them."""

import queue
import time
from collections.abc import Callable
from typing import Any, Final

import paho.mqtt.client as mqtt
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from companion.broker.sender import KEEPALIVE, client_for
from companion.broker.topics import PARTS
from companion.files import Closing
from companion.hall.games import Games
from companion.hall.site import HallSite
from companion.hall.tables import Tables
from companion.language import Language
from companion.messages import complain
from companion.session.helpers import Addresses
from companion.settings import Mqtt
from companion.web.guard import Gate, Refusals
from companion.web.secret import Evenings
from companion.web.server import WebThread

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
        self._web: Final = WebThread(gate, port, evenings, self._site.connect, host)
        self._listener: Final = Listener(broker, games.hall_name())
        self._changed = True
        self._shown_at = float("-inf")

    @property
    def addresses(self) -> Addresses:
        return self._web.addresses

    def work(self, seconds: float) -> None:
        """Take what comes for so long, and show it."""
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
            if self._changed and time.monotonic() - self._shown_at >= PAUSE:
                self._show()

    def close(self) -> None:
        self._listener.close()
        self._web.close()

    def _show(self) -> None:
        self._changed, self._shown_at = False, time.monotonic()
        bridges = {name: table.bridge for name, table in self.tables.tables.items()}
        self._site.show(self.tables.overview(), bridges)

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
        client = client_for(settings, CLIENT.format(name), keeps=True)
        client.on_connect = self._on_connect
        client.on_message = self._on_message
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
        """Tell the broker that a message is kept."""
        self._client.ack(message.mid, message.qos)

    def parts(self, message: mqtt.MQTTMessage) -> tuple[str, str]:
        """Give the table of a message, and what it is about."""
        table, _, what = message.topic.removeprefix(f"{self._prefix}/").partition("/")
        return table, what

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def _on_connect(
        self,
        client: mqtt.Client,
        _data: Any,  # noqa: ANN401 - the library's
        _flags: mqtt.ConnectFlags,
        reason: ReasonCode,
        _properties: Properties | None,
    ) -> None:
        if not reason.is_failure:
            client.subscribe([(f"{self._prefix}/+/{part}", 1) for part in PARTS])

    def _on_message(self, _client: mqtt.Client, _data: Any, message: mqtt.MQTTMessage) -> None:  # noqa: ANN401 - the library's
        self._messages.put(message)
