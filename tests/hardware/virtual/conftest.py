"""Boards and tables that the tests of the virtual table share."""

import pytest

from companion.games.sumeria.virtual_table import virtual_table
from engine.board import Board
from engine.games import parse_board
from hardware.virtual.table import VirtualTable
from seeds.boards import builtin_board_text

BARE = """
format = 1
game = "none"
name = "Two spots"
size_mm = [200.0, 150.0]

[[location]]
id = "a"
kind = "square"
at_mm = [60.0, 70.0]
radius_mm = 8.0

[[location]]
id = "b"
kind = "square"
at_mm = [140.0, 70.0]
radius_mm = 8.0
"""


@pytest.fixture(scope="session")
def board() -> Board:
    """Give the built-in board."""
    return parse_board(builtin_board_text("dubsar"), "dubsar.toml")


@pytest.fixture(scope="session")
def bare_board() -> Board:
    """Give a board of locations without rules."""
    return parse_board(BARE, "bare.toml")


def seated(board: Board) -> VirtualTable:
    """Lay a table at which three have sat down."""
    return virtual_table(board, ("red", "blue", "yellow"), "blue", seed=5)


@pytest.fixture
def table(board: Board) -> VirtualTable:
    """Give such a table."""
    return seated(board)
