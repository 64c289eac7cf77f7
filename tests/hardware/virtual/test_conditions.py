"""What a random table may be like."""

from typing import get_args

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hardware.virtual.conditions import Air, Glare, Look, Nudge, Shadow, Shape, Style, Table

seeds = st.integers(0, 10**9)


@given(seeds)
def test_the_same_seed_is_the_same_table(seed: int) -> None:
    assert Look.random(seed) == Look.random(seed)
    assert Look.random(seed) != Look.random(seed + 1)


@given(seeds)
def test_merchants_have_the_sizes_of_merchants(seed: int) -> None:
    look = Look.random(seed)
    assert 4.0 <= look.radius_mm <= 8.5
    assert 3.0 <= look.height_mm <= 15.0
    if look.shape == "cube":
        assert look.height_mm == 2 * look.radius_mm
    if look.shape == "disc":
        assert look.height_mm < look.radius_mm


@given(seeds)
def test_the_lamp_is_above_the_table(seed: int) -> None:
    x, y, up = Look.random(seed).lamp
    assert np.hypot(x, y) / up < 2.0, "no shadow is longer than twice the height"


def test_every_style_shape_and_table_comes_up() -> None:
    looks = [Look.random(seed) for seed in range(100)]
    assert {look.style for look in looks} == set(get_args(Style))
    assert {look.shape for look in looks} == set(get_args(Shape))
    assert {look.table for look in looks} == set(get_args(Table))
    assert not all(look.can_lie for look in looks)


def test_calm_air_keeps_camera_and_light() -> None:
    air = Air(
        1.4, nudge=Nudge((3.0, 0.0)), shadows=(Shadow((1, 1), (9, 9)),), glares=(Glare((1, 1)),)
    )
    assert air.calm() == Air(1.4, nudge=Nudge((3.0, 0.0)))
