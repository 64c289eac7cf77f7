"""The search for how a table with areas came to look as it does: legal events, in order."""

import heapq
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, count
from typing import Final, NamedTuple

from companion.tracking.area_beam import Kind, Shown, Way, noting_order
from companion.tracking.area_evidence import AreaEvidence, Loose, Spot
from companion.tracking.config import (
    AREA_AGAIN,
    AREA_ENDED,
    AREA_ENTERED_WRONGLY,
    AREA_GAIN,
    AREA_HIDDEN,
    AREA_INFERRED,
    AREA_KEPT_UNSEEN,
    AREA_LONGEST,
    AREA_MOST_UNSEEN,
    AREA_PASSED,
    AREA_RIVALS_UNSEEN,
    AREA_SEEN,
    AREA_STOPPED,
    AREA_TAKEN_BACK,
    AREA_UNSEEN,
    BEAM,
    MARGIN,
    WINDOW,
)
from engine.game import AnyEvent, AnyState, Waits
from engine.history import AnyHistory
from engine.layout import Lying, View
from engine.record import Undo

SEARCHES: Final = 3
"""How many results are kept: a reading that leaves something unexplained is searched thrice."""


class _Outcome(NamedTuple):
    """What an event leads to, ``left`` as in a ``Way`` and ``loose`` by place."""

    state: AnyState
    view: View
    loose: Loose
    left: float


class _Known(NamedTuple):
    """What a search found: ``about`` what it was, and what the reading ``said``."""

    about: tuple[object, ...]
    said: tuple[object, ...]
    ways: tuple[Way, ...]


class _Reached(NamedTuple):
    """Where ways have led, without more being seen: the likeliest ``known`` way to each state.

    ``pending`` is a heap of those that may go on unseen, by cost and then by ``numbers``;
    ``further`` tells of some of them, by id, how they go on seen.
    """

    known: dict[object, Way]
    pending: list[tuple[float, int, Way]]
    numbers: Iterator[int]
    further: dict[int, tuple[Way, list[Way]]]


class Entered(NamedTuple):
    """What people have entered and no reading has confirmed: all after event ``after``.

    ``early``: they entered what a turn was that showed nothing, and the board looked as expected
    until then, so that they did not know yet what it shows now.
    """

    after: int
    early: bool


