"""The games of all tables, kept in one SQLite file: each event once, whoever sends it again."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.files import Closing

SCHEMA: Final = """
    CREATE TABLE IF NOT EXISTS events (
        place TEXT NOT NULL, game TEXT NOT NULL, number INTEGER NOT NULL, payload TEXT NOT NULL,
        PRIMARY KEY (place, game, number)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS results (
        place TEXT NOT NULL, game TEXT NOT NULL, ended TEXT NOT NULL, points TEXT NOT NULL,
        PRIMARY KEY (place, game)
    ) WITHOUT ROWID;
"""

Payload = dict[str, Any]


class Result(NamedTuple):
    """A game that is over: at which table, when that was known, and the points in words."""

    place: str
    game: str
    ended: str
    points: str


class Games(Closing):
    """What was published, on the disk once a method or a batch ends; raises sqlite3.Error."""

    def __init__(self, path: Path) -> None:
        """Open the file, or begin it."""
        # Each statement is a transaction of its own.
        self._database: Final = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._database.executescript(
            f"PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; {SCHEMA}"
        )

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Write all of the block at once: a disk takes as long for one event as for many."""
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._database.execute("ROLLBACK")
            raise
        self._database.execute("COMMIT")

    def add(self, place: str, game: str, number: int, payload: Payload) -> bool:
        """Keep an event; tell whether it was not kept before."""
        row = (place, game, number, json.dumps(payload))
        done = self._database.execute("INSERT OR IGNORE INTO events VALUES (?, ?, ?, ?)", row)
        return done.rowcount == 1

    def events(self, place: str, game: str) -> list[Payload]:
        """Give the payloads of a game from its beginning on, as far as none is missing."""
        query = "SELECT number, payload FROM events WHERE place = ? AND game = ? ORDER BY number"
        found: list[Payload] = []
        for number, payload in self._database.execute(query, (place, game)):
            if number != len(found):
                break
            found.append(json.loads(payload))
        return found

    def latest(self) -> list[tuple[str, str]]:
        """List for each table the game that began last there."""
        query = "SELECT place, max(game) FROM events GROUP BY place"
        return [(place, game) for place, game in self._database.execute(query)]

    def set_result(self, place: str, game: str, points: str | None) -> None:
        """Keep how a game ended; None where it goes on again."""
        if points is None:
            query = "DELETE FROM results WHERE place = ? AND game = ?"
            self._database.execute(query, (place, game))
            return
        ended = datetime.now(UTC).isoformat(timespec="seconds")
        self._database.execute(
            "INSERT INTO results VALUES (?, ?, ?, ?) "
            "ON CONFLICT DO UPDATE SET points = excluded.points",
            (place, game, ended, points),
        )

    def results(self, most: int) -> Sequence[Result]:
        """List so many results, the newest first."""
        query = "SELECT place, game, ended, points FROM results ORDER BY ended DESC LIMIT ?"
        return [Result(*row) for row in self._database.execute(query, (most,))]

    def close(self) -> None:
        self._database.close()
