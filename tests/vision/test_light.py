"""Light: a lamp or a cast adds one vector to every pixel, and is found from what is empty."""

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.light import (
    ALL_CLIPPED,
    CLIPPED,
    DARK,
    OPPONENT,
    Floats,
    LightField,
    Marks,
    beyond_range,
    clipped,
    levels,
    opponent,
    within_range,
)
from vision.reading import Image

GRID = (84, 112)
STEP_MM = 5.0


def pixels(seed: int, count: int = 2000) -> npt.NDArray[np.uint8]:
    """Give pixels of middling brightness, of any colour."""
    return np.random.default_rng(seed).integers(60, 190, (count, 3), dtype=np.uint8)


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


def test_from_the_space_levels_can_be_told_again() -> None:
    before = pixels(4)
    assert np.allclose(levels(opponent(before)), before, atol=0.1)


def marked(pixels: Image) -> Marks:
    """Mark what is clipped, where something is."""
    over = clipped(pixels)
    assert over is not None
    return over


def test_each_channel_that_ends_is_marked() -> None:
    white, coded, yellow, pale = (255, 255, 255), (CLIPPED,) * 3, (40, 255, 255), (240, 240, 249)
    taken = np.array([white, coded, yellow, pale], np.uint8)
    assert marked(taken).tolist() == [ALL_CLIPPED, ALL_CLIPPED, 6, 0]
    assert clipped(taken[3:]) is None


def overexposed(gain: float) -> tuple[Floats, npt.NDArray[np.uint8], Floats]:
    """Give how far off pale ground seems under a gain, what is clipped, and what is true."""
    ground = np.array([[150, 200, 220], [120, 120, 120]], np.uint8)
    bright = np.minimum(ground * gain, 255).astype(np.uint8)
    seems = opponent(bright) - opponent(ground)
    true = np.log(gain * ground + DARK) - np.log(ground + DARK)
    return seems, marked(bright), np.asarray(true @ OPPONENT.T, np.float32)


def test_what_would_be_clipped_is_as_expected_where_it_is() -> None:
    seems, over, true = overexposed(1.5)
    assert over.tolist() == [6, 0]
    assert np.abs(seems - true).max() > 0.2
    assert np.abs(beyond_range(seems - true, over)).max() < 0.02


def test_a_clipped_channel_darker_than_it_seems_is_still_strange() -> None:
    off = np.array([[0.5, 0.0, 0.0]], np.float32)  # far brighter than expected, in each channel
    assert np.allclose(beyond_range(off, np.array([ALL_CLIPPED], np.uint8)), off, atol=1e-6)


def test_a_clipped_channel_is_held_to_change_as_the_others() -> None:
    seems, over, true = overexposed(1.5)
    assert np.abs(within_range(seems, over) - true).max() < 0.02


def board(*greys: int) -> Floats:
    """Give a board of these greys in turn, as it looks when empty (cells x 3)."""
    pattern = np.resize(np.array(greys, np.uint8), GRID).ravel()
    return opponent(np.repeat(pattern[:, None], 3, axis=1))


def field(free: npt.NDArray[np.bool_] | None = None) -> LightField:
    """Lay a field over a grey board of which all cells are free unless told otherwise."""
    return LightField(np.ones(GRID, bool) if free is None else free, STEP_MM, board(128))


def everywhere(added: tuple[float, float, float], seed: int = 1) -> Floats:
    """Give the differences of a board in one other light, with the sensor's noise."""
    noise = np.random.default_rng(seed).normal(0, 0.02, (*GRID, 3))
    return (np.array(added) + noise).astype(np.float32)


def test_the_same_light_everywhere_is_found() -> None:
    added = (-0.4, 0.1, -0.05)
    assert np.abs(field().fit(everywhere(added)) - added).max() < 0.03


