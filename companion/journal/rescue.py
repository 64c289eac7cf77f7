"""What to do with a damaged journal: set it aside, and copy what can still be read.

The damaged file is only read, and then kept under another name with its date. The copy is made
ready beside it first; an interruption at any moment leaves either the damaged journal where it was,
or a finished copy that the next start puts in place.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from companion.files import free_path
from companion.journal.database import connect, connect_read_only, transaction
from companion.journal.errors import JournalDamagedError, database_errors, file_errors
from companion.journal.rows import COLUMNS, is_sound

SUFFIX: Final = ".sqlite"
"""Only a file of this name is ever set aside: another one may be anything but a journal."""
TABLES: Final = (
    ("evidence", "game, event, moment, reading, cropped, whole", "event"),
    ("notes", "game, after, line, checksum", "after"),
    ("thinking", "game, player, seconds", "0"),
)
"""What belongs to a game beside its events: table, columns, and which event a row belongs to."""
Row = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Rescue:
    """Where the damaged journal now lies, and how much of it could be copied."""

    aside: Path
    games: int
    events: int


def rescue(path: Path, patience: float) -> Rescue:
    """Set a damaged journal aside and put a copy of what can be read in its place.

    Raises JournalDamagedError, nothing changed, where the file is not named as a journal is, and
    JournalError where a new one cannot be written.
    """
    if path.suffix != SUFFIX:
        message = f"expected a journal, damaged or not, to be named NAME{SUFFIX}"
        raise JournalDamagedError(path, message)
    begun = path.with_suffix(".recovering" + SUFFIX)
    with file_errors(path), database_errors(path):
        for end in ("", "-wal", "-shm"):
            Path(f"{begun}{end}").unlink(missing_ok=True)
        with closing(connect(begun, patience)) as new:
            games, events = copy_readable(path, new)
        begun.rename(_ready(path))
        aside = _put_in_place(path)
    return Rescue(aside, games, events)


def finish_rescue(path: Path) -> None:
    """Put in place what a rescue that was interrupted had made ready."""
    with file_errors(path):
        if _ready(path).exists():
            _put_in_place(path)


def _ready(path: Path) -> Path:
    return path.with_suffix(".recovered" + SUFFIX)


def _put_in_place(path: Path) -> Path:
    """Move the damaged files aside, their WAL first: beside another journal it would spoil that."""
    # The date that the file was made ready, so that going on after an interruption names the same.
    date = datetime.fromtimestamp(_ready(path).stat().st_mtime, UTC)
    aside = free_path(path.with_suffix(f".damaged-{date:%Y%m%dT%H%M%SZ}{SUFFIX}"))
    Path(f"{path}-shm").unlink(missing_ok=True)
    for end in ("-wal", ""):
        with suppress(FileNotFoundError):
            Path(f"{path}{end}").rename(f"{aside}{end}")
    _ready(path).rename(path)
    return aside


def copy_readable(path: Path, new: sqlite3.Connection, *, evidence: bool = True) -> tuple[int, int]:
    """Copy what can be read, a game a transaction; gives the numbers of games and events.

    Nothing is written to ``path``.
    """
    games = events = 0
    with closing(connect_read_only(path)) as old:
        for row in _sound_games(old):
            with transaction(new):
                _insert(new, "games", COLUMNS, row)
                games += 1
                events += _copy_game(row[0], old, new, evidence=evidence)
    return games, events


def _sound_games(old: sqlite3.Connection) -> Iterator[Row]:
    """Read the games that are sound, from both ends: damage in the middle hides none behind it."""
    seen = set()
    for order in ("ASC", "DESC"):
        for row in _rows(old, f"SELECT {COLUMNS} FROM games ORDER BY id {order}"):  # noqa: S608
            number, started, _, header, board, names, first, checksum = row
            if number in seen:
                break
            seen.add(number)
            if is_sound((started, header, board, names, first), checksum):
                yield row


def _copy_game(
    game: object, old: sqlite3.Connection, new: sqlite3.Connection, *, evidence: bool
) -> int:
    """Copy the events up to the first that is lost, and what belongs to them."""
    last = 0
    for number, line, checksum in _rows(
        old, "SELECT number, line, checksum FROM events WHERE game = ? ORDER BY number", game
    ):
        if number != last + 1 or not is_sound((line,), checksum):
            break
        _insert(new, "events", "game, number, line, checksum", (game, number, line, checksum))
        last += 1
    for table, columns, numbered in TABLES:
        if table == "evidence" and not evidence:
            continue
        query = f"SELECT {columns} FROM {table} WHERE game = ? AND {numbered} <= ?"  # noqa: S608
        for row in _rows(old, query, game, last):
            if table == "notes" and not is_sound(row[2:3], row[3]):
                continue
            with suppress(sqlite3.IntegrityError, sqlite3.DataError):  # a row of other content
                _insert(new, table, columns, row)
    return last


def _insert(new: sqlite3.Connection, table: str, columns: str, row: Row) -> None:
    places = ", ".join("?" * len(row))
    new.execute(f"INSERT INTO {table} ({columns}) VALUES ({places})", row)  # noqa: S608 - ours


def _rows(old: sqlite3.Connection, query: str, *values: object) -> Iterator[Row]:
    """Read rows up to the first that cannot be read."""
    # The second is raised where the message of the first would quote damaged text.
    with suppress(sqlite3.DatabaseError, UnicodeDecodeError):
        yield from old.execute(query, values)
