"""A hall at a real broker, its tables, and its page in a real browser."""

import json
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from httpx2 import Client

from companion.broker.publisher import Publisher
from companion.broker.sender import Event, Sender
from companion.broker.topics import Topics, game_name
from companion.cli import main
from companion.hall.games import Games
from companion.hall.running import Hall, HallSite, run_hall
from companion.language import Language
from companion.playback import replayed
from companion.settings import Mqtt
from companion.web.feed import message
from companion.web.guard import Evenings, Gate, Refusals
from engine.record import Record
from tests.companion.broker.mosquitto import Mosquitto, mosquitto
from tests.companion.hall.test_tables import EVENTS, MESSAGES
from tests.companion.pages.stage import Stage, stage
from tests.companion.web.served import EVENING, Phone


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a broker be tried again soon."""
    monkeypatch.setattr("companion.broker.sender.FIRST_PAUSE", 0.1)


@contextmanager
def hall_at(broker: Mosquitto, folder: Path) -> Iterator[Hall]:
    given = Mqtt(broker="127.0.0.1", broker_port=broker.port)
    with (
        Games(str(folder / "hall.sqlite")) as games,
        Hall(given, games, Language(), port=0, evenings=Evenings(folder), host="127.0.0.1") as made,
    ):
        yield made


@contextmanager
def table_at(broker: Mosquitto, one: Stage, name: str) -> Iterator[Publisher]:
    given = Mqtt(broker="127.0.0.1", broker_port=broker.port, table_name=name)
    publisher = Publisher(given, one.session)
    try:
        yield publisher
    finally:
        publisher.close()


def play(publisher: Publisher, one: Stage) -> None:
    game = one.game
    if len(game.history.events) % 2:
        game.undo(game.history.event - 1)
    else:
        game.write(game.history.game.legal_events(game.history.state)[0])
    publisher.publish(one.session, one.session.screen)


def events(hall: Hall, name: str) -> int:
    table = hall.tables.tables.get(name)
    return len(table.playing.lines) if table and table.playing else 0


def work_until(hall: Hall, done: Callable[[], bool]) -> None:
    for _ in range(400):
        if done():
            return
        hall.work(0.05)
    raise AssertionError("it does not come")


def test_nothing_is_lost_or_doubled_when_broker_table_and_hall_are_cut_off(tmp_path: Path) -> None:
    with mosquitto(tmp_path) as broker, stage(tmp_path / "journal.sqlite") as one:
        with hall_at(broker, tmp_path) as hall:
            with table_at(broker, one, "a") as table:
                play(table, one)
                work_until(hall, lambda: events(hall, "a") == one.game.history.event)
                broker.kill()
                play(table, one)
                play(table, one)
            broker.start()
            with table_at(broker, one, "a") as table:  # started again
                play(table, one)
                work_until(hall, lambda: events(hall, "a") == one.game.history.event)
        with table_at(broker, one, "a") as table:  # while the hall is away
            play(table, one)
            play(table, one)
            with hall_at(broker, tmp_path) as hall:
                work_until(hall, lambda: events(hall, "a") == one.game.history.event)
                playing = hall.tables.tables["a"].playing
                assert playing is not None
                assert playing.history.state == one.game.history.state


def test_a_broker_that_cannot_be_reached_is_named_once_and_tried_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broker = Mosquitto(tmp_path)
    with hall_at(broker, tmp_path) as hall, Client() as client:
        work_until(hall, lambda: shown(hall, client).get("unreached", False))
        hall.work(1.0)  # it is tried again after a tenth of a second, then after two, then four
        told = capsys.readouterr().err.splitlines()
        assert len(told) == 1
        assert f"127.0.0.1:{broker.port} cannot be reached" in told[0]
        assert "trying again. Look whether it runs" in told[0]
        broker.start()
        try:
            work_until(hall, lambda: not shown(hall, client)["unreached"])
        finally:
            broker.kill()
        assert "can be reached again" in capsys.readouterr().err


def shown(hall: Hall, client: Client) -> dict[str, Any]:
    """Give what a page that is opened now is shown first."""
    path = hall.addresses.view.split("/")[3]
    with client.stream("GET", f"http://127.0.0.1:{hall._web.port}/{path}/stream") as stream:
        data = next(line for line in stream.iter_lines() if line.startswith("data: "))
    found: dict[str, Any] = json.loads(data.removeprefix("data: "))
    return found


def test_two_halls_at_a_broker_are_both_told_all_even_what_happens_while_one_is_away(
    tmp_path: Path,
) -> None:
    with mosquitto(tmp_path) as broker:
        given = Mqtt(broker="127.0.0.1", broker_port=broker.port)
        with (
            hall_at(broker, tmp_path / "first") as first,
            Sender(given, Topics("dubsar", "a"), lambda _: None) as table,
        ):
            with hall_at(broker, tmp_path / "second") as second:
                # What the broker keeps of a table tells that a hall has subscribed.
                work_until(first, lambda: "a" in first.tables.tables)
                work_until(second, lambda: "a" in second.tables.tables)
                send(table, MESSAGES[:3])
                work_until(first, lambda: events(first, "a") == 2)
                work_until(second, lambda: events(second, "a") == 2)
            send(table, MESSAGES[3:])
            work_until(first, lambda: events(first, "a") == len(EVENTS))
            with hall_at(broker, tmp_path / "second") as second:
                work_until(second, lambda: events(second, "a") == len(EVENTS))


def send(table: Sender, messages: Sequence[bytes]) -> None:
    """Send events alone, which no broker keeps for those who subscribe later."""
    for number, one in enumerate(messages):
        table.send(Event("g1", number, one))


def test_a_hall_s_page_left_open_is_sent_nothing_more_in_the_morning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.feed.TICK", 0.0)
    now = EVENING

    def morning() -> None:
        nonlocal now
        now = EVENING + timedelta(hours=10)

    evenings = Evenings(tmp_path, lambda: now)
    with Games(str(tmp_path / "hall.sqlite")) as games:
        gate = Gate(HallSite(games, Language()).app, evenings, Refusals())
        _, first, *rest = Phone(gate, evenings.secrets().view).follow(morning)
        assert b"event: hall" in first
        assert set(rest) <= {message("tick", {})}


@contextmanager
def club(folder: Path) -> Iterator[tuple[str, Stage]]:
    """Run a hall with a table and one that means no good; give the page's address."""
    with (
        mosquitto(folder) as broker,
        hall_at(broker, folder) as hall,
        stage(folder / "journal.sqlite") as one,
        table_at(broker, one, "window") as table,
    ):
        play(table, one)
        work_until(hall, lambda: events(hall, "window") == one.game.history.event)
        work_until(hall, lambda: hall.tables.overview()["tables"][0].get("turn", "") != "")
        evil = {"version": 1, "turn": "<img src=x>"}
        hall.tables.take("evil", "state", json.dumps(evil).encode())
        for hostile in (b"[", b"\xff", b'{"version": 1, "game": 7}', b"{}"):
            hall.tables.take("evil", "event", hostile)
        end = threading.Event()
        worker = threading.Thread(target=run_hall, args=(hall, end.is_set))
        worker.start()
        try:
            path = hall.addresses.view.split("/")[3]
            yield f"http://127.0.0.1:{hall._web.port}/{path}/", one
        finally:
            end.set()
            worker.join()


