"""What is wrong with a frame or hard to read at a table, and what helps, in three languages."""

from typing import get_args

import pytest

from companion.language import LANGUAGES, Language
from companion.words.eye import MOST, trouble_in_short, trouble_sentences, warning_sentences
from companion.words.names import Names, names_of
from tests.engine.sumeria.playing import PLAIN
from vision.reading import Kind, Trouble
from vision.teaching import Confusion

KINDS: tuple[Kind, ...] = get_args(Kind)


def names(language: str = "en") -> Names:
    return names_of(Language(language), PLAIN)


@pytest.mark.parametrize("kind", KINDS)
def test_every_trouble_says_what_is_wrong_and_what_helps(kind: Kind) -> None:
    (told,) = trouble_sentences([Trouble(kind, "top" if kind == "cut-off" else None)], names())
    wrong, remedy = told.split(": ")
    assert wrong
    assert remedy


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_troubles_are_told_alike(language: str) -> None:
    told = {kind: trouble_sentences([Trouble(kind)], names(language))[0] for kind in KINDS}
    assert len({*told.values()}) == len(KINDS)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "the board is cut off at the top and on the left: "),
        ("fr", "le plateau est coupé en haut et à gauche\u00a0: "),
        ("ro", "tabla iese din imagine în partea de sus și în stânga: "),
    ],
)
def test_all_sides_at_which_the_board_is_cut_off_are_one_sentence(language: str, told: str) -> None:
    cut = [Trouble("cut-off", "top"), Trouble("cut-off", "left")]
    (sentence,) = trouble_sentences(cut, names(language))
    assert sentence.startswith(told)


def test_troubles_of_two_kinds_are_two_sentences() -> None:
    told = trouble_sentences([Trouble("cut-off", "bottom"), Trouble("dark")], names())
    assert ["cut off at the bottom" in told[0], "too dark" in told[1]] == [True, True]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "White is hard to see on ur.city: "),
        ("fr", "Blanc se voit mal sur ur.city\u00a0: "),
        ("ro", "Alb se vede greu pe ur.city: "),
    ],
)
def test_a_colour_hard_to_see_is_named_with_the_location(language: str, told: str) -> None:
    confusion = Confusion(("white",), "ur.city", 1.0)
    (sentence,) = warning_sentences([confusion], (), names(language))
    assert sentence.startswith(told)


def test_a_colour_hard_to_see_everywhere_is_named_with_the_board() -> None:
    (sentence,) = warning_sentences([Confusion(("white",), None, 1.0)], (), names())
    assert sentence.startswith("White is hard to see on this board: ")


def test_two_colours_hard_to_tell_apart_are_both_named() -> None:
    (sentence,) = warning_sentences([Confusion(("red", "orange"), None, 1.0)], (), names())
    assert sentence.startswith("Red and Orange are hard to tell apart: ")


def test_of_several_such_pairs_what_helps_is_said_once() -> None:
    pairs = [Confusion(("red", "orange"), None, 1.0), Confusion(("blue", "black"), None, 2.0)]
    (sentence,) = warning_sentences(pairs, (), names())
    assert sentence.startswith("Red/Orange and Blue/Black are hard to tell apart: ")


def test_the_locations_of_a_colour_are_one_sentence() -> None:
    found = [
        Confusion(("white",), "ur.city", -1.0),
        Confusion(("red",), "kish.city", 0.0),
        Confusion(("white",), "kish.city", 1.0),
    ]
    white, red = warning_sentences(found, (), names())
    assert white.startswith("White is hard to see on ur.city and kish.city: ")
    assert red.startswith("Red is hard to see on kish.city: ")


@pytest.mark.parametrize(("number", "last"), [(1, "1 more warning"), (20, "20 more warnings")])
def test_of_many_warnings_the_first_are_told_and_the_others_counted(number: int, last: str) -> None:
    many = [Confusion(("red",), f"spot-{i}", i) for i in range(MOST + number)]
    told, rest = warning_sentences(many, (), names())
    assert [f"spot-{i}" in told for i in range(MOST + 1)] == [True] * MOST + [False]
    assert rest == f"{last} like these"


def test_locations_that_could_not_be_learnt_are_one_sentence() -> None:
    (sentence,) = warning_sentences((), ("ur.city", "kish.city"), names())
    assert "pieces stood on ur.city and kish.city" in sentence


def test_locations_that_a_lamp_hid_are_one_sentence() -> None:
    (sentence,) = warning_sentences((), (), names(), ("ur.city", "kish.city"))
    assert "a lamp was reflected on ur.city and kish.city" in sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_all_is_well_nothing_is_said(language: str) -> None:
    assert warning_sentences((), (), names(language)) == []
    assert trouble_sentences((), names(language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_in_short_a_trouble_is_told_without_what_helps(kind: Kind, language: str) -> None:
    troubles = [Trouble(kind, "top" if kind == "cut-off" else None)]
    short = trouble_in_short(troubles, names(language))
    (told,) = trouble_sentences(troubles, names(language))
    assert told.startswith(short)
    assert ":" in told[len(short) :]
    assert short == short.strip()
