"""What follows from actions: pawns, markers, research, mining, and what each one leaves (I-20)."""

from collections.abc import Iterator, Mapping

from engine.ruling import Facts, Finding
from engine.setting import members
from engine.siberia.check_actions import lying_on, place_names
from engine.siberia.events import (
    Discover,
    Done,
    Investor,
    Logistics,
    Manager,
    Mine,
    Move,
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
    JOKER,
    MARKERS,
    RESOURCE_NUMBER,
    RESOURCES,
    resource_of,
)
from engine.siberia.play import marker_for
from engine.siberia.scoring import stack
from engine.siberia.state import State


def cleared(before: State, action: str, *, but: int = 0) -> Iterator[Finding]:
    """Tell which markers went into the bag and whether an investment stayed (I-20); told only.

    ``but`` of them did not: the one manager marker that becomes the joker.
    """
    if before.spaces is None:
        return
    number = ACTION_NUMBER[action]
    facts = (
        ("action", action),
        ("markers", lying_on(before, before.turn, number)[but:]),
        ("stays", before.investments[before.turn] >> number & 1),
    )
    yield Finding("I-20", holds=True, facts=facts)


def joker(before: State, _after: State, event: Manager) -> Iterator[Finding]:
    """Tell where the joker lies, or that there is none (I-24, I-C41, I-C18)."""
    yield from cleared(before, "manager", but=event.to is not None)
    if event.to is None:
        untold = "untold" if before.spaces is None else "told"
        yield Finding("I-C41", holds=True, facts=(("markers", untold),))
        return
    number = ACTION_NUMBER["manager"]
    yield Finding("I-24", holds=True, facts=(("player", event.player), ("joker", event.to)))
    if before.investments[before.turn] >> number & 1:
        yield Finding("I-C18", holds=True, facts=(("joker", event.to),))


def set_out(before: State, after: State, event: Logistics) -> Iterator[Finding]:
    """Tell how many steps there are, and for which workers (I-25, I-C42)."""
    yield from cleared(before, "logistics")
    standing = tuple(before.setting.places[one] for one in members(before.workers(before.turn)))
    facts = (("player", event.player), ("workers", standing), ("steps", COUNTS.steps))
    yield Finding("I-25", holds=True, facts=facts)
    if after.phase != "logistics":
        yield Finding("I-C42", holds=True, facts=(("workers", standing),))


def walked(before: State, after: State, event: Move) -> Iterator[Finding]:
    """Tell the way with fewest steps, the locked regions skipped (I-35), and the steps left."""
    setting = before.setting
    origin, to = setting.numbers[event.origin], setting.numbers[event.to]
    way = setting.map.way(origin, to, before.locked)
    through = tuple(setting.places[one] for one in way if not before.locked >> one & 1)
    steps = setting.map.steps(origin, to, before.locked) or 0
    facts = (("from", event.origin), ("to", event.to), ("through", through), ("steps", steps))
    yield Finding("I-25", holds=True, facts=facts)
    skipped = tuple(setting.places[one] for one in way if before.locked >> one & 1)
    if skipped:
        yield Finding("I-35", holds=True, facts=(("skipped", skipped),))
    left = before.left - steps
    yield Finding("I-25", left > 0 and after.phase == "logistics", (("left", left),))


def ended(before: State, _after: State, event: Done) -> Iterator[Finding]:
    """Tell what is forfeited: steps (I-C42), or cubes of a research that nobody has told."""
    facts = (("player", event.player), ("forfeited", before.left), ("phase", before.phase))
    yield Finding("I-C42" if before.phase == "logistics" else "I-21", holds=True, facts=facts)


def sent(before: State, _after: State, event: Salesman | Worker) -> Iterator[Finding]:
    """Tell from where the pawn could come, and what an empty depot allows (I-26 to I-28)."""
    yield from cleared(before, event.verb)
    setting, seat = before.setting, before.turn
    depot = before.pawns[seat].count(setting.depot)
    ruling = setting.rulings.worker_from_salesman
    to = event.to if isinstance(event, Salesman) else setting.board.start_region
    held = place_names(before, seat)
    salesmen_too = isinstance(event, Salesman) or not depot or ruling == "always"
    regions = setting.places[: setting.first_side]
    possible = tuple(
        one for one in held if one != to and (salesmen_too or one == DEPOT or one in regions)
    )
    rule = "I-26" if isinstance(event, Salesman) else "I-27"
    facts = (("from", event.origin), ("to", to), ("possible", possible))
    yield Finding(rule, holds=True, facts=facts)
    if isinstance(event, Worker):
        allowed = ((DEPOT, depot), ("worker_from_salesman", ruling))
        yield Finding("I-28", salesmen_too, allowed)


def invested(before: State, after: State, event: Investor) -> Iterator[Finding]:
    """Tell the space that is taken, that it is the only one of its action, and what may follow."""
    yield from cleared(before, "investor")
    facts = (("player", event.player), ("investment", event.investment))
    yield Finding("I-29", holds=True, facts=facts)
    held = tuple(ACTIONS[one] for one in members(after.investments[before.turn]))
    yield Finding("I-30", holds=True, facts=(("player", event.player), ("held", held)))
    face_down = tuple(dict.fromkeys(stack(after)))
    rule = "I-29" if after.phase == "refill" else "I-C26"
    yield Finding(rule, holds=True, facts=(("stack", after.stack), ("kinds", face_down)))


def opened(_before: State, after: State, event: Refill) -> Iterator[Finding]:
    """Tell what lies open now, and how many investment markers are left."""
    lying = tuple(ACTIONS[one] for one in after.open)
    facts = (("investment", event.investment), ("open", lying), ("stack", after.stack))
    yield Finding("I-29", holds=True, facts=facts)


