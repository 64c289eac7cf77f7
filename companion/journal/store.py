"""The games of an evening, safe from whatever the disk does.

The last games are held whole in memory, and every change goes to the journal at once. Where that
fails, room is made or the journal is mended; where that fails too, a journal in memory takes its
place, so that play goes on, and the disk is tried again until all that is missing is written there.
Nothing here raises for what a disk does, except ``delete``, which is no part of play.
"""

import json
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from companion.archive.game_zip import About, Evidence
from companion.files import Closing
from companion.journal.errors import JournalDamagedError, JournalError
from companion.journal.journal import Journal
from companion.journal.rescue import Rescue
from companion.journal.room import FREE_WANTED, Room
from companion.journal.rows import (
    EvidenceOf,
    GameId,
    Line,
    PlayedGame,
    StoredGame,
    format_keys,
    format_time,
    no_evidence,
)
from engine.fields import parse_object
from engine.record import EVIDENCE_KEYS, Header

LEAST_THINKING: Final = 1.0
"""Seconds of thinking that are worth a row in the journal."""
GAMES_IN_MEMORY: Final = 4
"""Games of an evening, the one being played among them, that stay whole in memory."""
RETRY: Final = 30.0
"""Seconds until the disk is tried again."""
RETRY_BY_EVENT: Final = 5.0
"""The same where something has happened since that ought to be on it."""
RETRY_PATIENCE: Final = 0.5
"""Seconds that such a trial waits for another program: the table waits with it."""

Clock = Callable[[], datetime]
News = JournalError | Rescue | None
"""What is said once: an error, what became of a damaged journal, or that all is well again."""


def utc_now() -> datetime:
    """Tell the time, to the second."""
    return datetime.now(UTC).replace(microsecond=0)


