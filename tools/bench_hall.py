"""How many events a second come through the hall to its disk, beside the bare broker's rate.

The broker's is that at which a client that does nothing with them takes the same messages.
"""

import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from companion.broker.topics import encoded, happened, so_far
from companion.hall.games import Games
from companion.hall.running import Hall
from companion.language import Language
from companion.settings import Mqtt
from companion.web.guard import Evenings
from tests.companion.broker.mosquitto import mosquitto
from tests.companion.hall.random_games import random_games

TABLES: Final = 100
EVENTS: Final = 30
"""Of each table; with each come how the game stands and all of it so far, as tables send them."""
IN_FLIGHT: Final = 200
CONFIGURATION: Final = (
    "listener PORT 127.0.0.1",
    "allow_anonymous true",
    "max_queued_messages 0",
)

Message = tuple[str, bytes]


def bench_hall() -> str:
    """Measure both with the same messages."""
    messages = [*_messages()]
    with tempfile.TemporaryDirectory(prefix="dubsar-bench-") as name:
        folder = Path(name)
        with mosquitto(folder, *CONFIGURATION) as broker:
            bare = _bare(broker.port, messages)
            hall = _through_hall(broker.port, messages, folder)
    total = TABLES * EVENTS
    return (
        f"hall: {total / hall:,.0f} events/s to the disk; bare broker: {total / bare:,.0f} "
        f"events/s; a thousand tables make 50"
    )


def _messages() -> Iterator[Message]:
    games = [{**one, "game": "g1"} for one in random_games(4)]
    for at in range(EVENTS + 1):
        for number in range(TABLES):
            game, topic = games[number % len(games)], f"dubsar/t{number}"
            lines = game["lines"][:at]
            if not lines:
                begun = {key: value for key, value in game.items() if key != "lines"}
                yield f"{topic}/event", encoded(begun)
                continue
            yield f"{topic}/event", encoded(happened("g1", at, lines[-1]))
            yield f"{topic}/events", encoded(so_far("g1", lines))
            told = {"version": 1, "turn": "Ana to play", "points": "Ana 3, Ben 2", "last": f"{at}"}
            yield f"{topic}/state", encoded(told)


def _bare(port: int, messages: Sequence[Message]) -> float:
    """Tell the seconds that a bare reader takes."""
    left, done, ready = len(messages), threading.Event(), threading.Event()

    def take(*_: Any) -> None:  # noqa: ANN401 - the library's
        nonlocal left
        left -= 1
        if not left:
            done.set()

    reader = mqtt.Client(CallbackAPIVersion.VERSION2)
    reader.on_message = take
    reader.on_subscribe = lambda *_: ready.set()
    reader.connect("127.0.0.1", port)
    reader.subscribe("dubsar/#", qos=1)
    reader.loop_start()
    ready.wait()
    with _sent(port, messages) as began:
        done.wait()
        seconds = began()
    reader.disconnect()
    reader.loop_stop()
    return seconds


def _through_hall(port: int, messages: Sequence[Message], folder: Path) -> float:
    """Tell the seconds until all events are on the hall's disk."""
    given = Mqtt(broker="127.0.0.1", broker_port=port)
    with (
        Games(str(folder / "hall.sqlite")) as games,
        Hall(given, games, Language(), port=0, evenings=Evenings(folder), host="127.0.0.1") as hall,
    ):
        hall.work(0.5)  # it subscribes
        with _sent(port, messages) as began:
            while any(games.last(f"t{number}", "g1") < EVENTS for number in range(TABLES)):
                hall.work(0.2)
            return began()


@contextmanager
def _sent(port: int, messages: Sequence[Message]) -> Iterator[Callable[[], float]]:
    """Send all, as fast as the broker takes them; give what tells the seconds since."""
    sender = mqtt.Client(CallbackAPIVersion.VERSION2)
    sender.max_inflight_messages_set(IN_FLIGHT)
    sender.connect("127.0.0.1", port)
    sender.loop_start()
    began = time.monotonic()
    for topic, payload in messages:
        sender.publish(topic, payload, qos=1)
    yield lambda: time.monotonic() - began
    sender.disconnect()
    sender.loop_stop()
