"""Simulated tables at a broker, which `tools.load` starts and kills.

    python -m tools.load_tables PORT FOLDER FIRST COUNT

plays at so many tables, as far as the number in FOLDER/allowed says, until that is negative. What
sends is the program's own outbox; only journal and players are simulated: what was played is known
after a kill, and every game is one of a few that chance has played.
"""

import json
import sqlite3
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.broker.outbox import Outbox
from companion.broker.topics import Payload
from companion.settings import Mqtt

GAMES: Final = "games.json"
"""The games that are played, each as one message of a game from its beginning to its end."""
ALLOWED: Final = "allowed"
REST: Final = 0.05
"""Seconds between two looks at what is allowed."""


@dataclass(frozen=True, slots=True)
class Part:
    """What of one game has been played at a table."""

    name: str
    about: Payload
    lines: Sequence[Mapping[str, Any]]


def parts(games: Sequence[Mapping[str, Any]], table: int, events: int) -> Iterator[Part]:
    """Give the games of a table as they stand after so many events in all, in order."""
    number = 0
    while events > 0:
        kept = games[(table + number) % len(games)]
        name = f"20261124T{number:06}-{number}"
        about = {key: value for key, value in kept.items() if key != "lines"} | {"game": name}
        lines = kept["lines"][:events]
        yield Part(name, about, lines)
        events -= len(lines)
        number += 1


class SimulatedTable:
    """One table; ``played`` events of it are known to whoever keeps its journal."""

    def __init__(self, port: int, folder: Path, number: int, played: int) -> None:
        """Go on where it was left."""
        self.played = played
        self._number: Final = number
        self._games: Final = json.loads((folder / GAMES).read_text(encoding="utf-8"))
        name = table_name(number)
        given = Mqtt(broker="127.0.0.1", broker_port=port, table_name=name, discovery="")
        self.outbox: Final = Outbox(given, folder / f"{name}.sent", {})
        for part in self._parts()[-2:-1]:
            self.outbox.keep_previous(part.about, part.lines)
        for part in self._parts():
            self.outbox.send(part.name, part.about, part.lines)

    def show(self) -> None:
        """Send what is new since the last time."""
        outbox = self.outbox
        for part in self._parts()[-1:]:
            outbox.play(part.name, part.about, part.lines)
            outbox.keep(
                outbox.topics.state,
                {
                    "version": 1,
                    "game": part.name,
                    "rules": part.about["header"]["game"],
                    "event": len(part.lines),
                    "turn": "Ana to play",
                    "points": f"Ana {len(part.lines)}, Ben 3, Zoë 2",
                    "last": f"Event {len(part.lines)} of game {part.name}",
                    "over": False,
                },
            )

    def _parts(self) -> list[Part]:
        return [*parts(self._games, self._number, self.played)]


class Journal:
    """How many events were played at each table of this process; survives its end by a signal."""

    def __init__(self, path: Path) -> None:
        """Open it, or begin it."""
        self._database: Final = sqlite3.connect(path, isolation_level=None)
        self._database.executescript(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;"
            "CREATE TABLE IF NOT EXISTS played (place INTEGER PRIMARY KEY, events INTEGER NOT NULL)"
        )

    def played(self, number: int) -> int:
        query = "SELECT events FROM played WHERE place = ?"
        row = self._database.execute(query, (number,)).fetchone()
        return int(row[0]) if row else 0

    def write(self, number: int, events: int) -> None:
        query = "INSERT OR REPLACE INTO played VALUES (?, ?)"
        self._database.execute(query, (number, events))


def table_name(number: int) -> str:
    """Name a table."""
    return f"t{number:04}"


def allowed(folder: Path) -> int:
    """Tell how many events may have been played at each table."""
    with suppress(OSError, ValueError):
        return int((folder / ALLOWED).read_text(encoding="ascii"))
    return 0


def main() -> None:
    """Play until no more is wanted."""
    port, folder, first, count = int(sys.argv[1]), Path(sys.argv[2]), *map(int, sys.argv[3:5])
    journal = Journal(folder / f"played-{first}.sqlite")
    tables = {
        number: SimulatedTable(port, folder, number, journal.played(number))
        for number in range(first, first + count)
    }
    for table in tables.values():
        table.show()
    while (most := allowed(folder)) >= 0:
        ready = {n: one for n, one in tables.items() if one.played < most}
        for number, table in ready.items():
            table.played += 1
            journal.write(number, table.played)
            table.show()
        if not ready:
            time.sleep(REST)
    for table in tables.values():
        table.outbox.close()


if __name__ == "__main__":
    main()
