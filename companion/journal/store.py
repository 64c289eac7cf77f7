"""The games of an evening, safe from whatever the disk does.

The last games are held whole in memory, and every change goes to the journal at once. Where that
fails, the journal is mended or room is made; where that fails too, a journal in memory takes its
place, so that play goes on, and the disk is tried again until all that is missing is written there.
Nothing here raises for what a disk does, except ``delete``, which is no part of play.
"""

import os
import shutil
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from companion.archive.evidence import Evidence
from companion.files import Closing
from companion.journal.errors import (
    EventOrderError,
    JournalDamagedError,
    JournalError,
    JournalFullError,
    NoSuchGameError,
)
from companion.journal.journal import Clock, Journal, utc_now
from companion.journal.rescue import Rescue
from companion.journal.rows import EvidenceOf, GameId, Line, StoredGame, format_time
from engine.jsonline import parse_object
from engine.record import Header

LEAST_THINKING: Final = 1.0
"""Seconds of thinking that are worth a row in the journal."""
GAMES_IN_MEMORY: Final = 4
"""Games of an evening, the one being played among them, that stay whole in memory."""
FREE_WANTED: Final = 200_000_000
"""Bytes that are to be free on the disk: several evenings of pictures."""
FREE_AT_ONCE: Final = 20_000_000
"""Bytes of old pictures that make room for a while where the disk is full."""
RESERVE: Final = 16_000_000
"""Bytes: what erasing a batch of pictures takes for a moment, or many events without any."""
FREE_FOR_RESERVE: Final = 3 * RESERVE
"""Bytes that must be free for the reserve to be taken."""
RETRY: Final = 30.0
"""Seconds until the disk is tried again."""
RETRY_BY_EVENT: Final = 5.0
"""The same where something has happened since that ought to be on it."""
RETRY_PATIENCE: Final = 0.5
"""Seconds that such a trial waits for another program: the table waits with it."""

T = TypeVar("T")
News = JournalError | Rescue | None
"""What is said once: an error, what became of a damaged journal, or that all is well again."""


@dataclass(slots=True)
class GameInMemory:
    """A game of the evening: ``stored`` is what the journal says of it, with its number there.

    ``lines`` are its events and notes in order.
    """

    stored: StoredGame
    lines: list[Line]


