"""The chart of points by rounds: its scales have round numbers."""

import pygame
import pytest

from companion.language import Language
from companion.ui.numbers_compared import Curve, Growth
from companion.ui.pen import Pen
from companion.ui.pieces import Person


@pytest.mark.parametrize(
    ("most", "scale"),
    [
        (0, ["0", "5", "10", "15", "20"]),
        (25, ["0", "5", "10", "15", "20", "25"]),
        (36, ["0", "10", "20", "30", "40"]),
        (3500, ["0", "1,000", "2,000", "3,000", "4,000"]),
    ],
)
def test_points_are_counted_in_steps_that_are_easily_added(most: int, scale: list[str]) -> None:
    growths = (Growth(Person("Ana", "red"), (0, most)),)
    pen = Pen(pygame.Surface((800, 480), depth=32))
    Curve(growths, 1, Language("en").grouped).draw(pen, (0, 0, 800, 400))
    right = min(place.left for text, place in pen.written if text == "1")
    numbers = [(place.top, text) for text, place in pen.written if place.right < right]
    left = [text for top, text in sorted(numbers, reverse=True) if top < 370]
    assert left == scale


def test_rounds_that_would_touch_are_left_out() -> None:
    growths = (Growth(Person("Ana", "red"), (0,) * 31),)
    pen = Pen(pygame.Surface((480, 480), depth=32), (480, 480))
    Curve(growths, 30).draw(pen, (0, 0, 480, 480))
    axis = [text for text, place in pen.written if place.top > 440]
    assert axis == ["0", "5", "10", "15", "20", "25", "30"]
