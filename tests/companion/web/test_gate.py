"""Who gets nothing: strangers, other sites, other hosts, the curious; and the log stays short."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from companion.web.feed import message
from companion.web.guard import FILE, Evenings, Gate, Refusals, Role, is_near
from tests.companion.web.served import BASE, EVENING, Phone, Served, served


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("evening")) as made:
        yield made


@pytest.fixture
def table(evening: Served) -> Iterator[Served]:
    yield evening
    assert evening.stage.session.page.name == "play"  # nothing came through
    evening.said.clear()


@pytest.mark.parametrize("secret", ["", "x", "..", "%2e%2e", "a" * 22, "é", "static", "press"])
def test_without_the_secret_there_is_no_page(table: Served, secret: str) -> None:
    client = Phone(table.gate, secret)
    for path in ("/", "/page.css", "/stream", "/why?event=1", "/alive"):
        answer = client.get(path)
        assert (answer.status_code, answer.text) == (404, "Not found")
    assert client.press(page=table.page, button="back").status_code == 404


def test_wrong_secrets_are_told_once_however_many_come(table: Served) -> None:
    client = Phone(table.gate, "x" * 22)
    table.gate.refusals.counts.clear()
    for _ in range(100):
        client.get("/")
    assert len(table.said) == 1
    assert "192.168.1.7" in table.said[0]


def test_the_secret_of_those_who_look_on_does_not_press(table: Served) -> None:
    assert table.viewer.press(page=table.page, button="back").status_code == 404


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://elsewhere.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"},
        {"Sec-Fetch-Site": "same-site"},
        {"Content-Type": "text/plain"},
        {"Host": "elsewhere.example"},
        {"Content-Length": "100000"},
        {"Content-Length": "-1"},
    ],
)
def test_a_press_of_another_site_is_refused(table: Served, headers: dict[str, str]) -> None:
    right = {"Origin": BASE, "Content-Type": "application/json"}
    body = json.dumps({"page": table.page, "button": "back"})
    phone = table.helper
    answer = phone.request("POST", "/press", content=body, headers={**right, **headers})
    assert answer.status_code == 404


def test_a_press_without_an_origin_is_refused(table: Served) -> None:
    keys = {"page": table.page, "button": "back"}
    assert table.helper.request("POST", "/press", json=keys).status_code == 404


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("192.168.1.5:8337", 200),
        ("localhost", 200),
        ("[fe80::1]:8337", 200),
        ("rebound.example", 404),
        ("192.168.1.5.example", 404),
        ("", 404),
    ],
)
def test_only_this_computer_is_asked_for(table: Served, host: str, status: int) -> None:
    assert table.viewer.get("/alive", headers={"Host": host}).status_code == status


@pytest.mark.parametrize(
    "path",
    ["/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/guard.py",
     "/static/page.css", "/page.html", "/kept.js"],
)  # fmt: skip
def test_no_trick_leads_to_another_file(table: Served, path: str) -> None:
    table.gate.refusals.counts.clear()
    for _ in range(2):
        assert table.viewer.get(path).status_code == 404
    assert [one.count("192.168.1.7") for one in table.said] == [1]


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH"])
def test_nothing_else_can_be_done(table: Served, method: str) -> None:
    headers = {"Content-Type": "application/json", "Content-Length": "0"}
    assert table.helper.request(method, "/", headers=headers).status_code in (404, 405)


@pytest.mark.parametrize(
    ("peer", "near"),
    [
        ("192.168.1.7", True),
        ("127.0.0.1", True),
        ("169.254.1.1", True),
        ("8.8.8.8", False),
        ("", False),
    ],
)
def test_only_the_local_network_is_near(peer: str, near: bool) -> None:  # noqa: FBT001
    assert is_near(peer) is near


def test_secrets_last_an_evening_and_survive_a_restart(tmp_path: Path) -> None:
    now = EVENING
    evenings = Evenings(tmp_path, lambda: now)
    first = evenings.secrets()
    now = EVENING + timedelta(hours=5)  # past midnight
    assert evenings.secrets() == first
    assert Evenings(tmp_path, lambda: now).secrets() == first
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    now = EVENING + timedelta(days=1)
    second = evenings.secrets()
    assert len({first.view, first.help, second.view, second.help}) == 4
    assert (second.role(first.help), second.role(second.help)) == (None, Role.HELP)


@pytest.mark.parametrize("role", ["view", "help"])
def test_a_page_left_open_is_sent_nothing_more_in_the_morning(
    role: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.feed.TICK", 0.0)
    now = EVENING
    with served(tmp_path) as table:

        def morning() -> None:
            nonlocal now
            now = EVENING + timedelta(hours=10)
            game = table.stage.game
            game.write(game.history.game.legal_events(game.history.state)[0])
            table.publish()
            table.site.feed.listeners.wake()

        evenings = Evenings(tmp_path, lambda: now)
        gate = Gate(table.site.app, evenings, Refusals(table.said.append))
        _, first, *rest = Phone(gate, getattr(evenings.secrets(), role)).follow(morning)
        assert b"event: frames" in first
        assert set(rest) <= {message("tick", {})}


@pytest.mark.parametrize(
    "text", ["", "[]", '{"evening": 1}', '{"evening":"2026-11-24","view":"","help":""}']
)
def test_a_damaged_file_makes_no_secret(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    assert len(Evenings(tmp_path, lambda: EVENING).secrets().view) > 20


def test_where_they_cannot_be_kept_there_are_secrets_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    evenings = Evenings(tmp_path / "file" / "folder", lambda: datetime(2026, 1, 1))  # noqa: DTZ001
    assert evenings.secrets().view == evenings.secrets().view
