"""Sends to a broker: events one after the other until each is taken, of all else the newest."""

import queue
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode
from paho.mqtt.reasoncodes import ReasonCode

from companion.broker.topics import OFFLINE, ONLINE, Topics
from companion.files import Closing
from companion.messages import complain
from companion.settings import Mqtt

KEEPALIVE: Final = 30
"""Seconds without a word after which either end takes the other for gone."""
FIRST_PAUSE: Final = 1
LONGEST_PAUSE: Final = 30
"""Seconds after which the broker is tried again at first, then twice as long, and at most."""
GOODBYE: Final = 1.0
"""Seconds for which the last words are waited for."""


SILENT: Final = "it does not answer, or is not who it should be"
TO_DO: Final = "Look whether it runs, at the network, and at [mqtt] in the settings"


class Reached:
    """Whether a broker can be reached; complains once where not, and says when it can again."""

    def __init__(self, settings: Mqtt) -> None:
        self._name: Final = f"{settings.broker}:{settings.broker_port}"
        self.failing = False

    def failed(self, why: str = SILENT) -> None:
        if not self.failing:
            self.failing = True
            complain(f"MQTT broker {self._name} cannot be reached ({why}); trying again. {TO_DO}")

    def answered(self, reason: ReasonCode) -> bool:
        """Tell whether an answer is a connection; complain where it refuses one."""
        if reason.is_failure:
            self.failed(str(reason))
        elif self.failing:
            self.failing = False
            complain(f"MQTT broker {self._name} can be reached again")
        return not reason.is_failure


@dataclass(frozen=True, slots=True)
class Event:
    """One event that is to arrive: of a game, by its number."""

    game: str
    number: int
    payload: bytes


class Sender(Closing):
    """A connection that is made again for as long as it takes.

    One thread does all that is to be done, in order; the library's own only tells it what came.
    ``taken`` is called from it for each event that the broker has taken, in order.
    """

    def __init__(self, settings: Mqtt, topics: Topics, taken: Callable[[Event], None]) -> None:
        """Begin to connect; raises OSError or ValueError where a file or a name is no good."""
        self._topics: Final = topics
        self._taken: Final = taken
        self._waiting: Final[deque[Event]] = deque()
        self._kept: Final[dict[str, bytes]] = {}
        self._on_its_way: int | None = None  # the MQTT message id of that event
        self._broker: Final = Reached(settings)
        self._inbox: Final[queue.SimpleQueue[Callable[[], None] | None]] = queue.SimpleQueue()
        client = client_for(settings, f"dubsar-{topics.table}")
        client.will_set(topics.of("online"), OFFLINE, qos=1, retain=True)
        # Called by the library's thread, which holds its own locks: nothing is done there.
        client.on_connect = lambda _client, _data, _flags, reason, _more: self._inbox.put(
            partial(self._greet, reason)
        )
        client.on_connect_fail = lambda _client, _data: self._inbox.put(self._broker.failed)
        client.on_publish = lambda _client, _data, mid, *_: self._inbox.put(
            partial(self._take, mid)
        )
        self._client: Final = client
        client.connect_async(settings.broker, settings.broker_port, KEEPALIVE)
        client.loop_start()
        self._thread: Final = threading.Thread(target=self._work, name="broker", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def send(self, event: Event) -> None:
        self._waiting.append(event)
        self._inbox.put(self._pump)

    def keep(self, topic: str, payload: bytes) -> None:
        """Let the broker keep this at a topic; sent again after each connection."""
        if self._kept.get(topic) != payload:
            self._kept[topic] = payload
            self._inbox.put(partial(self._retain, topic, payload))

    def close(self) -> None:
        """Say that this table is off, and end."""
        self._inbox.put(self._say_goodbye)
        self._inbox.put(None)
        self._thread.join(2 * GOODBYE)
        self._client.disconnect()
        self._client.loop_stop()

    def _work(self) -> None:
        while (what := self._inbox.get()) is not None:
            what()

    def _pump(self) -> None:
        """Send the first event that waits, if none is on its way."""
        if self._waiting and self._on_its_way is None and self._client.is_connected():
            info = self._client.publish(self._topics.of("event"), self._waiting[0].payload, qos=1)
            if info.rc == MQTTErrorCode.MQTT_ERR_SUCCESS:
                self._on_its_way = info.mid

    def _retain(self, topic: str, payload: bytes | str) -> None:
        if self._client.is_connected():
            self._client.publish(topic, payload, qos=1, retain=True)

    def _greet(self, reason: ReasonCode) -> None:
        """Send what the broker is to keep, unless it has refused the connection."""
        if not self._broker.answered(reason):
            return
        self._retain(self._topics.of("online"), ONLINE)
        for topic, payload in [*self._kept.items()]:
            self._retain(topic, payload)
        self._pump()  # what was on its way the library sends again by itself

    def _take(self, mid: int) -> None:
        """Note that the broker has taken a message; if it was an event, the next one is sent."""
        if mid == self._on_its_way:
            self._on_its_way = None
            self._taken(self._waiting.popleft())
            self._pump()

    def _say_goodbye(self) -> None:
        if self._client.is_connected():
            last = self._client.publish(self._topics.of("online"), OFFLINE, qos=1, retain=True)
            with suppress(RuntimeError, ValueError):  # the connection has ended meanwhile
                last.wait_for_publish(GOODBYE)


def client_for(settings: Mqtt, name: str, *, keeps: bool = False) -> mqtt.Client:
    """Make a client as the broker wants it; raises OSError or ValueError as ``Sender``.

    For one that ``keeps`` what it takes, the broker keeps all until that is done.
    """
    client = mqtt.Client(
        CallbackAPIVersion.VERSION2, client_id=name, clean_session=not keeps, manual_ack=keeps
    )
    client.reconnect_delay_set(FIRST_PAUSE, LONGEST_PAUSE)
    if settings.user:
        client.username_pw_set(settings.user, password(settings))
    if settings.tls:
        client.tls_set(ca_certs=settings.ca_file or None)
    return client


def password(settings: Mqtt) -> str | None:
    """Read the password from its file; None where there is none."""
    if not settings.password_file:
        return None
    return Path(settings.password_file).read_text(encoding="utf-8").strip()
