"""What can be wrong with a journal, each in one clear line with its remedy."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from engine.errors import InputError


class JournalError(InputError):
    """The journal could not do what was asked; what it held before it still holds."""

    remedy = "the disk or its connection fails: save what can be saved, and check the disk"

    def __init__(self, path: Path | str, message: str = "") -> None:
        """Name the journal's file; without a message the remedy of this kind of error is given."""
        super().__init__(str(path), "", message or self.remedy)


class JournalFullError(JournalError):
    """There is no room for more."""

    remedy = "the disk is full: free some space, or erase old pictures (dubsar games)"


class JournalReadOnlyError(JournalError):
    """The journal may be read and not written, or its folder may not be."""

    remedy = "the journal cannot be written here: the disk or the folder is read-only"


class JournalLockedError(JournalError):
    """Another program is writing and does not come to an end."""

    remedy = "another program holds the journal: is dubsar running twice?"


class JournalDamagedError(JournalError):
    """What is in the file is not what was stored there."""

    remedy = "the journal is damaged"


class JournalTooNewError(JournalError):
    """A later version of the program wrote it."""


class NotAJournalError(JournalError):
    """It is another program's file, or a folder, and stays as it is."""

    remedy = "this is no journal of dubsar"


class NoSuchGameError(JournalError):
    """The journal has no game of that number."""


PRIMARY: Final = 0xFF
"""The bits of SQLite's result codes that tell the kind; the others tell where it happened."""
BY_RESULT_CODE: Final[dict[int, type[JournalError]]] = {
    sqlite3.SQLITE_PERM: JournalReadOnlyError,
    sqlite3.SQLITE_BUSY: JournalLockedError,
    sqlite3.SQLITE_LOCKED: JournalLockedError,
    sqlite3.SQLITE_READONLY: JournalReadOnlyError,
    sqlite3.SQLITE_IOERR: JournalError,
    sqlite3.SQLITE_CORRUPT: JournalDamagedError,
    sqlite3.SQLITE_FULL: JournalFullError,
    sqlite3.SQLITE_CANTOPEN: JournalReadOnlyError,
    sqlite3.SQLITE_NOTADB: JournalDamagedError,
}
BY_ERRNO: Final[dict[int | None, type[JournalError]]] = {
    errno.ENOSPC: JournalFullError,
    errno.EDQUOT: JournalFullError,
    errno.EROFS: JournalReadOnlyError,
    errno.EACCES: JournalReadOnlyError,
    errno.EPERM: JournalReadOnlyError,
}


@contextmanager
def database_errors(path: Path) -> Iterator[None]:
    """Raise SQLite's errors as journal errors; misuse of SQLite passes through as it is."""
    try:
        yield
    except sqlite3.Error as error:
        kind = BY_RESULT_CODE.get(getattr(error, "sqlite_errorcode", 0) & PRIMARY)
        if kind is None:
            raise
        raise kind(path) from error
    except UnicodeDecodeError as error:  # the message of an error quoted damaged text
        raise JournalDamagedError(path) from error


@contextmanager
def file_errors(path: Path) -> Iterator[None]:
    """Raise what the file system says of the journal's own files as journal errors."""
    try:
        yield
    except OSError as error:
        if kind := BY_ERRNO.get(error.errno):
            raise kind(path) from error
        raise JournalError(path, f"cannot be opened or moved ({error.strerror})") from error
