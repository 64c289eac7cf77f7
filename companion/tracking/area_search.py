"""The search for how a table with areas came to look as it does: events in order, by the rules."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.tracking.area_evidence import AreaEvidence, Loose, Spot
from companion.tracking.config import (
    AREA_ENDED,
    AREA_GAIN,
    AREA_INFERRED,
    AREA_LONGEST,
    AREA_MOST_UNSEEN,
    AREA_SEEN,
    AREA_UNSEEN,
    BEAM,
)
from engine.game import AnyEvent, AnyGame, AnyState, Waits
from engine.layout import Lying, View

Kind = tuple[tuple[str, str], ...]
Note = tuple[int, Mapping[str, Any]]
"""Before which of the events it belongs, and what is to be noted."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which the table may have come to look as it does.

    ``cost`` is that of its events, ``left`` what the table still looks otherwise, in nats.
    ``loose`` is what may still lie about. ``kind`` names its events' verbs and players, each run
    of the same once: ways of one kind that end alike differ in nothing that matters but effort.
    ``begun`` tells that its last event only begins what must be seen next.
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

    @property
    def total(self) -> float:
        """How unlikely the way is altogether, nats."""
        return self.cost + self.left


class AreaSearch:
    """Searches the ways that lead from one state to what is seen."""

    def __init__(self, rules: AnyGame, *, answered: bool) -> None:
        """Take the rules; ``answered``: somebody tells which of events that look alike it was."""
        self._rules: Final = rules
        self._answered: Final = answered

    def ways(self, state: AnyState, evidence: AreaEvidence, loose: Loose) -> list[Way]:
        """List the ways, the likeliest first; where several end alike, the easiest of them.

        What must be inferred is thought of only where nothing else explains all that is seen.
        """
        view = self._rules.expected(state)
        left = sum(evidence.penalties(view, loose).values())
        start = Way(state, view, left=left, loose=tuple(loose.items()))
        found = self._ways(start, evidence, inferring=False)
        if found and not evidence.differing(found[0].view, dict(found[0].loose)):
            return found
        return self._ways(start, evidence, inferring=True)

    def _ways(self, start: Way, evidence: AreaEvidence, *, inferring: bool) -> list[Way]:
        beam, found = [start], []
        for _ in range(AREA_LONGEST):
            begun = self._with_unseen(beam, inferring=inferring)
            further = [one for way in begun for one in self._further(way, evidence)]
            beam = _easiest(self._rules, further)[:BEAM]
            if not beam:
                break
            found += beam
        return _easiest(self._rules, found)

    def _with_unseen(self, beam: Sequence[Way], *, inferring: bool) -> list[Way]:
        """Add what may have happened besides without anything to be seen."""
        known = {way.state: way for way in beam}
        pending = list(beam)
        while pending and len(known) < len(beam) + AREA_MOST_UNSEEN:
            way = pending.pop(0)
            for event, inferred in self._rules.unseen(way.state):
                if inferred and not inferring:
                    continue
                one = self._after_unseen(way, event, inferred=inferred)
                if one is not None and one.state not in known:
                    known[one.state] = one
                    pending.append(one)
        return list(known.values())

    def _after_unseen(self, way: Way, event: AnyEvent, *, inferred: bool) -> Way | None:
        """Go an event further that is not seen; None where what was begun must be seen first."""
        if way.begun:
            return None
        after = self._rules.apply(way.state, event).state
        acting = self._rules.phase(way.state).players
        then = self._rules.phase(after).players
        cost = AREA_ENDED if acting and acting != then else AREA_UNSEEN
        notes = way.notes
        if inferred:
            cost = AREA_INFERRED
            player = self._rules.format_event(event).get("player")
            notes = (*notes, (len(way.events), {"note": "turn-unseen", "player": player}))
        return replace(
            way,
            state=after,
            view=self._rules.expected(after),
            events=(*way.events, event),
            notes=notes,
            cost=way.cost + cost,
            kind=self._kind(way.kind, event),
            begun=bool(acting) and acting == then,
        )

    def _further(self, way: Way, evidence: AreaEvidence) -> Iterator[Way]:
        """Go one event further, where that makes the table look likelier."""
        alike: dict[tuple[type, View], list[Way]] = {}
        for event in self._seen_events(way, evidence):
            one = self._after(way, event, evidence)
            if one.view == way.view:
                continue
            if self._rules.phase(one.state).waits is Waits.DEALING:
                # What was taken may be replaced already, which looks no likelier by halves.
                for dealt in self._seen_events(one, evidence):
                    both = self._after(one, dealt, evidence)
                    if both.left <= way.left - AREA_GAIN:
                        yield both
            if one.left <= way.left - AREA_GAIN:
                alike.setdefault((type(event), one.view), []).append(one)
        for ways in alike.values():
            yield from self._best_of(way, ways)

    def _after(self, way: Way, event: AnyEvent, evidence: AreaEvidence) -> Way:
        """Go an event further that is seen."""
        after = self._rules.apply(way.state, event).state
        view = self._rules.expected(after)
        loose = {**dict(way.loose), **self._loosened(way, event, view)}
        return replace(
            way,
            state=after,
            view=view,
            events=(*way.events, event),
            cost=way.cost + AREA_SEEN,
            left=sum(evidence.penalties(view, loose).values()),
            loose=tuple(loose.items()),
            kind=self._kind(way.kind, event),
            begun=False,
        )

    def _seen_events(self, way: Way, evidence: AreaEvidence) -> Sequence[AnyEvent]:
        """List what may have happened for all to see: players' events, or what chance dealt."""
        if self._rules.phase(way.state).waits is not Waits.DEALING:
            return self._rules.legal_events(way.state)
        dealt = self._rules.chance(way.state, way.view, evidence.seen)
        possible = dealt is not None and self._rules.check(way.state, dealt).holds
        return [dealt] if possible else []

    def _loosened(self, way: Way, event: AnyEvent, view: View) -> dict[Spot, frozenset[Lying]]:
        """Tell what else may lie about until all has followed from an event."""
        found: dict[Spot, set[Lying]] = {}
        for other in self._rules.tidying(way.state, event):
            for ident, contents in other.groups:
                for i, (lying, expected) in enumerate(zip(contents, view[ident], strict=True)):
                    if lying != expected:
                        found.setdefault((ident, i), set()).add(lying)
        return {spot: frozenset(lyings) for spot, lyings in found.items()}

    def _best_of(self, before: Way, ways: Sequence[Way]) -> Sequence[Way]:
        """Choose among events of one kind that look alike what brings most to whoever acts.

        Where it makes a difference, the choice is noted, or left to who answers.
        """
        acting = set(self._rules.phase(before.state).players)
        gains = [
            sum(row.total for row in self._rules.scores(way.state).rows if row.player in acting)
            for way in ways
        ]
        order = sorted(range(len(ways)), key=lambda i: -gains[i])
        best = ways[order[0]]
        if len(set(gains)) == 1:
            return [best]
        lines = [self._rules.format_event(ways[i].events[-1]) for i in order]
        keys = [key for key in lines[0] if any(line[key] != lines[0][key] for line in lines)]
        among = list(dict.fromkeys(line[keys[0]] for line in lines)) if keys else []
        if self._answered:
            kinds = [tuple((key, str(line[key])) for key in keys) for line in lines]
            return [
                replace(ways[i], kind=(*ways[i].kind, *kind))
                for i, kind in zip(order, kinds, strict=True)
            ]
        note = (len(before.events), {"note": "choice-unseen", "among": among})
        return [replace(best, notes=(*best.notes, note))]

    def _kind(self, kind: Kind, event: AnyEvent) -> Kind:
        line = self._rules.format_event(event)
        own = (str(line["type"]), str(line.get("player", "")))
        return kind if kind and kind[-1] == own else (*kind, own)


def _easiest(rules: AnyGame, ways: Sequence[Way]) -> list[Way]:
    """Keep the easiest of the ways of one kind that end alike; the likeliest first.

    It is the one of fewest events, then the one that leaves most to be done.
    """
    best: dict[object, Way] = {}
    for way in sorted(ways, key=lambda one: (one.total, -len(rules.legal_events(one.state)))):
        key = (way.kind, way.view)
        kept = best.setdefault(key, way)
        more = len(way.events) == len(kept.events) and len(rules.legal_events(way.state))
        if more > len(rules.legal_events(kept.state)) and _acting(rules, way) == _acting(
            rules, kept
        ):
            best[key] = way
    unique: dict[AnyState, Way] = {}
    for way in best.values():
        unique.setdefault(way.state, way)
    return sorted(unique.values(), key=lambda one: one.total)


def _acting(rules: AnyGame, way: Way) -> tuple[str, ...]:
    return rules.phase(way.state).players
