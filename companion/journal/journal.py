"""The journal: every game's events, on the disk before anybody is told that they happened."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from companion.archive.game_zip import RECORD, Archive, Evidence, write_archive
from companion.files import Closing, new_file
from companion.journal.database import connect, connect_in_memory, transaction
from companion.journal.errors import (
    JournalDamagedError,
    JournalError,
    JournalLockedError,
    database_errors,
)
from companion.journal.rescue import Rescue, copy_readable, finish_rescue, rescue
from companion.journal.rows import (
    Compared,
    EvidenceOf,
    GameId,
    Line,
    PlayedGame,
    Rows,
    StoredGame,
    no_evidence,
)
from companion.playback import begin, play_entry, replayed
from engine.board import Board
from engine.errors import InputError
from engine.fields import parse_object
from engine.games import parse_board
from engine.history import AnyHistory
from engine.record import Header, Record

PATIENCE: Final = 3.0
"""Seconds that another program may keep the journal locked: a commit takes a tenth of one."""
BATCH: Final = 16
"""Rows of evidence that are thinned at once: what a transaction needs for a moment is some MB."""
OLDEST_PICTURES: Final = """
    SELECT id, coalesce(length(cropped), 0) + coalesce(length(whole), 0)
    FROM evidence WHERE cropped IS NOT NULL OR whole IS NOT NULL
    ORDER BY game, event, moment DESC LIMIT ?
