"""A game as one page: whole, safe whatever somebody is called, and asking nobody for anything."""

import base64
import hashlib
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from companion.boards.tints import tints_of
from companion.cli import main
from companion.journal import Journal
from companion.language import LANGUAGES, Language
from companion.settings import Settings
from companion.sharing.board_data import css
from companion.sharing.game_view import GameRecord, GameView
from companion.sharing.page import game_page, stored_record
from engine.games import parse_board
from engine.record import Header
from engine.siberia import SIBERIA
from seeds.boards import builtin_board_text
from tests.companion.journal.journals import BOARD_TEXT, HEADER, LINES, begun, opened
from tests.engine.siberia.playing import next_event
from tests.hard_tables.hard_table import mild_table
from tests.sampled import few
from vision.table import load_table

EVIL = "</script><script>alert(1)</script><img src=//x>"


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kept") / "journal.sqlite"
    with opened(path) as one:
        begun(one, len(LINES), pictures=True)
    return path


def saved(journal: Path, path: Path, *words: str) -> str:
    given = ["games", "--journal", str(journal), "export", "1", str(path), "--html", *words]
    assert main(given) == 0
    return path.read_text(encoding="utf-8")


def kept(page: str) -> dict[str, Any]:
    found = re.search(r'<script id="kept" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found
    parsed: dict[str, Any] = json.loads(found[1])
    return parsed


@pytest.mark.parametrize("language", few(1, [*LANGUAGES][1:] + [*LANGUAGES][:1]))
def test_it_holds_every_moment_and_every_reason(
    journal: Path, tmp_path: Path, language: str
) -> None:
    data = kept(saved(journal, tmp_path / "game.html", "--language", language))
    with Journal.open(journal) as one:
        events = len(stored_record(one, one.games()[0].id).events)
    assert [frame["n"] for frame in data["frames"]] == [*range(events + 1)]
    assert [*data["why"]] == [str(number) for number in range(1, events + 1)]
    assert all(data["why"].values())
    told = [line["text"] for one in data["why"].values() for line in one]
    assert any(line.startswith("✓") for line in told)
    assert not any(re.search(r"\(\w+\.\w+-\d\)", line) for line in told)
    assert data["game"]["language"] == language


def test_photographs_are_in_it_where_they_are_wanted(journal: Path, tmp_path: Path) -> None:
    page = saved(journal, tmp_path / "game.html", "--photographs")
    found = re.findall(r'data-event="\d+" data-moment="(\w+)">data:image/jpeg;base64,(.*?)<', page)
    assert {moment for moment, _ in found} == {"before", "after"}
    assert all(base64.b64decode(one).startswith(b"\xff\xd8") for _, one in found)
    assert "data:image/jpeg" not in saved(journal, tmp_path / "without.html")


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Photograph the board of the game where a virtual table keeps what it was taught."""
    settings = Settings(table=tmp_path_factory.mktemp("home") / "table.toml")
    path = settings.virtual_table("sumeria")
    path.parent.mkdir()
    mild_table(parse_board(BOARD_TEXT, ""), HEADER.players, "red", 1).teach(path.parent)
    return path


def fields(page: str) -> list[str]:
    return [one["fill"] for one in kept(page)["game"]["board"]["fields"]]


def test_its_regions_have_the_colours_of_the_table(
    journal: Path, taught: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = fields(saved(journal, tmp_path / "usual.html"))
    tints = [css(one) for one in tints_of(load_table(taught))]
    named = fields(saved(journal, tmp_path / "named.html", "--table", str(taught)))
    assert named == tints != usual
    monkeypatch.setenv("DUBSAR_TABLE", str(taught.parent.parent / "table.toml"))
    assert fields(saved(journal, tmp_path / "found.html")) == tints, "by the settings"
    assert fields(saved(journal, tmp_path / "none.html", "--table", "none.toml")) == usual


def test_it_obeys_its_own_scripts_alone_and_asks_nobody(journal: Path, tmp_path: Path) -> None:
    page = saved(journal, tmp_path / "game.html")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy
    assert policy[1].startswith("default-src 'none'; img-src data:;")
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert len(scripts) == 2
    for one in [*scripts, *re.findall(r"<style>(.*?)</style>", page, re.DOTALL)]:
        digest = base64.b64encode(hashlib.sha256(one.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy[1]
    assert not re.search(r"(?:src|href)=", page.split('<script id="kept"')[0])


def test_no_name_is_ever_markup(journal: Path) -> None:
    with Journal.open(journal) as one:
        found = stored_record(one, one.games()[0].id)
    people = dict.fromkeys(found.header.players, EVIL)
    named = GameRecord("1", found.header, found.board, people, found.events, found.lines)
    page = "".join(game_page(named, Language()))
    assert page.count("<script") == 3  # the data and the two of ours
    assert page.count("</script") == 3
    assert "<img" not in page
    assert kept(page)["game"]["players"][0]["name"] == EVIL


def test_a_file_that_is_there_is_left_as_it_is(journal: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    path.write_text("mine")
    words = ["games", "--journal", str(journal), "export", "1", str(path), "--html"]
    assert main(words) == 1
    assert path.read_text() == "mine"


def test_a_game_of_pieces_in_areas_is_told_as_well_from_before_its_setup_on() -> None:
    board = parse_board(builtin_board_text("taiga"), "taiga")
    header = Header("siberia", "taiga", ("red", "blue", "yellow"), {})
    chance = random.Random(2)  # noqa: S311 - nobody's secret
    state = SIBERIA.new_game(board, header.players, header.rulings)
    events = []
    for _ in range(12):
        events.append(next_event(state, chance, "told"))
        state = SIBERIA.apply(state, events[-1]).state
    view = GameView(GameRecord("1", header, board, {}, tuple(events), ()), Language("ro"))
    setting, last = view.setting(), view.frames[-1]
    assert {"London", "Seoul"} & {*last["signs"].values()}
    assert len(last["signs"]) == 6
    (markers, supply) = last["beside"]
    assert (markers["label"], len(markers["things"])) == ("Marcaje de investiție la vedere", 4)
    assert [setting["called"][one] for one in supply["things"]] == [
        *("gaz", "cărbune", "petrol", "aur", "diamant")
    ]
    assert set(setting["looks"]) == {*supply["things"], "blocked"}
    pieces = [sum(map(len, frame["on"].values())) for frame in view.frames]
    assert pieces[0] == 0
    assert min(pieces[1:]) > 30
    spots = {spot["id"] for spot in setting["board"]["spots"]}
    assert set(last["on"]) <= spots
    assert all(view.reasons(number) for number in range(1, 13))
