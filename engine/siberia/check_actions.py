"""The judge's part for actions: turn, research first, the two spaces, then what each one needs."""

from collections.abc import Iterator

from engine.ruling import Finding
from engine.setting import members
from engine.siberia.events import (
    Discover,
    Done,
    Investor,
    Logistics,
    Manager,
    Mine,
    Move,
    Pass,
    Refill,
    Research,
    Salesman,
    Worker,
)
from engine.siberia.material import (
    ACTION_NUMBER,
    ACTIONS,
    COUNTS,
    DEPOT,
    INVESTOR,
    JOKER,
    MANAGER,
    MARKERS,
    MINING,
    RESOURCE_NUMBER,
    RESOURCES,
    resource_of,
)
from engine.siberia.scoring import in_stack
from engine.siberia.state import State


def in_turn(state: State, player: str) -> Finding:
    """Ask whose turn it is (I-16); nobody who has passed has another in this round (I-18)."""
    players = state.setting.players
    if player in players and players.index(player) in state.passed:
        passed = tuple(players[seat] for seat in state.passed)
        return Finding("I-18", holds=False, facts=(("player", player), ("passed", passed)))
    to_play = state.to_play
    return Finding("I-16", player == to_play, (("player", player), ("to_play", to_play)))


def known(state: State, player: str) -> Finding:
    """Ask whether somebody plays in this game, where all may act at the same time."""
    players = state.setting.players
    return Finding("I-16", player in players, (("player", player), ("players", players)))


def begins(state: State, player: str, action: int | None = None) -> Iterator[Finding]:
    """Judge the beginning of an action, or of a pass, which has none: turn, research, spaces."""
    turn = in_turn(state, player)
    yield turn
    seat = state.setting.seats.get(player)
    if seat is None or state.spaces is None:
        return
    waiting = marker_names(state.research(seat))
    yield Finding("I-17", not waiting, (("player", player), ("markers", waiting)))
    if action is not None:
        yield spaces_filled(state, "I-19", seat, action, wanted=True)


def lying_on(state: State, seat: int, space: int) -> tuple[str, ...]:
    """Name the action markers on a space of a player's board; markers must be told."""
    return marker_names((state.spaces or ())[seat][space])


def marker_names(markers: tuple[int, ...]) -> tuple[str, ...]:
    """Name kinds of action markers."""
    return tuple(MARKERS[marker] for marker in markers)


def place_names(state: State, seat: int) -> tuple[str, ...]:
    """Name the places at which a player has pawns, each once."""
    places = state.setting.places
    return tuple(places[place] for place in dict.fromkeys(state.pawns[seat]))


def exchange_names(state: State) -> tuple[str, ...]:
    """Name the sides that are in play, in the order of their spaces."""
    return tuple(state.setting.places[side] for side in state.exchanges)


def own_pawn(state: State, rule: str, player: str, origin: str) -> Finding:
    """Ask whether a player has a pawn at a place."""
    held = place_names(state, state.setting.seats[player])
    return Finding(rule, origin in held, (("player", player), ("from", origin), ("pawns", held)))


def research(state: State, event: Research) -> Iterator[Finding]:
    """Judge whether there is anything to research with; untold, whether it comes first."""
    if state.spaces is None:
        yield from begins(state, event.player)
        seat = state.setting.seats.get(event.player)
        if seat is not None:
            acted = state.acted[seat]
            yield Finding("I-C16", not acted, (("player", event.player), ("acted", acted)))
        return
    yield in_turn(state, event.player)
    seat = state.setting.seats.get(event.player)
    if seat is not None:
        markers = marker_names(state.research(seat))
        yield Finding("I-21", bool(markers), (("player", event.player), ("markers", markers)))


def discover(state: State, event: Discover) -> Iterator[Finding]:
    """Judge a discovery: a marker for it, a region without that resource, a cube in the supply."""
    turn = in_turn(state, event.player)
    yield turn
    resource = RESOURCE_NUMBER.get(event.resource)
    if resource is None:
        unknown = (("resource", event.resource), ("resources", RESOURCES))
        yield Finding("I-21", holds=False, facts=unknown)
        return
    if state.spaces is not None and turn.holds:
        yield _has_marker(state, event, resource)
    region = state.setting.numbers.get(event.at, state.setting.depot)
    if not state.setting.with_cubes >> region & 1:
        yield Finding("I-21", holds=False, facts=(("at", event.at),))
        return
    lying = tuple(
        name for name, held in zip(RESOURCES, state.cubes, strict=True) if held >> region & 1
    )
    facts = (("at", event.at), ("resource", event.resource), ("cubes", lying))
    yield Finding("I-21", event.resource not in lying, facts)
    supply = state.supply[resource]
    yield Finding("I-22", supply > 0, (("resource", event.resource), ("supply", supply)))
    yield not_locked(state, "I-34", event.at)


