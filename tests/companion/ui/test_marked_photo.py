"""The photograph beside what is said: as large as the words allow, marks where they belong."""

import numpy as np
import pygame
import pytest

from companion.ui.menu import Menu, Row
from companion.ui.pen import Pen
from companion.ui.photos import BesidePhoto, MarkedPhoto
from companion.ui.style import LIGHTS, WHITE
from companion.ui.texts import Paragraph, ReadingText
from hardware.panel import Light

GREY = 90
PICTURE = np.full((300, 400, 3), GREY, np.uint8)


def drawn(body: BesidePhoto, size: tuple[int, int] = (800, 480)) -> pygame.Surface:
    surface = pygame.Surface(size, depth=32)
    surface.fill(WHITE)
    body.draw(Pen(surface, size), (0, 0, *size))
    return surface


def photographed(surface: pygame.Surface) -> int:
    """Count the pixels that show the photograph."""
    return int((pygame.surfarray.array3d(surface) == GREY).all(axis=2).sum())


def test_marks_are_drawn_where_they_belong() -> None:
    surface = pygame.Surface((800, 600), depth=32)
    photo = MarkedPhoto("1", PICTURE, differing=((100, 50),), allowed=((300, 250),))
    photo.draw(Pen(surface, (800, 600)), (0, 0, 800, 600))  # twice as large
    assert tuple(surface.get_at((200, 100)))[:3] == (
        GREY,
        GREY,
        GREY,
    )  # the merchant is not covered
    assert tuple(surface.get_at((200 + 13, 100)))[:3] == LIGHTS[Light.RED]
    assert tuple(surface.get_at((600 + 5, 500)))[:3] == LIGHTS[Light.GREEN]


@pytest.mark.parametrize(("size", "sentences"), [((800, 360), 7), ((480, 740), 8)])
def test_more_words_leave_less_room(size: tuple[int, int], sentences: int) -> None:
    few, many = (
        Menu((Row("Yes"),), text="A merchant stands where it must not. " * times)
        for times in (2, sentences)
    )
    photo = MarkedPhoto("1", PICTURE)
    less = photographed(drawn(BesidePhoto(many, photo), size))
    assert 0 < less < photographed(drawn(BesidePhoto(few, photo), size))


def test_words_that_need_all_the_room_get_it() -> None:
    text = ReadingText((Paragraph("A merchant stands where it must not. " * 12),))
    assert photographed(drawn(BesidePhoto(text, MarkedPhoto("1", PICTURE)), (800, 360))) == 0


def test_the_photograph_keeps_its_size_whichever_row_is_chosen() -> None:
    rows = (Row("Yes"), Row("A merchant stands where it must not. " * 3))
    photo = MarkedPhoto("1", PICTURE)
    sizes = {photographed(drawn(BesidePhoto(Menu(rows, i, "Well?"), photo))) for i in range(2)}
    assert len(sizes) == 1


def test_another_picture_is_another_screen() -> None:
    menu = Menu((Row("Yes"),))
    one, again, other = (BesidePhoto(menu, MarkedPhoto(name, PICTURE)) for name in "112")
    assert one == again
    assert one != other