class AreaSearch:
    """Searches for ways from where a game stands to what is seen."""

    def __init__(self, history: AnyHistory, *, answered: bool) -> None:
        """Take the game; ``answered``: people are asked which of events that look alike it was."""
        self._history: Final = history
        self._rules: Final = history.game
        self._answered: Final = answered
        self._pressed = False
        self._last_ended = 0
        self._entered: Entered | None = None
        self._known: Final = deque[_Known](maxlen=SEARCHES)

    def ways(
        self,
        evidence: AreaEvidence,
        loose: Loose,
        *,
        pressed: bool = False,
        last_ended: int = 0,
        entered: Entered | None = None,
    ) -> list[Way]:
        """List the ways from where the game stands to what is seen, the likeliest first.

        Events that do not show are only inferred where nothing else explains all that is seen, or
        only that something was taken back. ``pressed``: somebody has ended a turn of which nothing
        was seen. ``last_ended`` is the number of the last event of the turns that people have
        ended. What people have ``entered`` may be taken back though it shows nothing.
        """
        about = (self._history.event, {**loose}, pressed, last_ended, entered)
        self._pressed, self._last_ended, self._entered = pressed, last_ended, entered
        return self._found(about, evidence, lambda: self._from_now(evidence, loose))

    def _from_now(self, evidence: AreaEvidence, loose: Loose) -> list[Way]:
        now = self._standing(self._history.event, evidence, loose)
        back = [*self._taken_back(now, evidence, loose)]
        likely = [
            one for one in back if one.left <= now.left and (one.view != now.view or self._is_early)
        ]
        found = self._ways([now, *likely], evidence, inferring=False)
        if any(self.explains(way, evidence) for way in found[:1]):
            return found
        return self._ways([now, *back], evidence, inferring=True)

    def continued(
        self, kept: Sequence[Way], before: Sequence[Way], evidence: AreaEvidence, loose: Loose
    ) -> list[Way]:
        """List the ways that the ``kept`` ones may have become by this reading, likeliest first.

        They include the kept ones themselves, or that nothing has happened if there were none.
        ``before`` are the ways that were kept before the table last changed, for what may have been
        taken back.
        """
        about = (self._history.event, {**loose}, tuple(kept), tuple(before))
        self._pressed, self._entered = False, None
        return self._found(about, evidence, lambda: self._from(kept, before, evidence, loose))

    def is_under_way(self, evidence: AreaEvidence, loose: Loose) -> bool:
        """Tell whether an event may be under way: only a part of what it changes has been seen."""
        about = ("under way", self._history.event, {**loose})
        return bool(self._found(about, evidence, lambda: [*self._under_way(evidence, loose)]))

    def _under_way(self, evidence: AreaEvidence, loose: Loose) -> Iterator[Way]:
        now = self._standing(self._history.event, evidence, loose)
        reached = self._reached([now])
        self._with_unseen(reached, self._most, inferring=False, least=float("inf"))
        for way in reached.known.values():
            for event in self._seen_events(way, evidence):
                after = self._outcome(way, event, evidence)
                halves = {**after.loose, **_halves(way.view, after.view)}
                if any(not evidence.differing(one, halves) for one in (way.view, after.view)):
                    yield self._after(way, event, after, 0.0)
                    return

    def _found(
        self, about: tuple[object, ...], evidence: AreaEvidence, search: Callable[[], list[Way]]
    ) -> list[Way]:
        """Search, unless one of the last searches was ``about`` the same and saw the same.

        While people think, or a question is open, the table looks the same for many readings.
        """
        for one in self._known:
            if one.about == about and evidence.said == one.said:
                return [*one.ways]
        ways = search()
        self._known.append(_Known(about, evidence.said, tuple(ways)))
        return ways

    def _from(
        self, kept: Sequence[Way], before: Sequence[Way], evidence: AreaEvidence, loose: Loose
    ) -> list[Way]:
        now = self._standing(self._history.event, evidence, loose)
        start = [self._weighed(way, evidence) for way in kept] or [now]
        if min(way.left for way in start) < AREA_GAIN:
            return self._easiest(start)
        earlier = [self._weighed(way, evidence) for way in before] or ([now] if kept else [])
        taken_back = [
            replace(one, cost=one.cost + AREA_TAKEN_BACK, length_back=len(one.events))
            for one in earlier
        ]
        least = min(way.cost for way in start)
        taken_back += [
            replace(one, cost=one.cost + least) for one in self._taken_back(now, evidence, loose)
        ]
        start += taken_back
        return self._easiest([*start, *self._ways(start, evidence, inferring=True)])

    def _weighed(self, way: Way, evidence: AreaEvidence) -> Way:
        """Weigh a way by a new reading; places that look as they finally should are not loose."""
        wrong = evidence.penalties(way.view)
        loose = tuple((spot, lyings) for spot, lyings in way.loose if wrong.get(spot, 0.0) > 0)
        left = sum(evidence.penalties(way.view, dict(loose)).values())
        return replace(way, left=left, loose=loose, length_back=None)

    @property
    def _is_early(self) -> bool:
        """Whether people entered something before they could see what the board shows."""
        return self._entered is not None and self._entered.early

    def explains(self, way: Way, evidence: AreaEvidence) -> bool:
        """Tell whether a way explains all that is seen without anything having been taken back."""
        return not (_is_undone(way) or evidence.differing(way.view, dict(way.loose)))

    def _standing(self, number: int, evidence: AreaEvidence, loose: Loose) -> Way:
        """Begin a way at the state after event ``number``, with no events of its own."""
        state = self._history.at(number)
        view = self._rules.expected(state)
        left = sum(evidence.penalties(view, loose).values())
        acted = self._acted_last(number)
        return Way(state, view, left=left, loose=tuple(loose.items()), acted=acted)

    def _acted_last(self, number: int) -> str:
        """Name who acted last up to event ``number`` if his turn is not ended; empty for nobody."""
        for one in reversed(self._history.in_effect(number)):
            _, player = self._deed(self._history.events[one - 1])
            if player or one <= self._last_ended:
                return player if one > self._last_ended else ""
        return ""

    def _taken_back(self, now: Way, evidence: AreaEvidence, loose: Loose) -> Iterator[Way]:
        """Begin ways at the states before the last action and before each of its events.

        Somebody may have changed his mind, or corrected a slip; or people have just entered what
        shows nothing though the table shows something.
        """
        history = self._history
        for number in reversed(history.counting):
            before = history.at(number - 1)
            waits = self._rules.phase(before).waits
            if waits is Waits.DEALING:  # what was dealt lies
                continue
            if waits is not Waits.ACTING:
                return
            way = self._standing(number - 1, evidence, loose)
            shows = way.view != now.view
            if shows or (self._entered is not None and number > self._entered.after):
                undo, kind = Undo(number), (("undo", ""),)
                cost = AREA_TAKEN_BACK if shows or not self._is_early else AREA_ENTERED_WRONGLY
                yield replace(way, events=(undo,), cost=cost, kind=kind, length_back=1)
            if not self._goes_on(before):
                return

    def _has_replaced(self, way: Way) -> bool:
        """Tell whether an action that was taken back has been replaced; then nothing may follow."""
        replaced = way.length_back is not None and len(way.events) > way.length_back
        return replaced and not self._goes_on(way.state)

    def _goes_on(self, state: AnyState) -> bool:
        """Tell whether an action is under way: something is dealt for it, or the button ends it."""
        phase = self._rules.phase(state)
        return phase.waits is Waits.DEALING or phase.button is not None

    def _begins_round(self, state: AnyState) -> bool:
        """Tell whether a round is about to begin, before which everybody has something to do."""
        return self._rules.phase(state).waits is Waits.OPENING

    def _is_unprepared(self, way: Way) -> bool:
        """Tell whether nobody can have prepared a round yet: the last one was seen to end now."""
        return self._answered and (bool(way.events) or self._entered is not None)

    def _again(self, way: Way) -> float:
        """Give what it costs that whoever acted last acts again."""
        if not self._answered:  # there is no button
            return 0.0
        phase = self._rules.phase(way.state)
        acted = {way.acted, *(player for _, player in way.kind)}
        return AREA_AGAIN if not self._goes_on(way.state) and acted & {*phase.players} else 0.0

    def _ways(self, start: Sequence[Way], evidence: AreaEvidence, *, inferring: bool) -> list[Way]:
        beam, found = [*start], [way for way in start if way.events]
        least = float("inf")
        for _ in range(AREA_LONGEST):
            hopeful = [way for way in beam if not self._has_replaced(way) and way.cost < least]
            reached = self._reached(hopeful)
            further = self._going_on(reached, self._most, evidence, least, inferring=inferring)
            beam = self._easiest(further)[:BEAM]
            if beam and not self._answered and self.explains(beam[0], evidence):
                rivals, most = min(least, beam[0].total + MARGIN), AREA_RIVALS_UNSEEN
                further = self._going_on(reached, most, evidence, rivals, inferring=inferring)
                beam = self._easiest(further)[:BEAM]
            if not beam:
                break
            found += beam
            if not self._answered:
                least = min(least, beam[0].total + WINDOW)
        return self._easiest(found)

    @property
    def _most(self) -> int:
        """How many states are tried to which unseen events may have led."""
        return AREA_MOST_UNSEEN if self._answered else AREA_KEPT_UNSEEN

    def _reached(self, beam: Sequence[Way]) -> _Reached:
        """Begin with where some ways lead, of several to one state with the likeliest."""
        reached = _Reached({}, [], count(), {})
        for way in sorted(beam, key=lambda way: way.cost):
            self._merge(reached.known, self._rules.essence(way.state), way)
        for way in reached.known.values():
            reached.pending.append((way.cost, next(reached.numbers), way))
        return reached

    def _going_on(
        self, reached: _Reached, most: int, evidence: AreaEvidence, least: float, *, inferring: bool
    ) -> list[Way]:
        """List how ways go on, first unseen (``_with_unseen``), and then seen."""
        self._with_unseen(reached, most, inferring=inferring, least=least)
        for way in reached.known.values():
            if id(way) not in reached.further:
                reached.further[id(way)] = way, [*self._further(way, evidence)]
        return [one for way in reached.known.values() for one in reached.further[id(way)][1]]

    def _with_unseen(self, reached: _Reached, most: int, *, inferring: bool, least: float) -> None:
        """Add what may have happened without showing, at a cost below ``least`` in all.

        At ``most`` so many states are added, in order of cost; of several ways to one state the
        likeliest is kept.
        """
        known, pending = reached.known, reached.pending
        most += len(known)
        while pending and len(known) < most and pending[0][0] < least:
            _, _, way = heapq.heappop(pending)
            for event, inferred in self._rules.unseen(way.state):
                if inferred and not (inferring or self._ended_unseen(way)):
                    continue
                one = self._after_unseen(way, event, inferred=inferred)
                if one is None or one.cost >= least:
                    continue
                if self._merge(known, self._rules.essence(one.state), one):
                    heapq.heappush(pending, (one.cost, next(reached.numbers), one))

    def _ended_unseen(self, way: Way) -> bool:
        """Tell whether whoever is to act has ended a turn of which nothing was seen."""
        return self._pressed and not way.events

    def _after_unseen(self, way: Way, event: AnyEvent, *, inferred: bool) -> Way | None:
        """Append an event that does not show; None where what was begun must be seen first.

        Where there is a button no way goes from one round into the next: the button is pressed
        between. Nor does one begin a round before any reading has confirmed what has ended the last
        one: meanwhile nobody can have prepared it.
        """
        if way.begun or (self._begins_round(way.state) and self._is_unprepared(way)):
            return None
        after = self._rules.apply(way.state, event).state
        acting = self._rules.phase(way.state).players
        then = self._rules.phase(after).players
        ends = acting and acting != then and not way.hidden
        stopped = AREA_ENDED if self._answered else AREA_STOPPED
        cost = stopped if ends else AREA_UNSEEN
        notes = way.notes
        if inferred:
            cost = AREA_INFERRED if self._answered else AREA_PASSED
            if self._ended_unseen(way):
                cost = AREA_HIDDEN
            player = self._rules.format_event(event).get("player")
            notes = (*notes, (len(way.events), {"note": "turn-unseen", "player": player}))
        return replace(
            way,
            state=after,
            view=self._rules.expected(after),
            events=(*way.events, event),
            notes=notes,
            cost=way.cost + cost + self._again(way),
            kind=self._kind(way.kind, event),
            begun=bool(acting) and acting == then,
        )

    def _further(self, way: Way, evidence: AreaEvidence) -> Iterator[Way]:
        """Append each event that makes the table look likelier, or leaves less of it out of place.

        Events of which a hand hides everything are appended as well, one for each who may act next.
        """
        covered: dict[tuple[str, ...], Way] = {}
        alike: dict[tuple[type, View], list[Way]] = {}
        apart = evidence.apart(way.view, dict(way.loose))
        again = self._again(way)
        for event in self._seen_events(way, evidence):
            seen = self._outcome(way, event, evidence)
            if seen.view == way.view:
                continue
            if self._rules.phase(seen.state).waits is Waits.DEALING:
                # What was taken may be replaced already, which looks no likelier by halves.
                one = self._after(way, event, seen, again)
                for dealt in self._seen_events(one, evidence):
                    both = self._outcome(one, dealt, evidence)
                    if both.left <= way.left - AREA_GAIN:
                        yield self._after(one, dealt, both, self._again(one))
            likelier = seen.left <= way.left - AREA_GAIN
            if likelier or evidence.apart(seen.view, seen.loose) < apart:
                one = self._after(way, event, seen, again)
                alike.setdefault((type(event), seen.view), []).append(one)
            elif not way.hidden and evidence.hides(way.view, seen.view):
                one = self._after(way, event, seen, again)
                hidden = replace(one, cost=one.cost + AREA_HIDDEN, hidden=True)
                covered.setdefault(self._rules.phase(one.state).players, hidden)
        yield from covered.values()
        for ways in alike.values():
            yield from self._best_of(way, ways)

    def _outcome(self, way: Way, event: AnyEvent, evidence: AreaEvidence) -> _Outcome:
        """Tell what a legal event that shows leads to; few of these fit what is seen."""
        after, _ = self._rules.play(way.state, event)
        view = self._rules.expected(after)
        loose = {**dict(way.loose), **self.loosened(way.state, event, view)}
        return _Outcome(after, view, loose, sum(evidence.penalties(view, loose).values()))

    def _after(self, way: Way, event: AnyEvent, seen: _Outcome, again: float) -> Way:
        """Append an event that shows; ``again`` is what it costs that its player acts again."""
        return replace(
            way,
            state=seen.state,
            view=seen.view,
            events=(*way.events, event),
            shown=(*way.shown, Shown(len(way.events), *self._deed(event), seen.view)),
            cost=way.cost + AREA_SEEN + again,
            left=seen.left,
            loose=tuple(seen.loose.items()),
            kind=self._kind(way.kind, event),
            begun=False,
        )

    def _seen_events(self, way: Way, evidence: AreaEvidence) -> Sequence[AnyEvent]:
        """List the events that may have come next and show: players' events, or what was dealt."""
        if self._rules.phase(way.state).waits is not Waits.DEALING:
            return self._rules.legal_events(way.state)
        dealt = self._rules.chance(way.state, way.view, way.view.updated(evidence.seen))
        possible = dealt is not None and self._rules.check(way.state, dealt).holds
        return [dealt] if possible else []

    def loosened(self, state: AnyState, event: AnyEvent, view: View) -> Loose:
        """Tell what places may hold until everything that follows from an event is carried out.

        It happened in ``state``; then all looks like ``view``.
        """
        found: dict[Spot, set[Lying]] = {}
        for other in self._rules.tidying(state, event):
            for ident, contents in other.groups:
                for i, (lying, expected) in enumerate(zip(contents, view[ident], strict=True)):
                    if lying != expected:
                        found.setdefault((ident, i), set()).add(lying)
        return {spot: frozenset(lyings) for spot, lyings in found.items()}

    def _best_of(self, before: Way, ways: Sequence[Way]) -> Sequence[Way]:
        """Choose, among events that look alike, the one that gains most for whoever acts.

        The choice is noted, or all are kept for people to be asked.
        """
        if len(ways) == 1:
            return ways
        acting = set(self._rules.phase(before.state).players)
        gains = [
            sum(row.total for row in self._rules.scores(way.state).rows if row.player in acting)
            for way in ways
        ]
        order = sorted(range(len(ways)), key=lambda i: -gains[i])
        best = ways[order[0]]
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

    def _easiest(self, ways: Sequence[Way]) -> list[Way]:
        """Keep one of all ways that lead to the same state, and sort them, the likeliest first.

        Of ways of one kind it is the one with the fewest events, then the one that leaves most to
        be done. Where a dropped way has other players do the same, nothing will ever tell: that is
        noted.
        """
        best: dict[object, Way] = {}
        for way in sorted(ways, key=self._effort):
            self._merge(best, (way.kind, self._rules.essence(self._ended(way.state))), way)
        unique: dict[object, Way] = {}
        for way in best.values():
            self._merge(unique, self._rules.essence(way.state), way)
        return sorted(unique.values(), key=lambda one: one.total)

    def _merge(self, kept: dict[object, Way], key: object, way: Way) -> bool:
        """Keep the likelier of two ways under a key, noting if it is unknown who did what.

        Tells whether that is the new one, ``way``.
        """
        best = kept.get(key)
        if best is None:
            kept[key] = way
            return True
        is_likelier = round(way.total, 6) < round(best.total, 6)
        if is_likelier:
            best, way = way, best
        near = way.total - best.total < MARGIN
        doubtful = near and way.deeds == best.deeds and way.actors != best.actors
        kept[key] = noting_order(best, way) if doubtful and not self._answered else best
        return is_likelier

    def _ended(self, state: AnyState) -> AnyState:
        """Give the state in which an action that is under way would be ended."""
        button = self._rules.phase(state).button
        ends = button is not None and self._rules.phase(state).waits is Waits.ACTING
        return self._rules.apply(state, button).state if ends else state

    def _effort(self, way: Way) -> tuple[float, int, bool, int]:
        over = not self._goes_on(way.state)
        left = len(self._rules.legal_events(way.state))
        return round(way.total, 6), len(way.events), over, -left

    def _deed(self, event: AnyEvent) -> tuple[str, str]:
        line = self._rules.format_event(event)
        return str(line["type"]), str(line.get("player", ""))

    def _kind(self, kind: Kind, event: AnyEvent) -> Kind:
        own = self._deed(event)
        return kind if kind and kind[-1] == own else (*kind, own)


def _halves(before: View, after: View) -> Loose:
    """Tell, by place, what may lie there while one view of the table turns into another."""
    found: dict[Spot, frozenset[Lying]] = {}
    for ident, contents in after.groups:
        for i, both in enumerate(zip(before[ident], contents, strict=True)):
            if both[0] != both[1]:
                one, other = map(Counter, both)
                stays, changes = one & other, [*((one - other) + (other - one)).elements()]
                found[ident, i] = frozenset(
                    tuple(sorted([*stays.elements(), *some]))
                    for number in range(len(changes) + 1)
                    for some in combinations(changes, number)
                )
    return found


def _is_undone(way: Way) -> bool:
    return bool(way.events) and isinstance(way.events[0], Undo)
