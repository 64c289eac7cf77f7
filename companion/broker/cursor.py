"""How far the games of a journal have been sent: what the journal has beyond that still waits."""

import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.files import Closing

SCHEMA: Final = """
    CREATE TABLE IF NOT EXISTS sent (game TEXT PRIMARY KEY, number INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS before (game TEXT PRIMARY KEY);
"""
BEGUN: Final = -1
"""Of a game of which nothing was sent, not even that it has begun."""


class Cursor(Closing):
    """The number of the last event of each game that the broker has taken, in a small database.

    A game is known by its name (``topics.game_name``). What cannot be written is sent again after
    a restart, which readers notice by the numbers. Used by one thread at a time.
    """

    def __init__(self, path: Path, already: Mapping[str, int]) -> None:
        """Open it; where it is new, what was played ``already`` counts as sent."""
        self._sent: Final[dict[str, int]] = {}
        self._before: Final[set[str]] = set()
        try:
            self._open(path, already)
        except sqlite3.DatabaseError:  # damaged, or no database at all: begin again
            with suppress(OSError):
                path.unlink(missing_ok=True)
            try:
                self._open(path, already)
            except sqlite3.Error:  # no disk to write to
                self._open(Path(":memory:"), already)

    def last(self, game: str) -> int:
        """Give the number of the last event that was taken, BEGUN where none was."""
        return self._sent.get(game, BEGUN)

    def move(self, game: str, number: int) -> None:
        """Note that an event was taken; on the disk once this returns, if it can be."""
        self._sent[game] = number
        with suppress(sqlite3.Error):
            self._database.execute("INSERT OR REPLACE INTO sent VALUES (?, ?)", (game, number))

    def was_sent(self, game: str) -> bool:
        """Tell whether anything of a game was sent: not of one that was over before."""
        return game in self._sent and game not in self._before

    def close(self) -> None:
        self._database.close()

    def _open(self, path: Path, already: Mapping[str, int]) -> None:
        new = not path.exists()
        # Each statement is a transaction of its own.
        self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._database.executescript(SCHEMA)
        if new:
            games = [*already.items()]
            self._database.executemany("INSERT INTO sent VALUES (?, ?)", games)
            self._database.execute("INSERT INTO before SELECT game FROM sent")
        self._sent.clear()
        self._sent.update(self._database.execute("SELECT game, number FROM sent"))
        self._before.clear()
        self._before.update(game for (game,) in self._database.execute("SELECT game FROM before"))