def _has_marker(state: State, event: Discover, resource: int) -> Finding:
    """Ask whether a marker in research shows the resource, or a manager stands for it (I-23)."""
    markers = state.research(state.turn)
    allowed = JOKER in markers or any(resource_of(one) == resource for one in markers)
    facts = (
        ("player", event.player),
        ("resource", event.resource),
        ("markers", marker_names(markers)),
    )
    return Finding("I-21", allowed, facts)


def not_locked(state: State, rule: str, region: str) -> Finding:
    """Ask whether a region is open."""
    locked = tuple(state.setting.places[one] for one in members(state.locked))
    return Finding(rule, region not in locked, (("at", region), ("locked", locked)))


def done(state: State, event: Done) -> Iterator[Finding]:
    """Judge an end before its time: logistics may be forfeited, told research may not (I-C40)."""
    yield in_turn(state, event.player)
    if state.phase == "research" and state.spaces is not None:
        # It would have ended by itself if no marker could be used.
        left = marker_names(state.research(state.turn))
        yield Finding("I-21", holds=False, facts=(("markers", left),))


def manager(state: State, event: Manager) -> Iterator[Finding]:
    """Judge the manager's action and where its joker is to lie (I-24)."""
    yield from begins(state, event.player, ACTION_NUMBER[MANAGER])
    if event.to is None:
        return
    to = ("to", event.to)
    if state.spaces is None:
        yield Finding("I-24", holds=False, facts=(to, ("markers", "untold")))
        return
    if event.to == MANAGER:
        yield Finding("I-C19", holds=False, facts=(to,))
        return
    yield Finding("I-24", event.to in ACTION_NUMBER, (to, ("actions", ACTIONS)))
    seat = state.setting.seats.get(event.player)
    if seat is not None and event.to in ACTION_NUMBER:
        yield spaces_filled(state, "I-24", seat, ACTION_NUMBER[event.to], wanted=False)


def spaces_filled(state: State, rule: str, seat: int, action: int, *, wanted: bool) -> Finding:
    """Ask whether both spaces of an action are filled, or one is free, as ``wanted``; told only."""
    lying = lying_on(state, seat, action)
    invested = state.investments[seat] >> action & 1
    facts = (
        ("player", state.setting.players[seat]),
        ("action" if wanted else "to", ACTIONS[action]),
        ("markers", lying),
        ("invested", invested),
    )
    return Finding(rule, (len(lying) + invested >= COUNTS.spaces) is wanted, facts)


def logistics(state: State, event: Logistics) -> Iterator[Finding]:
    """Judge the beginning of logistics, which needs no worker (I-C42)."""
    yield from begins(state, event.player, ACTION_NUMBER["logistics"])


def move(state: State, event: Move) -> Iterator[Finding]:
    """Judge the walk of one worker (I-25, I-35)."""
    yield in_turn(state, event.player)
    setting = state.setting
    seat = setting.seats.get(event.player)
    if seat is None:
        return
    numbers, first_side = setting.numbers, setting.first_side
    standing = tuple(setting.places[region] for region in members(state.workers(seat)))
    facts = (
        ("player", event.player),
        ("from", event.origin),
        ("to", event.to),
        ("workers", standing),
    )
    yield Finding("I-25", event.origin in standing, facts)
    origin, to = numbers.get(event.origin, first_side), numbers.get(event.to, first_side)
    if to >= first_side:
        yield Finding("I-25", holds=False, facts=(("at", event.to),))
        return
    ends = (("from", event.origin), ("to", event.to))
    yield Finding("I-25", event.origin != event.to, ends)
    if origin >= first_side or origin == to:
        return
    is_open = not_locked(state, "I-35", event.to)
    yield is_open
    if is_open.holds:
        steps = setting.map.steps(origin, to, state.locked)
        near = steps is not None and steps <= state.left
        yield Finding("I-25", near, (*ends, ("steps", steps), ("left", state.left)))