class Store(Closing):
    """Keeps the games of an evening; a game keeps the number by which it was begun or taken up.

    ``journal`` is the one in use, on the disk or in memory. ``trouble`` is what is wrong with the
    disk, None while all is well; where the journal is on the disk all the same, only pictures are
    not kept. ``news`` are for the session to take out.
    """

    def __init__(self, journal: Journal, clock: Clock = utc_now) -> None:
        """Keep games in an open journal."""
        self.journal = journal
        self.trouble: JournalError | None = None
        self.news: Final[deque[News]] = deque([journal.rescued] if journal.rescued else [])
        self._games: Final[dict[GameId, GameInMemory]] = {}
        self._clock: Final = clock
        self._reserve: Final = Reserve(journal.path)
        self._now = 0.0
        self._tried_at = 0.0

    @classmethod
    def open(cls, path: Path, clock: Clock = utc_now) -> "Store":
        """Open the journal at ``path``, or where that fails begin in memory."""
        try:
            try:
                return cls(Journal.open(path, clock=clock), clock)
            except JournalFullError:
                Reserve(path).release()
                return cls(Journal.open(path, clock=clock), clock)
        except JournalError as error:
            store = cls(Journal.in_memory(path, clock), clock)
            store.trouble = error
            store.news.append(error)
            return store

    @classmethod
    def in_memory(cls) -> "Store":
        """Keep nothing beyond this run of the program."""
        return cls(Journal.in_memory(Path("memory"), with_games=False))

    def close(self) -> None:
        """Try the disk once more where that is needed, and close the journal."""
        if self._awaits_disk:
            self._return_to_disk()
        self.journal.close()

    def begin(
        self, header: Header, board_text: str, names: Mapping[str, str], first: str | None
    ) -> GameId:
        """Begin a game."""
        self.make_room()
        game = self._do(lambda: self.journal.begin(header, board_text, names, first))
        self._hold(game, self._do(lambda: self.journal.game(game)), [])
        return game

    def take_up(self, game: StoredGame) -> tuple[bytes, ...]:
        """Go on with a stored game; gives the lines of its record."""
        self.make_room()
        lines = self._do(lambda: self.journal.lines(game.id))
        parsed = [parse_object(line, str(self.journal.path), "") for line in lines[1:]]
        self._hold(game.id, game, [*parsed])
        return lines

    def append(
        self, game: GameId, number: int, line: Line, by: str, evidence: Sequence[Evidence]
    ) -> None:
        """Keep event ``number``; once this returns, it happened."""
        if self._awaits_disk and self._now - self._tried_at >= RETRY_BY_EVENT:
            self._return_to_disk()
        held = self._games[game]
        line = {"time": format_time(self._clock()), "by": by, **line}

        def write(evidence: Sequence[Evidence]) -> None:
            self.journal.append(held.stored.id, number, line, evidence=evidence)

        if any(one.cropped or one.whole for one in evidence):
            self._do(partial(write, evidence), partial(write, without_pictures(evidence)))
        else:
            self._do(partial(write, evidence))
        held.lines.append(line)
        held.stored = _finished(held.stored, None)

    def note(self, game: GameId, line: Line) -> None:
        """Keep a note."""
        held = self._games[game]
        self._do(lambda: self.journal.note(held.stored.id, line))
        held.lines.append(line)

    def add_thinking(self, game: GameId, player: str, seconds: float) -> None:
        """Keep how long somebody has been thinking."""
        held = self._games[game]
        self._do(lambda: self.journal.add_thinking(held.stored.id, player, seconds))
        about = held.stored.about
        thinking = {**about.thinking, player: about.thinking.get(player, 0.0) + seconds}
        held.stored = replace(held.stored, about=replace(about, thinking=thinking))

    def finish(self, game: GameId) -> None:
        """Keep that a game is over."""
        held = self._games[game]
        self._do(lambda: self.journal.finish(held.stored.id))
        held.stored = _finished(held.stored, self._clock())

    def delete(self, number: GameId) -> None:
        """Delete a game of the journal in use for good; raises JournalError."""
        self.journal.delete(number)
        for game, held in [*self._games.items()]:
            if held.stored.id == number:
                del self._games[game]

    def number(self, game: GameId) -> GameId:
        """Give the number that a game of the evening has in the journal that is in use."""
        return self._games[game].stored.id

    def lines(self, game: GameId) -> Sequence[Line]:
        """Give the events and notes of a game of the evening, in order."""
        return tuple(self._games[game].lines)

    def evidence(self, game: GameId, number: int) -> Sequence[Evidence]:
        """Give what is kept of the evidence for an event; nothing where it cannot be read."""
        with suppress(JournalError):
            return self.journal.evidence(self.number(game), number)
        return ()

    def make_room(self, wanted: int = FREE_WANTED) -> None:
        """Erase the oldest pictures where the disk has less than so many bytes free."""
        if not self.journal.lasting:
            return
        with suppress(JournalError, OSError):
            missing = wanted - shutil.disk_usage(self.journal.path.parent).free
            if missing > 0:
                self.journal.thin(missing)
        self._reserve.take()

    def pass_time(self, now: float) -> None:
        """Let time pass: where the journal is in memory, the disk is tried again."""
        self._now = now
        if self._awaits_disk and now - self._tried_at >= RETRY:
            self._return_to_disk()

    @property
    def _awaits_disk(self) -> bool:
        """Whether play goes on in memory until the disk is well; not where memory was wanted."""
        return not self.journal.lasting and self.trouble is not None

    def _hold(self, game: GameId, stored: StoredGame, lines: list[Line]) -> None:
        """Hold a game in memory; the oldest there go, as an appliance runs for months."""
        self._games.pop(game, None)
        self._games[game] = GameInMemory(stored, lines)
        if self.journal.lasting:
            for oldest in [*self._games][:-GAMES_IN_MEMORY]:
                del self._games[oldest]

    def _do(self, action: Callable[[], T], smaller: Callable[[], T] | None = None) -> T:
        """Use the journal, whatever the disk does: as it is, mended, or at last in memory.

        ``smaller`` is the same action without pictures, if it has any.
        """
        try:
            self._check_file()
            done = action()
        except JournalError as error:
            return self._do_in_trouble(error, action, smaller)
        if smaller is not None and self.trouble is not None and self.journal.lasting:
            self._report(None)  # pictures are kept again
        return done

    def _do_in_trouble(
        self, trouble: JournalError, action: Callable[[], T], smaller: Callable[[], T] | None
    ) -> T:
        """Do what failed: with the journal mended, without pictures, or in memory."""
        if self.journal.lasting:
            with suppress(JournalError):
                self._mend(trouble)
                return action()
            if smaller is not None and isinstance(trouble, JournalFullError):
                with suppress(JournalError):
                    done = smaller()
                    self._report(trouble)
                    return done
            self._go_on_in_memory(trouble)
        return action()

    def _check_file(self) -> None:
        """Raise JournalError where the file is gone: SQLite would go on writing into nowhere."""
        present = not self.journal.lasting
        with suppress(OSError):
            present = present or self.journal.path.exists()
        if not present:
            raise JournalError(self.journal.path)

    def _mend(self, error: JournalError) -> None:
        """Make what failed possible on the disk; raises JournalError where that cannot be."""
        match error:
            case JournalFullError():
                self._reserve.release()
                if not self.journal.thin(FREE_AT_ONCE):
                    raise error
                self._reserve.take()
            case JournalDamagedError():
                self.journal.close()
                self.journal = Journal.open_rescued(self.journal.path, clock=self._clock)
                self._write_missing(self.journal)
                self.news.append(self.journal.rescued)
            case EventOrderError() | NoSuchGameError():  # another program has been at it
                self._write_missing(self.journal)
            case _:
                raise error

    def _go_on_in_memory(self, error: JournalError) -> None:
        self.journal.close()
        self.journal = Journal.in_memory(self.journal.path, self._clock)
        self._write_missing(self.journal)
        self._tried_at = self._now
        self._report(error)

    def _return_to_disk(self) -> None:
        """Go back to the disk if all that is missing there can be written to it."""
        self._tried_at = self._now
        if isinstance(self.trouble, JournalFullError):
            self._reserve.release()
        memory, disk = self.journal, None
        try:
            disk = Journal.open(memory.path, patience=RETRY_PATIENCE, clock=self._clock)
            trouble = self._write_with_pictures(disk, memory)
        except JournalError as error:
            if disk is not None:
                disk.close()
            self._report(error)
            return
        self.journal = disk
        memory.close()
        self._report(trouble)
        if trouble is None:
            self._reserve.take()

    def _write_with_pictures(self, disk: Journal, memory: Journal) -> JournalError | None:
        """Write what is missing on the disk; gives the error where pictures found no room."""
        try:
            self._write_missing(disk, memory.evidence)
        except JournalFullError as error:
            disk.thin(FREE_AT_ONCE)
            with suppress(JournalFullError):
                self._write_missing(disk, memory.evidence)
                return None
            self._write_missing(disk, lambda *event: without_pictures(memory.evidence(*event)))
            return error
        return None

    def _write_missing(self, journal: Journal, evidence: EvidenceOf = lambda *_: ()) -> None:
        """Write what a journal lacks of the games in memory, all or nothing."""
        games = [*self._games.values()]
        numbers = journal.merge([(held.stored, held.lines) for held in games], evidence)
        for held, number in zip(games, numbers, strict=True):
            held.stored = replace(held.stored, id=number)

    def _report(self, trouble: JournalError | None) -> None:
        """Say what is wrong, once for each kind, or that all is well again."""
        if type(self.trouble) is not type(trouble):
            self.news.append(trouble)
        self.trouble = trouble


class Reserve:
    """A file beside the journal that holds nothing, and is removed when the disk is full.

    Even erasing needs some room.
    """

    def __init__(self, journal: Path) -> None:
        """Name the file after the journal's."""
        self._path: Final = journal.with_suffix(".reserve")

    def take(self) -> None:
        """Take the room, if it is not taken yet and there is plenty."""
        with suppress(OSError):
            free = shutil.disk_usage(self._path.parent).free
            if self._path.exists() or free < FREE_FOR_RESERVE:
                return
            try:
                with self._path.open("wb") as file:
                    os.posix_fallocate(file.fileno(), 0, RESERVE)
            except OSError:
                self.release()

    def release(self) -> None:
        """Let others have the room."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)


def without_pictures(evidence: Sequence[Evidence]) -> list[Evidence]:
    """Leave only the readings of some evidence."""
    return [replace(one, cropped=None, whole=None) for one in evidence]


def _finished(stored: StoredGame, when: datetime | None) -> StoredGame:
    return replace(stored, about=replace(stored.about, finished=when))
