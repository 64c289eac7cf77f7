"""How far workers may walk: steps to neighbouring regions, locked ones skipped (I-25, I-35).

Sets of regions are integers, bit i standing for region i of the board file.
"""

from collections import deque
from functools import lru_cache
from typing import Final

from engine.setting import REMEMBERED, members
from engine.siberia.board import SiberiaBoard
from engine.siberia.material import COUNTS


class Map:
    """The regions of a board and their borders."""

    def __init__(self, board: SiberiaBoard) -> None:
        number = {region.id: i for i, region in enumerate(board.regions)}
        self._neighbours: Final = [0] * len(number)
        for one, other in board.borders:
            self._neighbours[number[one]] |= 1 << number[other]
            self._neighbours[number[other]] |= 1 << number[one]
        self.rings: Final = lru_cache(REMEMBERED)(self._rings)
        """For an origin and the set of locked regions: the regions one step away, two and so on."""

    def _rings(self, origin: int, locked: int) -> tuple[int, ...]:
        reached = 1 << origin
        edge = reached
        rings = []
        for _ in range(COUNTS.steps):
            ring = 0
            while edge:
                at = edge.bit_length() - 1
                edge ^= 1 << at
                fresh = self._neighbours[at] & ~reached
                reached |= fresh
                ring |= fresh & ~locked
                edge |= fresh & locked  # skipped without a step
            rings.append(ring)
            edge = ring
        return tuple(rings)

    def within(self, origin: int, locked: int, steps: int) -> int:
        """Find the regions that a worker may reach with so many steps."""
        found = 0
        for ring in self.rings(origin, locked)[:steps]:
            found |= ring
        return found

    def steps(self, origin: int, to: int, locked: int) -> int | None:
        """Count the steps that the shortest way needs; None for more than logistics has."""
        for steps, ring in enumerate(self.rings(origin, locked), start=1):
            if ring >> to & 1:
                return steps
        return None

    def way(self, origin: int, to: int, locked: int) -> tuple[int, ...]:
        """Find a way with fewest steps, both ends left out; empty for neighbours."""
        came_from = {origin: origin}
        pending = deque([origin])
        while pending:
            at = pending.popleft()
            for other in members(self._neighbours[at]):
                if other not in came_from:
                    came_from[other] = at
                    if locked >> other & 1:
                        pending.appendleft(other)
                    else:
                        pending.append(other)
        way = []
        at = came_from[to]
        while at != origin:
            way.append(at)
            at = came_from[at]
        return tuple(reversed(way))
