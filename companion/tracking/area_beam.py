"""Explanations of how a table with areas came to look as it does, and which of them are kept.

It is often known only later who ended a turn, or did something that does not show. Where nobody can
be asked, all explanations (``Way``) that are not far behind the best one are kept, every reading
continues each of them, and events are written once all likely ones begin with them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import takewhile
from typing import Any, NamedTuple, TypeVar

from companion.tracking.area_evidence import Spot
from companion.tracking.config import AREA_BESIDES, AREA_DIFFERS, AREA_GAIN, BEAM, MARGIN, WINDOW
from companion.tracking.notes import unseen_order
from engine.game import AnyEvent, AnyState
from engine.layout import Lying, View

Events = tuple[AnyEvent, ...]
Item = TypeVar("Item")
Kind = tuple[tuple[str, str], ...]
Note = tuple[int, Mapping[str, Any]]
"""The number of the event before which a note is written, and the note."""


class Shown(NamedTuple):
    """An event of a way that can be seen.

    ``at`` is its number within the way, ``verb`` its type, ``player`` who did it, empty for nobody,
    and ``view`` how the table should look after it.
    """

    at: int
    verb: str
    player: str
    view: View


@dataclass(frozen=True, slots=True)
class Way:
    """One explanation of how the table came to look as it does: events, and where they lead.

    ``cost`` is what its events cost, ``left`` how many nats speak against the view that it leads
    to. ``loose`` is what places may hold instead while consequences are still being carried out.
    ``kind`` lists the verbs and players of its events, repetitions once: of two ways of one kind
    that lead to the same state the shorter one is as good. ``begun``: its last event only begins
    what must be seen next. ``hidden``: one of its events may have happened under the hand that
    rests over the table. ``shown`` are those of its events that can be seen. ``length_back`` is how
    many events it had when something was taken back, None if nothing was. ``acted`` names who acted
    last before it without having ended his turn, empty for nobody.
    """

    state: AnyState
    view: View
    events: tuple[AnyEvent, ...] = ()
    notes: tuple[Note, ...] = ()
    cost: float = 0.0
    left: float = 0.0
    loose: tuple[tuple[Spot, frozenset[Lying]], ...] = ()
    kind: Kind = ()
    begun: bool = False
    hidden: bool = False
    shown: tuple[Shown, ...] = ()
    length_back: int | None = None
    acted: str = ""

    @property
    def total(self) -> float:
        """How unlikely the way is altogether, in nats."""
        return self.cost + self.left

    def behind(self, best: "Way") -> float:
        """Give by how many nats it is less likely than the best one.

        What happened besides, in plain sight, would be one of many events that are legal.
        """
        more = 0 if self.hidden else max(0, len(self.shown) - len(best.shown))
        return self.total - best.total + AREA_BESIDES * more

    @property
    def actors(self) -> tuple[str, ...]:
        """Who did each of the events that can be seen, in order."""
        return tuple(one.player for one in self.shown)

    @property
    def deeds(self) -> tuple[tuple[str, View], ...]:
        """What each of the events that can be seen was, in order, whoever did it."""
        return tuple((one.verb, one.view) for one in self.shown)


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
            if way.behind(best) < MARGIN
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
        return tuple(way for way in self.ways if way.behind(self.ways[0]) < MARGIN)

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


def noting_order(best: Way, other: Way) -> Way:
    """Give the best way with notes of the events whose order is not sure, as the other is likely.

    These are all from where the two part to where they join again, and those that a note of either
    names already: what is as likely as the other is as likely as the best one. Spans that overlap
    are one.
    """
    number = len(best.events)
    parts = len(common_beginning([best.events, other.events]))
    joins = number - len(common_beginning([best.events[::-1], other.events[::-1]]))
    spans = [(parts, max(joins, parts + 1)), *_unordered(best), *_unordered(other)]
    joined: list[tuple[int, int]] = []
    for span in sorted(spans):
        overlaps = joined and span[0] < joined[-1][1]
        begins, ends = joined.pop() if overlaps else span
        joined.append((begins, max(ends, span[1])))
    notes = [(at, unseen_order(min(ends, number) - at)) for at, ends in joined if at < number]
    kept = [(at, note) for at, note in best.notes if "events" not in note]
    return replace(best, notes=(*kept, *notes))


def _unordered(way: Way) -> list[tuple[int, int]]:
    """List from where to where a way has events whose order is not sure."""
    return [(at, at + note["events"]) for at, note in way.notes if "events" in note]


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
