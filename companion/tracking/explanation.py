"""Explaining a board that is not as expected: which legal events most probably led there.

A beam search over sequences of legal events; each costs something, so that the fewest win.
"""

import operator
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import Any, Final

import numpy as np

from companion.tracking.evidence import FURTHER, MARGIN, UNRULY, Evidence
from companion.tracking.followed import FollowedGame
from engine.game import Waits
from engine.record import Undo

BEAM: Final = 24
"""How many part explanations are followed at once."""
LONGEST: Final = 30
"""Most events between two readings: an opening in which everybody places at once."""
ROUNDS: Final = 2
"""Most actions of each player between two readings, after the opening."""
COST: Final = 2.0
"""What an event costs, as log likelihood, that somebody had the time for."""
FORGOTTEN: Final = 6.0
"""What it costs that somebody forgot to swap two tiles of the row: more than an event."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Events in order and the state they lead to; ``log_likelihood`` of the board seen then.

    ``cost`` is what the events themselves take away from it: the fewer, the likelier. ``astray``
    is what the row of tiles and unsettled spots take away, which tell explanations apart but
    speak for none. ``before`` is the state before the last of several events. ``seen`` tells of
    each event for how many readings what it did has been seen.
    """

    events: tuple[Any, ...]
    state: Any
    log_likelihood: float
    cost: float
    astray: float = 0.0
    before: Any = None
    seen: tuple[int, ...] = ()

    @property
    def score(self) -> float:
        """How well the explanation does among others."""
        return self.log_likelihood - self.cost - self.astray

    @property
    def merit(self) -> float:
        """How well it explains who stands where, the cost of its events counted."""
        return self.log_likelihood - self.cost

    @property
    def cost_of_one_more(self) -> float:
        """What the explanation would cost with one more event."""
        played = any(not isinstance(event, Undo) for event in self.events)
        return self.cost + (FURTHER if played else COST)


def explain(
    game: FollowedGame, starts: Sequence[Explanation], evidence: Evidence
) -> list[Explanation]:
    """List explanations of the board, the best first, each leading to another state.

    Legal events are appended to ``starts`` one by one, keeping the best at each length. Only
    explanations after which nothing surely looks different are listed, and all that come within
    the margin of the best.
    """
    found: list[Explanation] = []
    for start in starts:  # each by itself, lest one crowd out the other
        beam = [start]
        actions = ROUNDS * len(game.players(start.state))
        for _ in range(LONGEST + 1):
            found += [
                replace(one, astray=astray(game, one, evidence))
                for one in beam
                if not evidence.differences(game.standing(one.state))
            ]
            least = max((one.score for one in found), default=-np.inf) - MARGIN
            hopeful = [one for one in beam if evidence.most - one.cost_of_one_more >= least]
            beam = _longer(game, hopeful, evidence) if actions else []
            if not beam:
                break
            # All of a length have come as far: the opening is over for all or for none.
            actions -= game.rules.phase(beam[0].state).waits is not Waits.OPENING
    return _distinct(found)


def _longer(
    game: FollowedGame, beam: Sequence[Explanation], evidence: Evidence
) -> list[Explanation]:
    """Append to each explanation every legal event that may have come next.

    That is one after which some spot comes to look as seen, or is vacated for whoever is
    seen there; or one of which nothing can surely be seen.
    """
    possible = evidence.possible()
    longer: list[Explanation] = []
    for part in beam:
        before = game.standing(part.state)
        differing = evidence.differences(before)
        places = range(len(before))
        for event in game.rules.legal_events(part.state) if differing else ():
            state = game.rules.apply(part.state, event).state
            board = game.standing(state)
            changed = list(compress(places, map(operator.ne, board, before)))
            seen = any(i in differing and board[i] in (differing[i], None) for i in changed)
            if seen or (changed and all(board[i] in possible[i] for i in changed)):
                lasted = max(evidence.lasted.get((i, board[i]), 0) for i in changed)
                longer.append(
                    Explanation(
                        (*part.events, event),
                        state,
                        evidence.score(board),
                        part.cost_of_one_more,
                        before=part.state,
                        seen=(*part.seen, lasted),
                    )
                )
    return _distinct(longer)[:BEAM]


def astray(game: FollowedGame, one: Explanation, evidence: Evidence) -> float:
    """Tell what speaks against an explanation among others, besides how it fits the board.

    That is the row of tiles, though what the last event does to it may be about to be done;
    unsettled spots; and events that have been seen for longer than one that came before them in
    the explanation: they were done out of turn, or something else came before them.
    """
    swaps = evidence.swaps(game.row(one.state))
    if one.before is not None:
        swaps = min(swaps, evidence.swaps(game.row(one.before)))
    early = sum(
        any(0 < before < times for before in one.seen[:i]) for i, times in enumerate(one.seen)
    )
    return FORGOTTEN * swaps + evidence.unmoved(game.standing(one.state)) + UNRULY * early


def _distinct(explanations: Sequence[Explanation]) -> list[Explanation]:
    """Sort by score, the best first, and keep the best of those that lead to the same state.

    Of those as good as each other it is the one in whose order things have come to be seen.
    """
    best: dict[Any, Explanation] = {}
    for one in sorted(explanations, key=lambda one: (one.score, one.seen), reverse=True):
        best.setdefault(one.state, one)
    return list(best.values())
