"""Lenses that bend straight lines, and back."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.camera import Lens

CORNERS = np.array([[0.0, 0.0], [639.0, 0.0], [639.0, 479.0], [0.0, 479.0]])


@given(
    st.floats(-0.17, 0.1),
    st.floats(0.0, 639.0),
    st.floats(0.0, 479.0),
)
def test_straightening_takes_back_what_the_lens_did(bend: float, x: float, y: float) -> None:
    lens = Lens(640, 480, bend)
    there = np.array([[x, y]])
    assert np.allclose(lens.straighten(lens.distort(there)), there, atol=0.05)


def test_a_perfect_lens_moves_nothing() -> None:
    assert np.allclose(Lens(640, 480).distort(CORNERS), CORNERS)
    assert np.allclose(Lens(640, 480).straighten(CORNERS), CORNERS)


@pytest.mark.parametrize("bend", [-0.1, 0.05])
def test_a_bend_is_how_much_farther_out_a_corner_appears(bend: float) -> None:
    middle = np.array([319.5, 239.5])
    out = Lens(640, 480, bend).distort(CORNERS) - middle
    assert np.allclose(out, (CORNERS - middle) * (1 + bend))
    assert np.allclose(Lens(640, 480, bend).distort(middle[None]), middle)
