"""Evidence: what the spots of a board show in one settled reading, in nats."""

import itertools
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

FURTHER: Final = 5.0
"""What each further event of an explanation costs: it is one of about a hundred legal ones.

More than the margin, so that one move is not as good as a removal and, a round later, an addition.
"""
UNRULY: Final = 3.0
"""What it costs that somebody put down a piece that must not be: hardly one in twenty does."""
UNMINDED: Final = 1.0
"""What it costs, for each event that has followed, that nobody has put right what must not be.

A guess: that a round of four passes over it is one in fifty.
"""
SEEN: Final = 1.0
"""By how much a spot must look rather as it does after an event than before, however many others
have followed: of one that is hidden nothing is seen."""
MARGIN: Final = 4.0
"""By how much the best explanation must beat every other, and nothing having happened."""
SURE: Final = 3.0
"""Log likelihood ratio from which a spot speaks against what is expected there."""
UNSETTLED: Final = 3.0
"""What it costs that a spot has ceased to look as before by the light alone.

Measured at hard tables: of spots that change, one in fifty looks like nothing in particular
afterwards; of others one in a thousand comes to.
"""

Rows = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
Columns = npt.NDArray[np.int64]
Board = Sequence[str | None]
Look = tuple[int, str | None]
"""A spot, and whose piece seems to stand there."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is seen of the board: ``rows`` are log likelihoods (spots x classes).

    ``row`` is the row of tiles as it lies there, None when it says nothing. ``unsettled``
    names who surely stood, a moment ago, where that is no longer sure. ``lasted`` tells for how
    many readings each difference has been seen.
    """

    rows: Rows
    classes: tuple[str | None, ...]
    row: tuple[str | None, ...] | None = None
    unsettled: Mapping[int, str | None] = field(default_factory=dict)
    lasted: Mapping[Look, int] = field(default_factory=dict)

    @property
    def most(self) -> float:
        """The log likelihood of the likeliest board, legal or not."""
        return float(self.rows.max(axis=1).sum())

    def column(self, occupant: str | None) -> int:
        """Find the column of a player's pieces, or of an empty spot."""
        return self.classes.index(occupant)

    def columns(self, board: Board) -> Columns:
        """Find the column of each spot's occupant (spots)."""
        return np.array([self.column(occupant) for occupant in board], np.int64)

    def score(self, board: Board) -> float:
        """Add up the log likelihood of everybody standing as ``board`` says."""
        return float(self.rows[np.arange(len(board)), self.columns(board)].sum())

    def differences(self, board: Board) -> dict[int, str | None]:
        """Name the spots that surely look other than ``board`` says, and how they look."""
        best, expected = self.rows.argmax(axis=1), self.columns(board)
        each = np.arange(len(expected))
        apart = (best != expected) & (self.rows[each, best] - self.rows[each, expected] >= SURE)
        return {i: self.classes[best[i]] for i in np.flatnonzero(apart).tolist()}

    def possible(self) -> list[frozenset[str | None]]:
        """List for each spot what it does not surely look unlike."""
        near = self.rows > self.rows.max(axis=1, keepdims=True) - SURE
        return [frozenset(itertools.compress(self.classes, row)) for row in near.tolist()]

    def clear(self, board: Board, places: Iterable[int]) -> bool:
        """Tell whether each of these spots surely looks as ``board`` says."""
        possible = self.possible()
        return all(possible[i] == {board[i]} for i in places)

    def swaps(self, expected: Board) -> int:
        """Count the swaps of neighbours that the row of tiles lies apart from ``expected``.

        Of tiles that cannot be read none are counted.
        """
        places = [expected.index(tile) for tile in self.row or () if tile is not None]
        return sum(one > other for one, other in itertools.combinations(places, 2))

    def lies_as(self, expected: Board) -> bool:
        """Tell whether all tiles of the row that can be read lie as ``expected`` has them."""
        both = zip(self.row or (), expected, strict=False)
        return all(tile in (None, there) for tile, there in both)

    def unmoved(self, board: Board) -> float:
        """Tell what it costs if light alone has unsettled some spot that ``board`` leaves.

        Light that comes or goes is seldom on one spot only.
        """
        return UNSETTLED * any(board[i] == there for i, there in self.unsettled.items())

    def show(
        self,
        before: Board,
        after: Board,
        margin: float,
        besides: Collection[int] = (),
        followed: Mapping[int, int] | None = None,
    ) -> bool:
        """Tell whether every spot that changed looks by a margin rather as it does after.

        That it has ceased to look as before counts. Nor may it look more like anything else:
        another's piece may have been put there. Of ``besides`` something else tells.

        ``followed`` counts for each spot the events after the one that changed it. The more there
        are, the less has to be seen: had that event not happened they would all be out of turn,
        and had somebody put down another's piece nobody has minded it for so long.
        """
        for i, (then, now) in enumerate(zip(before, after, strict=True)):
            if then == now or i in besides:
                continue
            later = (followed or {}).get(i, 0)
            # Without the event the explanation is one event shorter, and as many out of turn.
            least = min(margin, MARGIN + FURTHER - UNRULY * later)
            least -= UNSETTLED * (i in self.unsettled)
            other = 0.0 if now is None else max(MARGIN - UNRULY - UNMINDED * later, 0.0)
            over = self.rows[i, self.column(now)] - self.rows[i, self.column(then)]
            if over < max(least, SEEN if later else 0.0) or self._ahead(i, now, then) < other:
                return False
        return True

    def _ahead(self, place: int, now: str | None, then: str | None) -> float:
        """Tell by how much a spot looks more as ``now`` than as anything but ``then``."""
        columns = [self.column(now), self.column(then)]
        others = np.delete(self.rows[place], columns)
        return float(self.rows[place, columns[0]] - others.max(initial=-np.inf))


def changes(before: Board, after: Board) -> list[Look]:
    """List the spots that two boards differ in, and who stands there after."""
    both = enumerate(zip(before, after, strict=True))
    return [(i, now) for i, (then, now) in both if then != now]
