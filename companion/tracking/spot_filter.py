"""A forward filter: what is believed of each spot, from one reading to the next.

What misleads the eye is much the same in two readings of one scene, so that looks do not add up:
the better of them counts. What looks no otherwise than before has not changed; what has just
ceased to look as it surely did probably has.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

import numpy as np

from companion.tracking.evidence import MARGIN, SURE, Board, Columns, Evidence, Mask, Rows
from vision.reading import Slots

STEADY: Final = 1.0
"""Nats by which a spot's margin may waver while nothing changes.

Measured at hard tables: of doubtful spots 19 in 20 waver less from one settled reading to the
next, and of those that somebody changes every one differs by more than five.
"""
MEMORY: Final = 0.5
"""What a doubtful look is worth one reading later, beside the new one: a guess."""


class SpotFilter:
    """What is believed of the spots of one board, as long as the same stands there."""

    def __init__(self, recent: int, places: int) -> None:
        """Take a new look of a spot for light's doing once it has lasted ``recent`` readings."""
        self._recent: Final = recent
        self._places: Final = places
        self._contradicted: dict[int, str | None] = {}
        self._seen: Evidence | None = None
        self._forget(())

    def _forget(self, classes: tuple[str | None, ...]) -> None:
        """Begin anew, with these classes."""
        self._classes = classes
        self._doubts: Rows = np.zeros((self._places, max(1, len(classes))))
        self._class = np.full(self._places, -1)
        self._margin = np.full(self._places, np.nan)
        self._other_look = np.zeros(self._places, np.int64)
        self._sure_class = np.full(self._places, -1)
        self._since_sure = np.full(self._places, self._recent)

    def remembered(self, spots: Slots, hidden: Mask) -> Slots:
        """Have spots in doubt tell what they told before, where the new look does not deny it.

        No second look is worth more than the better of the two. That a spot was sure and is in
        doubt now tells something by itself, and is not covered up. Spots that are ``hidden`` tell
        nothing (rows of zeros), and what they told before is forgotten.
        """
        if spots.classes != self._classes:
            self._forget(spots.classes)
        rows = spots.log_likelihood - spots.log_likelihood.max(axis=1, keepdims=True)
        each, best = np.arange(len(rows)), self._doubts.argmax(axis=1)
        agrees = rows[each, best] == 0
        rows = np.where(agrees[:, None], np.minimum(rows, MEMORY * self._doubts), rows)
        rows = np.where(hidden[:, None], 0.0, rows)
        doubtful = _margins(rows, rows.argmax(axis=1)) < SURE
        self._doubts = np.where(doubtful[:, None], rows, 0.0)
        return replace(spots, log_likelihood=rows)

    def hide(self, hidden: Mask) -> None:
        """Forget what spots told that a moving hand hides: something may be about to change."""
        if len(self._doubts) == len(hidden):
            self._doubts[hidden] = 0.0

    def mistrusted(self, seen: Evidence) -> Evidence:
        """Leave out the looks that the table has contradicted, until something else is seen.

        A place that tells nothing, as under a hand, tells nothing about the eye either.
        """
        self._seen = seen
        possible = seen.possible()
        wrong = {i: look for i, look in self._contradicted.items() if look in possible[i]}
        self._contradicted = wrong
        if not wrong:
            return seen
        rows = seen.rows.copy()
        rows[list(wrong)] = 0.0
        return replace(seen, rows=rows)

    def contradict(self, board: Board, places: Collection[int]) -> Mapping[int, str | None]:
        """Take it from the table that all stand so, at these places, however they look.

        Gives the places that were misread, and who stands there.
        """
        misread = {}
        if self._seen is not None:
            differing = self._seen.differences(board)
            self._contradicted.update({i: differing[i] for i in places if i in differing})
            misread = {i: board[i] for i in places if i in differing}
        wrong = self._contradicted.items()
        self._contradicted = {i: look for i, look in wrong if board[i] != look}
        return misread

    def update(self, seen: Evidence, expected: Board, hidden: Mask) -> Evidence:
        """Weigh a reading by the last ones; ``expected`` is who stands where as far as known.

        Of places that are ``hidden`` nothing is learnt.
        """
        columns, observed = seen.columns(expected), seen.rows.any(axis=1)
        margin = _margins(seen.rows, columns)
        same = (self._class == columns) & (np.abs(margin - self._margin) <= STEADY)
        steady = same & observed & (margin < SURE)
        rows = seen.rows.copy()
        rows[steady, columns[steady]] += MARGIN - margin[steady]
        sure = steady | (margin >= SURE)
        since = np.where(sure, 0, self._since_sure + 1)
        self._since_sure = np.where(hidden, self._since_sure, since)
        self._sure_class = np.where(sure & ~hidden, columns, self._sure_class)
        unsettled = (self._since_sure > 0) & (self._since_sure <= self._recent) & ~hidden
        unsettled &= self._sure_class == columns
        weighed = replace(
            seen,
            rows=rows,
            unsettled={i: expected[i] for i in np.flatnonzero(unsettled).tolist()},
        )
        if not weighed.differences(expected):
            self._learn(columns, margin, observed & ~unsettled)
        return weighed

    def _learn(self, columns: Columns, margin: Rows, told: Mask) -> None:
        """Remember how all look who stand as expected; a doubtful new look must have lasted."""
        known = (self._class == columns) & (margin < SURE)
        other = told & known & (np.abs(margin - self._margin) > STEADY)
        self._other_look[other] += 1
        learnt = told & ~(other & (self._other_look <= self._recent))
        self._other_look[learnt] = 0
        self._class[learnt], self._margin[learnt] = columns[learnt], margin[learnt]


def _margins(rows: Rows, columns: Columns) -> Rows:
    """Tell by how much each row looks rather like a column of its own than like any other."""
    each = np.arange(len(rows))
    others = rows.copy()
    others[each, columns] = -np.inf
    return np.asarray(rows[each, columns] - others.max(axis=1))
