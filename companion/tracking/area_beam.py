"""The explanations that are kept while it is in doubt what has happened.

It is often known only later who ended a turn, or did something that does not show. Where nobody can
be asked, all explanations (``Way``) that are not far behind the best one are kept, every reading
continues each of them, and events are written once all likely ones begin with them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import takewhile
from typing import TypeVar

from companion.tracking.area_search import Way, noting_order
from companion.tracking.config import AREA_DIFFERS, AREA_GAIN, BEAM, MARGIN, WINDOW
from engine.game import AnyEvent

Events = tuple[AnyEvent, ...]
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Beam:
    """The ways that are kept, the likeliest first; none where nothing is in doubt.

    ``before`` are the ways that were kept before the table last changed.
    """

    ways: tuple[Way, ...] = ()
    before: tuple[Way, ...] = ()

    def with_ways(self, ways: Sequence[Way]) -> "Beam":
        """Give a beam of those ``ways`` (likeliest first) that may still turn out to be right.

        A way that contradicts what is seen is dropped, however likely it was before.
        """
        best = ways[0]
        kept = [
            way
            for way in ways
            if way.total - best.total < MARGIN
            or (way.total - best.total < WINDOW and way.left - best.left < AREA_DIFFERS)
        ]
        changed = best.events not in {way.events for way in self.ways}
        return Beam(tuple(kept[:BEAM]), self.ways if changed else self.before)

    def after(self, number: int) -> "Beam":
        """Give the beam without the first ``number`` events of its best way, which were written.

        Ways that begin otherwise are dropped.
        """
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
        """The ways that are less than ``MARGIN`` behind the best one, itself among them."""
        return tuple(way for way in self.ways if way.total - self.ways[0].total < MARGIN)

    @property
    def agreed(self) -> Events:
        """The events that all likely ways begin with: these can be written."""
        return common_beginning([way.events for way in self.likely])

    @property
    def differ_in_actors_alone(self) -> bool:
        """Whether the likely ways that fit best differ at most in who acted: later turns tell."""
        return len({way.deeds for way in self._fitting}) <= 1

    @property
    def done(self) -> Way | None:
        """The best way, cut off where the others that fit as well do something else.

        Where they only do the same in another order it is whole, with a note that the order is
        unknown. None where nothing is in doubt.
        """
        if not self.ways:
            return None
        best, ways = self.ways[0], self._fitting
        if len({(way.view, *sorted(one.verb for one in way.shown)) for way in ways}) == 1:
            others = (way for way in ways if way.actors != best.actors or way.deeds != best.deeds)
            return reduce(noting_order, others, best)
        shown = best.shown[: len(common_beginning([way.deeds for way in ways]))]
        return first_of(best, shown[-1].at + 1 if shown else 0)

    @property
    def _fitting(self) -> Sequence[Way]:
        least = min((way.left for way in self.ways[:1]), default=0.0)
        return [way for way in self.likely if way.left - least < AREA_GAIN]


def common_beginning(each: Sequence[Sequence[Item]]) -> tuple[Item, ...]:
    """Give the longest sequence that all of these begin with."""
    together = zip(*each, strict=False)
    same = takewhile(lambda events: all(one == events[0] for one in events), together)
    return tuple(events[0] for events in same)


def first_of(way: Way, number: int) -> Way:
    """Give a way cut off after its first ``number`` events."""
    notes = tuple((at, note) for at, note in way.notes if at < number)
    return replace(way, events=way.events[:number], notes=notes)


def _without_first(way: Way, number: int, least: float) -> Way:
    """Give a way without its first ``number`` events, at a cost lower by ``least``."""
    return replace(
        way,
        events=way.events[number:],
        notes=tuple((at - number, note) for at, note in way.notes if at >= number),
        shown=tuple(one._replace(at=one.at - number) for one in way.shown if one.at >= number),
        cost=way.cost - least,
        kind=(),
    )
