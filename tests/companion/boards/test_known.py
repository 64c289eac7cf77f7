"""The boards that come with the program are known as such."""

import pytest

from companion.boards.known import board_of_game, builtin_names, name_of


@pytest.mark.parametrize("game", ["sumeria", "siberia"])
def test_a_board_that_comes_with_the_program_is_known_by_either_name(game: str) -> None:
    built_in = board_of_game(game)
    taught = name_of(built_in.board)  # as a table calls it that was shown it
    assert taught != built_in.name
    assert {built_in.name, taught} <= builtin_names()


def test_another_board_is_none_of_them() -> None:
    assert "our-board" not in builtin_names()