def test_light_that_falls_off_across_the_board_is_found() -> None:
    difference = everywhere((0.0, 0.0, 0.0))
    difference[..., 0] -= np.linspace(-0.3, 0.3, GRID[1])
    assert np.abs(field().fit(difference) - difference).max() < 0.12


@pytest.mark.parametrize("share", [0.1, 0.3, 0.45])
def test_pieces_and_hands_over_much_of_the_board_do_not_matter(share: float) -> None:
    added = np.array([0.2, -0.1, 0.1])
    difference = everywhere((0.2, -0.1, 0.1), seed=3)
    covered = round(share * GRID[1])  # a hand, not strewn about
    difference[:, :covered] += np.array([-0.8, 0.5, 0.4], np.float32)
    found = field().fit(difference)[:, covered:]
    assert np.abs(found - added).max() < 0.06


def test_a_soft_shadow_is_followed() -> None:
    difference = everywhere((0.0, 0.0, 0.0))
    down, across = np.mgrid[: GRID[0], : GRID[1]]
    away = np.hypot(down - 40, across - 50) * STEP_MM
    shade = -0.6 * np.exp(-((away / 80) ** 2))
    difference[..., 0] += shade.astype(np.float32)
    left = np.abs(field().fit(difference)[..., 0] - shade)
    assert left.max() < 0.15
    assert left.mean() < 0.02


def test_a_merchant_leaves_the_light_alone() -> None:
    difference = everywhere((0.0, 0.0, 0.0))
    difference[40:43, 50:53] += np.array([-0.6, 0.1, 0.05], np.float32)  # 15 mm of near hue
    assert np.abs(field().fit(difference)).max() < 0.06


def test_where_spots_are_their_surroundings_tell_the_light() -> None:
    free = np.ones(GRID, bool)
    free[40:44, 50:54] = False
    difference = everywhere((-0.3, 0.0, 0.0))
    difference[~free] += np.array([-0.6, 0.1, 0.05], np.float32)
    assert np.abs(field(free).fit(difference)[~free] - (-0.3, 0.0, 0.0)).max() < 0.04


def test_a_lamp_switched_on_is_found_though_all_was_different_before() -> None:
    light = field()
    light.fit(everywhere((-0.7, 0.2, 0.2)))
    assert np.abs(light.fit(everywhere((0.5, -0.1, -0.2))) - (0.5, -0.1, -0.2)).max() < 0.03


def test_without_light_there_is_nothing_to_remove() -> None:
    assert np.abs(field().fit(np.zeros((*GRID, 3), np.float32))).max() < 1e-6


def test_where_most_of_the_board_is_clipped_the_rest_tells_of_the_light() -> None:
    difference = everywhere((0.4, 0.0, 0.0))
    over = np.zeros(GRID, np.uint8)
    over[:, : GRID[1] * 3 // 4] = ALL_CLIPPED
    difference[over > 0] = (0.1, -0.1, 0.2)
    found = field().fit(difference, over.ravel())
    assert np.abs(found - (0.4, 0.0, 0.0)).max() < 0.06


@pytest.mark.parametrize("gain", [1.5, 2.0])
def test_in_too_much_light_what_stands_there_does_not_make_it_seem_less(gain: float) -> None:
    ground = np.resize(np.array([200, 205, 195, 190, 90], np.uint8), GRID)
    bare = np.repeat(ground[..., None], 3, axis=2)
    lit = np.minimum(bare * gain, 255)
    lit[::3, ::3] *= 0.7  # beside dark pieces, where nothing is clipped, or less
    frame = np.round(lit).astype(np.uint8)
    light = LightField(np.ones(GRID, bool), STEP_MM, opponent(bare.reshape(-1, 3)))
    over = marked(frame.reshape(-1, 3))
    assert (over > 0).mean() > 0.5
    found = light.fit(opponent(frame) - opponent(bare), over)
    assert np.abs(found - (np.log(gain), 0.0, 0.0)).max() < 0.08
