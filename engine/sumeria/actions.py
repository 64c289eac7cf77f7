"""What events do: the setup, the opening placement, the three actions, and corrections.

Every function here takes a legal event and trusts it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from engine.sumeria.control import Row, fall, rise
from engine.sumeria.dynasty import Consequence, claim, draw, score, taken_from
from engine.sumeria.events import (
    Add,
    Claim,
    Correct,
    Draw,
    Event,
    Move,
    Place,
    Remove,
    Score,
    Setup,
)
from engine.sumeria.state import State
from engine.sumeria.turns import settle_turns


def play(state: State, event: Event) -> Consequence:
    """Play a legal event: the state after it, and what followed by the rules."""
    return PLAYS[type(event)](state, event)


def setup(state: State, event: Setup) -> Consequence:
    """Lay out what chance dealt and begin the opening placement (S-06 to S-11)."""
    laid = replace(
        state,
        phase="placement",
        first=state.setting.seats[event.first],
        ranking=event.ranking,
        influence=event.influence,
        bag=taken_from(state, event.influence),
    )
    return laid, ()


def place(state: State, event: Place) -> Consequence:
    """Stand a merchant on the board before the first dynasty; the ranking stays (S-C23)."""
    return _after_turn(state, state.ranking, state.setting.bits[event.at]), ()


def add(state: State, event: Add) -> Consequence:
    """Bring a merchant from the supply; its city-state rises (S-16, S-17)."""
    setting = state.setting
    row, swapped = rise("S-17", state.ranking, setting.city_state_of[event.at])
    return _after_turn(state, row, setting.bits[event.at]), swapped


def remove(state: State, event: Remove) -> Consequence:
    """Take a merchant back into the supply; its city-state falls (S-24)."""
    setting = state.setting
    row, swapped = fall("S-24", state.ranking, setting.city_state_of[event.origin])
    return _after_turn(state, row, setting.bits[event.origin]), swapped


def move(state: State, event: Move) -> Consequence:
    """Let a merchant travel; the city-state that it enters from another rises (S-22, S-23)."""
    setting = state.setting
    changed = setting.bits[event.origin] | setting.bits[event.to]
    entered = setting.city_state_of[event.to]
    if entered == setting.city_state_of[event.origin]:
        return _after_turn(state, state.ranking, changed), ()
    row, swapped = rise("S-22", state.ranking, entered)
    return _after_turn(state, row, changed), swapped


def correct(state: State, event: Correct) -> Consequence:
    """Make the board look as the table agrees; no city-state rises or falls by it (S-C36)."""
    setting = state.setting
    named = 0
    standing = dict.fromkeys(setting.players, 0)
    for location, player in event.board:
        named |= setting.bits[location]
        if player is not None:
            standing[player] |= setting.bits[location]
    corrected = replace(
        state,
        turns=state.turns + (event.as_turn_of is not None),
        ranking=state.ranking if event.ranking is None else event.ranking,
        merchants=tuple(
            before & ~named | standing[player]
            for player, before in zip(setting.players, state.merchants, strict=True)
        ),
    )
    return settle_turns(corrected), ()


def _after_turn(state: State, row: Row, changed: int) -> State:
    """Use up a turn in which the merchants of its player appeared or vanished at ``changed``."""
    seat = state.seat_in_turn
    merchants = state.merchants
    return settle_turns(
        State(
            state.setting,
            state.phase,
            state.dynasty,
            state.turns + 1,
            state.first,
            row,
            (*merchants[:seat], merchants[seat] ^ changed, *merchants[seat + 1 :]),
            state.influence,
            state.tiles,
            state.bag,
        )
    )


PLAYS: Final[Mapping[type, Callable[[State, Any], Consequence]]] = {
    Setup: setup,
    Place: place,
    Add: add,
    Move: move,
    Remove: remove,
    Score: score,
    Claim: claim,
    Draw: draw,
    Correct: correct,
}
