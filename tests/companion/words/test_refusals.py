"""Why the eye refuses to learn is said in the reader's language."""

import pickle
from typing import get_args

import pytest

from companion.language import LANGUAGES, Language
from companion.words.eye import refusal_sentences, why
from companion.words.names import names_of
from engine.errors import InputError
from engine.games import parse_board
from seeds.boards import builtin_board_text
from vision.table import Kind, UnteachableError

BOARD = parse_board(builtin_board_text("dubsar"), "dubsar.toml")
CITY = next(one for one in BOARD.locations if one.kind == "city")
LINE = "red at there looks like the empty board"


def refusal(kind: Kind, *what: str, at: str = "") -> UnteachableError:
    return UnteachableError("table.toml", "sample", LINE, kind, what, at)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", get_args(Kind))
def test_each_refusal_is_told_without_a_file_or_an_english_word(kind: Kind, language: str) -> None:
    names = names_of(Language(language), BOARD)
    told = refusal_sentences(refusal(kind, "red", "blue", at=CITY.id), names)
    assert "table.toml" not in told
    assert LINE not in told
    assert "{" not in told
    if language != "en":
        assert told != refusal_sentences(
            refusal(kind, "red", "blue", at=CITY.id), names_of(Language(), BOARD)
        )


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (
            refusal("unseen", "red", at=CITY.id),
            f"Red can’t be seen on the city of {BOARD.regions[0].name}",
        ),
        (refusal("unseen", "red"), "Red can’t be seen"),
        (
            refusal("misread", "economy", "religion", at="space 3"),
            "1 economy tile looks like 1 religion tile on influence space 3",
        ),
        (
            refusal("alike", "red", "purple"),
            "Red and Purple cannot be told apart",
        ),
    ],
)
def test_pieces_and_places_are_called_by_their_names(error: UnteachableError, told: str) -> None:
    assert why(error, names_of(Language(), BOARD)) == told


def test_what_pieces_cannot_mend_sends_to_another_step() -> None:
    names = names_of(Language(), BOARD)
    assert "Go back" in refusal_sentences(refusal("plain"), names)
    assert "photograph the empty board again" in refusal_sentences(refusal("size"), names)
    assert "Go back" in refusal_sentences(InputError("a", "b", "c"), names)
    assert "Go back" not in refusal_sentences(refusal("alike", "red", "blue"), names)


def test_a_disk_that_refuses_is_named() -> None:
    error = OSError(28, "No space left on device", "/there/board.toml")
    names = names_of(Language(), BOARD)
    assert why(error, names) == "/there/board.toml (No space left on device)"


def test_a_refusal_can_be_handed_from_process_to_process() -> None:
    error = refusal("misread", "red", "blue", at=CITY.id)
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert (str(again), again.kind, again.what, again.at) == (
        str(error),
        "misread",
        ("red", "blue"),
        CITY.id,
    )
