"""Where a session's games are kept: the journal, and memory where the journal fails.

Nothing here raises for what a disk does: play goes on, ``trouble`` says what is wrong, and what is
missing on the disk is brought there as soon as that can be.
"""

import shutil
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from companion.closing import Closing
from companion.evidence import Evidence
from companion.journal import GameId, Journal, Rescue, StoredGame
from companion.journal.bringing import EvidenceOf
from companion.journal.errors import (
    EventOrderError,
    JournalDamagedError,
    JournalError,
    JournalFullError,
    NoSuchGameError,
)
from companion.journal.journal import Clock, utc_now
from companion.journal.stored import written
from companion.table.kept_game import KeptGame, line_of, same_but_for_pictures
from companion.table.reserve import Reserve
from engine.jsonline import parse_object
from engine.record import Header

LEAST_THOUGHT: Final = 1.0
"""Seconds of thinking that are worth a row in the journal."""
ROOM: Final = 200_000_000
"""Bytes that are to be free on the disk: several evenings of pictures."""
A_LITTLE: Final = 20_000_000
"""Bytes of old pictures that make room for a while where the disk is full."""
EVERY: Final = 30.0
"""Seconds until the disk is tried again."""
SOON: Final = 5.0
"""The same where something has happened since that ought to be on it."""
BRIEFLY: Final = 0.5
"""Seconds that a trial waits for another program: the table waits with it."""

T = TypeVar("T")
News = JournalError | Rescue | None
"""What is told once: an error, what became of a damaged journal, or that all is well again."""


def _no_evidence(game: GameId, number: int) -> Sequence[Evidence]:
    del game, number
    return ()


