"""Every page that is for a browser, of both games, in each language, size and light."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from companion.hall.tables import Playing
from companion.language import LANGUAGES, Language
from companion.sharing.page import game_page
from tests.companion.hall.random_games import random_games
from tests.companion.hall.served_hall import served_hall
from tests.companion.web.browser import SIZES, Browser, browser
from tests.companion.web.table_running import running

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
        assert chromium.overflows() == [], (address, name)
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


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_pages_of_a_hall(chromium: Browser, code: str, tmp_path: Path) -> None:
    *over, third, last = random_games(4)
    played = [*over, *({**one, "lines": one["lines"][:-9]} for one in (third, last))]
    with served_hall(tmp_path, code, played) as address:
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
    path.write_text("".join(game_page(playing.record(), Language(code))), encoding="utf-8")
    looked_at(chromium, path.as_uri(), LOG)
