"""Questions that need no event: what would it bring, how far is it, how near is the end."""

from engine.ruling import Finding
from engine.siberia.explain_actions import would_bring
from engine.siberia.material import ACTION_NUMBER, COUNTS, RESOURCES
from engine.siberia.state import State
from engine.siberia.travel import members


def prospects(state: State, player: str) -> tuple[Finding, ...]:
    """Tell what each resource would bring a player now, at each of his exchanges."""
    seat = state.setting.seats[player]
    return tuple(would_bring(state, seat, resource) for resource in RESOURCES)


def may_mine(state: State, player: str) -> tuple[str, ...]:
    """Name the resources whose action has its markers (I-20); all where markers are untold."""
    filled = state.filled(state.setting.seats[player])
    return tuple(one for one in RESOURCES if filled >> ACTION_NUMBER[one] & 1)


def reachable(state: State, region: str) -> Finding:
    """Tell which regions a worker may reach from a region with the three steps (I-25)."""
    setting = state.setting
    within = setting.map.within(setting.numbers[region], state.locked, COUNTS.steps)
    regions = tuple(setting.places[one] for one in members(within))
    facts = (("from", region), ("steps", COUNTS.steps), ("regions", regions))
    return Finding("I-25", bool(regions), facts)


def away(state: State) -> Finding:
    """Tell how many regions and how many supply spaces the end is away (I-11)."""
    facts = (
        ("regions", max(0, COUNTS.end.locked - state.locked.bit_count())),
        ("supplies", max(0, COUNTS.end.supplies - state.supply.count(0))),
    )
    return Finding("I-11", state.ending, facts)
