"""The judge's part for research (I-17, I-21 to I-23) and the end of research and logistics."""

from collections.abc import Iterator

from engine.ruling import Finding
from engine.siberia.check_turn import begins, in_turn, marker_names
from engine.siberia.events import Discover, Done, Research
from engine.siberia.material import JOKER, RESOURCE_NUMBER, RESOURCES, resource_of
from engine.siberia.state import State
from engine.siberia.travel import members


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
