"""Searching for explanations, no more often than there is something new to explain."""

from dataclasses import replace
from typing import Any, Final

from companion.tracking.explanation import Evidence, Explanation, explain
from companion.tracking.second_thoughts import taken_back
from engine.history import History


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
