"""Takes all that the tables of a broker publish, and hands it to whoever takes it out."""

import queue
from typing import Any, Final

import paho.mqtt.client as mqtt
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from companion.broker.sender import KEEPALIVE, client_for
from companion.broker.topics import PARTS
from companion.files import Closing
from companion.settings import Mqtt

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
