"""The server on a real socket: slow ones, many and strange ones come, and play goes on."""

import asyncio
import http.client
import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from companion.language import LANGUAGES, Language
from companion.live.display import Display
from companion.live.loop import Loop
from companion.live.program import open_remotes
from companion.pages.start import StartPage
from companion.session.session import Session
from companion.settings import Settings, Web
from companion.ui.screen import Screen
from companion.ui.texts import Message
from companion.web.guard import Evenings
from companion.web.server import Server, own_address
from hardware.virtual.virtual_panel import VirtualPanel
from tests.companion.pages.stage import stage
from tests.companion.web.table_running import Running, running
from tests.sampled import few


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("table")) as made:
        yield made


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.guard.PATIENCE", 0.05)


def connection(table: Running) -> socket.socket:
    return socket.create_connection(("127.0.0.1", table.server.port), timeout=20)


def secret(table: Running) -> str:
    return table.address().split("/")[3]


def until_closed(one: socket.socket) -> bytes:
    found = b""
    try:
        while part := one.recv(65536):
            found += part
    except ConnectionError:
        pass
    return found


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    "begun", [b"", b"GET /", b"POST /x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le"]
)
def test_who_says_nothing_is_left_and_that_is_noted(table: Running, begun: bytes) -> None:
    before = sum(table.server.refusals.counts.values())
    with connection(table) as one:
        one.sendall(begun)
        assert until_closed(one) == b""
    assert sum(table.server.refusals.counts.values()) == before + 1


