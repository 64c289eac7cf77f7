"""Whether an event is legal, told quickly and without saying why; ``check`` is the judge.

Of verbs that are seldom played the judge is asked. Tests hold the two against each other.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.siberia.check import check
from engine.siberia.events import (
    Discover,
    Event,
    Logistics,
    Mine,
    Move,
    Pass,
    Place,
    Salesman,
    Worker,
)
from engine.siberia.material import (
    ACTION_NUMBER,
    COUNTS,
    JOKER,
    MARKER_NUMBER,
    MINING,
    RESEARCH,
    RESOURCE_NUMBER,
    SHOWN,
    resource_of,
)
from engine.siberia.state import State


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
    """Tell whether a player may begin an action, or pass, as far as turn and markers go."""
    seat = state.turn
    return (
        state.phase == "action"
        and state.setting.players[seat] == player
        and not state.research(seat)
        and (action is None or _is_filled(state, seat, action))
    )


def _pass(state: State, event: Pass) -> bool:
    return _may_act(state, event.player, None)


def _logistics(state: State, event: Logistics) -> bool:
    return _may_act(state, event.player, ACTION_NUMBER["logistics"])


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


TESTS: Final[Mapping[type, Callable[[State, Any], bool]]] = {
    Place: _place,
    Pass: _pass,
    Logistics: _logistics,
    Salesman: _salesman,
    Worker: _worker,
    Mine: _mine,
    Move: _move,
    Discover: _discover,
}
