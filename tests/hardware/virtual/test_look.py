"""What a random table may be like."""

from typing import get_args

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hardware.virtual.look import Shape
from hardware.virtual.printed_board import Printer
from tests.hard_tables.hard_table import random_look
from tests.hard_tables.materials import TABLES
from tests.hard_tables.styles import Style, StyledPrinter

seeds = st.integers(0, 10**9)


def style_of(printer: Printer) -> Style:
    return printer.style if isinstance(printer, StyledPrinter) else "pale"


@given(seeds)
def test_the_same_seed_is_the_same_table(seed: int) -> None:
    assert random_look(seed) == random_look(seed)
    assert random_look(seed) != random_look(seed + 1)


@given(seeds)
def test_merchants_have_the_sizes_of_merchants(seed: int) -> None:
    look = random_look(seed)
    assert 4.0 <= look.radius_mm <= 8.5
    assert 3.0 <= look.height_mm <= 15.0
    if look.shape == "block":
        assert look.height_mm == 2 * look.radius_mm
    if look.shape == "disc":
        assert look.height_mm < look.radius_mm


@given(seeds)
def test_the_lamp_is_above_the_table(seed: int) -> None:
    x, y, up = random_look(seed).light.towards
    assert np.hypot(x, y) / up < 2.0, "no shadow is longer than twice the height"


def test_every_style_shape_and_table_comes_up() -> None:
    looks = [random_look(seed) for seed in range(100)]
    assert {style_of(look.printer) for look in looks} == set(get_args(Style))
    assert {look.shape for look in looks} == set(get_args(Shape))
    assert {look.table for look in looks} == set(TABLES)
    assert not all(look.can_lie for look in looks)
