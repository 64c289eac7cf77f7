"""All that players may do now, generated directly, and whether one event is legal, told quickly.

``check`` is the judge of a single event; tests hold the three against each other.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from engine.setting import members
from engine.siberia.check import check
from engine.siberia.events import (
    Discover,
    Done,
    Event,
    Logistics,
    Mine,
    Move,
    Pass,
    Place,
    Ready,
    Research,
    Salesman,
    Worker,
)
from engine.siberia.material import (
    ACTION_NUMBER,
    COUNTS,
    INVESTOR,
    JOKER,
    MANAGER,
    MARKER_NUMBER,
    MINING,
    RESEARCH,
    RESOURCE_NUMBER,
    RESOURCES,
    SHOWN,
    resource_of,
)
from engine.siberia.state import State

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


def is_legal(state: State, event: Event) -> bool:
    """Tell whether ``check`` would accept an event."""
    test = TESTS.get(type(event))
    return check(state, event).holds if test is None else test(state, event)


def _place(state: State, event: Place) -> bool:
    seat = state.setting.seats.get(event.player)
    marker = MARKER_NUMBER.get(event.marker)
    if state.phase != "place" or state.bag is None or seat is None or marker is None:
        return False
    if not (state.waiting[seat] and state.bag[marker]):
        return False
    action = ACTION_NUMBER.get(event.to)
    if action is None:
        return event.to == RESEARCH
    return action in SHOWN[marker] and not _is_filled(state, seat, action)


def _is_filled(state: State, seat: int, action: int) -> bool:
    """Tell whether both spaces of an action are filled, as is taken for granted if untold."""
    if state.spaces is None:
        return True
    invested = state.investments[seat] >> action & 1
    return len(state.spaces[seat][action]) + invested == COUNTS.spaces


def _may_act(state: State, player: str, action: int | None) -> bool:
    seat = state.turn
    return (
        state.phase == "action"
        and state.setting.players[seat] == player
        and not state.research(seat)
        and (action is None or _is_filled(state, seat, action))
    )


def _salesman(state: State, event: Salesman) -> bool:
    numbers = state.setting.numbers
    return (
        _may_act(state, event.player, ACTION_NUMBER["salesman"])
        and numbers.get(event.origin) in state.pawns[state.turn]
        and numbers.get(event.to) in state.exchanges
        and event.origin != event.to
    )


def _worker(state: State, event: Worker) -> bool:
    setting, held = state.setting, state.pawns[state.turn]
    place = setting.numbers.get(event.origin)
    start, _ = setting.start
    if not _may_act(state, event.player, ACTION_NUMBER["worker"]) or place is None:
        return False
    from_exchange = setting.first_side <= place < setting.depot
    empty = setting.depot not in held or setting.rulings.worker_from_salesman == "always"
    return place in held and place != start and (empty or not from_exchange)


def _mine(state: State, event: Mine) -> bool:
    setting = state.setting
    resource, side = RESOURCE_NUMBER.get(event.resource), setting.numbers.get(event.exchange)
    if resource is None or side not in state.exchanges:
        return False
    return (
        _may_act(state, event.player, MINING + resource)
        and state.cubes[resource] & state.workers(state.turn) != 0
        and side in state.pawns[state.turn]
        and (setting.price(side, resource) > 0 or setting.rulings.unsellable == "worth-nothing")
    )


def _move(state: State, event: Move) -> bool:
    setting = state.setting
    if state.phase != "logistics" or setting.players[state.turn] != event.player:
        return False
    origin, to = setting.numbers.get(event.origin), setting.numbers.get(event.to)
    if origin is None or to is None or not state.workers(state.turn) >> origin & 1:
        return False
    return bool(setting.map.within(origin, state.locked, state.left) >> to & 1)


def _discover(state: State, event: Discover) -> bool:
    setting = state.setting
    resource, region = RESOURCE_NUMBER.get(event.resource), setting.numbers.get(event.at)
    if state.phase != "research" or setting.players[state.turn] != event.player:
        return False
    if resource is None or region is None or not state.discoverable(resource) >> region & 1:
        return False
    markers = state.research(state.turn)
    shown = JOKER in markers or any(resource_of(one) == resource for one in markers)
    return state.spaces is None or shown


def _done(state: State, event: Done) -> bool:
    if state.setting.players[state.turn] != event.player:
        return False
    return state.phase == "logistics" or (state.phase == "research" and state.spaces is None)


TESTS: Final[Mapping[type, Callable[[State, Any], bool]]] = {
    Place: _place,
    Pass: lambda state, event: _may_act(state, event.player, None),
    Logistics: lambda state, event: _may_act(state, event.player, ACTION_NUMBER["logistics"]),
    Salesman: _salesman,
    Worker: _worker,
    Mine: _mine,
    Move: _move,
    Discover: _discover,
    Done: _done,
}
