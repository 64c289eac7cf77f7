"""The window: what is shown in it, and what keys, fingers and mouse say."""

import os
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pygame
import pytest

from companion.live.display import Closed, Display, Pointed, Touched, Typed
from companion.ui.menu import Menu, Row
from companion.ui.screen import Labels, Screen
from companion.ui.style import LAST_MOVE
from hardware.panel import Button, Edge

LIST = Screen(Menu((Row("one"), Row("two"))), Labels("▲", "Choose", "Back", "▼"))
QUARTER_WIDTH = 480
PLAIN = Screen(Menu((Row("one"),)), Labels("SCORE", "", "Menu", "Why?"))


@pytest.fixture
def display(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Display]:
    monkeypatch.setitem(os.environ, "SDL_VIDEODRIVER", "dummy")
    given = {"desktop": (1920, 1080), **getattr(request, "param", {})}
    sizes = [given.pop("desktop")]
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: sizes)
    opened = Display(**given)
    opened.show(LIST)
    pygame.event.clear()
    yield opened
    opened.close()


def key(number: int, *, down: bool = True) -> None:
    kind = pygame.KEYDOWN if down else pygame.KEYUP
    pygame.event.post(pygame.event.Event(kind, key=number, mod=0))


def click(at: tuple[int, int]) -> None:
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))


@pytest.mark.parametrize(
    ("number", "button"),
    [
        (pygame.K_s, Button.SCORE),
        (pygame.K_RETURN, Button.OK),
        (pygame.K_ESCAPE, Button.BACK),
        (pygame.K_w, Button.WHY),
        (pygame.K_F4, Button.WHY),
    ],
)
def test_keys_are_edges_of_buttons(display: Display, number: int, button: Button) -> None:
    key(number)
    key(number, down=False)
    assert display.inputs(1.5) == [Edge(button, down=down, seconds=1.5) for down in (True, False)]


def test_arrows_go_up_and_down_in_lists_alone(display: Display) -> None:
    key(pygame.K_DOWN)
    assert display.inputs(0.0) == [Edge(Button.WHY, down=True, seconds=0.0)]
    display.show(PLAIN)
    key(pygame.K_DOWN)
    assert display.inputs(0.0) == []


def test_an_arrow_is_whichever_button_goes_that_way(display: Display) -> None:
    display.show(replace(LIST, labels=Labels(score="▼", ok="Choose", why="Why?")))
    for number in (pygame.K_UP, pygame.K_DOWN):
        key(number)
    assert display.inputs(0.0) == [Edge(Button.SCORE, down=True, seconds=0.0)]
    display.show(replace(LIST, labels=Labels(score="Start", ok="Choose", why="▼")))
    for number in (pygame.K_UP, pygame.K_DOWN):
        key(number)
    assert display.inputs(0.0) == [Edge(Button.WHY, down=True, seconds=0.0)]


def test_letters_are_a_text_while_somebody_types(display: Display) -> None:
    display.typing = True
    key(pygame.K_s)
    pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text="s"))
    key(pygame.K_BACKSPACE)
    key(pygame.K_RETURN)
    assert display.inputs(0.0) == [
        Typed("s"),
        Typed(""),
        Edge(Button.OK, down=True, seconds=0.0),
    ]


@pytest.mark.parametrize(
    "display",
    [{}, {"size": (720, 1280)}, {"size": (800, 480), "quarter": True}, {"table": True}],
    indirect=True,
)
def test_what_is_drawn_can_be_touched_where_it_is_seen(display: Display) -> None:
    assert display.pen is not None
    drawn = display.pen.surface
    assert display.size == drawn.get_size()
    for name, place in display.pen.targets.items():
        x, y = place.center
        # Turned clockwise, the top of what was drawn is at the right.
        click((drawn.get_height() - 1 - y, x) if drawn.get_width() == QUARTER_WIDTH else (x, y))
        assert display.inputs(0.0) == [Touched(name)]


def test_a_screen_is_drawn_once(display: Display) -> None:
    assert not display.show(LIST)
    assert display.show(PLAIN)


@pytest.mark.parametrize("display", [{"table": True}], indirect=True)
def test_the_mouse_points_at_pixels_of_the_table(display: Display) -> None:
    display.show(LIST, np.zeros((960, 1280, 3), np.uint8))
    click((800 + 320, 240))
    assert display.inputs(0.0) == [Pointed("down", (640.0, 480.0))]


@pytest.mark.parametrize(
    "display", [{"table": True, "desktop": (1024, 600)}], ids=["small"], indirect=True
)
def test_nothing_of_the_window_is_outside_a_small_desktop(display: Display) -> None:
    display.show(LIST, np.zeros((960, 1280, 3), np.uint8))
    width, height = pygame.display.get_surface().get_size()
    assert (width, height) == (1024, 480)
    screen_wide = display.size[0]
    assert screen_wide > width - screen_wide > 400
    click(((screen_wide + width) // 2, 240))
    (pointed,) = display.inputs(0.0)
    assert isinstance(pointed, Pointed)
    assert pointed.at_px == pytest.approx((640.0, 480.0), abs=2.0)


@pytest.mark.parametrize("display", [{"table": True}], indirect=True)
def test_what_is_pointed_out_is_outlined_on_the_table(display: Display) -> None:
    """A square of 200 pixels in a picture that is shown half as large."""
    picture = np.zeros((960, 1280, 3), np.uint8)
    square = ((400.0, 300.0), (600.0, 300.0), (600.0, 500.0), (400.0, 500.0))
    surface = pygame.display.get_surface()

    def edge() -> tuple[int, ...]:
        return tuple(surface.get_at((800 + 200, 200)))[:3]

    assert display.show(LIST, picture, [square])
    assert edge() == LAST_MOVE
    assert tuple(surface.get_at((800 + 250, 200)))[:3] == (0, 0, 0)
    assert not display.show(LIST, picture, [square])
    assert display.show(LIST, picture)
    assert edge() == (0, 0, 0)


def test_closing_the_window_is_told(display: Display) -> None:
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert display.inputs(0.0) == [Closed()]
