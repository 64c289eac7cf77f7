"""Who has what: money, pawns at work, action markers, investments and those still face down."""

from typing import Final

from engine.game import ScoreRow, ScoreSheet
from engine.siberia.material import ACTIONS, COUNTS, LABORATORY
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


COLUMNS: Final = ("worker", "salesman", "investment")


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


def score_sheet(state: State) -> ScoreSheet:
    """Tell how much money the players have, and what works for them."""
    setting = state.setting
    rows = []
    for seat, player in enumerate(setting.players):
        held = state.pawns[seat]
        workers = sum(place < setting.first_side for place in held)
        salesmen = len(held) - workers - held.count(setting.depot)
        working = workers, salesmen, state.investments[seat].bit_count()
        rows.append(ScoreRow(player, state.money[seat], working))
    return ScoreSheet(COLUMNS, tuple(rows), winners(state))
