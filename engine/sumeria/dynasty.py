"""The end of a dynasty (S-26 to S-38): ranks settled one after the other, then the next begins."""

from dataclasses import replace

from engine.sumeria.control import control, next_first
from engine.sumeria.effects import Awarded, Controlled, Discarded, Effect, Finished, Rotated
from engine.sumeria.events import Claim, Draw
from engine.sumeria.points import winners
from engine.sumeria.ranking import rotate
from engine.sumeria.state import State

Consequence = tuple[State, tuple[Effect, ...]]

RANKS = 3
FIRST_SPACE = (0, 3, 5)
"""Of the influence spaces those above rank 1 begin at 0, above rank 2 at 3, above rank 3 at 5."""


def spaces(rank: int) -> slice:
    """Tell which influence spaces lie above a rank, 1 to 3 (S-08)."""
    return slice(FIRST_SPACE[rank - 1], (*FIRST_SPACE, 6)[rank])


def tiles_above(state: State, rank: int) -> tuple[str, ...]:
    """List the influence tiles that still lie above a rank."""
    return tuple(kind for kind in state.influence[spaces(rank)] if kind is not None)


def rank_to_claim(state: State) -> int:
    """Tell which rank the claim that is awaited in phase ``claim`` is for: 1 or 2."""
    return 1 if tiles_above(state, 1) else 2


def share_of_controller(rank: int) -> int:
    """Count the tiles that the controller takes: two at rank 1, else one (S-29 to S-31)."""
    return 2 if rank == 1 else 1


def controllers(state: State) -> tuple[Controlled, ...]:
    """Tell who holds the three leading city-states as the board stands."""
    return tuple(control(state, rank) for rank in range(1, RANKS + 1))


def score(state: State) -> Consequence:
    """Judge the three leading city-states, up to the first claim that somebody has to make."""
    after, effects = _settle_from(state, 1)
    return after, (*controllers(state), *effects)


def claim(state: State, event: Claim) -> Consequence:
    """Give the controller what he chose and the runner-up the rest, then go on (S-29, S-30)."""
    rank = rank_to_claim(state)
    held = control(state, rank)
    rest = list(tiles_above(state, rank))
    for kind in event.tiles:
        rest.remove(kind)
    rule = "S-29" if rank == 1 else "S-30"
    effects: list[Effect] = [Awarded(rule, event.player, held.city_state, event.tiles)]
    state = _give(state, event.player, event.tiles)
    if held.runner_up is None:
        effects.append(Discarded("S-33", held.city_state, tuple(rest)))
    else:
        effects.append(Awarded(rule, held.runner_up, held.city_state, tuple(rest)))
        state = _give(state, held.runner_up, tuple(rest))
    after, more = _settle_from(_clear(state, rank), rank + 1)
    return after, (*effects, *more)


def draw(state: State, event: Draw) -> State:
    """Begin the next dynasty with its tiles (S-34, S-35)."""
    return replace(
        state,
        phase="action",
        dynasty=state.dynasty + 1,
        turns=0,
        influence=event.influence,
        bag=taken_from(state, event.influence),
    )


def taken_from(state: State, influence: tuple[str, ...]) -> tuple[int, ...]:
    """Tell what is left in the bag without these tiles; below nothing where it has too few."""
    kinds = state.setting.counts.kinds
    return tuple(left - influence.count(kind) for kind, left in zip(kinds, state.bag, strict=True))


def _settle_from(state: State, rank: int) -> Consequence:
    """Settle ranks in order; stops where a controller has to choose."""
    effects: list[Effect] = []
    for here in range(rank, RANKS + 1):
        held = control(state, here)
        tiles = tiles_above(state, here)
        if held.controller is None:
            effects.append(Discarded("S-32", held.city_state, tiles))
        elif here < RANKS:
            return replace(state, phase="claim"), tuple(effects)
        else:
            effects.append(Awarded("S-31", held.controller, held.city_state, tiles))
            state = _give(state, held.controller, tiles)
        state = _clear(state, here)
    after, more = _finish(state)
    return after, (*effects, *more)


def _finish(state: State) -> Consequence:
    """End the dynasty, and with the last one the game (S-36 to S-40)."""
    if state.dynasty == state.setting.counts.dynasties:
        over = replace(state, phase="over")
        return over, (Finished(winners(over)),)
    opener = next_first(state)
    row = rotate(state.ranking)
    seat = state.setting.seats[opener.player]
    return replace(state, phase="draw", first=seat, ranking=row), (opener, Rotated(row))


def _give(state: State, player: str, tiles: tuple[str, ...]) -> State:
    seat = state.setting.seats[player]
    counts = tuple(
        count + tiles.count(kind)
        for kind, count in zip(state.setting.counts.kinds, state.tiles[seat], strict=True)
    )
    return replace(state, tiles=(*state.tiles[:seat], counts, *state.tiles[seat + 1 :]))


def _clear(state: State, rank: int) -> State:
    influence = list(state.influence)
    influence[spaces(rank)] = [None] * len(influence[spaces(rank)])
    return replace(state, influence=tuple(influence))
