"""Whose turn it is, and how turns are used up (S-11, S-12, S-14, S-25)."""

from dataclasses import replace
from typing import Final

from engine.board import LOCATIONS
from engine.game import Phase, Waits
from engine.sumeria.board_file import INFLUENCE, RANKING
from engine.sumeria.control import control
from engine.sumeria.dynasty import rank_to_claim
from engine.sumeria.events import Event, Score
from engine.sumeria.state import State

WAITS: Final = {
    "setup": Waits.SETUP,
    "placement": Waits.OPENING,
    "action": Waits.ACTING,
    "score": Waits.FOLLOWING,
    "claim": Waits.CHOOSING,
    "draw": Waits.DEALING,
    "over": Waits.OVER,
}
SCORE: Final = Score()
PLAYED: Final = frozenset({LOCATIONS, RANKING})
HANDED_OUT: Final = frozenset({LOCATIONS, INFLUENCE})
"""The slot groups to follow while turns are played, and while tiles are claimed and drawn."""


def phase(state: State) -> Phase[Event]:
    """Tell what a state waits for; a dynasty whose turns are over is scored by itself."""
    waits, player = WAITS[state.phase], to_play(state)
    players = () if player is None else (player,)
    match waits:
        case Waits.SETUP | Waits.OVER:
            return Phase(waits, state.dynasty)
        case Waits.CHOOSING | Waits.DEALING:
            return Phase(waits, state.dynasty, players, HANDED_OUT)
        case Waits.FOLLOWING:
            return Phase(waits, state.dynasty, players, PLAYED, automatic=SCORE, button=SCORE)
    return Phase(waits, state.dynasty, players, PLAYED)


def to_play(state: State) -> str | None:
    """Name the player who must act, or None when nobody in particular must."""
    if state.phase in ("placement", "action"):
        return state.setting.players[state.seat_in_turn]
    if state.phase == "claim":
        return control(state, rank_to_claim(state)).controller
    return None


def turns_left(state: State) -> tuple[tuple[str, int], ...]:
    """Pair the players, in order of play, with the turns they still have in this phase.

    In the opening placement and in a dynasty's turns only; empty elsewhere.
    """
    setting = state.setting
    turns = {"placement": setting.placement_turns, "action": setting.dynasty_turns}
    if state.phase not in turns:
        return ()
    left = turns[state.phase] - state.turns
    players = len(setting.players)
    # Whoever opened the round has one turn fewer left than those who have not had theirs.
    return tuple((player, (left + place) // players) for place, player in enumerate(state.order))


def settle_turns(state: State) -> State:
    """Move on from a phase whose turns are all used up.

    The opening placement ends when each player has used up his turns of it (S-12), by placing or
    by a correction in his place. A player whose supply a correction has emptied has nothing to
    place: his turns of the placement pass.
    """
    setting = state.setting
    if state.phase == "action":
        done = state.turns == setting.dynasty_turns
        return replace(state, phase="score") if done else state
    if state.phase != "placement":
        return state
    turns = state.turns
    while turns < setting.placement_turns:
        if state.supply((state.first + turns) % len(setting.players)):
            return state if turns == state.turns else replace(state, turns=turns)
        turns += 1
    return replace(state, phase="action", turns=0)
