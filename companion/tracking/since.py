"""What has been seen since the last event: differences, their order, and how the row was laid."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from companion.tracking.evidence import Board, Evidence, Look

TIMES: Final = 2
"""In how many readings at least a difference must have been seen: one may be of a hand's last
moment."""


class Differences:
    """Counts for each difference in how many readings since the last event it has been seen.

    It knows too in which order they came to be seen.
    """

    def __init__(self, least: int) -> None:
        """Take for more than a moment's look what so many readings show."""
        self._least = least
        self._event = 0
        self._times: dict[Look, int] = {}
        self._readings = 0
        self._first: dict[Look, int] = {}
        self._before: dict[int, int] = {}

    def update(
        self, event: int, differing: Mapping[int, str | None], unchanged: Collection[int] = ()
    ) -> Mapping[Look, int]:
        """Take the differences of a settled reading after event number ``event``.

        ``unchanged`` are the spots that surely look as before. Tell in how many readings since
        then each difference has been seen.
        """
        if event != self._event:
            self._event, self._times = event, {}
            self._readings, self._first, self._before = 0, {}, {}
        self._readings += 1
        for look in differing.items():
            self._times[look] = self._times.get(look, 0) + 1
            self._first.setdefault(look, self._readings)
        self._before |= dict.fromkeys(unchanged, self._readings)
        return {look: self._times[look] for look in differing.items()}

    def came_before(self, looks: Collection[Look], others: Collection[Look]) -> bool:
        """Tell whether all these looks were seen while some of the others surely were not."""
        if not looks or not all(look in self._first for look in looks):
            return False
        seen = max(self._first[look] for look in looks)
        return any(self._before.get(i, 0) >= seen for i, _ in others)

    def left_by(self, board: Board, evidence: Evidence) -> bool:
        """Tell whether a difference may still be there that ``board`` does not account for."""
        possible = evidence.possible()
        return any(
            times >= self._least and board[i] != look and look in possible[i]
            for (i, look), times in self._times.items()
            if evidence.rows[i].any()
        )


class Premature:
    """Counts how often each difference was seen while no legal event explained it.

    What was there too early was done before it was its player's turn.
    """

    def __init__(self, agree: int) -> None:
        """Believe that it was after so many readings."""
        self._least: Final = max(TIMES, agree)
        self._times: dict[Look, int] = {}

    def update(self, differing: Mapping[int, str | None], boards: Iterable[Board]) -> None:
        """Take the differences of a reading without a hand, and the boards that may explain them.

        When one is no more, all is counted anew: it alone may have defied explanation.
        """
        boards = tuple(boards)
        if not self._times.keys() <= {*differing.items()}:
            self._times = {}
        self._times = {
            (i, look): self._times.get((i, look), 0) + all(board[i] != look for board in boards)
            for i, look in differing.items()
        }

    def among(self, boards: Sequence[Board]) -> bool:
        """Tell whether any but the first of several events made what was there before.

        ``boards`` are those before the first event and after each.
        """
        return any(
            times >= self._least and boards[1][i] != look == boards[-1][i]
            for (i, look), times in self._times.items()
        )


class Row:
    """Knows whether people have laid the row of tiles otherwise since the last event.

    ``relaid`` tells whether they have. ``anew`` tells whether it lay as the rules want it before,
    and nothing on the board has differed since: then it was laid for an event that cannot be
    seen, and for none that was taken back. Tiles that cannot be read tell nothing.
    """

    def __init__(self) -> None:
        """Begin without having seen it."""
        self.relaid = self.anew = False
        self._event = 0
        self._first: dict[str, int] = {}
        self._right = False

    def update(self, event: int, expected: Board, seen: Board | None, *, differs: bool) -> None:
        """Take a reading after event number ``event``; ``differs`` tells whether the board does."""
        if event != self._event:
            self._event = event
            self._first = {}
            self._right = False
        self._right &= not differs
        told = {tile: slot for slot, tile in enumerate(seen or ()) if tile is not None}
        self._first = told | self._first
        is_right = all(expected[slot] == tile for tile, slot in told.items())
        self._right |= is_right and not differs and 2 * len(told) > len(expected)
        self.relaid = any(self._first[tile] != slot for tile, slot in told.items())
        self.anew = self._right and not is_right
