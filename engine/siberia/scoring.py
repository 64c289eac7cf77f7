"""Who is ahead, and how a round comes to its end."""

from engine.siberia.material import COUNTS, LABORATORY
from engine.siberia.state import State


def winners(state: State) -> tuple[str, ...]:
    """Name whoever has most money once the game is over, in seat order (I-36, I-C05)."""
    if state.phase != "over":
        return ()
    most = max(state.money)
    return tuple(
        player
        for player, money in zip(state.setting.players, state.money, strict=True)
        if money == most
    )


def on_actions(state: State, seat: int) -> int:
    """Count the action markers on the actions of a player's board; told only."""
    return sum(map(len, (state.spaces or ())[seat][:LABORATORY]))


def surplus(state: State, seat: int) -> int:
    """Count the action markers that a player must return at the end of a round (I-33)."""
    return max(0, on_actions(state, seat) - COUNTS.kept) if state.spaces else 0
