"""The rows of a journal: how games, events, notes and evidence are written there and read back."""

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NewType, TypeAlias

from companion.archive.game_zip import About, Evidence
from companion.journal.errors import JournalDamagedError, NoSuchGameError
from engine.errors import InputError
from engine.fields import Fields, parse_object
from engine.record import Header, format_header, parse_header

GameId = NewType("GameId", int)
Line: TypeAlias = Mapping[str, object]
"""The keys of an event or a note: a line of a record."""
EvidenceOf: TypeAlias = Callable[[GameId, int], Sequence[Evidence]]
"""Gives the evidence for an event of a game, by their numbers."""

LINES_KEPT: Final = 1024
"""How many lines are kept as they were read: those of a long game."""
COLUMNS: Final = "id, started, finished, header, board, names, first, checksum"
"""Of a game; all but the first, the third and the last are in its checksum."""
SELECT_GAMES: Final = f"""
    SELECT {COLUMNS},
        (SELECT coalesce(max(number), 0) FROM events WHERE game = games.id),
        (SELECT count(cropped) + count(whole) FROM evidence WHERE game = games.id)
    FROM games
"""  # noqa: S608 - the columns are ours
SELECT_LINES: Final = """
    SELECT number AS after, 0 AS note, 0 AS id, CAST(line AS BLOB), checksum
    FROM events WHERE game = :game
    UNION ALL
    SELECT after, 1, id, CAST(line AS BLOB), checksum
    FROM notes WHERE game = :game
    ORDER BY after, note, id
"""
"""Lines come as bytes: at each event all of its game are read, and most only compared."""
SELECT_EVIDENCE: Final = """
    SELECT event, moment, reading, cropped, whole FROM evidence
    WHERE game = :game AND (event = :event OR :event IS NULL)
    ORDER BY event, moment DESC
"""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game of the journal.

    ``about`` holds its times, the players' names and how long they thought; ``board_text`` is the
    whole board file; ``events`` is the number of the last event; ``pictures`` counts the JPEG files
    that are kept.
    """

    id: GameId
    header: Header
    board_text: str
    about: About
    events: int
    pictures: int


@dataclass(eq=False, slots=True)
class PlayedGame:
    """A game in memory, whole but for its pictures.

    ``id`` is its number in the journal in use, None while it has none; ``lines`` are its events and
    notes in order, as JSON gives them.
    """

    id: GameId | None
    header: Header
    board_text: str
    about: About
    lines: list[Line]


@dataclass(eq=False, slots=True)
class Compared:
    """The stored game that was saved last: its ``row`` and ``rows`` as they were found sound.

    At every event of a game all of it is read anew, but nearly all is as it was.
    """

    row: tuple[object, ...] = ()
    game: StoredGame | None = None
    rows: list[tuple[object, ...]] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)


class Rows:
    """What the tables hold, inside somebody else's transaction; ``path`` is for errors."""

    def __init__(self, connection: sqlite3.Connection, path: Path, compared: Compared) -> None:
        self._connection: Final = connection
        self._path: Final = path
        self._compared: Final = compared

    def games(self, *, unfinished: bool = False) -> Iterator[StoredGame]:
        which = "WHERE finished IS NULL" if unfinished else ""
        for row in self._connection.execute(f"{SELECT_GAMES} {which} ORDER BY id DESC"):
            yield self._game(row)

    def game(self, game: GameId) -> StoredGame:
        row = self._connection.execute(f"{SELECT_GAMES} WHERE id = ?", (game,)).fetchone()
        if row is None:
            raise NoSuchGameError(self._path, f"there is no game {game}")
        return self._game(row)

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

    def lines(self, game: StoredGame) -> Iterator[bytes]:
        """Read a record; raises JournalDamagedError at a line that is not as it was written."""
        yield format_header(game.header).encode()
        for row in self._connection.execute(SELECT_LINES, {"game": game.id}):
            yield self._sound(game.id, row).encode() + b"\n"

    def _sound(self, game: GameId, row: Sequence[Any]) -> str:
        """Give a line of a row; raises JournalDamagedError where it is not as it was written."""
        after, note, _, raw, summed = row
        line = None if raw is None else raw.decode(errors="replace")
        if not is_sound((line,), summed):
            message = f"game {game}: {'a note after ' * note}event {after} is damaged"
            raise JournalDamagedError(self._path, message)
        return str(line)

    def evidence(self, game: GameId, event: int | None = None) -> Iterator[tuple[int, Evidence]]:
        values = {"game": game, "event": event}
        for number, moment, raw, cropped, whole in self._connection.execute(
            SELECT_EVIDENCE, values
        ):
            reading = None
            with suppress(ValueError):  # a damaged reading counts as none
                reading = json.loads(str(raw)) if raw is not None else None
            yield (
                number,
                Evidence(
                    "before" if moment == "before" else "after",
                    cropped if isinstance(cropped, bytes) else None,
                    whole if isinstance(whole, bytes) else None,
                    reading if isinstance(reading, dict) else None,
                ),
            )

    def add_game(self, header: Header, board_text: str, about: About) -> GameId:
        """Write what a game begins with; gives its number."""
        texts = (
            format_time(about.started),
            format_header(header),
            board_text,
            format_keys(about.names),
            about.first,
        )
        cursor = self._connection.execute(
            "INSERT INTO games (finished, started, header, board, names, first, checksum) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (about.finished and format_time(about.finished), *texts, checksum(*texts)),
        )
        game = GameId(cursor.lastrowid or 0)
        for player, seconds in about.thinking.items():
            self.add_thinking(game, player, seconds)
        return game

    def add_lines(self, game: GameId, lines: Sequence[Line]) -> range:
        """Write what follows the last event, as a record has it; gives the numbers of new events.

        Raises NoSuchGameError.
        """
        before = last = self.last_event(game)
        for line in lines:
            text = format_keys(line)
            last += "note" not in line
            table = "notes (game, after, line, checksum)" if "note" in line else "events"
            self._connection.execute(
                f"INSERT INTO {table} VALUES (?, ?, ?, ?)",  # noqa: S608 - ours
                (game, last, text, checksum(text)),
            )
        return range(before + 1, last + 1)

    def add_evidence(self, game: GameId, number: int, evidence: Sequence[Evidence]) -> None:
        for seen in evidence:
            reading = None if seen.reading is None else format_keys(seen.reading)
            self._connection.execute(
                "INSERT INTO evidence (game, event, moment, reading, cropped, whole) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (game, number, seen.moment, reading, seen.cropped, seen.whole),
            )

    def add_thinking(self, game: GameId, player: str, seconds: float) -> None:
        self._connection.execute(
            "INSERT INTO thinking VALUES (?, ?, ?) "
            "ON CONFLICT DO UPDATE SET seconds = seconds + excluded.seconds",
            (game, player, seconds),
        )

    def finish(self, game: GameId, when: datetime | None) -> None:
        """Mark a game as finished, or with None as unfinished; one that is so already stays."""
        text = when and format_time(when)
        self._connection.execute(
            "UPDATE games SET finished = ? WHERE id = ? AND (finished IS NULL) IS NOT (? IS NULL)",
            (text, game, text),
        )

    def delete(self, game: GameId) -> None:
        self._connection.execute("DELETE FROM games WHERE id = ?", (game,))

    def save(self, game: PlayedGame, evidence: EvidenceOf) -> GameId:
        """Write what is missing here of a game in memory; gives its number here.

        Where the game of its number is another one, or has been continued in another way, all is
        written as a new game.
        """
        number, stored = game.id, self._lines_of_same(game)
        if number is None or stored is None or game.lines[: len(stored)] != stored:
            begun = replace(game.about, thinking={}, finished=None)
            number, stored = self.add_game(game.header, game.board_text, begun), []
        for event in self.add_lines(number, game.lines[len(stored) :]):
            self.add_evidence(number, event, evidence(game.id or number, event))
        thinking = self._thinking(number)
        for player, seconds in game.about.thinking.items():
            if (more := seconds - thinking.get(player, 0.0)) > 0:
                self.add_thinking(number, player, more)
        self.finish(number, game.about.finished)
        return number

    def _lines_of_same(self, game: PlayedGame) -> list[Line] | None:
        """Read the events and notes of the same game, None where there is no such game."""
        # Without counting: that reads every picture.
        query = f"SELECT {COLUMNS}, 0, 0 FROM games WHERE id = ?"  # noqa: S608 - ours
        row = self._connection.execute(query, (game.id,)).fetchone()
        if row is None:
            return None
        known, found = self._compared, self._compared.game
        if found is None or known.row != row:
            known.row, known.game = row, (found := self._game(row))
        about = replace(found.about, thinking=game.about.thinking, finished=game.about.finished)
        same = (found.header, found.board_text, about) == (game.header, game.board_text, game.about)
        return self._lines_read(found.id) if same else None

    def _lines_read(self, game: GameId) -> list[Line]:
        """Read events and notes, which are not to be changed; of known ones only that they are."""
        known = self._compared
        rows = self._connection.execute(SELECT_LINES, {"game": game}).fetchall()
        if rows[: len(known.rows)] != known.rows:
            known.rows, known.lines = [], []
        more = [self._sound(game, row) for row in rows[len(known.rows) :]]
        known.lines = [*known.lines, *map(json.loads, more)]
        known.rows = rows
        return known.lines

    def _game(self, row: Sequence[object]) -> StoredGame:
        """Read a row of ``SELECT_GAMES``; raises JournalDamagedError."""
        number, started, finished, header, board, names, first, summed, events, pictures = row
        message = f"game {number} is damaged"
        if not is_sound((started, header, board, names, first), summed):
            raise JournalDamagedError(self._path, message)
        game = GameId(int(str(number)))
        ended = None
        with suppress(ValueError):  # it changes, so it has no checksum; what it says is not vital
            ended = datetime.fromisoformat(str(finished))
        try:
            about = About(
                datetime.fromisoformat(str(started)),
                ended,
                json.loads(str(names)),
                str(first) if first is not None else None,
                self._thinking(game),
            )
            keys = parse_object(str(header).encode(), str(self._path), message)
            parsed = parse_header(Fields(str(self._path), message, keys))
        except (ValueError, InputError) as error:
            raise JournalDamagedError(self._path, message) from error
        return StoredGame(game, parsed, str(board), about, int(str(events)), int(str(pictures)))

    def _thinking(self, game: GameId) -> dict[str, float]:
        return dict(
            self._connection.execute(
                "SELECT player, seconds FROM thinking WHERE game = ? ORDER BY player", (game,)
            )
        )


def no_evidence(game: GameId, number: int) -> Sequence[Evidence]:
    """Give none for any event."""
    del game, number
    return ()


def format_keys(keys: Line) -> str:
    """Write a JSON object as it is stored: one line of ASCII, so that any text can be kept.

    Raises ValueError for what JSON cannot say.
    """
    return json.dumps(keys, allow_nan=False, separators=(",", ":"))


def format_time(time: datetime) -> str:
    """Write a time in UTC as records do."""
    return time.isoformat().replace("+00:00", "Z")


def checksum(*texts: str | None) -> int:
    """Sum up texts, so that a changed one is found out though it still can be read."""
    return zlib.crc32(json.dumps(texts).encode())


def is_sound(texts: Sequence[object], summed: object) -> bool:
    """Tell whether texts are those of which the checksum was taken."""
    return _summed(*[text if text is None else str(text) for text in texts]) == summed


_summed = lru_cache(maxsize=LINES_KEPT)(checksum)
"""The same of what is stored: all lines of a game are read anew at each of its events."""
