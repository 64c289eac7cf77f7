"""Where a session's games are kept: as the journal has them, and the last ones whole in memory.

Nothing here raises for what a disk does, but where somebody asks for something else than to play.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.archive.evidence import Evidence
from companion.closing import Closing
from companion.journal import GameId, Journal, StoredGame
from companion.journal.errors import JournalError, JournalFullError
from companion.journal.journal import Clock, utc_now
from companion.journal.stored import written
from companion.table.kept_game import KeptGame, line_of
from companion.table.reserve import Reserve
from companion.table.safe_journal import News, SafeJournal, in_memory
from engine.jsonline import parse_object
from engine.record import Header

LEAST_THOUGHT: Final = 1.0
"""Seconds of thinking that are worth a row in the journal."""
KEPT: Final = 4
"""Games of an evening, the one being played among them: so many stay whole in memory."""


class Store(Closing):
    """Keeps games. ``disk`` is the journal, safe from what the disk does."""

    def __init__(self, journal: Journal, clock: Clock = utc_now) -> None:
        """Keep games in an open journal."""
        self._clock: Final = clock
        self._games: Final[dict[GameId, KeptGame]] = {}
        self.disk: Final = SafeJournal(journal, self._games, clock)

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
            store = cls(in_memory(path, clock), clock)
            store.disk.tell(error)
            return store

    @classmethod
    def in_memory(cls) -> "Store":
        """Keep nothing beyond this run of the program."""
        return cls(Journal.in_memory(Path("memory"), utc_now, with_games=False))

    @property
    def journal(self) -> Journal:
        """The journal in use, on the disk or in memory."""
        return self.disk.journal

    @property
    def trouble(self) -> JournalError | None:
        """What is wrong with the disk, None while all is well."""
        return self.disk.trouble

    @property
    def news(self) -> deque[News]:
        """What has become of the journal, to be taken out and told."""
        return self.disk.news

    def begin(
        self, header: Header, board_text: str, names: Mapping[str, str], first: str | None
    ) -> GameId:
        """Begin a game."""
        self.make_room()
        game = self.disk.do(lambda: self.journal.begin(header, board_text, names, first))
        self._keep(game, KeptGame(self.disk.do(lambda: self.journal.game(game)), []))
        return game

    def take_up(self, game: StoredGame) -> tuple[bytes, ...]:
        """Go on with a stored game; gives the lines of its record."""
        self.make_room()
        lines = self.disk.do(lambda: self.journal.lines(game.id))
        parsed = [parse_object(line, str(self.journal.path), "") for line in lines[1:]]
        self._keep(game.id, KeptGame(game, [*parsed]))
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

        def write(seen: Sequence[Evidence]) -> None:
            self.journal.append(kept.number, number, whole, None, seen)

        self.disk.keep(write, evidence)
        kept.lines.append(whole)
        kept.finish(None)

    def note(self, game: GameId, line: Mapping[str, object]) -> None:
        """Keep a note."""
        kept = self._games[game]
        self.disk.do(lambda: self.journal.note(kept.number, line))
        kept.lines.append(line)

    def thought(self, game: GameId, player: str, seconds: float) -> None:
        """Keep how long somebody has been thinking."""
        kept = self._games[game]
        self.disk.do(lambda: self.journal.thought(kept.number, player, seconds))
        kept.add_thinking(player, seconds)

    def finish(self, game: GameId) -> None:
        """Keep that a game is over."""
        kept = self._games[game]
        self.disk.do(lambda: self.journal.finish(kept.number))
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

    def make_room(self) -> None:
        """Erase the oldest pictures where the disk has little room left."""
        self.disk.make_room()

    def pass_time(self, now: float) -> None:
        """Let time pass: where the journal is in memory, the disk is tried again."""
        self.disk.pass_time(now)

    def _keep(self, game: GameId, kept: KeptGame) -> None:
        """Keep a game in memory; the oldest there go, as an appliance runs for months."""
        self._games.pop(game, None)
        self._games[game] = kept
        if self.journal.lasting:
            for oldest in [*self._games][:-KEPT]:
                del self._games[oldest]

    def close(self) -> None:
        """Try the disk once more where that is needed, and close the journal."""
        self.disk.close()
