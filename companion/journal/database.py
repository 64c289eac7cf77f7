"""The database of a journal: its tables, how it is opened, and whether it is sound.

What is committed stays (WAL, ``synchronous=FULL``), and every text has a checksum.
"""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Final

from companion.journal.errors import (
    JournalDamagedError,
    JournalTooNewError,
    NotAJournalError,
    database_errors,
    file_errors,
)
from companion.journal.rows import is_sound

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

CHECKSUMS: Final = (
    (
        "SELECT started, header, board, names, first, checksum FROM games",
        "SELECT line, checksum FROM events",
    ),
    ("SELECT line, checksum FROM notes",),
)
"""What has a checksum, its last column, by the version that brought it."""
SCANS: Final = (
    (
        "SELECT sum(length(cropped)), count(whole) FROM evidence NOT INDEXED",
        "SELECT count(cropped) FROM evidence INDEXED BY sqlite_autoindex_evidence_1 GROUP BY game",
    ),
    (
        "SELECT count(*), sum(seconds) FROM thinking",
        "SELECT sum(checksum) FROM notes INDEXED BY notes_of_a_game GROUP BY game, after",
    ),
)
"""Reading these finds damage to all else but the insides of pictures, likewise by version.

Indexes have pages of their own, with the rows that they name: SQLite is told to go by them.
"""

STRICT: Final = "cell_size_check = ON"
"""Finds damage sooner: when a journal is inspected, all that would stop its use later."""
PRAGMAS: Final = (
    "foreign_keys = ON",
    STRICT,
    # Before there is any table: erased pictures give their room back to the disk.
    "auto_vacuum = INCREMENTAL",
    "journal_mode = WAL",
    # A commit returns once it is on the disk; NORMAL may lose the last ones when the power goes.
    "synchronous = FULL",
    # Erased pictures are gone: FAST leaves traces of them in pages that are used again.
    "secure_delete = ON",
)


def connect(path: Path, patience: float) -> sqlite3.Connection:
    """Open or begin a journal of this version; raises JournalError.

    Every event in it has been compared with its checksum. ``patience`` is how many seconds another
    program may keep it locked.
    """
    with file_errors(path), database_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise NotAJournalError(path, "this is a folder: name the journal's file")
        if path.exists():
            _inspect(path, patience)
        return _prepared(sqlite3.connect(path, timeout=patience, isolation_level=None), path)


def connect_in_memory(path: Path) -> sqlite3.Connection:
    """Begin a journal that is gone with the program; ``path`` stands for it in errors."""
    return _prepared(sqlite3.connect(":memory:", isolation_level=None), path)


def connect_read_only(path: Path) -> sqlite3.Connection:
    """Open a file that may be damaged, so that nothing is written to it; raises sqlite3.Error."""
    address = f"{path.absolute().as_uri()}?mode=ro"
    connection = sqlite3.connect(address, uri=True)
    try:
        connection.execute("PRAGMA schema_version").fetchone()
    except sqlite3.OperationalError:
        # Its folder is read-only, too, so that SQLite cannot lay its own files beside it.
        connection.close()
        connection = sqlite3.connect(f"{address}&immutable=1", uri=True)
    except sqlite3.DatabaseError:
        pass  # damaged: some of it may be read nonetheless
    connection.text_factory = _decode
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection, kind: str = "IMMEDIATE") -> Iterator[None]:
    """Do all or nothing: what was written in the block is on the disk when it is left."""
    connection.execute(f"BEGIN {kind}")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            with suppress(sqlite3.Error):  # the error that led here says more
                connection.execute("ROLLBACK")


def upgrade(connection: sqlite3.Connection, path: Path) -> None:
    """Make the tables of an empty database, or bring an earlier version's to this one.

    All steps or none are taken. Raises as ``version_of`` does.
    """
    if version_of(connection, path) == len(STEPS):
        return
    with transaction(connection):
        # Another process may have done it while this one waited.
        for statement in chain(*STEPS[version_of(connection, path) :]):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {len(STEPS)}")


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
        message = f"expected a journal of version {len(STEPS)} at most, found {version}"
        raise JournalTooNewError(path, f"{message}: update dubsar")
    return int(version)


def examine(path: Path) -> tuple[str, ...]:
    """Read every byte of a journal that may be in use, and list what is damaged.

    Nothing is written. Raises JournalError where it cannot be read for another reason: it is not
    ours, or too new.
    """
    try:
        with database_errors(path), closing(connect_read_only(path)) as connection:
            version_of(connection, path)
            return _faults(connection)
    except JournalDamagedError as error:
        return (error.remedy,)


def _faults(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Read every byte and list what is wrong, in SQLite's words where it is SQLite's to say."""
    found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
    found = [] if found == ["ok"] else found
    try:
        for table, number, *_ in connection.execute("PRAGMA foreign_key_check"):
            found.append(f"{table} {number} belongs to nothing")
        for game, number, line, checksum in connection.execute(
            "SELECT game, number, line, checksum FROM events"
        ):
            if not is_sound((line,), checksum):
                found.append(f"game {game}, event {number}: not what was written")
    except sqlite3.DatabaseError as error:
        found.append(str(error))
    return tuple(found)


def _prepared(connection: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    connection.text_factory = _decode
    try:
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}").fetchall()
        upgrade(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _inspect(path: Path, patience: float) -> None:
    """Read all games and events once; raises JournalDamagedError, and as ``version_of`` does.

    The file is opened for reading only: SQLite otherwise begins by writing what is in the WAL to
    the database and throwing away what it cannot read there, and a damaged one shall stay as it is.
    """
    address = f"{path.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, timeout=patience, uri=True)) as connection:
        connection.text_factory = _decode
        try:
            connection.execute(f"PRAGMA {STRICT}")
            version = version_of(connection, path)
            there = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
            later = re.findall(r"CREATE TABLE (\w+)", "\n".join(chain(*STEPS[version:])))
            if not there.isdisjoint(later):  # the version is what is damaged
                raise JournalDamagedError(path)
            for query in chain(*SCANS[:version]):
                connection.execute(query).fetchall()
            for query in chain(*CHECKSUMS[:version]):
                for *texts, checksum in connection.execute(query):
                    if not is_sound(texts, checksum):
                        raise JournalDamagedError(path)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_ERROR:  # a table is missing
                raise JournalDamagedError(path) from error
            if error.sqlite_errorcode != sqlite3.SQLITE_READONLY_ROLLBACK:
                raise
            # The power went when the file was begun: SQLite puts it right when it may write.


def _decode(raw: bytes) -> str:
    """Read any bytes as text: where they are damaged the checksum tells, instead of an error."""
    return raw.decode(errors="replace")
