"""Where a merchant may travel (S-19 to S-21), searched on precomputed runs of locations.

A merchant that passes over an occupied location arrives there along a stretch. What it may do
next depends on the location and on that stretch alone (rules, "Movement, exactly"), so the
network is a graph whose nodes are stretches with a direction: pairs (from, to) of location
numbers. Those without a choice are joined into runs, and the runs that one may choose among at
the start or at a junction into a fan. (A long run is cut: a junction with one choice.)

Its own start is passed over here like any occupied location. That adds no destination: what
leaves the start is what the move could have begun with (S-C26).

Sets of locations are integers, bit i standing for location i of the board file.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from engine.board import Board
from engine.sumeria.menu import Memo

Stretch = tuple[int, int]

THROUGH: Final = 2  # a town or village left by two stretches is simply passed through
LONGEST: Final = 3  # runs are cut here, so that a fan meets few different occupations

Fan = tuple[int, Memo[tuple[int, tuple[int, ...]]]]
"""The runs that a merchant may choose among: the set of their locations, and where they lead.

Where they lead is asked by the set of those locations that are occupied; the answer is the set
of the first empty location of each run, and the numbers of the junctions reached.
"""


def _fan(runs: Sequence[tuple[Sequence[int], int | None]]) -> Fan:
    """Prepare a fan from each run's locations in order, and the junction at its end, if any."""
    ways = [([1 << location for location in run], junction) for run, junction in runs]

    def follow(occupied: int) -> tuple[int, tuple[int, ...]]:
        found = 0
        junctions: dict[int, None] = {}
        for run, junction in ways:
            stop = next((location for location in run if not location & occupied), 0)
            found |= stop
            if not stop and junction is not None:
                junctions[junction] = None
        return found, tuple(junctions)

    return sum({location for run, _ in ways for location in run}), Memo(follow)


class Network:
    """The trade routes of a board as a graph of directed stretches."""

    def __init__(self, board: Board, *, branch_anywhere: bool) -> None:
        """Lay out the routes; ``branch_anywhere`` is the house rule of S-C02."""
        index = board.index
        self.neighbours: Final = tuple(
            tuple(index[other] for other in board.neighbours[location.id])
            for location in board.locations
        )
        self._routes: Final = tuple(tuple(index[one] for one in route) for route in board.routes)
        self._branches: Final = tuple(
            branch_anywhere or location.kind == "city" for location in board.locations
        )
        self._hubs: Final = frozenset(
            number for number, branches in enumerate(self._branches) if branches
        )

    @cached_property
    def onward(self) -> Mapping[Stretch, tuple[int, ...]]:
        """Where a merchant may go on to from the far end of each stretch, if that is occupied."""
        along: dict[Stretch, dict[int, None]] = {
            (one, other): {} for one, others in enumerate(self.neighbours) for other in others
        }
        for one, via, other in self._passages():
            along[one, via][other] = None
        return {stretch: self._leaving(stretch, tuple(on)) for stretch, on in along.items()}

    def _passages(self) -> Iterator[Sequence[int]]:
        """Yield each three locations in a row on a route, in both directions."""
        for route in self._routes:
            closed = route[0] == route[-1]
            line = (*route, route[1]) if closed else route
            for start in range(len(line) - 2):
                passage = line[start : start + 3]
                yield passage
                yield passage[::-1]

    def _leaving(self, stretch: Stretch, along: tuple[int, ...]) -> tuple[int, ...]:
        came_from, via = stretch
        if self._branches[via]:
            return self.neighbours[via]
        if len(self.neighbours[via]) == THROUGH:
            return tuple(other for other in self.neighbours[via] if other != came_from)
        return along

    def destinations(self, origin: int, occupied: int) -> int:
        """Find where a merchant on location ``origin`` may move, as a set of locations."""
        ((_, found),) = self.departures(1 << origin, occupied)
        return found

    def departures(self, origins: int, occupied: int) -> Sequence[tuple[int, int]]:
        """Find where a merchant on each location of a set may move: (number, destinations)."""
        fans = self.fans
        known: dict[int, int] = {}
        found = []
        while origins:
            origin = origins.bit_length() - 1
            origins ^= 1 << origin
            locations, answers = fans[origin]
            stops, junctions = answers[occupied & locations]
            for junction in junctions:
                if junction not in known:
                    locations, answers = fans[junction]
                    beyond, further = answers[occupied & locations]
                    known[junction] = beyond
                    if further:
                        self._explore(junction, further, occupied, known)
                stops |= known[junction]
            found.append((origin, stops))
        return found

    def _explore(
        self, start: int, further: Sequence[int], occupied: int, known: dict[int, int]
    ) -> None:
        """Add to what is ``known`` of a junction what lies beyond the junctions ``further`` on.

        Ways can be travelled backwards, so places that branch reach the same if they reach each
        other: whatever one of them is found to reach is known of all.
        """
        fans = self.fans
        found = known[start]
        pending = [*further]
        for number in pending:  # grows while it is walked
            if number in known:
                found |= known[number]
                continue
            locations, answers = fans[number]
            stops, further = answers[occupied & locations]
            found |= stops
            for another in further:
                if another not in pending:
                    pending.append(another)
        known[start] = found
        if start in self._hubs:
            known |= dict.fromkeys(self._hubs.intersection(pending), found)

    @cached_property
    def fans(self) -> Sequence[Fan]:
        """The fan of each location, in board order, then those of junctions with fewer ways."""
        pending = [
            tuple((one, other) for other in others) for one, others in enumerate(self.neighbours)
        ]
        numbers = {choices: number for number, choices in enumerate(pending)}
        fans = []
        for choices in pending:  # grows while it is walked
            runs = [self._run(stretch) for stretch in choices]
            for _, junction in runs:
                if junction and junction not in numbers:
                    numbers[junction] = len(pending)
                    pending.append(junction)
            fans.append(
                _fan([(run, numbers[junction] if junction else None) for run, junction in runs])
            )
        return fans

    def _run(self, stretch: Stretch) -> tuple[tuple[int, ...], tuple[Stretch, ...]]:
        """Follow a stretch up to the next choice: the locations on the way, and the choices."""
        run = [stretch[1]]
        while True:
            choices = tuple((run[-1], other) for other in self.onward[stretch])
            if len(choices) != 1 or len(run) == LONGEST:
                return tuple(run), choices
            stretch = choices[0]
            run.append(stretch[1])
