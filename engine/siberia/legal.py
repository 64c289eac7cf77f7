"""All that players may do now, generated directly; ``check`` is the judge of a single event."""

from collections.abc import Iterator, Sequence

from engine.siberia.events import Done, Event, Logistics, Pass, Ready, Research
from engine.siberia.material import (
    ACTION_NUMBER,
    INVESTOR,
    JOKER,
    MANAGER,
    MINING,
    RESOURCES,
    resource_of,
)
from engine.siberia.state import State
from engine.siberia.travel import members

READY = Ready()


def legal_events(state: State) -> Sequence[Event]:
    """List all that players may do now, each once.

    What chance deals and corrections are not listed: any number of them would be legal.
    """
    match state.phase:
        case "place":
            return [READY] if state.spaces is None else _placements(state)
        case "action":
            return _actions(state)
        case "research":
            return _discoveries(state)
        case "logistics":
            return _moves(state)
        case "discard":
            return _discards(state)
    return []


def _placements(state: State) -> list[Event]:
    in_bag = tuple(marker for marker, left in enumerate(state.bag or ()) if left)
    found: list[Event] = []
    for seat, waiting in enumerate(state.waiting):
        if waiting:
            found += state.setting.menu.all_placements(seat, in_bag, state.free(seat))
    return found


def _actions(state: State) -> list[Event]:
    seat = state.turn
    player = state.setting.players[seat]
    if state.research(seat):
        return [Research(player)]
    found: list[Event] = [Pass(player)]
    if state.spaces is None and not state.acted[seat]:
        found.append(Research(player))
    filled = state.filled(seat)
    if filled >> ACTION_NUMBER[MANAGER] & 1:
        # The manager's own spaces, freed by the action, take no joker (I-C19).
        others = 0 if state.spaces is None else state.free(seat)
        found += state.setting.menu.jokers(seat, others)
    if filled >> ACTION_NUMBER["logistics"] & 1:
        found.append(Logistics(player))
    if filled >> ACTION_NUMBER["salesman"] & 1:
        for place in dict.fromkeys(state.pawns[seat]):
            found += state.setting.menu.salesmen(seat, place, state.exchanges)
    if filled >> ACTION_NUMBER["worker"] & 1:
        found += _workers(state, seat)
    if filled >> INVESTOR & 1:
        found += _investors(state, seat)
    if filled >> MINING:
        found += _mines(state, seat, filled >> MINING)
    return found


def _workers(state: State, seat: int) -> Iterator[Event]:
    setting, held = state.setting, state.pawns[seat]
    start, _ = setting.start
    salesmen_too = setting.depot not in held or setting.rulings.worker_from_salesman == "always"
    for place in dict.fromkeys(held):
        may_leave = place < setting.first_side or place == setting.depot or salesmen_too
        if place != start and may_leave:
            yield setting.menu.workers(seat, place)


def _investors(state: State, seat: int) -> Iterator[Event]:
    free = -1 if state.spaces is None else state.free(seat) | 1 << INVESTOR
    for action in dict.fromkeys(state.open):
        if free & ~state.investments[seat] & 1 << action:
            yield state.setting.menu.investors(seat, action)


def _mines(state: State, seat: int, resources: int) -> Iterator[Event]:
    setting, held = state.setting, state.pawns[seat]
    workers = state.workers(seat)
    sides = [side for side in state.exchanges if side in held]
    worthless_too = setting.rulings.unsellable == "worth-nothing"
    for resource in members(resources):
        if state.cubes[resource] & workers:
            for side in sides:
                if worthless_too or setting.price(side, resource):
                    yield setting.menu.mines(seat, resource, side)


def _discoveries(state: State) -> list[Event]:
    seat = state.turn
    shown = None
    if state.spaces is not None:
        markers = state.research(seat)
        shown = None if JOKER in markers else {resource_of(marker) for marker in markers}
    found: list[Event] = []
    for resource in range(len(RESOURCES)):
        if shown is None or resource in shown:
            regions = state.discoverable(resource)
            found += state.setting.menu.discoveries(seat, resource, regions)
    return found if state.spaces is not None else [*found, Done(state.setting.players[seat])]


def _moves(state: State) -> list[Event]:
    setting, seat = state.setting, state.turn
    found: list[Event] = [Done(setting.players[seat])]
    for origin in members(state.workers(seat)):
        regions = setting.map.within(origin, state.locked, state.left)
        found += setting.menu.moves(seat, origin, regions)
    return found


def _discards(state: State) -> list[Event]:
    found: list[Event] = []
    for seat, owed in enumerate(state.waiting):
        if owed and state.spaces is not None:
            found += state.setting.menu.discards(seat, state.spaces[seat])
    return found
