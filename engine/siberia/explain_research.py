"""What follows from research: which markers can be used and which are void, and for which cause."""

from collections.abc import Iterator

from engine.ruling import Facts, Finding
from engine.siberia.events import Discover, Research
from engine.siberia.material import (
    COUNTS,
    JOKER,
    MARKERS,
    RESOURCE_NUMBER,
    RESOURCES,
    resource_of,
)
from engine.siberia.play import marker_for
from engine.siberia.state import State


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
        facts: Facts = (("marker", MARKERS[marker]), ("resources", possible))
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
