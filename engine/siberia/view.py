"""What lies on the table, as the camera should see it, and what people may say of it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from engine.game import Form, Question
from engine.layout import Contents, Lying, View
from engine.siberia.board import BLOCKED, CLOCKS, EXCHANGES, OPEN, REGIONS, SIDES, SUPPLY
from engine.siberia.events import (
    Correct,
    Cubes,
    Discover,
    Done,
    Event,
    Investor,
    Logistics,
    Manager,
    Mine,
    Move,
    Pass,
    Ready,
    Refill,
    Research,
    Salesman,
    Setup,
    Worker,
    format_event,
)
from engine.siberia.legal import is_legal, legal_events
from engine.siberia.material import ACTIONS, COUNTS, DEPOT, RESOURCES
from engine.siberia.play import play
from engine.siberia.scoring import stack
from engine.siberia.state import State


def expected(state: State) -> View:
    """Tell what lies in each region, at each exchange, open, on clocks, whether supplies are empty.

    The blocking markers leave the clocks from the first on.
    """
    setting, lying = state.setting, _lying(state)
    gone = state.locked.bit_count()
    return View(
        (
            (REGIONS, lying[: setting.first_side]),
            (EXCHANGES, tuple([lying[side] for side in state.exchanges])),
            (SIDES, _sides(setting.places, state.exchanges)),
            (OPEN, _opened(state.open)),
            (SUPPLY, _supplied(state.supply)),
            (CLOCKS, _on_clocks(len(setting.board.clock_spaces), gone)),
        )
    )


@lru_cache(maxsize=256)
def _opened(actions: tuple[int, ...]) -> Contents:
    lying = [(ACTIONS[one],) for one in actions]
    return (*lying, *[()] * (COUNTS.open - len(lying)))


@lru_cache(maxsize=64)
def _sides(places: tuple[str, ...], exchanges: tuple[int, ...]) -> Contents:
    return tuple([(places[side],) for side in exchanges])


@lru_cache(maxsize=256)
def _supplied(supply: tuple[int, ...]) -> Contents:
    both = zip(RESOURCES, supply, strict=True)
    return tuple([(resource,) if left else () for resource, left in both])


@lru_cache(maxsize=64)
def _on_clocks(clocks: int, gone: int) -> Contents:
    return tuple([() if i < gone else (BLOCKED,) for i in range(clocks)])


def _lying(state: State) -> tuple[Lying, ...]:
    """Tell what lies at each place on the table, pawns in no depot among them."""
    setting = state.setting
    found = [*_in_regions(setting.depot, state.cubes, state.locked)]
    shared: set[int] = set()
    for player, places in zip(setting.players, state.pawns, strict=True):
        own = (player,)
        for place in places:
            if place == setting.depot:  # it comes last
                break
            if there := found[place]:
                shared.add(place)
                found[place] = there + own
            else:
                found[place] = own
    for place in shared:
        found[place] = _in_order(found[place])
    return tuple(found)


@lru_cache(maxsize=1024)
def _in_order(lying: Lying) -> Lying:
    return tuple(sorted(lying))


@lru_cache(maxsize=256)
def _in_regions(places: int, cubes: tuple[int, ...], locked: int) -> tuple[Lying, ...]:
    """Tell in which places cubes and blocking markers lie; few events change that."""
    found: list[list[str]] = [[] for _ in range(places)]
    for what, held in zip((*RESOURCES, BLOCKED), (*cubes, locked), strict=True):
        for place in range(places):
            if held >> place & 1:
                found[place].append(what)
    return tuple(tuple(sorted(each)) for each in found)


def refilled(state: State, before: View, seen: View) -> Refill | None:
    """Name the investment marker that came to lie open between two views."""
    if state.phase != "refill":
        return None
    added = Counter(seen[OPEN]) - Counter(before[OPEN])
    kinds = [kind for lying in added for kind in lying]
    return Refill(kinds[0]) if len(kinds) == 1 else None


def corrections(state: State, seen: View) -> Sequence[Correct]:
    """List the corrections after which all lies as seen; the second uses up a turn.

    Nothing is sold by it: a cube too many comes from the supply, one too few goes back there. Only
    where the supply is empty it comes from those that were sold.
    """
    should = expected(state)
    if state.phase not in ("place", "action") or any(
        seen[group] != should[group] for group in (SIDES, OPEN, SUPPLY)
    ):
        return ()
    changed = [*_changed(_region_names(state), REGIONS, should, seen)]
    pawns = _pawns_moved(state, _all_changed(state, seen))
    cubes, supply = _cubes_moved(state, changed)
    locked = _locked(state, changed, seen)
    if not (cubes or pawns) and locked is None:
        return ()
    turns = dict.fromkeys([None, state.to_play])
    return [Correct(cubes, locked, pawns, supply, as_turn_of=player) for player in turns]


def attempts(state: State, seen: View) -> Sequence[Event]:
    """List what a player may have tried, legally or not, when cubes and pawns lie as seen.

    One pawn went, cubes of one resource were taken, a cube was put down, or an open investment
    marker taken. It is the turn of whoever's pawn it is: whether it was, the judge will say. Where
    no research can begin, that was tried, and no cube yet.
    """
    gone, come = (
        [
            (at, one)
            for at, *both in _all_changed(state, seen)
            for one in (both[i] - both[1 - i]).elements()
        ]
        for i in (0, 1)
    )
    actor = state.to_play
    match gone, come:
        case [(origin, pawn)], [(to, same)] if pawn == same and pawn in state.setting.seats:
            return _journey(state, pawn, origin, to)
        case [], [(to, pawn)] if pawn in state.setting.seats:
            return _journey(state, pawn, DEPOT, to)
        case [], [(to, resource)] if actor and resource in RESOURCES:
            research, discover = Research(actor), Discover(actor, resource, to)
            begins = state.phase == "research" or is_legal(state, research)
            return (discover if begins else research,)
        case [(_, resource), *_], [] if actor and resource in RESOURCES:
            alike = all(other == resource for _, other in gone)
            return _sales(state, actor, resource) if alike else ()
        case [], [] if actor:
            return [Investor(actor, kind) for kind in _taken(state, seen)]
    return ()


def _taken(state: State, seen: View) -> list[str]:
    """Name the open investment marker that is gone, where only one is."""
    gone = Counter(expected(state)[OPEN]) - Counter(seen[OPEN])
    kinds = [kind for lying in gone.elements() for kind in lying]
    return kinds if len(kinds) == 1 else []


def begun(state: State, event: Event) -> State:
    """Let a walk's logistics, and a discovery's research, have begun, where that is legal."""
    begins: Event
    match event:
        case Move(player):
            begins = Logistics(player)
        case Discover(player):
            begins = Research(player)
        case _:
            return state
    return play(state, begins)[0] if is_legal(state, begins) else state


def _journey(state: State, pawn: str, origin: str, to: str) -> Sequence[Event]:
    """Tell how a pawn may have gone from one place to another."""
    if to not in _region_names(state):
        return (Salesman(pawn, origin, to),)
    if to == state.setting.board.start_region and state.phase != "logistics":
        return (Worker(pawn, origin),)
    return (Move(pawn, origin, to),)  # from outside Siberia it is refused


def _sales(state: State, player: str, resource: str) -> Sequence[Event]:
    """Tell where a player may have sold a resource: where he has a salesman, or else anywhere."""
    sides = _side_names(state)
    seat = state.setting.seats[player]
    own = [one for one in sides if state.setting.numbers[one] in state.pawns[seat]]
    return [Mine(player, resource, side) for side in own or sides[:1]]


Change = tuple[str, Counter[str], Counter[str]]
"""A place, how many of what should lie there, and how many do."""


def _region_names(state: State) -> Sequence[str]:
    return state.setting.places[: state.setting.first_side]


def _side_names(state: State) -> Sequence[str]:
    return [state.setting.places[side] for side in state.exchanges]


def _all_changed(state: State, seen: View) -> list[Change]:
    should = expected(state)
    named = ((_region_names(state), REGIONS), (_side_names(state), EXCHANGES))
    return [one for names, group in named for one in _changed(names, group, should, seen)]


def _changed(names: Sequence[str], group: str, should: View, seen: View) -> Iterator[Change]:
    for at, stood, there in zip(names, should[group], seen[group], strict=True):
        if stood != there:
            yield at, Counter(stood), Counter(there)


def _pawns_moved(
    state: State, changed: Sequence[Change]
) -> tuple[tuple[str, tuple[tuple[str, int], ...]], ...]:
    """Tell at each place how many pawns the players have of whom there are more or fewer."""
    each = [
        (at, tuple((one, there[one]) for one in state.setting.players if stood[one] != there[one]))
        for at, stood, there in changed
    ]
    return tuple((at, numbers) for at, numbers in each if numbers)


def _cubes_moved(
    state: State, changed: Sequence[Change]
) -> tuple[Cubes, tuple[tuple[str, int], ...]]:
    """Tell which cubes lie in regions that should hold others, and what the supply then holds."""
    cubes = tuple(
        (at, tuple(one for one in RESOURCES for _ in range(there[one])))
        for at, stood, there in changed
        if any(stood[one] != there[one] for one in RESOURCES)
    )
    more = {one: sum(there[one] - stood[one] for _, stood, there in changed) for one in RESOURCES}
    heaps = zip(RESOURCES, state.supply, strict=True)
    return cubes, tuple((one, max(0, left - more[one])) for one, left in heaps if more[one])


def _locked(state: State, changed: Sequence[Change], seen: View) -> tuple[str, ...] | None:
    """Name all regions that are locked; None where that is as it should be."""
    if all(stood[BLOCKED] == there[BLOCKED] for _, stood, there in changed):
        return None
    regions = zip(_region_names(state), seen[REGIONS], strict=True)
    return tuple(region for region, lying in regions if BLOCKED in lying)


def unseen(state: State) -> Sequence[tuple[Event, bool]]:
    """List what may happen without anything to be seen.

    A pass and a manager are inferred from who acts after them; which of them it was, from whether
    the same player acts again in this round. Nothing tells of an action without effect. Where
    markers are told, passes and managers are told too.
    """
    if state.phase == "place" and state.spaces is None:
        return [(Ready(), False)]
    player = state.to_play
    if player is None:
        return ()
    if state.spaces is not None:
        shown = (Logistics(player), Research(player), Done(player))
        return [(one, False) for one in shown if is_legal(state, one)]
    if state.phase != "action":
        return [(Done(player), False)]
    found: list[tuple[Event, bool]] = [(Pass(player), True), (Manager(player, None), True)]
    begun: list[Event] = [Logistics(player)]
    if not state.acted[state.turn]:
        begun.append(Research(player))
    going = ("research", "logistics")
    return found + [(one, False) for one in begun if play(state, one)[0].phase in going]


def essence(state: State) -> State:
    """Give a state without how often players have acted, and without what brought a condition.

    A research is a player's first action or not (I-C16); reasons change nothing that is to come.
    """
    return state._replace(acted=tuple(min(each, 1) for each in state.acted), since=None)


def tidying(state: State, event: Event) -> Sequence[View]:
    """Tell what the table looks like until emptied regions are blocked and their pawns at home.

    Everybody takes his own home, as everybody puts down his own once the game is set up.
    """
    if not isinstance(event, Mine | Setup):
        return ()
    after, _ = play(state, event)
    if isinstance(event, Setup):
        put_down = [*product(*[((), places) for places in after.pawns])][:-1]
        return [expected(after._replace(pawns=pawns)) for pawns in put_down]
    fresh = after.locked & ~state.locked
    if not fresh:
        return ()
    emptied = state._replace(cubes=after.cubes)
    each = (dict.fromkeys(one) for one in zip(state.pawns, after.pawns, strict=True))
    return [
        expected(emptied._replace(pawns=pawns, locked=locked))
        for pawns in product(*each)
        for locked in (state.locked, after.locked)
    ]


Given = tuple[tuple[str, str | None], ...]
KNOWN: Final = ("type", "player")
"""Keys that a form gives whatever is asked."""


def entry(state: State) -> Sequence[Form]:
    """List what may be said now: a form for all events that differ in their last key alone."""
    if state.phase == "refill":
        left = tuple(dict.fromkeys(stack(state)))
        return (Form((("type", "refill"),), (Question("investment", left),)),)
    found: dict[Given, dict[str, list[str]]] = {}
    for event in legal_events(state):
        line = {
            key: None if value is None else str(value) for key, value in format_event(event).items()
        }
        asked = [key for key, value in line.items() if key not in KNOWN and value is not None][-1:]
        given = tuple((key, value) for key, value in line.items() if key not in asked)
        choices = found.setdefault(given, {})
        for key in asked:
            choices.setdefault(key, []).append(str(line[key]))
    return tuple(
        Form(given, tuple(Question(key, tuple(each)) for key, each in choices.items()))
        for given, choices in found.items()
    )
