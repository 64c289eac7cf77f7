"""Which events of the best hypothesis are beyond doubt, and which are held back for now."""

from collections.abc import Sequence
from typing import Final

from companion.tracking.belief import Evidence
from companion.tracking.config import MARGIN
from companion.tracking.followed import FollowedGame
from companion.tracking.hypotheses import (
    Decision,
    Events,
    Hypothesis,
    Search,
    decide,
    parted,
)
from engine.game import Waits
from engine.history import AnyHistory


class Deciding:
    """Decides how far hypotheses are believed.

    ``held`` are the events of hypotheses that were held back since something was written last: who
    opens a round may have acted twice, of which only the last shows, until more is seen.
    """

    def __init__(
        self, game: FollowedGame, history: AnyHistory, search: Search, *, live: bool
    ) -> None:
        self.held: list[Events] = []
        self._game: Final = game
        self._history: Final = history
        self._search: Final = search
        self._live: Final = live

    def decision(
        self, fitting: Sequence[Hypothesis], found: Sequence[Hypothesis], evidence: Evidence
    ) -> tuple[Hypothesis, Decision]:
        """Give the best hypothesis, and which of its events are beyond doubt.

        ``fitting`` are those of all ``found`` that leave nothing unexplained, the best first. Other
        orders of the same events are considered, and what is no legal event.
        """
        best, others = fitting[0], [*fitting]
        for other in self._search.reordered(best, evidence):
            if other.state == best.state:
                best = parted(best, other)
            elif other.board == best.board:
                others.append(other)
        mishaps = [
            self._search.priced(one, evidence) for one in found if evidence.differences(one.board)
        ]
        decision = decide(others, mishaps, best)
        opening = self._history.game.phase(self._history.state).waits is Waits.OPENING
        unsure = self._live and opening and best.unseen > 0
        if decision.events and (unsure or self._may_be_longer(best, evidence)):
            decision = Decision()
        hidden = evidence.hand  # which may hide the rest of a round
        if not decision.events and not hidden and not self._was_held(best.events):
            self.held.append(best.events)
        return best, decision

    def held_after(self, written: Events) -> list[Events]:
        """Give what is left of the events that are held back once their first are written."""
        return [one[len(written) :] for one in self.held if _begins(written, one)]

    def _may_be_longer(self, best: Hypothesis, evidence: Evidence) -> bool:
        """Tell whether the first player of a round may have acted twice already.

        If more has been seen since the events were first held back, he has not: others have played.
        """
        over = self._history.game.phase(best.state).automatic is not None
        if evidence.taken and over:
            return False
        if self._was_held(best.events):
            return False
        if self._live and self._search.opened_by_next(best, evidence):
            return True
        seats = len(self._game.players(best.state))
        if self._search.actions(best) > seats:
            return True
        longer = self._search.acted_once_more(best, evidence)
        return any(best.score - one.score < 2 * MARGIN for one in longer)

    def _was_held(self, events: Events) -> bool:
        """Tell whether an earlier reading showed only the first of these events."""
        return any(_begins(held, events) for held in self.held)


def _begins(first: Events, events: Events) -> bool:
    """Tell whether events go on after these first ones."""
    return bool(first) and events[: len(first)] == first != events
