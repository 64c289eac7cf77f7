"""What is to reach the broker of a table's games: each event once and in order, and how they stand.

It knows no session: whoever has a game's lines has them sent. What the journal has beyond what was
sent still waits.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from companion.broker import topics as says
from companion.broker.sender import Event, Sender
from companion.broker.topics import Payload, Topics, encoded
from companion.files import Closing
from companion.settings import Mqtt

Lines = Sequence[Mapping[str, Any]]


class Outbox(Closing):
    """Sends what is new of each game; how far it has come is in a file."""

    def __init__(self, settings: Mqtt, path: Path, already: Mapping[str, int]) -> None:
        """Begin to connect; ``already`` counts as sent where the file is new.

        Raises OSError or ValueError as ``Sender``.
        """
        self.topics: Final = Topics(settings.prefix, settings.table_name)
        self._cursor: Final = Cursor(path, already)
        self._sender: Final = Sender(settings, self.topics, self._taken)
        self._queued: Final[dict[str, int]] = {}
        self._playing: Payload | None = None
        self._lines: Lines = ()

    @property
    def waiting(self) -> int:
        return self._sender.waiting

    def last(self, game: str) -> int:
        """Give the number of the last event of a game that was taken or waits, BEGUN before any."""
        return self._queued.get(game, self._cursor.last(game))

    def was_sent(self, game: str) -> bool:
        return self._cursor.was_sent(game)

    def keep(self, topic: str, payload: Payload) -> None:
        """Let the broker keep the newest payload of a topic."""
        self._sender.keep(topic, encoded(payload))

    def send(self, game: str, about: Payload, lines: Lines) -> None:
        """Send the events of a game that were not sent yet; ``about`` says that it has begun."""
        last = self.last(game)
        if last == BEGUN:
            self._send(game, 0, about)
        for number in range(max(last, 0) + 1, len(lines) + 1):
            self._send(game, number, says.happened(game, number, lines[number - 1]))

    def play(self, game: str, about: Payload, lines: Lines) -> None:
        """Send what is new of the game that is played, and let the broker keep all of it.

        Of the game before, too: whoever missed its end, as when the broker lost it, finds it there.
        """
        self.send(game, about, lines)
        if self._playing is not None and self._playing["game"] != game:
            self.keep_previous(self._playing, self._lines)
        self._playing, self._lines = about, lines
        self.keep(self.topics.of("game"), about)
        self.keep(self.topics.of("events"), says.so_far(game, lines))

    def keep_previous(self, about: Payload, lines: Lines) -> None:
        """Let the broker keep the game that was played before this one, whole."""
        self.keep(self.topics.of("previous"), says.whole(about, lines))

    def close(self) -> None:
        self._sender.close()
        self._cursor.close()

    def _send(self, game: str, number: int, payload: Payload) -> None:
        self._queued[game] = number
        self._sender.send(Event(game, number, encoded(payload)))

    def _taken(self, event: Event) -> None:
        self._cursor.move(event.game, event.number)


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
