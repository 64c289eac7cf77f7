"""What the last event changed between two states, for the screen to show."""

from collections.abc import Sequence

from companion.state_object import StateObject


def swapped(before: Sequence[str], after: Sequence[str]) -> tuple[str, str] | None:
    """Name the city-state that rose by one rank and the one that fell; None where none did so."""
    moved = [
        rank for rank, (one, other) in enumerate(zip(before, after, strict=False)) if one != other
    ]
    match moved:
        case [upper, lower] if before[upper] == after[lower] and before[lower] == after[upper]:
            return after[upper], after[lower]
    return None


def touched(before: StateObject, after: StateObject) -> tuple[str, ...]:
    """List the locations that look otherwise than before."""
    then, now = before["board"], after["board"]
    return tuple(sorted(one for one in {*then, *now} if then.get(one) != now.get(one)))
