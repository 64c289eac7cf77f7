"""All that players may do now, generated directly; ``check`` is the judge of a single event."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from engine.sumeria.check import check
from engine.sumeria.control import control
from engine.sumeria.dynasty import can_deal, rank_to_claim, share_of_controller, tiles_above
from engine.sumeria.events import Add, Claim, Draw, Event, Move, Place, Remove, Score, TurnEvent
from engine.sumeria.state import State
from engine.sumeria.turns import SCORE


def legal_events(state: State) -> Sequence[Event]:
    """List every placement, action, claim or score that is legal, each once.

    What chance deals and corrections are not listed: any number of them would be legal.
    """
    if state.phase == "action":
        return _actions(state)
    if state.phase == "placement":
        free = state.setting.everywhere & ~state.occupied
        return state.setting.menus[state.seat_in_turn].placements.of(free)
    if state.phase == "score":
        return [SCORE]
    if state.phase == "claim":
        return list(_claims(state))
    return []


def _actions(state: State) -> list[Event]:
    setting = state.setting
    seat = state.seat_in_turn
    occupied = state.occupied
    menu, choosers = setting.menus[seat], setting.choosers
    events: list[Event] = []
    if state.supply(seat):
        events += menu.additions.of(setting.everywhere & ~occupied)
    for origin, destinations in setting.network.departures(state.merchants[seat], occupied):
        events += choosers[destinations](menu.departures[origin])
    return events


def _claims(state: State) -> Sequence[Claim]:
    rank = rank_to_claim(state)
    held = control(state, rank)
    if held.controller is None:  # a claim is awaited only where somebody controls
        return ()
    tiles = tiles_above(state, rank)
    return _choices(held.controller, held.city_state, tiles, share_of_controller(rank))


@lru_cache(maxsize=1024)
def _choices(
    player: str, city_state: str, tiles: tuple[str, ...], number: int
) -> tuple[Claim, ...]:
    chosen = dict.fromkeys(combinations(sorted(tiles), number))
    return tuple(Claim(player, city_state, some) for some in chosen)


def is_legal(state: State, event: Event) -> bool:
    """Tell quickly whether ``check`` would accept an event, without finding out why not."""
    match event:
        case Add() | Move() | Remove():
            return state.phase == "action" and _is_legal_in_turn(state, event)
        case Place():
            return state.phase == "placement" and _is_legal_in_turn(state, event)
        case Claim():
            return state.phase == "claim" and event in _claims(state)
        case Score():
            return state.phase == "score"
        case Draw():
            return state.phase == "draw" and can_deal(state, event.influence)
        case _:
            return check(state, event).holds


def _is_legal_in_turn(state: State, event: TurnEvent) -> bool:
    setting = state.setting
    seat = state.seat_in_turn
    if setting.players[seat] != event.player:
        return False
    if isinstance(event, Place | Add):
        free = setting.bits.get(event.at, 0) & ~state.occupied
        return free > 0 and (isinstance(event, Place) or state.supply(seat) > 0)
    if not state.merchants[seat] & setting.bits.get(event.origin, 0):
        return False
    if isinstance(event, Remove):
        return True
    origin = setting.board.index[event.origin]
    destinations = setting.network.destinations(origin, state.occupied)
    return bool(destinations & setting.bits.get(event.to, 0))
