"""The legal events closest to an illegal one, and the rule that stands between."""

from collections.abc import Sequence
from typing import Final

from engine.ruling import Finding
from engine.siberia.check import check
from engine.siberia.events import Correct, Event, Refill, Setup, format_event
from engine.siberia.legal import legal_events
from engine.siberia.material import COUNTS
from engine.siberia.state import State

NEAREST: Final = 3
"""How many legal events are named; they are meant as help, not as a list."""
ACTED_WITH: Final = ("from", "marker", "resource", "investment")
"""The keys of an event that name the pawn or the marker that acts."""
PLACED: Final = ("to", "at", "from")
"""The keys of an event that may name a region, the one that matters most first."""

Near = tuple[Event, Finding]
Distance = tuple[int, ...]


def nearest(state: State, event: Event) -> Sequence[Near]:
    """List the legal events closest to an illegal one, closest first, each with what prevents it.

    The finding is the first that does not hold for ``event``. Those of the same verb come first,
    then those that act with the same pawn or marker, then those that differ in fewest of what the
    event names, then those that end or begin in a region fewest steps away. Nothing is near a
    legal event, a deal or a correction.
    """
    ruling = check(state, event)
    if ruling.holds or isinstance(event, Setup | Refill | Correct):
        return ()
    between = next(finding for finding in ruling.findings if not finding.holds)
    wanted = format_event(event)
    distances = [(_distance(state, wanted, format_event(one)), one) for one in legal_events(state)]
    distances.sort(key=lambda pair: pair[0])  # stable: those as close stay as listed
    return tuple((one, between) for _, one in distances[:NEAREST])


def _distance(state: State, wanted: dict[str, object], legal: dict[str, object]) -> Distance:
    differing = [key for key in {**wanted, **legal} if wanted.get(key) != legal.get(key)]
    steps = [_steps(state, wanted.get(key), legal.get(key)) for key in PLACED if key in differing]
    with_another = any(key in differing for key in ACTED_WITH)
    return "type" in differing, "player" in differing, with_another, len(differing), *steps


def _steps(state: State, one: object, other: object) -> int:
    """Count the steps between two regions; more than logistics has where there is no such way."""
    setting = state.setting
    far = COUNTS.steps + 1
    origin, to = (setting.numbers.get(str(region), setting.depot) for region in (one, other))
    if max(origin, to) >= setting.first_side:
        return far
    return setting.map.steps(origin, to, state.locked) or far
