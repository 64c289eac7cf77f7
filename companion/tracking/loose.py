"""Loose ends: what has looked odd since the last event and may still be there."""

from collections.abc import Mapping, Sequence

from companion.tracking.explanation import Evidence, Look


class Loose:
    """Counts for each location in how many readings it has looked odd since the last event."""

    def __init__(self, least: int) -> None:
        """Take for more than a moment's look what so many readings show."""
        self._least = least
        self._event = 0
        self._times: dict[Look, int] = {}

    def watch(self, event: int, odd: Mapping[int, str | None]) -> Mapping[Look, int]:
        """Take what looks odd in a settled reading after event number ``event``.

        Tell in how many readings since then each of it has looked so.
        """
        if event != self._event:
            self._event, self._times = event, {}
        for look in odd.items():
            self._times[look] = self._times.get(look, 0) + 1
        return {look: self._times[look] for look in odd.items()}

    def left_by(self, board: Sequence[str | None], evidence: Evidence) -> bool:
        """Tell whether something odd may still be there that ``board`` does not account for."""
        possible = evidence.possible()
        return any(
            times >= self._least and board[i] != look and look in possible[i]
            for (i, look), times in self._times.items()
            if evidence.rows[i].any()
        )