def test_the_club_s_page_leads_to_tables_and_to_games_and_nowhere_else(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with club(tmp_path) as (address, one), Client() as client:
        page = client.get(address)
        assert page.headers["content-security-policy"].startswith("default-src 'none'")
        for part in ("hall.js", "glance.js", "line.js", "hall.css", "page.css", "icon.svg"):
            assert f'"{part}"' in page.text
            assert client.get(f"{address}{part}").status_code == 200
        assert client.get(f"{address}table/window/").status_code == 200
        last = one.game.history.event
        assert client.get(f"{address}table/window/why?event={last}").json()["reasons"]
        photograph = f"{address}table/window/photograph?event=1&moment=after"
        assert client.get(photograph).status_code == 204
        game = one.session.store.journal.games()[0]
        found = client.get(f"{address}game/window/{game_name(game)}")
        assert "attachment" in found.headers["content-disposition"]
        record = client.get(f"{address}game/window/{game_name(game)}?record").content
        again = replayed(Record(record.splitlines(keepends=True), "saved"), one.game.board)
        assert again.state == one.game.history.state
        assert capfd.readouterr().err.count("refused from table 'evil'") == 1
        for wrong in (
            "table/nobody/",
            "table/window",
            "game/window/nothing",
            "game/%00/x",
            "../alive",
        ):
            assert client.get(f"{address}{wrong}").status_code == 404


def test_a_port_that_is_taken_is_named_with_what_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DUBSAR_HOME", str(tmp_path))
    with socket.create_server(("", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["hall", "--broker", "127.0.0.1", "--port", f"{port}"]) == 1
    assert capsys.readouterr().err == (
        f"dubsar: --port: port {port} cannot be used (Address already in use); choose another, or "
        "stop what uses it\n"
    )


def test_without_a_broker_it_says_how_to_name_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DUBSAR_HOME", str(tmp_path))
    assert main(["hall"]) == 1
    (told,) = capsys.readouterr().err.splitlines()
    assert "no MQTT broker is named" in told
    assert "name the broker here, as in “dubsar hall --broker 192.168.1.2”" in told
    assert "[mqtt] of the settings" in told
