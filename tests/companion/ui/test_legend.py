"""Signs with their words: in as few rows as have room, and nothing written over anything else."""

from dataclasses import dataclass

import pygame
import pytest

from companion.games.sumeria.screens import kind_signs
from companion.language import LANGUAGES, Language
from companion.ui.legend import draw_signs, signs_height
from companion.ui.pen import Box, Pen
from companion.ui.sheet import draw_screen
from companion.ui.style import INK
from companion.ui.texts import Message
from companion.words.names import names_of
from tests.companion.tracking.watching import BOARD
from tests.examples.examples import MORE_SIZES, screen_of
from tests.examples.examples import SIZES as OF_SCREENS
from tests.sampled import in_turn

WORDS = ("economy", "military", "politics", "religion")
SIZE = 20


@dataclass(frozen=True, slots=True)
class Square:
    """A sign."""

    def draw(self, pen: Pen, box: Box) -> None:
        pen.fill(box, INK)


SIGNS = [(Square(), word) for word in WORDS]


@pytest.mark.parametrize(("width", "rows"), [(700, 1), (300, 2), (130, 4)])
def test_they_stand_in_as_many_rows_as_they_take(width: int, rows: int) -> None:
    pen = Pen(pygame.Surface((800, 480), depth=32))
    high = signs_height(pen, SIGNS, width, SIZE)
    draw_signs(pen, SIGNS, (10, 10, width, high), SIZE)
    assert [text for text, _ in pen.written] == list(WORDS)
    places = [place for _, place in pen.written]
    assert {int((place.centery - 10) // (high / rows)) for place in places} == {*range(rows)}
    assert all(place.right <= 10 + width and place.bottom <= 11 + high for place in places)
    assert all(one.collidelist([*places[:i], *places[i + 1 :]]) < 0 for i, one in enumerate(places))


@pytest.mark.parametrize("name", ["guided-goal", "final-score", "siberia-final-count"])
@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_sign_is_named_where_it_is_first_seen(
    name: str, language: str, size: tuple[int, int]
) -> None:
    screen = screen_of(name, language)
    pen = draw_screen(pygame.Surface(size, depth=32), screen)
    body = screen.body
    signs = body.signs if isinstance(body, Message) else getattr(body, "legend", ())
    told = [text for text, _ in pen.written]
    assert len(signs) == (5 if name.startswith("siberia") else 4)
    assert all(word in told for _, word in signs)


@pytest.mark.parametrize(
    ("name", "size", "language"),
    in_turn(
        ["setup-read", "play", "play-placing", "play-ended", "play-guided"],
        (*OF_SCREENS, *MORE_SIZES),
        LANGUAGES,
    ),
)
def test_kinds_of_tiles_are_named_once_from_the_first_screen_that_has_their_letters(
    name: str, size: tuple[int, int], language: str
) -> None:
    pen = draw_screen(pygame.Surface(size, depth=32), screen_of(name, language))
    told = [text for text, _ in pen.written]
    signs = kind_signs(names_of(Language(language), BOARD))
    assert [told.count(word) for _, word in signs] == [1] * len(signs)


def test_where_a_word_has_no_room_they_have_none() -> None:
    pen = Pen(pygame.Surface((800, 480), depth=32))
    assert signs_height(pen, SIGNS, 60, SIZE) == float("inf")
    assert signs_height(pen, (), 60, SIZE) == 0
