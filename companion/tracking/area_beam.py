"""The ways that may have led to what has been seen since the last event was written.

Who ended a turn, or did nothing that shows, is often told only by what is seen after it. Where
nobody can be asked all ways are kept that are not far behind the best, each is led on by every
reading, and what all likely ones begin with is written.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from companion.tracking.area_search import Way
from companion.tracking.config import AREA_DIFFERS, BEAM, MARGIN, WINDOW


@dataclass(frozen=True, slots=True)
class Beam:
    """The ways that are kept, the likeliest first; none where nothing is in doubt.

    ``before`` are those that were kept before something was last seen to have changed.
    """

    ways: tuple[Way, ...] = ()
    before: tuple[Way, ...] = ()

    def with_ways(self, ways: Sequence[Way]) -> "Beam":
        """Keep, of ways with the likeliest first, those that may still turn out to be right.

        Those that contradict what is seen are not among them, however likely they were before.
        """
        best = ways[0]
        kept = tuple(
            way
            for way in ways[:BEAM]
            if way.total - best.total < WINDOW and way.left - best.left < AREA_DIFFERS
        )
        changed = best.events not in {way.events for way in self.ways}
        return Beam(kept, self.ways if changed else self.before)

    def after(self, number: int) -> "Beam":
        """Drop the first so many events of the best way, and the ways that begin otherwise."""
        best = self.ways[0]
        first = best.events[:number]
        ways, before = (
            tuple(
                _without_first(way, number, best.cost)
                for way in each
                if way.events[:number] == first
            )
            for each in (self.ways, self.before)
        )
        return Beam(ways, before) if any(way.events for way in ways) else Beam()

    @property
    def likely(self) -> tuple[Way, ...]:
        """The ways that are too near the best for either to be told from it."""
        return tuple(way for way in self.ways if way.total - self.ways[0].total < MARGIN)

    @property
    def agreed(self) -> int:
        """How many events all likely ways begin with."""
        events = zip(*(way.events for way in self.likely), strict=False)
        return len([*takewhile(lambda each: all(one == each[0] for one in each), events)])

    @property
    def told_by_what_follows(self) -> bool:
        """Whether the likely ways differ only in who has acted, which turns will tell."""
        return len({way.deeds for way in self.likely}) <= 1


def _without_first(way: Way, number: int, least: float) -> Way:
    """Drop so many events of a way, and so much of its cost."""
    notes = tuple((at - number, note) for at, note in way.notes if at >= number)
    return replace(way, events=way.events[number:], notes=notes, cost=way.cost - least, kind=())
