"""The photograph beside what is said: as large as the words allow, marks where they belong."""

import numpy as np
import pygame
import pytest

from companion.ui.menu import Menu, Row
from companion.ui.pen import Pen
from companion.ui.photos import AnswersToPhoto, BesidePhoto, MarkedPhoto
from companion.ui.style import LIGHTS, WHITE
from companion.ui.texts import Paragraph, ReadingText
from hardware.panel import Light

GREY = 90
PICTURE = np.full((300, 400, 3), GREY, np.uint8)


def drawn(body: AnswersToPhoto | BesidePhoto, size: tuple[int, int] = (800, 480)) -> pygame.Surface:
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


def test_a_place_that_is_too_wide_for_a_cut_picture_shows_more_of_what_is_around() -> None:
    around = np.full((400, 900, 3), GREY, np.uint8)
    around[100:400, 500:] = np.arange(400, dtype=np.uint8)[:, None] % 200
    cut = around[50:350, 400:800]
    photo = MarkedPhoto("1", cut, differing=((20, 20), (380, 280)), around=around, corner=(400, 50))
    wide = photo.filling(2)
    assert wide.image.shape == (300, 600, 3)
    assert [*wide.differing] == [(120, 20), (480, 280)]  # a hundred more on each side
    assert wide.image[20, 120].tolist() == cut[20, 20].tolist()
    assert wide.image[280, 480].tolist() == cut[280, 380].tolist()
    at_the_edge = MarkedPhoto("1", cut, photo.differing, around=around[:, :800], corner=(400, 50))
    assert [*at_the_edge.filling(2).differing] == [(220, 20), (580, 280)]
    assert at_the_edge.filling(4).image.shape == (300, 800, 3)  # there is no more
    high = photo.filling(1)
    assert high.image.shape == (400, 400, 3)
    assert [*high.differing] == [(20, 70), (380, 330)]


def test_the_marks_alone_tell_how_much_is_shown_where_more_can_be_cut() -> None:
    around = np.full((400, 900, 3), GREY, np.uint8)
    cut = around[50:350, 400:800]
    photo = MarkedPhoto("1", cut, differing=((200, 150),), around=around, corner=(400, 50))
    assert photo.filling(2).image.shape == (200, 400, 3)
