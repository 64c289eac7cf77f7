"""Explaining a board that is not as expected: which legal events most probably led there."""

import itertools
import operator
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from engine.game import Game
from engine.record import Undo

BEAM: Final = 24
"""How many part explanations are followed at once."""
LONGEST: Final = 30
"""Most events between two readings: an opening in which everybody places at once."""
ROUNDS: Final = 2
"""Most actions of each player between two readings, after the opening."""
COST: Final = 2.0
"""What an event costs, as log likelihood, that somebody had the time for."""
FURTHER: Final = 5.0
"""What each further event costs: it is one of about a hundred that would have been legal.

More than the margin, so that one move is not as good as a removal and, a round later, an addition.
"""
FORGOTTEN: Final = 6.0
"""What it costs that somebody forgot to swap two tiles of the ranking row: more than an event."""
UNRULY: Final = 3.0
"""What it costs that somebody put down a merchant who must not: hardly one in twenty does."""
UNMINDED: Final = 1.0
"""What it costs, for each event that has followed, that nobody has put right what must not be.

A guess: that a round of four passes over it is one in fifty.
"""
SEEN: Final = 1.0
"""By how much a location must look rather as it does after an event than before, whatever else
speaks for that event: of one that is hidden nothing is seen."""
MARGIN: Final = 4.0
"""By how much the best explanation must beat every other, and nothing having happened."""
SURE: Final = 3.0
"""Log likelihood ratio from which a location speaks against what is expected there."""
TURNED: Final = 3.0
"""What it costs that a location has ceased to look as before by the light alone.

Measured at hard tables: of locations that change, one in fifty looks like nothing in particular
afterwards; of others one in a thousand comes to.
"""

Rows = npt.NDArray[np.float64]
Look = tuple[int, str | None]
"""A location, and whose merchant seems to stand there."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Events in order and the state they lead to; ``log_likelihood`` of the board seen then.

    ``cost`` is what the events themselves take away from it: the fewer, the likelier. ``astray``
    is what the ranking row and the looks before take away, which tell explanations apart but
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


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is seen of the board: log likelihoods, one row a location, one column a choice.

    ``ranking`` is the row of city-state tiles as it lies there, None when it says nothing.
    ``turned`` names who surely stood, a moment ago, where that is no longer sure. ``lasted`` tells
    for how many readings what is odd has looked so.
    """

    rows: Rows
    choices: tuple[str | None, ...]
    ranking: tuple[str | None, ...] | None = None
    turned: Mapping[int, str | None] = field(default_factory=dict)
    lasted: Mapping[Look, int] = field(default_factory=dict)

    @property
    def most(self) -> float:
        """The log likelihood of the likeliest board, legal or not."""
        return float(self.rows.max(axis=1).sum())

    def column(self, occupant: str | None) -> int:
        """Find the column of a player's colour, or of an empty location."""
        return self.choices.index(occupant)

    def score(self, board: Sequence[str | None]) -> float:
        """Add up the log likelihood of everybody standing as ``board`` says."""
        columns = [self.column(occupant) for occupant in board]
        return float(self.rows[np.arange(len(columns)), columns].sum())

    def differences(self, board: Sequence[str | None]) -> dict[int, str | None]:
        """Name the locations that surely look other than ``board`` says, and how they look."""
        best = self.rows.argmax(axis=1)
        found = {}
        for i, occupant in enumerate(board):
            column = self.column(occupant)
            if best[i] != column and self.rows[i, best[i]] - self.rows[i, column] >= SURE:
                found[i] = self.choices[best[i]]
        return found

    def clear(self, board: Sequence[str | None], places: Iterable[int]) -> bool:
        """Tell whether each of these locations surely looks as ``board`` says."""
        possible = self.possible()
        return all(possible[i] == {board[i]} for i in places)

    def swaps(self, ranking: Sequence[str | None]) -> int:
        """Count the swaps of neighbours that the row of tiles lies apart from ``ranking``.

        Of tiles that cannot be read none are counted.
        """
        places = [ranking.index(tile) for tile in self.ranking or () if tile is not None]
        return sum(one > other for one, other in itertools.combinations(places, 2))

    def lies_as(self, ranking: Sequence[str | None]) -> bool:
        """Tell whether all tiles of the row that can be read lie as ``ranking`` has them."""
        both = zip(self.ranking or (), ranking, strict=False)
        return all(tile in (None, there) for tile, there in both)

    def unmoved(self, board: Sequence[str | None]) -> float:
        """Tell what it costs if light alone has turned some location that ``board`` leaves.

        Light that comes or goes is seldom on one location only.
        """
        return TURNED * any(board[i] == there for i, there in self.turned.items())

    def show(
        self,
        before: Sequence[str | None],
        after: Sequence[str | None],
        margin: float,
        besides: Collection[int] = (),
        later: Mapping[int, int] | None = None,
    ) -> bool:
        """Tell whether every location that changed looks by a margin rather as it does after.

        That it has ceased to look as before counts. Nor may it look more like anything else:
        another's merchant may have been put there. Of ``besides`` something else tells. ``later``
        counts the events that have followed the one that changed a location: each was out of turn
        if that one never happened, and each is one in which nobody minded what stands there.
        """
        later = later or {}
        for i, (then, now) in enumerate(zip(before, after, strict=True)):
            if then == now or i in besides:
                continue
            followed = later.get(i, 0)
            # Without the event the explanation is one event shorter, and as many out of turn.
            least = min(margin, MARGIN + FURTHER - UNRULY * followed) - TURNED * (i in self.turned)
            other = 0.0 if now is None else max(MARGIN - UNRULY - UNMINDED * followed, 0.0)
            over = self.rows[i, self.column(now)] - self.rows[i, self.column(then)]
            if over < max(least, SEEN) or self._ahead(i, now, then) < other:
                return False
        return True

    def _ahead(self, place: int, now: str | None, then: str | None) -> float:
        """Tell by how much a location looks more as ``now`` than as anything but ``then``."""
        columns = [self.column(now), self.column(then)]
        others = np.delete(self.rows[place], columns)
        return float(self.rows[place, columns[0]] - others.max(initial=-np.inf))

    def possible(self) -> list[frozenset[str | None]]:
        """List for each location what it does not surely look unlike."""
        near = self.rows > self.rows.max(axis=1, keepdims=True) - SURE
        return [frozenset(itertools.compress(self.choices, row)) for row in near.tolist()]


