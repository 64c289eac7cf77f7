"""A journal of any earlier version is taken over whole; one of a later version is left alone."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.journal import GameId
from companion.journal.database import APPLICATION, PRAGMAS, STEPS, examine, upgrade
from companion.journal.errors import JournalTooNewError, NotAJournalError
from companion.journal.rows import checksum
from tests.companion.journal.journals import (
    BOARD_TEXT,
    JPEG,
    LINES,
    add_thinking,
    append,
    begun,
    note,
    opened,
    played,
)

HEADER_LINE = (
    '{"record": 1, "game": "sumeria", "board": "dubsar", '
    '"players": ["red", "blue", "yellow"], "rulings": {}}\n'
)
STARTED = "2026-03-01T12:00:00Z"
EVENTS = ('{"type":"undo","to":1}', '{"type":"score"}')
VERSION_1 = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT, started TEXT NOT NULL, finished TEXT,
    header TEXT NOT NULL, board TEXT NOT NULL, names TEXT NOT NULL, first TEXT,
    checksum INTEGER NOT NULL
) STRICT;
CREATE TABLE events (
    game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, number INTEGER NOT NULL,
    line TEXT NOT NULL, checksum INTEGER NOT NULL, PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE evidence (
    id INTEGER PRIMARY KEY, game INTEGER NOT NULL, event INTEGER NOT NULL, moment TEXT NOT NULL,
    reading TEXT, cropped BLOB, whole BLOB, UNIQUE (game, event, moment),
    FOREIGN KEY (game, event) REFERENCES events ON DELETE CASCADE
) STRICT;
"""


@contextmanager
def database(path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(path)
    try:
        with connection:
            yield connection
    finally:
        connection.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def make_version_1(path: Path) -> None:
    """Write a journal as the first version of the program did."""
    with database(path) as made:
        made.executescript(VERSION_1)
        texts = (STARTED, HEADER_LINE, BOARD_TEXT, "{}", None)
        made.execute(
            "INSERT INTO games VALUES (1, ?, NULL, ?, ?, ?, ?, ?)",
            (*texts, checksum(*texts)),
        )
        for number, line in enumerate(EVENTS, start=1):
            row = (number, line, checksum(line))
            made.execute("INSERT INTO events VALUES (1, ?, ?, ?)", row)
        made.execute("INSERT INTO evidence VALUES (1, 1, 2, 'after', NULL, ?, NULL)", (JPEG,))
        made.execute(f"PRAGMA application_id = {APPLICATION}")
        made.execute("PRAGMA user_version = 1")


def test_a_journal_of_version_1_is_taken_over_whole_and_gone_on_with(path: Path) -> None:
    make_version_1(path)
    game = GameId(1)
    with opened(path) as journal:
        assert journal.lines(game) == tuple(
            line.encode() for line in (HEADER_LINE, *(f"{event}\n" for event in EVENTS))
        )
        assert journal.evidence(game, 2)[0].cropped == JPEG
        append(journal, game, LINES[0])
        note(journal, game, {"note": "ranking"})
        add_thinking(journal, game, "red", 2)
        assert examine(journal.path) == ()
    with database(path) as made:
        assert made.execute("PRAGMA user_version").fetchone() == (len(STEPS),)


def test_a_step_that_fails_leaves_the_earlier_version_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_version_1(path)
    broken = (*STEPS[1], "CREATE TABLE notes (a)")
    with monkeypatch.context() as patch, closing(sqlite3.connect(path)) as connection:
        patch.setattr("companion.journal.database.STEPS", (STEPS[0], broken))
        with pytest.raises(sqlite3.OperationalError, match="notes already exists"):
            upgrade(connection, path)
    with database(path) as made:
        assert made.execute("PRAGMA user_version").fetchone() == (1,)
        tables = {name for (name,) in made.execute("SELECT name FROM sqlite_schema")}
    assert "notes" not in tables
    with opened(path) as journal:
        assert journal.game(GameId(1)).events == 2


def test_a_journal_of_a_later_version_is_refused_and_left_alone(path: Path) -> None:
    with opened(path) as journal:
        game = begun(journal, 2)
    with database(path) as made:
        made.execute(f"PRAGMA user_version = {len(STEPS) + 1}")
    with pytest.raises(JournalTooNewError, match=f"found {len(STEPS) + 1}: update dubsar"):
        opened(path)
    with database(path) as made:
        made.execute(f"PRAGMA user_version = {len(STEPS)}")
    with opened(path) as journal:
        assert played(journal, game) == LINES[:2]


def test_a_folder_is_no_journal(path: Path) -> None:
    path.mkdir()
    with pytest.raises(NotAJournalError, match="this is a folder"):
        opened(path)


def test_another_program_s_database_is_refused_and_left_alone(path: Path) -> None:
    with database(path) as made:
        made.execute("CREATE TABLE bookmarks (url)")
    before = path.read_bytes()
    with pytest.raises(NotAJournalError, match=r"journal.sqlite: this is no journal of dubsar"):
        opened(path)
    assert path.read_bytes() == before


def test_a_commit_returns_once_it_is_on_the_disk(tmp_path: Path) -> None:
    """Look at the journal's own settings, which the other tests do not wait for."""
    with database(tmp_path / "journal.sqlite") as connection:
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}").fetchall()
        full, wal = 2, "wal"
        assert connection.execute("PRAGMA synchronous").fetchone() == (full,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == (wal,)
