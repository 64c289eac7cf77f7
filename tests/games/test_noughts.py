"""A third game goes the whole way: taught, followed through a camera, judged and scored."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.tracking.tracker import Tracker
from engine import games
from engine.board import Board
from engine.history import History
from hardware.virtual.look import Look
from hardware.virtual.people import People
from hardware.virtual.table import VirtualTable
from hardware.virtual.tabletop import Tabletop, laid_out_mm, seats
from tests.games.noughts.engine import NOUGHTS, Put
from vision.eye import Eye
from vision.table import load_table

PLAYERS = ("red", "blue")
SQUARE = """
[[location]]
id = "{column}{row}"
kind = "square"
at_mm = [{x}, {y}]
radius_mm = 12.0
"""
HEAD = 'format = 1\ngame = "noughts"\nname = "Noughts and crosses"\nsize_mm = [420.0, 320.0]\n'
BOARD = HEAD + "".join(
    SQUARE.format(column="abc"[i], row=j + 1, x=90 + 120 * i, y=60 + 100 * j)
    for j in range(3)
    for i in range(3)
)


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Board:
    monkeypatch.setitem(games.GAMES, "noughts", NOUGHTS)
    return games.parse_board(BOARD, "noughts.toml")


def table_of(board: Board, seed: int) -> VirtualTable:
    rng, look = np.random.default_rng(seed), Look()
    around = dict(zip(PLAYERS, seats(laid_out_mm(board), 2), strict=True))
    start = NOUGHTS.new_game(board, PLAYERS, {})
    top = Tabletop(board, around, 5, rng, look)
    return VirtualTable(People(NOUGHTS, start, top, settled=2), seed)


def test_a_game_is_followed_from_pixels_to_its_score(board: Board, tmp_path: Path) -> None:
    table = table_of(board, 3)
    eye = Eye(load_table(table.teach(tmp_path)))
    history: History[Any, Any, Any] = History(NOUGHTS, NOUGHTS.new_game(board, PLAYERS, {}))
    tracker = Tracker(history, board)
    while table.advance():
        tracker.see(eye.read(table.picture()), f"{table.tick}")
    assert history.events == table.history.events
    sheet = NOUGHTS.scores(history.state)
    assert sheet == NOUGHTS.scores(table.state)
    assert sheet.winners == ("blue",)


def test_what_is_out_of_turn_is_refused_by_its_rule(board: Board) -> None:
    state = NOUGHTS.new_game(board, PLAYERS, {})
    assert NOUGHTS.check(state, Put("blue", "a1")).broken == "N-1"
    taken = NOUGHTS.apply(state, Put("red", "a1")).state
    assert NOUGHTS.check(taken, Put("blue", "a1")).broken == "N-2"
