"""The rows of the journal, read and written inside somebody else's transaction."""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from companion.archive.evidence import Evidence
from companion.archive.manifest import About
from companion.journal.errors import JournalDamagedError, NoSuchGameError
from companion.journal.stored import (
    COLUMNS,
    GameId,
    StoredGame,
    checksum,
    evidence_from,
    is_sound,
    packed,
    unpacked,
    written,
)
from engine.record import Header, format_header

SELECT_GAMES: Final = f"""
    SELECT {COLUMNS},
        (SELECT coalesce(max(number), 0) FROM events WHERE game = games.id),
        (SELECT count(cropped) + count(whole) FROM evidence WHERE game = games.id)
    FROM games
"""  # noqa: S608 - the columns are ours
SELECT_LINES: Final = """
    SELECT number AS after, 0 AS note, 0 AS id, line, checksum FROM events WHERE game = :game
    UNION ALL
    SELECT after, 1, id, line, checksum FROM notes WHERE game = :game
    ORDER BY after, note, id
"""
SELECT_EVIDENCE: Final = """
    SELECT event, moment, reading, cropped, whole FROM evidence
    WHERE game = :game AND (event = :event OR :event IS NULL)
    ORDER BY event, moment DESC
"""


class Rows:
    """What the tables hold, as the journal speaks of it; ``path`` names the file in errors."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        """Work on an open connection."""
        self._connection: Final = connection
        self._path: Final = path

    def games(self, *, unfinished: bool) -> Iterator[StoredGame]:
        """Read games, the newest first."""
        which = "WHERE finished IS NULL" if unfinished else ""
        for row in self._connection.execute(f"{SELECT_GAMES} {which} ORDER BY id DESC"):
            yield unpacked(row, self._path, self._thinking(row[0]))

    def game(self, game: GameId) -> StoredGame:
        """Read one game; raises NoSuchGameError."""
        row = self._connection.execute(f"{SELECT_GAMES} WHERE id = ?", (game,)).fetchone()
        if row is None:
            raise NoSuchGameError(self._path, f"there is no game {game}")
        return unpacked(row, self._path, self._thinking(game))

    def last_event(self, game: GameId) -> int:
        """Give the number of a game's last event, 0 where there is none; NoSuchGameError."""
        row = self._connection.execute(
            "SELECT (SELECT coalesce(max(number), 0) FROM events WHERE game = id) "
            "FROM games WHERE id = ?",
            (game,),
        ).fetchone()
        if row is None:
            raise NoSuchGameError(self._path, f"there is no game {game}")
        return int(row[0])

    def event(self, game: GameId, number: int) -> dict[str, object]:
        """Read the keys of an event's line."""
        (line,) = self._connection.execute(
            "SELECT line FROM events WHERE game = ? AND number = ?", (game, number)
        ).fetchone()
        keys: dict[str, object] = json.loads(line)
        return keys

    def lines(self, game: StoredGame) -> Iterator[bytes]:
        """Read a record; raises JournalDamagedError at a line that is not as it was written."""
        yield format_header(game.header).encode()
        for after, note, _, line, summed in self._connection.execute(
            SELECT_LINES, {"game": game.id}
        ):
            if not is_sound((line,), summed):
                told = f"game {game.id}: {'a note after ' * note}event {after} is damaged"
                raise JournalDamagedError(self._path, told)
            yield line.encode() + b"\n"

    def evidence(self, game: GameId, event: int | None = None) -> Iterator[tuple[int, Evidence]]:
        """Read the evidence for an event, or for all, by its number."""
        values = {"game": game, "event": event}
        for number, *row in self._connection.execute(SELECT_EVIDENCE, values):
            yield number, evidence_from(row)

    def insert_game(self, header: Header, board_text: str, about: About) -> GameId:
        """Write what a game begins with; gives its number."""
        texts = (
            written(about.started),
            format_header(header),
            board_text,
            packed(about.names),
            about.first,
        )
        cursor = self._connection.execute(
            "INSERT INTO games (finished, started, header, board, names, first, checksum) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (about.finished and written(about.finished), *texts, checksum(*texts)),
        )
        game = GameId(cursor.lastrowid or 0)
        for player, seconds in about.thinking.items():
            self.add_thinking(game, player, seconds)
        return game

    def insert_event(self, game: GameId, number: int, line: Mapping[str, object]) -> None:
        """Write an event; the tables refuse any but the next."""
        text = packed(line)
        self._connection.execute(
            "INSERT INTO events VALUES (?, ?, ?, ?)", (game, number, text, checksum(text))
        )

    def insert_evidence(self, game: GameId, number: int, seen: Evidence) -> None:
        """Write the evidence of one moment of an event."""
        reading = None if seen.reading is None else packed(seen.reading)
        self._connection.execute(
            "INSERT INTO evidence (game, event, moment, reading, cropped, whole) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (game, number, seen.moment, reading, seen.cropped, seen.whole),
        )

    def insert_note(self, game: GameId, after: int, line: Mapping[str, object]) -> None:
        """Write a note that stands after an event."""
        text = packed(line)
        self._connection.execute(
            "INSERT INTO notes (game, after, line, checksum) VALUES (?, ?, ?, ?)",
            (game, after, text, checksum(text)),
        )

    def add_thinking(self, game: GameId, player: str, seconds: float) -> None:
        """Add seconds to a player's time."""
        self._connection.execute(
            "INSERT INTO thinking VALUES (?, ?, ?) "
            "ON CONFLICT DO UPDATE SET seconds = seconds + excluded.seconds",
            (game, player, seconds),
        )

    def finish(self, game: GameId, when: str | None) -> None:
        """Mark a game as finished, or with None as going on; one that is so already stays."""
        self._connection.execute(
            "UPDATE games SET finished = ? WHERE id = ? AND (finished IS NULL) IS NOT (? IS NULL)",
            (when, game, when),
        )

    def delete(self, game: GameId) -> None:
        """Delete a game and all that belongs to it."""
        self._connection.execute("DELETE FROM games WHERE id = ?", (game,))

    def _thinking(self, game: int) -> dict[str, float]:
        return dict(
            self._connection.execute(
                "SELECT player, seconds FROM thinking WHERE game = ? ORDER BY player", (game,)
            )
        )
