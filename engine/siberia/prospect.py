"""What mining would bring a player now, and which of it he may do."""

from engine.ruling import Finding
from engine.siberia.explain_actions import would_bring
from engine.siberia.material import ACTION_NUMBER, RESOURCES
from engine.siberia.state import State


def prospects(state: State, player: str) -> tuple[Finding, ...]:
    """Tell what each resource would bring a player now, at each of his exchanges."""
    seat = state.setting.seats[player]
    return tuple(would_bring(state, seat, resource) for resource in RESOURCES)


def may_mine(state: State, player: str) -> tuple[str, ...]:
    """Name the resources whose action has its markers (I-20); all where markers are untold."""
    filled = state.filled(state.setting.seats[player])
    return tuple(one for one in RESOURCES if filled >> ACTION_NUMBER[one] & 1)
