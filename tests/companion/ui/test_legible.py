"""Every screen can be read: nothing cut, nothing over something else, nothing too small."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from companion.language import LANGUAGES, Language
from companion.pages.name_page import LONGEST
from companion.ui.pen import Pen
from companion.ui.sheet import draw_screen, footer_height
from companion.words.names import names_of
from tests.companion.ui.legible import assert_legible
from tests.examples.examples import EXAMPLES, KINDS, MORE_SIZES, SIZES, of_kind
from tests.examples.sitting import sitting
from tests.sampled import in_turn

SITTINGS = [(size, True, 4) for size in (*SIZES, *MORE_SIZES)] + [(SIZES[0], False, 3)]
"""Size, whether all names are the longest, players: usual names and three players need less."""
QUICK = dict(zip(("fr", "en", "ro"), SIZES, strict=True))
"""Where time is short one screen in seven is looked at, in one language, each at one size."""

ID = re.compile(r"\w\.(city|town|village)\b")
"""How places are called in files, which nobody at the table is to read."""
RULE = re.compile(r"\b[A-Z]-C?\d")
"""How rules are called in files; only details name them so."""


def drawn(name: str, language: str, size: tuple[int, int], *, longest: bool, players: int) -> Pen:
    """Draw an example, of which nothing is hidden behind what the buttons are called."""
    example = EXAMPLES[name](sitting(language, longest=longest, players=players))
    pen = draw_screen(pygame.Surface(size, depth=32), example)
    edge = size[1] - footer_height(pen, example.labels) * pen.unit
    assert [text for text, place in pen.written if place.top < edge < place.bottom - 1] == []
    return pen


@pytest.mark.parametrize(
    ("name", "language"),
    [
        pytest.param(name, language, marks=pytest.mark.long if number % 7 else ())
        for number, (name, language) in enumerate(zip(EXAMPLES, itertools.cycle(QUICK)))
    ],
)
def test_it_can_be_read(name: str, language: str) -> None:
    pen = drawn(name, language, QUICK[language], longest=True, players=4)
    assert pen.written
    assert_legible(pen)
    assert [text for text, _ in pen.written if ID.search(text) or RULE.search(text)] == []


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_it_can_be_read_at_every_size(kind: str, language: str) -> None:
    for name, (size, longest, players) in itertools.product(of_kind(kind), SITTINGS):
        pen = drawn(name, language, size, longest=longest, players=players)
        assert pen.written
        assert_legible(pen)


def with_widest_names(name: str, language: str) -> Iterator[tuple[tuple[int, int], Pen]]:
    """Draw an example at every size, all players with the widest names that can be written."""
    evening = sitting(language)
    widest = dict.fromkeys(evening.colours, "W" * LONGEST)
    evening = replace(evening, names=names_of(Language(language), evening.board, widest))
    example = EXAMPLES[name](evening)
    for size in (*SIZES, *MORE_SIZES):
        yield size, draw_screen(pygame.Surface(size, depth=32), example)


@pytest.mark.parametrize(
    ("name", "language"),
    in_turn([name for name in EXAMPLES if name.startswith("final-")], LANGUAGES),
)
def test_the_widest_names_that_may_be_written_leave_the_result_whole(
    name: str, language: str
) -> None:
    """Four players with such names once left no room for their pieces, which no screen draws."""
    for _, pen in with_widest_names(name, language):
        assert pen.written
        if name == "final-shared":
            assert_legible(pen)


@pytest.mark.parametrize(
    ("name", "language"), in_turn(["play-beginning", "play-restoring"], LANGUAGES)
)
def test_whatever_names_and_sentence_are_long_names_and_points_have_their_room(
    name: str, language: str
) -> None:
    """Below a title of two lines, above a sentence of three, players stood two in a row."""
    for size, pen in with_widest_names(name, language):
        assert [text for text in pen.shortened if text.isdigit()] == []
        cut = [text for text, _ in pen.written if "…" in text]
        assert all(len(text) > LONGEST / 2 for text in cut)
        for (one, place), (other, another) in itertools.combinations(pen.written, 2):
            assert not place.colliderect(another), f"{one!r} touches {other!r} at {size}"


@pytest.mark.parametrize("size", SIZES, ids=[f"{width}x{height}" for width, height in SIZES])
def test_a_turned_screen_is_the_same_seen_from_the_other_side(size: tuple[int, int]) -> None:
    example = EXAMPLES["list"](sitting("en"))
    upright, turned = pygame.Surface(size, depth=32), pygame.Surface(size, depth=32)
    pen = draw_screen(upright, example)
    other = draw_screen(turned, replace(example, turned=True))
    back = pygame.transform.rotate(turned, 180)
    assert pygame.image.tostring(back, "RGB") == pygame.image.tostring(upright, "RGB")
    for name, place in pen.targets.items():
        x, y = place.center
        assert other.touched((size[0] - 1 - x, size[1] - 1 - y)) == name


def test_a_dimmed_screen_is_darker_everywhere() -> None:
    example = EXAMPLES["list"](sitting("en"))
    bright, dim = pygame.Surface((800, 480), depth=32), pygame.Surface((800, 480), depth=32)
    draw_screen(bright, example)
    draw_screen(dim, replace(example, dimmed=True))
    for at in itertools.product(range(0, 800, 40), range(0, 480, 40)):
        assert sum(dim.get_at(at)[:3]) <= sum(bright.get_at(at)[:3]) / 3
