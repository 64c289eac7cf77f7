"""Loose ends: what has looked odd since the last event and may still be there."""

from collections.abc import Collection, Mapping, Sequence

from companion.tracking.explanation import Evidence, Look


class Loose:
    """Counts for each location in how many readings it has looked odd since the last event.

    It knows too in which order that came to be seen.
    """

    def __init__(self, least: int) -> None:
        """Take for more than a moment's look what so many readings show."""
        self._least = least
        self._event = 0
        self._times: dict[Look, int] = {}
        self._readings = 0
        self._first: dict[Look, int] = {}
        self._before: dict[int, int] = {}

    def watch(
        self, event: int, odd: Mapping[int, str | None], unchanged: Collection[int] = ()
    ) -> Mapping[Look, int]:
        """Take what looks odd in a settled reading after event number ``event``.

        ``unchanged`` are the locations that surely look as before. Tell in how many readings
        since then each of what is odd has looked so.
        """
        if event != self._event:
            self._event, self._times = event, {}
            self._readings, self._first, self._before = 0, {}, {}
        self._readings += 1
        for look in odd.items():
            self._times[look] = self._times.get(look, 0) + 1
            self._first.setdefault(look, self._readings)
        self._before |= dict.fromkeys(unchanged, self._readings)
        return {look: self._times[look] for look in odd.items()}

    def came_before(self, looks: Collection[Look], others: Collection[Look]) -> bool:
        """Tell whether all these looks were seen while some of the others surely were not."""
        if not looks or not all(look in self._first for look in looks):
            return False
        seen = max(self._first[look] for look in looks)
        return any(self._before.get(i, 0) >= seen for i, _ in others)

    def left_by(self, board: Sequence[str | None], evidence: Evidence) -> bool:
        """Tell whether something odd may still be there that ``board`` does not account for."""
        possible = evidence.possible()
        return any(
            times >= self._least and board[i] != look and look in possible[i]
            for (i, look), times in self._times.items()
            if evidence.rows[i].any()
        )
