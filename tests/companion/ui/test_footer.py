"""The labels of the buttons: all readable, and in the order of the buttons."""

import pygame
import pytest

from companion.ui.pen import Box, Pen
from companion.ui.screen import Labels
from companion.ui.sheet import draw_footer, footer_height
from hardware.panel import Button

SHORT = Labels("SCORE", "OK", "Back", "Why?")
UNEQUAL = Labels("", "Continuă", "Înapoi", "De ce?")
TWO_LINES = Labels("Copy the game", "Next of all", "Close this", "Why is it so?")
LONG = Labels("Recommencer", "Recommencer", "Recommencer", "Recommencer")


def footer(labels: Labels, size: tuple[int, int]) -> Pen:
    pen = Pen.filling(pygame.Surface(size, depth=32))
    width, height = pen.design
    high = footer_height(pen, labels)
    box: Box = (0, height - high, width, high)
    draw_footer(pen, box, labels)
    return pen


@pytest.mark.parametrize("size", [(800, 480), (1280, 800), (720, 1280)])
@pytest.mark.parametrize("labels", [SHORT, UNEQUAL, TWO_LINES, LONG])
def test_every_label_is_written_whole_inside_what_can_be_touched(
    labels: Labels, size: tuple[int, int]
) -> None:
    pen = footer(labels, size)
    assert pen.shortened == []
    assert set(pen.targets) == {one.value for one in Button if labels.of(one)}
    for button in Button:
        inside = [text for text, at in pen.written if pen.targets.get(button, at).contains(at)]
        assert " ".join(inside).find(labels.of(button).split(" ")[0]) >= 0


@pytest.mark.parametrize("labels", [SHORT, UNEQUAL])
def test_labels_stand_in_one_row_like_the_buttons_where_there_is_room(labels: Labels) -> None:
    pen = footer(labels, (720, 1280))
    places = [pen.targets[one.value] for one in Button if labels.of(one)]
    assert len({place.top for place in places}) == 1
    assert [place.left for place in places] == sorted(place.left for place in places)


def test_a_word_too_long_for_one_row_makes_two() -> None:
    tops = {place.top for place in footer(LONG, (720, 1280)).targets.values()}
    assert len(tops) == 2
