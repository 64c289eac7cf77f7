"""Points and victory (S-41, S-42)."""

from engine.sumeria.state import State


def points(state: State, seat: int) -> int:
    """Add up what a seat's influence tiles are worth."""
    worth = state.setting.points
    return sum(worth[count] for count in state.tiles[seat])


def winners(state: State) -> tuple[str, ...]:
    """Name who has won, in seat order; several share the victory, none before the end."""
    if state.phase != "over":
        return ()
    setting = state.setting
    merits = {player: _merit(state, seat) for player, seat in setting.seats.items()}
    best = max(merits.values())
    return tuple(player for player in setting.players if merits[player] == best)


def _merit(state: State, seat: int) -> tuple[int, ...]:
    """List what is compared at the end: points, then the most tiles of one kind."""
    longest_first = sorted(state.tiles[seat], reverse=True)
    if state.setting.rulings.final_tie == "next-longest":
        return points(state, seat), *longest_first
    return points(state, seat), longest_first[0]
