"""Hypotheses: which legal events may have led to the board that is seen.

A beam search over sequences of events. A hypothesis is scored by how well the board after its
events fits what is seen, minus what the events and their order cost, and minus what the row of
tiles and the single tiles say against it.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from companion.tracking.belief import MOMENTS, NEVER, Evidence, Mask
from companion.tracking.config import (
    BEAM,
    EARLY,
    EARLY_IN_OPENING,
    EVENT,
    EXCHANGED,
    EXCHANGED_LIVE,
    FURTHER_OUT_OF_TURN,
    FURTHER_SWEPT,
    HELD,
    LONGEST,
    MARGIN,
    OUT_OF_TURN,
    PUSHED,
    ROUNDS,
    ROW_RELAID,
    SURE,
    SWEPT,
    TAKEN_BACK,
    TILE_NOT_MOVED,
    TILES_GONE,
    UNSEEN,
    WINDOW,
)
from companion.tracking.followed import FollowedGame, Singles
from engine.game import AnyEvent, AnyState, Waits
from engine.history import AnyHistory
from engine.record import Undo

Events = tuple[AnyEvent, ...]
Change = tuple[int, str | None]
"""The number of a spot, and whose piece stands there afterwards."""
PLAYING: Final = (Waits.OPENING, Waits.ACTING, Waits.FOLLOWING)
"""Phases of a game in which players act with their pieces, or what follows from that is due."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """Events in order, and where they lead: the state, and whose piece stands on each spot.

    ``fit`` is the log likelihood of the board, ``cost`` what the events cost, ``against`` what the
    row and the tiles say against them; ``rows`` are how the row should lie before and after the
    last event. Times are moments (``SpotBelief``): ``after`` is the last one at which some event
    had surely not happened yet, ``came`` the first one at which the last event is surely seen.
    ``disorder`` counts the events that were seen before one that precedes them here, and ``early``
    for how many settled readings the worst of these was. ``unseen`` counts the events that are not
    surely seen; ``seen`` is how many events from the first on no hand hides. ``forks`` are spans of
    events (from, to) that may as well have happened in another order.
    """

    events: Events
    state: AnyState
    board: Singles
    fit: float
    cost: float = 0.0
    against: float = 0.0
    rows: tuple[Singles, ...] = ()
    after: int = NEVER
    early: int = 0
    disorder: int = 0
    unseen: int = 0
    forks: tuple[tuple[int, int], ...] = ()
    seen: int = 0
    came: int = NEVER

    @property
    def score(self) -> float:
        """How likely the hypothesis is, in nats: the higher the better."""
        return self.fit - self.cost - self.against


class Search:
    """Finds hypotheses of what has happened since the last event of one game."""

    def __init__(self, game: FollowedGame, history: AnyHistory, *, live: bool) -> None:
        """Take the game; where it is ``live``, players may place in any order in the opening."""
        self._game: Final = game
        self._history: Final = history
        self._live: Final = live
        self._event = -1
        self._legal: dict[AnyState, Sequence[AnyEvent]] = {}
        self._changes: dict[AnyEvent, tuple[Change, ...]] = {}
        self._after: dict[tuple[AnyState, AnyEvent], AnyState] = {}
        self._lying: dict[AnyState, tuple[Singles, Singles]] = {}

    def found(self, evidence: Evidence) -> list[Hypothesis]:
        """List the hypotheses, the best first; one of them is that nothing has happened."""
        if self._event != self._history.event:
            self._event = self._history.event
            self._legal.clear()
            self._after.clear()
            self._lying.clear()
        now = self.nothing(evidence)
        found: dict[AnyState, Hypothesis] = {}
        beam = [now, *self._taken_back(now, evidence)]
        actions = ROUNDS * len(self._game.players(now.state))
        best = -np.inf  # of those that fit
        for _ in range(LONGEST):
            for one in beam:
                if one.state not in found or one.score > found[one.state].score:
                    found[one.state] = one
                    if one.score > best and not evidence.differences(one.board):
                        best = one.score
            hopeful = [one for one in beam if -one.cost - EVENT > best - WINDOW]
            beam = self._longer(hopeful, evidence) if actions else []
            if not beam:
                break
            waits = self._game.rules.phase(beam[0].state).waits
            actions -= waits is not Waits.OPENING
        return sorted(found.values(), key=lambda one: -one.score)

    def nothing(self, evidence: Evidence) -> Hypothesis:
        """Give the hypothesis that nothing has happened since the last event."""
        state = self._history.state
        board, row = self._lies(state)
        against = self._against((), (row,), state, evidence)
        return Hypothesis((), state, board, evidence.score(board), against=against, rows=(row,))

    def _taken_back(self, now: Hypothesis, evidence: Evidence) -> Iterator[Hypothesis]:
        """Give the hypothesis that a player took back the last event, if there is one to take back.

        What followed from that event by itself is taken back too. What no player did, such as a
        correction, is not.
        """
        history, rules = self._history, self._game.rules
        played = [*history.counting]
        if played and rules.phase(history.at(played[-1] - 1)).automatic is not None:
            played = played[:-1]
        elif rules.phase(history.state).waits not in PLAYING:
            return
        if not played:
            return
        number = played[-1]
        before = history.at(number - 1)
        if history.events[number - 1] in rules.legal_events(before):
            yield self._then(now, Undo(number), before, TAKEN_BACK, evidence)

    def _longer(self, beam: Iterable[Hypothesis], evidence: Evidence) -> list[Hypothesis]:
        """Give the best hypotheses that are longer by one legal event."""
        found: dict[AnyState, Hypothesis] = {}
        for one in beam:
            if self._game.rules.phase(one.state).automatic is not None:
                continue
            for event in self._legal_events(one.state):
                if self._may_have_happened(event, one, evidence):
                    state = self._apply(one.state, event)
                    if state == self._history.state:
                        continue
                    longer = self._then(one, event, state, EVENT, evidence)
                    found[longer.state] = _better(longer, found.get(longer.state))
        return sorted(found.values(), key=lambda one: -one.score)[:BEAM]

    def _legal_events(self, state: AnyState) -> Sequence[AnyEvent]:
        if state not in self._legal:
            self._legal[state] = tuple(self._game.rules.legal_events(state))
        return self._legal[state]

    def _apply(self, state: AnyState, event: AnyEvent) -> AnyState:
        key = state, event
        if key not in self._after:
            self._after[key] = self._game.rules.apply(state, event).state
        return self._after[key]

    def _lies(self, state: AnyState) -> tuple[Singles, Singles]:
        """Tell whose piece should stand on each place, and how the row of tiles should lie."""
        if state not in self._lying:
            self._lying[state] = self._game.lies(state)
        return self._lying[state]

    def _may_have_happened(self, event: AnyEvent, one: Hypothesis, evidence: Evidence) -> bool:
        """Tell whether the spots that an event changes may look as it leaves them.

        A spot that it empties may also show another piece: somebody has come there since.
        """
        if event not in self._changes:
            after, _ = self._lies(self._apply(one.state, event))
            self._changes[event] = changes(one.board, after)
        looks, possible = self._changes[event], evidence.possible
        for i, look in looks:
            if look not in possible[i] and (look is not None or one.board[i] in possible[i]):
                return False
        return bool(looks)

    def _then(
        self,
        one: Hypothesis,
        event: AnyEvent,
        state: AnyState,
        cost: float,
        evidence: Evidence,
    ) -> Hypothesis:
        """Append an event that leads to a state, at a cost."""
        board, row = self._lies(state)
        column, rows = evidence.classes.index, evidence.rows
        now, _ = self._lies(self._history.state)
        changed = changes(one.board, board)
        gain, after, seen = 0.0, one.after, np.inf
        for i, look in changed:
            gain += rows[i, column(look)] - rows[i, column(one.board[i])]
            if look != now[i] and evidence.surely(i, look):
                seen = min(seen, evidence.since[i])
            if evidence.until[i] < evidence.now:  # else it looks as before the event now
                after = max(after, evidence.until[i])
        unseen = bool(np.isinf(seen) and not isinstance(event, Undo))
        cost += UNSEEN * unseen
        disorder = seen <= one.after
        opening = self._live and self._game.rules.phase(one.state).waits is Waits.OPENING
        too_early = bool(disorder and not opening)
        # Settled readings from the one in which it was seen to the one without an earlier event.
        early = one.after // MOMENTS + 1 + int(-seen // MOMENTS) if too_early else 0
        hidden = any(i in evidence.hidden for i, _ in changed)
        hidden = hidden and not evidence.relaid  # else the row shows that it happened
        events, both = (*one.events, event), (one.rows[-1], row)
        return replace(
            one,
            events=events,
            state=state,
            board=board,
            fit=one.fit + float(gain),
            cost=one.cost + cost + (EARLY if too_early else EARLY_IN_OPENING) * disorder,
            against=self._against(events, both, state, evidence),
            rows=both,
            after=after,
            early=max(one.early, early),
            came=int(min(seen, evidence.now)),
            disorder=one.disorder + bool(disorder),
            unseen=one.unseen + unseen,
            seen=one.seen + (one.seen == len(one.events) and not hidden),
        )

    def _against(
        self, events: Events, rows: Sequence[Singles], state: AnyState, evidence: Evidence
    ) -> float:
        """Give what the row and the tiles say against events that lead to a state.

        What the last event asks to be done to the row may not be done yet. A row that nobody has
        rearranged since the last event only speaks against hypotheses with events.
        """
        displaced = min(map(evidence.displaced, rows))
        if evidence.relaid:
            against = ROW_RELAID * displaced
        else:
            before = evidence.displaced(self._lies(self._history.state)[1])
            against = TILE_NOT_MOVED * (displaced - before) if events else 0.0
        over = self._game.rules.phase(state).automatic is not None
        return against + TILES_GONE * (evidence.taken and not over)

    def priced(self, one: Hypothesis, evidence: Evidence) -> Hypothesis:
        """Explain what a hypothesis leaves unexplained by something that is no legal event.

        A piece was moved out of turn, exchanged for another's, pushed aside, or is held in a hand;
        or pieces of several players were swept off the board. The hypothesis fits better by what
        such an explanation saves.
        """
        phase = self._game.rules.phase(one.state)
        opening = self._live and phase.waits is Waits.OPENING
        swept = self._swept(one, evidence) if not opening else ()
        spared, left, moved = 0.0, 0.0, 0
        for i in evidence.differences(one.board):
            there, row = one.board[i], evidence.rows[i]
            misfit = -row[evidence.classes.index(there)]
            out_of_turn = FURTHER_OUT_OF_TURN if moved else OUT_OF_TURN
            if opening and there is None:  # somebody places before his turn
                out_of_turn = EVENT + EARLY_IN_OPENING
            prices = {}
            for look, nats in zip(evidence.classes, row, strict=True):
                price = misfit
                if there is not None and look is not None:
                    price = EXCHANGED_LIVE if self._live else EXCHANGED
                elif (there or look) not in phase.players:
                    price = out_of_turn
                elif there is not None and evidence.hand:
                    price = HELD
                elif there is not None and self._elsewhere(there, one, evidence):
                    price = PUSHED
                prices[look] = price - nats
            best = min(prices[look] for look in prices if look != there)
            moved += best >= out_of_turn
            spared += max(misfit - best, 0.0)
            left += min(best, misfit) if i in swept else 0.0
        if swept:
            together = SWEPT + FURTHER_SWEPT * (len(swept) - 1)
            spared += max(left - together, 0.0)
        return replace(one, fit=one.fit + float(spared))

    def _swept(self, one: Hypothesis, evidence: Evidence) -> Collection[int]:
        """List the spots whose pieces, of several players, are gone from one moment to another.

        Only a live game is watched so closely that this tells anything.
        """
        gone = [i for i in evidence.differences(one.board) if evidence.surely(i, None)]
        several = len({one.board[i] for i in gone}) > 1
        if not (self._live and several):
            return ()
        last_there = max(evidence.until[i] for i in gone)
        return gone if last_there < min(evidence.since[i] for i in gone) else ()

    @staticmethod
    def _elsewhere(piece: str, one: Hypothesis, evidence: Evidence) -> bool:
        """Tell whether there is an empty spot that may, or may not, hold such a piece."""
        column = evidence.classes.index
        both = evidence.rows[:, [column(None), column(piece)]]
        doubtful: Mask = (both.min(axis=1) > -SURE) & evidence.rows.any(axis=1)
        return any(doubtful[i] for i, there in enumerate(one.board) if there is None)

    def acted_once_more(self, one: Hypothesis, evidence: Evidence) -> Iterator[Hypothesis]:
        """Yield hypotheses in which the first player of a round has acted again after the others.

        His first action is then another one, and his second makes the board look as it does.
        """
        rules = self._game.rules
        seats = len(self._game.players(one.state))
        undone = sum(isinstance(event, Undo) for event in one.events)
        if len(one.events) - undone < seats:
            return
        start = self._along(self.nothing(evidence), one.events[:-seats], evidence)
        if start is None or rules.phase(start.state).waits is not Waits.ACTING:
            return
        first, *others = one.events[-seats:]
        for event in self._legal_events(start.state):
            twice = self._along(start, (event, *others), evidence) if event != first else None
            if twice is None:
                continue
            lasts = rules.attempts(twice.state, rules.expected(one.state))
            each = (self._along(twice, (last,), evidence) for last in lasts)
            yield from (other for other in each if other is not None)

    def actions(self, one: Hypothesis) -> int:
        """Count the events of a hypothesis that are players' actions after the opening."""
        now, number = self._history.state, 0
        for event in one.events:
            if isinstance(event, Undo):
                now = self._history.at(event.to - 1)
                continue
            number += self._game.rules.phase(now).waits is Waits.ACTING
            now = self._apply(now, event)
        return number

    def takes_away(self, event: AnyEvent) -> bool:
        """Tell whether an event that was searched changes nothing but that pieces are gone."""
        shown = self._changes.get(event, ())
        return bool(shown) and all(look is None for _, look in shown)

    def opened_by_next(self, one: Hypothesis, evidence: Evidence) -> bool:
        """Tell whether the piece that ends the opening may show its owner's first action already.

        The owner is to act first. Where the piece was not seen on its spot before the opening was
        over, it may have been placed elsewhere and moved since.
        """
        phase = self._game.rules.phase
        if phase(self._history.state).waits is not Waits.OPENING:
            return False
        after = phase(one.state)
        theirs = [event for event in one.events if self._player(event) in after.players]
        return after.waits is Waits.ACTING and any(
            not evidence.surely(i, look) or evidence.since[i] > one.after
            for event in theirs
            for i, look in self._changes[event]
        )

    def reordered(self, one: Hypothesis, evidence: Evidence) -> list[Hypothesis]:
        """List the hypotheses in which two events of one player change places."""
        now, events = self.nothing(evidence), one.events
        players = [self._player(event) for event in events]
        found = []
        for first, player in enumerate(players):
            if player is not None and player in players[first + 1 :]:
                last = players.index(player, first + 1)
                order = [*events]
                order[first], order[last] = order[last], order[first]
                if (other := self._along(now, order, evidence)) is not None:
                    found.append(other)
        return found

    def _player(self, event: AnyEvent) -> object:
        if isinstance(event, Undo):
            return None
        return self._game.rules.format_event(event).get("player")

    def _along(
        self, one: Hypothesis, events: Iterable[AnyEvent], evidence: Evidence
    ) -> Hypothesis | None:
        """Append events to a hypothesis; None where the rules refuse one of them."""
        for event in events:
            if isinstance(event, Undo):
                one = self._then(one, event, self._history.at(event.to - 1), TAKEN_BACK, evidence)
            elif self._game.rules.check(one.state, event).holds:
                one = self._then(one, event, self._apply(one.state, event), EVENT, evidence)
            else:
                return None
        return one


