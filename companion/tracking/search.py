"""Searching for explanations, no more often than there is something new to explain."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from companion.tracking.explanation import BEAM, Evidence, Explanation, Look, explain
from companion.tracking.loose import Loose
from companion.tracking.second_thoughts import taken_back
from engine.game import Game
from engine.history import History

ORDERS: Final = 2
"""How many orders of events that lead to the same state are followed: more tell no more."""


class Search:
    """Explains readings of one game, remembering what explained the last."""

    def __init__(self, history: History[Any, Any, Any]) -> None:
        """Explain what may come next in ``history``."""
        self._history: Final = history
        self._asked: object = None
        self._found: list[Explanation] = []

    def ranked(
        self, now: Explanation, evidence: Evidence, held: Explanation | None
    ) -> list[Explanation]:
        """List explanations of the board, the best first; ``now`` is that nothing happened.

        ``held`` is what has probably happened before, though it could not be confirmed yet.
        While the same locations look alike the same events are candidates, however surely they
        are seen: they are only weighed anew.
        """
        game = self._history.game
        odd = evidence.differences(game.expected_view(now.state).board)
        before = held and held.events
        seen = evidence.possible(), evidence.ranking, evidence.turned
        asked = (self._history.event, odd, seen, before)
        if asked != self._asked:
            starts = [now, *taken_back(self._history, evidence)]
            if held is not None:  # what earlier readings have shown costs nothing any more
                score = evidence.score(game.expected_view(held.state).board)
                starts.insert(0, replace(held, log_likelihood=score, cost=0.0))
            self._found = explain(game, starts, evidence)
            self._asked = asked
            return self._found
        weighed = [
            replace(one, log_likelihood=evidence.score(game.expected_view(one.state).board))
            for one in self._found
        ]
        return sorted(weighed, key=lambda one: -one.score)


class Order(NamedTuple):
    """Legal events in order, the states before the first and after each, and what each changes."""

    events: tuple[Any, ...]
    states: tuple[Any, ...]
    looks: tuple[tuple[Look, ...], ...] = ()


def orders(
    game: Game[Any, Any, Any], states: Sequence[Any], events: Sequence[Any], loose: Loose
) -> list[Order]:
    """List legal orders of as many events by the same players that lead to the same board.

    ``states`` are those before the first of ``events`` and after each. The events may be others.
    Left out is what was seen to have come in another order, as ``loose`` knows. Of those that
    lead to the same state some are listed at most, and of very many orders not all states.
    """
    at_first, target = (game.expected_view(states[i]).board for i in (0, -1))
    players = [str(game.format_event(event)["player"]) for event in events]
    found = {states[0]: [Order((), (states[0],))]}
    changes: dict[Any, tuple[Look, ...]] = {}
    for number, player in enumerate(players):
        left = players[number + 1 :].count(player)
        longer: dict[Any, list[Order]] = {}
        for state, ways in [*found.items()][:BEAM]:
            told = game.to_json(state)
            if told["to_play"] != player:
                continue
            before = game.expected_view(state).board
            wrong = {
                i
                for i, pair in enumerate(zip(before, target, strict=True))
                if _one_is(player, *pair)
            }
            # A merchant that was placed stays, while one that was added may have moved on.
            most = left if told["phase"] == "placement" else 2 * left
            for event in game.legal_events(state):
                if event not in changes:
                    changes[event] = _changed(before, _board(game, state, event))
                mended = {i for i, look in changes[event] if not _one_is(player, look, target[i])}
                if len(wrong | {i for i, _ in changes[event]}) - len(mended) > most:
                    continue
                looks = tuple((i, look) for i, look in changes[event] if at_first[i] != look)
                after = game.apply(state, event).state
                known = longer.setdefault(after, [])
                known += [
                    Order((*way.events, event), (*way.states, after), (*way.looks, looks))
                    for way in ways
                    if not any(loose.came_before(looks, earlier) for earlier in way.looks)
                ]
                known.sort(key=lambda way: way.events != tuple(events[: len(way.events)]))
                del known[ORDERS:]
        found = {state: ways for state, ways in longer.items() if ways}
        if (given := states[number + 1]) in found:  # it is not to be crowded out
            found = {given: found[given], **found}
    return [
        one
        for state, ways in found.items()
        for one in ways
        if game.expected_view(state).board == target
    ]


def _board(game: Game[Any, Any, Any], state: Any, event: Any) -> Sequence[str | None]:  # noqa: ANN401
    return game.expected_view(game.apply(state, event).state).board


def _changed(before: Sequence[str | None], after: Sequence[str | None]) -> tuple[Look, ...]:
    both = enumerate(zip(before, after, strict=True))
    return tuple((i, now) for i, (then, now) in both if then != now)


def _one_is(player: str, one: str | None, other: str | None) -> bool:
    """Tell whether just one of two looks is a player's merchant."""
    return (one == player) != (other == player)