@pytest.mark.parametrize(("name", "value"), [("is_near", lambda _: False), ("MOST_CONNECTIONS", 0)])
def test_who_is_far_away_or_one_too_many_is_left_at_once(
    table: Running, name: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"companion.web.guard.{name}", value)
    with connection(table) as one, suppress(ConnectionError):
        one.sendall(f"GET /{secret(table)}/alive HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        assert until_closed(one) == b""


@pytest.mark.usefixtures("impatient")
def test_who_takes_nothing_is_left(table: Running) -> None:
    with connection(table) as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        ask = f"GET /{secret(table)}/view.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        one.sendall(1000 * ask)  # for more than any buffer on the way holds
        connections = table.server._server.server_state.connections
        while not connections:
            table.play()
        while connections:  # it takes nothing, and the table goes on
            table.do(lambda stage: stage.session.screen)


@pytest.mark.parametrize(
    "body", [b"\x00" * 3000, b"GET / HTTP/9.9\r\n\r\n", b"X" * 100_000, b"\r\n\r\n" * 50]
)
def test_what_is_no_request_is_answered_by_nothing_of_ours(table: Running, body: bytes) -> None:
    with connection(table) as one:
        try:
            one.sendall(body)
            one.shutdown(socket.SHUT_WR)
        except OSError:
            return  # closed already
        assert b"Dubsar" not in until_closed(one)


@pytest.mark.parametrize("many", few(1, [100, 1000]))
def test_many_wrong_secrets_are_refused_and_play_goes_on(
    many: int, table: Running, capfd: pytest.CaptureFixture[str]
) -> None:
    before, kind = table.rounds, "an address without tonight's secret"
    for number in range(many):
        asked = http.client.HTTPConnection("127.0.0.1", table.server.port, timeout=20)
        asked.request("GET", f"/{number:022}/")
        assert asked.getresponse().status == 404
        asked.close()
    table.play()
    assert table.rounds > before
    assert table.server.refusals.counts[kind] >= many
    assert capfd.readouterr().err.count("\n") <= 1


def test_an_access_point_without_a_way_out_names_its_own_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    addresses = {b"lo": "127.0.0.1", b"wlan0": "192.168.4.1"}

    def ioctl(_socket: object, _what: int, asked: bytes) -> bytes:
        name = asked.rstrip(b"\0")
        if name not in addresses:
            raise OSError("it has none")
        return bytes(20) + socket.inet_aton(addresses[name]) + bytes(16)

    names = enumerate(["lo", "eth0", "wlan0"], 1)
    monkeypatch.setattr("companion.web.server.FAR", ("255.255.255.255", 1))  # is refused
    monkeypatch.setattr("socket.if_nameindex", lambda: [*names])
    monkeypatch.setattr("fcntl.ioctl", ioctl)
    assert own_address() == "192.168.4.1"
    assert own_address() == "127.0.0.1"  # no interface is left


def test_a_port_that_is_taken_is_an_error_of_one_line(table: Running, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="in use"):
        Server(table.server.port, Evenings(tmp_path), host="127.0.0.1")


def test_without_the_setting_nothing_listens_and_nothing_is_published(
    table: Running, tmp_path: Path
) -> None:
    given = replace(Settings(), journal=tmp_path / "journal.sqlite")
    found: list[object] = []
    table.do(lambda stage: found.append([*open_remotes(given, stage.session)]))
    assert found == [[]]
    assert not [*tmp_path.iterdir()]


PORT_IS_TAKEN = {
    "en": "Port {port} is used by another program",
    "fr": "Le port {port} est utilisé par un autre programme",
    "ro": "Portul {port} este folosit de alt program",
}


def test_where_the_port_is_taken_that_is_said_and_all_else_goes_on(
    table: Running, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    port = table.server.port
    given = replace(Settings(), journal=tmp_path / "kept.sqlite", web=Web(on=True, port=port))
    with stage(tmp_path / "stage.sqlite") as one:
        session = one.session
        assert not [*open_remotes(given, session)]
        session.go("start")
        assert isinstance(session.page, StartPage)
        assert "On your phones" in [row.text for row, _ in session.page.options()]
        session.go("phones")
        for code, words in PORT_IS_TAKEN.items():
            session.words = Language(code)
            assert isinstance(session.screen.body, Message)
            assert words.format(port=port) in session.screen.body.text
    assert f"port {port} cannot be used" in capfd.readouterr().err


class Broken:
    """A remote in which there is an error."""

    def serve(self, session: Session) -> bool:
        del session
        return False

    def publish(self, session: Session, screen: Screen) -> None:
        raise KeyError(screen.title, session)


def test_play_goes_on_without_what_fails(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with stage(tmp_path / "journal.sqlite") as one:
        panel = VirtualPanel()
        panel.open()
        loop = Loop(one.session, Display(headless=True), panel, remotes=[Broken()])
        for _ in range(3):
            loop.show()
    assert capfd.readouterr().err.count("KeyError") == 1


@pytest.mark.long
def test_two_hundred_phones_are_sent_every_event_once_and_in_order(table: Running) -> None:
    events = 20

    async def watch(number: int, begun: list[int]) -> list[int]:
        reader, writer = await asyncio.open_connection("127.0.0.1", table.server.port, limit=2**20)
        ask = f"GET /{secret(table)}/stream?lang={LANGUAGES[number % 3]} HTTP/1.1\r\n"
        writer.write(f"{ask}Host: 127.0.0.1\r\n\r\n".encode())
        seen: list[int] = []
        while len(seen) < events:
            line = await reader.readline()
            if line.startswith(b'data: {"from"'):
                frames = [one["n"] for one in json.loads(line[6:])["frames"]]
                seen += frames if number in begun else []
                begun.append(number)
        writer.close()
        return seen

    async def evening() -> list[list[int]]:
        begun: list[int] = []
        phones = [asyncio.create_task(watch(number, begun)) for number in range(200)]
        while len(begun) < len(phones):
            await asyncio.to_thread(table.do, lambda stage: stage.session.screen)
        for _ in range(events // 2):
            await asyncio.to_thread(table.play)
            await asyncio.to_thread(
                table.do, lambda stage: stage.game.undo(stage.game.history.event - 1)
            )
        return await asyncio.gather(*phones)

    found = asyncio.run(evening())
    first = found[0][0]
    assert all(one == [*range(first, first + events)] for one in found)