class Store(Closing):
    """Keeps games. ``journal`` is the one in use, on the disk or in memory.

    ``trouble`` is what is wrong with the disk, None while all is well; while the journal lasts
    all the same, only pictures are not kept. ``news`` are for the session to take out.
    """

    def __init__(self, journal: Journal, clock: Clock = utc_now) -> None:
        """Keep games in an open journal."""
        self.journal = journal
        self.trouble: JournalError | None = None
        self.news: Final[deque[News]] = deque([journal.rescued] if journal.rescued else [])
        self._clock: Final = clock
        self._reserve: Final = Reserve(journal.path)
        self._games: Final[dict[GameId, KeptGame]] = {}
        self._now = 0.0
        self._tried_at = 0.0

    @classmethod
    def open(cls, path: Path, clock: Clock = utc_now) -> "Store":
        """Open the journal at ``path``, or where that fails begin in memory."""
        try:
            try:
                return cls(Journal.open(path, clock=clock), clock)
            except JournalFullError:
                Reserve(path).give_up()
                return cls(Journal.open(path, clock=clock), clock)
        except JournalError as error:
            store = cls(_in_memory(path, clock), clock)
            store.trouble = error
            store.news.append(error)
            return store

    def begin(
        self, header: Header, board_text: str, names: Mapping[str, str], first: str | None
    ) -> GameId:
        """Begin a game."""
        self.make_room()
        game = self._do(lambda: self.journal.begin(header, board_text, names, first))
        self._games[game] = KeptGame(self._do(lambda: self.journal.game(game)), [])
        return game

    def take_up(self, game: StoredGame) -> tuple[bytes, ...]:
        """Go on with a stored game; gives the lines of its record."""
        self.make_room()
        lines = self._do(lambda: self.journal.lines(game.id))
        parsed = [parse_object(line, str(self.journal.path), "") for line in lines[1:]]
        self._games[game.id] = KeptGame(game, [*parsed])
        return lines

    def append(
        self,
        game: GameId,
        number: int,
        line: Mapping[str, object],
        by: str,
        evidence: Sequence[Evidence],
    ) -> None:
        """Keep event ``number``; once this returns, it happened."""
        kept = self._games[game]
        whole = line_of(line, by, written(self._clock()))

        def keep(seen: Sequence[Evidence]) -> None:
            self._miss()
            self.journal.append(kept.number, number, whole, None, seen)

        self._try_soon()
        try:
            keep(evidence)
        except JournalFullError as error:
            self._do_without_pictures(error, keep, evidence)
        except JournalError as error:
            self._recover(error, partial(keep, evidence))
        else:
            pictures = any(one.cropped is not None for one in evidence)
            if pictures and self.trouble and self.journal.lasting:
                self._all_is_well()
        kept.lines.append(whole)
        kept.finish(None)

    def note(self, game: GameId, line: Mapping[str, object]) -> None:
        """Keep a note."""
        kept = self._games[game]
        self._do(lambda: self.journal.note(kept.number, line))
        kept.lines.append(line)

    def thought(self, game: GameId, player: str, seconds: float) -> None:
        """Keep how long somebody has been thinking."""
        kept = self._games[game]
        self._do(lambda: self.journal.thought(kept.number, player, seconds))
        kept.add_thinking(player, seconds)

    def finish(self, game: GameId) -> None:
        """Keep that a game is over."""
        kept = self._games[game]
        self._do(lambda: self.journal.finish(kept.number))
        kept.finish(self._clock())

    def number(self, game: GameId) -> GameId:
        """Give the number that a game being played has in the journal that is in use."""
        return self._games[game].number

    def delete(self, number: GameId) -> None:
        """Delete a game of the journal in use for good; raises JournalError."""
        self.journal.delete(number)
        for game, kept in [*self._games.items()]:
            if kept.number == number:
                del self._games[game]

    def lines(self, game: GameId) -> Sequence[Mapping[str, object]]:
        """Give the events and notes of a game being played, as they came."""
        return tuple(self._games[game].lines)

    def evidence(self, game: GameId, number: int) -> Sequence[Evidence]:
        """Give what is kept of the evidence for an event; nothing where it cannot be read."""
        kept = self._games[game]
        with suppress(JournalError):
            return self.journal.evidence(kept.number, number)
        return ()

    def last_played(self, game: StoredGame) -> datetime:
        """Tell when something last happened in a stored game; raises JournalError."""
        times = [game.about.started]
        for line in self.journal.lines(game.id)[1:]:
            told = parse_object(line, str(self.journal.path), "").get("time")
            with suppress(ValueError):
                times.append(datetime.fromisoformat(str(told)))
        return times[-1]

    def make_room(self, wanted: int = ROOM) -> None:
        """Erase the oldest pictures where the disk has less than so many bytes free."""
        if not self.journal.lasting:
            return
        with suppress(JournalError, OSError):
            missing = wanted - shutil.disk_usage(self.journal.path.parent).free
            if missing > 0:
                self.journal.thin(missing)
        self._reserve.lay_by()

    def pass_time(self, now: float) -> None:
        """Let time pass: where the journal is in memory, the disk is tried again."""
        self._now = now
        if not self.journal.lasting and now - self._tried_at >= EVERY:
            self._try_again()

    def close(self) -> None:
        """Try the disk once more where that is needed, and close the journal."""
        if not self.journal.lasting:
            self._try_again()
        self.journal.close()

    def _miss(self) -> None:
        """Raise JournalError where the file is gone: SQLite would go on writing into nowhere."""
        if not self.journal.lasting:
            return
        there = False
        with suppress(OSError):
            there = self.journal.path.exists()
        if not there:
            raise JournalError(self.journal.path)

    def _do(self, what: Callable[[], T]) -> T:
        """Do something with the journal, whatever may be wrong with the disk."""
        try:
            return what()
        except JournalError as error:
            return self._recover(error, what)

    def _recover(self, error: JournalError, what: Callable[[], T]) -> T:
        """Mend the journal if that can be, or go on in memory, and do it there."""
        if self.journal.lasting:
            with suppress(JournalError):
                self._mend(error)
                return what()
            self._go_on_in_memory(error)
        return what()

    def _mend(self, error: JournalError) -> None:
        """Make what failed possible on the disk; raises JournalError where that cannot be."""
        match error:
            case JournalFullError():
                self._thin(error)
            case JournalDamagedError():
                self.journal.close()
                self.journal = Journal.open_rescued(self.journal.path, clock=self._clock)
                self._bring(self.journal)
                self.news.append(self.journal.rescued)
            case EventOrderError() | NoSuchGameError():  # another program has been at it
                self._bring(self.journal)
            case _:
                raise error

    def _thin(self, error: JournalError) -> None:
        self._reserve.give_up()
        if not self.journal.thin(A_LITTLE):
            raise error
        self._reserve.lay_by()

    def _do_without_pictures(
        self,
        error: JournalError,
        keep: Callable[[Sequence[Evidence]], None],
        evidence: Sequence[Evidence],
    ) -> None:
        """Keep an event where the disk is full: older pictures go first, then its own."""
        with suppress(JournalError):
            self._thin(error)
            keep(evidence)
            return
        try:
            keep(same_but_for_pictures(evidence))
        except JournalError:
            self._go_on_in_memory(error)
            keep(evidence)
        else:
            self._tell(error)

    def _go_on_in_memory(self, error: JournalError) -> None:
        self.journal.close()
        self.journal = _in_memory(self.journal.path, self._clock)
        self._bring(self.journal)
        self._tried_at = self._now
        self._tell(error)

    def _tell(self, error: JournalError) -> None:
        """Say what is wrong, once for each kind."""
        if type(self.trouble) is not type(error):
            self.news.append(error)
        self.trouble = error

    def _all_is_well(self) -> None:
        self.trouble = None
        self.news.append(None)

    def _try_soon(self) -> None:
        if not self.journal.lasting and self._now - self._tried_at >= SOON:
            self._try_again()

    def _try_again(self) -> None:
        """Go back to the disk if all that is missing there can be brought to it."""
        self._tried_at = self._now
        if isinstance(self.trouble, JournalFullError):
            self._reserve.give_up()
        memory = self.journal
        try:
            disk = Journal.open(memory.path, patience=BRIEFLY, clock=self._clock)
        except JournalError as error:
            self._tell(error)
            return
        try:
            told = self._bring_to(disk, memory)
        except JournalError as error:
            disk.close()
            self._tell(error)
            return
        self.journal = disk
        memory.close()
        if told is None:
            self._reserve.lay_by()
            self._all_is_well()
        else:
            self._tell(told)

    def _bring_to(self, disk: Journal, memory: Journal) -> JournalError | None:
        """Bring games to the disk with their pictures; gives the error where these must stay."""
        try:
            self._bring(disk, memory.evidence)
        except JournalFullError as error:
            disk.thin(A_LITTLE)
            with suppress(JournalFullError):
                self._bring(disk, memory.evidence)
                return None
            self._bring(
                disk, lambda game, number: same_but_for_pictures(memory.evidence(game, number))
            )
            return error
        return None

    def _bring(self, journal: Journal, evidence: EvidenceOf = _no_evidence) -> None:
        """Bring what is missing of the games to a journal, all or nothing."""
        games = list(self._games.values())
        numbers = journal.bring([(kept.stored, kept.lines) for kept in games], evidence)
        for kept, number in zip(games, numbers, strict=True):
            kept.stored = replace(kept.stored, id=number)


def _in_memory(path: Path, clock: Clock) -> Journal:
    """Begin in memory with the games on the disk, or without them where they cannot be read."""
    with suppress(JournalError, OSError):
        return Journal.in_memory(path, clock)
    return Journal.in_memory(path, clock, with_games=False)
