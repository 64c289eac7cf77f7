"""What events do: every function here takes a legal event and trusts it."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from engine.setting import members
from engine.siberia.effects import Effect, Locked, SentHome, Sold, Used, Voided
from engine.siberia.events import (
    Correct,
    Discard,
    Discover,
    Done,
    Event,
    Investor,
    Logistics,
    Manager,
    Mine,
    Move,
    Pass,
    Place,
    Ready,
    Refill,
    Research,
    Salesman,
    Setup,
    Worker,
)
from engine.siberia.material import (
    ACTION_NUMBER,
    COUNTS,
    CUBES,
    INVESTOR,
    JOKER,
    LABORATORY,
    MARKER_NUMBER,
    MARKERS,
    MINING,
    RESOURCE_NUMBER,
    RESOURCES,
    SPACE_NUMBER,
    SPACES,
    resource_of,
)
from engine.siberia.rounds import Consequence, drawn, game_over, passed, round_over, turn_over
from engine.siberia.state import Cause, Spaces, State

T = TypeVar("T")


def play(state: State, event: Event) -> Consequence:
    """Play a legal event: the state after it, and what followed by the rules."""
    after, effects = PLAYS[type(event)](state, event)
    since = _since(after, event)
    return (after if since is state.since else after._replace(since=since)), effects


def _since(after: State, event: Event) -> Cause | None:
    """Tell what brought the end in sight: an earlier event whose condition still holds, or this."""
    held, cause = after.conditions, after.since
    if not any(held):
        return None
    if cause is not None and any(then and now for then, now in zip(cause.held, held, strict=True)):
        return cause
    return Cause(event, held)


def _setup(state: State, event: Setup) -> Consequence:
    setting = state.setting
    numbers, seats = setting.numbers, len(setting.players)
    cubes = tuple(
        sum(1 << numbers[region] for region, held in event.cubes if resource in held)
        for resource in RESOURCES
    )
    region, exchange = setting.start
    depot = (setting.depot,) * (COUNTS.pawns - 2)
    told = event.markers == "told"
    first = setting.seats[event.first]
    state = state._replace(
        phase="place",
        first=first,
        turn=first,
        cubes=cubes,
        pawns=((region, exchange, *depot),) * seats,
        supply=tuple(
            all_of - on_map.bit_count() for all_of, on_map in zip(CUBES, cubes, strict=True)
        ),
        exchanges=tuple(numbers[side] for side in event.exchanges),
        open=tuple(sorted(ACTION_NUMBER[one] for one in event.open)),
        stack=state.stack - len(event.open),
        spaces=(((),) * len(SPACES),) * seats if told else None,
        bag=setting.board.markers if told else None,
    )
    return state._replace(waiting=drawn(state)), ()


def _place(state: State, event: Place) -> Consequence:
    seat = state.setting.seats[event.player]
    marker = MARKER_NUMBER[event.marker]
    spaces, bag = _told(state)
    board = _with(spaces[seat], SPACE_NUMBER[event.to], marker)
    waiting = _changed(state.waiting, seat, state.waiting[seat] - 1)
    return state._replace(
        phase="place" if any(waiting) else "action",
        waiting=waiting,
        spaces=_changed(spaces, seat, board),
        bag=_changed(bag, marker, bag[marker] - 1),
    ), ()


def _research(state: State, _event: Research) -> Consequence:
    untold = state.spaces is None  # told, the markers themselves are counted
    left = COUNTS.discoveries if untold else 0
    begun = state._replace(acted=_counted(state), phase="research", left=left)
    return _go_on_with_research(begun, ())


def _discover(state: State, event: Discover) -> Consequence:
    resource = RESOURCE_NUMBER[event.resource]
    region = 1 << state.setting.numbers[event.at]
    supply = _changed(state.supply, resource, state.supply[resource] - 1)
    cubes = _changed(state.cubes, resource, state.cubes[resource] | region)
    if state.spaces is None:
        after = state._replace(supply=supply, cubes=cubes, left=state.left - 1)
        return _go_on_with_research(after, ())
    used = marker_for(state, resource)
    spaces, bag = _returned(state, state.turn, LABORATORY, (used,))
    after = state._replace(supply=supply, cubes=cubes, spaces=spaces, bag=bag)
    return _go_on_with_research(after, (Used(event.player, MARKERS[used]),))


def marker_for(state: State, resource: int) -> int:
    """Find the marker that a discovery uses up: one of that resource, otherwise a manager."""
    markers = state.research(state.turn)
    return next((one for one in markers if resource_of(one) == resource), JOKER)


def _go_on_with_research(state: State, effects: tuple[Effect, ...]) -> Consequence:
    """End research where no marker that is left (untold: no cube) can be put to any use."""
    possible = [resource for resource in range(len(RESOURCES)) if state.discoverable(resource)]
    markers = state.research(state.turn)
    if state.spaces is None:
        usable = state.left > 0
    else:
        usable = JOKER in markers or any(resource_of(one) in possible for one in markers)
    if possible and usable:
        return state, effects
    if markers:
        spaces, bag = _returned(state, state.turn, LABORATORY, markers)
        state = state._replace(spaces=spaces, bag=bag)
        player = state.setting.players[state.turn]
        effects = (*effects, Voided(player, tuple(MARKERS[marker] for marker in markers)))
    return turn_over(state), effects


def _manager(state: State, event: Manager) -> Consequence:
    cleared = _cleared(state, ACTION_NUMBER["manager"])
    if event.to is not None:
        spaces, bag = _told(cleared)
        board = _with(spaces[state.turn], ACTION_NUMBER[event.to], JOKER)
        cleared = cleared._replace(
            spaces=_changed(spaces, state.turn, board), bag=_changed(bag, JOKER, bag[JOKER] - 1)
        )
    return turn_over(cleared), ()


def _logistics(state: State, _event: Logistics) -> Consequence:
    cleared = _cleared(state, ACTION_NUMBER["logistics"])
    return _go_on_walking(cleared._replace(phase="logistics", left=COUNTS.steps))


def _move(state: State, event: Move) -> Consequence:
    numbers = state.setting.numbers
    origin, to = numbers[event.origin], numbers[event.to]
    steps = state.setting.map.steps(origin, to, state.locked)
    pawns = _moved(state, state.turn, origin, to)
    return _go_on_walking(state._replace(pawns=pawns, left=state.left - (steps or 0)))


def _go_on_walking(state: State) -> Consequence:
    """Go on with logistics while any worker can take a step."""
    walks = state.setting.map
    may_walk = state.left and any(
        walks.within(region, state.locked, 1) for region in members(state.workers(state.turn))
    )
    return state if may_walk else turn_over(state), ()


def _sent(state: State, event: Salesman | Worker) -> Consequence:
    cleared = _cleared(state, ACTION_NUMBER[event.verb])
    numbers = state.setting.numbers
    to = numbers[event.to] if isinstance(event, Salesman) else state.setting.start[0]
    pawns = _moved(state, state.turn, numbers[event.origin], to)
    return turn_over(cleared._replace(pawns=pawns)), ()


def _investor(state: State, event: Investor) -> Consequence:
    cleared = _cleared(state, INVESTOR)
    seat, taken = state.turn, ACTION_NUMBER[event.investment]
    left_open = list(state.open)
    left_open.remove(taken)
    held = state.investments[seat] | 1 << taken
    after = cleared._replace(
        open=tuple(left_open), investments=_changed(state.investments, seat, held)
    )
    return after._replace(phase="refill") if state.stack else turn_over(after), ()


def _refill(state: State, event: Refill) -> Consequence:
    opened = tuple(sorted((*state.open, ACTION_NUMBER[event.investment])))
    return turn_over(state._replace(open=opened, stack=state.stack - 1)), ()


def _mine(state: State, event: Mine) -> Consequence:
    setting, seat = state.setting, state.turn
    resource = RESOURCE_NUMBER[event.resource]
    mined = state.cubes[resource] & state.workers(seat)
    number = mined.bit_count()
    price = setting.price(setting.numbers[event.exchange], resource)
    cubes = _changed(state.cubes, resource, state.cubes[resource] & ~mined)
    after = _cleared(state, MINING + resource)._replace(
        cubes=cubes, money=_changed(state.money, seat, state.money[seat] + number * price)
    )
    effects: list[Effect] = [Sold(event.player, event.resource, number, event.exchange, price)]
    emptied = mined & ~after.occupied
    if emptied:
        after = _locked(after, emptied, effects)
        at_once = setting.rulings.end == "at-once"
        if at_once and after.locked.bit_count() >= COUNTS.end.locked:
            over, finished = game_over(after)
            return over, (*effects, *finished)
    return turn_over(after), tuple(effects)


def _locked(state: State, emptied: int, effects: list[Effect]) -> State:
    setting = state.setting
    for region in members(emptied):
        effects.append(Locked(setting.places[region]))
        for player, held in zip(setting.players, state.pawns, strict=True):
            if region in held:
                effects.append(SentHome(player, setting.places[region], held.count(region)))
    pawns = tuple(
        tuple(
            sorted(
                setting.depot if place < setting.first_side and emptied >> place & 1 else place
                for place in held
            )
        )
        for held in state.pawns
    )
    return state._replace(locked=state.locked | emptied, pawns=pawns)


def _discard(state: State, event: Discard) -> Consequence:
    seat = state.setting.seats[event.player]
    marker = MARKER_NUMBER[event.marker]
    spaces, bag = _returned(state, seat, SPACE_NUMBER[event.origin], (marker,))
    waiting = _changed(state.waiting, seat, state.waiting[seat] - 1)
    after = state._replace(spaces=spaces, bag=bag, waiting=waiting)
    return (after, ()) if any(waiting) else round_over(after)


def _correct(state: State, event: Correct) -> Consequence:
    after = corrected(state, event)
    if event.as_turn_of is None:
        return after, ()
    return turn_over(after._replace(acted=_counted(after))), ()


def corrected(state: State, event: Correct) -> State:
    """Make the table look as is agreed; nothing is locked or paid by it."""
    setting = state.setting
    numbers = setting.numbers
    cubes = list(state.cubes)
    for region, held in event.cubes:
        bit = 1 << numbers[region]
        for resource, name in enumerate(RESOURCES):
            cubes[resource] = cubes[resource] & ~bit | bit * (name in held)
    locked = state.locked
    if event.locked is not None:
        locked = sum(1 << numbers[region] for region in event.locked)
    supply, money = list(state.supply), list(state.money)
    for resource_id, number in event.supply:
        supply[RESOURCE_NUMBER[resource_id]] = number
    for player, number in event.money:
        money[setting.seats[player]] = number
    return state._replace(
        cubes=tuple(cubes),
        locked=locked,
        pawns=tuple(_repositioned(state, event, player) for player in setting.players),
        supply=tuple(supply),
        money=tuple(money),
    )


def _repositioned(state: State, event: Correct, player: str) -> tuple[int, ...]:
    setting = state.setting
    named = {
        setting.numbers[at]: dict(many)[player] for at, many in event.pawns if player in dict(many)
    }
    held = [one for one in state.pawns[setting.seats[player]] if one not in named]
    held = [one for one in held if one != setting.depot]
    for place, number in named.items():
        held += [place] * number
    return tuple(sorted((*held, *(setting.depot,) * (COUNTS.pawns - len(held)))))


def _counted(state: State) -> tuple[int, ...]:
    """Count the actions of each player, with the one that is just being done."""
    return _changed(state.acted, state.turn, state.acted[state.turn] + 1)


def _cleared(state: State, action: int) -> State:
    """Count an action and return the action markers that fill its spaces to the bag (I-20)."""
    acted = _counted(state)
    if state.spaces is None:
        return state._replace(acted=acted)
    spaces, bag = _returned(state, state.turn, action, state.spaces[state.turn][action])
    return state._replace(acted=acted, spaces=spaces, bag=bag)


def _returned(
    state: State, seat: int, space: int, markers: tuple[int, ...]
) -> tuple[tuple[Spaces, ...], tuple[int, ...]]:
    """Give the players' boards and the bag once these markers of a space are back in the bag."""
    spaces, bag = _told(state)
    staying, fuller = list(spaces[seat][space]), list(bag)
    for marker in markers:
        staying.remove(marker)
        fuller[marker] += 1
    board = _changed(spaces[seat], space, tuple(staying))
    return _changed(spaces, seat, board), tuple(fuller)


