"""What follows from the actions with pawns and markers, and what every action leaves (I-20)."""

from collections.abc import Iterator

from engine.ruling import Finding
from engine.siberia.check_turn import lying_on, place_names
from engine.siberia.events import (
    Done,
    Investor,
    Logistics,
    Manager,
    Move,
    Refill,
    Salesman,
    Worker,
)
from engine.siberia.material import ACTION_NUMBER, ACTIONS, COUNTS, DEPOT
from engine.siberia.state import State
from engine.siberia.stock import stack
from engine.siberia.travel import members


def cleared(before: State, action: str) -> Iterator[Finding]:
    """Tell which markers went into the bag and whether an investment stayed (I-20); told only."""
    if before.spaces is None:
        return
    number = ACTION_NUMBER[action]
    facts = (
        ("action", action),
        ("markers", lying_on(before, before.turn, number)),
        ("stays", before.investments[before.turn] >> number & 1),
    )
    yield Finding("I-20", holds=True, facts=facts)


def joker(before: State, _after: State, event: Manager) -> Iterator[Finding]:
    """Tell where the joker lies, or that there is none (I-24, I-C41, I-C18)."""
    yield from cleared(before, "manager")
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
    facts = (
        ("from", event.origin),
        ("to", event.to),
        ("through", through),
        ("steps", steps),
    )
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
