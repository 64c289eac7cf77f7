"""Every step of the end of a dynasty and of a game can be read, however much of it is tied."""

from dataclasses import replace

import pygame
import pytest

from companion.games.sumeria.screens import KINDS, RankedCityState, Rotation
from companion.games.sumeria.summary import STEPS, Broken, Held, Summary, TieStep
from companion.language import LANGUAGES
from companion.ui.pieces import Person
from companion.ui.sheet import draw_screen
from tests.companion.ui.legible import assert_legible
from tests.examples.dynasty_examples import contested_steps, framed
from tests.examples.examples import EXAMPLES, MORE_SIZES, SIZES
from tests.examples.final_examples import final_screen, tied_views
from tests.examples.sitting import sitting
from tests.sampled import in_turn


@pytest.mark.parametrize(("size", "language"), in_turn(SIZES, LANGUAGES), ids=str)
def test_every_step_can_be_read(language: str, size: tuple[int, int]) -> None:
    people = sitting(language, longest=True)
    screens = [framed(people, body) for body in contested_steps(people)]
    screens += [framed(people, contested_steps(people, claims)[-1]) for claims in (0, 1)]
    screens += [final_screen(people, body) for body in tied_views(people)]
    for screen in screens:
        surface = pygame.Surface(size, depth=32)
        assert_legible(draw_screen(surface, screen))


@pytest.mark.parametrize("claims", [1, 2])
def test_each_step_says_of_its_own_city_state(claims: int) -> None:
    steps = contested_steps(sitting("en"), claims)
    results = [one for one in steps if isinstance(one, Summary)]
    assert len(results) == claims + 1
    for one in results:
        assert [held.place.name for held in one.held if held.place.name in one.text]


def test_the_ranking_looks_otherwise_while_it_moves() -> None:
    people = sitting("en")
    rotation = contested_steps(people)[-1]
    assert isinstance(rotation, Rotation)
    seen = set()
    for moved in (0.0, 0.5, 1.0):
        surface = pygame.Surface(SIZES[0], depth=32)
        draw_screen(surface, framed(people, replace(rotation, moved=moved)))
        seen.add(pygame.image.tobytes(surface, "RGB"))
    assert len(seen) == 3


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_legend_names_each_sign_that_decides_a_tie_and_no_other(
    language: str, size: tuple[int, int]
) -> None:
    people = sitting(language)
    whole = (one for one in contested_steps(people) if isinstance(one, Summary))
    (found,) = {one.legend for one in whole}
    assert found == people.words.say("Tie-breaks:")
    person = Person("Ana", "red")
    cases: tuple[tuple[TieStep, ...], ...] = (
        (),
        ("order",),
        ("towns", "city"),
        ("city", "towns", "order"),
    )
    for steps in cases:
        ties = tuple(Broken(person, one, one) for one in steps)
        held = Held(RankedCityState(1, "Ur", 0, ()), ((person, 1),), ties)
        screen = framed(people, Summary((held, held, held), "", found))
        pen = draw_screen(pygame.Surface(size, depth=32), screen)
        told = [text for text, _ in pen.written]
        assert [one for one in told if one in STEPS] == [one for one in STEPS if one in steps]
        assert (found in told) == bool(steps)


LEAST_TILE = 17
"""How large the letter of a tile is at least."""


@pytest.mark.parametrize(
    ("name", "size"),
    in_turn(["dynasty-summary", "dynasty-summary-choice"], [*SIZES, *MORE_SIZES]),
)
def test_tiles_are_as_large_as_text_beside_the_longest_names(
    name: str, size: tuple[int, int]
) -> None:
    letters = {letter for _, letter in KINDS.values()}
    for language in LANGUAGES:
        example = EXAMPLES[name](sitting(language, longest=True))
        pen = draw_screen(pygame.Surface(size, depth=32), example)
        drawn = [written for text, _, written in pen.sizes if text in letters]
        assert min(drawn) >= LEAST_TILE