def _better(one: Hypothesis, other: Hypothesis | None) -> Hypothesis:
    """Give the better of two hypotheses for one state, noting a fork if both may be true."""
    if other is None:
        return one
    if (one.score, -one.disorder) <= (other.score, -other.disorder):
        one, other = other, one
    return parted(one, other)


def parted(one: Hypothesis, other: Hypothesis) -> Hypothesis:
    """Give a hypothesis with a fork where another one for the same state, as likely, differs."""
    pairs = zip(one.events, other.events, strict=False)
    apart = [k for k, (mine, his) in enumerate(pairs) if mine != his]
    if not apart or other.disorder > one.disorder or one.score - other.score >= MARGIN:
        return one
    return replace(one, forks=tuple(sorted({*one.forks, (apart[0], apart[-1] + 1)})))


def changes(before: Collection[str | None], after: Collection[str | None]) -> tuple[Change, ...]:
    """List the spots in which two boards differ, with what the later one has there."""
    both = enumerate(zip(before, after, strict=True))
    return tuple([(i, now) for i, (then, now) in both if then != now])


@dataclass(frozen=True, slots=True)
class Decision:
    """Which events may be written, none if ``events`` is empty.

    ``unordered`` is how many of them happened in an order that was not seen: all, or none.
    ``may_resolve``: what is in doubt may be decided by what happens next.
    """

    events: Events = ()
    unordered: int = 0
    may_resolve: bool = True


