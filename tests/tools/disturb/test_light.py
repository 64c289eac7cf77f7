"""Each disturbance of light does what it says, to a plain grey frame."""

import numpy as np
import pytest

from tools.disturb import light
from vision.reading import Image

SHARP = light.Shadow(light.WHITE, 0.0)


def plain(level: int = 100) -> Image:
    return np.full((60, 80, 3), level, np.uint8)


def test_a_gain_multiplies_and_stops_at_white() -> None:
    assert (light.brightened(plain(), 0.5) == 50).all()
    assert (light.brightened(plain(), 1.5) == 150).all()
    assert (light.brightened(plain(), 3.0) == 255).all()


def test_a_warm_cast_strengthens_red_and_a_cold_one_blue() -> None:
    assert light.tinted(plain(), 0.25)[5, 5].tolist() == [75, 100, 125]
    assert light.tinted(plain(), -0.25)[5, 5].tolist() == [125, 100, 75]


def test_side_light_falls_off_evenly_to_the_right() -> None:
    lit = light.lit_from_side(plain(), 0.5)[30, :, 1].astype(int)
    assert (lit[0], lit[-1]) == (100, 50)
    assert (np.diff(lit) <= 0).all()
    assert lit[40] == pytest.approx(75, abs=1)


def test_a_shadow_leaves_its_depth_in_the_middle_and_all_light_elsewhere() -> None:
    dark = light.shaded(plain(), 0.4, (0.5, 0.5), 0.2, SHARP)
    assert (dark[30, 40] == 40).all()
    assert (dark[2, 2] == 100).all()


def test_a_shadow_of_the_sun_is_bluer_than_the_board_around_it() -> None:
    dark = light.shaded(plain(), 0.4, (0.5, 0.5), 0.2, light.Shadow(light.SUN, 0.0))
    blue, green, red = dark[30, 40].tolist()
    assert red < green < blue < 100
    assert (blue * green * red) ** (1 / 3) == pytest.approx(40, abs=1)


def test_a_soft_shadow_has_a_wide_rim_and_a_hard_one_none() -> None:
    hard = light.shaded(plain(), 0.4, (0.5, 0.5), 0.2, SHARP)[30, :, 0]
    soft = light.shaded(plain(), 0.4, (0.5, 0.5), 0.2, light.Shadow(light.WHITE, 4.0))[30, :, 0]
    between_hard, between_soft = (((row > 45) & (row < 95)).sum() for row in (hard, soft))
    assert between_hard <= 4
    assert between_soft > 8


def test_no_frame_is_changed_in_place() -> None:
    frame = plain()
    light.brightened(frame, 0.5)
    light.shaded(frame, 0.4, (0.5, 0.5), 0.2, light.Shadow(light.SUN, 3.0))
    assert (frame == 100).all()
