"""Forward filters: what is believed of each place, from one reading to the next.

The noise of two readings of one scene is much the same, so a second look is worth less than a
first. What looks no otherwise than before has not changed; what has just ceased to look as it
surely did probably has.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

import numpy as np

from companion.sighting import doubtful
from companion.tracking.evidence import MARGIN, SURE, Board, Columns, Evidence, Mask, Rows
from vision.reading import Slots

STEADY: Final = 1.0
"""Nats by which a spot's margin may waver while nothing changes.

Measured at hard tables: of doubtful spots 19 in 20 waver less from one settled reading to the
next, and of those that somebody changes every one differs by more than five.
"""
MEMORY: Final = 0.5
"""What the last reading of a tile is worth beside a new one that says the same: what stays wrong
with a tile, as a lamp's image, is in both."""
MOST: Final = 12.0
"""Nats that any number of looks at one place may say."""


class SpotFilter:
    """What is believed of the spots of one board, as long as the same stands there."""

    def __init__(self, recent: int, places: int) -> None:
        """Take a new look of a spot for light's doing once it has lasted ``recent`` readings."""
        self._recent: Final = recent
        self._class = np.full(places, -1)
        self._margin = np.full(places, np.nan)
        self._anew = np.zeros(places, np.int64)
        self._sure_class = np.full(places, -1)
        self._since_sure = np.full(places, recent)
        self._contradicted: dict[int, str | None] = {}
        self._rows: Rows = np.zeros((0, 0))
        self._seen: Evidence | None = None

    def remembered(self, rows: Rows, hidden: Mask) -> Rows:
        """Have a place in doubt tell what it told before, if that was more and may still be so.

        A second look is never worth more than the better of the two, as what misleads the eye is
        in both. That a place was sure and is in doubt now tells something by itself. Of places
        that are ``hidden`` nothing is told: rows of zeros.
        """
        rows = rows - rows.max(axis=1, keepdims=True)
        before = self._rows if self._rows.shape == rows.shape else np.zeros_like(rows)
        faded = MEMORY * before
        each, best = np.arange(len(rows)), faded.argmax(axis=1)
        said = _margins(faded, best)
        weaker = _margins(rows, rows.argmax(axis=1)) < said
        weaker &= (rows[each, best] >= -STEADY) & (said < MEMORY * SURE)
        self._rows = np.where((weaker | hidden)[:, None], faded, rows)
        return np.where(hidden[:, None], 0.0, self._rows)

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
        since = np.where(self._sure_class == columns, self._since_sure + 1, self._recent + 1)
        since = np.where(sure, 0, since)
        self._since_sure = np.where(hidden, self._since_sure, since)
        self._sure_class = np.where(hidden, self._sure_class, columns)
        unsettled = (self._since_sure > 0) & (self._since_sure <= self._recent) & ~hidden
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
        self._anew[other] += 1
        learnt = told & ~(other & (self._anew <= self._recent))
        self._anew[learnt] = 0
        self._class[learnt], self._margin[learnt] = columns[learnt], margin[learnt]


class TileFilter:
    """What is believed of single tiles, each on a place of its own."""

    def __init__(self) -> None:
        """Believe nothing yet."""
        self._rows: Rows = np.zeros((0, 0))

    def update(self, seen: Slots) -> Slots:
        """Add a reading to what was seen before, where it shows the same as that."""
        rows = seen.log_likelihood - seen.log_likelihood.max(axis=1, keepdims=True)
        before = self._rows if self._rows.shape == rows.shape else np.zeros_like(rows)
        same = before.argmax(axis=1) == rows.argmax(axis=1)
        fresh = np.where(seen.observed[:, None], rows, 0.0)
        kept = MEMORY * np.where((same | ~seen.observed)[:, None], before, 0.0)
        self._rows = np.maximum(fresh + kept, -MOST)
        return replace(seen, log_likelihood=self._rows)

    @staticmethod
    def told(seen: Slots) -> tuple[tuple[str | None, ...], frozenset[int]]:
        """Name what lies on each place, and number those of which nothing is told."""
        return seen.likeliest(), frozenset(np.flatnonzero(doubtful(seen)).tolist())


def _margins(rows: Rows, columns: Columns) -> Rows:
    """Tell by how much each row looks rather like a column of its own than like any other."""
    each = np.arange(len(rows))
    others = rows.copy()
    others[each, columns] = -np.inf
    return np.asarray(rows[each, columns] - others.max(axis=1))