def decide(clean: Sequence[Hypothesis], others: Sequence[Hypothesis], best: Hypothesis) -> Decision:
    """Decide how many first events of the ``best`` hypothesis are beyond doubt.

    They must be shared by the ``clean`` hypotheses, which explain all that is surely seen, but for
    a share of e to the minus ``MARGIN``. Of the ``others``, which leave something unexplained, only
    the best one is weighed: something was misread then, or done against the rules.
    """
    weights = [(one, _weight(one, best)) for one in clean]
    for number in range(best.seen, 0, -1):
        if any(parts < number < joins for parts, joins in best.forks):
            continue
        first = best.events[:number]
        share = sum(weight for one, weight in weights if one.events[:number] == first)
        rest = sum(weight for one, weight in weights if one.events[:number] != first)
        apart = (_weight(one, best) for one in others if one.events[:number] != first)
        rest += max(apart, default=0.0)
        if share >= rest * np.exp(MARGIN):
            spans = [(parts, joins) for parts, joins in best.forks if joins <= number]
            # Where events were seen in another order than the rules ask, no order is sure.
            return Decision(first, len(first) if spans or best.disorder else 0)
    alike = (
        one
        for one in clean
        if one.board == best.board and one.state != best.state and best.score - one.score < MARGIN
    )
    return Decision(may_resolve=next(alike, None) is None)


def _weight(one: Hypothesis, best: Hypothesis) -> float:
    return float(np.exp(one.score - best.score))
