"""All that players may do now, generated directly; ``check`` is the judge of a single event."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.sumeria.check import check
from engine.sumeria.control import control
from engine.sumeria.dynasty import rank_to_claim, share_of_controller, tiles_above
from engine.sumeria.events import Add, Claim, Event, Move, Remove, Score
from engine.sumeria.state import State

SCORE = Score()


def legal_events(state: State) -> Sequence[Event]:
    """List every placement, action, claim or score that is legal, each once.

    What chance deals and corrections are not listed: any number of them would be legal.
    """
    if state.phase == "action":
        return _actions(state)
    if state.phase == "placement":
        places = state.setting.placements[state.seat_in_turn]
        occupied = state.occupied
        return [event for bit, event in places.items() if not occupied & bit]
    if state.phase == "score":
        return [SCORE]
    if state.phase == "claim":
        return list(_claims(state))
    return []


def _actions(state: State) -> list[Event]:
    setting = state.setting
    seat = state.seat_in_turn
    occupied = state.occupied
    own = state.merchants[seat]
    events: list[Event] = []
    if state.supply(seat):
        events += [event for bit, event in setting.additions[seat].items() if not occupied & bit]
    moves, removals = setting.moves[seat], setting.removals[seat]
    destinations = setting.network.destinations
    while own:
        merchant = own & -own
        own ^= merchant
        events.append(removals[merchant])
        origin = merchant.bit_length() - 1
        to = moves[origin]
        reach = destinations(origin, occupied)
        while reach:
            nearest = reach & -reach
            reach ^= nearest
            events.append(to[nearest])
    return events


def _claims(state: State) -> Iterator[Claim]:
    rank = rank_to_claim(state)
    held = control(state, rank)
    if held.controller is None:  # a claim is awaited only where somebody controls
        return
    tiles = sorted(tiles_above(state, rank))
    for chosen in dict.fromkeys(combinations(tiles, share_of_controller(rank))):
        yield Claim(held.controller, held.city_state, chosen)


def is_legal(state: State, event: Event) -> bool:
    """Tell quickly whether ``check`` would accept an event, without finding out why not."""
    setting = state.setting
    if state.phase == "action" and isinstance(event, Add | Move | Remove):
        seat = state.seat_in_turn
        if setting.players[seat] != event.player:
            return False
        if isinstance(event, Add):
            bit = setting.bits.get(event.at)
            return bit is not None and not state.occupied & bit and state.supply(seat) > 0
        bit = setting.bits.get(event.origin)
        if bit is None or not state.merchants[seat] & bit:
            return False
        if isinstance(event, Remove):
            return True
        origin = setting.board.index[event.origin]
        reach = setting.network.destinations(origin, state.occupied)
        return bool(reach & setting.bits.get(event.to, 0))
    return check(state, event).holds