def begun(before: State, after: State, event: Research) -> Iterator[Finding]:
    """Tell what research can do with each marker (I-21 to I-23)."""
    number = len(before.research(before.turn)) or COUNTS.discoveries
    facts: Facts = (("player", event.player), ("discoveries", number))
    yield Finding("I-21", holds=True, facts=facts)
    yield from _markers_left(before, before)
    yield from _over(after)


def discovered(before: State, after: State, event: Discover) -> Iterator[Finding]:
    """Tell which marker is used (I-C39, I-23), and what the others can still do."""
    resource = RESOURCE_NUMBER[event.resource]
    facts: Facts = (("resource", event.resource), ("at", event.at))
    used = None
    if before.spaces is not None:
        used = marker_for(before, resource)
        rule = "I-23" if used == JOKER else "I-C39"
        yield Finding(rule, holds=True, facts=(("marker", MARKERS[used]), *facts))
    yield Finding("I-21", holds=True, facts=(*facts, ("supply", after.supply[resource])))
    yield from _markers_left(after, before, used)
    yield from _over(after)


def _markers_left(now: State, before: State, used: int | None = None) -> Iterator[Finding]:
    """Tell of each kind of marker that the player had, without the one used, what it can do."""
    markers = list(before.research(before.turn))
    if used is not None:
        markers.remove(used)
    for marker in dict.fromkeys(markers):
        yield _use(now, marker)


def _use(state: State, marker: int) -> Finding:
    """Tell where a marker may put a cube, or by which of two causes it is void (I-22)."""
    resource = resource_of(marker)
    if resource is None:
        possible = tuple(
            name for number, name in enumerate(RESOURCES) if state.discoverable(number)
        )
        facts: Facts = (("marker", MARKERS[marker]), ("possible", possible))
        return Finding("I-23", bool(possible), facts)
    regions = state.discoverable(resource).bit_count()
    facts = (
        ("marker", MARKERS[marker]),
        ("resource", RESOURCES[resource]),
        ("supply", state.supply[resource]),
        ("regions", regions),
    )
    return Finding("I-21" if regions else "I-22", holds=True, facts=facts)


def _over(after: State) -> Iterator[Finding]:
    """Tell why the action is over: nothing left can be used (I-C14)."""
    if after.phase != "research":
        yield Finding("I-C14", holds=True, facts=(("research", "over"),))


def mined(before: State, after: State, event: Mine) -> Iterator[Finding]:
    """Tell where the cubes come from, what they bring, and which regions are locked."""
    yield from cleared(before, event.resource)
    yield would_bring(before, before.turn, event.resource, event.exchange)
    yield from _locked(before, after)


def would_bring(state: State, seat: int, resource: str, chosen: str | None = None) -> Finding:
    """Tell what a resource brings a player: the regions (I-31), then each own exchange (I-32).

    Of the exchanges ``holds`` tells which was chosen.
    """
    setting = state.setting
    number = RESOURCE_NUMBER[resource]
    mined = state.cubes[number] & state.workers(seat)
    cubes = mined.bit_count()
    held = state.pawns[seat]
    regions = tuple(
        Finding(
            "I-31", holds=True, facts=(("at", setting.places[one]), ("workers", held.count(one)))
        )
        for one in members(mined)
    )
    exchanges = tuple(
        Finding(
            "I-32",
            setting.places[side] == chosen,
            (
                ("exchange", setting.places[side]),
                ("cubes", cubes),
                ("price", setting.price(side, number)),
                ("money", cubes * setting.price(side, number)),
            ),
        )
        for side in state.exchanges
        if side in held
    )
    facts = (("player", setting.players[seat]), ("resource", resource), ("cubes", cubes))
    return Finding("I-31", cubes > 0, facts, (*regions, *exchanges))


def _locked(before: State, after: State) -> Iterator[Finding]:
    """Tell which regions are emptied, whose workers go home, and how many markers are left."""
    setting = before.setting
    for region in members(after.locked & ~before.locked):
        home = tuple(
            player
            for player, held in zip(setting.players, before.pawns, strict=True)
            for _ in range(held.count(region))
        )
        facts = (("at", setting.places[region]), ("home", home))
        yield Finding("I-34", holds=True, facts=facts)
    if after.locked != before.locked:
        blocking = max(0, COUNTS.end.locked - after.locked.bit_count())
        rule = "I-C04" if after.locked.bit_count() > COUNTS.end.locked else "I-34"
        yield Finding(rule, holds=True, facts=(("blocking", blocking),))


def prospects(state: State, player: str) -> tuple[Finding, ...]:
    """Tell what each resource would bring a player now, at each of his exchanges."""
    seat = state.setting.seats[player]
    return tuple(would_bring(state, seat, resource) for resource in RESOURCES)


def best_sales(state: State, player: str) -> Mapping[str, tuple[int, str]]:
    """Tell how much each resource would bring a player now, and at which exchange that would be.

    It is 0, and at none, where he can sell no such cube.
    """
    found = {}
    for one in prospects(state, player):
        best = (0, "")
        for exchange in one.children:
            facts = dict(exchange.facts)
            money = facts.get("money")
            if isinstance(money, int) and money > best[0]:
                best = (money, str(facts["exchange"]))
        found[str(dict(one.facts)["resource"])] = best
    return found


def may_mine(state: State, player: str) -> tuple[str, ...]:
    """Name the resources whose action has its markers (I-20); all where markers are untold."""
    filled = state.filled(state.setting.seats[player])
    return tuple(one for one in RESOURCES if filled >> ACTION_NUMBER[one] & 1)
