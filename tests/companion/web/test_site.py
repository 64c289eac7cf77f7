"""What a phone gets, and what it may do."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.language import LANGUAGES
from companion.pages.name_page import NamePage
from companion.playback import replayed
from companion.web.app import LONGEST_NAME
from companion.web.bridge import MOST_WAITING, PhonePress
from engine.record import Record
from hardware.panel import Button
from tests.companion.web.served import BASE, Served, served


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as made:
        yield made


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve a table at which nothing happens."""
    with served(tmp_path_factory.mktemp("calm")) as made:
        yield made


def test_the_page_and_all_its_parts_come_from_here_and_nowhere_else(calm: Served) -> None:
    page = calm.viewer.get("/")
    assert page.headers["content-security-policy"].startswith("default-src 'none'")
    assert "http" not in page.text.replace("http-equiv", "")
    for part in ("page.css", "view.js", "line.js", "live.js", "icon.svg"):
        assert f'"{part}"' in page.text
        found = calm.viewer.get(f"/{part}")
        assert found.status_code == 200
        assert "http" not in found.text.replace("http://www.w3.org/2000/svg", "")


def test_the_reasons_of_an_event_are_told_in_each_language(calm: Served) -> None:
    told = {code: calm.viewer.get(f"/why?event=2&lang={code}").json() for code in LANGUAGES}
    assert len({json.dumps(one) for one in told.values()}) == len(LANGUAGES)
    assert "Legal" in told["en"]["reasons"][0]["text"]


@pytest.mark.parametrize("event", ["0", "-1", "999", "9999999999", "x", "٣", "2;3", ""])
def test_there_are_no_reasons_of_what_never_happened(calm: Served, event: str) -> None:
    assert calm.viewer.get("/why", params={"event": event}).status_code == 404


def test_the_photographs_of_an_event_are_shown(table: Served) -> None:
    table.stage.show({}, looks=1)
    legal = table.stage.game.history.game.legal_events(table.stage.game.history.state)
    table.stage.play(legal[0])
    table.publish()
    last = table.stage.game.history.event
    for moment in ("before", "after"):
        found = table.viewer.get(f"/photograph?event={last}&moment={moment}")
        assert found.headers["content-type"] == "image/jpeg"
        assert found.content.startswith(b"\xff\xd8")
    assert table.viewer.get(f"/photograph?event={last}&moment=../x").status_code == 404
    assert table.viewer.get("/photograph?event=1&moment=before").status_code == 204


def test_the_game_so_far_can_be_saved_as_a_page(calm: Served) -> None:
    found = calm.viewer.get("/game.html?lang=fr")
    assert "attachment" in found.headers["content-disposition"]
    assert "Kish" in found.text


def test_the_photographs_can_be_saved_with_it(table: Served) -> None:
    table.stage.show({}, looks=1)
    legal = table.stage.game.history.game.legal_events(table.stage.game.history.state)
    table.stage.play(legal[0])
    table.publish()
    without = table.viewer.get("/game.html")
    found = table.viewer.get("/game.html?photographs=1")
    assert "data:image/jpeg" in found.text
    assert "data:image/jpeg" not in without.text


def test_the_game_so_far_can_be_saved_as_a_record(calm: Served) -> None:
    found = calm.viewer.get("/record.jsonl")
    assert "attachment" in found.headers["content-disposition"]
    record = Record(found.content.splitlines(keepends=True), "saved")
    history = replayed(record, calm.stage.game.board)
    assert history.state == calm.stage.game.history.state


def test_a_helper_presses_what_a_finger_at_the_table_would(table: Served) -> None:
    session = table.stage.session
    answer = table.helper.press(page=table.page, who="Ana", button="why")
    assert answer.status_code == 200
    assert session.page.name == "why"
    assert session.screen.status == "pressed by Ana"
    first = str(table.stage.session.screen.body.rows[0].text)  # type: ignore[attr-defined]  # a list
    answer = table.helper.press(page=table.page, target="row-0", row=first)
    assert answer.json() == {"taken": True}
    assert session.page.name == "moment"
    assert session.screen.status == "pressed by a phone"


def test_the_screen_names_who_pressed_only_for_a_while(table: Served) -> None:
    session = table.stage.session
    table.helper.press(page=table.page, who="Ana", button="why")
    session.pass_time(session.now + 5)
    assert "Ana" not in session.screen.status


def test_nothing_is_pressed_where_the_screen_shows_something_else_by_now(table: Served) -> None:
    seen = table.page
    table.stage.press(Button.BACK)
    answer = table.helper.press(page=seen, button="ok")
    assert answer.status_code == 409
    assert table.stage.session.page.name == "question"


def test_up_and_down_fit_wherever_another_row_is_marked_meanwhile(table: Served) -> None:
    table.stage.press(Button.WHY)
    seen = table.page
    table.stage.press(Button.WHY)
    assert table.helper.press(page=seen, button="why").status_code == 200


def test_a_row_is_chosen_only_where_it_is_still_the_one_that_was_seen(table: Served) -> None:
    table.stage.press(Button.WHY)
    seen = table.page
    first, second = (one.text for one in table.stage.session.screen.body.rows[:2])  # type: ignore[attr-defined]  # a list
    assert table.helper.press(page=seen, button="ok", row=second).status_code == 409
    assert table.helper.press(page=seen, target="row-1", row=first).status_code == 409
    assert table.stage.session.page.name == "why"
    assert table.helper.press(page=seen, button="ok", row=first).status_code == 200
    assert table.stage.session.page.name == "moment"


def test_the_first_press_counts_though_the_screen_is_dark(table: Served) -> None:
    session = table.stage.session
    session.pass_time(session.now + 3600)
    assert session.dimmed
    table.helper.press(page=table.page, button="why")
    assert session.page.name == "why"
    assert not session.dimmed


def test_a_name_is_written_at_a_phone_in_one_go(table: Served) -> None:
    session, names = table.stage.session, list[str]()
    session.open(NamePage(session, "Old", names.append))
    answer = table.helper.press(page=table.page, who="x" * 99, name=" Zoë \u202e<b> ")
    assert answer.status_code == 200
    assert names == ["Zoë <b>"]
    assert session.screen.status == f"pressed by {'x' * LONGEST_NAME}"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b'{"page": 1}',
        b'{"button": "ok"}',
        b"[" * 2000,
        b'{"page":"","button":"x"}',
    ],
)
def test_what_is_no_press_is_refused(calm: Served, body: bytes) -> None:
    headers = {"Content-Type": "application/json", "Origin": BASE}
    answer = calm.helper.request("POST", "/press", content=body, headers=headers)
    assert answer.status_code == 400


def test_with_more_requests_than_the_loop_has_time_for_some_are_refused(
    table: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table.bridge, "serve", lambda _: False)  # it is busy all the time
    monkeypatch.setattr("companion.web.app.WAIT", 0.0)
    codes = {table.helper.press(page="x", button="ok").status_code for _ in range(MOST_WAITING + 1)}
    assert codes == {503}
    assert not table.bridge.ask(PhonePress("x", "", Button.OK))