def salesman(state: State, event: Salesman) -> Iterator[Finding]:
    """Judge a pawn's way to an exchange (I-26)."""
    yield from begins(state, event.player, ACTION_NUMBER["salesman"])
    if event.player in state.setting.seats:
        yield own_pawn(state, "I-26", event.player, event.origin)
    in_play = exchange_names(state)
    yield Finding("I-26", event.to in in_play, (("exchange", event.to), ("exchanges", in_play)))
    yield Finding("I-26", event.origin != event.to, (("from", event.origin), ("to", event.to)))


def worker(state: State, event: Worker) -> Iterator[Finding]:
    """Judge a pawn's way to the start region (I-27, I-28)."""
    yield from begins(state, event.player, ACTION_NUMBER["worker"])
    setting = state.setting
    seat = setting.seats.get(event.player)
    if seat is None:
        return
    yield own_pawn(state, "I-27", event.player, event.origin)
    start = setting.board.start_region
    yield Finding("I-27", event.origin != start, (("from", event.origin), ("to", start)))
    place = setting.numbers.get(event.origin, 0)
    if setting.first_side <= place < setting.depot:
        depot = state.pawns[seat].count(setting.depot)
        ruling = setting.rulings.worker_from_salesman
        facts = (("from", event.origin), (DEPOT, depot), ("worker_from_salesman", ruling))
        yield Finding("I-28", not depot or ruling == "always", facts)


def investor(state: State, event: Investor) -> Iterator[Finding]:
    """Judge the choice of an open investment marker (I-29, I-30)."""
    yield from begins(state, event.player, INVESTOR)
    wanted = ACTION_NUMBER.get(event.investment)
    opened = tuple(ACTIONS[one] for one in state.open)
    facts = (("investment", event.investment), ("open", opened))
    yield Finding("I-29", wanted in state.open, facts)
    seat = state.setting.seats.get(event.player)
    if wanted is None or seat is None:
        return
    held = tuple(ACTIONS[one] for one in members(state.investments[seat]))
    owned = (("player", event.player), ("investment", event.investment), ("held", held))
    yield Finding("I-30", event.investment not in held, owned)
    # The action's own markers leave first (I-C46).
    if state.spaces is not None and wanted != INVESTOR:
        yield spaces_filled(state, "I-29", seat, wanted, wanted=False)


def refill(state: State, event: Refill) -> Iterator[Finding]:
    """Judge whether such an investment marker can still lie in the stack (I-29)."""
    number = ACTION_NUMBER.get(event.investment)
    left = 0 if number is None else in_stack(state, number)
    yield Finding("I-29", left > 0, (("investment", event.investment), ("left", left)))


def mine(state: State, event: Mine) -> Iterator[Finding]:
    """Judge mining: workers beside the resource, and a salesman where it is bought (I-31)."""
    resource = RESOURCE_NUMBER.get(event.resource)
    yield from begins(state, event.player, None if resource is None else MINING + resource)
    if resource is None:
        facts = (("resource", event.resource), ("resources", RESOURCES))
        yield Finding("I-C11", holds=False, facts=facts)
        return
    setting = state.setting
    seat = setting.seats.get(event.player)
    if seat is None:
        return
    mined = state.cubes[resource] & state.workers(seat)
    regions = tuple(setting.places[region] for region in members(mined))
    names = (("player", event.player), ("resource", event.resource))
    yield Finding("I-C11", bool(mined), (*names, ("regions", regions)))
    in_play = exchange_names(state)
    yield Finding(
        "I-31", event.exchange in in_play, (("exchange", event.exchange), ("exchanges", in_play))
    )
    if event.exchange not in in_play:
        return
    side = setting.numbers[event.exchange]
    salesmen = state.pawns[seat].count(side)
    sold_by = (("player", event.player), ("exchange", event.exchange), ("salesmen", salesmen))
    yield Finding("I-31", salesmen > 0, sold_by)
    price, ruling = setting.price(side, resource), setting.rulings.unsellable
    paid = (
        ("resource", event.resource),
        ("exchange", event.exchange),
        ("price", price),
        ("unsellable", ruling),
    )
    yield Finding("I-C09", price > 0 or ruling == "worth-nothing", paid)


def leave(state: State, event: Pass) -> Iterator[Finding]:
    """Judge a pass (I-17, I-18)."""
    yield from begins(state, event.player)