def _moved(state: State, seat: int, origin: int, to: int) -> tuple[tuple[int, ...], ...]:
    held = list(state.pawns[seat])
    held.remove(origin)
    return _changed(state.pawns, seat, tuple(sorted((*held, to))))


def _with(board: Spaces, space: int, marker: int) -> Spaces:
    return _changed(board, space, tuple(sorted((*board[space], marker))))


def _changed(entries: tuple[T, ...], number: int, entry: T) -> tuple[T, ...]:
    changed = list(entries)
    changed[number] = entry
    return tuple(changed)


def _told(state: State) -> tuple[tuple[Spaces, ...], tuple[int, ...]]:
    if state.spaces is None or state.bag is None:
        raise ValueError("expected a game whose markers are told")
    return state.spaces, state.bag


PLAYS: Final[Mapping[type, Callable[[State, Any], Consequence]]] = {
    Setup: _setup,
    Place: _place,
    Ready: lambda state, _: (state._replace(phase="action"), ()),
    Research: _research,
    Discover: _discover,
    Manager: _manager,
    Logistics: _logistics,
    Move: _move,
    Done: lambda state, _: (turn_over(state), ()),
    Salesman: _sent,
    Worker: _sent,
    Investor: _investor,
    Refill: _refill,
    Mine: _mine,
    Pass: lambda state, _: passed(state),
    Discard: _discard,
    Correct: _correct,
}
