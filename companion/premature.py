"""What was there too early: a deed seen before it was its player's turn."""

from collections.abc import Mapping, Sequence
from typing import Final

TIMES: Final = 2
"""In how many readings at least it must have been seen: one may be of a hand's last moment."""


class Premature:
    """Counts for each location how often it has looked odd while no legal event explained it."""

    def __init__(self, agree: int) -> None:
        """Believe that it did after so many readings."""
        self._least: Final = max(TIMES, agree)
        self._times: dict[tuple[int, str | None], int] = {}

    def watch(self, odd: Mapping[int, str | None], *, explained: bool) -> None:
        """Take what looks odd in a reading without a hand, and whether it can be explained."""
        self._times = {look: self._times.get(look, 0) + (not explained) for look in odd.items()}

    def among(self, boards: Sequence[Sequence[str | None]]) -> bool:
        """Tell whether any but the first of several events made what was there before.

        ``boards`` are those before the first event and after each.
        """
        return any(
            times >= self._least and boards[1][i] != look == boards[-1][i]
            for (i, look), times in self._times.items()
        )
