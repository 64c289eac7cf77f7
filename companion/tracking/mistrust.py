"""Mistrust: where the table has contradicted the eye, it is not believed until it looks anew."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from companion.tracking.explanation import Evidence


class Mistrust:
    """Knows which looks of locations were said to be wrong."""

    def __init__(self) -> None:
        """Begin without any."""
        self._wrong: dict[int, str | None] = {}

    def contradict(
        self, seen: Evidence | None, board: Sequence[str | None], places: Collection[int]
    ) -> Mapping[int, str | None]:
        """Take it from the table that everybody stands as ``board`` says, at these places.

        ``seen`` is how they look. Where that is as the board says, nothing is wrong any more.
        Gives the places that were misread, and who stands there.
        """
        misread = {}
        if seen is not None:
            odd = seen.differences(board)
            self._wrong.update({i: odd[i] for i in places if i in odd})
            misread = {i: board[i] for i in places if i in odd}
        self._wrong = {i: look for i, look in self._wrong.items() if board[i] != look}
        return misread

    def weigh(self, seen: Evidence) -> Evidence:
        """Leave out what is known to be wrong, and forget it where something else is seen.

        A place that tells nothing, as under a hand, tells nothing about the eye either.
        """
        possible = seen.possible()
        self._wrong = {i: look for i, look in self._wrong.items() if look in possible[i]}
        if not self._wrong:
            return seen
        rows = seen.rows.copy()
        rows[list(self._wrong)] = 0.0
        return replace(seen, rows=rows)