"""


class Journal(Closing):
    """One database of games, which only grow; used by the thread that opened it.

    Every method that writes returns once what it wrote is on the disk, and raises a JournalError
    having written nothing. ``rescued`` tells what became of a damaged journal, if this one took
    its place; ``lasting`` is false where it is only in memory.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path: Final = path
        self.rescued: Rescue | None = None
        self.lasting = True
        self._connection: Final = connection
        self._compared: Final = Compared()

    @classmethod
    def open(cls, path: Path, patience: float = PATIENCE) -> "Journal":
        """Open a journal, or begin one; a damaged one is set aside, and what can be read copied.

        ``patience``: how many seconds another program may keep it locked. Raises JournalError.
        """
        finish_rescue(path)
        try:
            return cls(path, connect(path, patience))
        except JournalDamagedError:
            return cls.open_rescued(path, patience)

    @classmethod
    def open_rescued(cls, path: Path, patience: float = PATIENCE) -> "Journal":
        """Set a damaged journal aside, which must have been closed, and open a copy of it."""
        rescued = rescue(path, patience)
        journal = cls(path, connect(path, patience))
        journal.rescued = rescued
        return journal

    @classmethod
    def in_memory(cls, path: Path, *, with_games: bool = True) -> "Journal":
        """Begin a journal in memory, where the one at ``path`` cannot be written to.

        It holds the games of that one with their events, as far as they can be read, and no
        pictures; none where ``with_games`` is false. What is played is gone with the program,
        unless it is exported; ``path`` is not written to.
        """
        connection = connect_in_memory(path)
        with suppress(JournalError, OSError), database_errors(path):
            if with_games and path.exists():
                copy_readable(path, connection, evidence=False)
        journal = cls(path, connection)
        journal.lasting = False
        return journal

    @staticmethod
    def exists(path: Path) -> bool:
        """Tell whether there is a journal to open, without beginning one."""
        finish_rescue(path)
        return path.exists()

    def close(self) -> None:
        """Close the file; nothing is lost where that is not done."""
        self._connection.close()

    def save(self, games: Sequence[PlayedGame], evidence: EvidenceOf = no_evidence) -> None:
        """Write what is missing here of games in memory, all or nothing, and number them.

        Once this returns, what they hold has happened. A game gets another number where the one of
        its number has been continued in another way. ``evidence`` is asked for new events alone.
        """
        with self._writing() as rows:
            numbers = [rows.save(game, evidence) for game in games]
        for game, number in zip(games, numbers, strict=True):
            game.id = number

    def games(self) -> tuple[StoredGame, ...]:
        with self._reading() as rows:
            return tuple(rows.games())

    def unfinished(self) -> tuple[StoredGame, ...]:
        with self._reading() as rows:
            return tuple(rows.games(unfinished=True))

    def game(self, game: GameId) -> StoredGame:
        with self._reading() as rows:
            return rows.game(game)

    def lines(self, game: GameId) -> tuple[bytes, ...]:
        """Give the lines of a game's record: its header, then events and notes as they came."""
        with self._reading() as rows:
            return tuple(rows.lines(rows.game(game)))

    def replayed(
        self, stored: StoredGame, lines: tuple[bytes, ...] | None = None
    ) -> tuple[Board, AnyHistory]:
        """Play a game through the rules on its board; raises InputError where that cannot be.

        Its lines are read where they are not at hand.
        """
        if lines is None:
            lines = self.lines(stored.id)
        file = f"{self.path}: game {stored.id}"
        board = parse_board(stored.board_text, file)
        return board, replayed(Record(lines, file), board)

    def evidence(self, game: GameId, number: int) -> tuple[Evidence, ...]:
        """Give what is kept of the evidence for an event, that of before first."""
        with self._reading() as rows:
            return tuple(seen for _, seen in rows.evidence(game, number))

    def export(self, game: GameId, path: Path) -> None:
        """Write a game with its evidence as a zip; raises OSError, also where there is a file."""
        with self._reading() as rows:
            stored = rows.game(game)
            lines, evidence = rows.lines(stored), rows.evidence(game)
            write_archive(path, stored.about, lines, stored.board_text, evidence)

    def import_(self, path: Path) -> GameId:
        """Take in a game from a zip, under a new number.

        Raises InputError, nothing taken in, where the zip breaks its format or the rules refuse
        the record.
        """
        with Archive(path) as archive:
            header, lines = _check_archive(archive)
            with self._writing() as rows:
                game = rows.add_game(header, archive.board_text, archive.about)
                rows.add_lines(game, lines)
                for number, seen in archive.evidence():
                    rows.add_evidence(game, number, [seen])
        return game

    def delete(self, game: GameId) -> None:
        """Delete a game with all that belongs to it, for good; raises NoSuchGameError."""
        with self._writing() as rows:
            rows.last_event(game)
            rows.delete(game)
        self._shrink()

    def erase_pictures(self, game: GameId | None = None) -> int:
        """Erase the pictures of a game, or of all; readings and events stay. Gives how many.

        Raises JournalLockedError where another program that is reading keeps old bytes in the
        file; they go when pictures are erased again.
        """
        which = "WHERE game = :game OR :game IS NULL"
        with self._writing() as rows:
            if game is not None:
                rows.last_event(game)
            (number,) = self._connection.execute(
                f"SELECT count(cropped) + count(whole) FROM evidence {which}",  # noqa: S608 - ours
                {"game": game},
            ).fetchone()
            self._connection.execute(
                f"UPDATE evidence SET cropped = NULL, whole = NULL {which}",  # noqa: S608 - ours
                {"game": game},
            )
        self._shrink()
        return int(number)

    def thin(self, wanted: int) -> int:
        """Erase the oldest pictures until so many bytes are free; gives how many bytes were.

        Fewer are freed only when no picture is left. Events and readings stay.
        """
        freed = 0
        while freed < wanted:
            chosen = []
            with self._writing():
                found = self._connection.execute(OLDEST_PICTURES, (BATCH,)).fetchall()
                for number, size in found:
                    if freed < wanted:
                        chosen.append((number,))
                        freed += size
                self._connection.executemany(
                    "UPDATE evidence SET cropped = NULL, whole = NULL WHERE id = ?", chosen
                )
            self._shrink()
            if len(found) < BATCH:
                break
        return freed

    def backup(self, path: Path) -> None:
        """Copy the journal to a new file; raises OSError, also where there is a file."""
        with (
            database_errors(path),
            new_file(path) as begun,
            closing(sqlite3.connect(begun)) as target,
        ):
            self._connection.backup(target)
            # One file that is whole by itself; the journal goes back to WAL when it is opened.
            target.execute("PRAGMA journal_mode = DELETE").fetchall()

    def _shrink(self) -> None:
        """Return free pages to the disk, and leave nothing that was erased in the WAL file."""
        with database_errors(self.path):
            # A page a step, and ``execute`` takes only one of a statement that has no columns.
            self._connection.executescript("PRAGMA incremental_vacuum")
            checkpoint = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            busy, *_ = checkpoint.fetchone()
        if busy:
            raise JournalLockedError(self.path)

    @contextmanager
    def _writing(self) -> Iterator[Rows]:
        with database_errors(self.path), transaction(self._connection):
            yield Rows(self._connection, self.path, self._compared)

    @contextmanager
    def _reading(self) -> Iterator[Rows]:
        """Read in a transaction, so that all that is read is of one moment."""
        with database_errors(self.path), transaction(self._connection, "DEFERRED"):
            yield Rows(self._connection, self.path, self._compared)


def _check_archive(archive: Archive) -> tuple[Header, list[Line]]:
    """Play the record on its board; gives its header and the keys of each further line, notes too.

    Raises InputError where a line cannot be read, the rules refuse it, or it is cut short, and
    where names, times or evidence belong to nobody and nothing in the record.
    """
    file = f"{archive.path}: {RECORD}"
    lines = archive.record.splitlines(keepends=True)
    record = Record(lines, file)
    board = parse_board(archive.board_text, f"{archive.path}: board.toml")
    history = begin(record, board)
    for entry in record.entries(history.game.parse_event):
        play_entry(record, board, history, entry)
    if record.cut_short:
        raise InputError(file, f"line {record.cut_short}", "cut short")
    about, players = archive.about, record.header.players
    for player in (*about.names, *about.thinking, *filter(None, [about.first])):
        if player not in players:
            message = f"expected one of {', '.join(players)}, found {ascii(player)[:60]}"
            raise InputError(str(archive.path), "manifest.json", message)
    for number, seen in archive.evidence():
        if not 1 <= number <= history.event:
            message = f"there is evidence for event {number} ({seen.moment}), and no such event"
            raise InputError(str(archive.path), "", message)
    return record.header, [
        parse_object(line, file, f"line {number}")
        for number, line in enumerate(lines[1:], start=2)
        if line.strip()
    ]
