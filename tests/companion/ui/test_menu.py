"""A list to choose from: as large as its room allows."""

from dataclasses import replace
from itertools import combinations

import pygame
import pytest

from companion.language import LANGUAGES
from companion.ui.menu import ROW_GAP, Menu, Row, row_height
from companion.ui.pen import Box, Pen
from companion.ui.photos import BesidePhoto
from companion.ui.sheet import draw_screen
from companion.ui.style import GROWING, LARGE, TEXT
from tests.companion.ui.legible import assert_legible
from tests.examples.examples import MORE_SIZES, SIZES, screen_of
from tests.sampled import in_turn

BOX: Box = (8, 60, 784, 360)


def canvas() -> Pen:
    return Pen.filling(pygame.Surface((800, 480), depth=32))


def sizes(menu: Menu) -> dict[str, float]:
    pen = canvas()
    menu.draw(pen, BOX)
    assert pen.shortened == []
    assert all(pen.pixels(BOX).contains(place) for _, place in pen.written)
    return {text: size for text, _, size in pen.sizes}


def rows(many: int) -> tuple[Row, ...]:
    return tuple(Row(f"Row {number}", "value", "red") for number in range(many))


def test_few_rows_and_the_text_above_them_are_larger() -> None:
    written = sizes(Menu(rows(2), text="Which of these?"))
    assert {*written.values()} == {GROWING[0]}


def test_as_many_rows_are_shown_as_if_they_were_not() -> None:
    for many in range(1, 20):
        written = sizes(Menu(rows(many)))
        usual = min(many, int((BOX[3] + ROW_GAP) / row_height(canvas(), Row("Row 1"), BOX[2])))
        assert len([text for text in written if text.startswith("Row")]) == usual


def test_rows_of_a_long_list_are_as_large_as_ever() -> None:
    assert {*sizes(Menu(rows(30))).values()} == {TEXT}


def test_rows_that_would_take_another_line_grow_only_where_much_room_is_left() -> None:
    full = Row("a text that takes up very nearly all of one line")
    assert {*sizes(Menu((full,) * 2)).values()} == {LARGE}
    assert max(sizes(Menu((full,) * 7)).values()) < LARGE


def test_what_most_people_come_for_stays_the_largest() -> None:
    written = sizes(Menu((Row("New game", large=True), Row("Past games"))))
    assert written["New game"] > written["Past games"] > TEXT


def test_a_value_of_many_words_stands_below_a_text_rather_than_break_it() -> None:
    text, value = "21 November 2026, 20:15 · goes on", "Ana, Blue, Mihai, Green"
    assert text in sizes(Menu((Row(text, value),)))
    pen = canvas()
    Menu((Row(text, value),)).draw(pen, BOX)
    assert [line for line, _ in pen.written] == [text, value]


def test_a_short_value_stays_beside_a_text_of_two_lines() -> None:
    pen = canvas()
    text = "Take back the only merchant from a village of the last city-state of all"
    Menu((Row(text, "2 ways"),) * 7).draw(pen, BOX)
    *lines, (_, value) = pen.written[:3]
    assert len(lines) == 2
    assert lines[0][1].top < value.centery < lines[1][1].bottom


def test_rows_with_values_stand_two_on_a_line_where_all_is_then_seen_at_once() -> None:
    """The last row of a long list of tiles was hidden: nobody saw that it could be skipped."""
    ranks = tuple(Row(f"Rank {number}", "Lagash") for number in range(1, 9))
    listed = (Row("Ready"), *ranks, Row("Skip this"))
    menu = Menu(listed, 3, "Lay the tiles in this order, from the left:", at_once=True)
    pen = canvas()
    menu.draw(pen, BOX)
    assert {size for _, size, _ in pen.sizes} == {TEXT}
    assert len(pen.targets) == len(listed)
    places = [pen.targets[f"row-{number}"] for number in range(len(listed))]
    assert all(pen.pixels(BOX).contains(place) for place in places)
    assert all(not one.colliderect(other) for one, other in combinations(places, 2))
    assert [one.top for one in places] == sorted(one.top for one in places)
    assert "Rank 8" not in sizes(replace(menu, at_once=False))


def test_a_list_to_be_read_at_once_that_fits_has_one_row_a_line() -> None:
    menu = Menu(tuple(Row(f"Rank {number}", "Ur") for number in range(7)), at_once=True)
    pen = canvas()
    menu.draw(pen, BOX)
    assert len({place.left for place in pen.targets.values()}) == 1


def test_what_is_gained_stands_beside_what_is_done() -> None:
    """In French "+2 tuiles" stood on a line of its own."""
    for size in SIZES[:2]:
        pen = draw_screen(pygame.Surface(size, depth=32), screen_of("hints", "fr"))
        gain = next(place for text, place in pen.written if text == "+2 tuiles")
        done = [place for text, place in pen.written if text in {"Ajouter un", "commerçant"}]
        assert len(done) == 2
        assert done[0].top < gain.centery < done[1].bottom
        assert gain.left > max(place.right for place in done)


LAID_OUT = ("calibration-row", "calibration-kinds", "teaching-exchange-tiles", "teaching-open")


@pytest.mark.parametrize(
    ("name", "size", "language"), in_turn(LAID_OUT, (*SIZES, *MORE_SIZES), LANGUAGES), ids=str
)
def test_all_that_is_to_be_laid_out_is_seen_on_every_screen(
    name: str, size: tuple[int, int], language: str
) -> None:
    """In Romanian half of the influence tiles were hidden where a screen is 8 wide and 5 high."""
    screen = screen_of(name, language)
    body = screen.body.body if isinstance(screen.body, BesidePhoto) else screen.body
    assert isinstance(body, Menu)
    pen = draw_screen(pygame.Surface(size, depth=32), screen)
    assert {f"row-{number}" for number in range(len(body.rows))} <= {*pen.targets}
    assert_legible(pen)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("longest", [False, True])
def test_all_answers_that_have_room_are_seen_beside_the_photograph(
    language: str, *, longest: bool
) -> None:
    """In Romanian one deal was seen of two that were offered."""
    screen = screen_of("wrong-dealing", language, longest=longest)
    assert isinstance(screen.body, BesidePhoto)
    for size in (*SIZES, *MORE_SIZES):
        pen = draw_screen(pygame.Surface(size, depth=32), screen)
        assert {f"row-{number}" for number in range(3)} <= {*pen.targets}, size
        assert_legible(pen)


@pytest.mark.parametrize("name", ["wrong-question", "siberia-out-of-turn"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_answer_stands_alone_beside_a_photograph(language: str, name: str) -> None:
    """One alone looked like all that there is, where two are too long for large letters."""
    screen = screen_of(name, language)
    for size in (*SIZES, *MORE_SIZES):
        pen = draw_screen(pygame.Surface(size, depth=32), screen)
        assert sum(one.startswith("row-") for one in pen.targets) > 1, size
        assert_legible(pen)
