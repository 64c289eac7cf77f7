"""Movement searched as the rules word it, over (location, route, direction): slow and plain."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

from engine.board import Board

Place = tuple[int, int]  # a route with a direction, and a position on it


class LiteralSearch:
    """Every route in both directions; to stand at a position is to come from the one before."""

    def __init__(self, board: Board, *, branch_anywhere: bool) -> None:
        """Lay out the routes; a closed one twice round, so that it has no end."""
        whole = [route + route[1:] if route[0] == route[-1] else route for route in board.routes]
        self.lines: Sequence[tuple[str, ...]] = [
            line for route in whole for line in (route, route[::-1])
        ]
        self.arriving: Mapping[tuple[str, str], list[Place]] = defaultdict(list)
        for number, line in enumerate(self.lines):
            for position, stretch in enumerate(pairwise(line), start=1):
                self.arriving[stretch].append((number, position))
        self.neighbours = board.neighbours
        self.branches = {one.id: branch_anywhere or one.kind == "city" for one in board.locations}

    def reach(self, origin: str, taken: AbstractSet[str]) -> set[str]:
        """Find every location where a merchant from ``origin`` may stop."""
        found: set[str] = set()
        seen: set[Place] = set()
        pending = self.leaving(origin)
        while pending:
            place = pending.pop()
            here = self.lines[place[0]][place[1]]
            if place in seen or here == origin:
                continue
            seen.add(place)
            if here in taken:
                pending += self.passing(place)
            else:
                found.add(here)
        return found

    def leaving(self, here: str) -> list[Place]:
        """Go along every stretch that leaves a location."""
        return [place for on in self.neighbours[here] for place in self.arriving[here, on]]

    def passing(self, place: Place) -> list[Place]:
        """Go on from an occupied location."""
        line, position = self.lines[place[0]], place[1]
        came_from, here = line[position - 1], line[position]
        if self.branches[here]:
            return self.leaving(here)
        if len(self.neighbours[here]) == 2:
            (other,) = set(self.neighbours[here]) - {came_from}
            return self.arriving[here, other]
        return [
            onward
            for number, at in self.arriving[came_from, here]  # every route of the stretch
            if at + 1 < len(self.lines[number])
            for onward in self.arriving[here, self.lines[number][at + 1]]
        ]
