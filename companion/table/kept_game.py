"""A game in the hands of the session, whole but for its pictures: no disk can take it away."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from companion.archive.evidence import Evidence
from companion.journal import GameId, StoredGame
from companion.journal.bringing import Line


@dataclass(slots=True)
class KeptGame:
    """A game being played: ``stored`` is what the journal says of it, with its number there.

    ``lines`` are its events and notes as they came.
    """

    stored: StoredGame
    lines: list[Line]

    @property
    def number(self) -> GameId:
        """Its number in the journal that is in use."""
        return self.stored.id

    def add_thinking(self, player: str, seconds: float) -> None:
        """Add to the time that a player has been thinking."""
        about = self.stored.about
        thinking = {**about.thinking, player: about.thinking.get(player, 0.0) + seconds}
        self.stored = replace(self.stored, about=replace(about, thinking=thinking))

    def finish(self, when: datetime | None) -> None:
        """Mark it as finished, or with None as going on."""
        self.stored = replace(self.stored, about=replace(self.stored.about, finished=when))


def same_but_for_pictures(evidence: Sequence[Evidence]) -> list[Evidence]:
    """Leave only the readings of some evidence."""
    return [replace(one, cropped=None, whole=None) for one in evidence]


def line_of(line: Mapping[str, object], by: str | None, time: str) -> Line:
    """Write an event as the journal keeps it: when it was stored, and who said so."""
    return {"time": time, **({} if by is None else {"by": by}), **line}
