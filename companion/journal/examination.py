"""Examining a journal that somebody else may be using: nothing is written, begun or rescued."""

from contextlib import closing
from pathlib import Path

from companion.journal.connection import text_of
from companion.journal.errors import JournalDamagedError, told_as_journal_errors
from companion.journal.rescue import opened_to_read
from companion.journal.schema import version_of
from companion.journal.upkeep import faults


def examine(path: Path) -> tuple[str, ...]:
    """Read every byte of a journal and list what is damaged; nothing where all is well.

    Raises JournalError where it cannot be read for another reason: it is not ours, or too new.
    """
    try:
        with told_as_journal_errors(path), closing(opened_to_read(path)) as connection:
            connection.text_factory = text_of
            version_of(connection, path)
            return faults(connection)
    except JournalDamagedError as error:
        return (error.remedy,)
