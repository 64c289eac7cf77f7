"""A real broker of the test's own, and a reader of all that is published there."""

import json
import queue
import socket
import subprocess
from collections import defaultdict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from companion.settings import Mqtt
from tests.needed import program

PATIENCE = 20.0
"""Seconds after which what is waited for will not come."""


class Mosquitto:
    """Mosquitto on a port of this computer; it keeps what it was told when it is killed."""

    def __init__(self, folder: Path, *lines: str) -> None:
        """Prepare it; ``lines`` are further ones of its configuration."""
        self._command = program("mosquitto", "mosquitto")
        with socket.create_server(("127.0.0.1", 0)) as one:
            self.port = int(one.getsockname()[1])
        self._configuration = folder / "mosquitto.conf"
        given = lines or (f"listener {self.port} 127.0.0.1", "allow_anonymous true")
        text = "\n".join((*(one.replace("PORT", str(self.port)) for one in given), "user root"))
        self._configuration.write_text(f"{text}\n", encoding="utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it listens."""
        words = [self._command, "-c", str(self._configuration)]
        self._process = subprocess.Popen(words, stderr=subprocess.DEVNULL)  # noqa: S603 - ours
        while True:
            assert self._process.poll() is None, "it does not start"
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE).close()
            except OSError:
                continue
            return

    @property
    def pid(self) -> int:
        """Its process while it runs, else 0."""
        return self._process.pid if self._process else 0

    def kill(self) -> None:
        """End it as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(PATIENCE)
            self._process = None


@contextmanager
def mosquitto(folder: Path, *lines: str) -> Iterator[Mosquitto]:
    """Run a broker."""
    made = Mosquitto(folder, *lines)
    made.start()
    try:
        yield made
    finally:
        made.kill()


@contextmanager
def guarded(folder: Path) -> Iterator[Mqtt]:
    """Run a broker that shows a certificate and wants a password; give the settings for it."""
    request = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    named = "-subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout key.pem -out cert.pem"
    maker = f"{program('openssl', 'openssl')} {request} {named}"
    users = f"{program('mosquitto_passwd', 'mosquitto')} -b -c users table secret"
    for command in (maker, users):
        subprocess.run(command.split(), cwd=folder, check=True, capture_output=True)  # noqa: S603
    (folder / "password").write_text("secret\n")
    lines = (
        "listener PORT 127.0.0.1",
        f"certfile {folder / 'cert.pem'}",
        f"keyfile {folder / 'key.pem'}",
        "allow_anonymous false",
        f"password_file {folder / 'users'}",
    )
    with mosquitto(folder, *lines) as broker:
        yield Mqtt(
            broker="localhost",
            broker_port=broker.port,
            user="table",
            password_file=str(folder / "password"),
            tls=True,
            ca_file=str(folder / "cert.pem"),
        )


class Reader:
    """Takes all that is published below a topic; it reads whatever comes, as any program may."""

    def __init__(self, port: int, topic: str = "#") -> None:
        """Subscribe."""
        self._came: queue.SimpleQueue[tuple[str, bytes]] = queue.SimpleQueue()
        self._held: defaultdict[str, deque[bytes]] = defaultdict(deque)
        ready: queue.SimpleQueue[None] = queue.SimpleQueue()
        client = mqtt.Client(CallbackAPIVersion.VERSION2)
        client.reconnect_delay_set(1, 1)

        def subscribe(*_: object) -> None:
            client.subscribe(topic, qos=1)

        client.on_connect = subscribe
        client.on_subscribe = lambda *_: ready.put(None)
        client.on_message = lambda _c, _d, one: self._came.put((one.topic, bytes(one.payload)))
        client.connect("127.0.0.1", port, keepalive=10)
        client.loop_start()
        self._client = client
        ready.get(timeout=PATIENCE)

    def next(self, topic: str) -> Any:  # noqa: ANN401 - whatever was published
        """Give what comes next at a topic, as JSON or else as a text."""
        while not self._held[topic]:
            at, payload = self._came.get(timeout=PATIENCE)
            self._held[at].append(payload)
        payload = self._held[topic].popleft()
        try:
            return json.loads(payload)
        except ValueError:
            return payload.decode()

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@contextmanager
def reading(port: int) -> Iterator[Reader]:
    """Read until the block is left."""
    one = Reader(port)
    try:
        yield one
    finally:
        one.close()
