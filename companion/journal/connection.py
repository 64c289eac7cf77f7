"""Opening the journal's file so that what is committed stays, and what is written is whole."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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


def connect(path: Path, patience: float) -> sqlite3.Connection:
    """Open or begin a journal of this version; raises JournalError.

    Every line in it has been compared with its checksum. ``patience`` is how many seconds another
    program may keep it locked.
    """
    with files_told_as_journal_errors(path), told_as_journal_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, timeout=patience, isolation_level=None)
        # Text that is damaged is told by its checksum, not by an error in the middle of a query.
        connection.text_factory = lambda raw: raw.decode(errors="replace")
        try:
            version_of(connection, path)
            for setting in SETTINGS:
                connection.execute(setting).fetchall()
            bring_up_to_date(connection, path)
            _look_through(connection, path)
        except BaseException as error:
            connection.close()
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR:
                # A table is missing that this version has, or there before its version.
                raise JournalDamagedError(path) from error
            raise
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


def _look_through(connection: sqlite3.Connection, path: Path) -> None:
    """Read all that matters once, the insides of pictures left out; raises JournalDamagedError."""
    for *texts, summed in connection.execute(
        "SELECT started, header, board, names, first, checksum FROM games"
    ):
        if not is_sound(texts, summed):
            raise JournalDamagedError(path)
    for line, summed in connection.execute("SELECT line, checksum FROM events"):
        if not is_sound((line,), summed):
            raise JournalDamagedError(path)
    for table, column in (("notes", "line"), ("thinking", "seconds"), ("evidence", "cropped")):
        connection.execute(
            f"SELECT count(*), sum(length({column})) FROM {table} NOT INDEXED"  # noqa: S608 - ours
        ).fetchall()
