"""`dubsar games`: the games in the journal, listed, shown, carried and deleted."""

import io
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli import main
from companion.settings import load_settings
from tests.companion.journal.journals import (
    BOARD_TEXT,
    HEADER,
    LINES,
    add_thinking,
    append,
    begin_game,
    begun,
    finish,
    opened,
)

Games = Callable[..., int]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Keep two games: one played to its end, one going on with three pictures."""
    path = tmp_path_factory.mktemp("kept") / "journal.sqlite"
    with opened(path) as journal:
        game = begun(journal, len(LINES))
        finish(journal, game)
        add_thinking(journal, game, "red", 3725)
        begun(journal, 1, pictures=True)
    return path


@pytest.fixture
def path(kept: Path, tmp_path: Path) -> Path:
    """Give a journal of those two games."""
    return Path(shutil.copy(kept, tmp_path))


@pytest.fixture
def games(path: Path) -> Games:
    return lambda *words: main(["games", "--journal", str(path), *words])


def numbers(games: Games, capsys: pytest.CaptureFixture[str]) -> list[int]:
    capsys.readouterr()
    assert games("list", "--json") == 0
    return [json.loads(line)["game"] for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("words", [(), ("list",)])
def test_it_lists_the_games_newest_first_in_columns(
    games: Games, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert games(*words) == 0
    heading, new, old = capsys.readouterr().out.splitlines()
    assert heading.split() == ["Game", "Begun", "Ended", "Events", "Pictures", "Players"]
    assert new.split()[0] == "2"
    assert "in progress" in new
    assert "in progress" not in old
    for line, events, pictures in ((new, "1", "3"), (old, str(len(LINES)), "0")):
        assert line[heading.index("Events") :].split()[0] == events
        assert line[heading.index("Pictures") :].split()[0] == pictures
        assert line[heading.index("Players") :] == "Ioana (Red), Blue, Yellow"


@pytest.mark.parametrize(
    ("language", "heading", "player"), [("fr", "Joueurs", "Rouge"), ("ro", "Jucători", "Roșu")]
)
def test_it_speaks_french_and_romanian(
    games: Games, language: str, heading: str, player: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert games("--language", language) == 0
    told = capsys.readouterr().out
    assert heading in told.splitlines()[0]
    assert f"Ioana ({player})" in told
    assert games("show", "1", "--language", language) == 0
    assert f"Ioana ({player})" in capsys.readouterr().out


def test_as_json_it_is_an_object_a_game(games: Games, capsys: pytest.CaptureFixture[str]) -> None:
    assert games("--json") == 0
    new, old = map(json.loads, capsys.readouterr().out.splitlines())
    assert old == {
        "game": 1,
        "started": "2026-03-01T12:00:00+00:00",
        "finished": "2026-03-01T12:00:00+00:00",
        "rules": "sumeria",
        "board": "dubsar",
        "players": ["red", "blue", "yellow"],
        "names": {"red": "Ioana"},
        "first": "blue",
        "rulings": {},
        "events": len(LINES),
        "pictures": 0,
        "thinking": {"red": 3725.0},
    }
    assert games("show", "2", "--json") == 0
    assert json.loads(capsys.readouterr().out) == new


def test_it_shows_how_a_game_stands(
    games: Games, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert games("show", "1") == 0
    told = capsys.readouterr().out.splitlines()
    assert games("export", "1", str(tmp_path / "one.zip")) == 0
    assert main(["replay", "--json", str(tmp_path / "one.zip")]) == 0
    points = json.loads(capsys.readouterr().out.splitlines()[-1])["points"]
    assert told[0].startswith("Game 1 on the board ")
    assert f"Ioana (Red): {points['red']} point" in told[4]
    assert told[4].endswith("(thinking: 1:02:05)")
    assert {line.split(":")[0] for line in told[4:7]} == {"Ioana (Red)", "Blue", "Yellow"}
    assert told[-1].startswith("Last event: ")


def test_it_says_so_where_a_game_was_ended_early(
    games: Games, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert games("show", "1") == 0
    assert capsys.readouterr().out.splitlines()[2].startswith("Ended: ")
    path = tmp_path / "early.sqlite"
    with opened(path) as journal:
        append(journal, begin_game(journal), LINES[0])
        finish(journal, journal.games()[0].id)
    assert main(["games", "--journal", str(path), "show", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[2].startswith("Ended early: ")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "House rules: Who begins the next dynasty? \u2013 Whoever has the fewest"),
        ("ro", "Reguli ale casei: "),
    ],
)
def test_it_shows_what_the_table_had_agreed_on(
    tmp_path: Path, language: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "journal.sqlite"
    with opened(path) as journal:
        rulings = {"first_player": "fewest"}
        begin_game(journal, replace(HEADER, rulings=rulings), BOARD_TEXT, {}, "blue")
    assert main(["games", "--journal", str(path), "show", "1", "--language", language]) == 0
    shown = capsys.readouterr().out
    assert told in shown
    assert "first_player" not in shown


def test_a_game_is_carried_to_another_journal(
    games: Games, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = tmp_path / "there" / "journal.sqlite"
    assert games("export", "2", str(tmp_path / "two.zip")) == 0
    assert main(["games", "import", str(tmp_path / "two.zip"), "--journal", str(there)]) == 0
    assert capsys.readouterr().out == "taken in as game 1\n"
    with opened(there) as journal:
        assert journal.game(journal.games()[0].id).pictures == 3


def test_no_file_is_overwritten(
    games: Games, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = tmp_path / "letter.txt"
    taken.write_text("Dear Ioana")
    for words in (("export", "1"), ("backup",)):
        assert games(*words, str(taken)) == 1
        assert capsys.readouterr().err == f"dubsar: {taken}: File exists\n"
    assert taken.read_text() == "Dear Ioana"


def test_a_place_where_nothing_can_be_written_is_named(
    games: Games, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "nowhere" / "one.zip"
    assert games("export", "1", str(target)) == 1
    assert capsys.readouterr().err == f"dubsar: {target}: No such file or directory\n"


@pytest.mark.parametrize(
    ("language", "answer", "left"),
    [
        ("en", "y\n", [1]),
        ("en", "n\n", [2, 1]),
        ("en", "", [2, 1]),
        ("en", "o\n", [2, 1]),
        ("fr", "Oui\n", [1]),
        ("ro", "da\n", [1]),
    ],
)
def test_deleting_asks_first(  # noqa: PLR0913, PLR0917 - a case and what pytest gives
    games: Games,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    language: str,
    answer: str,
    left: list[int],
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    assert games("delete", "2", "--language", language) == (1 if 2 in left else 0)
    assert capsys.readouterr().err.rstrip()
    assert numbers(games, capsys) == left


def test_deleting_does_not_ask_where_the_answer_is_given(
    games: Games, capsys: pytest.CaptureFixture[str]
) -> None:
    assert games("delete", "1", "--yes") == 0
    assert capsys.readouterr() == ("", "")
    assert numbers(games, capsys) == [2]


@pytest.mark.parametrize(("which", "erased"), [("1", 0), ("2", 3), ("--all", 3)])
def test_pictures_are_erased_of_a_game_or_of_all(
    games: Games, which: str, erased: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert games("erase-pictures", which) == 0
    assert capsys.readouterr().out == f"pictures erased: {erased}\n"


@pytest.mark.parametrize("verb", ["show", "export", "delete", "erase-pictures"])
def test_a_game_that_is_not_there_is_one_line(
    games: Games, path: Path, verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    target = [str(path.with_name("9.zip"))] if verb == "export" else []
    assert games(verb, "9", *target) == 1
    assert capsys.readouterr() == ("", f"dubsar: {path}: there is no game 9\n")


@pytest.mark.parametrize("words", [["show"], ["show", "x"], ["show", "0"], ["erase-pictures"]])
def test_what_is_called_wrongly_is_said_as_such(games: Games, words: list[str]) -> None:
    assert games(*words) == 2


def test_where_there_is_no_journal_none_is_begun(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere = tmp_path / "nowhere" / "journal.sqlite"
    assert main(["games", "--journal", str(nowhere)]) == 0
    assert capsys.readouterr().out == "no games are kept yet\n"
    assert main(["games", "show", "1", "--journal", str(nowhere)]) == 1
    assert capsys.readouterr().err == f"dubsar: {nowhere}: there is no journal here yet\n"
    assert not nowhere.parent.exists()


def test_a_damaged_journal_is_told_and_what_could_be_read_is_listed(
    games: Games, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_bytes(b"noise" * 999)
    assert games() == 0
    out, err = capsys.readouterr()
    assert out == "no games are kept yet\n"
    assert err.startswith("dubsar: the journal was damaged and is now kept as ")


def test_the_journal_is_the_one_that_is_set(
    monkeypatch: pytest.MonkeyPatch, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DUBSAR_HOME", str(path.parent / "home"))
    assert main(["games"]) == 0
    assert capsys.readouterr().out == "no games are kept yet\n"
    monkeypatch.setenv("DUBSAR_JOURNAL", str(path))
    assert main(["games", "--json"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_the_journal_lies_in_the_user_s_data_folder_unless_told_otherwise() -> None:
    def place(**environment: str) -> Path:
        return load_settings(environment=environment).settings.journal

    home = Path.home() / ".local" / "share" / "dubsar" / "journal.sqlite"
    assert place() == home
    assert place(XDG_DATA_HOME="relative") == home
    assert place(XDG_DATA_HOME="/data") == Path("/data/dubsar/journal.sqlite")
    assert place(XDG_DATA_HOME="/data", DUBSAR_HOME="/srv") == Path("/srv/journal.sqlite")
