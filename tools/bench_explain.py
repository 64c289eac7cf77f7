"""How long an explanation takes: of every event of a whole game, and of refused moves."""

import random
import statistics
import time
from collections.abc import Callable, Sequence

from engine.games import parse_board
from engine.sumeria import SUMERIA, Draw, Event, Move, Setup, State
from seeds.boards import builtin_board_text

ROUNDS = 5
"""The best of so many counts; what else the machine does only ever adds."""


def bench_explain() -> str:
    """Measure the mean and the worst explanation of a game, and of moves that are refused."""
    chance = random.Random(1)  # noqa: S311 - nobody's secret
    board = parse_board(builtin_board_text("dubsar"), "dubsar.toml")
    played = _play(SUMERIA.new_game(board, ("red", "blue", "yellow"), {}), chance)
    refused = []
    for state, _ in played:
        origin, to = chance.sample(board.locations, 2)
        event = Move("red", origin.id, to.id)
        if state.phase == "action" and not SUMERIA.check(state, event).holds:
            refused.append((state, event))
    events = _times(SUMERIA.explain, played)
    nearest = _times(
        lambda state, event: (SUMERIA.explain(state, event), SUMERIA.nearest(state, event)), refused
    )
    return (
        f"explanation: {statistics.mean(events):.3f} ms an event, worst {max(events):.3f} ms; "
        f"refused move and what is nearest: {statistics.mean(nearest):.3f} ms, "
        f"worst {max(nearest):.3f} ms"
    )


def _times(
    explain: Callable[[State, Event], object], cases: Sequence[tuple[State, Event]]
) -> list[float]:
    """Measure each case in ms."""
    best = [float("inf")] * len(cases)
    for _ in range(ROUNDS):
        for number, (state, event) in enumerate(cases):
            begin = time.perf_counter()
            explain(state, event)
            best[number] = min(best[number], (time.perf_counter() - begin) * 1000)
    return best


def _play(state: State, chance: random.Random) -> list[tuple[State, Event]]:
    """Play a game by chance; list each event with the state before it."""
    played = []
    row = tuple(one.id for one in state.setting.board.city_states)
    while state.phase != "over":
        if state.phase in ("setup", "draw"):
            kinds = state.setting.counts.kinds
            bag = [kind for kind, left in zip(kinds, state.bag, strict=True) for _ in range(left)]
            tiles = tuple(chance.sample(bag, 6))
            event: Event = Draw(tiles) if state.phase == "draw" else Setup("red", row, tiles)
        else:
            event = chance.choice(SUMERIA.legal_events(state))
        played.append((state, event))
        state = SUMERIA.apply(state, event).state
    return played
