"""A finger on a picture: where it comes down, goes and is lifted, whichever way it is seen."""

import os
from collections.abc import Iterator
from dataclasses import dataclass

import pygame
import pytest

from companion.live.display import Display
from companion.ui.pen import Box, Pen
from companion.ui.screen import Drag, Screen, add_pad


@dataclass(frozen=True, slots=True)
class Field:
    """Nothing but a pad of 400 by 200 at 100, 100."""

    def draw(self, pen: Pen, box: Box) -> None:
        del box
        add_pad(pen, "field", (100, 100, 400, 200))


@pytest.fixture
def display(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Display]:
    monkeypatch.setitem(os.environ, "SDL_VIDEODRIVER", "dummy")
    opened = Display()
    opened.show(Screen(Field(), turned=getattr(request, "param", False)))
    pygame.event.clear()
    yield opened
    opened.close()


def finger(kind: int, at: tuple[int, int]) -> None:
    pygame.event.post(pygame.event.Event(kind, pos=at, button=1))


def test_a_finger_is_followed_until_it_is_lifted(display: Display) -> None:
    finger(pygame.MOUSEBUTTONDOWN, (200, 150))
    finger(pygame.MOUSEMOTION, (300, 200))
    finger(pygame.MOUSEBUTTONUP, (500, 300))
    finger(pygame.MOUSEMOTION, (300, 200))
    assert display.inputs(0.0) == [
        Drag("field", "down", (0.25, 0.25)),
        Drag("field", "move", (0.5, 0.5)),
        Drag("field", "up", (1.0, 1.0)),
    ]


def test_a_finger_that_leaves_the_pad_is_at_its_edge(display: Display) -> None:
    finger(pygame.MOUSEBUTTONDOWN, (300, 200))
    finger(pygame.MOUSEMOTION, (20, 470))
    finger(pygame.MOUSEBUTTONUP, (790, 20))
    places = [drag.at for drag in display.inputs(0.0) if isinstance(drag, Drag)]
    assert places == [(0.5, 0.5), (0.0, 1.0), (1.0, 0.0)]


def test_a_finger_beside_the_pad_is_nothing(display: Display) -> None:
    finger(pygame.MOUSEBUTTONDOWN, (90, 150))
    finger(pygame.MOUSEMOTION, (200, 150))
    finger(pygame.MOUSEBUTTONUP, (200, 150))
    assert display.inputs(0.0) == []


@pytest.mark.parametrize("display", [True], indirect=True)
def test_on_a_screen_turned_round_the_picture_is_too(display: Display) -> None:
    finger(pygame.MOUSEBUTTONDOWN, (800 - 200, 480 - 150))
    (drag,) = display.inputs(0.0)
    assert isinstance(drag, Drag)
    assert drag.at == pytest.approx((0.25, 0.25))
