"""Board files are written as they are read."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from engine.board import Board, parse_board
from engine.board_text import format_board


@given(name=st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_a_board_survives_being_written_and_read(board: Board, name: str) -> None:
    named = replace(board, name=name)
    assert parse_board(format_board(named), "board.toml") == named


def test_a_board_of_locations_only_survives_too(bare_board: Board) -> None:
    assert parse_board(format_board(bare_board), "board.toml") == bare_board
