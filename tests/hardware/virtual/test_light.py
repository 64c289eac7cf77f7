"""One lamp, or two: how bright things are, and where their shadows fall."""

import numpy as np
import pytest

from hardware.virtual.look import Lamp, TableLight
from tests.hard_tables.materials import shine

LEVEL = np.array([[0.0, 0.0, 1.0]])
FROM_LEFT = TableLight(towards=(-1.0, 0.0, 1.0), room=0.4)


def test_a_level_surface_has_brightness_one_whatever_is_on() -> None:
    for light in (TableLight(), FROM_LEFT, FROM_LEFT.beside(Lamp((0.0, 1.0, 0.5), 0.7))):
        assert light.brightness(LEVEL)[0] == pytest.approx(1.0)


def test_a_side_that_faces_away_has_the_room_s_light_only() -> None:
    assert FROM_LEFT.brightness(np.array([[1.0, 0.0, 0.0]]))[0] == pytest.approx(0.4)


def test_a_shadow_falls_away_from_the_lamp_as_far_as_the_thing_is_high() -> None:
    assert FROM_LEFT.cast(np.array([[10.0, 5.0, 14.0]]))[0] == pytest.approx((24.0, 5.0, 0.0))


def test_a_second_lamp_makes_the_first_one_s_shadow_less_deep() -> None:
    both = FROM_LEFT.beside(Lamp((0.0, 1.0, 1.0), 0.6))
    assert both.level == pytest.approx(1.6)
    assert both.depth(0.5) == pytest.approx(FROM_LEFT.depth(0.5) / 1.6)
    assert both.cast(np.array([[0.0, 0.0, 10.0]]), lamp=1)[0] == pytest.approx((0.0, -10.0, 0.0))


def test_the_darker_the_room_the_deeper_the_shadow() -> None:
    assert TableLight(room=0.3).depth(0.5) > TableLight(room=0.7).depth(0.5)


def test_the_lamp_s_side_of_the_board_is_brighter() -> None:
    left, right = TableLight(towards=(-1.0, 0.0, 1.0), falloff=0.2).gradient(
        np.array([(0.0, 100.0), (400.0, 100.0)]), (400.0, 200.0)
    )
    assert left > 1.1
    assert right < 0.9


def test_polish_mirrors_the_lamp_towards_an_eye_on_the_other_side() -> None:
    view = np.array([1.0, 0.0, 1.0]) / np.sqrt(2.0)
    there = shine(FROM_LEFT, LEVEL, view, 24.0)[0]
    elsewhere = shine(FROM_LEFT, LEVEL, view * (-1.0, 1.0, 1.0), 24.0)[0]
    assert there == pytest.approx(0.6)
    assert elsewhere < 0.01
