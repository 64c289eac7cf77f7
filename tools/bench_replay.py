"""How fast a whole record is read, checked and played, beside python-chess replaying moves."""

import random
import time
from collections.abc import Callable

import chess

from engine.board import Board
from engine.games import parse_board
from engine.history import History
from engine.record import Header, Record, Undo, format_header, format_line
from engine.sumeria import SUMERIA, Draw, Event, Setup
from seeds.boards import builtin_board_text

PLAYERS = ("red", "blue", "yellow")
ROUNDS = 50


def bench_replay() -> str:
    """Measure a checked replay of a whole game and of as many moves of chess, in CPU time.

    The two take turns, and the best round of each counts. The board file has been read before.
    """
    board = parse_board(builtin_board_text("dubsar"), "dubsar.toml")
    record = _record_by_chance(board)
    moves = _moves_by_chance(len(record) - 1)
    ours = theirs = float("inf")
    for _ in range(ROUNDS):
        ours = min(ours, _milliseconds(lambda: _replay(record, board)))
        theirs = min(theirs, _milliseconds(lambda: _replay_chess(moves)))
    return (
        f"checked replay of {len(moves)} events: {ours:.2f} ms; "
        f"python-chess, as many UCI moves: {theirs:.2f} ms; ratio {ours / theirs:.1f}"
    )


def _milliseconds(run: Callable[[], None]) -> float:
    begin = time.process_time()
    run()
    return (time.process_time() - begin) * 1000


def _replay(record: list[bytes], board: Board) -> None:
    """Do what `dubsar replay` does, apart from telling of it."""
    read = Record(record, "bench")
    header = read.header
    history = History(SUMERIA, SUMERIA.new_game(board, header.players, header.rulings))
    for entry in read.entries(SUMERIA.parse_event):
        if not isinstance(entry.event, Undo) and SUMERIA.check(history.state, entry.event).holds:
            history.append(entry.event)
    if history.state.phase != "over":
        raise RuntimeError("the record was not replayed to its end")


def _record_by_chance(board: Board) -> list[bytes]:
    chance = random.Random(1)  # noqa: S311 - nobody's secret
    state = SUMERIA.new_game(board, PLAYERS, {})
    counts = state.setting.counts
    bag = [kind for kind in counts.kinds for _ in range(counts.of_each)]
    chance.shuffle(bag)
    row = tuple(one.id for one in board.city_states)
    lines = [format_header(Header("sumeria", "dubsar", PLAYERS, {}))]
    while state.phase != "over":
        if state.phase in ("setup", "draw"):
            six = tuple(bag.pop() for _ in range(6))
            event: Event = Setup("red", row, six) if state.phase == "setup" else Draw(six)
        else:
            event = chance.choice(SUMERIA.legal_events(state))
        lines.append(format_line(SUMERIA.format_event(event)))
        state = SUMERIA.apply(state, event).state
    return [line.encode() for line in lines]


def _moves_by_chance(number: int) -> list[str]:
    """Find a game of chess by chance that lasts so many moves, in UCI's notation."""
    chance = random.Random(1)  # noqa: S311 - nobody's secret
    board = chess.Board()
    while len(board.move_stack) < number:
        moves = list(board.legal_moves)
        if moves:
            board.push(chance.choice(moves))
        else:
            board.reset()
    return [move.uci() for move in board.move_stack]


def _replay_chess(moves: list[str]) -> None:
    board = chess.Board()
    for move in moves:
        board.push_uci(move)


if __name__ == "__main__":
    print(bench_replay())
