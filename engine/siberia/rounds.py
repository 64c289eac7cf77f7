"""How turns and rounds follow one another (I-10, I-16, I-18, I-33, I-36)."""

from engine.siberia.effects import Effect, Finished, NextRound, Surplus
from engine.siberia.material import COUNTS
from engine.siberia.scoring import surplus, winners
from engine.siberia.state import State

Consequence = tuple[State, tuple[Effect, ...]]


def next_seat(state: State, passed: tuple[int, ...]) -> int | None:
    """Find whose turn comes after that of ``state.turn``; None when all have passed."""
    players = len(state.setting.players)
    for ahead in range(1, players + 1):
        seat = (state.turn + ahead) % players
        if seat not in passed:
            return seat
    return None


def turn_over(state: State) -> State:
    """Let whoever comes next act; the player who acted has not passed."""
    seat = next_seat(state, state.passed)
    if seat is None:
        raise ValueError("expected somebody who has not passed")
    return state._replace(phase="action", turn=seat, left=0)


def passed(state: State) -> Consequence:
    """End a player's round, and with the last one's the round itself."""
    gone = (*state.passed, state.turn)
    seat = next_seat(state, gone)
    if seat is not None:
        return state._replace(passed=gone, turn=seat), ()
    state = state._replace(passed=gone)
    players = state.setting.players
    waiting = tuple(surplus(state, seat) for seat in range(len(players)))
    if any(waiting):
        owed = zip(players, waiting, strict=True)
        effects = tuple(Surplus(player, number) for player, number in owed if number)
        return state._replace(phase="discard", waiting=waiting), effects
    return round_over(state)


def round_over(state: State) -> Consequence:
    """Begin the next round, or end the game when this was the last."""
    if state.ending:
        return game_over(state)
    players = state.setting.players
    first = (state.first + 1) % len(players)
    nobody = (0,) * len(players)
    following = state._replace(
        phase="place",
        round=state.round + 1,
        first=first,
        turn=first,
        passed=(),
        acted=nobody,
        waiting=drawn(state),
    )
    return following, (NextRound(following.round, players[first]),)


def game_over(state: State) -> Consequence:
    """Count the money."""
    over = state._replace(phase="over", left=0)
    return over, (Finished(winners(over)),)


def drawn(state: State) -> tuple[int, ...]:
    """Tell how many markers each player draws at the beginning of a round (I-12)."""
    told = state.spaces is not None
    return (COUNTS.drawn * told,) * len(state.setting.players)
