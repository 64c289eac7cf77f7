"""What else may have happened: events taken back or replaced, unseen, or in another order."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np

from companion.tracking.evidence import Evidence, Look, changes
from companion.tracking.explanation import BEAM, COST, Explanation, explain
from companion.tracking.followed import FollowedGame
from companion.tracking.since import Differences
from engine import board as boards
from engine.game import Waits
from engine.history import History
from engine.record import Undo

TAKEN_BACK: Final = 4.0
"""What it costs, as log likelihood, to hold that the last event was taken back."""
MOST_CHANGED: Final = 2
"""The most spots that one event at the table changes."""
ORDERS: Final = 2
"""How many orders of events that lead to the same state are followed: more tell no more."""
CERTAIN: Final = 100.0
"""By how much what somebody tells speaks for itself: nobody means something else."""

PLAYING: Final = (Waits.OPENING, Waits.ACTING, Waits.FOLLOWING)
"""What is waited for while players act with their pieces."""

Events = tuple[Any, ...]
AnyHistory = History[Any, Any, Any]


class Search:
    """Explains readings of one game, no more often than there is something new to explain."""

    def __init__(self, game: FollowedGame, history: AnyHistory) -> None:
        """Explain what may come next in ``history``."""
        self._game: Final = game
        self._history: Final = history
        self._asked: object = None
        self._found: list[Explanation] = []

    def ranked(
        self, now: Explanation, evidence: Evidence, held: Explanation | None
    ) -> list[Explanation]:
        """List explanations of the board, the best first; ``now`` is that nothing happened.

        ``held`` is what has probably happened before, though it could not be confirmed yet.
        While the same spots look alike the same events are candidates, however surely they
        are seen: they are only weighed anew.
        """
        game = self._game
        differing = evidence.differences(game.standing(now.state))
        seen = evidence.possible(), evidence.row, evidence.unsettled
        asked = (self._history.event, differing, seen, held and held.events)
        if asked != self._asked:
            starts = [now, *taken_back(game, self._history, evidence)]
            if held is not None:  # what earlier readings have shown costs nothing any more
                score = evidence.score(game.standing(held.state))
                starts.insert(0, replace(held, log_likelihood=score, cost=0.0))
            self._found = explain(game, starts, evidence)
            self._asked = asked
            return self._found
        weighed = [
            replace(one, log_likelihood=evidence.score(game.standing(one.state)))
            for one in self._found
        ]
        return sorted(weighed, key=lambda one: -one.score)


def taken_back(
    game: FollowedGame, history: AnyHistory, evidence: Evidence
) -> Iterator[Explanation]:
    """Offer the state before the last event, for a player who changed his mind.

    What follows by itself goes with the event that it followed from. What players did not do, as
    a correction, stays; so does what would leave more to explain than one event can.
    """
    played = history.in_effect(history.event)
    if not played:
        return
    if game.rules.phase(history.at(played[-1] - 1)).automatic is not None:
        played = played[:-1]
    elif game.rules.phase(history.state).waits not in PLAYING:
        return
    differing = evidence.differences(game.standing(history.state))
    last = played[-1]
    before = history.at(last - 1)
    board = game.standing(before)
    few = len(evidence.differences(board)) <= len(differing) + MOST_CHANGED
    if few and history.events[last - 1] in game.rules.legal_events(before):
        yield Explanation((Undo(last),), before, evidence.score(board), TAKEN_BACK)


def replayed(game: FollowedGame, history: AnyHistory, evidence: Evidence) -> list[Events]:
    """List how the board came about if an earlier event was another than was written.

    The events after it stand: they are written again. Looked at are the opening, and else the
    turns since the same player acted. The table is to be asked about these: as likely as not
    somebody only made a mistake.
    """
    differing = evidence.differences(game.standing(history.state))
    opening = game.rules.phase(history.state).waits is Waits.OPENING
    turns = history.event if opening else len(game.players(history.state))
    found = []
    kept: list[Any] = []
    for number in reversed(history.in_effect(history.event)[-turns:]):
        written, before = history.events[number - 1], history.at(number - 1)
        legal = game.rules.legal_events(before)
        if written not in legal:
            break
        changed = changes(game.standing(before), game.standing(history.at(number)))
        gone = any(i in differing for i, _ in changed)
        for event in legal if kept and gone else ():
            state = _after(game, before, (event, *kept))
            if state is not None and not evidence.differences(game.standing(state)):
                found.append((Undo(number), event, *kept))
        kept.insert(0, written)
    return found


def _after(game: FollowedGame, state: Any, events: Sequence[Any]) -> Any | None:  # noqa: ANN401
    """Tell where events lead; None where the rules refuse one."""
    for event in events:
        if not game.rules.check(state, event).holds:
            return None
        state = game.rules.apply(state, event).state
    return state


def unseen(game: FollowedGame, now: Explanation, evidence: Evidence) -> Iterator[Explanation]:
    """List the events that change only what is in doubt.

    What surely looks otherwise than after ``now`` is for ``explain``.
    """
    possible = evidence.possible()
    for event in game.rules.legal_events(now.state):
        state = game.rules.apply(now.state, event).state
        board = game.standing(state)
        if all(there in may for there, may in zip(board, possible, strict=True)):
            yield Explanation((event,), state, evidence.score(board), COST, evidence.unmoved(board))


def ended(game: FollowedGame, now: Explanation, evidence: Evidence) -> list[Explanation]:
    """List the events, the likeliest first, after which tiles are taken: some surely are."""
    found = [
        one
        for one in unseen(game, now, evidence)
        if game.rules.phase(one.state).automatic is not None
    ]
    return sorted(found, key=lambda one: -one.score)


def swapped(
    game: FollowedGame, history: AnyHistory, now: Explanation, evidence: Evidence
) -> list[Explanation]:
    """List the events, the likeliest first, after which the rules want the row as it lies.

    That the last event was taken back is one. There are none unless all that it changes looked
    otherwise a moment ago.
    """
    if evidence.lies_as(game.row(now.state)) or not evidence.unsettled:
        return []
    possible = evidence.possible()
    back = [
        replace(one, astray=evidence.unmoved(board))
        for one in taken_back(game, history, evidence)
        if (board := game.standing(one.state))
        and all(there in may for there, may in zip(board, possible, strict=True))
    ]
    found = [
        one
        for one in (*unseen(game, now, evidence), *back)
        if evidence.lies_as(game.row(one.state))
    ]
    found.sort(key=lambda one: -one.score)
    for one in found[:1]:
        changed = changes(game.standing(now.state), game.standing(one.state))
        if not {i for i, _ in changed} <= evidence.unsettled.keys():
            return []
    return found


class Order(NamedTuple):
    """Legal events in order, the states before the first and after each, and what each changes."""

    events: Events
    states: tuple[Any, ...]
    looks: tuple[tuple[Look, ...], ...] = ()


def orders(
    game: FollowedGame, states: Sequence[Any], events: Events, since: Differences
) -> list[Order]:
    """List legal orders of as many events by the same players that lead to the same board.

    ``states`` are those before the first of ``events`` and after each. The events may be others.
    Left out is what was seen to have come in another order, as ``since`` knows. Of those that
    lead to the same state some are listed at most, and of very many orders not all states.
    """
    at_first, target = game.standing(states[0]), game.standing(states[-1])
    players = [str(game.rules.format_event(event)["player"]) for event in events]
    found = {states[0]: [Order((), (states[0],))]}
    known: dict[Any, Sequence[Look]] = {}
    for number, player in enumerate(players):
        left = players[number + 1 :].count(player)
        longer: dict[Any, list[Order]] = {}
        for state, ways in [*found.items()][:BEAM]:
            phase = game.rules.phase(state)
            if player not in phase.players:
                continue
            before = game.standing(state)
            wrong = {i for i, look in changes(before, target) if player in (look, before[i])}
            # A piece that was placed stays, while one that was added may have moved on.
            most = left if phase.waits is Waits.OPENING else 2 * left
            for event in game.rules.legal_events(state):
                after = game.rules.apply(state, event).state
                if event not in known:
                    known[event] = changes(before, game.standing(after))
                mended = {i for i, look in known[event] if not _one_is(player, look, target[i])}
                if len(wrong | {i for i, _ in known[event]}) - len(mended) > most:
                    continue
                looks = tuple((i, look) for i, look in known[event] if at_first[i] != look)
                same = longer.setdefault(after, [])
                same += [
                    Order((*way.events, event), (*way.states, after), (*way.looks, looks))
                    for way in ways
                    if not any(since.came_before(looks, earlier) for earlier in way.looks)
                ]
                same.sort(key=lambda way: way.events != events[: len(way.events)])
                del same[ORDERS:]
        found = {state: ways for state, ways in longer.items() if ways}
        if (given := states[number + 1]) in found:  # it is not to be crowded out
            found = {given: found[given], **found}
    return [one for state, ways in found.items() for one in ways if game.standing(state) == target]


def _one_is(player: str, one: str | None, other: str | None) -> bool:
    """Tell whether just one of two looks is a player's piece."""
    return (one == player) != (other == player)


def accounts(
    history: AnyHistory, board: boards.Board, told: Mapping[str, str | None]
) -> list[Events]:
    """List the events in order that may have led to where people say that pieces stand.

    The likeliest come first; ``told`` is who stands where other than by the rules.
    There are none where no legal events do, nor a different event in place of an earlier one.
    """
    game = FollowedGame(history.game, board)
    expected = game.standing(history.state)
    standing = [told.get(name, there) for name, there in zip(game.names, expected, strict=True)]
    classes = (None, *game.players(history.state))
    rows = np.full((len(standing), len(classes)), -CERTAIN)
    rows[np.arange(len(standing)), [classes.index(one) for one in standing]] = 0.0
    evidence = Evidence(rows, classes)
    now = Explanation((), history.state, evidence.score(expected), 0.0)
    ranked = Search(game, history).ranked(now, evidence, None)
    return [one.events for one in ranked] or replayed(game, history, evidence)
