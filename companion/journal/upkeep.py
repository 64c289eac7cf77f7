"""Keeping a journal sound and small: checking it, copying it, and giving room back."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from companion.archive.writing import new_file
from companion.journal.connection import transaction
from companion.journal.errors import JournalLockedError
from companion.journal.stored import GameId, is_sound

BATCH: Final = 16
"""Rows of evidence that are thinned at once: what a transaction needs for a moment is some MB."""
OLDEST: Final = """
    SELECT id, coalesce(length(cropped), 0) + coalesce(length(whole), 0)
    FROM evidence WHERE cropped IS NOT NULL OR whole IS NOT NULL
    ORDER BY game, event, moment DESC LIMIT ?
"""


def faults(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Read every byte and tell what is wrong, in SQLite's words where it is SQLite's to say."""
    found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
    found = [] if found == ["ok"] else found
    try:
        for table, number, *_ in connection.execute("PRAGMA foreign_key_check"):
            found.append(f"{table} {number} belongs to nothing")
        for game, number, line, summed in connection.execute(
            "SELECT game, number, line, checksum FROM events"
        ):
            if not is_sound((line,), summed):
                found.append(f"game {game}, event {number}: not what was written")
    except sqlite3.DatabaseError as error:
        found.append(str(error))
    return tuple(found)


def copy(connection: sqlite3.Connection, path: Path) -> None:
    """Copy the whole journal as it is now to a new file, while it may be in use."""
    with new_file(path) as begun, closing(sqlite3.connect(begun)) as target:
        connection.backup(target)
        # One file that is whole by itself; the journal goes back to WAL when it is opened.
        target.execute("PRAGMA journal_mode = DELETE").fetchall()


def drop_pictures(connection: sqlite3.Connection, game: GameId | None) -> int:
    """Erase the pictures of a game, None for all; gives how many there were.

    Readings stay. Raises JournalLockedError where another program that is reading keeps old bytes
    in the file; they go when pictures are erased again.
    """
    which = "(game = :game OR :game IS NULL)"
    with transaction(connection):
        (number,) = connection.execute(
            f"SELECT count(cropped) + count(whole) FROM evidence WHERE {which}",  # noqa: S608 - ours
            {"game": game},
        ).fetchone()
        connection.execute(
            f"UPDATE evidence SET cropped = NULL, whole = NULL WHERE {which}",  # noqa: S608 - ours
            {"game": game},
        )
    give_back(connection)
    return int(number)


def thin_pictures(connection: sqlite3.Connection, wanted: int) -> int:
    """Erase the oldest pictures until ``wanted`` bytes are free; gives how many bytes were.

    Fewer are freed only when no picture is left. Events and readings stay.
    """
    freed = 0
    while freed < wanted:
        with transaction(connection):
            rows = connection.execute(OLDEST, (BATCH,)).fetchall()
            chosen = []
            for number, size in rows:
                if freed < wanted:
                    chosen.append((number,))
                    freed += size
            connection.executemany(
                "UPDATE evidence SET cropped = NULL, whole = NULL WHERE id = ?", chosen
            )
        give_back(connection)
        if len(rows) < BATCH:
            break
    return freed


def give_back(connection: sqlite3.Connection) -> None:
    """Return free pages to the disk, and leave nothing that was erased in the WAL file."""
    # A page a step, and ``execute`` takes only one of a statement that has no columns.
    connection.executescript("PRAGMA incremental_vacuum")
    busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        (_, _, name) = connection.execute("PRAGMA database_list").fetchone()
        raise JournalLockedError(name)
