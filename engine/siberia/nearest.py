"""How far legal events are from an illegal one."""

from collections.abc import Callable
from typing import Final

from engine.game import Distance
from engine.ruling import Finding
from engine.siberia.events import Correct, Event, Refill, Setup, format_event
from engine.siberia.material import COUNTS
from engine.siberia.state import State

ACTED_WITH: Final = ("from", "marker", "resource", "investment")
"""The keys of an event that name the pawn or the marker that acts."""
PLACED: Final = ("to", "at", "from")
"""The keys of an event that may name a region, the one that matters most first."""


def distance(
    state: State,
    event: Event,
    between: Finding,  # noqa: ARG001 - all alike
) -> Callable[[Event], Distance | None]:
    """Measure the distance of legal events from an illegal one.

    Those of the same verb come first, then those that act with the same pawn or marker, then those
    that differ in fewest of what the event names, then those that end or begin in a region fewest
    steps away. Nothing is near a deal or a correction.
    """
    if isinstance(event, Setup | Refill | Correct):
        return lambda _: None
    wanted = format_event(event)

    def measure(one: Event) -> Distance:
        legal = format_event(one)
        differing = [key for key in {**wanted, **legal} if wanted.get(key) != legal.get(key)]
        steps = [
            _steps(state, wanted.get(key), legal.get(key)) for key in PLACED if key in differing
        ]
        with_another = any(key in differing for key in ACTED_WITH)
        return "type" in differing, "player" in differing, with_another, len(differing), *steps

    return measure


def _steps(state: State, one: object, other: object) -> int:
    """Count the steps between two regions; more than logistics has where there is no such way."""
    setting = state.setting
    far = COUNTS.steps + 1
    origin, to = (setting.numbers.get(str(region), setting.depot) for region in (one, other))
    if max(origin, to) >= setting.first_side:
        return far
    return setting.map.steps(origin, to, state.locked) or far