def explain(
    game: Game[Any, Any, Any], starts: Sequence[Explanation], evidence: Evidence
) -> list[Explanation]:
    """List explanations of the board, the best first, each leading to another state.

    Legal events are appended to ``starts`` one by one, keeping the best at each length. Only
    explanations after which nothing surely looks different are listed, and all that come within
    the margin of the best.
    """
    found: list[Explanation] = []
    for start in starts:  # each by itself, lest one crowd out the other
        beam = [start]
        actions = ROUNDS * len(game.standing(start.state))
        for _ in range(LONGEST + 1):
            found += [
                replace(one, astray=astray(game, one, evidence))
                for one in beam
                if not _differences(game, one.state, evidence)
            ]
            least = max((one.score for one in found), default=-np.inf) - MARGIN
            hopeful = [one for one in beam if evidence.most - one.cost_of_one_more >= least]
            beam = _longer(game, hopeful, evidence) if actions else []
            if not beam:
                break
            # All of a length have come as far: the opening is over for all or for none.
            actions -= game.to_json(beam[0].state)["phase"] != "placement"
    return _distinct(found)


def _longer(
    game: Game[Any, Any, Any], beam: Sequence[Explanation], evidence: Evidence
) -> list[Explanation]:
    """Append to each explanation every legal event that may have come next.

    That is one after which some location comes to look as seen, or is vacated for whoever is
    seen there; or one of which nothing can surely be seen.
    """
    possible = evidence.possible()
    longer: list[Explanation] = []
    for part in beam:
        odd = _differences(game, part.state, evidence)
        before = game.expected_view(part.state).board
        places = range(len(before))
        for event in game.legal_events(part.state) if odd else ():
            state = game.apply(part.state, event).state
            board = game.expected_view(state).board
            changed = list(itertools.compress(places, map(operator.ne, board, before)))
            told = any(i in odd and board[i] in (odd[i], None) for i in changed)
            if told or (changed and all(board[i] in possible[i] for i in changed)):
                likelihood = evidence.score(board)
                events = (*part.events, event)
                cost = part.cost_of_one_more
                seen = (*part.seen, max(evidence.lasted.get((i, board[i]), 0) for i in changed))
                longer.append(
                    Explanation(events, state, likelihood, cost, before=part.state, seen=seen)
                )
    return _distinct(longer)[:BEAM]


def astray(game: Game[Any, Any, Any], one: Explanation, evidence: Evidence) -> float:
    """Tell what the ranking row and the looks before take away from an explanation.

    What the last event does to the row may be about to be done.
    """
    view = game.expected_view(one.state)
    swaps = evidence.swaps(view.ranking)
    if one.before is not None:
        swaps = min(swaps, evidence.swaps(game.expected_view(one.before).ranking))
    return FORGOTTEN * swaps + evidence.unmoved(view.board)


def _distinct(explanations: Sequence[Explanation]) -> list[Explanation]:
    """Sort by score, the best first, and keep the best of those that lead to the same state.

    Of those as good as each other it is the one in whose order things have come to be seen.
    """
    best: dict[Any, Explanation] = {}
    for one in sorted(explanations, key=lambda one: (one.score, one.seen), reverse=True):
        best.setdefault(one.state, one)
    return list(best.values())


def _differences(
    game: Game[Any, Any, Any],
    state: Any,  # noqa: ANN401 - the companion knows no game's states
    evidence: Evidence,
) -> dict[int, str | None]:
    return evidence.differences(game.expected_view(state).board)
