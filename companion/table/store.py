"""Where a session's games are kept: the journal, and memory where the journal fails.

Nothing here raises for what a disk does: play goes on, and ``trouble`` says what is wrong.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.evidence import Evidence
from companion.journal import GameId, Journal
from companion.journal.errors import JournalError
from engine.record import Header


class Store:
    """Keeps games; ``trouble`` is the last error of the journal, None while all is well."""

    def __init__(self, journal: Journal) -> None:
        """Keep games in an open journal."""
        self.journal = journal
        self.trouble: JournalError | None = None

    def begin(
        self, header: Header, board_text: str, names: Mapping[str, str], first: str | None
    ) -> GameId:
        """Begin a game."""
        return self.journal.begin(header, board_text, names, first)

    def append(
        self,
        game: GameId,
        number: int,
        line: Mapping[str, object],
        by: str,
        evidence: Sequence[Evidence],
    ) -> None:
        """Keep event ``number``; once this returns, it happened."""
        self.journal.append(game, number, line, by, evidence)

    def note(self, game: GameId, line: Mapping[str, object]) -> None:
        """Keep a note."""
        self.journal.note(game, line)

    def thought(self, game: GameId, player: str, seconds: float) -> None:
        """Keep how long somebody has been thinking."""
        self.journal.thought(game, player, seconds)

    def finish(self, game: GameId) -> None:
        """Keep that a game is over."""
        self.journal.finish(game)


LEAST_THOUGHT: Final = 1.0
"""Seconds of thinking that are worth a row in the journal."""