class Store(Closing):
    """Keeps the games of an evening; a game keeps the number by which it was begun or taken up.

    ``journal`` is the one in use, on the disk or in memory. ``trouble`` is what is wrong with the
    disk, None while all is well; where the journal is on the disk all the same, only pictures are
    not kept. ``news`` are for the session to take out.
    """

    def __init__(self, journal: Journal, clock: Clock = utc_now) -> None:
        self.journal = journal
        self.trouble: JournalError | None = None
        self.news: Final[deque[News]] = deque([journal.rescued] if journal.rescued else [])
        self._games: Final[dict[GameId, PlayedGame]] = {}
        self._clock: Final = clock
        self._room: Final = Room(journal.path)
        self._now = 0.0
        self._tried_at = 0.0

    @classmethod
    def open(cls, path: Path, clock: Clock = utc_now) -> "Store":
        """Open the journal at ``path``, or where that fails begin in memory."""
        try:
            return cls(Room(path).open(), clock)
        except JournalError as error:
            store = cls(Journal.in_memory(path), clock)
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
        """Begin a game; gives the number by which it is known here from now on.

        ``board_text`` is the whole board file. ``names`` are people's, by player, as far as they
        gave any; ``first`` is who is to begin, if that is settled.
        """
        self.make_room()
        about = About(self._clock(), None, names, first)
        game = PlayedGame(None, header, board_text, about, [])
        self._save(game)
        return self._hold(game)

    def take_up(self, stored: StoredGame) -> tuple[bytes, ...]:
        """Go on with a stored game; gives the lines of its record."""
        self.make_room()
        try:
            lines = self.journal.lines(stored.id)
        except JournalError as error:
            self._recover(error, [*self._games.values()])
            lines = self.journal.lines(stored.id)
        parsed = [parse_object(line, str(self.journal.path), "") for line in lines[1:]]
        about = stored.about
        self._hold(PlayedGame(stored.id, stored.header, stored.board_text, about, [*parsed]))
        return lines

    def append(
        self, game: GameId, number: int, line: Line, by: str, evidence: Sequence[Evidence]
    ) -> None:
        """Keep event ``number`` (that of the State it leads to); once this returns, it happened.

        ``line`` is a line of a record, to which the time is added, and ``by`` (one of SOURCES) for
        who said so, unless they are there. A finished game is unfinished again.
        """
        if self._awaits_disk and self._now - self._tried_at >= RETRY_BY_EVENT:
            self._return_to_disk()
        played = self._games[game]
        played.lines.append(_as_read({"time": format_time(self._clock()), "by": by, **line}))
        played.about = replace(played.about, finished=None)
        self._save(played, number, evidence)

    def repeat(self, game: GameId, number: int, line: Line, was: int) -> None:
        """Keep event ``number`` like ``append``, with the time and evidence of event ``was``."""
        events = [one for one in self.lines(game) if "type" in one]
        seen = {key: one for key, one in events[was - 1].items() if key in EVIDENCE_KEYS}
        self.append(game, number, {**seen, **line}, "file", self.evidence(game, was))

    def note(self, game: GameId, line: Line) -> None:
        """Keep a note (a record's line with the key ``note``) after the last event so far."""
        played = self._games[game]
        played.lines.append(_as_read(line))
        self._save(played)

    def add_thinking(self, game: GameId, player: str, seconds: float) -> None:
        played = self._games[game]
        thinking = dict(played.about.thinking)
        thinking[player] = thinking.get(player, 0.0) + seconds
        played.about = replace(played.about, thinking=thinking)
        self._save(played)

    def finish(self, game: GameId) -> None:
        """Mark a game as finished: it is not offered any more to be gone on with."""
        played = self._games[game]
        played.about = replace(played.about, finished=self._clock())
        self._save(played)

    def has_ended(self, game: GameId) -> bool:
        """Tell whether a game of the evening is over, or was ended where it stood."""
        return game in self._games and self._games[game].about.finished is not None

    def reopen(self, game: GameId) -> None:
        """Mark a game that was ended early as unfinished: it is gone on with."""
        played = self._games[game]
        if played.about.finished is not None:
            played.about = replace(played.about, finished=None)
            self._save(played)

    def delete(self, number: GameId) -> None:
        """Delete a game of the journal in use for good; raises JournalError."""
        self.journal.delete(number)
        for game, played in [*self._games.items()]:
            if played.id == number:
                del self._games[game]

    def number(self, game: GameId) -> GameId:
        """Give the number that a game of the evening has in the journal that is in use."""
        return _number(self._games[game])

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
        if self.journal.lasting:
            self._room.make(self.journal, wanted)

    def pass_time(self, now: float) -> None:
        """Let time pass: where the journal is in memory, the disk is tried again."""
        self._now = now
        if self._awaits_disk and now - self._tried_at >= RETRY:
            self._return_to_disk()

    @property
    def _awaits_disk(self) -> bool:
        """Whether play goes on in memory until the disk is well; not where memory was wanted."""
        return not self.journal.lasting and self.trouble is not None

    def _hold(self, game: PlayedGame) -> GameId:
        """Hold a game in memory; the oldest there go, as an appliance runs for months."""
        number = _number(game)
        self._games.pop(number, None)
        self._games[number] = game
        if self.journal.lasting:
            for oldest in [*self._games][:-GAMES_IN_MEMORY]:
                del self._games[oldest]
        return number

    def _save(self, game: PlayedGame, number: int = 0, evidence: Sequence[Evidence] = ()) -> None:
        """Write what the journal lacks of a game, whatever the disk does.

        ``evidence`` is that for event ``number``.
        """

        def evidence_of(saved: GameId, event: int) -> Sequence[Evidence]:
            return evidence if (saved, event) == (game.id, number) else ()

        try:
            self._check_file()
            trouble = self._room.save(self.journal, [game], evidence_of)
        except JournalError as error:
            others = [one for one in self._games.values() if one is not game]
            self._recover(error, [*others, game], evidence_of)
        else:
            pictures = any(one.cropped or one.whole for one in evidence)
            if self.journal.lasting and (pictures or trouble is not None):
                self._report(trouble)

    def _recover(
        self, error: JournalError, games: Sequence[PlayedGame], evidence: EvidenceOf = no_evidence
    ) -> None:
        """Bring another journal into use, with all games: a rescued one, or one in memory."""
        if self.journal.lasting:
            self.journal.close()
            if isinstance(error, JournalDamagedError):
                with suppress(JournalError):
                    self.journal = Journal.open_rescued(self.journal.path)
                    self.journal.save(games, evidence)
                    self.news.append(self.journal.rescued)
                    return
                self.journal.close()
            self.journal = Journal.in_memory(self.journal.path)
            self._tried_at = self._now
            self._report(error)
        self.journal.save(games, evidence)

    def _check_file(self) -> None:
        """Raise JournalError where the file is gone: SQLite would go on writing into nowhere."""
        present = not self.journal.lasting
        with suppress(OSError):
            present = present or self.journal.path.exists()
        if not present:
            raise JournalError(self.journal.path)

    def _return_to_disk(self) -> None:
        """Go back to the disk if all that is missing there can be written to it."""
        self._tried_at = self._now
        memory, disk = self.journal, None
        try:
            disk = self._room.open(RETRY_PATIENCE)
            trouble = self._room.save(disk, [*self._games.values()], memory.evidence)
        except JournalError as error:
            if disk is not None:
                disk.close()
            self._report(error)
            return
        self.journal = disk
        memory.close()
        self._report(trouble)
        if trouble is None:
            self._room.take()

    def _report(self, trouble: JournalError | None) -> None:
        """Say what is wrong, once for each kind, or that all is well again."""
        if type(self.trouble) is not type(trouble):
            self.news.append(trouble)
        self.trouble = trouble


def _number(game: PlayedGame) -> GameId:
    if game.id is None:
        raise ValueError("the game was never saved")
    return game.id


def _as_read(line: Line) -> Line:
    """Give a line as it will be read again, so that the two compare as equal."""
    keys: dict[str, object] = json.loads(format_keys(line))
    return keys
