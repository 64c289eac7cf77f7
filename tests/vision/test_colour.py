"""Colours are learnt as tables of log densities."""

from collections.abc import Sequence

import numpy as np
import pytest

from vision.background import UNKNOWN
from vision.colour import beyond, cells, learn
from vision.light import ALL_CLIPPED, DARK, OPPONENT, Floats

RED = (3.9, 1.2, 0.6)
BLUE = (3.8, -0.5, -1.0)


def painted(colour: tuple[float, float, float], seed: int = 1, count: int = 300) -> Floats:
    """Give pixels of a piece: top and shaded side, in opponent space."""
    chance = np.random.default_rng(seed)
    pixels = np.array(colour) + chance.normal(0, 0.05, (count, 3))
    pixels[: count // 3, 0] -= 0.5
    return pixels.astype(np.float32)


def tables(pixels: Sequence[Floats]) -> list[Floats]:
    return learn(pixels)[0]


def density(table: Floats, pixels: Floats) -> Floats:
    return np.asarray(table[cells(pixels)], np.float32)


def test_a_colour_is_likeliest_under_its_own_table() -> None:
    red, blue = tables([painted(RED), painted(BLUE)])
    fresh = painted(RED, seed=2)
    assert (density(red, fresh) > density(blue, fresh)).mean() > 0.99
    fresh = painted(BLUE, seed=2)
    assert (density(blue, fresh) > density(red, fresh)).mean() > 0.99


def test_the_shaded_side_belongs_to_the_piece() -> None:
    side = np.array([[RED[0] - 0.5, RED[1], RED[2]]], np.float32)
    other = np.array([[RED[0] + 1.2, RED[1], RED[2]]], np.float32)
    (table,) = tables([painted(RED)])
    assert density(table, side)[0] > density(table, other)[0] + 1


def test_far_from_everything_learnt_density_ends_at_a_floor() -> None:
    (table,) = tables([painted(RED)])
    assert np.isfinite(table).all()
    far = density(table, np.array([[100.0, -100.0, 100.0], [-100.0, 100.0, -100.0]], np.float32))
    assert (far == table.min()).all()


def test_the_same_pixels_give_the_same_table() -> None:
    assert np.array_equal(tables([painted(RED)]), tables([painted(RED)]))


@pytest.mark.parametrize("count", [4, 12])
def test_few_pixels_are_enough(count: int) -> None:
    few = painted(RED, count=count)
    (table,) = tables([few])
    assert np.isfinite(table).all()
    assert (density(table, few) > density(table, painted(BLUE, count=count))).all()


def test_pixels_all_alike_can_be_learnt() -> None:
    (table,) = tables([np.tile(np.array(RED, np.float32), (50, 1))])
    assert density(table, np.array([RED], np.float32))[0] > -1


def test_what_all_pieces_have_in_common_tells_none_apart() -> None:
    black = painted((3.0, 0.0, 0.0), count=600)
    red, blue = tables([np.concatenate([black, painted(one)]) for one in (RED, BLUE)])
    assert np.abs(density(red, black) - density(blue, black)).mean() < 0.1
    figure = painted(RED, seed=2)
    assert (density(red, figure) - density(blue, figure)).mean() > 2


def test_a_speck_of_another_colour_is_not_the_pieces_own() -> None:
    clean, other = tables([painted(RED), painted(BLUE)])
    specked, _ = tables([np.concatenate([painted(RED), painted(BLUE, count=9)]), painted(BLUE)])
    fresh = painted(BLUE, seed=2)
    speck = (density(specked, fresh) - density(clean, fresh)).mean()
    assert speck < 0.5 * (density(other, fresh) - density(clean, fresh)).mean()


def test_a_colour_seen_in_somewhat_other_light_is_still_nearest_to_itself() -> None:
    red, blue = tables([painted(RED), painted(BLUE)])
    bleached = painted(RED, seed=2) + np.array([0.3, -0.4, -0.2], np.float32)
    assert (density(red, bleached) > density(blue, bleached)).mean() > 0.95


def test_of_a_clipped_channel_only_what_it_is_at_least_counts() -> None:
    (table,) = tables([painted(RED)])
    in_red = np.array([0, 0, 1.0]) @ OPPONENT.T  # what red alone adds
    less, more = (np.array([RED + step * in_red], np.float32) for step in (-0.4, 0.4))
    at_least = beyond(table[None], 4)[0]
    assert density(at_least, less)[0] > density(table, less)[0] + 1
    assert density(at_least, more)[0] < density(at_least, less)[0] - 2


def test_that_a_deep_colour_is_clipped_all_over_is_next_to_impossible() -> None:
    pale = (5.2, 0.1, 0.1)
    deep, light = beyond(np.stack(tables([painted(RED), painted(pale)])), ALL_CLIPPED)
    white = np.array([[4.8, 0.0, 0.0]], np.float32)
    assert density(deep, white)[0] < -4
    assert density(light, white)[0] > -2


def test_what_varies_as_much_as_black_does_is_a_pieces_own_all_the_same() -> None:
    chance = np.random.default_rng(3)
    levels = chance.uniform(0, 12, (600, 3))
    black = np.asarray(np.log(levels + DARK) @ OPPONENT.T, np.float32)
    (table,), own = learn([np.concatenate([black[:200], painted(RED, count=800)])])
    assert own[cells(black)].mean() > 0.95
    assert (density(table, black) < UNKNOWN).mean() > 0.05
    skin = np.array([[4.6, 0.4, 0.4]], np.float32)
    assert not own[cells(skin)].any()
