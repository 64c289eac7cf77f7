"""Who has what: money, pawns at work, action markers, investments."""

from typing import Final

from engine.game import ScoreRow, ScoreSheet
from engine.siberia.material import COUNTS, LABORATORY
from engine.siberia.state import State

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
    rows = tuple(
        ScoreRow(player, state.money[seat], _working(state, seat))
        for seat, player in enumerate(state.setting.players)
    )
    return ScoreSheet("money", COLUMNS, rows, winners(state))


def _working(state: State, seat: int) -> tuple[int, ...]:
    setting, held = state.setting, state.pawns[seat]
    workers = sum(place < setting.first_side for place in held)
    salesmen = len(held) - workers - held.count(setting.depot)
    return workers, salesmen, state.investments[seat].bit_count()
