"""Every page that is for a browser, of both games, in each language, size and light."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path

import pytest

from companion.broker.topics import encoded, happened
from companion.hall.games import Games
from companion.hall.site import HallSite
from companion.hall.tables import Playing, Tables
from companion.language import LANGUAGES, Language
from companion.sharing.page import game_page
from companion.web.guard import Gate, Refusals
from companion.web.secret import Evenings
from companion.web.server import WebThread
from tests.companion.web.browser import SIZES, Browser, browser
from tests.companion.web.table_running import running
from tools.load import random_games

pytestmark = pytest.mark.long
LOG = "document.getElementById('log').children.length > 0"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


def looked_at(chromium: Browser, address: str, ready: str, code: str | None = None) -> None:
    """Look at a page in every size and light; in a language, where it offers that."""
    chromium.errors()
    chromium.size(*SIZES["phone"])
    chromium.open(address)
    chromium.wait(ready)
    if code is not None:
        chromium.driver.execute_script(
            "const e = document.getElementById('language'); e.value = arguments[0]; e.onchange()",
            code,
        )
        chromium.wait(f"{LOG} && view.game.language === arguments[0]", code)
    for (name, size), dark in product(SIZES.items(), (False, True)):
        chromium.size(*size, dark=dark)
        assert not chromium.overflows(), (address, name)
        assert chromium.faults() == [], (address, name, dark)
    assert chromium.errors() == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_page_of_a_table(chromium: Browser, code: str, tmp_path: Path) -> None:
    with running(tmp_path / "table") as table:
        table.play()
        looked_at(chromium, table.address(helps=True), LOG, code)
        chromium.one("#log .why").click()
        chromium.wait("document.getElementById('why').open")
        assert chromium.faults() == []
        chromium.open("about:blank")


@contextmanager
def club(folder: Path, code: str) -> Iterator[str]:
    """Serve a hall with a table of each game, one of which is over; give its address."""
    with Games(str(folder / "hall.sqlite")) as games:
        refused: list[str] = []
        tables = Tables(games, Language(code), refused.append)
        for number, one in enumerate(random_games(4)):
            name, game = f"table-{number}", f"20261124T19030{number}-{number}"
            begun = {key: value for key, value in one.items() if key != "lines"}
            tables.take(name, "online", b"online" if number else b"offline")
            tables.take(name, "event", encoded({**begun, "game": game}))
            for at, line in enumerate(one["lines"][: None if number < 2 else -9], 1):
                tables.take(name, "event", encoded(happened(game, at, line)))
            attention = {"version": 1, "attention": number == 3}
            tables.take(name, "health", encoded(attention))
        assert not refused
        site, evenings = HallSite(games, Language(code)), Evenings(folder)
        gate = Gate(site.app, evenings, Refusals())
        with WebThread(gate, 0, evenings, site.connect, "127.0.0.1") as web:
            desks = {name: one.desk for name, one in tables.tables.items()}
            site.show(tables.overview(), desks)
            yield f"http://127.0.0.1:{web.port}/{evenings.secrets().view}/"


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_pages_of_a_hall(chromium: Browser, code: str, tmp_path: Path) -> None:
    with club(tmp_path, code) as address:
        results = "document.querySelectorAll('#results li').length === 2"
        looked_at(chromium, address, results)
        for number in (0, 1):
            looked_at(chromium, f"{address}table/table-{number}/", LOG, code)
        chromium.open("about:blank")


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("number", [0, 1], ids=["sumeria", "siberia"])
def test_a_game_that_was_saved(chromium: Browser, number: int, code: str, tmp_path: Path) -> None:
    kept = random_games(2)[number]
    playing = Playing("g1", kept)
    for line in kept["lines"]:
        playing.take(line)
    path = tmp_path / "game.html"
    path.write_text(game_page(playing.record(), Language(code)), encoding="utf-8")
    looked_at(chromium, path.as_uri(), LOG)
