"""Belief: what is held of each spot from reading to reading, in nats.

A forward filter over the classes of each spot. What misleads the eye is much the same in two
readings of one scene, so looks do not add up: the better of them counts. What looks no otherwise
than before has not changed; what has just ceased to look as it surely did probably has.
"""

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
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
"""Moments from one settled reading to the next, in which a moving hand may leave most to be seen.

A minute of it at 15 frames a second has 900."""
NEVER: Final = -1
"""The moment of what there was not: that of the first settled reading is 0."""


@dataclass(frozen=True)
class Evidence:
    """What is believed of the board at one reading.

    ``rows`` are log likelihoods (spots x ``classes``), 0 for each spot's likeliest. ``row`` is the
    row of tiles as far as it can be read, and ``relaid`` whether it has been laid otherwise since
    the last event; ``taken`` whether single tiles are gone. ``until`` is the last moment at which a
    spot surely looked as it should after the last event, ``since`` the first from which it has
    looked as it surely does now (both NEVER where there is none); ``now`` is this reading's.
    ``hidden`` are the spots that a ``hand`` that rests is near.
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

    def surely(self, place: int, look: str | None) -> bool:
        """Tell whether a spot surely looks so."""
        row = self.rows[place]
        return bool((row > -SURE).sum() == 1 and row[self.classes.index(look)] > -SURE)

    def score(self, board: Singles) -> float:
        """Add up the log likelihood of everybody standing as ``board`` says."""
        columns = [self.classes.index(one) for one in board]
        return float(self.rows[np.arange(len(columns)), columns].sum())

    def differences(self, board: Singles) -> dict[int, str | None]:
        """Name the spots that surely look other than ``board`` says, and how they look."""
        both = enumerate(zip(board, self.possible, strict=True))
        apart = [i for i, (there, possible) in both if there not in possible]
        return {i: self.classes[self.rows[i].argmax()] for i in apart}

    @cached_property
    def possible(self) -> Sequence[frozenset[str | None]]:
        """What each spot does not surely look unlike."""
        return [frozenset(compress(self.classes, row)) for row in (self.rows > -SURE).tolist()]

    def agrees(self, board: Singles, places: Collection[int]) -> bool:
        """Tell whether each of these spots surely looks as ``board`` says."""
        return all(self.possible[i] == {board[i]} for i in places)

    def displaced(self, expected: Singles) -> int:
        """Count the tiles of the row that must be moved for it to lie as ``expected``.

        All but a longest increasing subsequence; of tiles that cannot be read none are counted.
        """
        ends: list[int] = []
        places = [expected.index(tile) for tile in self.row if tile is not None]
        for place in places:
            at = bisect_left(ends, place)
            ends[at : at + 1] = [place]
        return len(places) - len(ends)


class SpotBelief:
    """What is believed of the spots of one board.

    Each settled reading is ``look``ed at once, and then weighed as often as an event is written.
    What is seen beside a moving hand (``note_changes``) tells in which order spots changed.
    """

    def __init__(self, recent: int, places: int) -> None:
        """Take a new look of a spot for light's doing once it has lasted ``recent`` readings."""
        self._recent: Final = recent
        self._places: Final = places
        self.now = NEVER
        self._mistaken: dict[int, str | None] = {}
        self._unrestored: set[int] = set()
        self._rows: Rows = np.zeros((places, 1))
        self._hidden: Mask = np.ones(places, np.bool_)
        self._begin((None,))

    def _begin(self, classes: tuple[str | None, ...]) -> None:
        self._classes = classes
        self._doubts: Rows = np.zeros((self._places, len(classes)))
        self._expected: Times = np.full(self._places, -1)
        self._margin: Rows = np.full(self._places, np.nan)
        self._other_look: Times = np.zeros(self._places, np.int64)
        self._followed: Times = np.full(self._places, -1)
        self._until: Times = np.full(self._places, NEVER)
        self._look: Times = np.full(self._places, -1)
        self._since: Times = np.full(self._places, NEVER)

    def hide(self, hidden: Mask) -> None:
        """Forget what spots showed that a moving hand hides: something may be about to change."""
        if len(self._doubts) == len(hidden):
            self._doubts[hidden] = 0.0

    def look(self, spots: Slots, hidden: Mask) -> None:
        """Take a reading, of which spots that are ``hidden`` show nothing for sure.

        They are near a hand: what is in its shadow, but not under it, is in doubt at most.
        """
        if spots.classes != self._classes:
            self._begin(spots.classes)
        self.now = (self.now // MOMENTS + 1) * MOMENTS
        self._hidden = hidden
        rows = self._remembered(spots.log_likelihood, hidden)
        beside = hidden & spots.observed
        seen = spots.log_likelihood[beside]
        rows[beside] = np.maximum(seen - seen.max(axis=1, keepdims=True), -IN_DOUBT)
        self._rows = rows

    def note_changes(self, spots: Slots, hidden: Mask, expected: Singles) -> None:
        """Note which spots change, by who should stand where, while a hand hides some of them."""
        if spots.classes != self._classes or self.now % MOMENTS == MOMENTS - 1:
            return
        self.now += 1
        rows = spots.log_likelihood - spots.log_likelihood.max(axis=1, keepdims=True)
        rows[hidden] = 0.0
        rows[[*self._mistaken]] = 0.0
        self._follow(rows, np.array([self._classes.index(one) for one in expected]))

    def weigh(self, expected: Singles, settled: int = NEVER) -> tuple[Rows, Times, Times]:
        """Weigh the reading by who should stand where. Gives rows, until and since.

        ``settled`` is the moment at which the last event was first seen, once events were written
        that explain all: what was in doubt before, and they left alone, looks so by the light.
        """
        rows = self._rows.copy()
        rows[[*self._still_mistaken(rows)]] = 0.0
        columns = np.array([self._classes.index(one) for one in expected])
        self._follow(rows, columns)
        return self._weighed(rows, columns, settled), self._until, self._since

    def _remembered(self, seen: Rows, hidden: Mask) -> Rows:
        """Let spots in doubt show what they showed before, where the new look does not deny it.

        No second look is worth more than the better of the two. That a spot was sure and is in
        doubt now tells something by itself, and is not covered up.
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
        """Name the spots whose look is not believed; they are believed once they look otherwise."""
        column = self._classes.index
        self._mistaken = {
            i: look for i, look in self._mistaken.items() if rows[i, column(look)] > -SURE
        }
        return self._mistaken

    def _follow(self, rows: Rows, columns: Times) -> None:
        """Note since when each spot looks as it surely does, and until when it did as expected."""
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
        """Weigh a reading by how the spots looked while all were as expected."""
        each = np.arange(len(rows))
        margin = _margins(rows, columns)
        known = columns == self._expected
        seen = rows.any(axis=1) & ~self._hidden
        doubtful = (margin < SURE) & seen
        steady = doubtful & known & (np.abs(margin - self._margin) <= STEADY)
        rows[steady, columns[steady]] += MARGIN - margin[steady]
        rows[steady] -= rows[steady].max(axis=1, keepdims=True)
        was_sure = known & (self._until >= 0) & (looks(self._until, self.now) <= self._recent)
        unsettled = doubtful & (margin > -SURE) & ~steady & was_sure
        if count := np.count_nonzero(unsettled):
            # By itself that is no difference.
            at = unsettled, columns[unsettled]
            rows[at] = np.maximum(rows[at] - UNSETTLED / count, -IN_DOUBT)
            rows[unsettled] -= rows[unsettled].max(axis=1, keepdims=True)
        if not (rows[each, columns] <= -SURE).any():
            explained = looks(self._until, settled) > 1
            self._learn(margin, seen & (explained | ~unsettled), known & ~explained)
            self._expected = columns
        else:
            self._expected = np.where(known, columns, -1)
        return rows

    def _learn(self, margin: Rows, seen: Mask, known: Mask) -> None:
        """Remember how all look who stand as expected; a doubtful new look must have lasted."""
        apart = np.abs(margin - self._margin) > STEADY
        other = seen & known & (margin < SURE) & apart
        self._other_look[other] += 1
        otherwise = (self._look >= 0) & (self._look != self._followed)
        learnt = seen & ~(other & (self._other_look <= self._recent)) & ~otherwise
        self._other_look[learnt] = 0
        self._margin[learnt] = margin[learnt]

    def contradict(self, board: Singles, places: Collection[int]) -> Mapping[int, str | None]:
        """Take it from the table that all stand so, at these places, however they look.

        Gives the places that were misread, and who stands there.
        """
        seen: Mapping[int, str | None] = {}
        if self.now != NEVER:
            seen = Evidence(self._rows, self._classes).differences(board)
        wrong = {i: seen[i] for i in places if i in seen}
        self._mistaken = {i: one for i, one in self._mistaken.items() if board[i] != one} | wrong
        self._unrestored -= wrong.keys()
        return {i: board[i] for i in wrong}

    def expect_restored(self, looks: Mapping[int, str | None]) -> None:
        """Take it that places will be put right that look so: until then it says nothing new."""
        self._mistaken |= looks
        self._unrestored = (self._unrestored & self._mistaken.keys()) | looks.keys()

    @property
    def unrestored(self) -> Mapping[int, str | None]:
        """The places that are still to be put right, and how they surely look."""
        seen = Evidence(self._rows, self._classes)
        places = sorted(self._unrestored & self._mistaken.keys())
        return {i: look for i in places if seen.surely(i, look := self._mistaken[i])}


def looks(since: Times, until: int) -> Times:
    """Count the settled readings after some moments until another one's, or the next one's."""
    return np.asarray(-(-until // MOMENTS) - since // MOMENTS)


class RowWatch:
    """Knows whether people have laid the row of tiles otherwise, though it lay as it should.

    That is since the last event, or since the row came to lie as it should after that: tiles that
    are moved late belong to what was already written.
    """

    def __init__(self) -> None:
        """Begin without having seen it."""
        self._event = -1
        self._first: dict[str, int] = {}

    def relaid(self, event: int, seen: Singles, expected: Singles) -> bool:
        """Take a reading after event number ``event``, by which it should lie as ``expected``.

        Tells whether tiles lie elsewhere since.
        """
        if event != self._event or (seen == expected and seen):
            self._event, self._first = event, {}
        slots = {tile: slot for slot, tile in enumerate(seen) if tile is not None}
        self._first = slots | self._first
        return any(self._first[tile] != slot for tile, slot in slots.items())


def _margins(rows: Rows, columns: Times) -> Rows:
    """Tell by how much each row looks rather like a column of its own than like any other."""
    each = np.arange(len(rows))
    others = rows.copy()
    others[each, columns] = -np.inf
    return np.asarray(rows[each, columns] - others.max(axis=1))
