"""The page in a real browser: it follows the game, helps, and is fit for every eye and screen."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, product
from pathlib import Path

import pytest

from companion.broker.topics import whole
from companion.hall.tables import Playing
from companion.language import LANGUAGES, Language
from companion.pages.name_page import NamePage
from companion.sharing.game_view import GameRecord, GameView
from companion.sharing.page import game_page
from companion.web.snapshot import Snapshots
from hardware.panel import Button
from tests.companion.hall.random_games import random_games
from tests.companion.hall.served_hall import served_hall
from tests.companion.hall.test_tables import EVENTS, MESSAGES
from tests.companion.web.browser import SIZES, Browser, browser
from tests.companion.web.served import served
from tests.companion.web.table_running import Running, running
from tests.examples.siberia_table import siberia_session, when
from tests.examples.sitting import sitting


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("table")) as made:
        yield made


READY = "document.getElementById('log').children.length > 0"
HAPPENED = "document.getElementById('event').textContent.includes(arguments[0])"
TITLE = "document.getElementById('screen-title').textContent"


def test_an_event_is_on_the_phone_soon_after_it_is_on_the_screen(
    chromium: Browser, table: Running
) -> None:
    chromium.open(table.address())
    chromium.wait(READY)
    sentence = table.play()
    chromium.wait(HAPPENED, sentence)
    assert chromium.errors() == []


@pytest.mark.parametrize("every_size", [False, pytest.param(True, marks=pytest.mark.long)])
def test_in_every_language_and_size_nothing_is_wrong(
    chromium: Browser,
    table: Running,
    every_size: bool,  # noqa: FBT001 - or, where time is short, another one in each language
) -> None:
    table.play()
    chromium.size(*SIZES["phone"])
    chromium.open(table.address(helps=True))
    for code, looked_at in zip(LANGUAGES, cycle(("phone", "wall", "tablet")), strict=False):
        chromium.wait(READY)
        chromium.driver.execute_script(
            "const e = document.getElementById('language'); e.value = arguments[0]; e.onchange()",
            code,
        )
        chromium.wait(f"{READY} && view.game.language === arguments[0]", code)
        sizes = SIZES if every_size else {looked_at: SIZES[looked_at]}
        for (name, size), dark in product(sizes.items(), (False, True)):
            chromium.size(*size, dark=dark)
            assert chromium.overflows() == [], (code, name)
            if name == looked_at and dark is (code == "en"):
                assert chromium.faults() == [], (code, name)
    assert chromium.errors() == []


def test_an_event_tells_its_reasons_and_can_be_gone_back_to(
    chromium: Browser, table: Running
) -> None:
    chromium.size(*SIZES["tablet"])
    chromium.open(table.address())
    chromium.wait(READY)
    chromium.one("#log li:nth-child(3) .why").click()
    chromium.wait("document.getElementById('why').open")
    assert len(chromium.all("#reasons p")) > 3
    assert chromium.faults() == []
    chromium.one("#close").click()
    assert chromium.one("#log li:nth-child(3) .moment").get_attribute("aria-current") == "true"
    chromium.one("#last").click()
    assert not chromium.one("#last").is_enabled()


def test_the_board_can_be_turned_and_what_is_written_on_it_stays_upright(
    chromium: Browser, table: Running
) -> None:
    chromium.size(*SIZES["phone"])
    chromium.open(table.address())
    chromium.wait(READY)
    script = (
        "const [board, first] = ['#board', '#board text'].map((one) =>"
        " document.querySelector(one).getBoundingClientRect());"
        "const matrix = document.querySelector('#board text').getScreenCTM();"
        "return [(first.x - board.x) / board.width < 0.5, (first.y - board.y) / board.height < 0.5,"
        " matrix.a > 0 && matrix.d > 0]"
    )
    assert chromium.driver.execute_script(script) == [True, True, True]
    chromium.one("#turn").click()
    assert chromium.driver.execute_script(script) == [False, False, True]


def test_a_helper_presses_and_the_screen_says_so(chromium: Browser, table: Running) -> None:
    chromium.open(table.address(helps=True))
    chromium.wait(f"document.querySelectorAll('#labels button').length === {len(Button)}")
    chromium.one("#who").send_keys("Ana")
    why, back = ([*Button].index(one) + 1 for one in (Button.WHY, Button.BACK))
    chromium.one(f"#labels button:nth-child({why})").click()
    chromium.wait("document.querySelectorAll('#screen .row').length > 3")
    seen: list[str] = []
    table.do(lambda one: seen.append(one.session.screen.status))
    assert seen == ["pressed by Ana"]
    history = chromium.text("#screen-title")
    chromium.one("#screen .row").click()
    chromium.wait(f"{TITLE} !== arguments[0]", history)
    assert chromium.text("#screen-title").startswith("Event ")
    for _ in range(2):
        before = chromium.text("#screen-title")
        chromium.one(f"#labels button:nth-child({back})").click()
        chromium.wait(f"{TITLE} !== arguments[0]", before)
    table.do(lambda one: seen.append(one.session.page.name))
    assert seen[-1] == "play"


def test_a_name_is_written_at_a_phone(chromium: Browser, table: Running) -> None:
    names: list[str] = []
    table.do(lambda one: one.session.open(NamePage(one.session, "Old", names.append)))
    chromium.open(table.address(helps=True))
    chromium.wait("!document.getElementById('writing').hidden")
    chromium.one("#written").send_keys("Zoë")
    chromium.one("#write").click()
    chromium.wait("document.getElementById('writing').hidden")
    assert names == ["Zoë"]


def test_the_page_finds_the_companion_again_by_itself(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.feed.RETRY", b"retry: 200\n\n")
    with running(tmp_path / "home") as first:
        port, address = first.server.port, first.address()
        chromium.open(address)
        chromium.wait(READY)
    (tmp_path / "home" / "journal.sqlite").unlink()
    chromium.wait("!document.getElementById('notice').hidden")
    with running(tmp_path / "home", port) as second:
        assert second.address() == address
        chromium.wait("document.getElementById('notice').hidden")
        sentence = second.play()
        chromium.wait(HAPPENED, sentence)


def test_the_page_goes_on_after_the_phone_has_slept(chromium: Browser, table: Running) -> None:
    chromium.open(table.address())
    chromium.wait(READY)
    known = len(chromium.all("#log li"))
    chromium.lifecycle("frozen")
    table.cut()
    table.play()
    chromium.lifecycle("active")
    chromium.wait("document.getElementById('log').children.length > arguments[0]", known)
    chromium.wait("document.getElementById('notice').hidden")


def test_an_address_of_another_evening_is_said_to_be_one(chromium: Browser, table: Running) -> None:
    chromium.open(table.address())
    chromium.wait(READY)
    chromium.driver.execute_script("line.follow('../yesterday/stream', words)")
    chromium.wait("document.getElementById('notice').textContent === words.stale")


def test_the_page_of_a_hall_leads_to_each_table(chromium: Browser, tmp_path: Path) -> None:
    chromium.errors()
    begun = json.loads(MESSAGES[0])
    played = [whole(begun, EVENTS[:at]) for at in (9, len(EVENTS))]
    with served_hall(tmp_path, "fr", played) as address:
        chromium.size(*SIZES["wall"])
        chromium.open(address)
        chromium.wait("document.querySelectorAll('#tables li').length === 2")
        assert "<b>Ana</b>" in chromium.text("#tables")
        assert chromium.faults() == []
        chromium.size(*SIZES["phone"], dark=True)
        assert chromium.overflows() == []
        assert chromium.faults() == []
        chromium.one("#tables li:last-child a").click()
        chromium.wait("document.querySelectorAll('#log li').length === arguments[0]", len(EVENTS))
        chromium.wait("document.querySelectorAll('#tables li').length === 2")
        assert chromium.text("#tables [aria-current]") == "table-1"
        assert chromium.overflows() == []
        assert chromium.faults() == []
        chromium.size(*SIZES["wall"])
        assert chromium.fits()
        assert "<b>Ana" in chromium.text("#score")
        assert chromium.errors() == []
        chromium.open("about:blank")


def test_beside_much_money_no_name_is_cut_into_letters(chromium: Browser, tmp_path: Path) -> None:
    """Names of one word stand on one line on the smallest phones, however rich a player is."""
    kept = random_games(2)[1]
    playing = Playing("g1", kept)
    for line in kept["lines"]:
        playing.take(line)
    path = tmp_path / "game.html"
    path.write_text("".join(game_page(playing.record(), Language("en"))), encoding="utf-8")
    chromium.open(path.as_uri())
    chromium.wait(READY)
    chromium.driver.execute_script(
        "for (const one of document.querySelectorAll('#score .points')) one.textContent = '125,500'"
    )
    for width in (320, 360, 390):
        chromium.size(width, 640)
        assert chromium.overflows() == []
        lines = chromium.driver.execute_script(
            "const lines = (one) => one.offsetHeight / parseFloat(getComputedStyle(one).fontSize);"
            "return [...document.querySelectorAll('#score .name')].map(lines)"
        )
        assert max(lines) < 2, (width, lines)


def test_no_name_of_twelve_letters_is_cut_on_a_phone(chromium: Browser, tmp_path: Path) -> None:
    session = siberia_session(sitting("fr", longest=True), 60, stored=True)
    snapshot = Snapshots().take(session, session.screen, helped=False)
    assert snapshot is not None
    assert snapshot.record is not None
    path = tmp_path / "game.html"
    path.write_text("".join(game_page(snapshot.record, Language("fr"))), encoding="utf-8")
    session.store.close()
    chromium.open(path.as_uri())
    chromium.wait(READY)
    for size in ((320, 640), (360, 740), (390, 844), (480, 800), (800, 480)):
        chromium.size(*size)
        assert chromium.overflows() == []
        lines = chromium.driver.execute_script(
            "const lines = (one) => one.offsetHeight / parseFloat(getComputedStyle(one).fontSize);"
            "return [...document.querySelectorAll('#score .name')].map(lines)"
        )
        assert max(lines) < 2, (size, lines)


@pytest.mark.long
def test_what_blocks_a_region_is_drawn_as_large_as_what_lay_there(
    chromium: Browser, tmp_path: Path
) -> None:
    """It was written there, in letters that nobody could read on a phone."""
    evening, blocked = sitting("en", players=3), ["blocked"]
    session = siberia_session(evening, when(evening, "over"), stored=True)
    snapshot = Snapshots().take(session, session.screen, helped=False)
    assert snapshot is not None
    assert snapshot.record is not None
    frames = GameView(snapshot.record, Language("en")).frames
    number = next(n for n, one in enumerate(frames) if blocked in one["on"].values())
    path = tmp_path / "game.html"
    path.write_text("".join(game_page(snapshot.record, Language("en"))), encoding="utf-8")
    session.store.close()
    chromium.open(path.as_uri())
    chromium.wait(READY)
    chromium.driver.execute_script(
        "const at = document.getElementById('moment');"
        "at.value = arguments[0]; at.dispatchEvent(new Event('input'));",
        number,
    )
    for width in (320, 360, 390):
        chromium.size(width, 640)
        drawn = chromium.driver.execute_script(
            "const heights = (one) => [...one.querySelectorAll('rect, text')]"
            ".map((part) => part.getBoundingClientRect().height);"
            "const named = (one) => one.querySelector(':scope > title');"
            "return [...document.querySelectorAll('#board g')].filter(named)"
            ".map((one) => [one.querySelector('title').textContent, heights(one)])"
        )
        (place,) = (at for at, lying in frames[number]["on"].items() if lying == blocked)
        (heights,) = (heights for title, heights in drawn if title.lower() == place)
        assert min(heights) >= 8, (width, heights)


def begun_game(number: int) -> GameRecord:
    """Give the first twenty events of one of the random games."""
    kept = random_games(number + 1)[number]
    playing = Playing("g1", kept)
    for line in kept["lines"][:20]:
        playing.take(line)
    return playing.record()


def open_saved(chromium: Browser, record: GameRecord, path: Path, language: str = "en") -> None:
    """Save a game as a page, and open that."""
    path.write_text("".join(game_page(record, Language(language))), encoding="utf-8")
    chromium.open(path.as_uri())
    chromium.wait(READY)


def test_points_that_are_hidden_leave_no_gap_and_no_curve(
    chromium: Browser, tmp_path: Path
) -> None:
    begun, path = begun_game(1), tmp_path / "game.html"
    for hidden in (False, True):
        record = replace(begun, hidden=hidden)
        open_saved(chromium, record, path)
        assert chromium.text("#score")
        shown = [
            chromium.driver.execute_script(
                "return [...document.querySelectorAll(arguments[0])]"
                ".filter((one) => one.getBoundingClientRect().height).length",
                what,
            )
            for what in ("#score .points", "#curve", "#curve-heading")
        ]
        assert shown == ([0, 0, 0] if hidden else [len(record.header.players), 1, 1])
        assert chromium.errors() == []


def test_a_game_ended_early_waits_for_nobody_at_its_last_moment(
    chromium: Browser, tmp_path: Path
) -> None:
    record, path = replace(begun_game(0), ended=True), tmp_path / "game.html"
    open_saved(chromium, record, path)
    assert chromium.text("#title") == "Ended early"
    assert not chromium.all("#score .to-play")
    chromium.one("#earlier").click()
    assert chromium.text("#title") == "Blue places a merchant"
    assert chromium.all("#score .to-play")


def test_a_saved_game_plays_back_without_any_companion(chromium: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as table:
        snapshot = table.bridge.snapshot
    assert snapshot is not None
    assert snapshot.record is not None
    chromium.errors()
    path = tmp_path / "game.html"
    evil = dict.fromkeys(snapshot.record.header.players, "<img src=x onerror=alert(1)>")
    record = replace(snapshot.record, people=evil)
    open_saved(chromium, record, path, "ro")
    chromium.one("#first").click()
    assert chromium.one("#moment").get_attribute("value") == "0"
    chromium.one("#later").click()
    chromium.one("#log li:last-child .why").click()
    assert len(chromium.all("#reasons p")) > 3
    assert "<img src=x" in chromium.text("#score")
    assert not chromium.all("img")
    assert chromium.faults() == []
    assert chromium.errors() == []
