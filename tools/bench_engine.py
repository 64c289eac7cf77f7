"""How fast the engine plays, replays and explains games, beside python-chess doing the same."""

import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any, Final

import chess

from companion.boards.known import board_of_game
from engine.fields import Fields
from engine.games import game_named
from engine.history import History
from engine.record import Header, Record, format_header, format_line
from tests.engine.siberia.playing import playout as siberia_playout
from tests.engine.sumeria.playing import playout as sumeria_playout

PLAYERS: Final = ("red", "blue", "yellow")
DEALT: Final = ("setup", "draw", "refill")
"""The phases in which chance deals."""
SECONDS: Final = 0.25
"""Of CPU time, for which games are played in each round."""
RATES: Final = 20
REPLAYS: Final = 50
EXPLANATIONS: Final = 5
"""Rounds; the best of them counts, as what else the machine does only ever adds."""
PLIES: Final = 200
"""Where a game of chess by chance is broken off."""


class Bench:
    """A game on its built-in board; ``playout`` plays it by chance from a state and a seed."""

    def __init__(
        self, name: str, playout: Callable[[Any, int], Iterator[tuple[Any, Any, Any]]]
    ) -> None:
        self.game = game_named(name)
        self.board = board_of_game(name).board
        self._playout = playout

    def play(self, seed: int) -> Iterator[tuple[Any, Any, Any]]:
        """Play a whole game: each state, what happens in it, and the step that follows."""
        return self._playout(self.game.new_game(self.board, PLAYERS, {}), seed)


def bench_engine() -> str:
    """Measure all three for Sumeria, and the first two for Siberia, its markers told."""
    sumeria, siberia = Bench("sumeria", sumeria_playout), Bench("siberia", siberia_playout)
    first = (_steps(sumeria), _replays(sumeria), _explanations(sumeria))
    return "\n".join((*first, _steps(siberia), _replays(siberia)))


def _steps(bench: Bench) -> str:
    """Measure steps per second (generate all legal events and apply one) of both engines.

    The two take turns in rounds, so that what else the machine does then disturbs both alike.
    """
    chance = random.Random(1)  # noqa: S311 - nobody's secret
    seeds = count(1)
    ours = theirs = 0.0
    for _ in range(RATES):
        ours = max(ours, _rate(lambda: _turns(bench, next(seeds))))
        theirs = max(theirs, _rate(lambda: _chess(chance, PLIES).ply()))
    ratio = ours / theirs
    return (
        f"{bench.game.name}: {ours:,.0f} steps/s; python-chess: {theirs:,.0f} steps/s; "
        f"ratio {ratio:.2f}"
    )


def _replays(bench: Bench) -> str:
    """Measure a checked replay of a whole game and of as many moves of chess, in CPU time."""
    chance = random.Random(1)  # noqa: S311 - nobody's secret
    game = bench.game
    events = [event for _, event, _ in bench.play(1)]
    header = format_header(Header(game.name, "bench", PLAYERS, {}))
    lines = [header, *(format_line(game.format_event(event)) for event in events)]
    record = [line.encode() for line in lines]
    moves: list[str] = []
    while len(moves) < len(events):
        moves = [move.uci() for move in _chess(chance, len(events)).move_stack]
    ours = theirs = float("inf")
    for _ in range(REPLAYS):
        ours = min(ours, _milliseconds(lambda: _replay(bench, record)))
        theirs = min(theirs, _milliseconds(lambda: _replay_chess(moves)))
    return (
        f"{game.name}: checked replay of {len(moves)} events: {ours:.2f} ms; "
        f"python-chess, as many UCI moves: {theirs:.2f} ms; ratio {ours / theirs:.1f}"
    )


def _explanations(bench: Bench) -> str:
    """Measure the mean and the worst explanation of a game, and of moves that are refused."""
    chance = random.Random(1)  # noqa: S311 - nobody's secret
    game = bench.game
    played = [(state, event) for state, event, _ in bench.play(1)]
    refused: list[tuple[Any, Any]] = []
    for state, _ in played:
        origin, to = chance.sample(bench.board.locations, 2)
        line = {"type": "move", "player": "red", "from": origin.id, "to": to.id}
        move = game.parse_event(Fields("bench", "", line))
        if state.phase == "action" and not game.check(state, move).holds:
            refused.append((state, move))
    events = _times(game.explain, played)
    nearest = _times(
        lambda state, event: (game.explain(state, event), game.nearest(state, event)), refused
    )
    return (
        f"explanation: {statistics.mean(events):.3f} ms an event, worst {max(events):.3f} ms; "
        f"refused move and what is nearest: {statistics.mean(nearest):.3f} ms, "
        f"worst {max(nearest):.3f} ms"
    )


def _turns(bench: Bench, seed: int) -> int:
    """Play a game by chance; give how many events were its players'."""
    return sum(state.phase not in DEALT for state, _, _ in bench.play(seed))


def _replay(bench: Bench, record: list[bytes]) -> None:
    """Do what `dubsar replay` does, apart from telling of it."""
    game = bench.game
    read = Record(record, "bench")
    header = read.header
    history = History(game, game.new_game(bench.board, header.players, header.rulings))
    for entry in read.entries(game.parse_event):
        history.append(entry.event)
    if history.state.phase != "over":
        raise RuntimeError("the record was not replayed to its end")


def _chess(chance: random.Random, most: int) -> chess.Board:
    """Play chess by chance for so many moves, or to an end before that."""
    board = chess.Board()
    while board.ply() < most and (moves := list(board.legal_moves)):
        board.push(chance.choice(moves))
    return board


def _replay_chess(moves: list[str]) -> None:
    board = chess.Board()
    for move in moves:
        board.push_uci(move)


def _rate(play: Callable[[], int]) -> float:
    """Count steps per second of whole games."""
    steps = 0
    begin = time.process_time()
    while (passed := time.process_time() - begin) < SECONDS:
        steps += play()
    return steps / passed


def _milliseconds(run: Callable[[], None]) -> float:
    begin = time.process_time()
    run()
    return (time.process_time() - begin) * 1000


def _times(explain: Callable[[Any, Any], object], cases: Sequence[tuple[Any, Any]]) -> list[float]:
    best = [float("inf")] * len(cases)
    for _ in range(EXPLANATIONS):
        for number, (state, event) in enumerate(cases):
            begin = time.perf_counter()
            explain(state, event)
            best[number] = min(best[number], (time.perf_counter() - begin) * 1000)
    return best
