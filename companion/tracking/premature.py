"""What was there too early: a deed seen before it was its player's turn."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

TIMES: Final = 2
"""In how many readings at least it must have been seen: one may be of a hand's last moment."""


class Premature:
    """Counts for each location how often it has looked odd while no legal event explained it."""

    def __init__(self, agree: int) -> None:
        """Believe that it did after so many readings."""
        self._least: Final = max(TIMES, agree)
        self._times: dict[tuple[int, str | None], int] = {}

    def watch(self, odd: Mapping[int, str | None], boards: Iterable[Sequence[str | None]]) -> None:
        """Take what looks odd in a reading without a hand, and the boards that may explain it.

        When some of it is no more, all is counted anew: it alone may have defied explanation.
        """
        boards = tuple(boards)
        if not self._times.keys() <= {*odd.items()}:
            self._times = {}
        self._times = {
            (i, look): self._times.get((i, look), 0) + all(board[i] != look for board in boards)
            for i, look in odd.items()
        }

    def among(self, boards: Sequence[Sequence[str | None]]) -> bool:
        """Tell whether any but the first of several events made what was there before.

        ``boards`` are those before the first event and after each.
        """
        return any(
            times >= self._least and boards[1][i] != look == boards[-1][i]
            for (i, look), times in self._times.items()
        )
