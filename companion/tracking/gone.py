"""Merchants that seem gone: still in a hand, pushed off their spots, or exchanged for others."""

import itertools
from collections import Counter
from collections.abc import Sequence

from companion.tracking.explanation import Evidence
from vision.reading import Reading

Boards = Sequence[Sequence[str | None]]


def vanished(boards: Boards, evidence: Evidence, reading: Reading, *, lasting: bool) -> bool:
    """Tell whether a merchant that is gone may still be there: in a hand, or pushed off its spot.

    ``boards`` are those now and after each event. What the last event takes from the board may
    be in the hand that rests there; what any takes may stand where it is in doubt whether
    anybody does. What is hidden says nothing: where a move leads there is for others to judge;
    nor, once all has been ``lasting``, does a place of which nothing can be told.
    """
    possible = evidence.possible()
    doubtful = {
        colour
        for at, there in enumerate(boards[-1])
        if there is None and not reading.near_hand[at] and (evidence.rows[at].any() or not lasting)
        for colour in possible[at]
    }
    if reading.hand and _fewer(boards[-2], boards[-1]):
        return True
    return any(doubtful & _fewer(*pair) for pair in itertools.pairwise(boards))


def _fewer(before: Sequence[str | None], after: Sequence[str | None]) -> set[str]:
    gone = Counter(before) - Counter(after)
    return {colour for colour in gone if colour is not None}


def exchanged(boards: Boards, *, live: bool) -> bool:
    """Tell whether one event empties a location and another does no more than to fill it.

    Then nothing but the colour there has changed: a merchant misread, or exchanged by mistake.
    Where readings are not live a merchant that moved on from there speaks for what came after;
    live it is seldom missed that one left before another came.
    """
    emptied: set[int] = set()
    filled: set[int] = set()
    for before, after in itertools.pairwise(boards):
        changed = [i for i, there in enumerate(before) if there != after[i]]
        if live or len(changed) == 1:
            emptied.update(i for i in changed if after[i] is None)
        if len(changed) == 1 and after[changed[0]] is not None:
            filled.add(changed[0])
    return any(boards[0][i] != boards[-1][i] for i in emptied & filled)
