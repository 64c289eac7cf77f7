"""The games of all tables: each event once, whoever sends it again.

They are kept in one SQLite file or, for who has one, in a PostgreSQL database: both are asked in
the SQL that they share, by drivers that are used alike.
"""

import json
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from companion.files import Closing
from engine.errors import InputError

if TYPE_CHECKING:
    import psycopg

SCHEMA: Final = (
    """
    CREATE TABLE IF NOT EXISTS events (
        place TEXT NOT NULL, game TEXT NOT NULL, number INTEGER NOT NULL, payload TEXT NOT NULL,
        PRIMARY KEY (place, game, number)
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS results (
        place TEXT NOT NULL, game TEXT NOT NULL, ended TEXT NOT NULL, points TEXT NOT NULL,
        PRIMARY KEY (place, game)
    )
    """,
    "CREATE TABLE IF NOT EXISTS hall (one INTEGER PRIMARY KEY, name TEXT NOT NULL)",
)
DSNS: Final = ("postgresql://", "postgres://")
"""How the address of a PostgreSQL database begins; all else is the path of a file."""
NAME_BYTES: Final = 4
"""Of a hall's name: no two halls of a broker draw the same of four thousand million."""
PATIENCE: Final = 10
"""Seconds in which a database must answer at first."""

Payload = dict[str, Any]


class Result(NamedTuple):
    """A game that is over: at which table, when that was known, and the points in words."""

    place: str
    game: str
    ended: str
    points: str


class Sqlite:
    """A file; raises InputError.

    Each statement is a transaction of its own unless one was begun; ``%s`` stands for a value.
    """

    def __init__(self, path: Path) -> None:
        self._path: Final = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        except (OSError, sqlite3.Error) as error:
            raise InputError(str(path), "", f"cannot be opened: {error}") from None
        for pragma in ("journal_mode = WAL", "synchronous = FULL"):
            self.execute(f"PRAGMA {pragma}")

    def execute(self, query: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        try:
            return self._connection.execute(query.replace("%s", "?"), values)
        except sqlite3.Error as error:
            raise InputError(str(self._path), "", f"the games cannot be kept: {error}") from None

    def close(self) -> None:
        self._connection.close()


class Postgresql:
    """The same of a server; raises InputError, also where that is gone meanwhile."""

    def __init__(self, dsn: str) -> None:
        """Connect by an address as libpq reads it; a password may be in its own files instead."""
        try:
            import psycopg  # noqa: PLC0415 - only who has such a database has its driver
        except ImportError:
            advice = (
                "PostgreSQL needs a driver; type: "
                f'{sys.executable} -m pip install "psycopg[binary]" (with sudo on the appliance)'
            )
            raise InputError("--games", "", advice) from None
        self._error: Final = psycopg.Error
        try:
            self._connection = psycopg.connect(dsn, autocommit=True, connect_timeout=PATIENCE)
        except psycopg.Error as error:
            raise InputError("PostgreSQL", "", f"cannot be reached: {error}") from None

    def execute(self, query: str, values: Sequence[object] = ()) -> "psycopg.Cursor[Any]":
        try:
            return self._connection.execute(query.encode(), values)
        except self._error as error:
            raise InputError("PostgreSQL", "", f"the games cannot be kept: {error}") from None

    def close(self) -> None:
        self._connection.close()


class Games(Closing):
    """What was published, on the disk once a method or a batch ends; raises InputError."""

    def __init__(self, where: str) -> None:
        """Open a file by its path, or a PostgreSQL database by its DSN; begin what is not there."""
        self._database: Final = Postgresql(where) if where.startswith(DSNS) else Sqlite(Path(where))
        for statement in SCHEMA:
            self._database.execute(statement)

    def hall_name(self) -> str:
        """Name the hall whose games these are: drawn once, and kept with them."""
        query = "INSERT INTO hall VALUES (1, %s) ON CONFLICT DO NOTHING"
        self._database.execute(query, (token_hex(NAME_BYTES),))
        ((name,),) = self._database.execute("SELECT name FROM hall")
        return str(name)

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Write all of the block at once: a disk takes as long for one event as for many."""
        self._database.execute("BEGIN")
        try:
            yield
        except BaseException:
            self._database.execute("ROLLBACK")
            raise
        self._database.execute("COMMIT")

    def add(self, place: str, game: str, number: int, payload: Payload) -> bool:
        """Keep an event; tell whether it was not kept before."""
        row = (place, game, number, json.dumps(payload))
        query = "INSERT INTO events VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING"
        return self._database.execute(query, row).rowcount == 1

    def events(self, place: str, game: str) -> list[Payload]:
        """Give the payloads of a game from its beginning on, as far as none is missing."""
        query = "SELECT number, payload FROM events WHERE place = %s AND game = %s ORDER BY number"
        found: list[Payload] = []
        for number, payload in self._database.execute(query, (place, game)):
            if number != len(found):
                break
            found.append(json.loads(payload))
        return found

    def last(self, place: str, game: str) -> int:
        """Give the number of the last event of a game that is kept, -1 where none is."""
        query = "SELECT max(number) FROM events WHERE place = %s AND game = %s"
        ((number,),) = self._database.execute(query, (place, game))
        return -1 if number is None else int(number)

    def latest(self) -> list[tuple[str, str]]:
        """List for each table the game that began last there."""
        query = "SELECT place, max(game) FROM events GROUP BY place"
        return [(place, game) for place, game in self._database.execute(query)]

    def set_result(self, place: str, game: str, points: str | None) -> None:
        """Keep how a game ended; None where it goes on again."""
        if points is None:
            query = "DELETE FROM results WHERE place = %s AND game = %s"
            self._database.execute(query, (place, game))
            return
        ended = datetime.now(UTC).isoformat(timespec="seconds")
        self._database.execute(
            "INSERT INTO results VALUES (%s, %s, %s, %s) "
            "ON CONFLICT (place, game) DO UPDATE SET points = excluded.points",
            (place, game, ended, points),
        )

    def results(self, most: int) -> Sequence[Result]:
        query = "SELECT place, game, ended, points FROM results ORDER BY ended DESC LIMIT %s"
        return [Result(*row) for row in self._database.execute(query, (most,))]

    def close(self) -> None:
        self._database.close()
