"""Board files are written as they are read."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Location, PlainBoard
from engine.games import format_board, parse_board
from seeds.boards import builtin_board_text, builtin_boards

BOARD = parse_board(builtin_board_text("dubsar"), "dubsar.toml")


@given(name=st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_a_board_survives_being_written_and_read(name: str) -> None:
    named = replace(BOARD, name=name)
    assert parse_board(format_board(named), "board.toml") == named


@pytest.mark.parametrize("name", builtin_boards())
def test_all_built_in_boards_survive(name: str) -> None:
    board = parse_board(builtin_board_text(name), "board.toml")
    assert parse_board(format_board(board), "board.toml") == board


def test_a_board_of_locations_only_survives_too() -> None:
    spots = tuple(Location(name, "square", None, (60.0, 70.0), 8.0) for name in "ab")
    bare = PlainBoard("Two spots", "none", (200.0, 150.0), (), spots, (), (), (), ())
    assert parse_board(format_board(bare), "board.toml") == bare
