"""In which order buttons lead from one location of the board to the next."""

import math
from collections.abc import Collection

from engine.board import Board


def spot_order(board: Board, odd: Collection[str]) -> list[str]:
    """List all locations: the odd ones, then city-state by city-state, the nearest to them first.

    Without odd ones the order is that of the board file.
    """
    at = {one.id: one.at_mm for one in board.locations}
    city_state = {one.id: one.city_state for one in board.locations}

    def away(name: str) -> float:
        return min((math.dist(at[name], at[one]) for one in odd), default=0.0)

    nearest: dict[str | None, float] = {}
    for name in at:
        nearest[city_state[name]] = min(away(name), nearest.get(city_state[name], math.inf))
    regions = sorted(nearest, key=lambda region: nearest[region])
    rest = sorted(
        (name for name in at if name not in odd),
        key=lambda name: (regions.index(city_state[name]), away(name)),
    )
    return [*(name for name in at if name in odd), *rest]
