"""The journal of a session, and memory in its place where the disk fails.

Nothing here raises for what a disk does: ``trouble`` says what is wrong, and what is missing on the
disk is brought there as soon as that can be.
"""

import shutil
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from companion.archive.evidence import Evidence
from companion.journal import GameId, Journal, Rescue
from companion.journal.bringing import EvidenceOf
from companion.journal.errors import (
    EventOrderError,
    JournalDamagedError,
    JournalError,
    JournalFullError,
    NoSuchGameError,
)
from companion.journal.journal import Clock
from companion.table.kept_game import KeptGame, same_but_for_pictures
from companion.table.reserve import Reserve

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


class SafeJournal:
    """``journal`` is the one in use, on the disk or in memory.

    ``trouble`` is what is wrong with the disk, None while all is well; while the journal lasts
    all the same, only pictures are not kept. ``news`` are for the session to take out.
    """

    def __init__(self, journal: Journal, games: Mapping[GameId, KeptGame], clock: Clock) -> None:
        """Use an open journal; ``games`` are, at any time, those that no disk shall take away."""
        self.journal = journal
        self.trouble: JournalError | None = None
        self.news: Final[deque[News]] = deque([journal.rescued] if journal.rescued else [])
        self._games: Final = games
        self._clock: Final = clock
        self._reserve: Final = Reserve(journal.path)
        self._now = 0.0
        self._tried_at = 0.0

    def do(self, what: Callable[[], T]) -> T:
        """Do something with the journal, whatever may be wrong with the disk."""
        try:
            return what()
        except JournalError as error:
            return self._recover(error, what)

    def keep(
        self, write: Callable[[Sequence[Evidence]], None], evidence: Sequence[Evidence]
    ) -> None:
        """Store something with its evidence, or where the disk is full without pictures."""
        self._try_soon()
        try:
            self._miss()
            write(evidence)
        except JournalFullError as error:
            self._keep_on_full_disk(error, write, evidence)
        except JournalError as error:
            self._recover(error, partial(write, evidence))
        else:
            pictures = any(one.cropped is not None for one in evidence)
            if pictures and self.trouble and self.journal.lasting:
                self._all_is_well()

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
        if self._waits and now - self._tried_at >= EVERY:
            self._try_again()

    def close(self) -> None:
        """Try the disk once more where that is needed, and close the journal."""
        if self._waits:
            self._try_again()
        self.journal.close()

    @property
    def _waits(self) -> bool:
        """Whether play goes on in memory until the disk is well; not where memory was wanted."""
        return not self.journal.lasting and self.trouble is not None

    def _miss(self) -> None:
        """Raise JournalError where the file is gone: SQLite would go on writing into nowhere."""
        if not self.journal.lasting:
            return
        there = False
        with suppress(OSError):
            there = self.journal.path.exists()
        if not there:
            raise JournalError(self.journal.path)

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

    def _keep_on_full_disk(
        self,
        error: JournalError,
        write: Callable[[Sequence[Evidence]], None],
        evidence: Sequence[Evidence],
    ) -> None:
        """Keep an event where the disk is full: older pictures go first, then its own."""
        with suppress(JournalError):
            self._thin(error)
            write(evidence)
            return
        try:
            write(same_but_for_pictures(evidence))
        except JournalError:
            self._go_on_in_memory(error)
            write(evidence)
        else:
            self.tell(error)

    def _go_on_in_memory(self, error: JournalError) -> None:
        self.journal.close()
        self.journal = in_memory(self.journal.path, self._clock)
        self._bring(self.journal)
        self._tried_at = self._now
        self.tell(error)

    def tell(self, error: JournalError) -> None:
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
            self.tell(error)
            return
        try:
            told = self._bring_to(disk, memory)
        except JournalError as error:
            disk.close()
            self.tell(error)
            return
        self.journal = disk
        memory.close()
        if told is None:
            self._reserve.lay_by()
            self._all_is_well()
        else:
            self.tell(told)

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


def in_memory(path: Path, clock: Clock) -> Journal:
    """Begin in memory with the games on the disk, or without them where they cannot be read."""
    with suppress(JournalError, OSError):
        return Journal.in_memory(path, clock)
    return Journal.in_memory(path, clock, with_games=False)
