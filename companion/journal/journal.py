"""The journal: every game's events, on the disk before anybody is told that they happened."""

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from companion.archive.evidence import Evidence
from companion.archive.manifest import About
from companion.archive.reading import Archive
from companion.archive.writing import write_archive
from companion.closing import Closing
from companion.journal import upkeep
from companion.journal.bringing import EvidenceOf, Lines, bring_over
from companion.journal.connection import connect, connect_to_memory, transaction
from companion.journal.errors import (
    EventOrderError,
    JournalDamagedError,
    told_as_journal_errors,
)
from companion.journal.importing import check_archive
from companion.journal.rescue import Rescue, finish_rescue, rescue, take_over
from companion.journal.rows import Rows
from companion.journal.stored import GameId, StoredGame, packed, written
from engine.record import Header

PATIENCE: Final = 3.0
"""Seconds that another program may keep the journal locked: a commit takes a tenth of one."""
Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """Tell the time, to the second."""
    return datetime.now(UTC).replace(microsecond=0)


class Journal(Closing):
    """One database of games, which only grow; used by the thread that opened it.

    Every method that writes returns once what it wrote is on the disk, and raises a JournalError
    having written nothing. ``rescued`` tells what became of a damaged journal, if this one took
    its place; ``lasting`` is false where it is only in memory.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, clock: Clock) -> None:
        """Take over an open connection; ``Journal.open`` makes one."""
        self.path: Final = path
        self.rescued: Rescue | None = None
        self.lasting = True
        self._connection: Final = connection
        self._clock: Final = clock

    @classmethod
    def open(cls, path: Path, patience: float = PATIENCE, clock: Clock = utc_now) -> "Journal":
        """Open a journal, or begin one; a damaged one is set aside, and what can be is taken over.

        ``patience``: how many seconds another program may keep it locked. Raises JournalError.
        """
        finish_rescue(path)
        rescued = None
        try:
            connection = connect(path, patience)
        except JournalDamagedError:
            rescued = rescue(path, patience)
            connection = connect(path, patience)
        journal = cls(path, connection, clock)
        journal.rescued = rescued
        return journal

    @staticmethod
    def exists(path: Path) -> bool:
        """Tell whether there is a journal to open, without beginning one."""
        finish_rescue(path)
        return path.exists()

    @classmethod
    def open_rescued(
        cls, path: Path, patience: float = PATIENCE, clock: Clock = utc_now
    ) -> "Journal":
        """Set aside a journal that turned out to be damaged while it was used, and go on.

        The damaged one must have been closed.
        """
        rescued = rescue(path, patience)
        journal = cls.open(path, patience, clock)
        journal.rescued = rescued
        return journal

    @classmethod
    def in_memory(cls, path: Path, clock: Clock = utc_now, *, with_games: bool = True) -> "Journal":
        """Begin a journal in memory, where the one at ``path`` cannot be written to.

        It holds the games of that one with their events, as far as they can be read, and no
        pictures; none where ``with_games`` is false. What is played is gone with the program,
        unless it is exported; ``path`` is not written to.
        """
        with told_as_journal_errors(path):
            connection = connect_to_memory(path)
            if with_games and path.exists():
                take_over(path, connection, pictures=False)
        journal = cls(path, connection, clock)
        journal.lasting = False
        return journal

    def close(self) -> None:
        """Close the file; nothing is lost where that is not done."""
        self._connection.close()

    def begin(
        self,
        header: Header,
        board_text: str,
        names: Mapping[str, str] | None = None,
        first: str | None = None,
    ) -> GameId:
        """Begin a game; what is told here never changes.

        ``board_text`` is the whole board file. ``names`` are people's, by player, as far as they
        gave any; ``first`` is who is to begin, if that is settled.
        """
        with self._writing() as rows:
            return rows.insert_game(
                header, board_text, About(self._clock(), None, names or {}, first)
            )

    def append(
        self,
        game: GameId,
        number: int,
        line: Mapping[str, object],
        by: str | None = None,
        evidence: Sequence[Evidence] = (),
    ) -> None:
        """Store event ``number`` (that of the State it leads to); once this returns, it happened.

        ``line`` is a line of a record, to which the time is added, and ``by`` (one of SOURCES) for
        who said so, unless they are there. A finished game is unfinished again. To store the same
        event again under its number, after an error that left it open, changes nothing; another
        event there, or a number left out, is an EventOrderError.
        """
        whole = {**line} if by is None else {"by": by, **line}
        with self._writing() as rows:
            last = rows.last_event(game)
            if 1 <= number <= last and _is_same(rows.event(game, number), whole):
                return
            if number != last + 1:
                told = f"game {game}: expected event {last + 1}, found event {number}"
                raise EventOrderError(self.path, told)
            rows.insert_event(game, number, {"time": written(self._clock()), **whole})
            for seen in evidence:
                rows.insert_evidence(game, number, seen)
            rows.finish(game, None)

    def note(self, game: GameId, line: Mapping[str, object]) -> None:
        """Store a note (a record's line with the key ``note``) after the last event so far."""
        with self._writing() as rows:
            rows.insert_note(game, rows.last_event(game), line)

    def thought(self, game: GameId, player: str, seconds: float) -> None:
        """Add to the time that a player has been thinking."""
        with self._writing() as rows:
            rows.last_event(game)
            rows.add_thinking(game, player, seconds)

    def bring(
        self, games: Sequence[tuple[StoredGame, Lines]], evidence: EvidenceOf
    ) -> list[GameId]:
        """Store what is missing here of games that were kept elsewhere; gives their numbers here.

        Each comes with its events and notes as they came. A number is another where a game of
        that number has gone another way. Raises as ``append`` does.
        """
        with self._writing() as rows:
            return [bring_over(rows, game, lines, evidence) for game, lines in games]

    def finish(self, game: GameId) -> None:
        """Mark a game as finished: it is not offered any more to be gone on with."""
        with self._writing() as rows:
            rows.last_event(game)
            rows.finish(game, written(self._clock()))

    def games(self) -> tuple[StoredGame, ...]:
        """List all games, the newest first."""
        with self._reading() as rows:
            return tuple(rows.games(unfinished=False))

    def unfinished(self) -> tuple[StoredGame, ...]:
        """List the games that can be gone on with, the newest first."""
        with self._reading() as rows:
            return tuple(rows.games(unfinished=True))

    def game(self, game: GameId) -> StoredGame:
        """Give one game; raises NoSuchGameError."""
        with self._reading() as rows:
            return rows.game(game)

    def lines(self, game: GameId) -> tuple[bytes, ...]:
        """Give the lines of a game's record: its header, then events and notes as they came."""
        with self._reading() as rows:
            return tuple(rows.lines(rows.game(game)))

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
            header, lines = check_archive(archive)
            with self._writing() as rows:
                game = rows.insert_game(header, archive.board_text, archive.about)
                last = 0
                for keys in lines:
                    if "note" in keys:
                        rows.insert_note(game, last, keys)
                    else:
                        last += 1
                        rows.insert_event(game, last, keys)
                for number, seen in archive.evidence():
                    rows.insert_evidence(game, number, seen)
        return game

    def delete(self, game: GameId) -> None:
        """Delete a game with all that belongs to it, for good; raises NoSuchGameError."""
        with self._writing() as rows:
            rows.last_event(game)
            rows.delete(game)
        with told_as_journal_errors(self.path):
            upkeep.give_back(self._connection)

    def erase_pictures(self, game: GameId | None = None) -> int:
        """Erase the pictures of a game, or of all; readings and events stay. Gives how many."""
        if game is not None:
            self.game(game)
        with told_as_journal_errors(self.path):
            return upkeep.drop_pictures(self._connection, game)

    def thin(self, free_bytes_wanted: int) -> int:
        """Erase the oldest pictures until so many bytes are free; gives how many were freed."""
        with told_as_journal_errors(self.path):
            return upkeep.thin_pictures(self._connection, free_bytes_wanted)

    def backup(self, path: Path) -> None:
        """Copy the journal to a new file; raises OSError, also where there is a file."""
        with told_as_journal_errors(path):
            upkeep.copy(self._connection, path)

    def check(self) -> tuple[str, ...]:
        """Read every byte and list what is wrong; nothing where all is well."""
        with told_as_journal_errors(self.path):
            return upkeep.faults(self._connection)

    @contextmanager
    def _writing(self) -> Iterator[Rows]:
        with told_as_journal_errors(self.path), transaction(self._connection):
            yield Rows(self._connection, self.path)

    @contextmanager
    def _reading(self) -> Iterator[Rows]:
        """Read in a transaction, so that all that is read is of one moment."""
        with told_as_journal_errors(self.path), transaction(self._connection, "DEFERRED"):
            yield Rows(self._connection, self.path)


def _is_same(stored: Mapping[str, object], line: Mapping[str, object]) -> bool:
    """Tell whether a line is the stored one, but for the time that the journal added."""
    keys: dict[str, object] = json.loads(packed({"time": stored["time"], **line}))
    return keys == stored
