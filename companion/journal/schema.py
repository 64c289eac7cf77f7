"""The tables of the journal, and the way from any earlier version of them to this one."""

import sqlite3
from pathlib import Path
from typing import Final

from companion.journal.errors import JournalTooNewError, NotAJournalError

APPLICATION: Final = 0x44554253
"""SQLite's application id of a journal: DUBS. No other program's database is ever touched."""

GAMES: Final = (
    # header: a record's first line. names: a JSON object by player. first: who was to begin.
    # A number is never given twice, also after its game was deleted.
    """
    CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        started TEXT NOT NULL,
        finished TEXT,
        header TEXT NOT NULL,
        board TEXT NOT NULL,
        names TEXT NOT NULL,
        first TEXT,
        checksum INTEGER NOT NULL
    ) STRICT
    """,
    """
    CREATE TRIGGER games_stay_as_they_began
    BEFORE UPDATE OF id, started, header, board, names, first, checksum ON games
    BEGIN SELECT RAISE(ABORT, 'a game stays as it began'); END
    """,
    # number: that of the State (formats, section 4). line: a line of the record, as JSON.
    """
    CREATE TABLE events (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        number INTEGER NOT NULL,
        line TEXT NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID
    """,
    # Guards INSERT OR REPLACE, too, which deletes without asking the trigger for it.
    """
    CREATE TRIGGER events_are_added_at_the_end BEFORE INSERT ON events
    WHEN NEW.number IS NOT
        (SELECT coalesce(max(number), 0) + 1 FROM events WHERE game = NEW.game)
    BEGIN SELECT RAISE(ABORT, 'events are only added at the end'); END
    """,
    """
    CREATE TRIGGER events_stay BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'events are never changed'); END
    """,
    # When a whole game is deleted, it is gone before its events are.
    """
    CREATE TRIGGER events_are_kept BEFORE DELETE ON events
    WHEN EXISTS (SELECT 1 FROM games WHERE id = OLD.game)
    BEGIN SELECT RAISE(ABORT, 'events are only deleted with their game'); END
    """,
    # cropped, whole: JPEG files. reading: a JSON object, before the pictures so that it is read
    # without them.
    """
    CREATE TABLE evidence (
        id INTEGER PRIMARY KEY,
        game INTEGER NOT NULL,
        event INTEGER NOT NULL,
        moment TEXT NOT NULL CHECK (moment IN ('before', 'after')),
        reading TEXT,
        cropped BLOB,
        whole BLOB,
        UNIQUE (game, event, moment),
        FOREIGN KEY (game, event) REFERENCES events ON DELETE CASCADE
    ) STRICT
    """,
)
NOTES_AND_TIMES: Final = (
    # after: the number of the event after which it was noted. line: a note's line of a record.
    """
    CREATE TABLE notes (
        id INTEGER PRIMARY KEY,
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        after INTEGER NOT NULL,
        line TEXT NOT NULL,
        checksum INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX notes_of_a_game ON notes (game, after)",
    """
    CREATE TABLE thinking (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        player TEXT NOT NULL,
        seconds REAL NOT NULL,
        PRIMARY KEY (game, player)
    ) STRICT, WITHOUT ROWID
    """,
)
STEPS: Final = (GAMES, NOTES_AND_TIMES)
"""What each version adds to the one before; a step that was released is never changed."""


def bring_up_to_date(connection: sqlite3.Connection, path: Path) -> None:
    """Make the tables of an empty database, or bring an earlier version's to this one.

    All steps or none are taken. Raises as ``version_of`` does.
    """
    if version_of(connection, path) == len(STEPS):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have done it while this one waited.
        for step in STEPS[version_of(connection, path) :]:
            for statement in step:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {len(STEPS)}")
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """Read the version of the tables, 0 where there are none yet; writes nothing.

    Raises NotAJournalError and JournalTooNewError for what this program must not write to.
    """
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if application or version or tables:
            raise NotAJournalError(path)
    if not 0 <= version <= len(STEPS):
        told = f"expected a journal of version {len(STEPS)} at most, found {version}: update dubsar"
        raise JournalTooNewError(path, told)
    return int(version)
