"""What nobody sees but everybody can count: the investment markers face down."""

from engine.siberia.material import ACTIONS, COUNTS
from engine.siberia.state import State


def in_stack(state: State, action: int) -> int:
    """Count the investment markers of an action that lie face down."""
    taken = sum(held >> action & 1 for held in state.investments)
    return COUNTS.of_each_investment - state.open.count(action) - taken


def stack(state: State) -> tuple[str, ...]:
    """List the investment markers face down, in the order of actions, each as often as there."""
    return tuple(
        name for action, name in enumerate(ACTIONS) for _ in range(in_stack(state, action))
    )
