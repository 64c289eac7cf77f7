"""What lies on the table, as the camera should see it."""

from collections import Counter

from engine.layout import Lying, View
from engine.siberia.board import BLOCKED, CLOCKS, EXCHANGES, OPEN, REGIONS, SIDES, SUPPLY
from engine.siberia.events import Refill
from engine.siberia.material import ACTIONS, COUNTS, RESOURCES
from engine.siberia.state import State


def expected(state: State) -> View:
    """Tell what lies in each region, at each exchange, open, on clocks, whether supplies are empty.

    The blocking markers leave the clocks from the first on.
    """
    regions = range(state.setting.first_side)
    opened = [(ACTIONS[one],) for one in state.open]
    heaps = zip(RESOURCES, state.supply, strict=True)
    gone = state.locked.bit_count()
    clocks = range(len(state.setting.board.clock_spaces))
    return View(
        (
            (REGIONS, tuple(_lying(state, region) for region in regions)),
            (EXCHANGES, tuple(_pawns(state, side) for side in state.exchanges)),
            (SIDES, tuple((state.setting.places[side],) for side in state.exchanges)),
            (OPEN, (*opened, *[()] * (COUNTS.open - len(opened)))),
            (SUPPLY, tuple((resource,) if left else () for resource, left in heaps)),
            (CLOCKS, tuple(() if i < gone else (BLOCKED,) for i in clocks)),
        )
    )


def _lying(state: State, region: int) -> Lying:
    cubes = [
        resource
        for resource, held in zip(RESOURCES, state.cubes, strict=True)
        if held >> region & 1
    ]
    blocked = [BLOCKED] * (state.locked >> region & 1)
    return tuple(sorted((*cubes, *blocked, *_pawns(state, region))))


def _pawns(state: State, place: int) -> Lying:
    owners = zip(state.setting.players, state.pawns, strict=True)
    return tuple(sorted(player for player, held in owners for _ in range(held.count(place))))


def refilled(state: State, before: View, seen: View) -> Refill | None:
    """Name the investment marker that came to lie open between two views."""
    if state.phase != "refill":
        return None
    added = Counter(seen[OPEN]) - Counter(before[OPEN])
    kinds = [kind for lying in added for kind in lying]
    return Refill(kinds[0]) if len(kinds) == 1 else None
