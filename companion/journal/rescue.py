"""What to do with a damaged journal: set it aside, and take over what can still be read.

The damaged file is only read, and then kept under another name with its date. What was taken over
is made ready beside it first; an interruption at any moment leaves either the damaged journal where
it was, or a finished one that the next start puts in place.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from companion.journal.connection import connect, text_of, transaction
from companion.journal.errors import (
    JournalDamagedError,
    files_told_as_journal_errors,
    told_as_journal_errors,
)
from companion.journal.stored import COLUMNS, is_sound

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
    """Where the damaged journal now lies, and how much of it could be taken over."""

    aside: Path
    games: int
    events: int


def rescue(path: Path, patience: float) -> Rescue:
    """Set a damaged journal aside and put what can be read of it in its place.

    Raises JournalDamagedError, nothing changed, where the file is not named as a journal is, and
    JournalError where a new one cannot be written.
    """
    if path.suffix != SUFFIX:
        told = f"expected a journal, damaged or not, to be named NAME{SUFFIX}"
        raise JournalDamagedError(path, told)
    begun, ready = _begun(path), _ready(path)
    with files_told_as_journal_errors(path), told_as_journal_errors(path):
        _remove(begun)
        with closing(connect(begun, patience)) as new:
            games, events = take_over(path, new)
        begun.rename(ready)
        aside = _put_in_place(path)
    return Rescue(aside, games, events)


def finish_rescue(path: Path) -> None:
    """Put in place what a rescue that was interrupted had made ready."""
    with files_told_as_journal_errors(path):
        if _ready(path).exists():
            _put_in_place(path)


def _begun(path: Path) -> Path:
    return path.with_suffix(".recovering" + SUFFIX)


def _ready(path: Path) -> Path:
    return path.with_suffix(".recovered" + SUFFIX)


def _remove(path: Path) -> None:
    for end in ("", "-wal", "-shm"):
        Path(f"{path}{end}").unlink(missing_ok=True)


def _put_in_place(path: Path) -> Path:
    """Move the damaged files aside, their WAL first: beside another journal it would spoil that."""
    # The date that the file was made ready, so that going on after an interruption names the same.
    date = datetime.fromtimestamp(_ready(path).stat().st_mtime, UTC)
    stem = f".damaged-{date:%Y%m%dT%H%M%SZ}"
    aside = path.with_suffix(stem + SUFFIX)
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_suffix(f"{stem}-{number}{SUFFIX}")
    Path(f"{path}-shm").unlink(missing_ok=True)
    for end in ("-wal", ""):
        with suppress(FileNotFoundError):
            Path(f"{path}{end}").rename(f"{aside}{end}")
    _ready(path).rename(path)
    return aside


def take_over(path: Path, new: sqlite3.Connection, *, pictures: bool = True) -> tuple[int, int]:
    """Copy what can be read, a game a transaction; gives the numbers of games and events.

    Nothing is written to ``path``. Without pictures all evidence is left out.
    """
    games = events = 0
    with closing(opened_to_read(path)) as old:
        for row in _games(old):
            with transaction(new):
                new.execute(
                    f"INSERT INTO games ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - ours
                    row,
                )
                games += 1
                events += _take_over_game(row[0], old, new, TABLES[not pictures :])
    return games, events


def opened_to_read(path: Path) -> sqlite3.Connection:
    """Open a file that may be damaged, so that nothing is written to it; raises sqlite3.Error."""
    address = f"{path.absolute().as_uri()}?mode=ro"
    old = sqlite3.connect(address, uri=True)
    try:
        old.execute("PRAGMA schema_version").fetchone()
    except sqlite3.OperationalError:
        # Its folder is read-only, too, so that SQLite cannot lay its own files beside it.
        old.close()
        return sqlite3.connect(f"{address}&immutable=1", uri=True)
    except sqlite3.DatabaseError:
        pass  # damaged: some of it may be read nonetheless
    return old


def _games(old: sqlite3.Connection) -> Iterator[Row]:
    """Read the games that are sound, from both ends: damage in the middle hides none behind it."""
    seen = set()
    for order in ("ASC", "DESC"):
        for row in _rows(old, f"SELECT {COLUMNS} FROM games ORDER BY id {order}"):  # noqa: S608
            number, started, _, header, board, names, first, summed = row
            if number in seen:
                break
            seen.add(number)
            if is_sound((started, header, board, names, first), summed):
                yield row


def _take_over_game(
    game: object,
    old: sqlite3.Connection,
    new: sqlite3.Connection,
    tables: Sequence[tuple[str, str, str]],
) -> int:
    """Copy the events up to the first that is lost, and what belongs to them."""
    last = 0
    for number, line, summed in _rows(
        old, "SELECT number, line, checksum FROM events WHERE game = ? ORDER BY number", game
    ):
        if number != last + 1 or not is_sound((line,), summed):
            break
        new.execute("INSERT INTO events VALUES (?, ?, ?, ?)", (game, number, line, summed))
        last += 1
    for table, columns, numbered in tables:
        for row in _rows(
            old,
            f"SELECT {columns} FROM {table} WHERE game = ? AND {numbered} <= ?",  # noqa: S608 - ours
            game,
            last,
        ):
            if table == "notes" and not is_sound(row[2:3], row[3]):
                continue
            places = ", ".join("?" * len(row))
            with suppress(sqlite3.IntegrityError, sqlite3.DataError):  # a row of other content
                new.execute(f"INSERT INTO {table} ({columns}) VALUES ({places})", row)  # noqa: S608
    return last


def _rows(old: sqlite3.Connection, query: str, *values: object) -> Iterator[Row]:
    """Read rows up to the first that cannot be read."""
    old.text_factory = text_of
    # The second is raised where the message of the first would quote damaged text.
    with suppress(sqlite3.DatabaseError, UnicodeDecodeError):
        yield from old.execute(query, values)
