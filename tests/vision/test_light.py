"""Light: a lamp or a cast adds one vector to every pixel, and is found from what is empty."""

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.light import DARK, Floats, LightField, opponent

CENTRE = np.array([320.0, 240.0], np.float32)
REACH = 300.0


def pixels(seed: int, count: int = 2000) -> npt.NDArray[np.uint8]:
    """Give pixels of middling brightness, of any colour."""
    return np.random.default_rng(seed).integers(60, 190, (count, 3), dtype=np.uint8)


def scattered(seed: int, count: int = 2000) -> Floats:
    """Give points all over the board."""
    chance = np.random.default_rng(seed)
    return chance.uniform((40, 40), (600, 440), (count, 2)).astype(np.float32)


def test_the_space_keeps_shape_and_has_three_channels() -> None:
    picture = np.zeros((4, 5, 3), np.uint8)
    assert opponent(picture).shape == (4, 5, 3)


def test_grey_has_no_hue() -> None:
    grey = np.repeat(np.arange(256, dtype=np.uint8)[:, None], 3, axis=1)
    seen = opponent(grey)
    assert np.allclose(seen[:, 1:], 0, atol=1e-5)
    assert (np.diff(seen[:, 0]) > 0).all()
    assert seen[0, 0] == pytest.approx(np.log(DARK))


def test_red_blue_and_yellow_lie_apart() -> None:
    red, blue, yellow = opponent(np.array([[40, 40, 200], [200, 40, 40], [40, 200, 200]], np.uint8))
    assert red[1] > 0.5 > blue[1]  # red against green
    assert blue[2] < -0.5 < 0.5 < yellow[2]  # yellow against blue


@given(st.floats(0.6, 1.3))
def test_another_lamp_adds_one_vector_to_every_pixel(gain: float) -> None:
    before = pixels(1)
    after = np.clip(np.round(before * gain), 0, 255).astype(np.uint8)
    added = opponent(after) - opponent(before)
    # Not quite the same for all, as the constant that tames dark pixels is not multiplied.
    assert np.abs(added - np.median(added, axis=0)).max() < 0.06
    assert np.allclose(np.median(added, axis=0)[1:], 0, atol=0.02)


def test_a_shadow_changes_lightness_alone() -> None:
    before = pixels(2)
    added = opponent((before * 0.6).astype(np.uint8)) - opponent(before)
    assert (added[:, 0] < -0.4).all()
    assert np.abs(added[:, 1:]).max() < 0.06


def fitted(difference: Floats, points: Floats) -> Floats:
    field = LightField(CENTRE, REACH)
    basis = field.basis(points)
    field.fit(basis, difference)
    return np.asarray(basis @ field.terms, np.float32)


def test_the_same_light_everywhere_is_found() -> None:
    points = scattered(1)
    added = np.array([-0.4, 0.1, -0.05], np.float32)
    difference = np.tile(added, (len(points), 1))
    assert np.allclose(fitted(difference, points), added, atol=0.005)


def test_light_that_falls_off_across_the_board_is_found() -> None:
    points = scattered(2)
    falling = np.column_stack([-0.3 * (points[:, 0] - 320) / REACH, *np.zeros((2, len(points)))])
    assert np.abs(fitted(falling.astype(np.float32), points) - falling).max() < 0.03


@pytest.mark.parametrize("share", [0.1, 0.3, 0.45])
def test_pieces_and_hands_over_much_of_the_board_do_not_matter(share: float) -> None:
    points = scattered(3)
    chance = np.random.default_rng(3)
    added = np.array([0.2, -0.1, 0.1], np.float32)
    difference = added + chance.normal(0, 0.03, (len(points), 3)).astype(np.float32)
    covered = points[:, 0] < np.quantile(points[:, 0], share)  # a hand, not strewn about
    difference[covered] += np.array([-0.8, 0.5, 0.4], np.float32)
    assert np.abs(fitted(difference, points)[~covered] - added).max() < 0.06


def test_without_light_there_is_nothing_to_remove() -> None:
    points = scattered(4)
    assert np.abs(fitted(np.zeros((len(points), 3), np.float32), points)).max() < 1e-6


def test_points_beyond_the_board_get_the_light_of_its_edge() -> None:
    field = LightField(CENTRE, REACH)
    far = field.basis(np.array([[320.0 + 10 * REACH, 240.0]], np.float32))
    edge = field.basis(np.array([[320.0 + REACH, 240.0]], np.float32))
    assert np.array_equal(far, edge)
