"""The bare board: how likely a pixel is to show it."""

import numpy as np
import pytest

from tests.vision import drawn
from vision.background import UNKNOWN, Background, EmptyFrame, Slack
from vision.light import ALL_CLIPPED, Floats, opponent

SLACK = Slack(art=0.5, shaded=0.1, dark=0.5, light=0.2)
EMPTY = drawn.picture(seed=1)
POINTS = np.array([drawn.to_px(at) for at in drawn.PLACES.values()], np.float32)


@pytest.fixture(scope="module")
def background() -> Background:
    return Background(EmptyFrame(EMPTY), POINTS, SLACK)


def at_points(frame: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> Floats:
    x, y = np.round(POINTS).astype(int).T
    return opponent(frame[y, x])


def test_the_bare_board_is_likelier_than_anything(background: Background) -> None:
    assert (background.log_density(at_points(drawn.picture(seed=2))) > UNKNOWN).all()


@pytest.mark.parametrize("colour", drawn.COLOURS)
def test_a_merchant_is_less_likely_than_anything(background: Background, colour: str) -> None:
    frame = drawn.picture(dict.fromkeys(drawn.PLACES, colour), seed=2)
    assert (background.log_density(at_points(frame)) < UNKNOWN).all()


def test_a_shadow_is_likelier_than_a_merchant(background: Background) -> None:
    shaded = at_points(drawn.picture(seed=2))
    shaded[:, 0] -= 0.5
    assert (background.log_density(shaded) > UNKNOWN - 2).all()


def test_what_is_as_on_the_empty_board_is_likeliest(background: Background) -> None:
    assert np.allclose(background.log_density(background.mean), background.peak, atol=1e-3)
    other = background.log_density(background.mean + np.array([0.2, 0.1, -0.1], np.float32))
    assert (other < background.peak).all()


def test_no_pixel_says_more_than_so_much_against_the_board(background: Background) -> None:
    absurd = at_points(EMPTY) + np.array([50, -50, 50], np.float32)
    density = background.log_density(absurd)
    assert np.isfinite(density).all()
    assert (density > UNKNOWN - 5).all()


def test_where_the_board_would_be_clipped_it_is_surely_so_and_what_is_not_is_not(
    background: Background,
) -> None:
    over = np.full(len(POINTS), ALL_CLIPPED, np.uint8)
    light = np.array([0.6, 0.0, 0.0], np.float32)
    assert np.abs(background.log_density(background.mean - light, 1.0, None, over)).max() < 0.1
    assert (background.log_density(background.mean + light, 1.0, None, over) < -2).all()


def test_in_a_noisier_frame_the_same_difference_says_less(background: Background) -> None:
    off = at_points(EMPTY) + np.array([0.0, 0.35, 0.0], np.float32)
    assert (background.log_density(off, 3.0) > background.log_density(off, 1.0)).mean() > 0.9


def test_noise_is_told_in_multiples_of_the_ordinary_and_never_below_one() -> None:
    x, y = np.meshgrid(np.arange(100, 540, 4.0), np.arange(100, 390, 4.0))
    points = np.column_stack([x.ravel(), y.ravel()]).astype(np.float32)
    background = Background(EmptyFrame(EMPTY), points, SLACK)

    def noise(sigma: float) -> float:
        frame = drawn.picture(noise=sigma, seed=3)
        seen = opponent(frame[points[:, 1].astype(int), points[:, 0].astype(int)])
        some = np.arange(0, len(points), 3)
        return background.noise((seen - background.mean)[some], some)

    quiet, loud = noise(2.0), noise(25.0)
    assert quiet >= 1.0
    assert loud > 1.4 * quiet


def test_points_beyond_the_picture_are_those_of_its_edge() -> None:
    empty = EmptyFrame(EMPTY)
    outside = np.array([[-50.0, 20.0], [900.0, 20.0]], np.float32)
    edge = np.array([[0.0, 20.0], [drawn.WIDTH_PX - 1, 20.0]], np.float32)
    one, other = (Background(empty, points, SLACK).mean for points in (outside, edge))
    assert np.array_equal(one, other)


@pytest.mark.parametrize("noise", [1.0, 2.5])
def test_strange_is_what_is_less_likely_than_the_unknown(
    background: Background, noise: float
) -> None:
    chance = np.random.default_rng(3)
    for spread in (0.05, 0.2, 0.8):
        off = chance.normal(0, spread, (len(POINTS), 3)).astype(np.float32)
        among = chance.random(len(POINTS)) < 0.8
        unlikely = background.log_density_off(off, noise) < UNKNOWN
        assert (background.strange(off, noise, among) == (unlikely & among)).all()
