"""The judge's part for tiles: what chance deals, and what controllers claim."""

from collections.abc import Iterator

from engine.ruling import Finding
from engine.sumeria.check_board import whole_ranking
from engine.sumeria.control import control, presences
from engine.sumeria.dynasty import rank_to_claim, share_of_controller, taken_from, tiles_above
from engine.sumeria.events import Claim, Draw, Setup
from engine.sumeria.explain_control import tie_for_control
from engine.sumeria.state import State


def setup(state: State, event: Setup) -> Iterator[Finding]:
    """Judge the deal at the start (S-06, S-08, S-10)."""
    known = event.first in state.setting.seats
    yield Finding("S-10", known, (("player", event.first), ("players", state.setting.players)))
    yield whole_ranking(state, event.ranking)
    yield _from_bag(state, "S-08", event.influence)


def draw(state: State, event: Draw) -> Iterator[Finding]:
    """Judge the deal of a later dynasty (S-35)."""
    yield _from_bag(state, "S-35", event.influence)


def claim(state: State, event: Claim) -> Iterator[Finding]:
    """Judge a controller's choice (S-27 to S-30)."""
    rank = rank_to_claim(state)
    held = control(state, rank)
    facts = (("city_state", event.city_state), ("next", held.city_state), ("rank", rank))
    yield Finding("S-26", event.city_state == held.city_state, facts)
    yield from _control(state, rank, event.player)
    tiles = tiles_above(state, rank)
    number = share_of_controller(rank)
    right = len(event.tiles) == number and all(
        event.tiles.count(kind) <= tiles.count(kind) for kind in event.tiles
    )
    lying = (("tiles", event.tiles), ("lying", tiles), ("number", number))
    yield Finding("S-29" if rank == 1 else "S-30", right, lying)


def _control(state: State, rank: int, player: str) -> Iterator[Finding]:
    """Ask whether the player has most merchants there (S-27) and wins a tie for that (S-28)."""
    city_state = state.ranking[rank - 1]
    present = presences(state, city_state)
    own = next((one.merchants for one in present if one.player == player), 0)
    most = present[0].merchants
    facts = (("player", player), ("city_state", city_state), ("controller", present[0].player))
    yield Finding("S-27", own == most, (*facts, ("merchants", own), ("most", most)))
    tied = tuple(one.player for one in present if one.merchants == most)
    if len(tied) > 1:
        wins = present[0].player == player
        yield Finding("S-28", wins, (*facts, ("tied", tied)), tie_for_control(state, rank))


def _from_bag(state: State, rule: str, influence: tuple[str, ...]) -> Finding:
    """Ask whether these are six tiles that the bag can hold."""
    counts = state.setting.counts
    number = sum(counts.over_ranks)
    right = (
        len(influence) == number
        and all(kind in counts.kinds for kind in influence)
        and min(taken_from(state, influence)) >= 0
    )
    facts = (("influence", influence), ("bag", bag_contents(state)), ("number", number))
    return Finding(rule, right, facts)


def bag_contents(state: State) -> tuple[str, ...]:
    """List the kinds that are still in the bag, each as often as it is there."""
    return tuple(
        kind
        for kind, left in zip(state.setting.counts.kinds, state.bag, strict=True)
        for _ in range(left)
    )
