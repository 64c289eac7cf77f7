"""Opening the journal's file so that what is committed stays, and what is written is whole."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import chain
from pathlib import Path

from companion.journal.errors import (
    JournalDamagedError,
    files_told_as_journal_errors,
    told_as_journal_errors,
)
from companion.journal.schema import bring_up_to_date, version_of
from companion.journal.stored import is_sound

SETTINGS = (
    "PRAGMA foreign_keys = ON",
    "PRAGMA cell_size_check = ON",  # finds damage sooner
    # Before there is any table: erased pictures give their room back to the disk.
    "PRAGMA auto_vacuum = INCREMENTAL",
    "PRAGMA journal_mode = WAL",
    # A commit returns once it is on the disk; NORMAL may lose the last ones when the power goes.
    "PRAGMA synchronous = FULL",
    # Erased pictures are gone: FAST leaves traces of them in pages that are used again.
    "PRAGMA secure_delete = ON",
)

SUMMED = (
    (
        "SELECT started, header, board, names, first, checksum FROM games",
        "SELECT line, checksum FROM events",
    ),
    ("SELECT line, checksum FROM notes",),
)
"""What has a checksum, its last column, by the version that brought it."""
WALKS = (
    ("SELECT count(*), sum(length(cropped)) FROM evidence NOT INDEXED",),
    ("SELECT count(*), sum(seconds) FROM thinking",),
)
"""Reading these finds damage to all else but the insides of pictures, likewise by version."""


def text_of(raw: bytes) -> str:
    """Read any bytes as text: where they are damaged their checksum tells, and no error does."""
    return raw.decode(errors="replace")


def connect(path: Path, patience: float) -> sqlite3.Connection:
    """Open or begin a journal of this version; raises JournalError.

    Every event in it has been compared with its checksum. ``patience`` is how many seconds another
    program may keep it locked.
    """
    with files_told_as_journal_errors(path), told_as_journal_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        _inspect(path, patience)
        return _prepared(sqlite3.connect(path, timeout=patience, isolation_level=None), path)


def connect_to_memory(path: Path) -> sqlite3.Connection:
    """Begin a journal that is gone with the program; ``path`` stands for it in errors."""
    return _prepared(sqlite3.connect(":memory:", isolation_level=None), path)


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


def _prepared(connection: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    connection.text_factory = text_of
    try:
        for setting in SETTINGS:
            connection.execute(setting).fetchall()
        bring_up_to_date(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _inspect(path: Path, patience: float) -> None:
    """Read all games and events once; raises JournalDamagedError, and as ``version_of`` does.

    The file is opened for reading only: SQLite otherwise begins by writing what is in the WAL to
    the database and throwing away what it cannot read there, and a damaged one shall stay as it is.
    """
    if not path.exists():
        return
    address = f"{path.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, timeout=patience, uri=True)) as connection:
        connection.text_factory = text_of
        try:
            version = version_of(connection, path)
            for query in chain(*WALKS[:version]):
                connection.execute(query).fetchall()
            for query in chain(*SUMMED[:version]):
                for *texts, summed in connection.execute(query):
                    if not is_sound(texts, summed):
                        raise JournalDamagedError(path)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_ERROR:  # a table is missing
                raise JournalDamagedError(path) from error
            if error.sqlite_errorcode != sqlite3.SQLITE_READONLY_ROLLBACK:
                raise
            # The power went when the file was begun: SQLite puts it right when it may write.
