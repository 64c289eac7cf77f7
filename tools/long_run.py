"""Follow games at hard tables and count what is written wrong, and what is asked for nothing.

    python -m tools.long_run [--turns N] [--seed S] [--jobs J] [--every N] [--perfect-eye]
        [--mild] [--lazy SHARE] [--game GAME]

Each game has its seed; a line that ends a game tells all that went wrong in it, by tick.
`python -m tools.long_run --turns 1 --seed S` plays one game again.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from typing import Final

import cv2

from companion.boards.known import board_of_game
from companion.games import part_of
from companion.tracking import tracker
from companion.tracking.tracker_of import tracker_of
from engine.errors import InputError
from engine.games import GAMES, game_named
from engine.history import History
from hardware.virtual.conditions import Changes
from hardware.virtual.table import VirtualTable
from tests.hard_tables.hard_table import hard_table, mild_table
from tests.hard_tables.perfect_eye import PerfectEye
from tools.referee import AreaReferee, GameAccount, Referee
from vision.area_eye import AnyEye, eye_of
from vision.reading import Reading
from vision.table import load_table

AGREE: Final = 2
PATIENCE: Final = 4
"""Readings in a row before something is written, and before it is asked: people at hard tables
pause for three or four moments, now and then for a dozen more."""

HARD: Final = "sumeria"
"""The game that is played at hard tables; others are played at mild ones with built-in boards."""
COLOURS: Final = ("red", "blue", "yellow", "green")
LAZY: Final = 0.3
"""How often the tiles of a dynasty are left lying when it is scored."""


@dataclass(frozen=True, slots=True)
class Options:
    """How games are watched: of moments with a hand at work only each ``every``-th is shown.

    At ``mild`` tables little goes wrong; at hard ones tiles are left lying as ``lazy`` says.
    """

    every: int = 1
    perfect_eye: bool = False
    mild: bool = False
    ticks: int | None = None
    lazy: float = LAZY
    game: str = HARD


def play(seed: int, options: Options) -> GameAccount:
    """Follow one game to its end, or so many ticks of it.

    A table that the eye refuses to be taught, as merchants look like its print, is not played at.
    """
    cv2.setNumThreads(1)
    table = _laid(seed, options)
    try:
        readings = (
            _perfect(table) if options.perfect_eye else _seen(table, _taught(table), options.every)
        )
    except InputError as error:
        return GameAccount(refused=[f"{error.place}: {error.expected}"])
    referee = AreaReferee(table) if table.board.areas else _referee(table)
    reading = None
    for reading in readings:
        referee.see(reading)
        if options.ticks is not None and table.tick >= options.ticks:
            break
    assert reading is not None  # noqa: S101 - every game has moments
    return referee.finish(reading)


def _laid(seed: int, options: Options) -> VirtualTable:
    if options.game == HARD and not options.mild:
        return hard_table(seed, metered=not options.perfect_eye, lazy=options.lazy)
    board = board_of_game(options.game).board
    few, *_, many = game_named(board.game).player_counts
    players = COLOURS[: few + seed % (many - few + 1)]
    first = players[seed % len(players)]
    if options.game == HARD:
        return mild_table(board, players, first, seed)
    laid: VirtualTable = part_of(board.game, "virtual_table").virtual_table(
        board, players, first, seed, changes=Changes.mild(board, seed)
    )
    return laid


def _referee(table: VirtualTable) -> Referee:
    game = game_named(table.board.game)
    history = History(game, game.new_game(table.board, table.players, {}))
    history.append(table.record[0])
    how = tracker.Options(AGREE, PATIENCE, live=True)
    return Referee(table, tracker_of(history, table.board, how))


def _perfect(table: VirtualTable) -> Iterator[Reading]:
    eye = PerfectEye(table)
    while table.advance():
        yield eye.read()


def _taught(table: VirtualTable) -> AnyEye:
    with tempfile.TemporaryDirectory(prefix="dubsar-long-") as folder:
        return eye_of(load_table(table.teach(Path(folder))))


def _seen(table: VirtualTable, eye: AnyEye, every: int) -> Iterator[Reading]:
    while table.advance():
        if table.still or table.tick % every == 0:
            yield eye.read(table.picture(), f"{table.tick}")


def games(
    seeds: Iterator[int], turns: int, jobs: int, options: Options
) -> Iterator[tuple[int, GameAccount]]:
    """Follow games, several at a time, until so many turns have been taken."""
    taken = 0
    with ProcessPoolExecutor(jobs) as pool:
        running = {pool.submit(play, seed, options): seed for seed in islice(seeds, jobs)}
        while running:
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                seed, account = running.pop(future), future.result()
                taken += account.turns
                yield seed, account
                if taken < turns:
                    fresh = next(seeds)
                    running[pool.submit(play, fresh, options)] = fresh


def main() -> int:
    """Print what goes wrong in each game, and the sums; 1 when anything was silently wrong."""
    parser = argparse.ArgumentParser(description="Follow many games at hard virtual tables.")
    parser.add_argument("--turns", type=int, default=10_000, help="at least so many (10000)")
    parser.add_argument("--seed", type=int, default=1, help="the first game's (1)")
    parser.add_argument("--jobs", type=int, default=1, help="games at a time (1)")
    parser.add_argument("--every", type=int, default=1, help="show each N-th moment of a hand (1)")
    parser.add_argument("--perfect-eye", action="store_true", help="hand over what is really there")
    parser.add_argument("--mild", action="store_true", help="tables where little goes wrong")
    parser.add_argument(
        "--lazy", type=float, default=LAZY, help=f"share of dynasties with tiles left ({LAZY})"
    )
    parser.add_argument("--game", choices=GAMES, default=HARD, help=f"which game ({HARD})")
    arguments = parser.parse_args()
    options = Options(
        arguments.every,
        arguments.perfect_eye,
        arguments.mild,
        lazy=arguments.lazy,
        game=arguments.game,
    )
    total = GameAccount()
    start = time.monotonic()
    for seed, account in games(count(arguments.seed), arguments.turns, arguments.jobs, options):
        _print(f"seed {seed}", account)
        for name in ("silent", "wrong", "lost", "questions", "refused"):
            for line in getattr(account, name):
                print(f"  {name}: {line}")
        total.add(account)
        sys.stdout.flush()
    _print("all", total)
    print(f"{time.monotonic() - start:.0f} s")
    return 1 if total.silent or total.lost else 0


def _print(title: str, account: GameAccount) -> None:
    print(
        f"{title}: {account.turns} turns, {account.events} events, {account.ticks} readings;"
        f" wrong silently {len(account.silent)}, wrong with a note {len(account.wrong)},"
        f" lost {len(account.lost)}, questions {len(account.questions)},"
        f" fair notes {account.notes}, tables refused {len(account.refused)}"
    )


if __name__ == "__main__":
    sys.exit(main())
