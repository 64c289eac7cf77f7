"""What players are called: by the name they gave, else by their colour."""

from companion.language import LANGUAGES, Language
from companion.words.names import Names, board_called, names_of
from engine.games import parse_board
from engine.sumeria.events import Score, Setup
from seeds.boards import builtin_board_text, builtin_boards

BOARD = parse_board(builtin_board_text("dubsar"), "dubsar.toml")
ROW = tuple(one.id for one in BOARD.regions)
SETUP = Setup("red", ROW, ("economy",) * 6)


def names(language: str, **people: str) -> Names:
    return names_of(Language(language), BOARD, people)


def test_a_player_is_called_by_name_where_one_was_given() -> None:
    told = names("ro", red="Ștefan")
    assert [told.player(one) for one in ("red", "blue", None)] == ["Ștefan", "Albastru", "nimeni"]
    assert told.colour("red") == "Roșu"


def test_sentences_use_the_names() -> None:
    assert names("en", red="Anna").event(SETUP).startswith("Anna starts.")
    assert names("en").event(SETUP).startswith("Red starts.")
    assert names("en", red="Anna").event(Score()) == "The dynasty is scored."


def test_a_name_stays_on_its_line_and_fills_in_nothing() -> None:
    assert names("en", red=" An\n\tna ").player("red") == "An na"
    assert names("en", red=" \n ").player("red") == "Red"
    assert names("en", red="{ranking}").event(SETUP).startswith("{ranking} starts.")


def test_a_board_that_comes_with_the_program_is_named_in_every_language() -> None:
    for one in builtin_boards():
        board = parse_board(builtin_board_text(one), one)
        told = {board_called(board, Language(code)) for code in LANGUAGES}
        assert len(told) == len(LANGUAGES)
        # A file is plain; what is read is typeset.
        assert board.name in {name.replace("’", "'") for name in told}
