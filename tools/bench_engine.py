"""How fast the engine plays, replays and explains games, beside python-chess doing the same."""

import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Any, Final

import chess

from engine.board import Board
from engine.fields import Fields
from engine.game import AnyGame
from engine.games import game_named, parse_board
from engine.history import History
from engine.record import Header, Record, Undo, format_header, format_line
from seeds.boards import builtin_board_text

SUMERIA: Final = game_named("sumeria")
SIBERIA: Final = game_named("siberia")
PLAYERS: Final = ("red", "blue", "yellow")
PERSONS: Final = ("manager", "logistics", "salesman", "worker", "investor")
Keys = dict[str, object]
SECONDS: Final = 0.25
"""Of CPU time, for which games are played in each round."""
RATES: Final = 20
REPLAYS: Final = 50
EXPLANATIONS: Final = 5
"""Rounds; the best of them counts, as what else the machine does only ever adds."""
PLIES: Final = 200
"""Where a game of chess by chance is broken off."""


def bench_engine() -> str:
    """Measure all three for Sumeria, and the first two for Siberia, its markers told."""
    board = parse_board(builtin_board_text("dubsar"), "dubsar.toml")
    taiga = parse_board(builtin_board_text("taiga"), "taiga.toml")
    return "\n".join(
        (
            _steps(SUMERIA, board),
            _replays(SUMERIA, board),
            _explanations(board),
            _steps(SIBERIA, taiga),
            _replays(SIBERIA, taiga),
        )
    )


def _steps(game: AnyGame, board: Board) -> str:
    """Measure steps per second (generate all legal events and apply one) of both engines.

    The two take turns in rounds, so that what else the machine does then disturbs both alike.
    """
    chance = random.Random(1)  # noqa: S311 - nobody's secret
    ours = theirs = 0.0
    for _ in range(RATES):
        ours = max(ours, _rate(lambda: _turns(game, board, chance)))
        theirs = max(theirs, _rate(lambda: _chess(chance, PLIES).ply()))
    ratio = ours / theirs
    return (
        f"{game.name}: {ours:,.0f} steps/s; python-chess: {theirs:,.0f} steps/s; ratio {ratio:.2f}"
    )


def _replays(game: AnyGame, board: Board) -> str:
    """Measure a checked replay of a whole game and of as many moves of chess, in CPU time."""
    chance = random.Random(1)  # noqa: S311 - nobody's secret
    events = [event for _, event in played(game, board, chance)]
    header = format_header(Header(game.name, "bench", PLAYERS, {}))
    lines = [header, *(format_line(game.format_event(event)) for event in events)]
    record = [line.encode() for line in lines]
    moves: list[str] = []
    while len(moves) < len(events):
        moves = [move.uci() for move in _chess(chance, len(events)).move_stack]
    ours = theirs = float("inf")
    for _ in range(REPLAYS):
        ours = min(ours, _milliseconds(lambda: _replay(game, record, board)))
        theirs = min(theirs, _milliseconds(lambda: _replay_chess(moves)))
    return (
        f"{game.name}: checked replay of {len(moves)} events: {ours:.2f} ms; "
        f"python-chess, as many UCI moves: {theirs:.2f} ms; ratio {ours / theirs:.1f}"
    )


def _explanations(board: Board) -> str:
    """Measure the mean and the worst explanation of a game, and of moves that are refused."""
    chance = random.Random(1)  # noqa: S311 - nobody's secret
    game = [*played(SUMERIA, board, chance)]
    refused: list[tuple[Any, Any]] = []
    for state, _ in game:
        origin, to = chance.sample(board.locations, 2)
        event = _event(SUMERIA, type="move", player="red", to=to.id, **{"from": origin.id})
        if state.phase == "action" and not SUMERIA.check(state, event).holds:
            refused.append((state, event))
    events = _times(SUMERIA.explain, game)
    nearest = _times(
        lambda state, event: (SUMERIA.explain(state, event), SUMERIA.nearest(state, event)), refused
    )
    return (
        f"explanation: {statistics.mean(events):.3f} ms an event, worst {max(events):.3f} ms; "
        f"refused move and what is nearest: {statistics.mean(nearest):.3f} ms, "
        f"worst {max(nearest):.3f} ms"
    )


def _event(game: AnyGame, **keys: object) -> Any:  # noqa: ANN401 - of the game
    """Read an event as a record has it."""
    return game.parse_event(Fields("bench", "", keys))


def played(game: AnyGame, board: Board, chance: random.Random) -> Iterator[tuple[Any, Any]]:
    """Play a game by chance: each event with the state before it."""
    state = game.new_game(board, PLAYERS, {})
    while state.phase != "over":
        if state.phase in DEALT:
            event = _event(game, type=state.phase, **DEALS[game.name](game, state, chance))
        else:
            event = chance.choice(game.legal_events(state))
        yield state, event
        state = game.apply(state, event).state


def _dealt_tiles(_game: AnyGame, state: Any, chance: random.Random) -> Keys:  # noqa: ANN401
    """Deal the tiles of a dynasty, and at the start the ranking."""
    kinds = zip(state.setting.counts.kinds, state.bag, strict=True)
    tiles = chance.sample([kind for kind, left in kinds for _ in range(left)], 6)
    if state.phase == "draw":
        return {"influence": tiles}
    row = [one.id for one in state.setting.board.regions]
    return {"influence": tiles, "first": "red", "ranking": row}


def _dealt_cubes(game: AnyGame, state: Any, chance: random.Random) -> Keys:  # noqa: ANN401
    """Lay out the start of a game of Siberia, or open the next investment marker."""
    shown: Any = game.to_json(state)
    kinds = [*PERSONS, *shown["supply"]]
    if state.phase == "refill":
        seen = Counter([*shown["open"], *chain.from_iterable(shown["investments"].values())])
        return {"investment": chance.choice([one for one in kinds if seen[one] < 2])}  # noqa: PLR2004
    board = state.setting.board
    pairs = [*combinations(shown["supply"], 2)]
    cubes = [(one.id, pairs[n % len(pairs)]) for n, one in enumerate(board.regions) if one.cubes]
    sides = {one.tile: one.id for one in board.exchanges}
    return {
        "first": "red",
        "cubes": {region: list(pair) for region, pair in cubes},
        "exchanges": [*sides.values()],
        "open": chance.sample(kinds, 4),
        "markers": "told",
    }


DEALT: Final = ("setup", "draw", "refill")
"""The phases in which chance deals."""
DEALS: Final[Mapping[str, Callable[[AnyGame, Any, random.Random], Keys]]] = {
    "sumeria": _dealt_tiles,
    "siberia": _dealt_cubes,
}


def _turns(game: AnyGame, board: Board, chance: random.Random) -> int:
    """Play a game by chance; give how many events were its players'."""
    return sum(state.phase not in DEALT for state, _ in played(game, board, chance))


def _replay(game: AnyGame, record: list[bytes], board: Board) -> None:
    """Do what `dubsar replay` does, apart from telling of it."""
    read = Record(record, "bench")
    header = read.header
    history = History(game, game.new_game(board, header.players, header.rulings))
    for entry in read.entries(game.parse_event):
        if not isinstance(entry.event, Undo) and game.check(history.state, entry.event).holds:
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
    """Measure each case in ms."""
    best = [float("inf")] * len(cases)
    for _ in range(EXPLANATIONS):
        for number, (state, event) in enumerate(cases):
            begin = time.perf_counter()
            explain(state, event)
            best[number] = min(best[number], (time.perf_counter() - begin) * 1000)
    return best
