"""Who sits where and in which colour says nothing, except where the order of turns decides."""

from collections.abc import Mapping
from dataclasses import fields
from itertools import permutations
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.sumeria import SUMERIA
from engine.sumeria.control import presences
from engine.sumeria.events import Event
from engine.sumeria.state import State
from tests.engine.sumeria.playing import ROW, new_game, playout, random_board
from tests.sampled import one_in

SEEDS = st.integers(0, 10**9)
ORDERS = st.sampled_from(list(permutations("abcd")))
TIE_BREAKS = 3
"""What a presence compares before the order of turns: merchants, city, towns."""


def renamed(value: Any, names: Mapping[str, str]) -> Any:  # noqa: ANN401 - as JSON has it
    """Give every player in a JSON value the new name."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(one, names) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [renamed(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


def renamed_event(event: Event, names: Mapping[str, str]) -> Event:
    parts = {part.name: getattr(event, part.name) for part in fields(event)}
    for name in ("player", "first", "as_turn_of"):
        if name in parts:
            parts[name] = names.get(parts[name], parts[name])
    return type(event)(**parts)


@settings(max_examples=one_in(5))
@example(29764, ("a", "b", "c", "d"), 1)  # the victory is shared
@given(SEEDS, ORDERS, st.integers(0, 3))
def test_other_colours_and_another_first_seat_change_nothing_but_names(
    seed: int, order: tuple[str, ...], turn: int
) -> None:
    names = dict(zip("abcd", order, strict=True))
    board = random_board(seed)
    # The same people around the same table, named otherwise and counted from another seat.
    seats = order[turn:] + order[:turn]
    twin = new_game("".join(seats), board)
    for _, event, done in playout(new_game("abcd", board), seed):
        twin = SUMERIA.apply(twin, renamed_event(event, names)).state
        told: dict[str, Any] = {**SUMERIA.to_json(twin)}
        expected = renamed(SUMERIA.to_json(done.state), names)
        # Those who share the victory are told by their seats, which are counted from another.
        assert sorted(told.pop("winners")) == sorted(expected.pop("winners"))
        assert told == expected


@settings(max_examples=one_in(5))
@given(SEEDS, ORDERS)
def test_exchanging_merchants_exchanges_control_unless_the_order_of_turns_decides(
    seed: int, order: tuple[str, ...]
) -> None:
    names = dict(zip("abcd", order, strict=True))
    for _, _, done in playout(new_game("abcd", random_board(seed)), seed):
        state = done.state
        twin = exchanged(state, order)
        for city_state in ROW:
            before = [(one[:TIE_BREAKS], names[one.player]) for one in presences(state, city_state)]
            after = [(one[:TIE_BREAKS], one.player) for one in presences(twin, city_state)]
            assert sorted(before) == sorted(after)
            assert [strength for strength, _ in before] == [strength for strength, _ in after]


def exchanged(state: State, order: tuple[str, ...]) -> State:
    """Let each player's merchants be those of the player who stands there in ``order``."""
    parts = {part.name: getattr(state, part.name) for part in fields(state)}
    players = state.setting.players
    of = dict(zip(order, state.merchants, strict=True))
    return State(**(parts | {"merchants": tuple(of[player] for player in players)}))
