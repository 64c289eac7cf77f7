"""What is believed of each spot, carried from reading to reading, in nats.

A forward filter over the classes of each spot. What misleads the eye is much the same in two
readings of one scene, so likelihoods are not added up: the clearer of the two readings counts. A
spot that looks the same as before has not changed; one that surely looked as expected and no longer
does has probably changed.
"""

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import compress
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.tracking.config import CERTAIN, IN_DOUBT, MARGIN, MEMORY, STEADY, SURE, UNSETTLED
from companion.tracking.followed import Singles
from vision.reading import Slots

Rows = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
Times = npt.NDArray[np.int64]

MOMENTS: Final = 1000
"""Moments are counted so many from one settled reading to the next; each reading between them, in
which a hand moves, takes one. A minute at 15 frames a second has 900 readings."""
NEVER: Final = -1
"""The moment of what has not happened; the first settled reading is at moment 0."""


@dataclass(frozen=True)
class Evidence:
    """What is believed of the board at one reading.

    ``rows`` are log likelihoods (spots x ``classes``), 0 for each spot's likeliest class. ``row``
    is the row of tiles, None for those that cannot be read; ``relaid``: people have rearranged it
    since the last event. ``taken``: single tiles are gone. ``until`` is, for each spot, the last
    moment since the last event at which it surely looked as expected, ``since`` the first from
    which on it has looked as it surely does now (both NEVER where there is none); ``now`` is the
    moment of this reading. ``hand``: a hand rests over the board, and is near the ``hidden`` spots.
    ``restless`` spots look alike in this settled reading and the one before, but not as clearly.
    """

    rows: Rows
    classes: tuple[str | None, ...]
    row: tuple[str | None, ...] = ()
    relaid: bool = False
    taken: bool = False
    until: Sequence[int] = ()
    since: Sequence[int] = ()
    now: int = 0
    hidden: Collection[int] = ()
    hand: bool = False
    restless: Collection[int] = ()

    def surely(self, place: int, look: str | None) -> bool:
        """Tell whether a spot surely shows ``look``, and nothing else."""
        row = self.rows[place]
        return bool((row > -SURE).sum() == 1 and row[self.classes.index(look)] > -SURE)

    def score(self, board: Singles) -> float:
        """Give the log likelihood of a board: the sum over all spots."""
        columns = [self.classes.index(one) for one in board]
        return float(self.rows[np.arange(len(columns)), columns].sum())

    def differences(self, board: Singles) -> dict[int, str | None]:
        """Give the spots that surely look otherwise than ``board`` says, and how they look."""
        both = enumerate(zip(board, self.possible, strict=True))
        apart = [i for i, (there, possible) in both if there not in possible]
        return {i: self.likeliest[i] for i in apart}

    @cached_property
    def likeliest(self) -> Sequence[str | None]:
        """What each spot looks like most."""
        return [self.classes[k] for k in self.rows.argmax(axis=1).tolist()]

    @cached_property
    def possible(self) -> Sequence[frozenset[str | None]]:
        """The classes that each spot may show: all that are not surely wrong."""
        return [frozenset(compress(self.classes, row)) for row in (self.rows > -SURE).tolist()]

    def agrees(self, board: Singles, places: Collection[int]) -> bool:
        """Tell whether each of these spots surely looks as ``board`` says."""
        return all(self.possible[i] == {board[i]} for i in places)

    def displaced(self, expected: Singles) -> int:
        """Count the tiles of the row that must be moved for it to lie as ``expected``.

        These are all but a longest increasing subsequence. Tiles that cannot be read are not
        counted.
        """
        return _displaced(self.row, expected)


@lru_cache(maxsize=256)
def _displaced(row: tuple[str | None, ...], expected: Singles) -> int:
    ends: list[int] = []
    places = [expected.index(tile) for tile in row if tile is not None]
    for place in places:
        at = bisect_left(ends, place)
        ends[at : at + 1] = [place]
    return len(places) - len(ends)


