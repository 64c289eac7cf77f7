"""How fast the engine plays by chance, beside python-chess doing the same."""

import random
import time
from collections.abc import Callable

import chess

from engine.games import parse_board
from engine.sumeria import SUMERIA, Draw, Setup, State
from seeds.boards import builtin_board_text

SECONDS = 0.25
ROUNDS = 20
PLIES = 200
"""Where a game of chess by chance is broken off."""


def bench_engine() -> str:
    """Measure steps per second (generate all legal events and apply one) of both engines.

    The two take turns in rounds of CPU time, and the best round of each counts: what else the
    machine does then disturbs both alike.
    """
    board = parse_board(builtin_board_text("dubsar"), "dubsar.toml")
    start = SUMERIA.new_game(board, ("red", "blue", "yellow"), {})
    chance = random.Random(1)  # noqa: S311 - nobody's secret
    ours = theirs = 0.0
    for _ in range(ROUNDS):
        ours = max(ours, _rate(lambda: _play_sumeria(start, chance)))
        theirs = max(theirs, _rate(lambda: _play_chess(chance)))
    return (
        f"engine: {ours:,.0f} steps/s; python-chess: {theirs:,.0f} steps/s; "
        f"ratio {ours / theirs:.2f}"
    )


def _rate(play: Callable[[], int]) -> float:
    """Count steps per second of whole games."""
    steps = 0
    begin = time.process_time()
    while (passed := time.process_time() - begin) < SECONDS:
        steps += play()
    return steps / passed


def _play_sumeria(start: State, chance: random.Random) -> int:
    counts = start.setting.counts
    bag = [kind for kind in counts.kinds for _ in range(counts.of_each)]
    chance.shuffle(bag)
    row = tuple(one.id for one in start.setting.board.city_states)
    state = SUMERIA.apply(start, Setup("red", row, _six_of(bag))).state
    steps = 0
    while state.phase != "over":
        if state.phase == "draw":
            state = SUMERIA.apply(state, Draw(_six_of(bag))).state
        else:
            state = SUMERIA.apply(state, chance.choice(SUMERIA.legal_events(state))).state
            steps += 1
    return steps


def _six_of(bag: list[str]) -> tuple[str, ...]:
    return tuple(bag.pop() for _ in range(6))


def _play_chess(chance: random.Random) -> int:
    board = chess.Board()
    for steps in range(PLIES):
        moves = list(board.legal_moves)
        if not moves:
            return steps
        board.push(chance.choice(moves))
    return PLIES


if __name__ == "__main__":
    print(bench_engine())
