"""Where a merchant may travel (S-19 to S-21), searched on precomputed runs of locations.

A merchant that passes over an occupied location arrives there along a stretch. What it may do
next depends on the location and on that stretch alone (rules, "Movement, exactly"), so the
network is a graph whose nodes are stretches with a direction: pairs (from, to) of location
numbers. Runs of such pairs without a choice are joined into one Run.

Sets of locations are integers, bit i standing for location i of the board file.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final

from engine.board import Board

Stretch = tuple[int, int]
Run = tuple[int, tuple[int, ...], int]  # all its locations, each in order, junction it leads to

NOWHERE: Final = -1  # instead of a junction: the run ends there
THROUGH: Final = 2  # a town or village left by two stretches is simply passed through


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

    @cached_property
    def onward(self) -> Mapping[Stretch, tuple[int, ...]]:
        """Where a merchant may go on to from the far end of each stretch, if that is occupied."""
        along: dict[Stretch, dict[int, None]] = {
            (one, other): {} for one, others in enumerate(self.neighbours) for other in others
        }
        for one, via, other in self._passages():
            along[one, via][other] = None
        return {stretch: self._leaving(stretch, tuple(on)) for stretch, on in along.items()}

    def _passages(self) -> Iterator[tuple[int, int, int]]:
        """Yield each three locations in a row on a route, in both directions."""
        for route in self._routes:
            closed = route[0] == route[-1]
            line = (*route, route[1]) if closed else route
            for one, via, other in zip(line, line[1:], line[2:], strict=False):
                yield one, via, other
                yield other, via, one

    def _leaving(self, stretch: Stretch, along: tuple[int, ...]) -> tuple[int, ...]:
        came_from, via = stretch
        if self._branches[via]:
            return self.neighbours[via]
        if len(self.neighbours[via]) == THROUGH:
            return tuple(other for other in self.neighbours[via] if other != came_from)
        return along

    def destinations(self, origin: int, occupied: int) -> int:
        """Find where a merchant on location ``origin`` may move, as a set of locations."""
        empty = ~occupied
        start = 1 << origin
        runs, junctions = self._runs
        pending = [runs[origin]]
        entered = 0
        found = 0
        for choices in pending:  # grows while it is walked
            for all_on_it, in_order, junction in choices:
                if all_on_it & empty:
                    for here in in_order:
                        if here & empty:
                            found |= here
                            break
                        if here == start:
                            break
                elif junction >= 0 and not entered >> junction & 1 and not all_on_it & start:
                    entered |= 1 << junction
                    pending.append(junctions[junction])
        return found

    @cached_property
    def _runs(self) -> tuple[tuple[tuple[Run, ...], ...], tuple[tuple[Run, ...], ...]]:
        """The runs that leave each location, and those that leave each junction."""
        numbers: dict[tuple[Stretch, ...], int] = {}
        starts = tuple(
            tuple(self._run((one, other), numbers) for other in others)
            for one, others in enumerate(self.neighbours)
        )
        junctions: list[tuple[Run, ...]] = []
        while len(junctions) < len(numbers):  # following a run may name further junctions
            stretches = tuple(numbers)[len(junctions)]
            junctions.append(tuple(self._run(stretch, numbers) for stretch in stretches))
        return starts, tuple(junctions)

    def _run(self, stretch: Stretch, numbers: dict[tuple[Stretch, ...], int]) -> Run:
        """Follow a stretch up to the next choice, giving each new junction a number."""
        passed = {stretch: None}
        while True:
            here = stretch[1]
            choices = tuple((here, other) for other in self.onward[stretch])
            if len(choices) != 1:
                break
            stretch = choices[0]
            if stretch in passed:  # once round, and no way out
                choices = ()
                break
            passed[stretch] = None
        junction = numbers.setdefault(choices, len(numbers)) if choices else NOWHERE
        in_order = tuple(1 << via for _, via in passed)
        all_on_it = 0
        for location in in_order:
            all_on_it |= location
        return all_on_it, in_order, junction
