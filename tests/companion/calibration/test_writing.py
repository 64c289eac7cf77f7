"""A draft becomes a board file that says what was told."""

from dataclasses import replace

import pytest

from companion.games.sumeria.teaching import TEACHING
from engine.errors import InputError
from engine.games import parse_board
from engine.sumeria.board_file import KINDS
from seeds.boards import builtin_board_text
from tests.examples.calibration_examples import told
from tests.hard_tables.random_board import random_board

TRUTH = random_board(5)


def test_the_board_is_the_one_that_was_told() -> None:
    draft = told(TRUTH)
    board = TEACHING.board(draft)
    assert [one.name for one in board.regions] == [one.name for one in TRUTH.regions]
    assert [one.id for one in board.regions] == [one.id for one in TRUTH.regions]
    assert {(one.id, one.at_mm) for one in board.locations} == {
        (one.id, one.at_mm) for one in TRUTH.locations
    }
    stretches = {frozenset(pair) for pair in board.stretches()}
    assert stretches == {frozenset(pair) for pair in TRUTH.stretches()}


def test_city_states_without_a_name_are_numbers() -> None:
    draft = replace(told(TRUTH), names=("",) * 8)
    board = TEACHING.board(draft)
    assert [one.name for one in board.regions] == list("12345678")
    for number, state in enumerate(board.regions, 1):
        assert state.id == f"city-state-{number}"
        kinds = [one.kind for one in board.locations if one.region == state.id]
        assert {kind: kinds.count(kind) for kind in KINDS} == KINDS


@pytest.mark.parametrize("name", ["Kiș", "ur", "Ur", "Ur!", "city-state-2", "…", "Bad-Tibira", " "])
def test_any_name_makes_an_id_of_its_own(name: str) -> None:
    draft = replace(told(TRUTH), names=("Ur", *("",) * 7))
    board = TEACHING.board(draft.with_name(4, name))
    assert board.regions[4].name == name
    assert len({state.id for state in board.regions}) == 8


def test_a_known_board_is_written_as_it_is() -> None:
    text = builtin_board_text("dubsar")
    draft = replace(told(TRUTH), known=text)
    assert TEACHING.board_text(draft) == text
    assert TEACHING.board(draft) == parse_board(text, "dubsar.toml")


def test_a_board_that_is_not_whole_is_refused() -> None:
    with pytest.raises(InputError, match="expected 3 of kind village"):
        TEACHING.board(told(TRUTH).with_place(6, None))
