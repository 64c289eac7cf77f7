"""Tracking a board with areas, where several pieces may lie anywhere in a region."""

from collections import Counter, deque
from collections.abc import Collection, Mapping, Sequence
from copy import deepcopy
from typing import Final

import numpy as np

from companion.sighting import Claims
from companion.tracking.area_beam import Beam, Events, Way, common_beginning, first_of
from companion.tracking.area_evidence import AreaEvidence, Loose, Misread, Spot
from companion.tracking.area_search import AreaSearch, Entered
from companion.tracking.belief import Mask
from companion.tracking.config import (
    AREA_LONGER,
    AREA_MISREAD,
    AREA_NOTHING,
    DOUBTED,
    MARGIN,
    OFFERED,
)
from companion.tracking.notes import Differences, Line, taken_back, wrong_group
from companion.tracking.tracker import Options, Tracker
from companion.tracking.waiting import Agreement, Resting
from engine.board import Board
from engine.game import AnyEvent, AnyState, Waits
from engine.history import AnyHistory
from engine.layout import Contents, Lying, View
from engine.record import Undo
from vision.reading import Reading


class AreaTracker(Tracker):
    """Follows one game on a board with areas.

    Where somebody answers (``Options.answered``), the likeliest explanation is written once it is
    clear and has lasted, and what stays in doubt is asked; where only the choice among events that
    look alike is in doubt, it is asked at once, as waiting shows no more. Where nobody answers, all
    likely explanations are kept in a ``Beam`` until later readings decide.

    What must be seen in consecutive readings (``_agreed``) starts anew when a hand moves over the
    board. How long the board has been in doubt (``_doubtful``) is counted on in spite of hands,
    until something is written or the board looks as expected.

    Once a game is set up people put down their own pieces while they do all else with which a
    round opens: until it has opened, nothing is asked about those places (``_setting_up``).
    """

    def __init__(self, history: AnyHistory, board: Board, options: Options) -> None:
        super().__init__(history, board, options)
        patience = options.patience
        self._board: Final = board
        self._search: Final = AreaSearch(history, answered=options.answered)
        self._resting: Final = Resting(fidget=0)
        self._longer: Final = AREA_LONGER if patience is None else max(1, patience // options.agree)
        self._doubtful: Final = Agreement(options.agree)
        self._setting_up: Sequence[Spot] = ()
        self._loose: Loose = self._left_to_do()
        self._misread: Misread = {}
        self._before_undo: View | None = None
        self._unrestored: Misread = {}
        self._unexplained: Misread = {}
        self._entered: Entered | None = None
        self._awaits_entry = False  # a turn that showed nothing is to be entered
        self._beam = Beam()
        self._firsts: Final = deque[Events](maxlen=options.agree)
        self._supplies: Final[list[object]] = []

    def _follow(self, reading: Reading) -> list[Line]:
        self._awaits_entry = False
        phase = self._rules.phase(self.history.state)
        self.over = phase.waits is Waits.OVER
        if self.over:
            return []
        hand = reading.hand
        self.rested = False
        still = self._resting.still(_near(reading) if hand else None)
        if not reading.registered or (hand and not (self._options.live and still)):
            self._agreed.forget()
            return []
        evidence = AreaEvidence(reading, self._board.layout, phase.followed)
        self._setting_up = self._still_to_set_up(evidence, phase.waits)
        evidence.hide(self._setting_up)
        self._misread = evidence.correct(self._misread, self._expected)
        if self._before_undo is not None:
            if hand:
                return []
            self._expect_restored(evidence, self._before_undo)
        if hand:
            lines = self._explain(evidence, hand=True)
            self.rested = not (lines or self._differing(evidence))
            return lines
        self._tidied(evidence)
        lines = self._explain(evidence)
        expected, loose = self._expected, self._loose
        for way in self._beam.ways[:1]:
            expected, loose = way.view, dict(way.loose)
        if not evidence.differing(expected, loose):
            lines += self._wrong_supply(reading, expected)
        return lines

    def note(self, reading: Reading) -> None:
        self._awaits_entry = True
        if reading.registered and not reading.hand:
            phase = self._rules.phase(self.history.state)
            evidence = AreaEvidence(reading, self._board.layout, phase.followed)
            evidence.correct(self._misread, self._expected)
            self.differs = bool(self._differing(evidence))

    @property
    def _expected(self) -> View:
        return self._rules.expected(self.history.state)

    @property
    def unfinished(self) -> Collection[str]:
        places = {group.id: group.places for group in self._board.layout}
        return [places[ident][i].id for ident, i in self._loose]

    def write(self, event: AnyEvent) -> Line:
        """Write an event that is known to have happened, and return its line.

        After an undo the board still shows what was taken back: people are expected to put it
        right. After another event they may still have to carry out what follows from it.
        """
        state, number = self.history.state, self.history.event
        line = super().write(event)
        if self._entered is None:
            self._entered = Entered(number, early=self._awaits_entry and not self.differs)
        if isinstance(event, Undo):
            self._before_undo, self._loose = self._rules.expected(state), {}
        else:
            self._loosen(state, event)
        return line

    def _loosen(self, state: AnyState, event: AnyEvent) -> None:
        """Let the table look otherwise where what follows from an event is to be carried out."""
        found = self._search.loosened(state, event, self._expected)
        if self._rules.phase(state).waits is Waits.SETUP:
            self._setting_up = [*found]
        else:
            self._loose = {**self._loose, **found}

    def _expect_restored(self, evidence: AreaEvidence, before: View) -> None:
        """Expect people to put right what lies as it did ``before`` events were taken back."""
        self._before_undo = None
        gone_on = evidence.differing(before)
        differing = [spot for spot in self._differing(evidence) if spot not in gone_on]
        self._unrestored = self._doubted(self._differences(differing, evidence))
        self._misread = evidence.correct({**self._misread, **self._unrestored}, self._expected)

    def _ask_to_restore(self) -> bool:
        """Ask to put right what was taken back but still lies there; tell whether anything does.

        The question is only shown at the table: no line is written.
        """
        places = {spot: look for spot, look in self._unrestored.items() if spot in self._misread}
        if places and not self._has_asked(differences := self._named(places)):
            self._ask(taken_back(differences), ())
        return bool(places)

    def _mistrust(self) -> None:
        doubted = self._doubted(self.question["differences"] if self.question else {})
        self._misread, self._unrestored = {**self._misread, **doubted}, {}
        self._settle()

    def _distrust(self, differences: Differences) -> None:
        expected = self._expected
        areas = {group.id for group in self._board.areas}
        looked = {spot: look for spot, (look, _) in self._doubted(differences).items()}
        doubted = {
            (ident, i): (look, expected[ident][i])
            for (ident, i), look in looked.items()
            if ident in areas and look != expected[ident][i] and (ident, i) not in self._loose
        }
        self._misread = {**self._misread, **doubted}

    def _doubted(self, differences: Mapping[str, Sequence[Sequence[str]]]) -> Misread:
        """Give, for the places of noted differences, how each looked and what lies there."""
        spots = {
            place.id: (group.id, i)
            for group in self._board.layout
            if group in self._board.areas or not group.ordered  # else nothing is taken from it
            for i, place in enumerate(group.places)
        }
        return {spots[at]: (tuple(seen), tuple(lying)) for at, (lying, seen) in differences.items()}

    def _named(self, misread: Misread) -> dict[str, list[list[str]]]:
        """Give places by their ids, each with what should lie there and how it looks."""
        groups = {group.id: group for group in self._board.layout}
        return {
            groups[ident].places[i].id: [[*lying], [*look]]
            for (ident, i), (look, lying) in misread.items()
        }

    def _settle(self) -> None:
        super()._settle()
        self._doubtful.forget()
        self._firsts.clear()
        self._beam = Beam()

    def _still_to_set_up(self, evidence: AreaEvidence, waits: Waits) -> Sequence[Spot]:
        """List the places where people may still put down what a game is set up with."""
        if waits is not Waits.OPENING or not self._options.answered:
            return ()
        expected = self._expected
        return [
            (at, i) for at, i in self._setting_up if not evidence.shows((at, i), expected[at][i])
        ]

    def _left_to_do(self) -> Loose:
        """Tell what may still have to be carried out of what has happened, if nobody has looked."""
        history, now = self.history, self._expected
        found: dict[Spot, frozenset[Lying]] = {}
        for number, event in history.counting.items():
            before, view = history.at(number - 1), self._rules.expected(history.at(number))
            loose = self._search.loosened(before, event, view)
            waits = self._rules.phase(before).waits
            if waits is Waits.SETUP:
                self._setting_up = [*loose]
                continue
            if waits is not Waits.OPENING:
                self._setting_up = ()
            found |= {(at, i): one for (at, i), one in loose.items() if view[at][i] == now[at][i]}
        return found

    def _tidied(self, evidence: AreaEvidence) -> None:
        """Allow no other contents any more on places that look as they finally should.

        What an event leaves to be done, ``_loose``, has been done there.
        """
        if not self._loose:
            return
        wrong = evidence.penalties(self._expected)
        self._loose = {
            spot: lyings for spot, lyings in self._loose.items() if wrong.get(spot, 0.0) > 0
        }

    def _differing(self, evidence: AreaEvidence) -> list[Spot]:
        """List the places that look otherwise than expected."""
        return evidence.differing(self._expected, self._loose)

    def _explain(self, evidence: AreaEvidence, *, hand: bool = False) -> list[Line]:
        """Write the events that explain what differs from what is expected, or ask, or wait.

        A hand that rests may hold what is missing: then only an event is written no part of which
        it is near.
        """
        expected, differing = self._expected, self._differing(evidence)
        if not hand:
            self.differs = bool(differing)
        if not self._options.answered:
            return [] if hand else self._continue(evidence, differing)
        if not differing:
            if not hand:
                self._entered = None
                self.differs = self._ask_to_restore()
                if not self.differs:
                    self._settle()
            return []
        ways = self._search.ways(
            evidence,
            self._loose,
            pressed=self.pressed,
            last_ended=self._last_ended,
            entered=self._entered,
        )
        now = sum(evidence.penalties(expected, self._loose).values())
        whole = not hand or (bool(ways) and evidence.shows_all(expected, ways[0].view))
        if whole and self._is_clear(ways, evidence, now):
            way, longer = ways[0], AREA_LONGER if hand else 1
            if self._is_put_back_in_part(differing, evidence):
                longer = self._longer
            if not self._agreed.on("events", way.events, longer):
                return []
            return self._believe(way)
        self._agreed.forget("events")
        if hand:
            return []
        chosen = self._is_clear(ways[:1], evidence, now)
        return self._ask_in_time(ways, differing, evidence, chosen=chosen)

    def _is_put_back_in_part(self, differing: Sequence[Spot], evidence: AreaEvidence) -> bool:
        """Tell whether only some is left of what the table was asked about: the rest may follow."""
        if self.question is None:
            return False
        asked, left = self.question["differences"], self._differences(differing, evidence)
        return bool(left != asked and left.keys() <= asked.keys())

    def _continue(self, evidence: AreaEvidence, differing: Sequence[Spot]) -> list[Line]:
        """Continue the ways in the beam, and write the events that all likely ones begin with."""
        if not (differing or self._beam.ways):
            self._settle()
            return []
        raw = evidence
        evidence, ways = self._continued(raw)
        left = evidence.differing(ways[0].view, dict(ways[0].loose))
        if left:
            self._firsts.clear()
            self._continue_beside(left, evidence)
            lasting = self._differences(left, evidence, ways[0].view)
            lines = self._ask_in_time(ways, differing, evidence, lasting)
            if lines:
                self._unexplained = {**self._unexplained, **self._doubted(lasting)}
            return lines
        beam = self._beam = self._beam.with_ways(ways)
        self._firsts.append(beam.agreed)
        lines = self._write_agreed()
        beam = self._beam
        if not beam.differ_in_actors_alone:
            return lines + self._ask_in_time(beam.likely, self._differing(evidence), evidence)
        self._agreed.forget("unexplained")
        self._doubtful.forget()
        if evidence is raw:
            self.question, self.alternatives = None, ()
        return lines

    def _continue_beside(self, left: Sequence[Spot], evidence: AreaEvidence) -> None:
        """Continue the ways as if the places that none of them explains were hidden.

        Nothing is written yet; but once all is explained, what happened meanwhile is known.
        """
        if len({*left, *self._unexplained}) > AREA_MISREAD:
            return
        beside = deepcopy(evidence)
        beside.hide(left)
        ways = self._search.continued(self._beam.ways, self._beam.before, beside, self._loose)
        if not beside.differing(ways[0].view, dict(ways[0].loose)):
            self._beam = self._beam.with_ways(ways)

    def _continued(self, evidence: AreaEvidence) -> tuple[AreaEvidence, list[Way]]:
        """Continue the ways in the beam; give the evidence that was used, and the ways.

        Where none explains all that is seen, places that a note has called unexplained, and that
        still look so, are taken to be misread: otherwise nothing could be followed beside them.
        """
        beam, loose = self._beam, self._loose
        ways = self._search.continued(beam.ways, beam.before, evidence, loose)
        if not self._unexplained or not evidence.differing(ways[0].view, dict(ways[0].loose)):
            return evidence, ways
        evidence = deepcopy(evidence)
        self._unexplained = evidence.correct(self._unexplained, self._expected)
        return evidence, self._search.continued(beam.ways, beam.before, evidence, loose)

    def _write_agreed(self) -> list[Line]:
        """Write the events that all likely ways have begun with in enough readings."""
        number = len(common_beginning(self._firsts))
        if not number or len(self._firsts) < self._options.agree:
            return []
        beam, firsts = self._beam, [events[number:] for events in self._firsts]
        lines = self._believe(first_of(beam.ways[0], number))
        self._beam = beam.after(number)
        self._firsts.extend(firsts)
        return lines

    def _ask_in_time(
        self,
        ways: Sequence[Way],
        differing: Sequence[Spot],
        evidence: AreaEvidence,
        lasting: Mapping[str, object] | None = None,
        *,
        chosen: bool = False,
    ) -> list[Line]:
        """Ask what happened, once that has been in doubt long enough; return the question's line.

        ``chosen``: only a choice among events that look alike is in doubt, which is asked at once.
        What may be a part of an event is not asked before somebody ends the turn.
        ``lasting`` are the differences that must have lasted, all of them by default.
        """
        longer = 1 if chosen else self._longer
        differences = self._differences(differing, evidence)
        lasts = self._agreed.on("unexplained", lasting or differences, longer)
        often = self._doubtful.on("board", self.history.event, DOUBTED * self._longer)
        if not differences or not (lasts or often) or self._has_asked(differences):
            return []
        if self._options.answered and not (chosen or self.ended):
            explained = any(self._search.explains(way, evidence) for way in ways)
            if not explained and self._search.is_under_way(evidence, self._loose):
                return []
        close = [way for way in ways if not evidence.differing(way.view, dict(way.loose))]
        question = {
            "note": "unexplained",
            "differences": differences,
            "nearest": self._nearest(ways),
            "rule": None,
        }
        return self._ask(question, [way.events for way in close[:OFFERED]])

    def _conclude(self) -> list[Line]:
        """Write the likeliest way up to where it is in doubt what was done, not only who did it."""
        way = self._beam.done
        return self._believe(way) if way and len(self._firsts) == self._options.agree else []

    def _nearest(self, ways: Sequence[Way]) -> Line | None:
        """Give the first event of the likeliest way that has one beside taking something back."""
        events = [event for way in ways for event in way.events if not isinstance(event, Undo)]
        return self._rules.format_event(events[0]) if events else None

    def _is_clear(self, ways: Sequence[Way], evidence: AreaEvidence, now: float) -> bool:
        """Tell whether the likeliest way explains all that is seen and beats all others clearly.

        ``now`` is how many nats speak against nothing having happened; that somebody has ended a
        turn speaks against it as well.
        """
        nothing = now + AREA_NOTHING * self.ended
        if not ways or ways[0].total > nothing - MARGIN:
            return False
        best = ways[0]
        if best.notes:  # players are asked what was not seen
            return False
        if self._revises_ended_turn(best, evidence) or self._revises_answer(best):
            return False
        if evidence.differing(best.view, dict(best.loose)):
            return False
        return all(other.behind(best) >= MARGIN for other in ways[1:])

    @property
    def _last_ended(self) -> int:
        """The number of the last event of ended turns that a reading has confirmed since.

        An answer that no reading has confirmed may still be corrected, like a turn that goes on.
        """
        return (
            self.last_ended if self._entered is None else min(self.last_ended, self._entered.after)
        )

    def _revises_ended_turn(self, way: Way, evidence: AreaEvidence) -> bool:
        """Tell whether a way takes back a turn that people have ended, without any sign of it.

        It would be a sign that something that the turn brought onto the board is gone again.
        """
        first, *others = way.events or (None,)
        if not isinstance(first, Undo) or first.to > self._last_ended:
            return False
        before, now = (
            self._rules.expected(self.history.at(one)) for one in (first.to - 1, self.history.event)
        )
        came = {
            (group.id, i)
            for group in self._board.layout
            for i, both in enumerate(zip(before[group.id], now[group.id], strict=False))
            if Counter(both[1]) - Counter(both[0])
        }
        return not others or came.isdisjoint(self._differing(evidence))

    def _revises_answer(self, way: Way) -> bool:
        """Tell whether a way takes back what showed nothing: only people can tell that it was."""
        first = way.events[0] if way.events else None
        if not isinstance(first, Undo):
            return False
        before, now = (self.history.at(one) for one in (first.to - 1, self.history.event))
        return bool(self._rules.expected(before) == self._rules.expected(now))

    def _believe(self, way: Way) -> list[Line]:
        lines: list[Line] = []
        for i, event in enumerate(way.events):
            lines += [dict(note) for at, note in way.notes if at == i]
            lines.append(self._write(event))
        self._settle()
        self.differs = False
        self._entered = None
        self._loose = dict(way.loose)
        return lines

    def _differences(
        self, differing: Sequence[Spot], evidence: AreaEvidence, expected: View | None = None
    ) -> dict[str, list[list[str]]]:
        """Name the places that look other than expected: what should lie there, and what is seen.

        Where a group is not ordered, those are the places of the things that should not be there.
        """
        expected = expected or self._expected
        groups = {group.id: group for group in self._board.layout}
        found = {}
        for ident, number in differing:
            group, should, seen = groups[ident], expected[ident], evidence.seen[ident]
            both = {number: should[number]} if group.ordered else _unlike(should, seen)
            for i, lying in both.items():
                found[group.places[i].id] = [[*lying], [*seen[i]]]
        return found

    def _wrong_supply(self, reading: Reading, expected: View) -> list[Line]:
        """Note, once, that other places of heaps are empty than should be."""
        lines: list[Line] = []
        for group in self._board.areas:
            areas = reading.areas.get(group.id)
            if group.capacity > 1 or areas is None:
                continue
            claims = Claims()
            claims.add(group, areas)
            if claims.occluded or claims.unsure:
                continue
            bare = [at for at, lying in claims.lying.items() if not lying]
            both = zip(claims.lying, expected[group.id], strict=True)
            should = [at for at, lying in both if not lying]
            if bare != should and (bare, should) not in self._supplies:
                self._supplies.append((bare, should))
                lines.append(wrong_group(group.id, should, bare))
        return lines


def _unlike(expected: Contents, seen: Contents) -> dict[int, Lying]:
    """Give the places of an unordered group that look wrong, each with one missing thing."""
    missing, wrong = [*expected], []
    for i, lying in enumerate(seen):
        if lying in missing:
            missing.remove(lying)
        else:
            wrong.append(i)
    return dict(zip(wrong, missing, strict=True))


def _near(reading: Reading) -> Mask:
    """Join the ``near`` and ``observed`` masks of all groups: what a hand's position changes."""
    areas = [mask for one in reading.areas.values() for mask in (one.near, one.observed)]
    slots = [mask for one in reading.groups.values() for mask in (one.near, one.observed)]
    return np.concatenate([*areas, *slots])