class SpotBelief:
    """What is believed of the spots of one board.

    Each settled reading is taken once, by ``observe``, and then weighed, by ``weigh``, anew after
    every event that is written. Readings in which a hand moves only tell, by ``note_changes``, in
    which order spots changed.
    """

    def __init__(self, recent: int, places: int) -> None:
        """Begin; a change that has lasted ``recent`` readings is put down to the light."""
        self._recent: Final = recent
        self._places: Final = places
        self.now = NEVER
        self._mistaken: dict[int, str | None] = {}
        self._unrestored: set[int] = set()
        self.restless: Collection[int] = ()
        self._hidden: Mask = np.ones(places, np.bool_)
        self._begin((None,))

    def _begin(self, classes: tuple[str | None, ...]) -> None:
        self._classes = classes
        self._rows: Rows = np.zeros((self._places, len(classes)))
        self._doubts: Rows = np.zeros_like(self._rows)
        self._expected: Times = np.full(self._places, -1)
        self._margin: Rows = np.full(self._places, np.nan)
        self._other_look: Times = np.zeros(self._places, np.int64)
        self._followed: Times = np.full(self._places, -1)
        self._until: Times = np.full(self._places, NEVER)
        self._look: Times = np.full(self._places, -1)
        self._since: Times = np.full(self._places, NEVER)

    def hide(self, hidden: Mask) -> None:
        """Forget doubtful earlier readings of spots that a moving hand hides: they may change."""
        if len(self._doubts) == len(hidden):
            self._doubts[hidden] = 0.0

    def observe(self, spots: Slots, hidden: Mask) -> None:
        """Take a settled reading; ``hidden`` are the spots that a resting hand is near.

        What such a spot shows, if the hand does not cover it, counts as doubtful at most.
        """
        if spots.classes != self._classes:
            self._begin(spots.classes)
        self.now = (self.now // MOMENTS + 1) * MOMENTS
        self._hidden = hidden
        rows = self._remembered(spots.log_likelihood, hidden)
        beside = hidden & spots.observed
        seen = spots.log_likelihood[beside]
        rows[beside] = np.maximum(seen - seen.max(axis=1, keepdims=True), -IN_DOUBT)
        alike = (rows.argmax(axis=1) == self._rows.argmax(axis=1)) & self._rows.any(axis=1)
        apart = np.abs(rows - self._rows).max(axis=1) > STEADY
        self.restless = frozenset(np.flatnonzero(alike & apart).tolist())
        self._rows = rows

    def note_changes(self, spots: Slots, hidden: Mask, expected: Singles) -> None:
        """Note which spots change while a hand moves; ``expected`` is what each should show."""
        if spots.classes != self._classes or self.now % MOMENTS == MOMENTS - 1:
            return
        self.now += 1
        rows = spots.log_likelihood - spots.log_likelihood.max(axis=1, keepdims=True)
        rows[hidden] = 0.0
        rows[[*self._mistaken]] = 0.0
        self._follow(rows, np.array([self._classes.index(one) for one in expected]))

    def weigh(self, expected: Singles, settled: int = NEVER) -> tuple[Rows, Times, Times]:
        """Weigh the last reading by what spots should show; give ``rows``, ``until``, ``since``.

        If everything that was seen has been explained by events, ``settled`` is the moment at which
        the last of these was first seen: a spot in doubt since before then, of which no event
        speaks, looks so because of the light.
        """
        rows = self._rows.copy()
        rows[[*self._still_mistaken(rows)]] = 0.0
        columns = np.array([self._classes.index(one) for one in expected])
        self._follow(rows, columns)
        return self._weighed(rows, columns, settled), self._until, self._since

    def _remembered(self, seen: Rows, hidden: Mask) -> Rows:
        """Strengthen doubtful spots by what they showed before, if both readings agree.

        The two together count no more than the clearer of them. A spot that was sure and is in
        doubt now keeps its doubt: that tells something.
        """
        rows = seen - seen.max(axis=1, keepdims=True)
        each, best = np.arange(len(rows)), self._doubts.argmax(axis=1)
        agrees = rows[each, best] == 0
        rows = np.where(agrees[:, None], np.minimum(rows, MEMORY * self._doubts), rows)
        rows = np.where(hidden[:, None], 0.0, np.maximum(rows, -CERTAIN))
        doubtful = np.partition(rows, -2, axis=1)[:, -2] > -SURE
        self._doubts = np.where(doubtful[:, None], rows, 0.0)
        return rows

    def _still_mistaken(self, rows: Rows) -> Collection[int]:
        """Name the spots that are known to be misread, until they look otherwise."""
        column = self._classes.index
        self._mistaken = {
            i: look for i, look in self._mistaken.items() if rows[i, column(look)] > -SURE
        }
        return self._mistaken

    def _follow(self, rows: Rows, columns: Times) -> None:
        """Note since when each spot surely looks as it does, and until when it did as expected."""
        best = rows.argmax(axis=1)
        second = np.partition(rows, -2, axis=1)[:, -2]
        sure = second <= -SURE
        changed = columns != self._followed
        self._until[changed], self._look[changed] = NEVER, -1
        self._followed = columns
        self._until[sure & (best == columns)] = self.now
        fresh = sure & (best != self._look)
        self._since[fresh], self._look[fresh] = self.now, best[fresh]

    def _weighed(self, rows: Rows, columns: Times, settled: int) -> Rows:
        """Weigh a reading by how spots looked when everything was last as expected.

        A doubtful spot that looks as it did then has not changed; one that has just ceased to look
        sure probably has, unless the light did it (``UNSETTLED``).
        """
        each = np.arange(len(rows))
        margin = _margins(rows, columns)
        known = columns == self._expected
        seen = rows.any(axis=1) & ~self._hidden
        doubtful = (margin < SURE) & seen
        steady = doubtful & known & (np.abs(margin - self._margin) <= STEADY)
        rows[steady, columns[steady]] += MARGIN - margin[steady]
        rows[steady] -= rows[steady].max(axis=1, keepdims=True)
        was_sure = (
            known & (self._until >= 0) & (settled_readings(self._until, self.now) <= self._recent)
        )
        unsettled = doubtful & (margin > -SURE) & ~steady & was_sure
        if count := np.count_nonzero(unsettled):
            # By itself that must not make a spot look surely different.
            at = unsettled, columns[unsettled]
            rows[at] = np.maximum(rows[at] - UNSETTLED / count, -IN_DOUBT)
            rows[unsettled] -= rows[unsettled].max(axis=1, keepdims=True)
        if not (rows[each, columns] <= -SURE).any():
            explained = settled_readings(self._until, settled) > 1
            self._learn(margin, seen & (explained | ~unsettled), known & ~explained)
            self._expected = columns
        else:
            self._expected = np.where(known, columns, -1)
        return rows

    def _learn(self, margin: Rows, seen: Mask, known: Mask) -> None:
        """Remember how spots look that hold what they should, if in doubt only once it lasts."""
        apart = np.abs(margin - self._margin) > STEADY
        other = seen & known & (margin < SURE) & apart
        self._other_look[other] += 1
        otherwise = (self._look >= 0) & (self._look != self._followed)
        learnt = seen & ~(other & (self._other_look <= self._recent)) & ~otherwise
        self._other_look[learnt] = 0
        self._margin[learnt] = margin[learnt]

    def contradict(self, board: Singles, places: Collection[int]) -> Mapping[int, str | None]:
        """Take people's word that these places hold what ``board`` says, however they look.

        Gives the places that were misread, each with what lies there.
        """
        seen: Mapping[int, str | None] = {}
        if self.now != NEVER:
            seen = Evidence(self._rows, self._classes).differences(board)
        wrong = {i: seen[i] for i in places if i in seen}
        self._mistaken = {i: one for i, one in self._mistaken.items() if board[i] != one} | wrong
        self._unrestored -= wrong.keys()
        return {i: board[i] for i in wrong}

    def expect_restored(self, looks: Mapping[int, str | None]) -> None:
        """Expect people to put places right that look so; until then that look tells nothing."""
        self._mistaken |= looks
        self._unrestored = (self._unrestored & self._mistaken.keys()) | looks.keys()

    @property
    def unrestored(self) -> Mapping[int, str | None]:
        """The places that people still have to put right, each with how it surely looks."""
        seen = Evidence(self._rows, self._classes)
        places = sorted(self._unrestored & self._mistaken.keys())
        return {i: look for i in places if seen.surely(i, look := self._mistaken[i])}


def settled_readings(since: Times, until: int) -> Times:
    """Count the settled readings after each of the moments ``since``, up to ``until``."""
    return np.asarray(-(-until // MOMENTS) - since // MOMENTS)


class RowWatch:
    """Knows whether people have rearranged the row of tiles since the last event.

    If the row came to lie as expected only later, it counts from then: tiles that are moved late
    belong to the event that was already written.
    """

    def __init__(self) -> None:
        self._event = -1
        self._first: dict[str, int] = {}

    def relaid(self, event: int, seen: Singles, expected: Singles) -> bool:
        """Take a reading of the row after event number ``event``; tell whether tiles moved since.

        ``expected`` is how the row should lie by then.
        """
        if event != self._event or (seen == expected and seen):
            self._event, self._first = event, {}
        slots = {tile: slot for slot, tile in enumerate(seen) if tile is not None}
        self._first = slots | self._first
        return any(self._first[tile] != slot for tile, slot in slots.items())


def _margins(rows: Rows, columns: Times) -> Rows:
    """Give by how many nats each row's own column beats the best of its other columns."""
    each = np.arange(len(rows))
    others = rows.copy()
    others[each, columns] = -np.inf
    return np.asarray(rows[each, columns] - others.max(axis=1))
