"""What the first edition wrote opens: ``tests/data/first_edition`` holds a file of each kind.

Its program wrote them; a journal is kept as SQL, of its evidence only that of two events, and the
table's pictures are left out, which no reader of a table file opens. Drafts of calibration are in
``tests/companion/calibration/test_draft.py``.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.archive.game_zip import Archive
from companion.cli import main
from companion.journal import Journal
from companion.playback import open_record, replayed
from companion.settings import Screen, load_settings
from companion.settings.values import Sound
from engine.games import load_board, parse_board
from engine.record import Record
from hardware.panel import Pins
from seeds.boards import builtin_board_text
from vision.table import load_table

FILES = Path(__file__).parent / "data" / "first_edition"


def test_its_board_is_the_built_in_one() -> None:
    board = load_board(FILES / "board.toml")
    assert board == parse_board(builtin_board_text("dubsar"), "dubsar.toml")


def test_its_record_is_played_and_explained(capsys: pytest.CaptureFixture[str]) -> None:
    with open_record(FILES / "record.jsonl") as lines:
        history = replayed(Record(lines, "record"), load_board(FILES / "board.toml"))
    assert len(history.events) == 12
    assert main(["explain", str(FILES / "record.jsonl"), "--event", "12"]) == 0
    assert "Yellow places a merchant" in capsys.readouterr().out


def test_its_table_is_read() -> None:
    table = load_table(FILES / "table.toml")
    assert sorted(table.colours) == ["blue", "red", "yellow"]
    assert table.row is not None
    assert table.tiles is not None


def test_its_settings_hold_as_they_did(tmp_path: Path) -> None:
    environment = {"DUBSAR_HOME": str(FILES)}
    settings = load_settings({}, environment=environment, system=tmp_path / "none").settings
    assert (settings.language, settings.sound) == ("fr", Sound.ON)
    assert (settings.light, settings.dim_after_minutes, settings.camera) == (True, 7.0, "usb:2")
    assert settings.screen == Screen((800, 480), 90)
    assert settings.pins == Pins(blue=None)


def test_its_journal_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(sqlite3.connect(path)) as written:
        written.executescript((FILES / "journal.sql").read_text(encoding="utf-8"))
    with closing(Journal.open(path)) as journal:
        (game,) = journal.games()
        lines = journal.lines(game.id)
        evidence = [*journal.evidence(game.id, 1)]
        assert game.about.thinking == {"red": 21.45, "blue": 19.75, "yellow": 16.0}
    history = replayed(Record(lines, str(path)), parse_board(game.board_text, "board"))
    assert history.game.to_json(history.state)["phase"] == "action"
    assert [(one.moment, one.reading is None) for one in evidence] == [
        ("before", False),
        ("after", False),
    ]


def test_its_game_in_a_file_is_taken_in(tmp_path: Path) -> None:
    with closing(Archive(FILES / "game.zip")) as game:
        assert [event for event, _ in game.evidence()] == [1, 1, 2, 2]
    path = tmp_path / "journal.sqlite"
    assert main(["games", "import", "--journal", str(path), str(FILES / "game.zip")]) == 0
    with closing(Journal.open(path)) as journal:
        assert [len(journal.lines(game.id)) for game in journal.games()] == [29]
