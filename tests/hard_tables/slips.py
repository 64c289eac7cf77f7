"""Slips: deeds that the rules forbid, such as players do, and how to take a deed back."""

from collections.abc import Sequence

import numpy as np

from engine.sumeria import SUMERIA
from engine.sumeria.events import Add, Event, Move, Place, Remove
from engine.sumeria.state import State
from hardware.virtual.tabletop import Tabletop


def reversed_deed(event: Event) -> Event:
    """Give the deed that makes the merchants stand as they did before ``event``."""
    match event:
        case Place(player, at) | Add(player, at):
            return Remove(player, at)
        case Move(player, origin, to):
            return Move(player, to, origin)
        case Remove(player, origin):
            return Add(player, origin)
        case _:
            raise ValueError(f"{event.verb} is not done with a merchant")


def slip(
    top: Tabletop, state: State, others: Sequence[str], rng: np.random.Generator
) -> Event | None:
    """Think of something that hands can do and that is illegal now; None where nothing is.

    Whoever is to play moves to where no way leads; one of the ``others`` adds, removes or moves
    out of turn. In the opening all only add: anything else would be to place differently after all.
    """
    merchants = top.scene().pieces
    free = [one.id for one in top.board.locations if one.id not in merchants]
    ways: list[Event] = []
    if not free:
        return None
    for player in (state.setting.players[state.seat_in_turn], *others):
        own = [at for at, merchant in merchants.items() if merchant.paint == player]
        to = str(rng.choice(free))
        if own and state.phase == "action":
            origin = str(rng.choice(own))
            ways += [Move(player, origin, to)]
            ways += [Remove(player, origin)] if player in others else []
        if top.supply(player) and player in others:
            ways.append(Add(player, to))
    ways = [event for event in ways if not SUMERIA.check(state, event).holds]
    return ways[rng.integers(len(ways))] if ways else None
